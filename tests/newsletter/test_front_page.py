"""The first page: the weightiest news on it, nothing told twice, nothing lost, and never too much for one page."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.model.view import PastSeason, SeasonView
from adjudicator.newsletter.arrange import arrange, edition_kind
from adjudicator.newsletter.edition import (
    Block,
    EditionKind,
    EditionPlan,
    FrontPage,
    MoreNews,
    PrivateSection,
    PublicNotices,
    Section,
    Standings,
    Story,
    YearReview,
    YearStory,
)
from adjudicator.newsletter.phrases import Phrasebook
from tests.newsletter import views

BOOK = Phrasebook()


def plan(view: SeasonView, common: SeasonView | None = None) -> EditionPlan:
    return arrange(view, common or view, BOOK, "en", 263, ())


def sections(made: EditionPlan, block: Block) -> tuple[Section, ...]:
    return dict(made.blocks).get(block, ())


def only(made: EditionPlan, kind: type[Section]) -> Section:
    (found,) = [section for _, block in made.blocks for section in block if isinstance(section, kind)]
    return found


def stories(made: EditionPlan) -> list[Story]:
    front = only(made, FrontPage)
    assert isinstance(front, FrontPage)
    more = [section for section in sections(made, Block.COMMON) if isinstance(section, MoreNews)]
    rows = [row for section in (front, *more) for row in section.features]
    rows += [row for section in more for row in section.briefs]
    lead = [front.lead] if front.lead else []
    return [*lead, *front.beside, *(story for row in rows for column in row for story in column)]


def test_what_kind_of_newspaper_it_is() -> None:
    public = views.PUBLIC
    assert edition_kind(views.anatolia_founding(public)) is EditionKind.FOUNDING
    assert edition_kind(views.anatolia(public)) is EditionKind.SEASON
    assert edition_kind(views.anatolia_fall(public)) is EditionKind.YEARBOOK
    assert edition_kind(views.anatolia_over(public)) is EditionKind.FINAL


def test_the_fall_of_a_capital_leads() -> None:
    front = only(plan(views.anatolia(views.PUBLIC)), FrontPage)
    assert isinstance(front, FrontPage)
    assert front.lead is not None
    assert front.lead.place == "Aleppo"
    assert front.lead.weight == max(story.weight for story in stories(plan(views.anatolia(views.PUBLIC))))


@pytest.mark.parametrize(
    "view", [views.anatolia(views.PUBLIC), views.crowded(views.PUBLIC)], ids=["anatolia", "crowded"]
)
def test_no_story_is_lost_or_told_twice(view: SeasonView) -> None:
    told = stories(plan(view))
    places = [story.place for story in told if story.place]
    assert len(told) == len(set(told))
    assert len(places) >= 8
    everywhere = {
        str(fact) for each in view.sightings for name, fact in each.facts.items() if name in ("territory", "target")
    }
    assert everywhere == set(places)


def test_a_long_letter_stands_by_itself() -> None:
    view = views.anatolia(views.PUBLIC)
    short, long = (replace(view, dispatches=("word " * n,)) for n in (100, 400))
    for letter, by_itself in ((short, False), (long, True)):
        front = only(plan(letter), FrontPage)
        assert isinstance(front, FrontPage)
        assert front.letters_are_long is by_itself


def test_a_long_letter_leaves_less_room_for_news() -> None:
    view = views.anatolia(views.PUBLIC)
    told = [only(plan(replace(view, dispatches=("word " * n,))), FrontPage) for n in (20, 1500)]
    counts = [
        len(front.beside) + sum(len(column) for row in front.features for column in row)
        for front in told
        if isinstance(front, FrontPage)
    ]
    assert counts[0] > counts[1]


def test_a_quiet_season_has_the_standings_and_notices_on_its_first_page() -> None:
    front = sections(plan(views.tiny(views.PUBLIC)), Block.FRONT)
    assert [type(section) for section in front] == [FrontPage, Standings, PublicNotices]


def test_a_busy_season_has_the_standings_after_the_map() -> None:
    made = plan(views.anatolia(views.PUBLIC))
    assert not any(isinstance(section, Standings) for section in sections(made, Block.FRONT))
    assert any(isinstance(section, Standings) for section in sections(made, Block.COMMON))


def test_the_news_is_told_as_everyone_may_know_it() -> None:
    common = views.anatolia(views.PUBLIC)
    assert stories(plan(views.anatolia(views.GM), common)) == stories(plan(common))


def test_the_yearbook_tells_each_season_and_every_nations_year() -> None:
    made = plan(views.anatolia_fall(views.PUBLIC))
    story, review = only(made, YearStory), only(made, YearReview)
    assert isinstance(story, YearStory)
    assert isinstance(review, YearReview)
    assert [chapter.season.value for chapter in story.chapters] == ["winter", "spring", "summer"]
    assert all(chapter.stories for chapter in story.chapters)
    assert [line.vp_gained for line in review.lines] == sorted((line.vp_gained for line in review.lines), reverse=True)
    assert {line.card.name: line.monuments_vp for line in review.lines}["Byzantium"] == 1
    assert {deed.name: deed.nations for deed in review.deeds}["most_vp"] == ("Rûm",)


def deeds(history: tuple[PastSeason, ...]) -> dict[str, tuple[tuple[str, ...], int]]:
    review = only(plan(replace(views.anatolia_fall(views.PUBLIC), history=history)), YearReview)
    assert isinstance(review, YearReview)
    return {deed.name: (deed.nations, deed.value) for deed in review.deeds}


def test_the_longest_lead_of_the_campaign_is_told_in_a_year_that_adds_to_it() -> None:
    history = views.anatolia_fall(views.PUBLIC).history
    assert "longest_reign" not in deeds(history), "nobody led for longer than a season"
    leading = tuple(replace(row, vp=row.vp + 20) if row.nation == "Georgia" else row for row in history)
    assert deeds(leading)["longest_reign"] == (("Georgia",), 4)
    before = tuple(replace(row, year=1070) for row in leading)
    assert deeds(before + leading)["longest_reign"] == (("Georgia",), 8)
    assert "longest_reign" not in deeds(before + history), "the lead of the year before has ended"


def test_only_a_campaign_that_goes_on_has_an_order_form() -> None:
    going_on = only(plan(views.anatolia(views.player("Rûm"))), PrivateSection)
    over = only(plan(views.anatolia_over(views.player("Rûm"))), PrivateSection)
    assert isinstance(going_on, PrivateSection)
    assert isinstance(over, PrivateSection)
    assert going_on.has_form
    assert not over.has_form
