"""Whatever is handed to `collect`, it ends, says what is wrong in a sentence, and takes what is good."""

from __future__ import annotations

import io
import random
import zipfile
from pathlib import Path

import pytest

from adjudicator.forms import pdf_fields
from adjudicator.forms.arrivals import LARGEST_FORM
from adjudicator.forms.mails import open_mail
from adjudicator.forms.pdf_fields import PdfTrouble, read_pdf_fields
from tests.forms.campaigns import collect, fill_pdf, fill_sheet, forms_of, lines, mail, put, refusals

GOOD = "Samnium: defend\n"


def zipped(**parts: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in parts.items():
            target.writestr(name.replace("__", "."), content)
    return made.getvalue()


def test_files_that_are_something_else_are_refused_one_by_one(workbook: Path, inbox: Path) -> None:
    form = fill_sheet(forms_of(workbook) / "Rome.xlsx", {"Order": "Defend"})
    put(
        inbox,
        empty__xlsx=b"",
        words__xlsx=b"Rome: defend",
        zip__xlsx=zipped(readme__txt=b"hello"),
        cut__xlsx=form[: len(form) // 2],
        bomb__xlsx=zipped(**{"[Content_Types]__xml": b" " * 300_000_000}),
        huge__xlsx=b"PK\x03\x04" + bytes(LARGEST_FORM),
        open__ods=zipped(mimetype=b"application/vnd.oasis.opendocument.spreadsheet"),
        outlook__msg=b"\xd0\xcf\x11\xe0",
        words__pdf=b"%PDF-1.7\nnothing\n%%EOF",
        empty__pdf=b"",
        picture__png=b"\x89PNG",
        good__txt=GOOD,
    )
    (inbox / ".~lock.form.xlsx#").write_bytes(b"")
    (inbox / "link.xlsx").symlink_to(workbook)
    found = collect(workbook, inbox, tmp := inbox / "not there")
    why = {**{source.removeprefix("inbox/"): text for source, text in refusals(found).items()}}
    why |= {one.source.removeprefix("inbox/"): one.why for one in found.unopened}
    assert lines(found) == {"Samnium": "Samnium: defend"}
    assert set(why) == {
        *("empty.xlsx", "words.xlsx", "zip.xlsx", "cut.xlsx", "bomb.xlsx", "huge.xlsx", "open.ods", "outlook.msg"),
        *("words.pdf", "empty.pdf", str(tmp)),
    }
    assert "larger than" in why["huge.xlsx"]
    assert "too large" in why["bomb.xlsx"]
    assert "save it as an Excel workbook" in why["open.ods"]
    assert why[str(tmp)] == "there is no such file or folder"
    assert found.passed_over == 1


def test_the_campaigns_own_workbook_is_no_form(workbook: Path) -> None:
    assert "no order form" in refusals(collect(workbook, workbook))["tiber.xlsx"]


@pytest.mark.parametrize("where", [0.2, 0.5, 0.8, 0.95])
def test_a_pdf_with_broken_bytes_is_refused_or_read(workbook: Path, where: float) -> None:
    good = bytearray(fill_pdf(forms_of(workbook, pdf=True) / "Rome.pdf", {"Order": "Defend"}))
    at = int(len(good) * where)
    good[at : at + 2_000] = random.Random(where).randbytes(2_000)
    found = read_pdf_fields(bytes(good))
    assert found in (PdfTrouble.DAMAGED, PdfTrouble.NO_FIELDS) or "Code" in found  # type: ignore[operator]


def test_a_printed_pdf_is_told_from_a_form(tmp_path: Path) -> None:
    from pypdf import PdfWriter

    writer = PdfWriter()
    writer.add_blank_page(200, 200)
    printed = io.BytesIO()
    writer.write(printed)
    assert read_pdf_fields(printed.getvalue()) is PdfTrouble.NO_FIELDS
    writer.encrypt("secret", algorithm="RC4-128")
    locked = io.BytesIO()
    writer.write(locked)
    assert read_pdf_fields(locked.getvalue()) is PdfTrouble.ENCRYPTED


def test_a_pdf_that_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text("import time\ntime.sleep(60)\n")
    monkeypatch.setattr(pdf_fields, "__file__", str(slow))
    monkeypatch.setattr(pdf_fields, "LONGEST_WAIT", 0.5)
    assert read_pdf_fields(b"%PDF-1.7") is PdfTrouble.TOO_LONG


def test_mails_without_end_are_given_up() -> None:
    deep = b""
    for number in range(400):
        deep += b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (number, number)
    assert open_mail(deep).refused
    many = mail("livia@example.org", attachments={f"{number}.txt": b"x" for number in range(300)})
    assert any("parts" in why for why in open_mail(many).refused)


def test_headers_that_break_the_rules_break_nothing() -> None:
    for header in (
        b"From: =?utf-8?q?=FF?= <\xff@\xfe>",
        b"From: =?no-such-charset?b?!!!?=",
        b"From: a@b\nFrom: c@d",
        b"From: " + b"(" * 5_000,
        b"Date: 99 Foo 99999 99:99:99 +9999",
        b"Date: Fri, 01 May 99999 12:00:00 +0000",
        b"Content-Type: text/plain; charset=no-such-charset",
        b"Content-Type: text/plain; charset*0*=x''%FF",
        b"Content-Transfer-Encoding: base64",
        b"Content-Type: multipart/mixed",
        b'Content-Disposition: attachment; filename="=?utf-8?b?////?="',
    ):
        opened = open_mail(header + b"\nTo: gm@example.org\n\nRome: defend\n\xff\xfe")
        assert opened.sender is None
        assert opened.dated is None


@pytest.mark.parametrize("seed", range(30))
def test_mangled_mails_never_raise(workbook: Path, seed: int) -> None:
    chance = random.Random(seed)
    raw = bytearray(mail("livia@example.org", "Rome: defend\n", attachments={"f.xlsx": b"PK\x03\x04 xl/"}))
    for _ in range(30):
        at = chance.randrange(len(raw))
        raw[at : at + chance.randrange(4)] = chance.randbytes(chance.randrange(6))
    open_mail(bytes(raw))


def test_a_mail_in_html_is_read_as_it_is_seen(workbook: Path, inbox: Path) -> None:
    page = (
        "<html><head><title>Rome: siege</title><style>Rome: siege</style></head><body><p>Hello,</p>"
        "<div>Rome: <b>offensive</b> from Roma&nbsp;to Veii</div><br>Livia"
        "<blockquote><div>Rome: defend</div></blockquote><![foo[ bar</body></html>"
    )
    raw = mail("livia@example.org", page).replace(b"text/plain", b"text/html")
    put(inbox, page__eml=raw)
    assert lines(collect(workbook, inbox)) == {"Rome": "Rome: offensive from Roma to Veii"}


def test_lines_that_a_mail_program_has_broken_are_joined(workbook: Path, inbox: Path) -> None:
    broken = mail("livia@example.org", "Rome: defend, intercept Etruria;\nSamnium; none\n")
    flowed = mail("gaius@example.org", "Samnium: raid from Bovianum \nto Fregellae\n").replace(
        b'charset="utf-8"', b'charset="utf-8"; format=flowed'
    )
    put(inbox, a__eml=broken, b__eml=flowed)
    assert lines(collect(workbook, inbox)) == {
        "Rome": "Rome: defend, intercept Etruria; Samnium; none",
        "Samnium": "Samnium: raid from Bovianum to Fregellae",
    }


def test_a_form_that_calculates_its_answers(workbook: Path, inbox: Path) -> None:
    """A formula without a stored value is nothing that can be read; with one it counts as what it shows."""
    put(inbox, rome__xlsx=fill_sheet(forms_of(workbook) / "Rome.xlsx", {"Order": '="Def"&"end"'}))
    assert "Order:" in refusals(collect(workbook, inbox))["inbox/rome.xlsx"]
