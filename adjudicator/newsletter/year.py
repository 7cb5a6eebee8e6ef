"""The yearbook: a year of the campaign seen as a whole, from its chapters, the history and the fall's accounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING

from adjudicator.model.view import SeasonView
from adjudicator.newsletter.edition import Deed, Story, YearChapter, YearLine, YearReview, YearStory
from adjudicator.newsletter.kinds import SightingKind as Kind
from adjudicator.newsletter.palette import Livery
from adjudicator.newsletter.phrases import Occasion
from adjudicator.newsletter.stories import Chronicler

if TYPE_CHECKING:
    from adjudicator.newsletter.tables import Reign

_STORIES_PER_SEASON = 4
_SEASONS_TO_REIGN = 3
_HEAD = 6.0
_LINE = 41
"""Characters to a line of a chapter, three of them side by side."""


def tell_year(common: SeasonView, chronicler: Chronicler, room: float) -> YearStory:
    """The weightiest stories of the year's earlier seasons: as many as fit into `room`, in lines, and one at least.

    Raises `PhraseError` where a phrase is missing or cannot be filled.
    """
    chapters = []
    for chapter in common.chapters:
        occasion = Occasion(chapter.year, chapter.season)
        stories = chronicler.stories(chapter.sightings, occasion, _STORIES_PER_SEASON)[:_STORIES_PER_SEASON]
        heights = list(accumulate(_lines(story) for story in stories))
        fitting = sum(_HEAD + height <= room for height in heights)
        chapters.append(YearChapter(chapter.season, stories[: max(1, fitting)]))
    return YearStory(common.year, tuple(chapters))


def _lines(story: Story) -> float:
    return 0.4 + ceil((1.3 * len(story.headline) + len(story.text)) / _LINE)


def review_year(common: SeasonView, dressed: Mapping[str, Livery]) -> Iterable[YearReview]:
    """The nations' year that ends with this fall; nothing where the history does not have it."""
    from adjudicator.newsletter.tables import biggest_rises, longest_reign, years

    cards = {card.name: card for card in common.nations}
    income = _gained(common, Kind.INCOME_RECEIVED)
    monuments = _gained(common, Kind.MONUMENTS_BUILT)
    lines = [
        YearLine(
            card=cards[found.nation],
            livery=dressed[found.nation],
            vp=found.vp,
            vp_gained=found.vp_gained,
            territories=found.territories,
            territories_won=found.territories_won,
            territories_lost=found.territories_lost,
            income_vp=income.get(found.nation),
            monuments_vp=monuments.get(found.nation),
        )
        for found in years(common.history)
        if found.year == common.year and found.nation in cards
    ]
    if not lines:
        return ()
    lines.sort(key=lambda line: -line.vp_gained)
    rises = [rise for rise in biggest_rises(common.history, common.year) if rise.when.season.has_moves]
    deeds = (
        _best("most_vp", {line.card.name: line.vp_gained for line in lines}),
        _best("most_land_won", {line.card.name: line.territories_won for line in lines}),
        _best("most_land_lost", {line.card.name: line.territories_lost for line in lines}),
        _best("most_monuments", monuments),
        _best("greatest_season", {rise.nation: rise.vp for rise in rises}),
        _reign(longest_reign(common.history), common.year),
    )
    return (YearReview(common.year, tuple(lines), _worth_telling(deeds, len(lines))),)


def _worth_telling(deeds: Iterable[Deed | None], nations: int) -> tuple[Deed, ...]:
    """A deed that everybody shares is none."""
    return tuple(deed for deed in deeds if deed is not None and len(deed.nations) < max(2, nations))


def _best(name: str, values: Mapping[str, int]) -> Deed | None:
    most = max(values.values(), default=0)
    if most <= 0:
        return None
    return Deed(name, tuple(nation for nation, value in values.items() if value == most), most)


def _reign(longest: Reign | None, year: int) -> Deed | None:
    """The campaign's longest time in the lead, told in a year that added to it."""
    if longest is None or longest.last.year != year or longest.seasons < _SEASONS_TO_REIGN:
        return None
    return Deed("longest_reign", (longest.nation,), longest.seasons)


def _gained(common: SeasonView, kind: Kind) -> dict[str, int]:
    """VP gained by nation, from the events of one kind."""
    found: dict[str, int] = {}
    for sighting in common.sightings:
        nation, vp = sighting.facts.get("nation"), sighting.facts.get("vp")
        if Kind(sighting.kind) is kind and isinstance(nation, str) and isinstance(vp, int):
            found[nation] = found.get(nation, 0) + vp
    return found
