"""The schema as Markdown: the reference part of the workbook's documentation."""

from __future__ import annotations

from adjudicator.model.rulebook import SETTINGS
from adjudicator.workbook.columns import Column, Filled, Kind
from adjudicator.workbook.schema import CAMPAIGN_SETTINGS, SHEETS


def _table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    lines = [" | ".join(("", *heads, "")).strip(), "|" + " --- |" * len(heads)]
    for row in rows:
        cells = [cell.replace("|", "\\|") for cell in row]
        lines.append("| " + " | ".join(cells) + " |")
    return [*lines, ""]


def _holds(column: Column) -> str:
    words = column.words if column.kind in (Kind.CHOICE, Kind.ORDER, Kind.TERRAIN, Kind.SEASON) else ()
    text = ", ".join(f"`{word}`" for word in words) if words else column.kind.value
    if column.limits is not None and column.kind is not Kind.YEAR:
        text += f", {column.limits.lowest:,} to {column.limits.highest:,}"
    if column.unit and column.unit not in text:
        text += f" ({column.unit})"
    return text


def _filled_by(filled: Filled) -> str:
    return {Filled.BY_GM: "you", Filled.BY_PROGRAM: "**W**", Filled.BY_EITHER: "you or **W**"}[filled]


def _setting_rows() -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for setting in CAMPAIGN_SETTINGS:
        default = (
            "must be filled in" if setting.default is None else f"`{setting.default}`" if setting.default else "empty"
        )
        rows.append((f"`{setting.name}`", _filled_by(setting.filled), default, setting.meaning))
    return rows


def _rule_rows() -> list[tuple[str, ...]]:
    return [
        (
            f"`{rule.name}`",
            f"`{rule.default_text}`" if rule.default_text else "empty",
            rule.kind.value,
            rule.meaning,
            rule.clause,
        )
        for rule in SETTINGS
    ]


def documentation() -> str:
    """The sheets and columns as Markdown, for the workbook's documentation: one section for each sheet."""
    lines: list[str] = []
    for sheet in SHEETS:
        lines += [f"## `{sheet.name}`", "", f"{sheet.purpose}. Needed: {sheet.need.value}.", ""]
        rows: list[tuple[str, ...]] = []
        for column in sheet.columns:
            name = f"`{column.header}`" + ("" if column.required else " (optional)")
            empty = f" Empty: {column.when_empty}." if column.when_empty else ""
            rows.append((name, _filled_by(column.filled), _holds(column), f"{column.meaning}.{empty}"))
        lines += _table(("Column", "Filled by", "Holds", "Meaning"), rows)
        if sheet.name == "Campaign":
            lines += ["Its settings:", "", *_table(("Setting", "Filled by", "Default", "Meaning"), _setting_rows())]
        if sheet.name == "Rules":
            lines += ["Its rules:", "", *_table(("Rule", "Default", "Holds", "Meaning", "Clause"), _rule_rows())]
    return "\n".join(lines).rstrip() + "\n"
