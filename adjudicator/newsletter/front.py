"""The first page: how much of the news it holds, and what is left for the pages after the map.

Heights are estimated in lines of the body text, so that the first page is full and nothing of it runs over onto a
second. The numbers are measured from the stylesheets; a page made with other ones is a little fuller or emptier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from markupsafe import Markup

from adjudicator.model.view import Notices, SeasonView
from adjudicator.newsletter.columns import Columns, deal_columns, deal_rows
from adjudicator.newsletter.edition import (
    EditionKind,
    Figures,
    FrontPage,
    IntroducedNation,
    Introduction,
    MoreNews,
    Story,
)
from adjudicator.newsletter.kinds import SightingKind as Kind
from adjudicator.newsletter.markdown import render_markdown
from adjudicator.newsletter.palette import Livery
from adjudicator.newsletter.phrases import Occasion
from adjudicator.newsletter.stories import Chronicler

LINE_MM = 4.89
"""One line of body text."""

MASTHEAD_LINES = 7.8
FULL_STORIES = 12
"""Stories told at length; the others are in brief."""

_LONG_LETTERS = 1500
"""Characters from which the GM's letters no longer fit beside the lead story."""

_INITIAL_FROM = 120
"""Characters from which a paragraph is long enough to begin with a large initial."""

_LETTER_LINE, _LEAD_LINE, _BESIDE_LINE, _FEATURE_LINE, _BRIEF_LINE = 36, 65, 74, 54, 46
"""Characters to a line of each kind of text, on average."""

_LEAD_HEADLINE, _FEATURE_HEADLINE = 31, 35
"""Characters to a line of headline."""

_ROW_LINES = 38
"""A row of columns higher than this would not stay on one page well."""

_FEATURES_HEAD = 3.2
_FIGURES = 8.5
_SECTION_HEAD = 4.0
_STANDINGS_HEAD, _STANDINGS_ROW = 5.0, 1.35
_NOTICE_LINE = 60


@dataclass(frozen=True, slots=True)
class FrontPlan:
    """The first page, what of the news is left for later, and how many lines of the page are still free."""

    page: FrontPage
    more: MoreNews | None
    lines_left: float

    def has_room_for(self, lines: float) -> bool:
        """Whether something this high fits below the news, and all the news stands above it."""
        return self.more is None and lines <= self.lines_left


def notices_lines(notices: Notices) -> float:
    """How high the public notices stand, in two columns."""
    texts = [*(correction.reason for correction in notices.corrections)]
    told = [notices.orders_due, ", ".join(notices.silent), ", ".join(notices.eliminated), "".join(texts)]
    announced = sum(2.5 + ceil((90 + len(text)) / _NOTICE_LINE) for text in told if text)
    dice = (8.5 + (2 if notices.public_draw else 0)) if notices.commitment else 0
    return _SECTION_HEAD + max(announced, dice)


def standings_lines(nations: int) -> float:
    """How high the standings of so many nations stand."""
    return _STANDINGS_HEAD + _STANDINGS_ROW * nations


def plan_front(
    view: SeasonView,
    common: SeasonView,
    kind: EditionKind,
    chronicler: Chronicler,
    language: str,
    room: float,
) -> FrontPlan:
    """Fill a first page that has `room` for this many lines below the masthead.

    Raises `PhraseError` where a phrase is missing or cannot be filled.
    """
    stories = chronicler.stories(common.sightings, Occasion(view.year, view.season), FULL_STORIES)
    told = [story for story in stories if story.headline]
    in_brief = [story for story in stories if not story.headline]
    has_lead = bool(told) and kind in (EditionKind.SEASON, EditionKind.FINAL)
    lead, others = (told[0], told[1:]) if has_lead else (None, told)
    figures = _figures(common) if kind in (EditionKind.SEASON, EditionKind.FINAL) else None
    are_long = sum(len(each) for each in view.dispatches) > _LONG_LETTERS
    narrow = _letter_lines(view.dispatches) + (_FIGURES if figures else 0)
    beside = 0 if are_long else _stories_beside(lead, others, narrow)
    wide = _lead_lines(lead) + sum(_beside_lines(each) for each in others[:beside])
    left = room - (_lead_lines(lead) + narrow if are_long else max(narrow, wide))
    features = _features_that_fit(others[beside:], left)
    rest = [story for story in others[beside:] if story not in features]
    if features:
        left -= _FEATURES_HEAD + _dealt_lines(features, 2, _feature_lines)
    page = FrontPage(
        letters=tuple(
            Markup(render_markdown(each, language, large_initial=number == 0 and _has_long_start(each)))
            for number, each in enumerate(view.dispatches)
        ),
        letters_are_long=are_long,
        lead=lead,
        beside=tuple(others[:beside]),
        features=deal_rows(features, 2, _feature_lines, _ROW_LINES),
        figures=figures,
    )
    more = MoreNews(
        features=deal_rows(rest, 2, _feature_lines, _ROW_LINES),
        briefs=deal_rows(in_brief, 3, _brief_lines, _ROW_LINES),
    )
    return FrontPlan(page, more if rest or in_brief else None, left)


def introduce(common: SeasonView, dressed: Mapping[str, Livery]) -> Introduction:
    """The nations with what each of them owns."""
    nations = tuple(
        IntroducedNation(
            card,
            dressed[card.name],
            tuple(each.name for each in common.territories if common.owners.get(each.name) == card.name),
        )
        for card in common.nations
    )
    return Introduction(deal_rows(nations, 2, _introduced_lines, _ROW_LINES))


def sentences_in_columns(sentences: Iterable[str]) -> tuple[Columns[str], ...]:
    """Short notices in three columns."""
    return deal_rows(tuple(sentences), 3, lambda each: 0.4 + ceil(len(each) / _BRIEF_LINE), _ROW_LINES)


def _figures(common: SeasonView) -> Figures | None:
    """The season in figures, where there is anything to count."""
    kinds = [Kind(each.kind) for each in common.sightings]
    raids = (Kind.RAID_BLOCKED, Kind.RAID_FAILED, Kind.RAID_SUCCEEDED)
    found = Figures(
        battles=kinds.count(Kind.BATTLE_FOUGHT),
        conquests=kinds.count(Kind.TERRITORY_CONQUERED),
        raids=sum(kinds.count(each) for each in raids),
        sieges=kinds.count(Kind.SIEGE_FAILED),
    )
    return found if found != Figures(0, 0, 0, 0) else None


def _has_long_start(letter: str) -> bool:
    return len(letter.strip().partition("\n\n")[0]) >= _INITIAL_FROM


def _stories_beside(lead: Story | None, others: Sequence[Story], narrow: float) -> int:
    """How many stories fill the wide column to the height of the narrow one."""
    filled = _lead_lines(lead)
    count = 0
    for story in others:
        if filled + _beside_lines(story) / 2 > narrow:
            break
        filled += _beside_lines(story)
        count += 1
    return count


def _features_that_fit(stories: Sequence[Story], left: float) -> list[Story]:
    """The weightiest stories that fit, in order; one that is too long gives way to a shorter one after it."""
    chosen: list[Story] = []
    for story in stories:
        if _FEATURES_HEAD + _dealt_lines([*chosen, story], 2, _feature_lines) <= left:
            chosen.append(story)
    return chosen


def _letter_lines(letters: Sequence[str]) -> float:
    paragraphs = [paragraph for letter in letters for paragraph in letter.split("\n") if paragraph]
    return sum(ceil(len(each) / _LETTER_LINE) + 0.35 for each in paragraphs) + (
        2.5 + 0.8 * len(letters) if letters else 0
    )


def _lead_lines(lead: Story | None) -> float:
    headline, text = (lead.headline, lead.text) if lead is not None else ("", "." * 200)
    return 0.5 + 2 * max(1, ceil(len(headline) / _LEAD_HEADLINE)) + 1.16 * ceil(len(text) / _LEAD_LINE)


def _beside_lines(story: Story) -> float:
    return 2.8 + ceil(len(story.text) / _BESIDE_LINE)


def _feature_lines(story: Story) -> float:
    return 0.95 + 1.13 * ceil(len(story.headline) / _FEATURE_HEADLINE) + ceil(len(story.text) / _FEATURE_LINE)


def _brief_lines(story: Story) -> float:
    return 0.4 + ceil((len(story.text) + len(story.place or "")) / _BRIEF_LINE)


def _introduced_lines(nation: IntroducedNation) -> float:
    return 3.0 + ceil((30 + sum(len(each) + 2 for each in nation.territories)) / _FEATURE_LINE)


def _dealt_lines(stories: Sequence[Story], columns: int, height: Callable[[Story], float]) -> float:
    return max((sum(height(each) for each in column) for column in deal_columns(stories, columns, height)), default=0.0)
