"""The `Campaign` and `Rules` sheets: what is played, how it stands, and by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Final

from adjudicator.model.campaign import Season, Status
from adjudicator.model.problems import ProblemCode
from adjudicator.model.records import Publicity
from adjudicator.model.rulebook import SETTINGS, BattleMode, DiceMode, MutualInvasion, Rulebook, Setting, SettingKind
from adjudicator.workbook.columns import CampaignSetting, Limits
from adjudicator.workbook.findings import Findings
from adjudicator.workbook.layout import SheetLayout
from adjudicator.workbook.names import NameList, name_key, without_footnotes
from adjudicator.workbook.schema import (
    ANY,
    CAMPAIGN_SETTING,
    CAMPAIGN_SETTINGS,
    EVERYONE,
    NONE,
    SEASON_WORDS,
    rule_limits,
    rule_words,
)
from adjudicator.workbook.sheet_rows import SheetRow, SheetRows
from adjudicator.workbook.values import Doubtful, Misread, read_whole, read_yes_no, season_of

_VALUE: Final = "Value"


@dataclass(frozen=True, slots=True)
class CampaignPage:
    """The `Campaign` sheet, read. `year` and `season` are None where they are missing or not understood."""

    title: str = "Campaign"
    year: int | None = None
    season: Season | None = None
    status: Status = Status.ORDERS
    seed: str = ""
    seed_invalid: bool = False
    public_draw: str = ""
    publicity: Publicity = field(default_factory=Publicity)
    orders_due: str = ""
    silent_allowed: int | None = None
    paper: str = "A4"
    language: str = "en"
    map_picture: str = ""


class _SettingRow:
    """The value of one setting, with the limits and words of its own that the `Value` column as a whole has not."""

    def __init__(self, row: SheetRow, setting: CampaignSetting) -> None:
        self._row = row
        self._setting = setting

    def whole(self) -> int | None:
        """A whole number within the setting's limits."""
        limits = self._setting.limits or Limits(0, 0)
        read = read_whole(self._row.cell(_VALUE), limits)
        if isinstance(read, Doubtful):
            return round(read.number)
        if isinstance(read, Misread):
            values = {"header": self._setting.name, "example": "2", **dict(read.values)}
            self._row.invalidate(read.code, _VALUE, near=read.near, **values)
            return None
        return read

    def word(self) -> str:
        """One of the setting's words, or its default where the cell is empty or not understood."""
        return self._row.word(_VALUE, self._setting.words) or self._setting.default or ""


def read_campaign(layout: SheetLayout, findings: Findings, folder: Path) -> CampaignPage:
    """Reads the `Campaign` sheet. `folder` is where the workbook lies, for the map's picture."""
    rows = _setting_rows(
        layout, findings, NameList(CAMPAIGN_SETTING), ProblemCode.SETTING_DOUBLED, ProblemCode.SETTING_UNKNOWN
    )
    for setting in CAMPAIGN_SETTINGS:
        row = rows.get(setting.name)
        if setting.default is None and (row is None or row.is_empty(_VALUE)):
            number, column = (row.number, layout.columns.get(_VALUE, 0)) if row is not None else (0, 0)
            values = {"name": setting.name, "meaning": setting.meaning[0].lower() + setting.meaning[1:]}
            findings.add(ProblemCode.SETTING_MISSING, layout.schema.name, number, column, **values)

    def has(name: str) -> bool:
        return name in rows and not rows[name].is_empty(_VALUE)

    def yes(name: str) -> bool:
        return has(name) and rows[name].yes_no(_VALUE)

    def text(name: str) -> str:
        return rows[name].text(_VALUE) if has(name) else ""

    def word(name: str) -> str:
        setting = CAMPAIGN_SETTING[name]
        return _SettingRow(rows[name], setting).word() if has(name) else setting.default or ""

    status = Status(word("Status"))
    if status is Status.OVER:
        findings.add(
            ProblemCode.CAMPAIGN_OVER, layout.schema.name, rows["Status"].number, layout.columns.get(_VALUE, 0)
        )
    return CampaignPage(
        title=text("Title") or "Campaign",
        year=rows["Year"].year(_VALUE) if has("Year") else None,
        season=rows["Season"].season(_VALUE) if has("Season") else None,
        status=status,
        seed=text("Seed"),
        seed_invalid="Seed" in rows and _VALUE in rows["Seed"].invalid,
        public_draw=text("Public draw"),
        publicity=Publicity(yes("Public treasuries"), yes("Public armies"), yes("Public orders")),
        orders_due=rows["Orders due"].date_or_text(_VALUE) if has("Orders due") else "",
        silent_allowed=_SettingRow(rows["Silent allowed"], CAMPAIGN_SETTING["Silent allowed"]).whole()
        if has("Silent allowed")
        else None,
        paper=word("Paper"),
        language=word("Language"),
        map_picture=_picture(rows["Map picture"], folder) if has("Map picture") else "",
    )


def _picture(row: SheetRow, folder: Path) -> str:
    name = row.text(_VALUE)
    if name and (any(mark in name for mark in '/\\:*?"<>|\0') or name.startswith(".")):
        row.problem(ProblemCode.PICTURE_NOT_BESIDE, _VALUE)
        return ""
    if name and not (folder / name).is_file():
        row.problem(ProblemCode.PICTURE_MISSING, _VALUE)
        return ""
    return name


def _setting_rows(
    layout: SheetLayout, findings: Findings, names: NameList, doubled: ProblemCode, unknown: ProblemCode
) -> dict[str, SheetRow]:
    """The rows of a sheet of settings by the setting's name. Notes the rows in the layout.

    A name that is no setting is reported only when it looks like one that has no row: the others are the GM's own.
    """
    header = layout.schema.key.header
    rows: dict[str, SheetRow] = {}
    strangers: list[SheetRow] = []
    for row in SheetRows(layout, findings):
        name = _setting_name(row.text(header), names)
        if name is None:
            strangers.append(row)
        elif name in rows:
            row.problem(doubled, header, name=name, other=layout.ref(rows[name].number, header))
        else:
            rows[name] = row
            row.label = name
            layout.rows[name] = row.number
    for row in strangers:
        near = names.nearest(row.text(header))
        if near and near not in rows and not row.is_empty(_VALUE):
            row.problem(unknown, header, near=near)
    return rows


def _setting_name(typed: str, names: NameList) -> str | None:
    """The setting that is meant; footnote marks, and spaces for the underscores of a rule, are let pass."""
    key = without_footnotes(name_key(typed))
    return names.find(typed) or names.find(key) or names.find(key.replace(" ", "_").replace("-", "_"))


# --- Rules ------------------------------------------------------------------------------------------------------------

_CHOICES: Final[Mapping[str, type[Enum]]] = {
    "mutual_invasion": MutualInvasion,
    "battles": BattleMode,
    "dice": DiceMode,
}


def read_rules(layout: SheetLayout, findings: Findings) -> Rulebook:
    """Reads the `Rules` sheet; an empty value or a missing row is the default."""
    names = NameList(setting.name for setting in SETTINGS)
    rows = _setting_rows(layout, findings, names, ProblemCode.RULE_DOUBLED, ProblemCode.RULE_UNKNOWN)
    changed: dict[str, Any] = {}
    for setting in SETTINGS:
        row = rows.get(setting.name)
        if row is not None and not row.is_empty(_VALUE):
            value = _rule_value(row, setting)
            if _VALUE not in row.invalid:
                changed[setting.name] = value
    return Rulebook(**changed)


def _rule_value(row: SheetRow, setting: Setting) -> object:
    read: object
    if setting.kind is SettingKind.YES_NO:
        read = read_yes_no(row.cell(_VALUE))
    elif setting.kind is SettingKind.CHOICE:
        return _chosen(row, setting)
    elif setting.kind is SettingKind.SEASONS:
        return _seasons(row, setting)
    else:
        limits = rule_limits(setting)
        if limits is None:
            raise ValueError(f"{setting.name} has no limits")
        read = read_whole(row.cell(_VALUE), limits)
    if isinstance(read, Doubtful):
        return round(read.number)
    if isinstance(read, Misread):
        _wrong(row, setting, read)
        return None
    return read


def _wrong(row: SheetRow, setting: Setting, read: Misread | None = None, near: str = "") -> None:
    """A value that is not understood; a formula or error in the cell is reported as what it is."""
    if read is not None and read.code in (ProblemCode.FORMULA_NOT_CALCULATED, ProblemCode.CELL_ERROR):
        row.invalidate(read.code, _VALUE)
        return
    limits = rule_limits(setting)
    words = rule_words(setting)
    expected = " or ".join(words) if words else setting.kind.value
    if limits is not None:
        expected += f" (up to {limits.highest:,})"
    default = setting.default_text or "empty"
    row.invalidate(ProblemCode.RULE_VALUE, _VALUE, near=near, name=setting.name, expected=expected, default=default)


def _chosen(row: SheetRow, setting: Setting) -> Enum | None:
    typed = row.text(_VALUE)
    if _VALUE in row.invalid:
        return None
    words = NameList(setting.choices)
    word = words.find(typed)
    if word is None:
        _wrong(row, setting, near=words.nearest(typed))
        return None
    return _CHOICES[setting.name](word)


def _seasons(row: SheetRow, setting: Setting) -> frozenset[Season] | None:
    typed = row.text(_VALUE)
    if _VALUE in row.invalid:
        return None
    key = name_key(typed)
    if key in (ANY, EVERYONE):
        return frozenset(Season)
    if key == NONE:
        return frozenset()
    found: set[Season] = set()
    for part in typed.replace(",", ";").split(";"):
        season = season_of(part)
        if season is not None:
            found.add(season)
        elif part.strip():
            _wrong(row, setting, near=NameList((*SEASON_WORDS, ANY, NONE)).nearest(part))
            return None
    return frozenset(found)
