"""Orders in: what is taken, what gives way, what is refused and why; and a bad form harms no other."""

from __future__ import annotations

import io
import mailbox
import zipfile
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from openpyxl import load_workbook

from adjudicator.forms.memory import read_memory
from adjudicator.forms.returned import Refused
from adjudicator.not_possible import CampaignOverError, NotPossibleError
from adjudicator.season_run import Ending, RunOptions, run_season
from tests.forms.campaigns import (
    NOON,
    book_of,
    collect,
    fill_pdf,
    fill_sheet,
    forms_of,
    lines,
    mail,
    put,
    refusals,
    tiber,
)

OFFENSIVE = {"Order": "Offensive", "Target": "Veii · from Roma · no loss", "Siege gold": "yes"}
OFFENSIVE_LINE = "Rome: offensive from Roma to Veii, siege gold"


def edited(form: bytes, **cells: str) -> bytes:
    """A form in which somebody has altered what it says of itself, or anything else, by label."""
    book = load_workbook(io.BytesIO(form))
    page = book["Order form"]
    for row in page.iter_rows(max_col=1):
        if row[0].value in cells:
            page.cell(row[0].row, 2).value = cells[row[0].value]
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


# --- what is taken ----------------------------------------------------------------------------------------------------


def test_a_sheet_a_pdf_and_a_line_of_text(workbook: Path, inbox: Path) -> None:
    folder = forms_of(workbook, pdf=True)
    put(
        inbox,
        renamed_by_somebody__xlsx=fill_sheet(folder / "Rome.xlsx", OFFENSIVE),
        scan__pdf=fill_pdf(folder / "Etruria.pdf", {"Order": "Defend", "Intercept 1": "Rome", "Intercept 2": "none"}),
        answer__eml=mail("Gaius <GAIUS@example.org>", "Samnium: raid from Bovianum to Fregellae\n\nBest, Gaius\n"),
    )
    found = collect(workbook, inbox)
    assert lines(found) == {
        "Rome": OFFENSIVE_LINE,
        "Etruria": "Etruria: defend, intercept Rome; none",
        "Samnium": "Samnium: raid from Bovianum to Fregellae",
    }
    assert found.missing == ()
    orders = book_of(workbook).orders.orders
    assert (orders["Rome"].origin, orders["Rome"].target, orders["Rome"].siege_gold) == ("Roma", "Veii", True)
    assert orders["Etruria"].intercept == ("Rome", "none")


def test_the_report_says_how_the_order_will_be_read_and_what_will_be_refused(workbook: Path, inbox: Path) -> None:
    put(inbox, answer__eml=mail("gaius@example.org", "Samnium: raid from Bovianum to Fregellae, rebuild\n"))
    (accepted,) = collect(workbook, inbox).accepted
    assert accepted.reads == "Raid from Bovianum on Fregellae with rebuild"
    assert accepted.warnings == (
        "The army of Samnium will not be rebuilt: the army is at full strength (3.1).",
        "The Raid of Samnium will be read as Defend: an independent area cannot be raided (7.5).",
    )


def test_only_the_cells_of_the_orders_change(workbook: Path, inbox: Path) -> None:
    before = {page.title: list(page.iter_rows(values_only=True)) for page in load_workbook(workbook)}
    put(inbox, rome__xlsx=fill_sheet(forms_of(workbook) / "Rome.xlsx", OFFENSIVE))
    collect(workbook, inbox)
    after = {page.title: list(page.iter_rows(values_only=True)) for page in load_workbook(workbook)}
    row = after["Spring"][1]
    assert row[:7] == ("Rome", "Offensive", "Roma", "Veii", None, "yes", None)
    before["Spring"][1] = row
    assert after == before


def test_a_nation_without_a_row_gets_one(tmp_path: Path, inbox: Path) -> None:
    workbook = tiber(tmp_path, orders=[{"Nation": "Etruria"}])
    put(inbox, rome__xlsx=fill_sheet(forms_of(workbook) / "Rome.xlsx", OFFENSIVE))
    collect(workbook, inbox)
    assert book_of(workbook).orders.orders["Rome"].target == "Veii"


def test_what_the_target_leaves_open_the_player_may_type(workbook: Path, inbox: Path) -> None:
    folder = forms_of(workbook)
    put(inbox, rome__xlsx=fill_sheet(folder / "Rome.xlsx", {"Order": "raid", "Target": "tarquinii", "From": "OSTIA"}))
    assert lines(collect(workbook, inbox)) == {"Rome": "Rome: raid from Ostia to Tarquinii"}


def test_a_misspelt_place_is_taken_as_the_order_sheet_takes_it_with_a_warning(workbook: Path, inbox: Path) -> None:
    answers = {"Order": "Offensive", "Target": "Veji", "From": "Roma"}
    put(inbox, rome__xlsx=fill_sheet(forms_of(workbook) / "Rome.xlsx", answers))
    (accepted,) = collect(workbook, inbox).accepted
    assert any('Did you mean "Veii"?' in warning for warning in accepted.warnings)


def test_monuments_in_fall(tmp_path: Path, inbox: Path) -> None:
    workbook = tiber(tmp_path, season="fall")
    put(
        inbox,
        rome__xlsx=fill_sheet(forms_of(workbook) / "Rome.xlsx", {"Monuments": "4"}),
        etruria__eml=mail("aule@example.org", "Etruria: monuments 0\n"),
    )
    found = collect(workbook, inbox)
    assert lines(found) == {"Rome": "Rome: monuments 4", "Etruria": "Etruria: monuments 0"}
    assert found.missing == ("Samnium",)
    assert book_of(workbook).orders.monuments["Rome"].gold == 4


def test_a_mailbox_and_a_mail_with_a_form_attached(workbook: Path, inbox: Path) -> None:
    folder = forms_of(workbook)
    inbox.mkdir()
    box = mailbox.mbox(inbox / "inbox.mbox")
    rome = fill_sheet(folder / "Rome.xlsx", OFFENSIVE)
    box.add(mail("livia@example.org", attachments={"..\\..\\etc/passwd\x00 or so.XLSX": rome, "photo.png": b"\x89PNG"}))
    box.add(mail("shop@example.com", "Our new catalogue is here: look!\n"))
    box.add(mail("aule@example.org", "Etruria: defend\n"))
    box.close()
    found = collect(workbook, inbox / "inbox.mbox")
    assert lines(found) == {"Rome": OFFENSIVE_LINE, "Etruria": "Etruria: defend"}
    assert not found.refused
    assert found.passed_over == 1
    assert found.accepted[0].taken.candidate.source == "inbox.mbox, mail 1 › passwd or so.XLSX"


def test_mailboxes_as_thunderbird_and_apples_mail_keep_them(workbook: Path, inbox: Path) -> None:
    inbox.mkdir()
    box = mailbox.mbox(inbox / "Inbox")
    box.add(mail("aule@example.org", "Etruria: defend\n"))
    box.close()
    assert lines(collect(workbook, inbox / "Inbox")) == {"Etruria": "Etruria: defend"}
    (inbox / "Orders.mbox").mkdir()
    (inbox / "Inbox").rename(inbox / "Orders.mbox" / "mbox")
    assert lines(collect(workbook, inbox)) == {"Etruria": "Etruria: defend"}


# --- which of two -----------------------------------------------------------------------------------------------------


def test_the_later_mail_counts_whatever_the_order_of_the_files(workbook: Path, inbox: Path) -> None:
    put(
        inbox,
        a__eml=mail("livia@example.org", "Rome: offensive from Roma to Veii\n", hours=5),
        b__eml=mail("livia@example.org", "Rome: defend\n", hours=1),
    )
    found = collect(workbook, inbox)
    assert lines(found) == {"Rome": "Rome: offensive from Roma to Veii"}
    assert [one.why for one in found.passed_by] == ["inbox/a.eml came later and counts."]


def test_a_later_mail_replaces_one_that_was_collected_and_says_so(workbook: Path, inbox: Path) -> None:
    put(inbox, first__eml=mail("livia@example.org", "Rome: defend\n"))
    collect(workbook, inbox)
    put(inbox, second__eml=mail("livia@example.org", "Rome: raid from Roma to Veii\n", hours=2))
    found = collect(workbook, inbox)
    assert lines(found) == {"Rome": "Rome: raid from Roma to Veii"}
    assert found.accepted[0].taken.replaced == "the order from inbox/first.eml"


def test_an_earlier_mail_found_later_does_not_count(workbook: Path, inbox: Path) -> None:
    put(inbox, late__eml=mail("livia@example.org", "Rome: defend\n", hours=3))
    collect(workbook, inbox)
    put(inbox, early__eml=mail("livia@example.org", "Rome: raid from Roma to Veii\n"))
    alone = collect(workbook, inbox / "early.eml")
    assert lines(alone) == {}
    assert [one.why for one in alone.passed_by] == ["inbox/late.eml was sent later and counts."]
    assert alone.missing == ("Etruria", "Samnium")
    found = collect(workbook, inbox)
    assert lines(found) == {"Rome": "Rome: defend"}


def test_two_forms_without_a_date_that_differ_are_both_refused(workbook: Path, inbox: Path) -> None:
    form = forms_of(workbook) / "Rome.xlsx"
    put(inbox, one__xlsx=fill_sheet(form, OFFENSIVE), two__xlsx=fill_sheet(form, {"Order": "Defend"}))
    found = collect(workbook, inbox)
    assert {one.reason for one in found.refused} == {Refused.UNCLEAR_WHICH}
    assert len(found.refused) == 2
    assert found.missing == ("Rome", "Etruria", "Samnium")
    assert lines(collect(workbook, inbox / "two.xlsx", inbox / "one.xlsx", replace=True)) == {"Rome": OFFENSIVE_LINE}


def test_the_same_form_twice_is_one_order(workbook: Path, inbox: Path) -> None:
    form = fill_sheet(forms_of(workbook) / "Rome.xlsx", OFFENSIVE)
    put(inbox, one__xlsx=form, two__xlsx=form)
    found = collect(workbook, inbox)
    assert lines(found) == {"Rome": OFFENSIVE_LINE}
    assert len(found.passed_by) == 1
    assert not found.refused


def test_a_second_form_without_a_date_needs_to_be_told(workbook: Path, inbox: Path) -> None:
    form = forms_of(workbook) / "Rome.xlsx"
    collect(workbook, put(inbox, one__xlsx=fill_sheet(form, OFFENSIVE)))
    put(inbox, two__xlsx=fill_sheet(form, {"Order": "Defend"}))
    assert {one.reason for one in collect(workbook, inbox / "two.xlsx").refused} == {Refused.UNCLEAR_WHICH}
    assert book_of(workbook).orders.orders["Rome"].target == "Veii"
    assert lines(collect(workbook, inbox / "two.xlsx", replace=True)) == {"Rome": "Rome: defend"}
    # and the folder with both can be collected again without a change of mind
    found = collect(workbook, inbox)
    assert lines(found) == {"Rome": "Rome: defend"}
    assert not found.refused


def test_collecting_the_same_folder_again_changes_nothing(workbook: Path, inbox: Path) -> None:
    put(
        inbox,
        rome__xlsx=fill_sheet(forms_of(workbook) / "Rome.xlsx", OFFENSIVE),
        a__eml=mail("aule@example.org", "Etruria: defend\n"),
        b__eml=mail("aule@example.org", "Etruria: raid from Veii to Roma\n", hours=1),
    )
    collect(workbook, inbox)
    before = workbook.read_bytes(), workbook.stat().st_mtime_ns
    found = collect(workbook, inbox)
    assert (workbook.read_bytes(), workbook.stat().st_mtime_ns) == before
    assert not found.refused
    assert {one.taken.taking.value for one in found.accepted} == {"in the workbook already"}


def test_what_the_gm_typed_is_kept_until_he_says_otherwise(tmp_path: Path, inbox: Path) -> None:
    workbook = tiber(tmp_path, orders=[{"Nation": "Rome", "Order": "Defend"}])
    put(inbox, rome__xlsx=fill_sheet(forms_of(workbook) / "Rome.xlsx", OFFENSIVE))
    found = collect(workbook, inbox)
    assert [one.reason for one in found.refused] == [Refused.TYPED_BY_GM]
    assert book_of(workbook).orders.orders["Rome"].target is None
    assert lines(collect(workbook, inbox, replace=True)) == {"Rome": OFFENSIVE_LINE}


def test_an_order_corrected_by_the_gm_after_it_was_collected_is_his(workbook: Path, inbox: Path) -> None:
    put(inbox, first__eml=mail("livia@example.org", "Rome: raid from Roma to Veii\n"))
    collect(workbook, inbox)
    book = load_workbook(workbook)
    book["Spring"]["B2"] = "Offensive"
    book.save(workbook)
    put(inbox, second__eml=mail("livia@example.org", "Rome: defend\n", hours=1))
    assert [one.reason for one in collect(workbook, inbox).refused] == [Refused.TYPED_BY_GM]


# --- what is refused --------------------------------------------------------------------------------------------------


def test_a_form_of_another_campaign_season_or_nation(tmp_path: Path, inbox: Path) -> None:
    workbook = tiber(tmp_path / "this")
    other = tiber(tmp_path / "other", settings={"Title": "The Po", "Seed": "another"})
    summer = tiber(tmp_path / "summer", season="summer")
    same_title = tiber(tmp_path / "same", settings={"Seed": "another"})
    rome = fill_sheet(forms_of(workbook) / "Rome.xlsx", OFFENSIVE)
    put(
        inbox,
        other__xlsx=fill_sheet(forms_of(other) / "Rome.xlsx", OFFENSIVE),
        summer__xlsx=fill_sheet(forms_of(summer) / "Rome.xlsx", {"Order": "Defend"}),
        same__xlsx=fill_sheet(forms_of(same_title) / "Rome.xlsx", OFFENSIVE),
        swapped__xlsx=edited(rome, Nation="Etruria"),
        altered__xlsx=edited(rome, Code="AAAA-BBBB-CCCC-DDDD"),
        without__xlsx=edited(rome, Code=""),
        stranger__xlsx=edited(rome, Nation="Carthage"),
        good__eml=mail("gaius@example.org", "Samnium: defend\n"),
    )
    found = collect(workbook, inbox)
    assert {one.source.removeprefix("inbox/"): one.reason for one in found.refused} == {
        "other.xlsx": Refused.OTHER_CAMPAIGN,
        "summer.xlsx": Refused.OTHER_SEASON,
        "same.xlsx": Refused.WRONG_CODE,
        "swapped.xlsx": Refused.WRONG_CODE,
        "altered.xlsx": Refused.WRONG_CODE,
        "without.xlsx": Refused.WRONG_CODE,
        "stranger.xlsx": Refused.UNKNOWN_NATION,
    }
    assert lines(found) == {"Samnium": "Samnium: defend"}
    assert found.missing == ("Rome", "Etruria")


def test_a_form_returned_by_another_player_is_refused_a_deputy_is_not(workbook: Path, inbox: Path) -> None:
    form = fill_sheet(forms_of(workbook) / "Rome.xlsx", OFFENSIVE)
    put(inbox, etruscan__eml=mail("aule@example.org", attachments={"Rome.xlsx": form}))
    assert [one.reason for one in collect(workbook, inbox).refused] == [Refused.WRONG_SENDER]
    put(inbox, etruscan__eml=mail("deputy@example.com", attachments={"Rome.xlsx": form}))
    assert lines(collect(workbook, inbox)) == {"Rome": OFFENSIVE_LINE}


@pytest.mark.parametrize(
    "sender",
    [
        "aule@example.org",
        "stranger@example.com",
        '"livia@example.org" <stranger@example.com>',
        "livia@example.org, stranger@example.com",
        "livia@example.org <stranger@example.com>",
        "<livia@example.org> <stranger@example.com>",
    ],
)
def test_words_count_only_from_the_nations_own_address(workbook: Path, inbox: Path, sender: str) -> None:
    raw = mail("x@example.org", "Rome: defend\n").replace(b"From: x@example.org", f"From: {sender}".encode())
    put(inbox, forged__eml=raw)
    assert [one.reason for one in collect(workbook, inbox).refused] == [Refused.WRONG_SENDER]
    assert lines(collect(workbook, inbox, any_sender=True)) == {"Rome": "Rome: defend"}


def test_a_player_cannot_order_for_another(workbook: Path, inbox: Path) -> None:
    put(inbox, sly__eml=mail("aule@example.org", "Etruria: raid from Veii to Roma\nRome: defend\n"))
    found = collect(workbook, inbox)
    assert lines(found) == {"Etruria": "Etruria: raid from Veii to Roma"}
    assert [(one.nation, one.reason) for one in found.refused] == [("Rome", Refused.WRONG_SENDER)]


def test_a_mail_within_a_mail_orders_nothing_in_words(workbook: Path, inbox: Path) -> None:
    outer = EmailMessage()
    outer["From"], outer["Date"] = "aule@example.org", NOON
    outer.set_content("See what Livia wrote.\n")
    inner = EmailMessage()
    inner["From"] = "livia@example.org"
    inner.set_content("Rome: defend\n")
    outer.add_attachment(inner)
    put(inbox, outer__eml=outer.as_bytes())
    found = collect(workbook, inbox)
    assert lines(found) == {}
    assert found.missing == ("Rome", "Etruria", "Samnium")


def test_a_quoted_mail_orders_nothing(workbook: Path, inbox: Path) -> None:
    body = "Thanks!\n\nOn Friday the GM wrote:\n> Rome: offensive from Roma to Veii\n"
    outlook = "Thanks!\n\n-----Original Message-----\nFrom: GM <gm@example.org>\nRome: offensive from Roma to Veii\n"
    put(inbox, a__eml=mail("livia@example.org", body), b__eml=mail("livia@example.org", outlook))
    found = collect(workbook, inbox)
    assert lines(found) == {}
    assert {one.reason for one in found.refused} == {Refused.NO_FORM}
    assert {one.nearest for one in found.refused} == {"Rome: offensive from Roma to Veii"}


def test_contradicting_answers_are_refused(workbook: Path, inbox: Path) -> None:
    answers = {"Order": "Offensive", "Target": "Veii · from Roma · no loss", "From": "Ostia"}
    put(inbox, rome__xlsx=fill_sheet(forms_of(workbook) / "Rome.xlsx", answers))
    assert "which is meant?" in refusals(collect(workbook, inbox))["inbox/rome.xlsx"]


def test_a_word_that_is_no_order_is_refused(workbook: Path, inbox: Path) -> None:
    put(inbox, rome__xlsx=fill_sheet(forms_of(workbook) / "Rome.xlsx", {"Order": "Attack", "Rebuild": "perhaps"}))
    why = refusals(collect(workbook, inbox))["inbox/rome.xlsx"]
    assert 'Order: "Attack" is not an order. Did you mean "Offensive"?' in why
    assert "Rebuild:" in why


def test_a_form_that_was_not_filled_in_is_no_order(workbook: Path) -> None:
    found = collect(workbook, forms_of(workbook, pdf=True))
    assert sorted(one.nation for one in found.blank) == sorted(["Rome", "Etruria", "Samnium"] * 2)
    assert not found.accepted
    assert not found.refused


def test_the_words_of_last_season_are_not_this_seasons(workbook: Path, inbox: Path) -> None:
    put(inbox, a__eml=mail("livia@example.org", "Rome: defend\n"), b__txt="Etruria: defend\n")
    assert set(lines(collect(workbook, inbox))) == {"Rome", "Etruria"}
    done = run_season(RunOptions(workbook, newsletters=False))
    assert done.ending is Ending.RESOLVED
    # a mail that nobody had collected, sent before the season was resolved
    put(inbox, c__eml=mail("gaius@example.org", "Samnium: defend\n", hours=-5))
    put(inbox, d__eml=mail("gaius@example.org", "Samnium: raid from Bovianum to Roma\n", hours=24 * 365 * 10))
    found = collect(workbook, inbox)
    assert {one.source: one.reason for one in found.refused} == {
        "inbox/a.eml": Refused.TOO_OLD,
        "inbox/b.txt": Refused.TAKEN_BEFORE,
        "inbox/c.eml": Refused.TOO_OLD,
    }
    assert lines(found) == {"Samnium": "Samnium: raid from Bovianum to Roma"}


def test_what_came_after_the_day_is_taken_and_said_to_be_late(tmp_path: Path, inbox: Path) -> None:
    workbook = tiber(tmp_path, settings={"Orders due": datetime(2026, 5, 1)})
    put(
        inbox,
        a__eml=mail("livia@example.org", "Rome: defend\n"),
        b__eml=mail("aule@example.org", "Etruria: defend\n", hours=72),
    )
    warned = {one.nation: one.warnings for one in collect(workbook, inbox).accepted}
    assert warned["Rome"] == ()
    assert warned["Etruria"] == ("It came after 1 May 2026, when orders were due.",)


# --- what hinders altogether ------------------------------------------------------------------------------------------


def test_with_errors_in_the_workbook_nothing_is_collected(tmp_path: Path, inbox: Path) -> None:
    workbook = tiber(tmp_path, orders=[{"Nation": "Rome", "Order": "Atack"}])
    before = workbook.read_bytes()
    found = collect(workbook, put(inbox, a__txt="Etruria: defend\n"))
    assert found.book is None
    assert found.problems
    assert workbook.read_bytes() == before


def test_orders_are_closed_while_battles_wait_and_when_all_is_over(tmp_path: Path, inbox: Path) -> None:
    put(inbox, a__txt="Etruria: defend\n")
    with pytest.raises(NotPossibleError, match="Orders are closed"):
        collect(tiber(tmp_path / "waits", settings={"Status": "battles"}), inbox)
    with pytest.raises(CampaignOverError):
        collect(tiber(tmp_path / "over", settings={"Status": "over"}), inbox)


def test_a_memory_that_cannot_be_understood_is_said(workbook: Path, inbox: Path) -> None:
    put(inbox, a__txt="Etruria: defend\n")
    collect(workbook, inbox)
    memory = tmp = workbook.parent / "forms" / "tiber" / "1-2-spring" / "received.json"
    assert read_memory(memory).orders["Etruria"].order == {"Order": "Defend"}
    tmp.write_text('{"version": 1, "orders": []}')
    with pytest.raises(NotPossibleError, match="cannot be understood"):
        collect(workbook, inbox)


# --- receipts ---------------------------------------------------------------------------------------------------------


def test_each_player_gets_a_receipt_of_his_own(workbook: Path, inbox: Path) -> None:
    put(
        inbox,
        a__eml=mail("livia@example.org", "Rome: offensive from Roma to Veii\n"),
        b__eml=mail("aule@example.org", "Etruria: attack Roma\n"),
    )
    found = collect(workbook, inbox)
    assert found.receipts is not None
    assert {path.name for path in found.receipts.iterdir()} == {"Rome.txt", "Etruria.txt"}
    rome, etruria = ((found.receipts / name).read_text("utf-8") for name in ("Rome.txt", "Etruria.txt"))
    assert "Offensive from Roma to Veii" in rome
    assert "Etruria" not in rome
    assert '"Etruria: offensive from Veii to Roma"' in etruria
    assert "livia" not in etruria.lower()
    # receipts lie among the forms, and are never taken for orders
    assert not collect(workbook, found.receipts.parent).accepted


def test_nothing_of_what_was_collected_holds_the_seed(tmp_path: Path, inbox: Path) -> None:
    workbook = tiber(tmp_path, settings={"Seed": "QuercusIlex"})
    put(inbox, rome__xlsx=fill_sheet(forms_of(workbook) / "Rome.xlsx", OFFENSIVE))
    collect(workbook, inbox)
    for path in (tmp_path / "forms").rglob("*"):
        if path.is_file() and not zipfile.is_zipfile(path):
            assert b"QuercusIlex" not in path.read_bytes()


def test_a_date_without_a_zone_is_read_as_universal_time(workbook: Path, inbox: Path) -> None:
    raw = mail("livia@example.org", "Rome: defend\n").replace(b"+0000", b"-0000")
    put(inbox, a__eml=raw)
    (accepted,) = collect(workbook, inbox).accepted
    assert accepted.taken.candidate.dated == datetime(2026, 5, 1, 12, tzinfo=UTC)
