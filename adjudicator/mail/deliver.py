"""Letters handed to the mail server, one by one; each is noted before and after, so that nobody gets it twice."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from adjudicator.mail.prepare import Letter, Post
from adjudicator.mail.sent import Progress, SentMail, read_sent, write_sent
from adjudicator.mail.settings import MailSettings, Security
from adjudicator.not_possible import NotPossibleError

_PATIENCE: Final = 30.0
"""Seconds that the server may take to answer."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Who was sent a mail, and who was not and why."""

    sent: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]


def deliver(post: Post, settings: MailSettings, progress: Callable[[str], None] | None = None) -> Delivery:
    """Send the letters. A letter that the server refuses does not keep the others back.

    Raises `NotPossibleError` where the server cannot be reached, is not who it should be, or does not let us in;
    nothing was sent then. `WorkbookUnavailable` where what was sent cannot be noted.
    """
    if not post.letters or post.sent_file is None:
        return Delivery((), ())
    noted = {} if post.trial else read_sent(post.sent_file)
    sent: list[str] = []
    failed: list[tuple[str, str]] = []
    with _session(settings) as server:
        for letter in post.letters:
            if progress is not None:
                progress(letter.nation)
            _note(post, noted, letter, Progress.SENDING)
            try:
                refused = _send(server, settings, letter)
            except (smtplib.SMTPServerDisconnected, TimeoutError, ssl.SSLError) as gone:
                failed.append(
                    (letter.nation, f"The server broke off, and may have taken the mail or not: {_spoken(gone)}")
                )
                break
            except smtplib.SMTPException as fault:
                failed.append((letter.nation, _spoken(fault)))
                _note(post, noted, letter, None)
                continue
            _note(post, noted, letter, Progress.SENT)
            sent.append(letter.nation)
            if refused:
                failed.append((letter.nation, f"The server refused {', '.join(refused)}; the others have it."))
    return Delivery(tuple(sent), tuple(failed))


def _note(post: Post, noted: dict[str, SentMail], letter: Letter, progress: Progress | None) -> None:
    """Keep how far a letter got, or that it did not go; a trial is not kept."""
    if post.trial or post.sent_file is None:
        return
    if progress is None:
        del noted[letter.nation]
    else:
        time = datetime.now(UTC)
        noted[letter.nation] = SentMail(progress, letter.addresses, str(letter.message["Message-ID"]), time)
    write_sent(post.sent_file, noted)


def _send(server: smtplib.SMTP, settings: MailSettings, letter: Letter) -> tuple[str, ...]:
    """Hands a letter over, and gives the addresses that were refused where others were not."""
    message = letter.message
    del message["X-Unsent"]
    refused = server.send_message(message, from_addr=settings.address, to_addrs=list(letter.addresses))
    return tuple(refused)


@contextmanager
def _session(settings: MailSettings) -> Iterator[smtplib.SMTP]:
    """A connection that is secret, to the server that was named, as the user that was named."""
    where = f"the mail server {settings.server}:{settings.port}"
    server: smtplib.SMTP | None = None
    try:
        context = ssl.create_default_context(cafile=settings.ca_file)
        if settings.security is Security.TLS:
            server = smtplib.SMTP_SSL(settings.server, settings.port, timeout=_PATIENCE, context=context)
        else:
            server = smtplib.SMTP(settings.server, settings.port, timeout=_PATIENCE)
        if settings.security is Security.STARTTLS:
            server.starttls(context=context)
        if settings.user and settings.password:
            server.login(settings.user, settings.password)
    except (smtplib.SMTPException, OSError, UnicodeError) as fault:
        if server is not None:
            server.close()
        raise NotPossibleError(f"Nothing was sent: {where} does not let us in. {_spoken(fault)}") from fault
    try:
        yield server
    finally:
        _leave(server)


def _leave(server: smtplib.SMTP) -> None:
    try:
        server.quit()
    except smtplib.SMTPServerDisconnected:
        server.close()


def _spoken(fault: Exception) -> str:
    """What the server said, on one line; never what was said to it, so no password."""
    match fault:
        case smtplib.SMTPRecipientsRefused():
            told = "; ".join(f"{address}: {_line(answer[1])}" for address, answer in fault.recipients.items())
        case smtplib.SMTPResponseException():
            told = f"{fault.smtp_code} {_line(fault.smtp_error)}"
        case smtplib.SMTPNotSupportedError():
            told = str(fault)
        case OSError():
            told = fault.strerror or str(fault) or type(fault).__name__
        case _:
            told = str(fault) or type(fault).__name__
    return f"{told.rstrip('.')}."


def _line(answer: bytes | str) -> str:
    text = answer.decode("utf-8", errors="replace") if isinstance(answer, bytes) else answer
    return " ".join(text.split())
