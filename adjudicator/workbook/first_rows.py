"""The rows a new workbook begins with, sheet by sheet: values by header, as the GM would have typed them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from typing import Final

from adjudicator.model.campaign import Season, Standing, Terrain
from adjudicator.model.orders import MonumentsOrder, SubmittedOrder
from adjudicator.model.rulebook import SETTINGS, Rulebook, setting_text
from adjudicator.workbook.columns import Sheet
from adjudicator.workbook.new_campaign import NewCampaign
from adjudicator.workbook.schema import CAMPAIGN_SETTINGS, EVERYONE, LIST_SEPARATOR

CellContent = str | int | float | None
FirstRow = Mapping[str, CellContent]


def _joined(names: tuple[str, ...]) -> str:
    return f"{LIST_SEPARATOR} ".join(names)


def _yes_no(value: bool) -> str:
    return "yes" if value else "no"


def number_or_text(text: str) -> CellContent:
    """A whole number as a number, all else as it is, an empty text as an empty cell."""
    if text.removeprefix("-").isdecimal():
        return int(text)
    return text or None


def _campaign(content: NewCampaign, seed: str) -> Iterator[FirstRow]:
    state = content.state
    silent = content.silent_allowed
    values: dict[str, CellContent] = {
        "Title": content.title,
        "Year": state.year,
        "Season": state.season.value,
        "Status": content.status.value,
        "Seed": seed,
        "Public draw": None,
        "Public treasuries": _yes_no(content.publicity.treasuries),
        "Public armies": _yes_no(content.publicity.armies),
        "Public orders": _yes_no(content.publicity.orders),
        "Orders due": content.orders_due or None,
        "Silent allowed": silent,
        "Paper": content.paper,
        "Language": content.language,
        "Map picture": content.map_picture or None,
    }
    for setting in CAMPAIGN_SETTINGS:
        yield {"Setting": setting.name, "Value": values[setting.name], "Meaning": setting.meaning}


def _rules(content: NewCampaign, _seed: str) -> Iterator[FirstRow]:
    chosen = {field.name: getattr(content.rulebook, field.name) for field in fields(Rulebook)}
    for setting in SETTINGS:
        value = chosen[setting.name]
        yield {
            "Rule": setting.name,
            "Value": None if value == setting.default else number_or_text(setting_text(value)),
            "Default": number_or_text(setting.default_text),
            "Meaning": setting.meaning,
            "Clause": setting.clause,
        }


def _nations(content: NewCampaign, _seed: str) -> Iterator[FirstRow]:
    for nation in content.world.nations:
        holding = content.state.holdings[nation.name]
        yield {
            "Nation": nation.name,
            "Player": nation.player or None,
            "Email": nation.email or None,
            "Colour": nation.colour or None,
            "Capital": nation.capital,
            "Ag": nation.ag,
            "Army AP": holding.army_ap,
            "Gold": holding.gold,
            "VP": holding.vp,
            "Army at": holding.army_at,
            "Siege seasons": holding.siege_seasons or None,
            "Came from": holding.came_from,
            "Standing": holding.standing.value,
        }


def _map(content: NewCampaign, _seed: str) -> Iterator[FirstRow]:
    for territory in content.world.territories:
        owner = content.state.owners[territory.name]
        yield {"Territory": territory.name, "Owner": owner, "X": territory.x, "Y": territory.y}


def _borders(content: NewCampaign, _seed: str) -> Iterator[FirstRow]:
    for border in content.world.borders:
        terrains = tuple(terrain.value for terrain in Terrain if terrain in border.terrains)
        yield {"From": border.one, "To": border.other, "Terrain": _joined(terrains) or None}


def _active(content: NewCampaign) -> Iterator[str]:
    for nation in content.world.nations:
        if content.state.holdings[nation.name].standing is Standing.ACTIVE:
            yield nation.name


def _moves(season: Season) -> Callable[[NewCampaign, str], Iterator[FirstRow]]:
    def rows(content: NewCampaign, _seed: str) -> Iterator[FirstRow]:
        given = {order.nation: order for order in content.orders.get(season, ())}
        for nation in _active(content):
            order = given.get(nation, SubmittedOrder(nation))
            yield {
                "Nation": nation,
                "Order": order.kind.value if order.kind is not None else None,
                "From": order.origin,
                "Target": order.target,
                "Rebuild": "yes" if order.rebuild else None,
                "Siege gold": "yes" if order.siege_gold else None,
                "Intercept": _joined(order.intercept) or None,
            }

    return rows


def _fall(content: NewCampaign, _seed: str) -> Iterator[FirstRow]:
    given = {order.nation: order for order in content.monuments}
    for nation in _active(content):
        yield {"Nation": nation, "Monuments": given.get(nation, MonumentsOrder(nation)).gold or None}


def _dispatches(content: NewCampaign, _seed: str) -> Iterator[FirstRow]:
    for dispatch in content.dispatches:
        yield {
            "Year": dispatch.year,
            "Season": dispatch.season.value,
            "For": _joined(dispatch.addressees) or EVERYONE,
            "Text": dispatch.text,
        }


_BY_SHEET: Final[Mapping[str, Callable[[NewCampaign, str], Iterator[FirstRow]]]] = {
    "Campaign": _campaign,
    "Rules": _rules,
    "Nations": _nations,
    "Map": _map,
    "Borders": _borders,
    "Fall": _fall,
    "Dispatches": _dispatches,
}


def first_rows(sheet: Sheet, content: NewCampaign, seed: str) -> list[FirstRow]:
    """The rows of a sheet in a new workbook; none for a sheet that only the program fills.

    Raises `KeyError` when a row names a header that the schema does not have.
    """
    if sheet.season is not None and sheet.season.has_moves:
        make = _moves(sheet.season)
    elif sheet.name in _BY_SHEET:
        make = _BY_SHEET[sheet.name]
    else:
        return []
    rows = list(make(content, seed))
    for row in rows:
        for header in row:
            sheet.column(header)
    return rows
