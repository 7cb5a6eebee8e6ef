"""The words a schema is written in: what a column may hold, who fills it, and what Excel offers in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from adjudicator.model.campaign import Season


class Kind(Enum):
    """What the cells of a column hold; the value is how the documentation says it."""

    NEW_NATION = "a new nation's name"
    NEW_TERRITORY = "a new territory's name"
    NATION = "a nation"
    NATIONS = "nations separated by `;`, or `all`"
    TERRITORY = "a territory"
    OWNER = "a nation, or empty"
    INTERCEPT = "nations and territories separated by `;`, or `none`"
    PLACE = "a nation or a territory"
    WINNER = "a nation, `draw` or `dice`"
    ORDER = "an order"
    TERRAIN = "terrains separated by `;` or `,`"
    SEASON = "a season"
    YEAR = "a year"
    WHOLE = "a whole number"
    NUMBER = "a number"
    YES_NO = "yes or no"
    CHOICE = "one of the words given"
    DATE_OR_TEXT = "a date or text"
    TEXT = "text"
    SETTING = "the name of a setting"
    SETTING_VALUE = "the setting's value"


class DropDown(Enum):
    """A list offered in a cell; the value is the defined name that holds it, so that Excel keeps a plain validation."""

    NATIONS = "list_nations"
    TERRITORIES = "list_territories"
    ORDERS = "list_orders"
    TERRAINS = "list_terrains"
    YES_NO = "list_yes_no"
    SEASONS = "list_seasons"
    STATUSES = "list_statuses"
    STANDINGS = "list_standings"
    ROLL_KINDS = "list_rolls"
    WINNER_WORDS = "list_winners"
    DECISIONS = "list_decisions"
    ROLLED_BY = "list_rolled_by"
    PAPERS = "list_papers"
    LANGUAGES = "list_languages"


class Filled(Enum):
    """Who fills a column."""

    BY_GM = "GM"
    BY_PROGRAM = "W"
    BY_EITHER = "GM or W"


class Need(Enum):
    """When a sheet must be in the workbook."""

    ALWAYS = "always"
    IN_ITS_SEASON = "in its season"
    OPTIONAL = "optional"
    OUTPUT = "added by the program when it has something to write"


@dataclass(frozen=True, slots=True)
class Limits:
    """The lowest and highest number a cell may hold, both included."""

    lowest: int
    highest: int


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a sheet.

    `required` means that the header must be there. `when_empty` says what an empty cell counts as. `strict` tells the
    blank workbook to refuse what is not in the drop-down rather than to let it pass. `width` is in characters.
    """

    header: str
    kind: Kind
    meaning: str
    filled: Filled = Filled.BY_GM
    required: bool = True
    unit: str = ""
    limits: Limits | None = None
    drop_down: DropDown | None = None
    strict: bool = False
    words: tuple[str, ...] = ()
    when_empty: str = ""
    width: int = 12
    emptied: bool = False
    """Whether the cell is emptied for the next year once fall is done."""

    @property
    def written(self) -> bool:
        """Whether the program writes here (W)."""
        return self.filled is not Filled.BY_GM


@dataclass(frozen=True, slots=True)
class Sheet:
    """One sheet: its name, its columns in the order in which a new workbook has them, and what it is for."""

    name: str
    need: Need
    purpose: str
    columns: tuple[Column, ...]
    season: Season | None = None

    @property
    def key(self) -> Column:
        """The first column; a row where it is empty is not a row."""
        return self.columns[0]

    @property
    def required(self) -> tuple[Column, ...]:
        """The columns whose headers must be there."""
        return tuple(column for column in self.columns if column.required)

    def column(self, header: str) -> Column:
        """The column with this header, spelt as in the schema. Raises `KeyError`."""
        for column in self.columns:
            if column.header == header:
                return column
        raise KeyError(header)


@dataclass(frozen=True, slots=True)
class CampaignSetting:
    """One row of the `Campaign` sheet.

    `default` is what an empty value or a missing row counts as; where it is None the value must be there.
    """

    name: str
    kind: Kind
    meaning: str
    default: str | None = ""
    filled: Filled = Filled.BY_GM
    words: tuple[str, ...] = ()
    limits: Limits | None = None
    drop_down: DropDown | None = None

    @property
    def written(self) -> bool:
        """Whether the program writes its value (W)."""
        return self.filled is not Filled.BY_GM
