"""What an archived season says of itself: `manifest.json`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from adjudicator.archive.places import SeasonLabel


@dataclass(frozen=True, slots=True)
class ManifestFacts:
    """What only the caller knows of a season.

    `status` is the campaign's status after it (`orders` or `over`), `seed_commitment` the SHA-256 of the seed (11.3;
    empty without a seed), `public_draw` the draw used (11.2; empty where there was none), `time` an aware moment.
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
    """A folder that was in the way and kept under another name."""

    label: SeasonLabel
    name: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """One archived season: its two workbooks, its newsletters (name to SHA-256), what it was resolved with, its chain."""

    label: SeasonLabel
    orders: FileRecord
    result: FileRecord
    newsletters: Mapping[str, str]
    facts: ManifestFacts
    previous: Previous | None
    set_aside: tuple[SetAside, ...]
    sha256: str
