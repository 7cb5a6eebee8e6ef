"""Editions as readers get them: real PDFs, read back."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise

import pikepdf
import pytest

from adjudicator.model.view import SeasonView
from adjudicator.newsletter.crew import Crew
from adjudicator.newsletter.editions import (
    Edition,
    Format,
    Paper,
    PdfUnavailable,
    compose,
    prepare_newsletters,
    write_pdf,
)
from tests.newsletter import views
from tests.newsletter.reading import ReadPdf, typesetter_complaints

KINDS = {
    "season": views.anatolia,
    "yearbook": views.anatolia_fall,
    "final": views.anatolia_over,
    "founding": views.anatolia_founding,
    "tiny": views.tiny,
    "crowded": views.crowded,
}
READERS = {
    "rum": views.player("Rûm"),
    "byzantium": views.player("Byzantium"),
    "gm": views.GM,
    "public": views.PUBLIC,
}
SEASON = [("season", "rum"), ("season", "gm"), ("season", "public")]
EVERY_KIND = [*SEASON, ("yearbook", "rum"), ("final", "rum"), ("founding", "rum"), ("tiny", "gm")]


@cache
def composed(kind: str, reader: str, paper: Paper = Paper.A4) -> Edition:
    make = KINDS[kind]
    return compose(make(READERS[reader]), common=make(views.PUBLIC), paper=paper)


@cache
def printed(kind: str, reader: str, paper: Paper = Paper.A4) -> tuple[ReadPdf, tuple[str, ...]]:
    with typesetter_complaints() as heard:
        data = write_pdf(composed(kind, reader, paper))
    return ReadPdf(data), tuple(heard)


def pdf(kind: str, reader: str, paper: Paper = Paper.A4) -> ReadPdf:
    return printed(kind, reader, paper)[0]


every_edition = pytest.mark.parametrize(("kind", "reader"), EVERY_KIND)


# --- the file -----------------------------------------------------------------------------------------------------


@every_edition
def test_the_typesetter_has_nothing_to_complain_of(kind: str, reader: str) -> None:
    assert printed(kind, reader)[1] == ()


@every_edition
def test_an_edition_says_what_it_is(kind: str, reader: str) -> None:
    read = pdf(kind, reader)
    title = KINDS[kind](READERS[reader]).title
    assert read.reader.metadata is not None
    assert str(read.reader.metadata.title).startswith(f"{title}, ")
    assert read.reader.metadata.author == "The Game Master"
    assert str(read.pikepdf.Root.Lang) == "en"
    assert read.pikepdf.Root.ViewerPreferences.DisplayDocTitle
    assert read.pikepdf.Root.MarkInfo.Marked
    assert b"pdfuaid:part" in read.pikepdf.Root.Metadata.read_bytes()


@every_edition
def test_an_edition_stays_small(kind: str, reader: str) -> None:
    assert len(pdf(kind, reader).data) < 400_000


@every_edition
def test_only_the_newsletters_own_fonts_are_used_and_all_are_inside(kind: str, reader: str) -> None:
    fonts = pdf(kind, reader).fonts
    assert {name.partition("-")[0] for name in fonts} == {"Adjudicator"}
    assert {"Adjudicator-Garamond", "Adjudicator-Garamond-Italic", "Adjudicator-Cinzel"} <= set(fonts)
    assert all(fonts.values())


@every_edition
def test_nothing_is_attached_or_runs(kind: str, reader: str) -> None:
    read = pdf(kind, reader)
    assert not read.reader.attachments
    for name in ("/OpenAction", "/AA", "/AF"):
        assert name not in read.pikepdf.Root
    assert "/EmbeddedFiles" not in read.pikepdf.Root.get("/Names", {})
    assert b"file:" not in read.everything


@every_edition
def test_every_picture_is_told_in_words(kind: str, reader: str) -> None:
    figures = pdf(kind, reader).tagged("Figure")
    assert figures
    assert all(str(figure.get("/Alt", "")).strip() for figure in figures)


@every_edition
def test_every_cell_of_a_table_knows_its_headers(kind: str, reader: str) -> None:
    read = pdf(kind, reader)
    headers = {str(cell.ID) for cell in read.tagged("TH") if "/ID" in cell}
    named = [cell for cell in read.tagged("TD") if len(cell.A.Headers)]
    assert headers
    assert len(named) == len(read.tagged("TD"))
    assert all(str(header) in headers for cell in named for header in cell.A.Headers)


@every_edition
def test_headings_go_down_one_level_at_a_time(kind: str, reader: str) -> None:
    levels = [int(str(heading.S)[2]) for heading in pdf(kind, reader).tagged("H1", "H2", "H3", "H4", "H5", "H6")]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_the_same_edition_gives_the_same_bytes() -> None:
    edition = composed("season", "rum")
    assert write_pdf(edition) == pdf("season", "rum").data
    again = compose(views.anatolia(views.player("Rûm")), common=views.anatolia(views.PUBLIC))
    assert again == edition


@pytest.mark.parametrize(("paper", "size"), [(Paper.A4, (595, 842)), (Paper.LETTER, (612, 792))])
def test_paper(paper: Paper, size: tuple[int, int]) -> None:
    box = pdf("season", "rum", paper).reader.pages[0].mediabox
    assert (round(box.width), round(box.height)) == size


# --- what it tells ------------------------------------------------------------------------------------------------


@every_edition
def test_every_page_is_numbered(kind: str, reader: str) -> None:
    pages = pdf(kind, reader).pages
    for number, text in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)}" in text


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize(("kind", "reader"), [*SEASON, ("yearbook", "rum"), ("founding", "rum"), ("tiny", "gm")])
def test_the_first_page_is_full_of_news_and_the_map_is_on_the_second(kind: str, reader: str, paper: Paper) -> None:
    read = pdf(kind, reader, paper)
    maps = [figure for figure in read.tagged("Figure") if str(figure.Alt).startswith("Map of the campaign")]
    assert [_page_number(read, figure) for figure in maps] == [2]


def _page_number(read: ReadPdf, element: pikepdf.Dictionary) -> int:
    return next(n for n, page in enumerate(read.pikepdf.pages, start=1) if page.objgen == element.Pg.objgen)


def test_the_masthead() -> None:
    first = pdf("season", "rum").pages[0]
    for words in ("Anatolia", "Number 6", "Spring of 1072", "Edition for Rûm", "Friday, 12 March"):
        assert words.casefold() in first.casefold()
    assert "396 BC" in pdf("tiny", "gm").pages[0]
    assert "Public edition".casefold() in pdf("season", "public").pages[0].casefold()


def test_bookmarks_lead_to_the_parts() -> None:
    bookmarks = pdf("season", "rum").bookmarks
    for words in ("Anatolia", "The map", "Standings", "Public notices", "For Rûm alone", "Your order as received"):
        assert any(words in each for each in bookmarks), words


def test_the_private_page_has_the_order_exactly_as_received() -> None:
    text = pdf("season", "rum").text
    for words in ("rûm", "dorylaeum", "Byzantium; Ancyra; none"):
        assert words in text
    assert "§ 6.2" in text


def test_accounts_open_move_and_close() -> None:
    text = pdf("season", "rum").text
    assert re.search(r"Brought forward 5 Army rebuilt −1 4 Offensive −1 3 Siege gold −1 2 Carried forward 2", text)
    assert re.search(r"Brought forward 300 Army rebuilt \+75 375 Battle, Dorylaeum −25 350 Carried forward 350", text)


def test_dice_are_told_with_their_modifiers() -> None:
    text = pdf("season", "gm").text
    assert "Siege of Trebizond Seljuk Empire + 1 seasons + 1 siege gold 4 5 or more seed" in text
    assert "Siege of Sinope Georgia 6 5 or more Game Master" in text
    faces = [str(figure.Alt) for figure in pdf("season", "rum").tagged("Figure") if len(str(figure.Alt)) == 1]
    assert faces == ["3", "5", "4", "2", "4", "2", "1"]


def test_looking_ahead_names_targets_prices_and_a_form_to_fill() -> None:
    text = pdf("season", "rum").text
    assert "Looking ahead" in text
    assert re.search(r"Attaleia Rhodes independent sea free", text)
    assert "Order for the summer of 1072".casefold() in text.casefold()


def test_a_siege_under_way_tells_its_chances() -> None:
    view = views.anatolia(views.player("Seljuk Empire"))
    text = ReadPdf(write_pdf(compose(view, common=views.anatolia(views.PUBLIC)))).text
    assert "the city falls on a die of 3 or more: 4 in 6" in text
    assert "the city falls on a die of 2 or more: 5 in 6" in text


def test_public_notices() -> None:
    text = pdf("season", "public").text
    assert "No order came from Aleppo." in text
    assert "Aleppo holds no territory and no siege, and is eliminated." in text
    assert views.COMMITMENT in text.replace(" ", "")
    assert "14 22 31 37 40 45" in text
    assert "A battle of the spring had been entered the wrong way round." in text


def test_the_founding_edition_introduces_the_nations_and_the_rules() -> None:
    text = pdf("founding", "rum").text
    for words in ("Founding edition", "played by Elene", "The rules in short", "Order for the winter of 1071"):
        assert words.casefold() in text.casefold()
    assert "standings" not in text.casefold()


def test_the_yearbook_tells_the_year() -> None:
    text = pdf("yearbook", "rum").text
    for words in ("How 1071 went", "Best deeds of the year", "Byzantium turned gold into 1 VP"):
        assert words.casefold() in text.casefold()


def test_the_last_edition_reveals_all_dice() -> None:
    text = pdf("final", "rum").text
    assert "final standings" in text.casefold()
    assert "1071|spring|siege|Georgia|Sinope|1" in text
    assert "Order for" not in text


# --- secrets ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reader", "knows"), [("rum", False), ("public", False), ("byzantium", True), ("gm", True)])
def test_a_treasury_is_read_only_by_its_owner_and_the_gm(reader: str, knows: bool) -> None:
    assert (str(views.SECRET_GOLD) in pdf("season", reader).text) is knows
    assert (str(views.SECRET_GOLD) in composed("season", reader).html) is knows


def test_the_public_edition_has_no_private_page() -> None:
    text = pdf("season", "public").text
    for words in ("For Rûm alone", "Treasury", "as received", "Looking ahead", "dorylaeum"):
        assert words not in text


def test_the_common_pages_are_the_same_for_everyone() -> None:
    def common(reader: str) -> str:
        rest = composed("season", reader).html.partition('<div class="block common">')[2]
        return rest.partition('<div class="block private">')[0].partition("</main>")[0].strip()

    assert "Standings" in common("rum")
    assert common("rum") == common("byzantium") == common("public")


# --- the whole post bag -------------------------------------------------------------------------------------------


def test_the_post_bag_has_every_edition_in_order() -> None:
    post = {stem: view for stem, view in views.anatolia_post().items() if stem in ("aleppo", "gm", "public")}
    heard: list[str] = []
    made = prepare_newsletters(post, formats=frozenset(Format), progress=heard.append)
    assert list(made) == [f"{stem}.{each}" for stem in ("aleppo", "gm", "public") for each in ("pdf", "html")]
    assert heard == list(made)
    assert all(data.startswith(b"%PDF-") for name, data in made.items() if name.endswith(".pdf"))
    assert all(data.startswith(b"<!DOCTYPE html>") for name, data in made.items() if name.endswith(".html"))
    alone = prepare_newsletters({"public": post["public"]})
    assert alone["public.pdf"] == made["public.pdf"]


def test_more_processes_print_the_same_bytes() -> None:
    post = {"rome": views.tiny(views.player("Rome")), "gm": views.tiny(views.GM), "public": views.tiny(views.PUBLIC)}
    with Crew(2) as crew:
        together = prepare_newsletters(post, crew=crew)
    assert together == prepare_newsletters(post)
    assert together["rome.pdf"] != together["public.pdf"]


def test_without_the_library_no_pdf_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    real = builtins.__import__

    def without_pango(name: str, *rest: object, **more: object) -> object:
        if name == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0'")
        return real(name, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without_pango)
    heard: list[str] = []
    post: dict[str, SeasonView] = {"public": views.tiny(views.PUBLIC)}
    with pytest.raises(PdfUnavailable, match="libpango"):
        prepare_newsletters(post, progress=heard.append)
    assert heard == []
    assert list(prepare_newsletters(post, formats=frozenset({Format.HTML}))) == ["public.html"]


def test_a_quiet_season_without_letters_has_no_empty_columns() -> None:
    html = compose(views.tiny(views.PUBLIC)).html
    assert "front-columns" not in html
    assert "battles fought" not in html


def test_one_and_many() -> None:
    view = views.anatolia(views.PUBLIC)
    one = compose(replace(view, notices=replace(view.notices, silent=("Rûm",)))).html
    many = compose(replace(view, notices=replace(view.notices, silent=("Rûm", "Georgia")))).html
    assert "Its army stood" in one
    assert "Their armies stood" in many
