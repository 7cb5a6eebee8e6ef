"""The sheets that record a season, compared row by row: with the season resolved again, and from season to season."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from adjudicator.archive.places import SeasonLabel
from adjudicator.model.book import SeasonRecord
from adjudicator.model.campaign import Season
from adjudicator.verify_findings import Difference, DifferenceKind, difference
from adjudicator.workbook.names import name_key
from adjudicator.workbook.package import Package
from adjudicator.workbook.record_rows import RecordRow, record_rows
from adjudicator.workbook.schema import EVERYONE, LIST_SEPARATOR
from adjudicator.workbook.values import season_of

KEYS: Mapping[str, tuple[str, ...]] = {
    "Dice": ("Year", "Season", "Kind", "Nation", "Place", "Attempt"),
    "Battles": ("Year", "Season", "Area"),
    "History": ("Year", "Season", "Nation"),
}
"""What a row of each sheet is about; the rows of `Chronicle` are told apart by all that they say."""

_WRITTEN_BY_A_RUN: Mapping[str, tuple[str, ...]] = {"Dice": ("Total", "Rolled by"), "Battles": ("Decided by",)}
"""What a run fills in; a row without any of it is one that the GM entered and the season did not need."""

CHRONICLE = "Chronicle"
ORDER_SHEETS = tuple(season.value.capitalize() for season in Season)

Texts = Mapping[str, str]

_YEAR = re.compile(r"-?[0-9]{1,9}")


def record_texts(record: SeasonRecord) -> dict[str, list[Texts]]:
    """The rows a season writes, by sheet, as texts under their headers."""
    when = {"Year": str(record.year), "Season": record.season.value}
    return {
        "Dice": [
            {
                **when,
                "Kind": row.key.kind.value,
                "Nation": row.key.nation,
                "Place": row.key.place,
                "Attempt": str(row.key.attempt),
                "Die": _text(row.die),
                "Modifier": _text(row.modifier),
                "Total": _text(None if row.die is None or row.modifier is None else row.die + row.modifier),
                "Needed": _text(row.needed),
                "Rolled by": "" if row.rolled_by is None else row.rolled_by.value,
            }
            for row in record.dice
        ],
        "Battles": [
            {
                **when,
                "Area": row.territory,
                "Attacker": row.attacker,
                "Attacker AP": _text(row.attacker_ap),
                "Defender": row.defender,
                "Defender AP": _text(row.defender_ap),
                "Winner": row.winner,
                "Decided by": row.decided_by,
            }
            for row in record.battles
        ],
        "History": [
            {
                **when,
                "Nation": row.nation,
                "Territories": str(row.territories),
                "Army AP": str(row.army_ap),
                "Gold": str(row.gold),
                "VP": str(row.vp),
                "Standing": row.standing.value,
            }
            for row in record.history
        ],
        CHRONICLE: [
            {
                **when,
                "Kind": row.kind,
                "Seen by": f"{LIST_SEPARATOR} ".join(row.seen_by) if row.seen_by else EVERYONE,
                "Text": row.text,
            }
            for row in record.chronicle
        ],
    }


def _text(value: int | None) -> str:
    return "" if value is None else str(value)


class Sheets:
    """The record sheets of one workbook, each read once. All methods raise `PackageRefused` for a damaged sheet."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._rows: dict[str, tuple[RecordRow, ...]] = {}

    def rows(self, sheet: str) -> tuple[RecordRow, ...]:
        """All rows of a sheet."""
        if sheet not in self._rows:
            self._rows[sheet] = record_rows(self._package, sheet)
        return self._rows[sheet]

    def of_season(self, sheet: str, label: SeasonLabel) -> list[RecordRow]:
        """The rows of one season."""
        return [row for row in self.rows(sheet) if _is_of(row, label)]

    def of_past(self, sheet: str, label: SeasonLabel) -> list[RecordRow]:
        """What was recorded before a season is played; its own rows and those of seasons to come are the GM's input.

        Rows whose season is not understood count as recorded.
        """
        return [row for row in self.rows(sheet) if (own := _label_of(row)) is None or own < label]


def _is_of(row: RecordRow, label: SeasonLabel) -> bool:
    return _label_of(row) == label


def _label_of(row: RecordRow) -> SeasonLabel | None:
    season = season_of(row.values.get("Season", ""))
    year = row.values.get("Year", "")
    return SeasonLabel.of(int(year), season) if season is not None and _YEAR.fullmatch(year) else None


def compare_with_record(label: SeasonLabel, sheets: Sheets, record: SeasonRecord) -> Iterator[Difference]:
    """Where the archived result says other than the season resolved again: dice, battles, history, chronicle."""
    texts = record_texts(record)
    for sheet, headers in KEYS.items():
        yield from _compare_keyed(label, sheet, headers, texts[sheet], sheets.of_season(sheet, label))
    yield from _compare_chronicle(label, texts[CHRONICLE], sheets.of_season(CHRONICLE, label))
    yield from _compare_results(label, record, sheets)


def _compare_keyed(
    label: SeasonLabel, sheet: str, headers: Sequence[str], expected: Sequence[Texts], found: Sequence[RecordRow]
) -> Iterator[Difference]:
    rows = {_key(row.values, headers): row for row in found}
    awaited = {_key(each, headers): each for each in expected}
    for key, each in awaited.items():
        row = rows.get(key)
        spoken = _spoken(each, headers)
        if row is None:
            yield difference(DifferenceKind.ROW_MISSING, label, sheet, key=spoken)
            continue
        for header, value in each.items():
            stands = row.values.get(header, "")
            if name_key(stands) != name_key(value):
                what = f"{header} of {spoken}"
                yield difference(
                    DifferenceKind.VALUE, label, row.place(header), expected=value, found=stands, what=what
                )
    for key, row in rows.items():
        if key not in awaited:
            place = f"{sheet}!A{row.number}"
            marks = _WRITTEN_BY_A_RUN.get(sheet)
            unused = marks is not None and not any(row.values.get(mark) for mark in marks)
            kind = DifferenceKind.ROW_UNUSED if unused else DifferenceKind.ROW_ADDED
            yield difference(kind, label, place, key=_spoken(row.values, headers))


def _compare_chronicle(
    label: SeasonLabel, expected: Sequence[Texts], found: Sequence[RecordRow]
) -> Iterator[Difference]:
    """Events in their order, by kind and by who may know of them; the words may be another template's."""
    other_words = 0
    for number, each in enumerate(expected):
        if number >= len(found):
            yield difference(DifferenceKind.ROW_MISSING, label, CHRONICLE, key=f"{each['Kind']}: {each['Text']}")
            continue
        row = found[number]
        for header in ("Kind", "Seen by"):
            stands = row.values.get(header, "")
            if name_key(stands) != name_key(each[header]):
                yield difference(
                    DifferenceKind.VALUE, label, row.place(header), expected=each[header], found=stands, what=header
                )
        other_words += name_key(row.values.get("Text", "")) != name_key(each["Text"])
    for row in found[len(expected) :]:
        yield difference(DifferenceKind.ROW_ADDED, label, f"{CHRONICLE}!A{row.number}", key=_event(row))
    if other_words:
        count = f"{other_words} of {len(expected)} rows"
        yield difference(DifferenceKind.WORDS, label, CHRONICLE, count=count)


def _compare_results(label: SeasonLabel, record: SeasonRecord, sheets: Sheets) -> Iterator[Difference]:
    """The `Result` column; after fall it has been emptied with the orders."""
    if not record.season.has_moves:
        return
    sheet = record.season.value.capitalize()
    rows = {name_key(row.values.get("Nation", "")): row for row in sheets.rows(sheet)}
    other_words = 0
    for nation, sentence in record.results.items():
        row = rows.get(name_key(nation))
        stands = "" if row is None else row.values.get("Result", "")
        if row is None or not stands:
            yield difference(DifferenceKind.ROW_MISSING, label, sheet, key=f"the result of {nation}")
        else:
            other_words += name_key(stands) != name_key(sentence)
    if other_words:
        count = f"{other_words} of {len(record.results)} results"
        yield difference(DifferenceKind.WORDS, label, sheet, count=count)


def compare_between(
    label: SeasonLabel, before: Sheets, now: Sheets, *, previous: SeasonLabel, file: str
) -> Iterator[Difference]:
    """What was recorded, and is no longer recorded so in the next workbook.

    Rows of `label` itself and of later seasons are the GM's.
    """
    words = {"before": previous.spoken, "file": file}
    for sheet, headers in KEYS.items():
        was = {_key(row.values, headers): row for row in before.of_past(sheet, label)}
        stands = {_key(row.values, headers): row for row in now.of_past(sheet, label)}
        for key, row in was.items():
            kept = stands.get(key)
            if kept is None:
                spoken = _spoken(row.values, headers)
                yield difference(DifferenceKind.ROW_GONE_BETWEEN, label, sheet, key=spoken, **words)
            else:
                yield from _compare_cells(label, row, kept, headers, words)
        for key, row in stands.items():
            if key not in was:
                place, spoken = f"{sheet}!A{row.number}", _spoken(row.values, headers)
                yield difference(DifferenceKind.ROW_NEW_BETWEEN, label, place, key=spoken, **words)
    yield from _compare_chronicles(label, before, now, words)
    for sheet in ORDER_SHEETS:
        results = {name_key(row.values.get("Nation", "")): row for row in before.rows(sheet)}
        for row in now.rows(sheet):
            earlier = results.get(name_key(row.values.get("Nation", "")))
            if earlier is not None:
                yield from _compare_cells(label, earlier, row, ("Nation",), words, only=("Result",))


def _compare_cells(
    label: SeasonLabel,
    was: RecordRow,
    now: RecordRow,
    headers: Sequence[str],
    words: Texts,
    only: Sequence[str] | None = None,
) -> Iterator[Difference]:
    for header in only or tuple(was.values):
        before, stands = was.values.get(header, ""), now.values.get(header, "")
        if name_key(before) != name_key(stands):
            yield difference(
                DifferenceKind.CHANGED_BETWEEN,
                label,
                now.place(header),
                expected=before,
                found=stands,
                what=f"{header} of {_spoken(now.values, headers)}",
                **words,
            )


def _compare_chronicles(label: SeasonLabel, before: Sheets, now: Sheets, words: Texts) -> Iterator[Difference]:
    headers = ("Year", "Season", "Kind", "Seen by", "Text")
    was, stands = before.of_past(CHRONICLE, label), now.of_past(CHRONICLE, label)
    gone = _without(was, stands, headers)
    new = _without(stands, was, headers)
    for number in sorted(gone.keys() & new.keys()):
        yield from _compare_cells(label, gone[number], new[number], ("Year", "Season"), words)
    for number in sorted(gone.keys() - new.keys()):
        yield difference(DifferenceKind.ROW_GONE_BETWEEN, label, CHRONICLE, key=_event(gone[number]), **words)
    for number in sorted(new.keys() - gone.keys()):
        place = f"{CHRONICLE}!A{number}"
        yield difference(DifferenceKind.ROW_NEW_BETWEEN, label, place, key=_event(new[number]), **words)


def _without(rows: Sequence[RecordRow], others: Sequence[RecordRow], headers: Sequence[str]) -> dict[int, RecordRow]:
    """The rows that are not among the others, by their number on the sheet; of equal rows as many as there are more."""
    left = Counter(_key(row.values, headers) for row in others)
    found: dict[int, RecordRow] = {}
    for row in rows:
        key = _key(row.values, headers)
        if left[key] > 0:
            left[key] -= 1
        else:
            found[row.number] = row
    return found


def _event(row: RecordRow) -> str:
    return f"{row.values.get('Kind', '')}: {row.values.get('Text', '')}"


def _key(values: Texts, headers: Sequence[str]) -> tuple[str, ...]:
    return tuple(name_key(values.get(header, "")) for header in headers)


def _spoken(values: Texts, headers: Sequence[str]) -> str:
    return "|".join(values.get(header, "") for header in headers)
