"""From a season's sightings to its news: what belongs together is told together, the weightiest first.

Everything that happened before one city is one story; so are the raids on one city. The weights decide the order and
which event lends the story its headline. Nothing here keeps a secret: what is not in the sightings cannot be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from adjudicator.model.view import NationCard, Sighting
from adjudicator.newsletter.edition import Story
from adjudicator.newsletter.kinds import SightingKind as Kind
from adjudicator.newsletter.phrases import Occasion, Phrasebook, Rotation, Value

_WEIGHTS: Mapping[Kind, int] = {
    Kind.CAMPAIGN_ENDED: 100,
    Kind.NATION_ELIMINATED: 90,
    Kind.TERRITORY_CONQUERED: 80,
    Kind.BATTLE_FOUGHT: 70,
    Kind.SIEGE_SUCCEEDED: 60,
    Kind.SIEGE_BROKEN: 55,
    Kind.SIEGE_FAILED: 50,
    Kind.ARMY_LOST_ON_MARCH: 48,
    Kind.ARMY_DISPERSED: 45,
    Kind.SIEGE_CONTESTED: 42,
    Kind.SIEGE_LIFTED: 40,
    Kind.RAID_SUCCEEDED: 35,
    Kind.INITIATIVE_WON: 34,
    Kind.ARMY_TURNED_BACK: 28,
    Kind.MONUMENTS_BUILT: 26,
    Kind.INVASION_MARCHED: 25,
    Kind.RAID_FAILED: 20,
    Kind.RAID_BLOCKED: 18,
    Kind.PRECEDENCE_ROLLED: 15,
    Kind.ENEMY_INTERCEPTED: 12,
    Kind.ARMY_WITHDREW: 10,
}
"""What is news, and how much of it. Other kinds are told on private pages, in tables, or in the notices."""

_CAPITAL_WEIGHT = 15

_PLACE_FACTS: Mapping[Kind, str] = {
    Kind.TERRITORY_CONQUERED: "territory",
    Kind.BATTLE_FOUGHT: "territory",
    Kind.SIEGE_SUCCEEDED: "territory",
    Kind.SIEGE_BROKEN: "territory",
    Kind.SIEGE_FAILED: "territory",
    Kind.SIEGE_CONTESTED: "territory",
    Kind.SIEGE_LIFTED: "territory",
    Kind.ARMY_TURNED_BACK: "territory",
    Kind.ENEMY_INTERCEPTED: "territory",
    Kind.INVASION_MARCHED: "target",
    Kind.ARMY_LOST_ON_MARCH: "target",
    Kind.ARMY_DISPERSED: "origin",
    Kind.ARMY_WITHDREW: "origin",
    Kind.RAID_BLOCKED: "target",
    Kind.RAID_FAILED: "target",
    Kind.RAID_SUCCEEDED: "target",
}

_RAIDS = frozenset({Kind.RAID_BLOCKED, Kind.RAID_FAILED, Kind.RAID_SUCCEEDED})
_FOLLOWERS = frozenset({Kind.ARMY_WITHDREW, Kind.ARMY_DISPERSED})


@dataclass(slots=True)
class _Scene:
    """The sightings of one story, in the order they happened."""

    place: str | None
    sightings: list[Sighting] = field(default_factory=list)


class Chronicler:
    """Writes the news of one edition, and does not repeat itself while it has other words.

    `winners` are the nations that stand first, for the last edition of all.
    """

    def __init__(self, phrasebook: Phrasebook, nations: Sequence[NationCard], winners: tuple[str, ...] = ()) -> None:
        self._phrasebook = phrasebook
        self._capitals = {card.capital: card.name for card in nations if card.capital}
        self._winners = winners
        self._rotation = Rotation()

    def stories(self, sightings: Sequence[Sighting], occasion: Occasion, told_fully: int) -> tuple[Story, ...]:
        """A season's news, the most important first; after the first `told_fully` stories, each in one sentence.

        Raises `PhraseError` where a phrase is missing or cannot be filled.
        """
        scenes = [(max(self._weight(each) for each in scene.sightings), scene) for scene in _scenes(sightings)]
        # Python's sort is stable: of equal weight, what happened first comes first.
        scenes.sort(key=lambda weighed: -weighed[0])
        return tuple(
            self._story(scene, weight, occasion, in_brief=rank >= told_fully)
            for rank, (weight, scene) in enumerate(scenes)
        )

    def _story(self, scene: _Scene, weight: int, occasion: Occasion, *, in_brief: bool) -> Story:
        heaviest = max(scene.sightings, key=self._weight)
        if in_brief:
            return Story("", self._phrasebook.sentence(heaviest, occasion), scene.place, weight)
        besides: dict[str, Value] = {"capital_of": self._capitals.get(scene.place or ""), "winners": self._winners}
        headline = self._phrasebook.headline(heaviest, occasion, self._rotation, besides)
        sentences: list[str] = []
        told: list[str] = []
        for sighting in scene.sightings:
            besides["told"] = tuple(told)
            sentences.append(self._phrasebook.story(sighting, occasion, self._rotation, besides))
            told.append(sighting.kind)
        return Story(headline, " ".join(each for each in sentences if each), scene.place, weight)

    def _weight(self, sighting: Sighting) -> int:
        """How important one event is; the fall of a capital counts more."""
        kind = Kind(sighting.kind)
        is_capital = kind is Kind.TERRITORY_CONQUERED and _place(sighting) in self._capitals
        return _WEIGHTS[kind] + (_CAPITAL_WEIGHT if is_capital else 0)


def _scenes(sightings: Iterable[Sighting]) -> list[_Scene]:
    """Sightings that are news, grouped; scenes in the order they began."""
    news = [sighting for sighting in sightings if Kind(sighting.kind) in _WEIGHTS]
    scenes: dict[tuple[str, ...], _Scene] = {}
    for sighting in news:
        if Kind(sighting.kind) not in _FOLLOWERS:
            key = _key(sighting, news)
            scenes.setdefault(key, _Scene(_place(sighting) or (key[1] if key[0] == "place" else None)))
            scenes[key].sightings.append(sighting)
    for sighting in news:
        if Kind(sighting.kind) in _FOLLOWERS:
            _scene_followed(sighting, scenes).sightings.append(sighting)
    for scene in scenes.values():
        scene.sightings.sort(key=lambda each: each.number)
    return list(scenes.values())


def _key(sighting: Sighting, news: Sequence[Sighting]) -> tuple[str, ...]:
    kind = Kind(sighting.kind)
    place = _last_loss(sighting, news) if kind is Kind.NATION_ELIMINATED else _place(sighting)
    if kind in _RAIDS and place is not None:
        return ("raid", place)
    if kind is Kind.PRECEDENCE_ROLLED:
        raided = _first_place(news, _RAIDS, sighting.facts.get("victim"))
        return ("raid", raided) if raided is not None else ("alone", str(sighting.number))
    if kind is Kind.INITIATIVE_WON:
        invaded = _target_between(news, sighting.concerns)
        return ("place", invaded) if invaded is not None else ("duel", *sorted(sighting.concerns))
    return ("place", place) if place is not None else ("alone", str(sighting.number))


def _scene_followed(sighting: Sighting, scenes: dict[tuple[str, ...], _Scene]) -> _Scene:
    """The story that a withdrawal ends: the one before the same city that its nation has a part in."""
    place = _place(sighting)
    scene = scenes.get(("place", place)) if place is not None else None
    if scene is not None and any(set(sighting.concerns) & set(each.concerns) for each in scene.sightings):
        return scene
    return scenes.setdefault(("follower", str(sighting.number)), _Scene(place))


def _first_place(news: Iterable[Sighting], kinds: frozenset[Kind], victim: object) -> str | None:
    places = (_place(each) for each in news if Kind(each.kind) in kinds and each.facts.get("victim") == victim)
    return next((place for place in places if place is not None), None)


def _last_loss(eliminated: Sighting, news: Iterable[Sighting]) -> str | None:
    """The city whose fall ended a nation."""
    losses = [
        _place(each)
        for each in news
        if Kind(each.kind) is Kind.TERRITORY_CONQUERED and each.facts.get("previous_owner") in eliminated.concerns
    ]
    return losses[-1] if losses else None


def _target_between(news: Iterable[Sighting], nations: tuple[str, ...]) -> str | None:
    """Where one of two nations that invaded each other marched after all."""
    return next(
        (
            _place(each)
            for each in news
            if Kind(each.kind) is Kind.INVASION_MARCHED
            and each.facts.get("nation") in nations
            and each.facts.get("owner") in nations
        ),
        None,
    )


def _place(sighting: Sighting) -> str | None:
    named = sighting.facts.get(_PLACE_FACTS.get(Kind(sighting.kind), ""))
    return named if isinstance(named, str) else None
