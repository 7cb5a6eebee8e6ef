"""What an archived season says of itself: `manifest.json`. It is written once and never changed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Never

from adjudicator.archive.places import SeasonLabel

MANIFEST = "manifest.json"
LARGEST = 4 << 20
"""Bytes; a manifest of a thousand newsletters takes less than a tenth."""

_FORMAT = 1
_SHA256 = re.compile(r"[0-9a-f]{64}")
_WORKBOOK_NAME = re.compile(r"(orders|result)\.[a-z]{1,8}")
_KEPT_NAME = re.compile(r"-?[0-9]{1,9}-[1-4]-[a-z]{4,6}\.set-aside-[0-9]{1,6}")


class ManifestDamaged(ValueError):  # noqa: N818 - said of a manifest
    """These bytes are no manifest of ours, and why."""


@dataclass(frozen=True, slots=True)
class ManifestFacts:
    """What only the caller knows of a season.

    `status` is the campaign's status after it (`orders` or `over`), `seed_commitment` the SHA-256 of the seed (11.3;
    empty without a seed), `public_draw` the draw used (11.2; empty where there was none), `time` an aware moment, kept
    to the second.
    """

    seed_commitment: str
    public_draw: str
    program_version: str
    status: str
    time: datetime


@dataclass(frozen=True, slots=True)
class FileRecord:
    """A file's name and the SHA-256 of its bytes, in lower-case hexadecimal."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Previous:
    """The link to the season before: its label, the SHA-256 of its manifest's bytes, and of its result."""

    label: SeasonLabel
    manifest_sha256: str
    result_sha256: str


@dataclass(frozen=True, slots=True)
class SetAside:
    """A season's folder that was in the way, and the name under which it is kept."""

    label: SeasonLabel
    name: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """One archived season: two workbooks, newsletters (name to SHA-256), what it was resolved with, its chain.

    `set_aside` lists the seasons that were in the way of this one.
    """

    label: SeasonLabel
    orders: FileRecord
    result: FileRecord
    newsletters: Mapping[str, str]
    facts: ManifestFacts
    previous: Previous | None
    set_aside: tuple[SetAside, ...]

    @property
    def sha256(self) -> str:
        """The SHA-256 of the manifest's bytes: what the next season's manifest holds of it."""
        return hashlib.sha256(write_manifest(self)).hexdigest()


def write_manifest(manifest: Manifest) -> bytes:
    """The bytes of `manifest.json`: the same for the same manifest."""
    previous = manifest.previous
    document = {
        "format": _FORMAT,
        "newsletters": dict(manifest.newsletters),
        "orders": _write_file_record(manifest.orders),
        "previous": previous
        and {
            "manifest_sha256": previous.manifest_sha256,
            "result_sha256": previous.result_sha256,
            "season": str(previous.label),
        },
        "program_version": manifest.facts.program_version,
        "public_draw": manifest.facts.public_draw,
        "result": _write_file_record(manifest.result),
        "season": manifest.label.season.value,
        "seed_commitment": manifest.facts.seed_commitment,
        "set_aside": [{"name": kept.name, "season": str(kept.label)} for kept in manifest.set_aside],
        "status": manifest.facts.status,
        "time": spell_time(manifest.facts.time),
        "year": manifest.label.year,
    }
    return (json.dumps(document, ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode()


def read_manifest(content: bytes) -> Manifest:
    """The manifest that these bytes are. Raises `ManifestDamaged`."""
    if len(content) > LARGEST:
        raise ManifestDamaged("it is too large")
    try:
        document = json.loads(content, parse_constant=_no_constant)
    except RecursionError:
        raise ManifestDamaged("it is nested too deeply") from None
    except ManifestDamaged:
        raise
    except ValueError as error:
        raise ManifestDamaged(f"it is no JSON ({error})") from None
    if not isinstance(document, dict):
        raise ManifestDamaged("it is no JSON object")
    if document.get("format") != _FORMAT:
        raise ManifestDamaged("it is of a version that this program does not know")
    try:
        manifest = _understand(document)
        unchanged = write_manifest(manifest) == content
    except KeyError as error:
        raise ManifestDamaged(f"it has no {error.args[0]}") from None
    except UnicodeEncodeError:
        raise ManifestDamaged("it holds what is no text") from None
    if not unchanged:
        raise ManifestDamaged("it was changed after it was written")
    return manifest


def spell_time(time: datetime) -> str:
    """A moment as manifests hold it: UTC, to the second. Raises `ValueError` for a time without a zone."""
    if time.tzinfo is None:
        raise ValueError("a time without a zone names no moment")
    return time.astimezone(UTC).isoformat(timespec="seconds")


def _understand(document: dict[str, object]) -> Manifest:
    year = document["year"]
    if type(year) is not int:
        raise ManifestDamaged("its year is no whole number")
    newsletters = _object(document, "newsletters")
    set_aside = document["set_aside"]
    if not isinstance(set_aside, list):
        raise ManifestDamaged("its set_aside is no list")
    number = next((number for number in range(1, 5) if SeasonLabel(year, number).season.value == document["season"]), 0)
    if not number:
        raise ManifestDamaged("its season is none")
    return Manifest(
        label=SeasonLabel(year, number),
        orders=_read_file_record(document, "orders"),
        result=_read_file_record(document, "result"),
        newsletters={name: _sha256(newsletters, name) for name in newsletters},
        facts=ManifestFacts(
            seed_commitment=_text(document, "seed_commitment"),
            public_draw=_text(document, "public_draw"),
            program_version=_text(document, "program_version"),
            status=_text(document, "status"),
            time=_time(document),
        ),
        previous=_previous(document),
        set_aside=tuple(_set_aside(entry) for entry in set_aside),
    )


def _write_file_record(record: FileRecord) -> dict[str, str]:
    return {"name": record.name, "sha256": record.sha256}


def _read_file_record(document: dict[str, object], key: str) -> FileRecord:
    record = _object(document, key)
    name = _text(record, "name")
    if not _WORKBOOK_NAME.fullmatch(name):
        raise ManifestDamaged(f"its {key} is no workbook of an archive")
    return FileRecord(name, _sha256(record, "sha256"))


def _previous(document: dict[str, object]) -> Previous | None:
    if document["previous"] is None:
        return None
    previous = _object(document, "previous")
    return Previous(_label(previous), _sha256(previous, "manifest_sha256"), _sha256(previous, "result_sha256"))


def _set_aside(entry: object) -> SetAside:
    if not isinstance(entry, dict):
        raise ManifestDamaged("its set_aside holds what is no object")
    name = _text(entry, "name")
    if not _KEPT_NAME.fullmatch(name):
        raise ManifestDamaged("its set_aside holds a name that is none")
    return SetAside(_label(entry), name)


def _label(document: dict[str, object]) -> SeasonLabel:
    label = SeasonLabel.parse(_text(document, "season"))
    if label is None:
        raise ManifestDamaged("it names a season that is none")
    return label


def _object(document: dict[str, object], key: str) -> dict[str, object]:
    value = document[key]
    if not isinstance(value, dict):
        raise ManifestDamaged(f"its {key} is no object")
    return value


def _text(document: dict[str, object], key: str) -> str:
    value = document[key]
    if not isinstance(value, str):
        raise ManifestDamaged(f"its {key} is no text")
    return value


def _sha256(document: dict[str, object], key: str) -> str:
    value = _text(document, key)
    if not _SHA256.fullmatch(value):
        raise ManifestDamaged(f"its {key} is no SHA-256")
    return value


def _time(document: dict[str, object]) -> datetime:
    try:
        time = datetime.fromisoformat(_text(document, "time"))
    except ValueError:
        raise ManifestDamaged("its time is none") from None
    if time.tzinfo is None:
        raise ManifestDamaged("its time has no zone")
    return time


def _no_constant(name: str) -> Never:
    raise ManifestDamaged(f"it holds {name}, which is no number")
