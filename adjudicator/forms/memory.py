"""What was collected for a season, so that a folder can be collected again and nothing is taken twice.

It is kept in `received.json` in the season's folder of forms. Nothing depends on it but what a later collection takes:
without it, orders in the workbook count as the GM's own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from adjudicator.forms.places import FormPlaces, write_file
from adjudicator.not_possible import NotPossibleError

_VERSION: Final = 1
_LARGEST: Final = 20_000_000


@dataclass(frozen=True, slots=True)
class Collected:
    """An order as it was put into the workbook: its cells, the hash of what it came in, where from, and when sent."""

    order: Mapping[str, str | int]
    sha256: str
    source: str
    dated: datetime | None


@dataclass(slots=True)
class Memory:
    """One season's. `made` are the hashes of forms by file name; `taken` those of all that was taken, by nation."""

    orders: dict[str, Collected] = field(default_factory=dict)
    taken: dict[str, str] = field(default_factory=dict)
    made: dict[str, str] = field(default_factory=dict)


def sha256_of(content: bytes) -> str:
    """The hash by which something is known again, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def read_memory(path: Path) -> Memory:
    """What was collected; nothing where there is no file. Raises `NotPossibleError` where it cannot be understood."""
    try:
        if not path.is_file():
            return Memory()
        with path.open("rb") as file:
            content = file.read(_LARGEST + 1)
        return _parse(json.loads(content.decode("utf-8")))
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
            f"{path} cannot be understood, so it is not known what was collected ({fault}). Move it elsewhere to go "
            "on: the orders in the workbook then count as typed in by you."
        ) from fault


def _parse(document: object) -> Memory:
    if not isinstance(document, dict) or document["version"] != _VERSION:
        raise ValueError("it was written by another version of the program")
    orders = {
        str(nation): Collected(
            order={str(header): _value(value) for header, value in found["order"].items()},
            sha256=str(found["sha256"]),
            source=str(found["source"]),
            dated=None if found["dated"] is None else _date(found["dated"]),
        )
        for nation, found in document["orders"].items()
    }
    taken = {str(sha256): str(nation) for sha256, nation in document["taken"].items()}
    return Memory(orders, taken, {str(name): str(sha256) for name, sha256 in document["made"].items()})


def _value(value: object) -> str | int:
    if not isinstance(value, str | int):
        raise TypeError(f"{value!r} is no value of an order")
    return value


def _date(text: str) -> datetime:
    found = datetime.fromisoformat(text)
    if found.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    return found


def write_memory(forms: FormPlaces, memory: Memory) -> None:
    """Keeps what was collected. Raises `WorkbookUnavailable`."""
    document = {
        "version": _VERSION,
        "season": str(forms.label),
        "orders": {
            nation: {
                "order": dict(collected.order),
                "sha256": collected.sha256,
                "source": collected.source,
                "dated": None if collected.dated is None else collected.dated.isoformat(),
            }
            for nation, collected in memory.orders.items()
        },
        "taken": memory.taken,
        "made": memory.made,
    }
    write_file(forms.memory, (json.dumps(document, ensure_ascii=False, indent=2) + "\n").encode())
