"""Growth: one campaign of 40 nations played for 30 years by the program itself, its first season against its 121st."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from adjudicator.model.book import Book
from adjudicator.model.campaign import Season
from adjudicator.model.orders import MonumentsOrder, OrderKind, SubmittedOrder
from adjudicator.season_run import RunOptions, run_season
from adjudicator.workbook.blank import new_workbook
from adjudicator.workbook.new_campaign import NewCampaign
from adjudicator.workbook.reader import read_workbook
from adjudicator.workbook.write_orders import write_orders
from benchmarks.campaigns import large
from benchmarks.measure import Measured, at_most, medians, peak_mebibytes, process

YEARS = 30
WORKBOOK = "league.xlsx"


def restless(book: Book, chance: Random) -> dict[str, SubmittedOrder | MonumentsOrder]:
    """Orders for everyone: sieges are kept, two of three others march or raid, armies are rebuilt when they are low."""
    world, state = book.world, book.state
    if state.season is Season.FALL:
        return {name: MonumentsOrder(name, 2 * chance.randrange(3)) for name in world.nation}
    orders: dict[str, SubmittedOrder | MonumentsOrder] = {}
    for name in world.nation:
        holding = state.holdings[name]
        moves = [
            (origin, target)
            for origin, owner in state.owners.items()
            if owner == name
            for target in world.neighbours[origin]
            if state.owners[target] not in (name, None)
        ]
        if holding.besieges is not None and chance.random() < 0.7:
            orders[name] = SubmittedOrder(name, OrderKind.SIEGE, siege_gold=holding.gold > 2)
        elif moves and holding.army_ap > 0 and chance.random() < 0.7:
            kind = chance.choice((OrderKind.OFFENSIVE, OrderKind.RAID))
            gold = kind is OrderKind.OFFENSIVE and holding.gold > 3
            orders[name] = SubmittedOrder(name, kind, *chance.choice(moves), siege_gold=gold)
        else:
            low = holding.army_ap < 200 and holding.besieges is None
            orders[name] = SubmittedOrder(name, OrderKind.DEFEND, rebuild=low)
    return orders


def give_orders(workbook: Path, chance: Random) -> None:
    """Write everyone's orders for the season to come into the workbook."""
    reading = read_workbook(workbook)
    if reading.book is None:
        raise ValueError(reading.problems[0])
    active = {name for name, holding in reading.book.state.holdings.items() if holding.standing.value == "active"}
    orders = {name: order for name, order in restless(reading.book, chance).items() if name in active}
    written, _ = write_orders(reading, orders)
    workbook.write_bytes(written.data)


def begin(folder: Path, nations: int, territories: int) -> Path:
    """A new campaign in a folder, with orders for its first season."""
    start = large(nations, territories)
    workbook = folder / WORKBOOK
    content = NewCampaign(start.title, start.world, start.state, start.rulebook)
    workbook.write_bytes(new_workbook(content, seed="benchmark"))
    give_orders(workbook, Random("spring"))
    return workbook


def play(workbook: Path, seasons: int) -> None:
    """Play seasons on, without newsletters; everyone has orders for the season after the last."""
    chance = Random("benchmark")
    for _ in range(seasons):
        run_season(RunOptions(workbook, newsletters=False))
        give_orders(workbook, chance)


def season_of(campaign: Path, *options: str) -> Callable[[], object]:
    """The next season of a campaign's folder by the real command, in a copy of the folder."""

    def run() -> None:
        process("-m", "adjudicator", str(copied(campaign)), *options)()

    return run


def copied(campaign: Path) -> Path:
    """The workbook in a fresh copy of a campaign's folder; the copy is always the same one."""
    scratch = campaign.with_name(f"{campaign.name} copied")
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(campaign, scratch)
    return scratch / WORKBOOK


def measure() -> Iterator[Measured]:
    with tempfile.TemporaryDirectory() as place:
        young, old = Path(place, "young"), Path(place, "old")
        young.mkdir()
        begin(young, 40, 200)
        shutil.copytree(young, old)
        play(old / WORKBOOK, 4 * YEARS)
        book = read_workbook(old / WORKBOOK).book
        if book is None or (len(book.history) < 40 * 4 * YEARS):
            raise ValueError("the campaign was not played")
        yield from compare(young, old)


def compare(young: Path, old: Path) -> Iterator[Measured]:
    """A campaign's first season against its 121st."""
    quick = medians({"young": season_of(young, "--no-newsletters"), "old": season_of(old, "--no-newsletters")}, 7)
    whole = medians({"young": season_of(young), "old": season_of(old)}, 3)
    for name, taken in (("whole command", whole), ("command without newsletters", quick)):
        detail = f"{taken['young']:.2f} s and {taken['old']:.2f} s"
        yield at_most(f"a season of 40 nations after 30 years, {name}", taken["old"] / taken["young"], 1.5, detail)
    for name, campaign in (("first year", young), ("after 30 years", old)):
        largest = peak_mebibytes(["-m", "adjudicator", str(copied(campaign))])
        yield at_most(f"MiB in the largest process, whole command, 40 nations, {name}", largest, 300)
