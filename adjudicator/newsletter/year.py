"""The yearbook: a year of the campaign seen as a whole, from the history and the fall's accounts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.model.view import PastSeason, SeasonView
from adjudicator.newsletter.edition import Deed, YearChapter, YearLine, YearReview
from adjudicator.newsletter.kinds import SightingKind as Kind
from adjudicator.newsletter.palette import Livery
from adjudicator.newsletter.phrases import Occasion
from adjudicator.newsletter.stories import Chronicler

_STORIES_PER_SEASON = 4


def review_year(common: SeasonView, dressed: Mapping[str, Livery], chronicler: Chronicler) -> YearReview | None:
    """The year that ends with this fall, or None where the history says nothing of it.

    Raises `PhraseError` where a phrase is missing or cannot be filled.
    """
    this_year = [past for past in common.history if past.year == common.year]
    if not this_year:
        return None
    before = {past.nation: past for past in common.history if past.year < common.year}
    last = {past.nation: past for past in this_year}
    income = _gained(common, Kind.INCOME_RECEIVED)
    monuments = _gained(common, Kind.MONUMENTS_BUILT)
    owned_first = {past.nation: past.territories for past in reversed(this_year)}
    lines = tuple(
        YearLine(
            card=card,
            livery=dressed[card.name],
            vp=last[card.name].vp,
            vp_gained=last[card.name].vp - (before[card.name].vp if card.name in before else 0),
            territories=last[card.name].territories,
            territories_gained=last[card.name].territories
            - (before[card.name].territories if card.name in before else owned_first[card.name]),
            income_vp=income.get(card.name),
            monuments_vp=monuments.get(card.name),
        )
        for card in common.nations
        if card.name in last
    )
    ordered = tuple(sorted(lines, key=lambda line: -line.vp_gained))
    chapters = tuple(
        YearChapter(
            chapter.season,
            chronicler.stories(chapter.sightings, Occasion(chapter.year, chapter.season), _STORIES_PER_SEASON)[
                :_STORIES_PER_SEASON
            ],
        )
        for chapter in common.chapters
    )
    return YearReview(common.year, chapters, ordered, _deeds(lines, this_year))


def _gained(common: SeasonView, kind: Kind) -> dict[str, int]:
    found: dict[str, int] = {}
    for sighting in common.sightings:
        nation, vp = sighting.facts.get("nation"), sighting.facts.get("vp")
        if Kind(sighting.kind) is kind and isinstance(nation, str) and isinstance(vp, int):
            found[nation] = found.get(nation, 0) + vp
    return found


def _deeds(lines: Sequence[YearLine], this_year: Iterable[PastSeason]) -> tuple[Deed, ...]:
    """The year's best; a deed that everybody shares is none."""
    found = [
        _best("most_vp", lines, lambda line: line.vp_gained),
        _best("most_land_won", lines, lambda line: line.territories_gained),
        _best("most_land_lost", lines, lambda line: -line.territories_gained),
        _best("most_monuments", lines, lambda line: line.monuments_vp or 0),
        _greatest_season(this_year),
    ]
    return tuple(deed for deed in found if deed is not None and len(deed.nations) < max(2, len(lines)))


def _best(name: str, lines: Sequence[YearLine], value: Callable[[YearLine], int]) -> Deed | None:
    most = max((value(line) for line in lines), default=0)
    if most <= 0:
        return None
    return Deed(name, tuple(line.card.name for line in lines if value(line) == most), most)


def _greatest_season(this_year: Iterable[PastSeason]) -> Deed | None:
    """The greatest gain of VP between two seasons in which armies move."""
    gains: dict[str, int] = {}
    earlier: dict[str, int] = {}
    for past in this_year:
        if past.season.has_moves and past.nation in earlier:
            gains[past.nation] = max(gains.get(past.nation, 0), past.vp - earlier[past.nation])
        earlier[past.nation] = past.vp
    most = max(gains.values(), default=0)
    if most <= 0:
        return None
    return Deed("greatest_season", tuple(nation for nation, gain in gains.items() if gain == most), most)
