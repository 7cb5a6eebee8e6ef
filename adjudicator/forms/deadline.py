"""Whether an order came after `Orders due`, where that is a date."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Final

_MONTHS: Final = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_DATE: Final = re.compile(r"(\d{1,2}) ([a-z]+) (\d{4})(?:, (\d{1,2}):(\d{2}))?\Z")
_FARTHEST_WEST: Final = timedelta(hours=12)
"""A day given without an hour ends last where the sun sets last: nobody is called late who may not be."""


def is_late(dated: datetime | None, due: str) -> bool:
    """Whether a mail was sent after the day, or the hour, that orders were due; never where `due` is only words."""
    found = _DATE.match(due.strip().lower())
    if dated is None or found is None or found[2] not in _MONTHS:
        return False
    try:
        day = datetime(int(found[3]), _MONTHS.index(found[2]) + 1, int(found[1]), tzinfo=UTC)
        end = day + timedelta(hours=int(found[4]), minutes=int(found[5])) if found[4] else day + timedelta(days=1)
        return dated > end + _FARTHEST_WEST
    except (ValueError, OverflowError):
        return False
