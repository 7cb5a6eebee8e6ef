"""Editions bound from shared pages and a reader's own: nothing of a complete edition is missing or misplaced."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pikepdf
import pytest

from adjudicator.model.view import SeasonView, Viewer
from adjudicator.newsletter.crew import Crew, hands_worth_starting
from adjudicator.newsletter.editions import Edition, compose, prepare_newsletters, write_pdf
from adjudicator.newsletter.printing import Copy
from adjudicator.newsletter.sharing import Shared, what_is_shared
from adjudicator.newsletter.sheets import Parts, take_apart
from tests.newsletter import views
from tests.newsletter.reading import ReadPdf

LETTER = "A letter for **Byzantium** alone, with [a way](https://example.org/) to answer it."


def post(name: str) -> dict[str, SeasonView]:
    """A small post bag: three players, the GM and the public. Byzantium alone has a letter in `letter`."""
    make = {"letter": views.anatolia, "season": views.anatolia, "over": views.anatolia_over}[name]
    readers: dict[str, Viewer] = {
        "rum": views.player("Rûm"),
        "byzantium": views.player("Byzantium"),
        "aleppo": views.player("Aleppo"),
        "gm": views.GM,
        "public": views.PUBLIC,
    }
    made = {stem: make(reader) for stem, reader in readers.items()}
    if name == "letter":
        for stem in ("byzantium", "gm"):
            made[stem] = replace(made[stem], dispatches=(*made[stem].dispatches, LETTER))
    return made


@cache
def bound(name: str) -> dict[str, ReadPdf]:
    return {stem.removesuffix(".pdf"): ReadPdf(data) for stem, data in prepare_newsletters(post(name)).items()}


@cache
def composed(name: str, stem: str) -> Edition:
    return compose(post(name)[stem], common=post(name)["public"])


@cache
def plain(name: str, stem: str) -> ReadPdf:
    return ReadPdf(write_pdf(composed(name, stem)))


CASES = [("letter", "aleppo"), ("letter", "byzantium"), ("letter", "gm"), ("letter", "public"), ("over", "rum")]
every_case = pytest.mark.parametrize(("name", "stem"), CASES)


def shared(name: str, stem: str) -> Shared:
    mine, public = composed(name, stem), composed(name, "public")
    return what_is_shared(_copy(mine), take_apart(mine.html), _copy(public), _parts(public))


def _copy(edition: Edition) -> Copy:
    return Copy(edition.html, edition.styles, edition.pictures)


def _parts(edition: Edition) -> Parts:
    parts = take_apart(edition.html)
    assert parts is not None
    return parts


# --- what is shared -----------------------------------------------------------------------------------------------


def test_what_is_shared_is_what_is_the_same_to_the_letter() -> None:
    assert shared("letter", "public") is Shared.ALL_PAGES
    assert shared("letter", "aleppo") is Shared.ALL_PAGES
    assert shared("letter", "byzantium") is Shared.COMMON_PAGES
    public = composed("season", "public")
    other_map = replace(_copy(public), pictures={**public.pictures, "map": public.pictures["die-1.svg"]})
    assert what_is_shared(other_map, _parts(public), _copy(public), _parts(public)) is Shared.NOTHING


def test_a_page_of_another_make_is_not_taken_apart() -> None:
    html = composed("season", "rum").html
    assert take_apart(html.replace("<main>", "<article>")) is None
    assert take_apart(html.replace("</h1>", '<a href="#map">The map</a></h1>')) is None


def test_a_private_letter_is_in_no_other_edition() -> None:
    for stem, read in bound("letter").items():
        assert ("A letter for" in read.text) is (stem in ("byzantium", "gm")), stem


# --- the same as the complete edition -----------------------------------------------------------------------------


@every_case
def test_every_page_says_what_it_says_in_the_complete_edition(name: str, stem: str) -> None:
    whole, joined = plain(name, stem), bound(name)[stem]
    assert len(joined.pages) == len(whole.pages)
    for ours, theirs in zip(joined.pages, whole.pages, strict=True):
        assert sorted(ours.split()) == sorted(theirs.split())


@every_case
def test_bookmarks_are_the_same_and_lead_to_the_same_places(name: str, stem: str) -> None:
    assert _bookmarks(bound(name)[stem]) == _bookmarks(plain(name, stem))


@every_case
def test_tagged_elements_are_the_same_and_in_order(name: str, stem: str) -> None:
    kinds = ("H1", "H2", "H3", "P", "Table", "TR", "TH", "TD", "L", "LI", "Figure", "Link", "Caption")
    ours, theirs = (
        [(str(each.S), str(each.get("/Alt", "")), read.number(each)) for each in read.pdf.tagged(*kinds)]
        for read in (Numbered(bound(name)[stem]), Numbered(plain(name, stem)))
    )
    assert ours == theirs


@every_case
def test_the_file_says_of_itself_what_the_complete_edition_says(name: str, stem: str) -> None:
    ours, theirs = bound(name)[stem].pikepdf, plain(name, stem).pikepdf
    assert dict(ours.docinfo) == dict(theirs.docinfo)
    assert ours.Root.Metadata.read_bytes() == theirs.Root.Metadata.read_bytes()
    assert str(ours.Root.Lang) == str(theirs.Root.Lang)
    assert ours.Root.MarkInfo.Marked
    assert ours.Root.ViewerPreferences.DisplayDocTitle


def test_links_lead_where_they_led() -> None:
    read = bound("letter")["byzantium"].pikepdf
    links = [link for page in read.pages for link in page.obj.get("/Annots", ())]
    assert {str(link.A.URI) for link in links} == {"https://example.org/"}
    parents = _parent_tree(read)
    assert {str(parents[int(link.StructParent)].S) for link in links} == {"/Link"}


class Numbered:
    """A PDF with the numbers of its pages at hand."""

    def __init__(self, pdf: ReadPdf) -> None:
        self.pdf = pdf
        self._numbers = {page.obj.objgen: number for number, page in enumerate(pdf.pikepdf.pages)}

    def number(self, element: Any) -> int:
        return self._numbers[element.Pg.objgen]


def _bookmarks(read: ReadPdf) -> list[tuple[int, str, int, float]]:
    numbers = {page.obj.objgen: number for number, page in enumerate(read.pikepdf.pages)}

    def walk(item: Any, depth: int) -> Iterator[tuple[int, str, int, float]]:
        while item is not None:
            yield depth, str(item.Title), numbers[item.Dest[0].objgen], round(float(item.Dest[3]), 1)
            yield from walk(item.get("/First"), depth + 1)
            item = item.get("/Next")

    outlines = read.pikepdf.Root.Outlines
    found = list(walk(outlines.First, 1))
    assert int(outlines.Count) == len(found)
    return found


# --- a sound structure --------------------------------------------------------------------------------------------


def _parent_tree(pdf: pikepdf.Pdf) -> dict[int, Any]:
    nums = list(pdf.Root.StructTreeRoot.ParentTree.Nums)  # type: ignore[call-overload]
    keys = [int(key) for key in nums[::2]]
    assert keys == sorted(set(keys)), "the keys of a number tree go up"
    return dict(zip(keys, nums[1::2], strict=True))


@every_case
def test_all_content_has_its_element_and_every_element_its_content(name: str, stem: str) -> None:
    read = bound(name)[stem]
    parents = _parent_tree(read.pikepdf)
    reached = {each.objgen: each for each in read._elements()}
    for number, page in enumerate(read.pikepdf.pages):
        elements = parents[int(page.obj.StructParents)]
        marks = [
            int(each.operands[1].MCID)
            for each in pikepdf.parse_content_stream(page)
            if str(each.operator) == "BDC" and "/MCID" in each.operands[1]
        ]
        assert len(marks) == len(set(marks)), f"page {number}: a mark twice"
        for mark in marks:
            element = elements[mark]
            assert element.objgen in reached, f"page {number}: {mark} belongs to nothing"
            assert element.Pg.objgen == page.obj.objgen
            assert mark in [kid for kid in element.K if isinstance(kid, int)]
    for element in reached.values():
        assert any(kid.objgen == element.objgen for kid in element.P.K if not isinstance(kid, int))


@every_case
def test_identifiers_are_unique_and_listed(name: str, stem: str) -> None:
    read = bound(name)[stem]
    named = [bytes(each.ID) for each in read._elements() if "/ID" in each]
    assert len(named) == len(set(named))
    listed: list[bytes] = []
    for leaf in read.pikepdf.Root.StructTreeRoot.IDTree.Kids:  # type: ignore[union-attr]
        names = [bytes(each) for each in list(leaf.Names)[::2]]  # type: ignore[call-overload]
        assert [bytes(each) for each in leaf.Limits] == [names[0], names[-1]]  # type: ignore[union-attr]
        listed += names
    assert listed == sorted(named)
    headers = [bytes(header) for cell in read.tagged("TD") for header in cell.A.get("/Headers", ())]
    assert headers
    assert set(headers) <= set(named)


@every_case
def test_footers_are_artifacts(name: str, stem: str) -> None:
    for page in bound(name)[stem].pikepdf.pages:
        artifacts = [each for each in pikepdf.parse_content_stream(page) if _is_artifact(each)]
        assert len(artifacts) >= 3


def _is_artifact(instruction: Any) -> bool:
    return str(instruction.operator) == "BDC" and str(instruction.operands[0]) == "/Artifact"


@every_case
def test_a_bound_edition_is_a_sound_and_small_file(name: str, stem: str) -> None:
    read = bound(name)[stem]
    assert read.pikepdf.check_pdf_syntax() == []
    assert len(read.data) < 400_000


# --- whoever prints -----------------------------------------------------------------------------------------------


def test_one_process_or_two_give_the_same_bytes() -> None:
    with Crew(1) as one:
        alone = prepare_newsletters(post("letter"), crew=one)
    with Crew(2) as two:
        assert prepare_newsletters(post("letter"), crew=two) == alone
    assert alone == {f"{stem}.pdf": read.data for stem, read in bound("letter").items()}


def test_work_of_a_process_that_is_killed_is_done_all_the_same() -> None:
    with Crew(1) as crew:
        process = crew._hands[0]._process
        os.kill(process.pid, signal.SIGTERM)
        process.wait()
        assert crew.submit(divmod, 7, 2).result() == (3, 1)


def test_a_fault_is_raised_where_the_result_is_asked_for() -> None:
    for hands in (0, 1):
        with Crew(hands) as crew, pytest.raises(ZeroDivisionError):
            crew.submit(divmod, 7, 0).result()


def test_few_editions_are_printed_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hands_worth_starting(1) == 0
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    assert hands_worth_starting(10) == 2
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}, raising=False)
    assert hands_worth_starting(10) == 0


_KEEPS_A_CREW = """
import sys, time
from adjudicator.newsletter.crew import Crew
crew = Crew(1)
print(crew._hands[0]._process.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="asks for processes by number")
def test_a_program_that_is_killed_leaves_no_process_behind() -> None:
    with subprocess.Popen([sys.executable, "-c", _KEEPS_A_CREW], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        child = int(program.stdout.readline())
        program.kill()
        program.wait()
    for _ in range(200):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("the child lives on")
