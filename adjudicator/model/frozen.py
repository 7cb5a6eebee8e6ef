"""Values: compared and hashed by what they hold, and never changed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

Value = TypeVar("Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(value: type[Value]) -> type[Value]:
    """A data class that never changes: the type checker refuses an assignment, the interpreter does not look.

    For what a season makes by the dozen. `dataclass(frozen=True)` sets each field through `object.__setattr__`, which
    takes more than twice as long, and was a sixth of resolving a season.
    """
    return dataclass(slots=True, unsafe_hash=True)(value)
