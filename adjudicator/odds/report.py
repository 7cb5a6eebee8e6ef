"""A study as the GM reads it: tables by name, and what the pages and the terminal print. Imported late, for pandas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import pandas as pd

from adjudicator.model.rulebook import setting_text
from adjudicator.odds.balance import Study, StudyTally, changed_rules
from adjudicator.odds.crew import Done
from adjudicator.odds.records import AUDIENCE, PlainValue
from adjudicator.odds.tables import By, comparison, study_tables

OTHER_PREFIX = "other-"
"""Begins the names of the tables under the other rulebook."""


@dataclass(frozen=True, slots=True)
class ChangedRule:
    """A setting in which the rulebooks differ, as typed on the `Rules` sheet."""

    name: str
    value: str
    other: str


@dataclass(frozen=True, slots=True)
class StudyReport:
    """What a study found. `campaigns` were played of `asked`; `tables` are tidy, by the stem of their file names."""

    title: str
    study: Study
    campaigns: int
    asked: int
    stopped: bool
    changed: tuple[ChangedRule, ...]
    tables: Mapping[str, pd.DataFrame]

    @property
    def compared(self) -> bool:
        """Whether two rulebooks were."""
        return self.study.other is not None

    def lines(self, table: str) -> list[dict[str, PlainValue]]:
        """A table line by line; what is empty there is None."""
        found = self.tables[table]
        kept = found.astype(object).where(found.notna(), None)
        return [{str(name): _plain(value) for name, value in row.items()} for row in kept.to_dict("records")]

    def csv_files(self) -> Iterator[tuple[str, bytes]]:
        """Every table as CSV, with a mark by which spreadsheets know UTF-8."""
        for stem, table in self.tables.items():
            yield stem, table.to_csv(index=False, lineterminator="\r\n").encode("utf-8-sig")

    def document(self) -> dict[str, PlainValue]:
        """The report as one object."""
        study = self.study
        return {
            "for": AUDIENCE,
            "title": self.title,
            "campaigns": self.campaigns,
            "asked": self.asked,
            "first_year": study.state.year,
            "last_year": study.last_year,
            "sim_seed": study.sim_seed,
            "seats": "rotating" if study.rotating else "fixed",
            "strategies": {
                nation: study.strategies[nation].value if nation in study.strategies else "drawn"
                for nation in study.world.nation_rank
            },
            "changed_rules": [{"rule": each.name, "value": each.value, "other": each.other} for each in self.changed],
            "tables": {stem: self.lines(stem) for stem in self.tables},
        }


def report_of(title: str, study: Study, done: Done[StudyTally], *, asked: int) -> StudyReport:
    """The report of a study, whole or stopped. Raises ValueError where no campaign was played."""
    tables = study_tables(study, done.result.one, study.rulebook)
    changed: Sequence[ChangedRule] = ()
    if study.other is not None:
        others = study_tables(study, done.result.other, study.other)
        tables |= {f"{OTHER_PREFIX}{stem}": table for stem, table in others.items()}
        for by in (By.NATION, By.PLACE):
            tables[f"difference-by-{by.value}"] = comparison(
                study, done.result.one, done.result.other, done.result.paired, by
            )
        changed = [
            ChangedRule(name, setting_text(value), setting_text(other))
            for name, value, other in changed_rules(study.rulebook, study.other)
        ]
    return StudyReport(title, study, done.runs, asked, done.stopped, tuple(changed), tables)


def _plain(value: object) -> PlainValue:
    """Out of numpy's types into Python's."""
    if value is None or isinstance(value, str | bool | int | float):
        return value
    item = getattr(value, "item", None)
    found = item() if item is not None else None
    if not isinstance(found, str | bool | int | float):
        raise TypeError(f"{value!r} has no plain value")
    return found
