"""The schema says what the workbook's law says, and nothing is documented that is not read."""

from __future__ import annotations

import pytest

from adjudicator.model.campaign import Season
from adjudicator.model.rulebook import SETTINGS
from adjudicator.workbook.columns import Filled
from adjudicator.workbook.documentation import documentation
from adjudicator.workbook.schema import CAMPAIGN_SETTINGS, DROP_DOWN_COLUMNS, ORDER_SHEETS, SHEET, SHEETS, rule_words
from tests.workbook.books import HEADERS

WRITTEN = {
    "Nations": {"Army AP", "Gold", "VP", "Army at", "Siege seasons", "Came from", "Standing"},
    "Map": {"Owner"},
    **{season: {"Result"} for season in ("Winter", "Spring", "Summer", "Fall")},
    "Battles": set(HEADERS["Battles"]),
    "Chronicle": set(HEADERS["Chronicle"]),
    "History": set(HEADERS["History"]),
    "Corrections": {"Year", "Season", "Cell", "Was", "Now"},
}
"""The columns that the law marks W."""


def test_every_sheet_is_declared_with_its_columns_in_order() -> None:
    assert {sheet.name: tuple(column.header for column in sheet.columns) for sheet in SHEETS} == HEADERS


@pytest.mark.parametrize("name", WRITTEN)
def test_the_program_writes_the_columns_marked_w(name: str) -> None:
    assert {column.header for column in SHEET[name].columns if column.written} == WRITTEN[name]


def test_the_gm_may_add_dice_and_the_program_completes_them() -> None:
    only_written = {column.header for column in SHEET["Dice"].columns if column.filled is Filled.BY_PROGRAM}
    assert only_written == {"Modifier", "Total", "Needed", "Rolled by"}


def test_a_winner_is_the_gms_or_the_programs() -> None:
    assert SHEET["Battles"].column("Winner").filled is Filled.BY_EITHER


def test_each_season_has_its_sheet() -> None:
    assert [(season, sheet.name) for season, sheet in ORDER_SHEETS.items()] == [
        (Season.WINTER, "Winter"),
        (Season.SPRING, "Spring"),
        (Season.SUMMER, "Summer"),
        (Season.FALL, "Fall"),
    ]


def test_after_fall_everything_is_emptied_but_the_nation() -> None:
    for sheet in ORDER_SHEETS.values():
        assert [column.header for column in sheet.columns if not column.emptied] == ["Nation"]


def test_the_campaign_settings_are_those_of_the_law_and_three_more() -> None:
    names = [setting.name for setting in CAMPAIGN_SETTINGS]
    assert names == [
        *("Title", "Year", "Season", "Status", "Seed", "Public draw", "Public treasuries", "Public armies"),
        *("Public orders", "Orders due", "Silent allowed", "Paper", "Language", "Map picture"),
    ]
    written = {setting.name for setting in CAMPAIGN_SETTINGS if setting.written}
    assert written == {"Year", "Season", "Status", "Public draw"}


def test_lists_follow_columns_that_exist() -> None:
    for sheet, header in DROP_DOWN_COLUMNS.values():
        assert SHEET[sheet].column(header)


def test_every_word_of_a_rule_is_offered() -> None:
    offered = {setting.name: rule_words(setting) for setting in SETTINGS}
    assert offered["battles"] == ("dice", "table")
    assert offered["besieged_pays"] == ("yes", "no")
    assert offered["sea_season"] == ("winter", "spring", "summer", "any", "none")
    assert offered["full_army"] == ()


def test_the_documentation_names_every_sheet_column_setting_and_rule() -> None:
    text = documentation()
    for sheet in SHEETS:
        assert f"## `{sheet.name}`" in text
        section = text.split(f"## `{sheet.name}`")[1].split("\n## ")[0]
        for column in sheet.columns:
            assert f"| `{column.header}`" in section
    for setting in CAMPAIGN_SETTINGS:
        assert f"| `{setting.name}` |" in text
    for rule in SETTINGS:
        assert f"| `{rule.name}` | {f'`{rule.default_text}`' if rule.default_text else 'empty'} |" in text


def test_the_documentation_is_one_table_row_to_a_line() -> None:
    rows = [line for line in documentation().splitlines() if line.startswith("|")]
    for row in rows:
        bare = row.replace("\\|", "")
        assert bare.endswith("|")
        assert bare.count("|") in (4, 5, 6), row
