"""A year played by mail, through files only: forms out, forms in, the season run, four times."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from adjudicator.cli.main import main
from adjudicator.model.campaign import Season
from tests.forms.campaigns import book_of, collect, fill_pdf, fill_sheet, forms_of, lines, mail, put, tiber


def adjudicate(*words: object) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    return int(ended.value.code or 0)


def choices(form: Path, label: str) -> list[str]:
    """What the list beside a label offers, as a player sees it."""
    fields = PdfReader(form).get_fields() or {}
    return [text for _, text in fields[label]["/Opt"] if text]


@pytest.mark.slow
def test_a_year_played_by_mail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    workbook = tiber(tmp_path, season="winter", rules={"last_year": 1})
    kept: dict[str, bytes] = {}
    for number, season in enumerate(Season):
        book = book_of(workbook)
        assert (book.state.year, book.state.season) == (1, season)
        assert adjudicate("forms", workbook) == 0
        folder = tmp_path / "forms" / "tiber" / f"1-{number + 1}-{season.value}"
        inbox = tmp_path / "inbox" / season.value
        late = 1_000_000 * number  # hours: after the season before was resolved, whenever this test is run
        if season.has_moves:
            targets = choices(folder / "Rome.pdf", "Target")
            wanted = {"Order": "Offensive", "Target": targets[0]}
            if "Siege" in choices(folder / "Rome.pdf", "Order"):
                wanted = {"Order": "Siege", "Siege gold": "yes" if book.state.holdings["Rome"].gold else "no"}
            kept[season.value] = fill_sheet(folder / "Rome.xlsx", wanted)
            defend = {"Order": "Defend", "Intercept 1": "Rome", "Intercept 2": "none"}
            put(
                inbox,
                rome__xlsx=kept[season.value],
                etruria__pdf=fill_pdf(folder / "Etruria.pdf", defend),
                samnium__eml=mail(
                    "gaius@example.org", "Samnium: raid from Bovianum to Fregellae\nor rather not:\n", hours=late
                ),
                samnium_again__eml=mail("Gaius <gaius@example.org>", "Samnium: defend\n", hours=late + 2),
            )
            # and all that goes wrong: doubled, swapped, from another season, renamed, somebody else's words
            spoiled = load_workbook(io.BytesIO(kept[season.value]))
            for row in spoiled["Order form"].iter_rows(max_col=1):
                if row[0].value == "Nation":
                    spoiled["Order form"].cell(row[0].row, 2).value = "Samnium"
            spoiled.save(inbox / "Samnium.xlsx")
            put(
                inbox,
                doubled__xlsx=kept[season.value],
                sly__eml=mail("aule@example.org", "Rome: defend\n", hours=late + 3),
                **{f"old_{name}__xlsx": content for name, content in kept.items() if name != season.value},
            )
            expected_missing: tuple[str, ...] = ()
        else:
            put(
                inbox,
                rome__xlsx=fill_sheet(
                    folder / "Rome.xlsx", {"Monuments": choices(folder / "Rome.pdf", "Monuments")[1]}
                ),
                etruria__pdf=fill_pdf(folder / "Etruria.pdf", {"Monuments": "0"}),
                old__xlsx=kept["summer"],
            )
            expected_missing = ("Samnium",)
        capsys.readouterr()
        assert adjudicate("collect", workbook, inbox) == 1, "the bad ones are refused"
        told = capsys.readouterr().out
        assert ("Still missing" in told) == bool(expected_missing)
        collected = book_of(workbook)
        if season.has_moves:
            orders = collected.orders.orders
            assert orders["Rome"].kind is not None
            assert orders["Rome"].kind.value == wanted["Order"]
            assert orders["Etruria"].intercept == ("Rome", "none")
            assert orders["Samnium"].kind is not None
            assert orders["Samnium"].kind.value == "Defend"
            for said in (
                "its code is not the one",
                "aule@example.org",
                *(["It is a form for winter 1"] * (number > 0)),
            ):
                assert said.lower() in told.lower()
        else:
            assert collected.orders.monuments["Rome"].gold == 2
        assert adjudicate("status", workbook) == 0
        before = workbook.read_bytes()
        assert adjudicate("collect", workbook, inbox) == 1
        assert workbook.read_bytes() == before
        assert adjudicate(workbook, "--no-newsletters") == 0
        archived = book_of(tmp_path / "archive" / "tiber" / f"1-{number + 1}-{season.value}" / "orders.xlsx")
        assert archived.orders == collected.orders
    assert book_of(workbook).state.over
    assert adjudicate("forms", workbook) == 1


@pytest.mark.office
@pytest.mark.slow
def test_a_form_filled_in_and_saved_with_libreoffice(tmp_path: Path) -> None:
    office = shutil.which("soffice")
    if office is None:
        pytest.skip("no LibreOffice here")
    workbook = tiber(tmp_path)
    filled = tmp_path / "Rome.xlsx"
    answers = {"Order": "Offensive", "Target": "Veii · from Roma · no loss", "Siege gold": "yes", "Intercept 1": "none"}
    fill_sheet(forms_of(workbook) / "Rome.xlsx", answers, filled)
    profile = (tmp_path / "profile").as_uri()
    command = [office, f"-env:UserInstallation={profile}", "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML"]
    subprocess.run([*command, "--outdir", tmp_path / "out", filled], check=True, capture_output=True, timeout=180)
    saved = tmp_path / "out" / "Rome.xlsx"
    assert saved.read_bytes() != filled.read_bytes()
    assert lines(collect(workbook, saved)) == {"Rome": "Rome: offensive from Roma to Veii, siege gold, intercept none"}
    # its lists are still there for whoever opens it next
    book = load_workbook(saved)
    assert len(book["Order form"].data_validations.dataValidation) == 9
    subprocess.run(
        [*command[:-1], "ods", "--outdir", tmp_path / "out", filled], check=True, capture_output=True, timeout=180
    )
    (refused,) = collect(workbook, tmp_path / "out" / "Rome.ods").unopened
    assert "OpenDocument" in refused.why


def test_a_form_as_google_and_numbers_save_it(tmp_path: Path) -> None:
    """Google writes texts inside their cells; Numbers names the sheet anew, adds a page before it, and shifts rows."""
    from openpyxl import Workbook

    workbook = tiber(tmp_path)
    page = load_workbook(forms_of(workbook) / "Rome.xlsx")["Order form"]
    book = Workbook(write_only=True)
    book.create_sheet("Export Summary").append(["This document was exported from Numbers."])
    sheet = book.create_sheet("Order form - Table 1")
    sheet.append(["Table 1"])
    answers = {"Order": "Raid", "Target": "Veii", "From": "Roma"}
    for row in page.iter_rows(values_only=True):
        sheet.append([row[0], answers.get(str(row[0]), row[1])])
    (tmp_path / "inbox").mkdir()
    book.save(tmp_path / "inbox" / "Rome-1.xlsx")
    assert lines(collect(workbook, tmp_path / "inbox")) == {"Rome": "Rome: raid from Roma to Veii"}
