"""A real mail server on this computer, with or without TLS, that keeps what it is given."""

from __future__ import annotations

import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

PASSWORD = "correct horse"


class Postbox:
    """What the server was given, and whom it refuses."""

    def __init__(self) -> None:
        self.mails: list[tuple[list[str], EmailMessage]] = []
        self.refuses: set[str] = set()
        self.breaks_off_after: int | None = None
        self.secret = False

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if address in self.refuses:
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        if self.breaks_off_after is not None and len(self.mails) >= self.breaks_off_after:
            server.transport.abort()
            return "451 gone"
        self.secret = session.ssl is not None
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append((list(envelope.rcpt_tos), message))
        return "250 OK"

    @property
    def recipients(self) -> list[str]:
        return [address for addresses, _ in self.mails for address in addresses]


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for `localhost` that nobody but its maker trusts, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(cert)),
        ],
        check=True,
        capture_output=True,
    )
    return cert, key


@contextmanager
def running(postbox: Postbox, tls: tuple[Path, Path] | None = None) -> Iterator[int]:
    """The server on a free port of the loopback; with `tls` it wants STARTTLS and a login first."""
    options: dict[str, Any] = {}
    if tls is not None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*map(str, tls))
        options = {"tls_context": context, "require_starttls": True, "authenticator": _check, "auth_required": True}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(postbox, hostname="127.0.0.1", port=port, **options)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()


def _check(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
    right = isinstance(data, LoginPassword) and data.password.decode() == PASSWORD
    return AuthResult(success=right, handled=False)
