"""Every problem a workbook can have, in the words the GM reads: how grave, what is wrong, what to do.

`{found}` is the text of the cell; other names in braces are filled from the problem's values. Nothing else in the
program words a problem.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple


class Severity(Enum):
    """An error stops the run; a warning and a note do not."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class ProblemCode(Enum):
    """What is wrong, as a stable word for other programs."""

    # sheets, headers, rows
    SHEET_MISSING = "sheet-missing"
    SHEET_DOUBLED = "sheet-doubled"
    SHEET_WITHOUT_CELLS = "sheet-without-cells"
    SHEET_HIDDEN = "sheet-hidden"
    SHEET_PROTECTED = "sheet-protected"
    HEADER_MISSING = "header-missing"
    COLUMN_MISSING = "column-missing"
    COLUMN_DOUBLED = "column-doubled"
    ROW_WITHOUT_NAME = "row-without-name"
    ROWS_HIDDEN = "rows-hidden"
    MERGED_CELLS = "merged-cells"
    MERGED_CELLS_COUNT = "merged-cells-count"
    TOTALS_ROW = "totals-row"
    MORE_OF_THE_KIND = "more-of-the-kind"
    # cells
    FORMULA_NOT_CALCULATED = "formula-not-calculated"
    CELL_ERROR = "cell-error"
    NOT_A_NUMBER = "not-a-number"
    NOT_WHOLE = "not-whole"
    NUMBER_OUT_OF_RANGE = "number-out-of-range"
    THOUSANDS_READ = "thousands-read"
    DATE_NOT_NUMBER = "date-not-number"
    DATE_NOT_TEXT = "date-not-text"
    NOT_YES_NO = "not-yes-no"
    NOT_A_WORD = "not-a-word"
    CELL_EMPTY = "cell-empty"
    TEXT_TOO_LONG = "text-too-long"
    # Campaign and Rules
    SETTING_MISSING = "setting-missing"
    SETTING_DOUBLED = "setting-doubled"
    SETTING_UNKNOWN = "setting-unknown"
    YEAR_NOT_UNDERSTOOD = "year-not-understood"
    SEASON_NOT_UNDERSTOOD = "season-not-understood"
    SEED_MISSING = "seed-missing"
    PICTURE_NOT_BESIDE = "picture-not-beside"
    PICTURE_MISSING = "picture-missing"
    CAMPAIGN_OVER = "campaign-over"
    RULE_UNKNOWN = "rule-unknown"
    RULE_DOUBLED = "rule-doubled"
    RULE_VALUE = "rule-value"
    # names
    NAME_DOUBLED = "name-doubled"
    NAME_TOO_LONG = "name-too-long"
    NAME_WITH_SEPARATOR = "name-with-separator"
    NAME_IS_A_WORD = "name-is-a-word"
    NO_ROWS = "no-rows"
    TOO_MANY_ROWS = "too-many-rows"
    NATION_UNKNOWN = "nation-unknown"
    TERRITORY_UNKNOWN = "territory-unknown"
    # Nations
    COLOUR_NOT_UNDERSTOOD = "colour-not-understood"
    EMAIL_NOT_UNDERSTOOD = "email-not-understood"
    CAPITAL_NOT_OWNED = "capital-not-owned"
    VALUE_EMPTY_IN_PLAY = "value-empty-in-play"
    ARMY_ABOVE_FULL = "army-above-full"
    ARMY_IN_ENEMY_LAND = "army-in-enemy-land"
    SIEGE_IN_OWN_LAND = "siege-in-own-land"
    SIEGE_NOWHERE = "siege-nowhere"
    TWO_BESIEGERS = "two-besiegers"
    CAME_FROM_UNKNOWN = "came-from-unknown"
    NATION_WITHOUT_LAND = "nation-without-land"
    ELIMINATED_WITH_LAND = "eliminated-with-land"
    ELIMINATED_WITH_ARMY = "eliminated-with-army"
    # Map and Borders
    OWNER_UNKNOWN = "owner-unknown"
    HALF_A_PLACE = "half-a-place"
    PLACE_SHARED = "place-shared"
    MAP_NOT_CONNECTED = "map-not-connected"
    BORDER_TO_ITSELF = "border-to-itself"
    BORDER_DOUBLED = "border-doubled"
    TERRAIN_NOT_UNDERSTOOD = "terrain-not-understood"
    # orders
    ORDER_OF_UNKNOWN_NATION = "order-of-unknown-nation"
    ORDER_ROW_OF_UNKNOWN_NATION = "order-row-of-unknown-nation"
    ORDER_DOUBLED = "order-doubled"
    ORDER_ROW_DOUBLED = "order-row-doubled"
    ORDER_NOT_UNDERSTOOD = "order-not-understood"
    ORDER_WORD_MISSING = "order-word-missing"
    ORDER_PLACE_UNKNOWN = "order-place-unknown"
    INTERCEPT_UNKNOWN = "intercept-unknown"
    ORDER_OF_ELIMINATED = "order-of-eliminated"
    # judged with the rules
    ORDER_REFUSED = "order-refused"
    REBUILD_REFUSED = "rebuild-refused"
    SIEGE_GOLD_REFUSED = "siege-gold-refused"
    MONUMENTS_LOWERED = "monuments-lowered"
    TOO_MANY_SILENT = "too-many-silent"
    NATION_SILENT = "nation-silent"
    ENTRY_NOT_NEEDED = "entry-not-needed"
    # Battles, Dice and the records
    BATTLE_DOUBLED = "battle-doubled"
    WINNER_NOT_UNDERSTOOD = "winner-not-understood"
    DIE_DOUBLED = "die-doubled"
    DIE_OF_THE_SEED = "die-of-the-seed"
    RECORD_NOT_UNDERSTOOD = "record-not-understood"
    SEASON_PLAYED_ALREADY = "season-played-already"
    # writing
    FORMULA_REPLACED = "formula-replaced"
    ROWS_SET_APART = "rows-set-apart"
    SHEET_NOT_WRITABLE = "sheet-not-writable"


class Wording(NamedTuple):
    """How a problem is told: its gravity, the sentence on what is wrong, the sentence on what to do (may be empty)."""

    severity: Severity
    message: str
    remedy: str


_ERROR, _WARNING, _NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

CATALOGUE: Final[Mapping[ProblemCode, Wording]] = {
    ProblemCode.SHEET_MISSING: Wording(
        _ERROR,
        'The workbook has no sheet "{name}".',
        "Add it, or give the sheet its name back.",
    ),
    ProblemCode.SHEET_DOUBLED: Wording(
        _WARNING,
        'Two sheets could be "{name}"; "{other}", the sheet in place {place}, is not read.',
        "Rename the one that is not meant.",
    ),
    ProblemCode.SHEET_WITHOUT_CELLS: Wording(
        _ERROR,
        "This is a chart or macro sheet; cells are needed here.",
        "Rename it, and add a worksheet of this name.",
    ),
    ProblemCode.SHEET_HIDDEN: Wording(_NOTE, "The sheet is hidden; it is read all the same.", ""),
    ProblemCode.SHEET_PROTECTED: Wording(
        _NOTE, "The sheet is protected; its protection stays, and results are written all the same.", ""
    ),
    ProblemCode.HEADER_MISSING: Wording(
        _ERROR,
        "None of the first ten rows holds the headers of this sheet: {headers}.",
        "Put the headers into one row, at the top.",
    ),
    ProblemCode.COLUMN_MISSING: Wording(
        _ERROR,
        'There is no column "{header}".',
        "Add the header, or spell it so; the column may stand anywhere.",
    ),
    ProblemCode.COLUMN_DOUBLED: Wording(
        _ERROR,
        'Two columns are headed "{header}"; the other is {other}.',
        "Rename the one that is not meant.",
    ),
    ProblemCode.ROW_WITHOUT_NAME: Wording(
        _WARNING,
        'The row holds {found} but nothing under "{header}", so it is not read.',
        "Fill in the first column, or empty the row.",
    ),
    ProblemCode.ROWS_HIDDEN: Wording(_NOTE, "Rows hidden by hand or by a filter are read all the same: {rows}.", ""),
    ProblemCode.MERGED_CELLS: Wording(
        _ERROR,
        'The cells {range} are merged, so it is not clear what the rows hold under "{header}".',
        "Unmerge them and fill in every row.",
    ),
    ProblemCode.MERGED_CELLS_COUNT: Wording(
        _WARNING,
        "The cells {range} are merged; {found} counts for every row that they span.",
        "Better unmerge them and fill in every row.",
    ),
    ProblemCode.TOTALS_ROW: Wording(
        _ERROR,
        "The table ends with a totals row, so no rows can be added to it.",
        "Switch the totals row off (Table Design), or put the totals on a sheet of their own.",
    ),
    ProblemCode.MORE_OF_THE_KIND: Wording(
        _NOTE, "{count} more of the kind {code} on this sheet are not listed.", "Mend those listed, and check again."
    ),
    ProblemCode.FORMULA_NOT_CALCULATED: Wording(
        _ERROR,
        "The formula {found} has never been calculated, so its value is not known.",
        "Open the workbook in Excel or LibreOffice, save it once, and run again.",
    ),
    ProblemCode.CELL_ERROR: Wording(
        _ERROR,
        "The cell shows the error {found}.",
        "Mend the formula, or type the value.",
    ),
    ProblemCode.NOT_A_NUMBER: Wording(
        _ERROR,
        "{found} is not a number.",
        'Write digits only under "{header}", such as {example}.',
    ),
    ProblemCode.NOT_WHOLE: Wording(
        _ERROR,
        "{found} is not a whole number.",
        'Write a whole number under "{header}".',
    ),
    ProblemCode.NUMBER_OUT_OF_RANGE: Wording(
        _ERROR,
        "{found} is out of range.",
        '"{header}" is a number from {lowest} to {highest}.',
    ),
    ProblemCode.THOUSANDS_READ: Wording(
        _WARNING,
        "{found} is text with a thousands mark; it is read as {number}.",
        "Write {number} if that is meant.",
    ),
    ProblemCode.DATE_NOT_NUMBER: Wording(
        _ERROR,
        'The cell holds the date {found}; under "{header}" a number is needed.',
        "Format the cell as a number and type the value again.",
    ),
    ProblemCode.DATE_NOT_TEXT: Wording(
        _ERROR,
        "The cell holds the date {found}; the spreadsheet has probably made it out of what was typed.",
        "Format the cell as text and type the value again.",
    ),
    ProblemCode.NOT_YES_NO: Wording(
        _ERROR,
        "{found} is neither yes nor no.",
        "Write yes or no; an empty cell is no.",
    ),
    ProblemCode.NOT_A_WORD: Wording(
        _ERROR,
        '{found} is not understood under "{header}".',
        "Write one of: {words}.",
    ),
    ProblemCode.CELL_EMPTY: Wording(
        _ERROR,
        'Nothing is filled in under "{header}".',
        "Fill it in, or empty the whole row.",
    ),
    ProblemCode.TEXT_TOO_LONG: Wording(
        _ERROR,
        "The text has {length} characters: {found}",
        "Shorten it to {limit} characters.",
    ),
    ProblemCode.SETTING_MISSING: Wording(
        _ERROR,
        'The setting "{name}" has no value.',
        'Fill in a row "{name}" on the sheet: {meaning}.',
    ),
    ProblemCode.SETTING_DOUBLED: Wording(
        _ERROR,
        'The setting "{name}" stands here a second time; the first is {other}.',
        "Remove one of the two rows.",
    ),
    ProblemCode.SETTING_UNKNOWN: Wording(
        _WARNING,
        "{found} is no setting; the row is not read.",
        "Spell it as the Guide does, or leave it if it is your own.",
    ),
    ProblemCode.YEAR_NOT_UNDERSTOOD: Wording(
        _ERROR,
        "{found} is not a year.",
        "Write the year as a whole number, such as 1071; years before our era are negative, such as -300.",
    ),
    ProblemCode.SEASON_NOT_UNDERSTOOD: Wording(
        _ERROR,
        "{found} is not a season.",
        "Write winter, spring, summer or fall.",
    ),
    ProblemCode.SEED_MISSING: Wording(
        _ERROR,
        "The campaign has no seed, and its dice are drawn from one.",
        'Write any long text that nobody can guess at "Seed" on the Campaign sheet and keep it secret, '
        "or set the rule dice to table.",
    ),
    ProblemCode.PICTURE_NOT_BESIDE: Wording(
        _WARNING,
        "{found} is not the name of a file beside the workbook; the map is drawn without it.",
        "Put the picture into the workbook's folder and write its file name only.",
    ),
    ProblemCode.PICTURE_MISSING: Wording(
        _WARNING,
        "There is no file {found} beside the workbook; the map is drawn without it.",
        "Put the picture into the workbook's folder.",
    ),
    ProblemCode.CAMPAIGN_OVER: Wording(
        _NOTE,
        "The campaign is over: its last year is done.",
        "To play on, raise last_year on the Rules sheet, and set Year, Season and Status for the season to come.",
    ),
    ProblemCode.RULE_UNKNOWN: Wording(
        _WARNING,
        "{found} is no rule; the row is not read.",
        "Spell it as the documentation does.",
    ),
    ProblemCode.RULE_DOUBLED: Wording(
        _ERROR,
        'The rule "{name}" stands here a second time; the first is {other}.',
        "Remove one of the two rows.",
    ),
    ProblemCode.RULE_VALUE: Wording(
        _ERROR,
        "{found} is no value for {name}.",
        "Write {expected}, or leave it empty for the default, {default}.",
    ),
    ProblemCode.NAME_DOUBLED: Wording(
        _ERROR,
        "{found} stands here a second time; the first is {other}.",
        "Names must differ in more than case, spaces or the kind of apostrophe: rename one, or remove the row.",
    ),
    ProblemCode.NAME_TOO_LONG: Wording(
        _ERROR,
        "The name has {length} characters: {found}",
        "Shorten it to {limit} characters.",
    ),
    ProblemCode.NAME_WITH_SEPARATOR: Wording(
        _ERROR,
        "{found} holds a {mark}, which separates names in lists or in the keys of dice.",
        "Write the name without it.",
    ),
    ProblemCode.NAME_IS_A_WORD: Wording(
        _WARNING,
        '{found} is also a word of the game: under "{header}" it means the word, never the name.',
        "Choose another name if that may be confused.",
    ),
    ProblemCode.NO_ROWS: Wording(
        _ERROR,
        "The sheet has no rows.",
        'Fill in at least one row under "{header}".',
    ),
    ProblemCode.TOO_MANY_ROWS: Wording(
        _ERROR,
        "The sheet has {count} rows; at most {limit} are read.",
        "Remove the rows that are not needed.",
    ),
    ProblemCode.NATION_UNKNOWN: Wording(
        _ERROR,
        "{found} is no nation on the Nations sheet.",
        "Spell it as the Nations sheet does.",
    ),
    ProblemCode.TERRITORY_UNKNOWN: Wording(
        _ERROR,
        "{found} is no territory on the Map sheet.",
        "Spell it as the Map sheet does, or add it there.",
    ),
    ProblemCode.COLOUR_NOT_UNDERSTOOD: Wording(
        _WARNING,
        "{found} is no colour that is known; one is chosen instead.",
        "Write a hex colour such as #8b1a1a, or a CSS name such as darkred.",
    ),
    ProblemCode.EMAIL_NOT_UNDERSTOOD: Wording(
        _WARNING,
        "{found} is no e-mail address; nothing can be sent there.",
        "Write an address such as player@example.org; separate several by ;.",
    ),
    ProblemCode.CAPITAL_NOT_OWNED: Wording(
        _WARNING,
        "{nation} does not own its capital, {found}. If the campaign is meant to begin so, all is well.",
        "Otherwise name a territory of its own, or give it the territory on the Map sheet.",
    ),
    ProblemCode.VALUE_EMPTY_IN_PLAY: Wording(
        _WARNING,
        '"{header}" of {nation} is empty although the campaign has begun; it counts as {value}.',
        "Fill in the value (0 where there is none).",
    ),
    ProblemCode.ARMY_ABOVE_FULL: Wording(
        _WARNING,
        "The army of {nation} has {found} AP, more than a full army of {full}.",
        "Lower it, or raise full_army on the Rules sheet.",
    ),
    ProblemCode.ARMY_IN_ENEMY_LAND: Wording(
        _ERROR,
        "The army of {nation} stands at {found}, which is not its own, and keeps no siege there.",
        "Name a territory of its own; or, if it besieges the place, fill in Siege seasons and Came from.",
    ),
    ProblemCode.SIEGE_IN_OWN_LAND: Wording(
        _ERROR,
        "{nation} has {seasons} siege seasons, but its army stands at {found}, which is its own.",
        "Empty Siege seasons, or name the besieged territory at Army at.",
    ),
    ProblemCode.SIEGE_NOWHERE: Wording(
        _ERROR,
        "{nation} has {found} siege seasons, but its army stands nowhere.",
        "Name the besieged territory at Army at, or empty Siege seasons.",
    ),
    ProblemCode.TWO_BESIEGERS: Wording(
        _ERROR,
        "{nation} and {other} both besiege {found}; an area has one siege (8.5).",
        "End one of the two sieges: empty Siege seasons and name a territory of its own at Army at.",
    ),
    ProblemCode.CAME_FROM_UNKNOWN: Wording(
        _WARNING,
        "It is not known where the siege of {area} by {nation} began from; a withdrawal goes to the nearest friendly "
        "territory.",
        "Fill in a territory on the Map sheet at Came from.",
    ),
    ProblemCode.NATION_WITHOUT_LAND: Wording(
        _WARNING,
        "{nation} owns no territory and keeps no siege; it will be eliminated when the season ends (1.5).",
        "Give it a territory on the Map sheet, or set its Standing to eliminated.",
    ),
    ProblemCode.ELIMINATED_WITH_LAND: Wording(
        _ERROR,
        "{nation} is eliminated, yet owns {territory}.",
        "Set its Standing to active, or give the territory to another on the Map sheet.",
    ),
    ProblemCode.ELIMINATED_WITH_ARMY: Wording(
        _WARNING,
        "{nation} is eliminated, yet has an army ({found}); it counts as 0 AP, nowhere (1.5).",
        "Empty the cell, or set its Standing to active.",
    ),
    ProblemCode.OWNER_UNKNOWN: Wording(
        _ERROR,
        "{territory} is owned by {found}, which is no nation on the Nations sheet.",
        "Spell the owner as the Nations sheet does; leave the cell empty where nobody owns it.",
    ),
    ProblemCode.HALF_A_PLACE: Wording(
        _WARNING,
        "{territory} has only one of X and Y; its place on the map is chosen instead.",
        "Fill in both, or neither.",
    ),
    ProblemCode.PLACE_SHARED: Wording(
        _WARNING,
        "{territory} stands at the same X and Y as {other}.",
        "Give each its own place, or leave X and Y empty.",
    ),
    ProblemCode.MAP_NOT_CONNECTED: Wording(
        _WARNING,
        "The map is not connected: no way leads from {territory} to {other}{rest}.",
        "Add the borders that are missing, unless it is meant so.",
    ),
    ProblemCode.BORDER_TO_ITSELF: Wording(
        _ERROR,
        "{found} borders on itself.",
        "Name two different territories, or remove the row.",
    ),
    ProblemCode.BORDER_DOUBLED: Wording(
        _ERROR,
        "The border between {one} and {found} stands here a second time; the first is {other}.",
        "A border works both ways: remove one of the two rows.",
    ),
    ProblemCode.TERRAIN_NOT_UNDERSTOOD: Wording(
        _ERROR,
        "{found} is no terrain.",
        "Write land, marsh, sea or mountains; separate several by ;.",
    ),
    ProblemCode.ORDER_OF_UNKNOWN_NATION: Wording(
        _ERROR,
        "An order is given for {found}, which is no nation on the Nations sheet.",
        "Spell it as the Nations sheet does, or empty the row.",
    ),
    ProblemCode.ORDER_ROW_OF_UNKNOWN_NATION: Wording(
        _WARNING,
        "{found} is no nation on the Nations sheet; the row gives no order.",
        "Spell it as the Nations sheet does, or empty the row.",
    ),
    ProblemCode.ORDER_DOUBLED: Wording(
        _ERROR,
        "{found} has two orders; the first is {other}.",
        "Leave one of the two rows.",
    ),
    ProblemCode.ORDER_ROW_DOUBLED: Wording(
        _WARNING,
        "{found} has two rows; the empty one is not read.",
        "Leave one of the two rows.",
    ),
    ProblemCode.ORDER_NOT_UNDERSTOOD: Wording(
        _ERROR,
        "{found} is not an order.",
        "Write Offensive, Defend, Siege or Raid.",
    ),
    ProblemCode.ORDER_WORD_MISSING: Wording(
        _WARNING,
        'The row of {nation} is filled in ({found}) but "Order" is empty; that counts as no order (2.3).',
        "Write Offensive, Defend, Siege or Raid.",
    ),
    ProblemCode.ORDER_PLACE_UNKNOWN: Wording(
        _WARNING,
        "{found} is no territory on the Map sheet; the order will be read as Defend (2.2).",
        "Spell it as the Map sheet does.",
    ),
    ProblemCode.INTERCEPT_UNKNOWN: Wording(
        _WARNING,
        "{found} is neither a nation nor a territory; the entry matches no enemy (5.2).",
        "Spell it as the Nations or Map sheet does; separate names by ;.",
    ),
    ProblemCode.ORDER_OF_ELIMINATED: Wording(_NOTE, "{found} is eliminated; its order is not read (1.5).", ""),
    ProblemCode.ORDER_REFUSED: Wording(
        _WARNING,
        "The {order} of {nation} will be read as Defend: {reason}.",
        "Change the order if something else was meant.",
    ),
    ProblemCode.REBUILD_REFUSED: Wording(
        _WARNING,
        "The army of {nation} will not be rebuilt: {reason}.",
        "Empty Rebuild, or change what stands in its way.",
    ),
    ProblemCode.SIEGE_GOLD_REFUSED: Wording(
        _WARNING,
        "{nation} will not spend siege gold: {reason}.",
        "Empty Siege gold, or change what stands in its way.",
    ),
    ProblemCode.MONUMENTS_LOWERED: Wording(
        _WARNING,
        "{nation} can spend {spent} of the {asked} gold on monuments (9.3).",
        "Write what can be spent if that is meant.",
    ),
    ProblemCode.TOO_MANY_SILENT: Wording(
        _ERROR,
        "{count} active nations have no order: {nations}. At most {allowed} may be silent.",
        "Fill in the orders, raise Silent allowed on the Campaign sheet, or run with --no-orders if that is meant.",
    ),
    ProblemCode.NATION_SILENT: Wording(_NOTE, "{nation} has no order; it counts as {order} (2.3).", ""),
    ProblemCode.ENTRY_NOT_NEEDED: Wording(
        _NOTE,
        "What is entered here for {entry} is not needed: the season comes to no such {kind}.",
        "Remove the row, unless an order is still to change.",
    ),
    ProblemCode.BATTLE_DOUBLED: Wording(
        _ERROR,
        "The battle at {found} stands here a second time this season; the first is {other}.",
        "Remove one of the two rows.",
    ),
    ProblemCode.WINNER_NOT_UNDERSTOOD: Wording(
        _ERROR,
        "{found} did not fight at {area}.",
        "Write one of: {words}; leave it empty until the battle is played.",
    ),
    ProblemCode.DIE_DOUBLED: Wording(
        _ERROR,
        "The die {found} stands here a second time; the first is {other}.",
        "Remove one of the two rows.",
    ),
    ProblemCode.DIE_OF_THE_SEED: Wording(
        _NOTE,
        "The row belongs to the season now played, so its die, {found}, stands as the GM's (11.4).",
        "Remove the row if the die is to be drawn from the seed.",
    ),
    ProblemCode.RECORD_NOT_UNDERSTOOD: Wording(
        _WARNING,
        '{found} is not understood under "{header}"; the row is left out of tables and charts.',
        "Mend it, or leave it so.",
    ),
    ProblemCode.SEASON_PLAYED_ALREADY: Wording(
        _WARNING,
        "The season now played, or a later one, stands in the history already: what came of it is on the sheets, and "
        "would come on top of that once more.",
        "To play a season again, take it back with adjudicate undo; otherwise mend Year and Season on Campaign.",
    ),
    ProblemCode.FORMULA_REPLACED: Wording(
        _NOTE,
        "The formula {found} stood where a result belongs; the value has taken its place.",
        "Keep formulas of your own in columns of your own.",
    ),
    ProblemCode.ROWS_SET_APART: Wording(
        _NOTE,
        "Something stands below the last row, so the new rows begin at row {row}.",
        "Keep the rows below free, or put your own notes on a sheet of your own.",
    ),
    ProblemCode.SHEET_NOT_WRITABLE: Wording(
        _ERROR,
        "The result cannot be written here: {reason}.",
        "Clear the way, and run again.",
    ),
}
