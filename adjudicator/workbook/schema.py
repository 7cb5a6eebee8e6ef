"""Every sheet and column of the campaign workbook, declared once.

Reading, writing, the blank workbook with its drop-downs and number limits, and the documentation all come from
`SHEETS`, `CAMPAIGN_SETTINGS` and, for the `Rules` sheet, `adjudicator.model.rulebook.SETTINGS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from adjudicator.model.campaign import Season, Standing, Status, Terrain
from adjudicator.model.dice import RolledBy, RollKind
from adjudicator.model.events import BattleDecision
from adjudicator.model.orders import BattleWord, OrderKind
from adjudicator.model.rulebook import Setting, SettingKind
from adjudicator.workbook.columns import CampaignSetting, Column, DropDown, Filled, Kind, Limits, Need, Sheet

HEADER_ROWS: Final = 10
"""A header is looked for in the first ten rows."""
NAME_LIMIT: Final = 100
"""Longest name of a nation or territory, in characters."""
TEXT_LIMIT: Final = 32_767
"""Longest dispatch, in characters: as much as Excel lets a cell hold."""
SHORT_TEXT_LIMIT: Final = 2_000
"""Longest text of any other cell, in characters."""
NATION_LIMIT: Final = 500
"""Most nations in a campaign."""
TERRITORY_LIMIT: Final = 5_000
"""Most territories in a campaign."""
YEARS: Final = Limits(-99_999, 99_999)
AGGRESSION: Final = Limits(0, 4)
ARMY: Final = Limits(0, 100_000)
GOLD: Final = Limits(0, 1_000_000)
VICTORY_POINTS: Final = Limits(-1_000_000, 1_000_000)
SIEGE_SEASONS: Final = Limits(0, 1_000)
DIE: Final = Limits(1, 6)
ATTEMPTS: Final = Limits(1, 1_000)
MODIFIERS: Final = Limits(-1_000_000, 1_000_000)
TERRITORY_COUNT: Final = Limits(0, 1_000_000)
NATION_COUNT: Final = Limits(0, 1_000)
COORDINATES: Final = Limits(-1_000_000_000, 1_000_000_000)
RULE_NUMBERS: Final = Limits(0, 100_000)
TARGET_NUMBERS: Final = Limits(-100_000, 100_000)

LIST_SEPARATOR: Final = ";"
EVERYONE: Final = "all"
LAND: Final = "land"
NONE: Final = "none"
ANY: Final = "any"


def _words(kind: type[Enum]) -> tuple[str, ...]:
    return tuple(str(member.value) for member in kind)


YES_NO_WORDS: Final = ("yes", "no")
ORDER_WORDS: Final = _words(OrderKind)
SEASON_WORDS: Final = _words(Season)
TERRAIN_WORDS: Final = (LAND, *_words(Terrain))
BATTLE_WORDS: Final = _words(BattleWord)
PAPER_WORDS: Final = ("A4", "Letter")
LANGUAGE_WORDS: Final = ("en",)

DROP_DOWN_WORDS: Final[Mapping[DropDown, tuple[str, ...]]] = {
    DropDown.ORDERS: ORDER_WORDS,
    DropDown.TERRAINS: TERRAIN_WORDS,
    DropDown.YES_NO: YES_NO_WORDS,
    DropDown.SEASONS: SEASON_WORDS,
    DropDown.STATUSES: _words(Status),
    DropDown.STANDINGS: _words(Standing),
    DropDown.ROLL_KINDS: _words(RollKind),
    DropDown.WINNER_WORDS: BATTLE_WORDS,
    DropDown.DECISIONS: _words(BattleDecision),
    DropDown.ROLLED_BY: _words(RolledBy),
    DropDown.PAPERS: PAPER_WORDS,
    DropDown.LANGUAGES: LANGUAGE_WORDS,
}
"""The words of the lists that never change."""

DROP_DOWN_COLUMNS: Final[Mapping[DropDown, tuple[str, str]]] = {
    DropDown.NATIONS: ("Nations", "Nation"),
    DropDown.TERRITORIES: ("Map", "Territory"),
}
"""The lists that follow a column: its sheet and header."""

_BY_PROGRAM, _BY_EITHER = Filled.BY_PROGRAM, Filled.BY_EITHER

# --- Campaign ---------------------------------------------------------------------------------------------------------

CAMPAIGN_SETTINGS: Final = (
    CampaignSetting("Title", Kind.TEXT, "Name of the campaign, on every newsletter", "Campaign"),
    CampaignSetting(
        "Year", Kind.YEAR, "The year now played; negative for years before our era", None, _BY_PROGRAM, limits=YEARS
    ),
    CampaignSetting(
        "Season",
        Kind.SEASON,
        "The season now played: winter, spring, summer or fall",
        None,
        _BY_PROGRAM,
        SEASON_WORDS,
        drop_down=DropDown.SEASONS,
    ),
    CampaignSetting(
        "Status",
        Kind.CHOICE,
        "What the season waits for: orders; battles to be played; dice to be rolled; over: the campaign has ended",
        Status.ORDERS.value,
        _BY_PROGRAM,
        _words(Status),
        drop_down=DropDown.STATUSES,
    ),
    CampaignSetting(
        "Seed",
        Kind.TEXT,
        "The secret all dice are drawn from. Keep it to yourself, and never change it while the campaign lasts",
        "",
    ),
    CampaignSetting(
        "Public draw",
        Kind.TEXT,
        "Any number published after orders closed, such as a lottery's: mixed into the season's dice, then emptied",
        "",
        _BY_EITHER,
    ),
    CampaignSetting(
        "Public treasuries",
        Kind.YES_NO,
        "Whether every newsletter shows every treasury",
        "no",
        words=YES_NO_WORDS,
        drop_down=DropDown.YES_NO,
    ),
    CampaignSetting(
        "Public armies",
        Kind.YES_NO,
        "Whether every newsletter shows every army's strength and place",
        "no",
        words=YES_NO_WORDS,
        drop_down=DropDown.YES_NO,
    ),
    CampaignSetting(
        "Public orders",
        Kind.YES_NO,
        "Whether every newsletter shows every order once it is carried out",
        "no",
        words=YES_NO_WORDS,
        drop_down=DropDown.YES_NO,
    ),
    CampaignSetting(
        "Orders due", Kind.DATE_OR_TEXT, "When the next orders are due: a date or words, printed in the newsletters"
    ),
    CampaignSetting(
        "Silent allowed",
        Kind.WHOLE,
        "How many active nations may be without an order before the run stops; empty: a third of them, rounded up",
        limits=NATION_COUNT,
    ),
    CampaignSetting(
        "Paper",
        Kind.CHOICE,
        "Paper of the newsletters: A4 or Letter",
        "A4",
        words=PAPER_WORDS,
        drop_down=DropDown.PAPERS,
    ),
    CampaignSetting(
        "Language",
        Kind.CHOICE,
        "Language of the newsletters",
        "en",
        words=LANGUAGE_WORDS,
        drop_down=DropDown.LANGUAGES,
    ),
    CampaignSetting(
        "Map picture", Kind.TEXT, "File name of a picture, beside the workbook, to draw the map on; may be empty"
    ),
)
"""The rows of the `Campaign` sheet."""

_CAMPAIGN = Sheet(
    "Campaign",
    Need.ALWAYS,
    "What the campaign is called and where it stands",
    (
        Column("Setting", Kind.SETTING, "Name of the setting", width=20),
        Column("Value", Kind.SETTING_VALUE, "Its value", filled=_BY_EITHER, width=28),
        Column("Meaning", Kind.TEXT, "What it means", required=False, width=90),
    ),
)

_RULES = Sheet(
    "Rules",
    Need.OPTIONAL,
    "The settings of the rules; an empty value or a missing row is the default",
    (
        Column("Rule", Kind.SETTING, "Name of the setting", width=22),
        Column("Value", Kind.SETTING_VALUE, "The value in this campaign", when_empty="the default", width=16),
        Column("Default", Kind.TEXT, "The value by the rules", required=False, width=16),
        Column("Meaning", Kind.TEXT, "What it means", required=False, width=80),
        Column("Clause", Kind.TEXT, "The clause of the rules", required=False, width=9),
    ),
)

# --- the land and the nations -----------------------------------------------------------------------------------------

_NATIONS = Sheet(
    "Nations",
    Need.ALWAYS,
    "One row for each nation, in the order that settles ties",
    (
        Column("Nation", Kind.NEW_NATION, "The nation's name; it is part of the key of its dice", width=20),
        Column("Player", Kind.TEXT, "Who plays it", required=False, width=20),
        Column("Email", Kind.TEXT, "Where its newsletters are sent", required=False, width=28),
        Column(
            "Colour",
            Kind.TEXT,
            "Its colour on the map: `#8b1a1a` or a CSS name",
            required=False,
            when_empty="one is chosen",
        ),
        Column(
            "Capital",
            Kind.TERRITORY,
            "Its capital, which it defends first (5.3)",
            drop_down=DropDown.TERRITORIES,
            when_empty="none",
            width=20,
        ),
        Column(
            "Ag", Kind.WHOLE, "The army's aggression, as in DBA and DBMM", limits=AGGRESSION, when_empty="1", width=6
        ),
        Column(
            "Army AP",
            Kind.WHOLE,
            "Strength of its army",
            _BY_PROGRAM,
            unit="AP",
            limits=ARMY,
            when_empty="a full army; 0 for an eliminated nation",
            width=10,
        ),
        Column(
            "Gold",
            Kind.WHOLE,
            "Its treasury",
            _BY_PROGRAM,
            unit="gold",
            limits=GOLD,
            when_empty="the starting gold; 0 for an eliminated nation",
            width=8,
        ),
        Column(
            "VP", Kind.WHOLE, "Victory points", _BY_PROGRAM, unit="VP", limits=VICTORY_POINTS, when_empty="0", width=8
        ),
        Column(
            "Army at",
            Kind.TERRITORY,
            "Where its army stood when the last season ended",
            _BY_PROGRAM,
            drop_down=DropDown.TERRITORIES,
            when_empty="the capital, where it is its own",
            width=20,
        ),
        Column(
            "Siege seasons",
            Kind.WHOLE,
            "Siege rolls already made in the present siege",
            _BY_PROGRAM,
            unit="seasons",
            limits=SIEGE_SEASONS,
            when_empty="0: it keeps no siege",
            width=14,
        ),
        Column(
            "Came from",
            Kind.TERRITORY,
            "The friendly territory the siege began from",
            _BY_PROGRAM,
            drop_down=DropDown.TERRITORIES,
            when_empty="unknown",
            width=20,
        ),
        Column(
            "Standing",
            Kind.CHOICE,
            "Whether it still plays",
            _BY_PROGRAM,
            words=_words(Standing),
            drop_down=DropDown.STANDINGS,
            strict=True,
            when_empty="active",
        ),
    ),
)

_MAP = Sheet(
    "Map",
    Need.ALWAYS,
    "One row for each territory, in the order that settles ties",
    (
        Column("Territory", Kind.NEW_TERRITORY, "The territory's name; it is part of the key of dice", width=24),
        Column(
            "Owner",
            Kind.OWNER,
            "Who owns it",
            _BY_PROGRAM,
            drop_down=DropDown.NATIONS,
            when_empty="independent",
            width=20,
        ),
        Column(
            "X", Kind.NUMBER, "Place on the map to the east, in any unit", required=False, limits=COORDINATES, width=10
        ),
        Column(
            "Y",
            Kind.NUMBER,
            "Place on the map to the south, in the same unit",
            required=False,
            limits=COORDINATES,
            width=10,
        ),
    ),
)

_BORDERS = Sheet(
    "Borders",
    Need.ALWAYS,
    "One row for each pair of adjacent territories, entered once, either way round",
    (
        Column("From", Kind.TERRITORY, "One of the two", drop_down=DropDown.TERRITORIES, strict=True, width=24),
        Column("To", Kind.TERRITORY, "The other", drop_down=DropDown.TERRITORIES, strict=True, width=24),
        Column(
            "Terrain",
            Kind.TERRAIN,
            "What lies between them (4.3)",
            required=False,
            words=TERRAIN_WORDS,
            drop_down=DropDown.TERRAINS,
            when_empty="land",
            width=20,
        ),
    ),
)

# --- orders -----------------------------------------------------------------------------------------------------------

_RESULT = Column("Result", Kind.TEXT, "What became of the order", _BY_PROGRAM, width=110, emptied=True)
_ORDERING_NATION = Column("Nation", Kind.NATION, "Whose order it is", drop_down=DropDown.NATIONS, strict=True, width=20)


def _moves(season: Season) -> Sheet:
    return Sheet(
        season.value.capitalize(),
        Need.IN_ITS_SEASON,
        f"The orders for {season.value}",
        (
            _ORDERING_NATION,
            Column(
                "Order",
                Kind.ORDER,
                "What the army does (2.1)",
                words=ORDER_WORDS,
                drop_down=DropDown.ORDERS,
                strict=True,
                when_empty="Defend; Siege for a besieging army (2.3)",
                width=14,
                emptied=True,
            ),
            Column(
                "From",
                Kind.TERRITORY,
                "Where an offensive or raid starts",
                drop_down=DropDown.TERRITORIES,
                width=20,
                emptied=True,
            ),
            Column(
                "Target", Kind.TERRITORY, "What it is aimed at", drop_down=DropDown.TERRITORIES, width=20, emptied=True
            ),
            Column(
                "Rebuild",
                Kind.YES_NO,
                "Whether the army is first rebuilt, for gold (3.1)",
                words=YES_NO_WORDS,
                drop_down=DropDown.YES_NO,
                strict=True,
                when_empty="no",
                width=10,
                emptied=True,
            ),
            Column(
                "Siege gold",
                Kind.YES_NO,
                "Whether gold is spent for a better siege roll (3.3)",
                words=YES_NO_WORDS,
                drop_down=DropDown.YES_NO,
                strict=True,
                when_empty="no",
                width=12,
                emptied=True,
            ),
            Column(
                "Intercept",
                Kind.INTERCEPT,
                "Whom to fight, most wanted first (5.2)",
                when_empty="the capital's enemy first, and so on (5.3)",
                width=26,
                emptied=True,
            ),
            _RESULT,
        ),
        season,
    )


_FALL = Sheet(
    "Fall",
    Need.IN_ITS_SEASON,
    "The orders for fall",
    (
        _ORDERING_NATION,
        Column(
            "Monuments",
            Kind.WHOLE,
            "Gold to spend on monuments (9.3)",
            unit="gold",
            limits=GOLD,
            when_empty="0",
            width=12,
            emptied=True,
        ),
        _RESULT,
    ),
    Season.FALL,
)

# --- what waits, what was rolled, what was ---------------------------------------------------------------------------

_W_YEAR = Column("Year", Kind.YEAR, "The year", _BY_PROGRAM, limits=YEARS, width=8)
_W_SEASON = Column(
    "Season", Kind.SEASON, "The season", _BY_PROGRAM, words=SEASON_WORDS, drop_down=DropDown.SEASONS, width=10
)
_GM_YEAR = Column("Year", Kind.YEAR, "The year", limits=YEARS, width=8)
_GM_SEASON = Column(
    "Season", Kind.SEASON, "The season", words=SEASON_WORDS, drop_down=DropDown.SEASONS, strict=True, width=10
)

_BATTLES = Sheet(
    "Battles",
    Need.OUTPUT,
    "The battles; where `battles` is `table` they wait here for a winner (6.7)",
    (
        _W_YEAR,
        _W_SEASON,
        Column("Area", Kind.TERRITORY, "Where it is fought", _BY_PROGRAM, width=20),
        Column("Attacker", Kind.NATION, "The invader or besieger", _BY_PROGRAM, width=20),
        Column("Attacker AP", Kind.WHOLE, "His strength before it", _BY_PROGRAM, unit="AP", limits=ARMY, width=12),
        Column("Defender", Kind.NATION, "The defender", _BY_PROGRAM, width=20),
        Column("Defender AP", Kind.WHOLE, "His strength before it", _BY_PROGRAM, unit="AP", limits=ARMY, width=12),
        Column(
            "Winner",
            Kind.WINNER,
            "Who won; `draw` (6.8); or `dice` for a battle nobody can play (6.7)",
            _BY_EITHER,
            words=BATTLE_WORDS,
            when_empty="not yet known",
            width=20,
        ),
        Column("Decided by", Kind.CHOICE, "How it was decided", _BY_PROGRAM, words=_words(BattleDecision), width=12),
    ),
)

_DICE = Sheet(
    "Dice",
    Need.OUTPUT,
    "Every die rolled; a row added for the season to come fixes that die (11.4)",
    (
        Column("Year", Kind.YEAR, "The year", _BY_EITHER, limits=YEARS, width=8),
        Column(
            "Season", Kind.SEASON, "The season", _BY_EITHER, words=SEASON_WORDS, drop_down=DropDown.SEASONS, width=10
        ),
        Column(
            "Kind",
            Kind.CHOICE,
            "What it is rolled for (11.1)",
            _BY_EITHER,
            words=_words(RollKind),
            drop_down=DropDown.ROLL_KINDS,
            width=12,
        ),
        Column("Nation", Kind.NATION, "Who rolls", _BY_EITHER, drop_down=DropDown.NATIONS, width=20),
        Column("Place", Kind.PLACE, "The area; for initiative and precedence the other nation", _BY_EITHER, width=20),
        Column(
            "Attempt", Kind.WHOLE, "1, and 1 more for each tie", _BY_EITHER, limits=ATTEMPTS, when_empty="1", width=9
        ),
        Column("Die", Kind.WHOLE, "What it shows", _BY_EITHER, limits=DIE, when_empty="still to be rolled", width=6),
        Column("Modifier", Kind.WHOLE, "What is added to it", _BY_PROGRAM, limits=MODIFIERS, width=10),
        Column("Total", Kind.WHOLE, "Die and modifier", _BY_PROGRAM, limits=MODIFIERS, width=8),
        Column(
            "Needed",
            Kind.WHOLE,
            "The total that succeeds",
            _BY_PROGRAM,
            limits=MODIFIERS,
            when_empty="more than another's",
            width=9,
        ),
        Column("Rolled by", Kind.CHOICE, "Where the die came from", _BY_PROGRAM, words=_words(RolledBy), width=11),
    ),
)

_CHRONICLE = Sheet(
    "Chronicle",
    Need.OUTPUT,
    "One row for each thing that happened",
    (
        _W_YEAR,
        _W_SEASON,
        Column("Kind", Kind.TEXT, "What kind of thing", _BY_PROGRAM, width=20),
        Column("Seen by", Kind.NATIONS, "Who may know of it", _BY_PROGRAM, width=20),
        Column("Text", Kind.TEXT, "What happened", _BY_PROGRAM, width=140),
    ),
)

_HISTORY = Sheet(
    "History",
    Need.OUTPUT,
    "Every nation at the end of every season",
    (
        _W_YEAR,
        _W_SEASON,
        Column("Nation", Kind.NATION, "The nation", _BY_PROGRAM, width=20),
        Column("Territories", Kind.WHOLE, "How many it owned", _BY_PROGRAM, limits=TERRITORY_COUNT, width=12),
        Column("Army AP", Kind.WHOLE, "Strength of its army", _BY_PROGRAM, unit="AP", limits=ARMY, width=10),
        Column("Gold", Kind.WHOLE, "Its treasury", _BY_PROGRAM, unit="gold", limits=GOLD, width=8),
        Column("VP", Kind.WHOLE, "Its victory points", _BY_PROGRAM, unit="VP", limits=VICTORY_POINTS, width=8),
        Column("Standing", Kind.CHOICE, "Whether it still played", _BY_PROGRAM, words=_words(Standing), width=12),
    ),
)

_DISPATCHES = Sheet(
    "Dispatches",
    Need.OPTIONAL,
    "The GM's own words for the newsletters",
    (
        _GM_YEAR,
        _GM_SEASON,
        Column("For", Kind.NATIONS, "Whose newsletters print it", when_empty="all", width=20),
        Column("Text", Kind.TEXT, "The words, in Markdown", width=100),
    ),
)

_CORRECTIONS = Sheet(
    "Corrections",
    Need.OUTPUT,
    "What the GM changed by hand since the last season's result",
    (
        _W_YEAR,
        _W_SEASON,
        Column("Cell", Kind.TEXT, "The cell, such as `Nations!G3`", _BY_PROGRAM, width=16),
        Column("Was", Kind.TEXT, "What the program had written", _BY_PROGRAM, width=20),
        Column("Now", Kind.TEXT, "What stands there now", _BY_PROGRAM, width=20),
        Column("Reason", Kind.TEXT, "Why, in the GM's words", required=False, width=60),
    ),
)

SHEETS: Final = (
    _CAMPAIGN,
    _RULES,
    _NATIONS,
    _MAP,
    _BORDERS,
    _moves(Season.WINTER),
    _moves(Season.SPRING),
    _moves(Season.SUMMER),
    _FALL,
    _BATTLES,
    _DICE,
    _CHRONICLE,
    _HISTORY,
    _DISPATCHES,
    _CORRECTIONS,
)
"""Every sheet, in the order in which a new workbook has them."""

SHEET: Final[Mapping[str, Sheet]] = {sheet.name: sheet for sheet in SHEETS}
ORDER_SHEETS: Final[Mapping[Season, Sheet]] = {sheet.season: sheet for sheet in SHEETS if sheet.season is not None}
"""The sheet that holds each season's orders."""
CAMPAIGN_SETTING: Final[Mapping[str, CampaignSetting]] = {setting.name: setting for setting in CAMPAIGN_SETTINGS}


def rule_words(setting: Setting) -> tuple[str, ...]:
    """The words offered for a value on the `Rules` sheet; empty where any number or year may stand."""
    if setting.kind is SettingKind.CHOICE:
        return setting.choices
    if setting.kind is SettingKind.YES_NO:
        return YES_NO_WORDS
    if setting.kind is SettingKind.SEASONS:
        return (*SEASON_WORDS[:3], ANY, NONE)
    return ()


def rule_limits(setting: Setting) -> Limits | None:
    """The numbers allowed for a value on the `Rules` sheet, or None where it is no number."""
    if setting.kind is SettingKind.COUNT:
        return RULE_NUMBERS
    if setting.kind is SettingKind.POSITIVE:
        return Limits(1, RULE_NUMBERS.highest)
    if setting.kind is SettingKind.DIE_TARGET:
        return TARGET_NUMBERS
    return YEARS if setting.kind is SettingKind.YEAR else None
