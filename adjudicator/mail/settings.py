"""The mail server's settings: from a file, the environment over it, and the password never from the command line.

Looked for in the order of: the file that `--config` names, `adjudicate.toml` beside the workbook, `adjudicate.toml` in
the user's own folder for settings. In the file:

    [mail]
    server = "smtp.example.org"
    port = 587
    security = "starttls"        # or "tls"; "none" only for this very computer
    user = "gm@example.org"
    from = "The Game Master <gm@example.org>"
    ca_file = "authority.pem"    # only for a server with a certificate of its own
"""

from __future__ import annotations

import os
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from email.utils import parseaddr
from enum import Enum
from pathlib import Path
from typing import Final

from adjudicator.mail.addresses import is_address
from adjudicator.not_possible import NotPossibleError

FILE_NAME: Final = "adjudicate.toml"
_LARGEST: Final = 100_000
_PREFIX: Final = "ADJUDICATE_MAIL_"
_NAMES: Final = ("server", "port", "security", "user", "password", "from", "ca_file")
_THIS_COMPUTER: Final = frozenset(("localhost", "127.0.0.1", "::1"))
_HIGHEST_PORT: Final = 65_535


class Security(Enum):
    """How the connection is kept secret."""

    STARTTLS = "starttls"
    TLS = "tls"
    NONE = "none"


_PORTS: Final = {Security.STARTTLS: 587, Security.TLS: 465, Security.NONE: 25}


@dataclass(frozen=True, slots=True)
class MailSettings:
    """How mails are sent. `server` is empty where none was named; `sender` is like `The GM <gm@example.org>`.

    `password` is shown in no representation.
    """

    server: str = ""
    port: int = 587
    security: Security = Security.STARTTLS
    user: str = ""
    sender: str = ""
    ca_file: Path | None = None
    password: str = field(default="", repr=False)
    notes: tuple[str, ...] = ()

    @property
    def needs_password(self) -> bool:
        """Whether there is a user to log in as, without a password."""
        return bool(self.user) and not self.password

    @property
    def address(self) -> str:
        """The sender's bare address; empty where none was named."""
        return parseaddr(self.sender)[1]

    def with_password(self, password: str) -> MailSettings:
        """The same with a password that was asked for."""
        return replace(self, password=password)

    def require_server(self) -> None:
        """Raises `NotPossibleError` where mails cannot be sent for want of a server or sender."""
        if not self.server or not self.sender:
            missing = "server" if not self.server else "sender (from)"
            raise NotPossibleError(
                f"No mail {missing} is named. Write {FILE_NAME} beside the workbook, with [mail] and server, user and "
                f"from in it, or set {_PREFIX}SERVER, {_PREFIX}USER and {_PREFIX}FROM; the password goes into "
                f"{_PREFIX}PASSWORD, or is asked for."
            )


def find_settings(workbook: Path, config: Path | None, environment: Mapping[str, str] | None = None) -> MailSettings:
    """The settings there are. Raises `NotPossibleError` where they cannot be understood."""
    around = os.environ if environment is None else environment
    path = config
    if path is None:
        candidates = (workbook.absolute().parent / FILE_NAME, own_folder(around) / FILE_NAME)
        path = next((each for each in candidates if each.is_file()), None)
    values, notes = ({}, ()) if path is None else _read(path)
    source = str(path) if path is not None else "the environment"
    for name in _NAMES:
        entered = around.get(f"{_PREFIX}{name.upper()}")
        if entered:
            values[name] = entered
    return _settings(values, source, path.parent if path is not None else Path(), notes)


def own_folder(environment: Mapping[str, str]) -> Path:
    """The user's own folder for settings of this program."""
    if os.name == "nt" and environment.get("APPDATA"):
        return Path(environment["APPDATA"]) / "adjudicate"
    home = Path(environment["HOME"]) if environment.get("HOME") else Path.home()
    return Path(environment.get("XDG_CONFIG_HOME") or home / ".config") / "adjudicate"


def _read(path: Path) -> tuple[dict[str, str], tuple[str, ...]]:
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST)
            mode = os.fstat(file.fileno()).st_mode
        document = tomllib.loads(content.decode("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise NotPossibleError(f"{path} cannot be read: {fault}.") from fault
    section = document.get("mail", {})
    if not isinstance(section, dict):
        raise NotPossibleError(f"{path}: mail is to be a section, [mail].")
    unknown = sorted(set(section) - set(_NAMES))
    if unknown:
        raise NotPossibleError(f"{path} has no use for {unknown[0]!r} under [mail]; known are {', '.join(_NAMES)}.")
    notes: tuple[str, ...] = ()
    if "password" in section and os.name == "posix" and mode & (stat.S_IRGRP | stat.S_IROTH):
        notes = (f"{path} holds a password and can be read by others on this computer: chmod 600 {path.name}.",)
    return {name: str(value) for name, value in section.items()}, notes


def _settings(values: Mapping[str, str], source: str, folder: Path, notes: tuple[str, ...]) -> MailSettings:
    server = values.get("server", "").strip()
    try:
        security = Security(values.get("security", Security.STARTTLS.value).strip().lower())
    except ValueError:
        words = ", ".join(each.value for each in Security)
        raise NotPossibleError(f"{source}: security is one of {words}.") from None
    if security is Security.NONE and server and server not in _THIS_COMPUTER:
        raise NotPossibleError(f"{source}: without security mails go to a server on this very computer only.")
    entered = values.get("port", str(_PORTS[security])).strip()
    if not entered.isdecimal() or not 0 < int(entered) <= _HIGHEST_PORT:
        raise NotPossibleError(f"{source}: port is a number up to {_HIGHEST_PORT}.")
    sender = " ".join(values.get("from", values.get("user", "") if "@" in values.get("user", "") else "").split())
    bare = parseaddr(sender)[1]
    if sender and not (is_address(bare) and (sender == bare or sender.endswith(f"<{bare}>"))):
        raise NotPossibleError(f"{source}: from is to be an address, such as The Game Master <gm@example.org>.")
    ca_file = values.get("ca_file", "")
    return MailSettings(
        server=server,
        port=int(entered),
        security=security,
        user=values.get("user", ""),
        sender=sender,
        ca_file=folder / ca_file if ca_file else None,
        password=values.get("password", ""),
        notes=notes,
    )
