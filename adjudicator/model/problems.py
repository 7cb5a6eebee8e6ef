"""What can be wrong with a workbook: a code, a place, what was found there.

The sentences the GM reads come from one catalogue, `adjudicator.model.problem_catalogue.CATALOGUE`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from adjudicator.model.problem_catalogue import CATALOGUE, ProblemCode, Severity

__all__ = ["CATALOGUE", "Place", "Problem", "ProblemCode", "Severity", "found_text", "has_errors"]

FOUND_LIMIT: Final = 60
"""Longest value shown in a problem, in characters."""
LISTED_LIMIT: Final = 300
"""Longest list of names or words shown in a problem, in characters."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the workbook: a sheet, and a cell such as `C7` where there is one."""

    sheet: str
    cell: str | None = None

    def __str__(self) -> str:
        """As a formula would name it: `Winter!C7`."""
        return f"{self.sheet}!{self.cell}" if self.cell else self.sheet


def found_text(text: str, limit: int = FOUND_LIMIT) -> str:
    """A value as a problem shows it: on one line, without what cannot be seen, at most `limit` characters."""
    head = text[: 4 * limit]
    shown = "".join(letter if letter.isprintable() else " " for letter in head)
    shown = " ".join(shown.split())
    if len(shown) > limit or len(text) > len(head):
        shown = shown[: limit - 1] + "…"
    return shown


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong, or worth knowing, at one place of the workbook.

    `found` is the value found there as text, empty where the place as a whole is meant. `near` is the name or word that
    was probably meant, or empty. `values` fills the other braces of the wording.
    """

    code: ProblemCode
    place: Place
    found: str = ""
    near: str = ""
    values: tuple[tuple[str, str], ...] = ()

    @property
    def severity(self) -> Severity:
        """Error, warning or note: the same for every problem of a code."""
        return CATALOGUE[self.code].severity

    @property
    def message(self) -> str:
        """What is wrong, with the nearest match where there is one."""
        text = self._worded(CATALOGUE[self.code].message)
        return f'{text} Did you mean "{self.near}"?' if self.near else text

    @property
    def remedy(self) -> str:
        """What to do; empty where nothing need be done."""
        return self._worded(CATALOGUE[self.code].remedy)

    def _worded(self, template: str) -> str:
        values = {name: found_text(value, LISTED_LIMIT) for name, value in self.values}
        return template.format(found=f'"{found_text(self.found)}"', **values)

    def __str__(self) -> str:
        """On one line: `Winter!C7: "Vei" is no territory on the Map sheet. Did you mean "Veii"? Spell it as …`."""
        return " ".join(part for part in (f"{self.place}: {self.message}", self.remedy) if part)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Whether any of the problems stops the run."""
    return any(problem.severity is Severity.ERROR for problem in problems)
