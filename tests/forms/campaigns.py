"""A campaign played by mail: its workbook, forms filled in as players do, and mails as mail programs send them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from pypdf import PdfReader, PdfWriter

from adjudicator.forms.collect import Collection, CollectOptions, collect_orders
from adjudicator.forms.make import make_forms
from adjudicator.model.book import Book
from adjudicator.workbook.reader import read_workbook
from tests.workbook.books import NATIONS, campaign_workbook

EMAILS = {"Rome": "livia@example.org", "Etruria": "aule@example.org", "Samnium": "gaius@example.org"}
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def tiber(folder: Path, **changes: Any) -> Path:
    """The Tiber, in spring of year 1, with mail addresses and nobody's orders yet."""
    nations = changes.pop("nations", NATIONS)
    changes.setdefault("orders", [{"Nation": nation["Nation"]} for nation in nations])
    rows = [{**row, "Email": EMAILS[row["Nation"]]} if row["Nation"] in EMAILS else row for row in nations]
    folder.mkdir(parents=True, exist_ok=True)
    return campaign_workbook(folder / "tiber.xlsx", nations=rows, **changes)


def forms_of(workbook: Path, *, pdf: bool = False) -> Path:
    """The season's forms, made; gives their folder."""
    made = make_forms(workbook, pdf=pdf)
    assert made.folder is not None, made.problems
    return made.folder


def fill_sheet(form: Path, answers: Mapping[str, Any], to: Path | None = None) -> bytes:
    """A form filled in with a spreadsheet: what stands to the right of a label becomes the answer."""
    book = load_workbook(form)
    page = book["Order form"]
    left = dict(answers)
    for row in page.iter_rows(max_col=1):
        if row[0].value in left:
            page.cell(row[0].row, 2).value = left.pop(row[0].value)
    assert not left, f"the form does not ask for {sorted(left)}"
    saved = io.BytesIO()
    book.save(saved)
    if to is not None:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(saved.getvalue())
    return saved.getvalue()


def fill_pdf(form: Path, answers: Mapping[str, str], to: Path | None = None) -> bytes:
    """A form filled in with a PDF reader."""
    writer = PdfWriter(clone_from=PdfReader(form))
    assert set(answers) <= set(writer.get_fields() or {})
    writer.update_page_form_field_values(None, dict(answers), auto_regenerate=False)
    saved = io.BytesIO()
    writer.write(saved)
    if to is not None:
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(saved.getvalue())
    return saved.getvalue()


def mail(
    sender: str,
    body: str = "",
    *,
    hours: float = 0,
    attachments: Mapping[str, bytes] | None = None,
) -> bytes:
    """A mail as a player sends it, `hours` after noon."""
    message = EmailMessage()
    message["From"] = sender
    message["To"] = "gm@example.org"
    message["Subject"] = "Re: orders"
    message["Date"] = NOON + timedelta(hours=hours)
    message.set_content(body or "Here it is.\n")
    for name, content in (attachments or {}).items():
        message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def put(folder: Path, **files: bytes | str) -> Path:
    """A folder of files; a double underscore in a name stands for the dot."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        path = folder / name.replace("__", ".")
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def collect(workbook: Path, *paths: Path, replace: bool = False, any_sender: bool = False) -> Collection:
    """What `collect` makes of these files."""
    return collect_orders(CollectOptions(workbook, paths, replace=replace, any_sender=any_sender))


def book_of(workbook: Path) -> Book:
    """The campaign as the workbook has it now."""
    reading = read_workbook(workbook)
    assert reading.book is not None, [str(problem) for problem in reading.problems]
    return reading.book


def lines(found: Collection) -> dict[str, str]:
    """The orders that were taken, by nation, as lines."""
    return {one.nation: one.line for one in found.accepted}


def refusals(found: Collection) -> dict[str, str]:
    """Why things were refused, by the name of the file."""
    return {one.source: one.why for one in found.refused}
