"""What a new workbook shows at a glance: what is still to fill in, what will be objected to, who is out of play."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from openpyxl.formatting.rule import Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.worksheet.worksheet import Worksheet

from adjudicator.model.campaign import Standing, Status
from adjudicator.model.orders import OrderKind
from adjudicator.workbook.columns import Filled, Sheet
from adjudicator.workbook.dropdowns import COLOURS, LAST_ROW, SEASON_NOW, column_letter
from adjudicator.workbook.styles import CHANGED, DOUBT, NOT_USED, OUT_OF_PLAY, SHADED, TODO, WHITE

_MARCHING: Final = (OrderKind.OFFENSIVE, OrderKind.RAID)
_WITH_SIEGE_GOLD: Final = (OrderKind.OFFENSIVE, OrderKind.SIEGE)


def _rule(formula: str, style: DifferentialStyle, *, stop: bool = False) -> Rule:
    return Rule(type="expression", formula=[formula], dxf=style, stopIfTrue=stop)


def _cells(*letters: str) -> str:
    return " ".join(f"{letter}2:{letter}{LAST_ROW}" for letter in letters)


def _one_of(cell: str, kinds: tuple[OrderKind, ...]) -> str:
    return "OR(" + ",".join(f'{cell}="{kind.value}"' for kind in kinds) + ")"


def shade_written_columns(page: Worksheet, sheet: Sheet) -> None:
    """Shades the program's columns in every row that is filled, those added later included."""
    letters = [
        column_letter(sheet.name, column.header) for column in sheet.columns if column.filled is Filled.BY_PROGRAM
    ]
    if letters:
        page.conditional_formatting.add(_cells(*letters), _rule('$A2<>""', SHADED))


def highlight(page: Worksheet, sheet: Sheet) -> None:
    """Adds the highlights of a sheet; the first that applies to a cell wins over the ones after it."""
    if sheet.season is not None and sheet.season.has_moves:
        _orders(page, sheet)
    elif sheet.season is not None:
        _out_of_play(page, sheet)
    else:
        others = _BY_SHEET.get(sheet.name)
        if others is not None:
            others(page, sheet)
    shade_written_columns(page, sheet)


def _out_of_play(page: Worksheet, sheet: Sheet) -> None:
    last = column_letter(sheet.name, sheet.columns[-1].header)
    eliminated = f'COUNTIFS(list_nations,$A2,nation_standing,"{Standing.ELIMINATED.value}")>0'
    page.conditional_formatting.add(f"A2:{last}{LAST_ROW}", _rule(f'IF($A2="",FALSE,{eliminated})', OUT_OF_PLAY))


def _orders(page: Worksheet, sheet: Sheet) -> None:
    """An order's From and Target: missing, not the nation's own, its own, not adjacent, or without a say.

    What depends on who owns what is shown in the sheet's own season only: before and after it the owners are others.
    """
    if sheet.season is None:
        raise ValueError(f"{sheet.name} is not a sheet of orders")
    now = f'{SEASON_NOW}="{sheet.season.value}"'
    order, origin, target, gold = (
        f"${column_letter(sheet.name, header)}2" for header in ("Order", "From", "Target", "Siege gold")
    )
    marching = _one_of(order, _MARCHING)
    _out_of_play(page, sheet)
    add = page.conditional_formatting.add
    both = _cells(origin[1], target[1])
    add(both, _rule(f'AND($A2<>"",{marching},{origin[1]}2="")', TODO))
    add(both, _rule(f'AND({origin[1]}2<>"",{order}<>"",NOT({marching}))', NOT_USED))
    unowned = f"COUNTIFS(list_territories,{origin},territory_owner,$A2)=0"
    add(_cells(origin[1]), _rule(f'IF(AND({now},{marching},{origin}<>""),{unowned},FALSE)', DOUBT))
    own = f"COUNTIFS(list_territories,{target},territory_owner,$A2)>0"
    unknown = f"COUNTIF(list_territories,{target})=0"
    apart = f"COUNTIFS(border_from,{origin},border_to,{target})+COUNTIFS(border_from,{target},border_to,{origin})=0"
    add(
        _cells(target[1]),
        _rule(f'IF(AND({now},{marching},{target}<>""),OR({own},{unknown},AND({origin}<>"",{apart})),FALSE)', DOUBT),
    )
    add(_cells(gold[1]), _rule(f'AND({gold}="yes",{order}<>"",NOT({_one_of(order, _WITH_SIEGE_GOLD)}))', NOT_USED))


def _nations(page: Worksheet, sheet: Sheet) -> None:
    letter = {column.header: column_letter(sheet.name, column.header) for column in sheet.columns}
    standing, capital, colour = letter["Standing"], letter["Capital"], letter["Colour"]
    add = page.conditional_formatting.add
    for name, code in COLOURS:
        look = DifferentialStyle(fill=PatternFill(bgColor=code), font=Font(color=WHITE, bold=True))
        add(_cells(colour), _rule(f'${colour}2="{name}"', look))
    lost = f"COUNTIFS(list_territories,${capital}2,territory_owner,$A2)=0"
    add(_cells(capital), _rule(f'IF(OR($A2="",${capital}2=""),FALSE,{lost})', DOUBT))
    add(
        f"A2:{column_letter(sheet.name, sheet.columns[-1].header)}{LAST_ROW}",
        _rule(f'${standing}2="{Standing.ELIMINATED.value}"', OUT_OF_PLAY),
    )


def _map(page: Worksheet, sheet: Sheet) -> None:
    owner = column_letter(sheet.name, "Owner")
    page.conditional_formatting.add(
        _cells(owner), _rule(f'IF(${owner}2="",FALSE,COUNTIF(list_nations,${owner}2)=0)', DOUBT)
    )


def _borders(page: Worksheet, sheet: Sheet) -> None:
    one, other = (f"${column_letter(sheet.name, header)}2" for header in ("From", "To"))
    entered = f"COUNTIFS(border_from,{one},border_to,{other})+COUNTIFS(border_from,{other},border_to,{one})"
    letters = (one[1], other[1])
    for letter in letters:
        cell = f"${letter}2"
        page.conditional_formatting.add(
            _cells(letter), _rule(f'IF({cell}="",FALSE,COUNTIF(list_territories,{cell})=0)', DOUBT)
        )
    page.conditional_formatting.add(
        f"{letters[0]}2:{letters[1]}{LAST_ROW}",
        _rule(f'IF(OR({one}="",{other}=""),FALSE,OR({one}={other},{entered}>1))', DOUBT),
    )


def _waiting(header: str) -> Callable[[Worksheet, Sheet], None]:
    def mark(page: Worksheet, sheet: Sheet) -> None:
        letter = column_letter(sheet.name, header)
        page.conditional_formatting.add(_cells(letter), _rule(f'AND($C2<>"",${letter}2="")', TODO, stop=True))

    return mark


def _rules(page: Worksheet, sheet: Sheet) -> None:
    value, default = (f"${column_letter(sheet.name, header)}2" for header in ("Value", "Default"))
    page.conditional_formatting.add(
        _cells(value[1]), _rule(f'AND({value}<>"",TEXT({value},"0")<>TEXT({default},"0"))', CHANGED)
    )


def _campaign(page: Worksheet, sheet: Sheet) -> None:
    value = f"${column_letter(sheet.name, 'Value')}2"
    waits = ",".join(f'{value}="{status.value}"' for status in (Status.BATTLES, Status.DICE))
    page.conditional_formatting.add(_cells(value[1]), _rule(f'AND($A2="Status",OR({waits}))', TODO))


_BY_SHEET: Final[dict[str, Callable[[Worksheet, Sheet], None]]] = {
    "Campaign": _campaign,
    "Rules": _rules,
    "Nations": _nations,
    "Map": _map,
    "Borders": _borders,
    "Battles": _waiting("Winner"),
    "Dice": _waiting("Die"),
}
