"""The journal: what a command is about to do to the disk, written down before it does it.

It is a hidden file beside the workbook that says all that a later run needs to take the work back or to tidy up after
it. Its name says how far the command has got: another name is given by a rename, which is done wholly or not at all and
needs no room on a full disk. Paths below the workbook's folder are kept relative to it, for the folder may be moved.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from adjudicator.archive import disk
from adjudicator.archive.places import STAGING, Places, SeasonLabel
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable, system_words

_FORMAT = 1
_LARGEST = 1 << 20
# A journal is read from a folder that others may write in: it can name nothing but what a run of ours could have made.
_MOVABLE = re.compile(
    r"-?[0-9]{1,9}-[1-4]-[a-z]{4,6}(\.(set-aside|undone)-[0-9]{1,6})?|undone\.json|.+\.before-undo-[0-9]{1,6}\.[A-Za-z]+"
)


class Stage(Enum):
    """How far a command has got; the value is the end of the journal's name.

    `PREPARING`: nothing that is not hidden has been touched. `PREPARED`: it may have been.
    """

    PREPARING = "preparing"
    PREPARED = "prepared"


@dataclass(frozen=True, slots=True)
class Move:
    """A file or folder that is given another name."""

    source: Path
    target: Path


@dataclass(frozen=True, slots=True)
class Journal:
    """What a command does, in this order: make `folders`, fill `staging`, make `moves`, replace the workbook.

    `before` and `after` are the SHA-256 of the workbook as it is and as it will be. `label` is the season at work, None
    where only the workbook is replaced.
    """

    label: SeasonLabel | None
    before: str
    after: str
    folders: tuple[Path, ...]
    staging: tuple[Path, ...]
    moves: tuple[Move, ...]


def write_journal(places: Places, journal: Journal, pauses: Sequence[float]) -> None:
    """Write the journal for good, at the stage `PREPARING`. Raises `OSError`."""
    document = {
        "after": journal.after,
        "before": journal.before,
        "folders": [_spell(places, path) for path in journal.folders],
        "format": _FORMAT,
        "label": None if journal.label is None else str(journal.label),
        "moves": [[_spell(places, move.source), _spell(places, move.target)] for move in journal.moves],
        "staging": [_spell(places, path) for path in journal.staging],
    }
    unfinished = places.hidden("unfinished")
    disk.remove_file(unfinished, pauses)
    disk.write_file(unfinished, (json.dumps(document, indent=1, sort_keys=True) + "\n").encode())
    disk.move(unfinished, _path_at(places, Stage.PREPARING), pauses)


def set_stage(places: Places, stage: Stage, pauses: Sequence[float]) -> None:
    """Say how far the command has got, for good. Raises `OSError`."""
    (other,) = set(Stage) - {stage}
    disk.move(_path_at(places, other), _path_at(places, stage), pauses)


def remove_journal(places: Places, pauses: Sequence[float]) -> None:
    """The work is done or taken back: nothing is left to put right. Raises `OSError`."""
    for path in (places.hidden("unfinished"), *(_path_at(places, stage) for stage in Stage)):
        disk.remove_file(path, pauses)


def read_journal(places: Places) -> tuple[Stage, Journal] | None:
    """What a run that was broken off had in hand, and how far it had got; None where there was none.

    Raises `WorkbookUnavailable(JOURNAL_UNREADABLE)`.
    """
    for stage in (Stage.PREPARED, Stage.PREPARING):
        path = _path_at(places, stage)
        try:
            with path.open("rb") as file:
                content = file.read(_LARGEST)
            return stage, _understand(places, json.loads(content))
        except FileNotFoundError:
            continue
        except OSError as error:
            raise WorkbookUnavailable(Reason.JOURNAL_UNREADABLE, path, system_words(error)) from error
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise WorkbookUnavailable(Reason.JOURNAL_UNREADABLE, path, str(error)) from error
    return None


def _path_at(places: Places, stage: Stage) -> Path:
    return places.hidden(stage.value)


def _spell(places: Places, path: Path) -> str:
    return str(path.relative_to(places.folder) if path.is_relative_to(places.folder) else path)


def _understand(places: Places, document: object) -> Journal:
    if not isinstance(document, dict) or document["format"] != _FORMAT:
        raise ValueError("of another version of the program")
    label = document["label"]
    if label is not None and (label := SeasonLabel.parse(label)) is None:
        raise ValueError("a season that is none")
    journal = Journal(
        label=label,
        before=str(document["before"]),
        after=str(document["after"]),
        folders=tuple(_path(places, text) for text in document["folders"]),
        staging=tuple(_path(places, text) for text in document["staging"]),
        moves=tuple(Move(_path(places, source), _path(places, target)) for source, target in document["moves"]),
    )
    if any(path.name != STAGING for path in journal.staging):
        raise ValueError("a staging folder that is none")
    for move in journal.moves:
        if not _MOVABLE.fullmatch(move.target.name) or not (
            _MOVABLE.fullmatch(move.source.name) or move.source == places.kept
        ):
            raise ValueError("a move that no run makes")
    return journal


def _path(places: Places, text: object) -> Path:
    if not isinstance(text, str) or not text or "\0" in text or ".." in Path(text).parts:
        raise ValueError("a path that is none")
    return places.folder / text
