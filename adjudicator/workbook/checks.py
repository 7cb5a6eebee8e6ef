"""What must hold between the sheets: checks beyond the single cell.

Each function looks at one thing and reports every case of it. What can come about in play (a capital lost) is a
warning; what no season can leave behind (two sieges of one area) is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import Final

from adjudicator.model.campaign import Border, Standing
from adjudicator.model.problems import ProblemCode
from adjudicator.model.rulebook import DiceMode, Rulebook
from adjudicator.workbook.findings import Findings
from adjudicator.workbook.read_campaign import CampaignPage
from adjudicator.workbook.read_land import Land, NamedRows

_PARTS_NAMED: Final = 5


def check_seed(page: CampaignPage, rulebook: Rulebook, row: int, column: int, findings: Findings) -> None:
    """Dice that are drawn need a seed (11.2)."""
    if rulebook.dice is DiceMode.SEEDED and not page.seed and not page.seed_invalid:
        findings.add(ProblemCode.SEED_MISSING, "Campaign", row, column)


def check_land(land: Land, nations: NamedRows, territories: NamedRows, rulebook: Rulebook, *, in_play: bool) -> None:
    """What `Nations` and `Map` must agree on. `in_play` tells that a season has been resolved already."""
    doubtful = frozenset(name for name, row in territories.rows.items() if "Owner" in row.invalid)
    if not in_play:  # capitals are lost in war: a warning with every season after would only be in the way of others
        check_capitals(land, nations, doubtful)
    check_armies(land, nations, doubtful, rulebook)
    check_sieges(land, nations)
    check_standings(land, nations, doubtful)
    check_places(land, territories)


def check_capitals(land: Land, nations: NamedRows, doubtful: Set[str]) -> None:
    """A capital that is not owned as the campaign begins: it may be meant so, and this is a warning.

    `doubtful` are the territories whose owner is not understood.
    """
    for nation in land.nations:
        if land.holdings[nation.name].standing is not Standing.ACTIVE or nation.capital in doubtful:
            continue
        if nation.capital is not None and land.owners[nation.capital] != nation.name:
            nations.rows[nation.name].problem(ProblemCode.CAPITAL_NOT_OWNED, "Capital", nation=nation.name)


def check_armies(land: Land, nations: NamedRows, doubtful: Set[str], rulebook: Rulebook) -> None:
    """Armies stronger than a full one, and armies where they cannot stand at the end of a season (chapter 10)."""
    for name, holding in land.holdings.items():
        row = nations.rows[name]
        if holding.army_ap > rulebook.full_army and "Army AP" not in row.invalid:
            row.problem(ProblemCode.ARMY_ABOVE_FULL, "Army AP", nation=name, full=f"{rulebook.full_army}")
        if holding.army_at is None or holding.army_at in doubtful or "Siege seasons" in row.invalid:
            continue
        own = land.owners[holding.army_at] == name
        if own and holding.siege_seasons:
            at = holding.army_at
            seasons = f"{holding.siege_seasons}"
            row.problem(ProblemCode.SIEGE_IN_OWN_LAND, "Siege seasons", found=at, nation=name, seasons=seasons)
        elif not own and not holding.siege_seasons:
            row.problem(ProblemCode.ARMY_IN_ENEMY_LAND, "Army at", nation=name)


def check_sieges(land: Land, nations: NamedRows) -> None:
    """Sieges without a place, and two sieges of one area (8.5)."""
    besieger: dict[str, str] = {}
    for name, holding in land.holdings.items():
        row = nations.rows[name]
        if holding.siege_seasons and holding.army_at is None and "Army at" not in row.invalid:
            row.problem(ProblemCode.SIEGE_NOWHERE, "Siege seasons", nation=name)
        area = holding.besieges
        if area is None or land.owners[area] == name:
            continue
        if area in besieger:
            row.problem(ProblemCode.TWO_BESIEGERS, "Army at", nation=name, other=besieger[area])
        besieger.setdefault(area, name)


def check_standings(land: Land, nations: NamedRows, doubtful: Set[str]) -> None:
    """Active nations without land, and eliminated ones with land (1.5)."""
    owned: dict[str, str] = {}
    for territory, owner in land.owners.items():
        if owner is not None:
            owned.setdefault(owner, territory)
    for name, holding in land.holdings.items():
        row = nations.rows[name]
        if holding.standing is Standing.ELIMINATED:
            if name in owned:
                row.problem(ProblemCode.ELIMINATED_WITH_LAND, "Standing", nation=name, territory=owned[name])
        elif name not in owned and holding.besieges is None and not doubtful:
            row.problem(ProblemCode.NATION_WITHOUT_LAND, "Nation", nation=name)


def check_places(land: Land, territories: NamedRows) -> None:
    """Two territories at one place of the map."""
    taken: dict[tuple[float, float], str] = {}
    for territory in land.territories:
        if territory.x is None or territory.y is None:
            continue
        place = (territory.x, territory.y)
        if place in taken:
            values = {"territory": territory.name, "other": taken[place]}
            territories.rows[territory.name].problem(ProblemCode.PLACE_SHARED, "X", **values)
        taken.setdefault(place, territory.name)


def check_connected(land: Land, territories: NamedRows) -> None:
    """Parts of the map that no border joins to the part with the first territory; one warning where there are many."""
    names = [territory.name for territory in land.territories]
    parts = _parts(names, land.borders)[1:]
    if len(parts) > _PARTS_NAMED:
        parts = [[name for part in parts for name in part]]
    for part in parts:
        head = part[0]
        rest = f" (nor to {_listed(part[1:])})" if len(part) > 1 else ""
        values = {"territory": names[0], "other": head, "rest": rest}
        territories.rows[head].problem(ProblemCode.MAP_NOT_CONNECTED, "Territory", **values)


def _listed(names: list[str]) -> str:
    more = len(names) - _PARTS_NAMED
    return ", ".join(names[:_PARTS_NAMED]) + (f" and {more} more" if more > 0 else "")


def _parts(names: list[str], borders: Iterable[Border]) -> list[list[str]]:
    """The connected parts, each in the order of the sheet, the one with the first territory first."""
    near: Mapping[str, list[str]] = {name: [] for name in names}
    for border in borders:
        near[border.one].append(border.other)
        near[border.other].append(border.one)
    part_of: dict[str, int] = {}
    parts: list[list[str]] = []
    for name in names:
        if name in part_of:
            parts[part_of[name]].append(name)
            continue
        reached = [name]
        part_of[name] = len(parts)
        while reached:
            for other in near[reached.pop()]:
                if other not in part_of:
                    part_of[other] = len(parts)
                    reached.append(other)
        parts.append([name])
    return parts
