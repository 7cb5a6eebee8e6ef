"""What was sent, so that nobody gets it twice: `sent.json` beside the mails of a season.

A mail is noted before it is handed to the server and again after. One that stayed at the first note may have gone out
or not; it is not sent again unless that is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Final

from adjudicator.forms.places import write_file
from adjudicator.not_possible import NotPossibleError

SENT_FILE: Final = "sent.json"
_VERSION: Final = 1
_LARGEST: Final = 10_000_000


class Progress(Enum):
    """How far a mail got."""

    SENDING = "sending"
    SENT = "sent"


@dataclass(frozen=True, slots=True)
class SentMail:
    """One nation's mail: to whom, its Message-ID, and when."""

    progress: Progress
    addresses: tuple[str, ...]
    message_id: str
    time: datetime


def read_sent(path: Path) -> dict[str, SentMail]:
    """What was sent, by nation. Raises `NotPossibleError` where the file cannot be understood."""
    try:
        if not path.is_file():
            return {}
        with path.open("rb") as file:
            document = json.loads(file.read(_LARGEST).decode("utf-8"))
        if document["version"] != _VERSION:
            raise ValueError("it was written by another version of the program")
        return {
            str(nation): SentMail(
                Progress(found["progress"]),
                tuple(str(address) for address in found["to"]),
                str(found["message_id"]),
                datetime.fromisoformat(found["time"]),
            )
            for nation, found in document["mails"].items()
        }
    except (
        OSError,
        UnicodeDecodeError,
        json.JSONDecodeError,
        KeyError,
        TypeError,
        AttributeError,
        ValueError,
    ) as fault:
        raise NotPossibleError(
            f"{path} cannot be understood, so it is not known who was sent a mail ({fault}). Move it elsewhere to go "
            "on: everyone then counts as not sent anything yet."
        ) from fault


def write_sent(path: Path, mails: Mapping[str, SentMail]) -> None:
    """Keeps what was sent. Raises `WorkbookUnavailable`."""
    document = {
        "version": _VERSION,
        "mails": {
            nation: {
                "progress": mail.progress.value,
                "to": list(mail.addresses),
                "message_id": mail.message_id,
                "time": mail.time.isoformat(),
            }
            for nation, mail in mails.items()
        },
    }
    write_file(path, (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode())
