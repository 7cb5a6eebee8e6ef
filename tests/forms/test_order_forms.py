"""Forms out: what a player may choose, what he is told, and what no form tells."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from adjudicator.forms.choices import make_form
from adjudicator.forms.form_code import form_code, is_code
from adjudicator.forms.make import make_forms
from adjudicator.model.order_form import OrderForm
from adjudicator.not_possible import CampaignOverError
from adjudicator.workbook.order_form import order_form_workbook
from tests.forms.campaigns import book_of, collect, fill_sheet, forms_of, lines, put, tiber
from tests.workbook.books import NATIONS


def asked(form: OrderForm) -> dict[str, tuple[str, ...]]:
    return {question.label: question.choices for question in form.questions}


def known(form: OrderForm) -> dict[str, str]:
    return dict(form.known)


def nations(**changed: dict[str, object]) -> list[dict[str, object]]:
    return [{**row, **changed.get(row["Nation"], {})} for row in NATIONS]


def test_every_active_nation_gets_a_sheet_and_a_pdf(tmp_path: Path) -> None:
    rows = nations(Samnium={"Standing": "eliminated", "Gold": 0, "Army AP": 0})
    land = [{"Territory": "Roma", "Owner": "Rome"}, {"Territory": "Veii", "Owner": "Etruria"}]
    workbook = tiber(
        tmp_path, nations=rows, territories=land, borders=[{"From": "Roma", "To": "Veii"}], change=no_samnites
    )
    before = workbook.read_bytes()
    made = make_forms(workbook)
    assert made.folder == tmp_path / "forms" / "tiber" / "1-2-spring"
    assert {path.name for path in made.folder.iterdir()} == {
        *("Rome.xlsx", "Rome.pdf", "Etruria.xlsx", "Etruria.pdf", "received.json")
    }
    assert workbook.read_bytes() == before


def no_samnites(book) -> None:  # type: ignore[no-untyped-def]
    page = book["Nations"]
    page["E4"] = None


def test_the_lists_offer_what_this_nation_can_do_and_nothing_else(tmp_path: Path) -> None:
    questions = asked(make_form(book_of(tiber(tmp_path)), "Rome"))
    assert questions["Order"] == ("Offensive", "Defend", "Raid")
    assert questions["From"] == ("Roma", "Ostia")
    assert questions["Target"] == (
        "Veii · from Roma · no loss",
        "Fregellae · from Roma · −25 AP",  # a marsh, in spring
        "Tarquinii · from Ostia · −25 AP",  # the sea, in spring
    )
    assert questions["Rebuild"] == ("no",)
    assert questions["Siege gold"] == ("yes", "no")
    assert questions["Intercept 1"] == ("Etruria", "Samnium", "Roma", "Ostia", "none")


@pytest.mark.parametrize(
    ("season", "marsh", "sea", "mountains"),
    [("winter", "no loss", "−25 AP", "−25 AP"), ("summer", "−25 AP", "no loss", "no loss")],
)
def test_the_terrain_costs_what_it_costs_in_that_season(
    tmp_path: Path, season: str, marsh: str, sea: str, mountains: str
) -> None:
    book = book_of(tiber(tmp_path, season=season))
    reach = {(row[0], row[1]): row[4] for nation in ("Rome", "Samnium") for row in make_form(book, nation).reach}
    assert reach["Roma", "Fregellae"] == marsh
    assert reach["Ostia", "Tarquinii"] == sea
    assert reach["Bovianum", "Fregellae"] == mountains


def test_what_cannot_be_paid_is_not_offered(tmp_path: Path) -> None:
    book = book_of(tiber(tmp_path, nations=nations(Rome={"Gold": 0, "Army AP": 250})))
    questions = asked(make_form(book, "Rome"))
    assert questions["Order"] == ("Defend", "Raid")
    assert questions["Rebuild"] == ("no",)
    assert questions["Siege gold"] == ("no",)


def test_a_dispersed_army_can_be_rebuilt_and_do_nothing_else_without_gold(tmp_path: Path) -> None:
    poor = book_of(tiber(tmp_path / "poor", nations=nations(Rome={"Gold": 0, "Army AP": 0})))
    rich = book_of(tiber(tmp_path / "rich", nations=nations(Rome={"Gold": 3, "Army AP": 0})))
    assert asked(make_form(poor, "Rome"))["Order"] == ("Defend",)
    assert asked(make_form(rich, "Rome"))["Rebuild"] == ("yes", "no")
    assert "Offensive" in asked(make_form(rich, "Rome"))["Order"]


def test_a_besieger_is_told_his_chances_and_may_keep_the_siege(tmp_path: Path) -> None:
    besieging = {"Army at": "Veii", "Siege seasons": 1, "Came from": "Roma"}
    book = book_of(tiber(tmp_path, nations=nations(Rome=besieging)))
    form = make_form(book, "Rome")
    assert "Siege" in asked(form)["Order"]
    assert known(form)["Siege"].startswith("Veii, 1 season so far; ")
    assert known(make_form(book, "Etruria"))["Under siege"] == "Veii by Rome for 1 season"


def test_in_fall_monuments_are_asked_for_and_nothing_else(tmp_path: Path) -> None:
    form = make_form(book_of(tiber(tmp_path, season="fall")), "Rome")
    assert asked(form) == {"Monuments": ("0", "2", "4")}  # 3 gold and 2 of income
    assert form.reach == ()


def test_a_form_tells_no_secret_of_another_nation(tmp_path: Path) -> None:
    """Whatever the others have, and wherever they stand, Rome's form is the same to the last byte."""
    secret = {"Gold": 17, "Army AP": 111}
    one = book_of(tiber(tmp_path / "one"))
    other = book_of(
        tiber(
            tmp_path / "other",
            nations=nations(Etruria={**secret, "Army at": "Tarquinii"}, Samnium=secret),
            orders=[{"Nation": "Etruria", "Order": "Raid", "From": "Veii", "Target": "Roma"}, {"Nation": "Samnium"}],
        )
    )
    assert make_form(one, "Rome") == make_form(other, "Rome")
    assert order_form_workbook(make_form(one, "Rome")) == order_form_workbook(make_form(other, "Rome"))
    assert make_form(one, "Etruria") != make_form(other, "Etruria"), "the test would notice"


def test_the_seed_is_in_no_form(tmp_path: Path) -> None:
    folder = forms_of(tiber(tmp_path, settings={"Seed": "QuercusIlex"}), pdf=True)
    for path in folder.glob("*.xlsx"):
        with zipfile.ZipFile(path) as parts:
            assert not any(b"QuercusIlex" in parts.read(name) for name in parts.namelist())
    for path in folder.glob("*.pdf"):
        reader = PdfReader(path)
        text = "".join(page.extract_text() for page in reader.pages) + str(reader.get_fields())
        assert "QuercusIlex" not in text
        assert "Orders of" in (reader.metadata.title or "" if reader.metadata else "")


def test_a_code_belongs_to_one_nation_season_campaign_and_seed(tmp_path: Path) -> None:
    book = book_of(tiber(tmp_path))
    others = (
        form_code(book, "Etruria"),
        form_code(replace(book, title="Another"), "Rome"),
        form_code(replace(book, seed="another"), "Rome"),
        form_code(replace(book, state=replace(book.state, year=2)), "Rome"),
    )
    code = form_code(book, "Rome")
    assert len({code, *others}) == 5
    assert not any(is_code(book, "Rome", other) for other in others)
    assert is_code(book, "Rome", f" {code.lower().replace('-', ' ')} ")
    assert not is_code(book, "Rome", "")


def test_the_pdf_has_real_fields_with_the_same_choices(tmp_path: Path) -> None:
    workbook = tiber(tmp_path)
    folder = forms_of(workbook, pdf=True)
    form = make_form(book_of(workbook), "Rome")
    fields = PdfReader(folder / "Rome.pdf").get_fields() or {}
    for question in form.questions:
        assert fields[question.label]["/FT"] == "/Ch"
        assert tuple(text for _, text in fields[question.label]["/Opt"]) == ("", *question.choices)
    assert {label: fields[label]["/V"] for label, _ in form.proofs} == dict(form.proofs)


def test_drop_downs_point_at_the_lists(tmp_path: Path) -> None:
    folder = forms_of(tiber(tmp_path))
    book = load_workbook(folder / "Rome.xlsx")
    page, lists = book["Order form"], book["Choices"]
    assert lists.sheet_state == "hidden"
    offered = {}
    for validation in page.data_validations.dataValidation:
        area = book.defined_names[validation.formula1].attr_text.partition("!")[2].replace("$", "")
        label = page.cell(next(iter(validation.sqref.ranges)).min_row, 1).value
        offered[label] = tuple(row[0].value for row in lists[area]) if ":" in area else (lists[area].value,)
    assert offered == asked(make_form(book_of(tmp_path / "tiber.xlsx"), "Rome"))


@pytest.mark.parametrize("season", ["winter", "spring", "summer"])
def test_every_choice_on_every_list_is_taken_without_a_warning(tmp_path: Path, season: str) -> None:
    """The lists and the rules agree: what can be chosen is neither refused nor read as Defend."""
    tried = 0
    for nation in ("Rome", "Etruria", "Samnium"):
        workbook = tiber(tmp_path / nation, season=season)
        questions = asked(make_form(book_of(workbook), nation))
        form = forms_of(workbook) / f"{nation}.xlsx"
        for order in questions["Order"]:
            targets = questions["Target"] if order in ("Offensive", "Raid") else ("",)
            for target in targets:
                if order == "Raid" and target.startswith("Fregellae"):
                    continue  # independent; the hint says so
                answers = {"Order": order, "Target": target or None, "Intercept 1": questions["Intercept 1"][0]}
                inbox = put(workbook.parent / "inbox", form__xlsx=fill_sheet(form, answers))
                found = collect(workbook, inbox, replace=True)
                assert [one.warnings for one in found.accepted] == [()], (nation, order, target)
                tried += 1
    assert tried >= 12


def test_a_form_filled_in_where_it_lies_is_not_written_over(tmp_path: Path) -> None:
    workbook = tiber(tmp_path)
    folder = forms_of(workbook)
    fill_sheet(folder / "Rome.xlsx", {"Order": "Defend"}, folder / "Rome.xlsx")
    filled = (folder / "Rome.xlsx").read_bytes()
    again = make_forms(workbook, pdf=False)
    assert again.kept == ("Rome.xlsx",)
    assert (folder / "Rome.xlsx").read_bytes() == filled
    assert lines(collect(workbook, folder)) == {"Rome": "Rome: defend"}


def test_a_name_that_looks_like_a_formula_is_a_name(tmp_path: Path) -> None:
    form = make_form(book_of(tiber(tmp_path)), "Rome")
    odd = replace(form, questions=(replace(form.questions[0], choices=("=1+1",)),), nation="=HYPERLINK(1)")
    (tmp_path / "odd.xlsx").write_bytes(order_form_workbook(odd))
    book = load_workbook(tmp_path / "odd.xlsx")
    assert book["Choices"]["A1"].data_type == "s"
    assert not any(cell.data_type == "f" for row in book["Order form"].iter_rows() for cell in row)


def test_there_are_no_forms_when_the_campaign_is_over(tmp_path: Path) -> None:
    with pytest.raises(CampaignOverError):
        make_forms(tiber(tmp_path, settings={"Status": "over"}))
