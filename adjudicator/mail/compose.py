"""One player's mail, from the template and what is attached. Nothing in a cell can become a header."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid, parseaddr
from pathlib import Path
from typing import Final

from adjudicator.newsletter.fill import fill_template
from adjudicator.newsletter.render import TemplateFault

_TEMPLATE: Final = "mail/letter.txt"
_LONGEST_SUBJECT: Final = 200
_LONGEST_NAME: Final = 80
_POLICY: Final = SMTP.clone(max_line_length=78)


@dataclass(frozen=True, slots=True)
class LetterFacts:
    """What the template tells one player. `newsletter` and `form` say whether they are attached.

    `past` and `coming` are seasons such as `winter 1071`; `past` is empty before the first, `coming` once all is over.
    """

    campaign: str
    nation: str
    player: str
    past: str
    coming: str
    due: str
    newsletter: bool
    form: bool
    example: str


def letter_words(facts: LetterFacts, templates: Path | None, language: str) -> tuple[str, str]:
    """Subject and text. Raises `TemplateFault` where the template does not begin with its subject."""
    filled = fill_template(_TEMPLATE, templates, language, letter=facts).strip()
    first, _, rest = filled.partition("\n")
    if not first.startswith("Subject:"):
        raise TemplateFault(f"{_TEMPLATE} does not begin with Subject:")
    return first.removeprefix("Subject:").strip(), rest.strip() + "\n"


def compose(
    addresses: tuple[str, ...],
    name: str,
    sender: str,
    words: tuple[str, str],
    attachments: Mapping[str, bytes],
) -> EmailMessage:
    """The mail. `sender` may be empty: a mail program then fills it in. `addresses` are plain ones (`is_address`).

    Raises `ValueError` for an address that is none.
    """
    message = EmailMessage(policy=_POLICY)
    subject, text = words
    shown = header_text(name, _LONGEST_NAME)
    message["To"] = [Address(shown if len(addresses) == 1 else "", addr_spec=address) for address in addresses]
    domain = None
    if sender:
        own_name, own = parseaddr(sender)
        message["From"] = Address(header_text(own_name, _LONGEST_NAME), addr_spec=own)
        domain = own.rpartition("@")[2]
    message["Subject"] = header_text(subject, _LONGEST_SUBJECT)
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid("adjudicate", domain if domain and domain.isascii() else "adjudicate.invalid")
    message["Auto-Submitted"] = "auto-generated"
    message["X-Unsent"] = "1"  # mail programs then open the file as one to be sent
    message.set_content(text)
    for file_name, content in attachments.items():
        kind = mimetypes.guess_type(file_name)[0] or "application/octet-stream"
        if file_name.endswith(".xlsx"):  # not every system knows it
            kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        main, _, sub = kind.partition("/")
        message.add_attachment(content, maintype=main, subtype=sub, filename=file_name)
    return message


def header_text(text: str, longest: int) -> str:
    """A text on one line, without anything that a header could be broken with."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text[: 4 * longest])
    return " ".join(shown.split())[:longest].strip()
