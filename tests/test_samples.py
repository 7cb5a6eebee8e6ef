"""The sample workbooks: current, without problems (or, one of them, with all of them), and lively to run."""

from __future__ import annotations

import io
import math
import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook

from adjudicator.check_run import check_workbook
from adjudicator.model import events
from adjudicator.model.campaign import Season, Terrain
from adjudicator.model.orders import OrderKind, SeasonOrders
from adjudicator.model.problems import ProblemCode, Severity
from adjudicator.rules.season import Resolution, resolve_season
from adjudicator.season_run import Ending, RunOptions, run_season
from adjudicator.workbook.reader import read_workbook
from adjudicator.workbook.samples import anatolia, tutorial
from adjudicator.workbook.samples.catalogue import SAMPLES
from adjudicator.workbook.samples.currency import same_content
from adjudicator.workbook.samples.mistakes import INDEX_SHEET
from adjudicator.workbook.samples.projection import Lambert
from adjudicator.workbook.samples.shipped import UnknownSampleError, sample_bytes, sample_names
from tests.control.commands import adjudicate

ROOT = Path(__file__).parents[1]
PLAYABLE = {"anatolia": (anatolia.ANATOLIA, anatolia.SEED), "tutorial": (tutorial.TUTORIAL, tutorial.SEED)}
SEASONS_WITH_MOVES = [season for season in Season if season.has_moves]

NOT_IN_ONE_FILE = {
    ProblemCode.CAPITAL_NOT_OWNED,  # only before the first season, and this campaign has a history to be wrong in
    ProblemCode.MORE_OF_THE_KIND,  # wants hundreds of the same mistake, and each stands here only once
    # met while results are written, never while a workbook is read
    ProblemCode.FORMULA_REPLACED,
    ProblemCode.ROWS_SET_APART,
    ProblemCode.SHEET_NOT_WRITABLE,
    # judged by the rules once a workbook has no errors
    ProblemCode.ORDER_REFUSED,
    ProblemCode.REBUILD_REFUSED,
    ProblemCode.SIEGE_GOLD_REFUSED,
    ProblemCode.MONUMENTS_LOWERED,
    ProblemCode.TOO_MANY_SILENT,
    ProblemCode.NATION_SILENT,
    ProblemCode.ENTRY_NOT_NEEDED,
    # would hide others: no sheet, no rows, no year or season to read the orders by
    ProblemCode.SHEET_MISSING,
    ProblemCode.SETTING_MISSING,
    ProblemCode.NO_ROWS,
    ProblemCode.NATION_WITHOUT_LAND,  # not told while an owner is not understood
    # either one or the other of the same cell
    ProblemCode.PICTURE_NOT_BESIDE,
    # hundreds of rows
    ProblemCode.TOO_MANY_ROWS,
}


def whole_year(name):
    """Every event of the first year, season by season, and the state after it."""
    content, seed = PLAYABLE[name]
    state, happened = content.state, {}
    for season in Season:
        orders = {order.nation: order for order in content.orders.get(season, ())}
        monuments = {order.nation: order for order in content.monuments} if season is Season.FALL else {}
        given = SeasonOrders(orders, monuments, {}, {})
        done = resolve_season(content.world, state, given, content.rulebook, seed)
        assert isinstance(done, Resolution)
        happened[season] = done.events
        state = done.state
    return happened, state


def kinds_in(happened):
    return {type(event) for season in happened.values() for event in season}


# --- the files --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_the_workbook_kept_here_is_current(name):
    kept = (ROOT / "sample_workbooks" / f"{name}.xlsx").read_bytes()
    assert same_content(kept, SAMPLES[name]()), "run: python sample_workbooks/make_samples.py"


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_made_twice_it_is_the_same(name):
    assert SAMPLES[name]() == SAMPLES[name]()


def test_a_change_is_noticed():
    kept = sample_bytes("tutorial")
    book = load_workbook(io.BytesIO(kept))
    book["Nations"]["F2"] = 4
    changed = io.BytesIO()
    book.save(changed)
    assert not same_content(kept, changed.getvalue())


def test_the_script_says_that_they_are_current():
    done = subprocess.run(
        [sys.executable, ROOT / "sample_workbooks" / "make_samples.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n")[:-1] == [f"{name}.xlsx: current" for name in SAMPLES]


def test_they_are_found_by_name():
    assert sample_names() == tuple(sorted(SAMPLES))
    assert sample_bytes("anatolia") == (ROOT / "sample_workbooks" / "anatolia.xlsx").read_bytes()
    with pytest.raises(UnknownSampleError, match=r"'rome'.*anatolia, mistakes, tutorial"):
        sample_bytes("rome")
    with pytest.raises(UnknownSampleError):
        sample_bytes("../sample_workbooks/anatolia")


def test_finding_them_costs_no_heavy_import():
    program = (
        "import sys; from adjudicator.workbook.samples.shipped import sample_bytes; sample_bytes('tutorial');"
        "assert not {'openpyxl', 'lxml', 'pandas'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)


# --- the campaigns ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(PLAYABLE))
def test_the_program_reads_what_the_sample_says(name, tmp_path):
    content, seed = PLAYABLE[name]
    reading = read_workbook(tmp_path / f"{name}.xlsx", sample_bytes(name))
    assert reading.problems == ()
    assert (reading.book.world, reading.book.state, reading.book.seed) == (content.world, content.state, seed)
    assert reading.book.dispatches == content.dispatches


def test_the_tutorial_is_small_and_anatolia_is_not():
    small, large = tutorial.TUTORIAL.world, anatolia.ANATOLIA.world
    assert (len(small.nations), len(small.territories)) == (3, 9)
    assert (len(large.nations), len(large.territories)) == (7, 30)
    for world in (small, large):
        assert {terrain for border in world.borders for terrain in border.terrains} == set(Terrain)


@pytest.mark.parametrize("name", sorted(PLAYABLE))
def test_every_nation_has_a_player_a_colour_and_land_of_its_own(name):
    content, _ = PLAYABLE[name]
    nations = content.world.nations
    assert all(nation.email.endswith("@example.org") and nation.player for nation in nations)
    assert len({nation.colour for nation in nations}) == len(nations)
    assert all(content.state.owners[nation.capital] == nation.name for nation in nations)
    assert not {nation.name for nation in nations} & {land.name for land in content.world.territories}


@pytest.mark.parametrize("name", sorted(PLAYABLE))
def test_every_nation_has_an_order_in_every_season(name):
    content, _ = PLAYABLE[name]
    everyone = [nation.name for nation in content.world.nations]
    for season in SEASONS_WITH_MOVES:
        assert [order.nation for order in content.orders[season]] == everyone
    given = [order for season in SEASONS_WITH_MOVES for order in content.orders[season]]
    assert {order.kind for order in given} == set(OrderKind)
    assert any(order.rebuild for order in given)
    assert any(order.intercept for order in given)
    assert content.monuments


def test_the_year_in_anatolia_is_a_lively_one():
    happened, state = whole_year("anatolia")
    assert kinds_in(happened) >= {
        events.ArmyRebuilt,
        events.SiegeGoldPaid,
        events.InitiativeWon,
        events.OrderReverted,
        events.InvasionMarched,
        events.EnemyIntercepted,
        events.BattleFought,
        events.TerritoryConquered,
        events.RaidSucceeded,
        events.RaidBlocked,
        events.SiegeContested,
        events.ArmyTurnedBack,
        events.SiegeSucceeded,
        events.SiegeFailed,
        events.ArmyWithdrew,
        events.OrderRefused,
        events.MonumentsBuilt,
    }
    for season in SEASONS_WITH_MOVES:
        assert any(isinstance(event, events.BattleFought) for event in happened[season])
    refused = [event for season in happened.values() for event in season if isinstance(event, events.OrderRefused)]
    assert len(refused) <= 2
    marched = [event for season in happened.values() for event in season if isinstance(event, events.InvasionMarched)]
    assert any(event.ap for event in marched)
    assert {terrain for event in marched for terrain in event.terrains} == set(Terrain)
    assert all(state.territories_of(nation.name) for nation in anatolia.ANATOLIA.world.nations)


def test_the_tutorial_shows_a_siege_kept_and_relieved_and_two_nations_invading_each_other():
    happened, _ = whole_year("tutorial")
    assert {events.SiegeFailed, events.BattleFought, events.TerritoryConquered} <= kinds_in(happened)
    (relief,) = [event for event in happened[Season.SPRING] if isinstance(event, events.BattleFought)]
    assert relief.relief
    assert any(isinstance(event, events.InitiativeWon) for event in happened[Season.SUMMER])


@pytest.mark.parametrize("name", sorted(PLAYABLE))
def test_every_season_of_the_year_has_a_dispatch_for_all_and_one_is_for_a_few(name):
    content, _ = PLAYABLE[name]
    year = content.state.year
    to_all = {(dispatch.year, dispatch.season) for dispatch in content.dispatches if not dispatch.addressees}
    assert to_all == {(year, season) for season in Season}
    assert any(dispatch.addressees for dispatch in content.dispatches)


@pytest.mark.parametrize("name", sorted(PLAYABLE))
def test_a_whole_year_is_resolved_in_the_workbook(name, tmp_path):
    path = tmp_path / f"{name}.xlsx"
    path.write_bytes(sample_bytes(name))
    for _ in Season:
        done = run_season(RunOptions(path, newsletters=False))
        assert done.ending is Ending.RESOLVED
        assert not [problem for problem in done.problems if problem.severity is Severity.ERROR]
    _, state = whole_year(name)
    assert read_workbook(path).book.state == state


# --- the map ----------------------------------------------------------------------------------------------------------


def on_the_globe(one, other):
    """Kilometres between two places (longitude, latitude) along a great circle."""
    (east, north), (east_2, north_2) = ((math.radians(x), math.radians(y)) for x, y in (one, other))
    turn = math.sin(north) * math.sin(north_2) + math.cos(north) * math.cos(north_2) * math.cos(east - east_2)
    return 6371 * math.acos(min(1.0, turn))


@pytest.mark.parametrize("module", [anatolia, tutorial], ids=["anatolia", "tutorial"])
def test_cities_stand_where_they_stand_on_the_globe(module):
    content = PLAYABLE[module.__name__.rpartition(".")[2]][0]
    known = {name: (longitude, latitude) for name, _, longitude, latitude in module._LANDS}
    lands = content.world.territories
    for one in lands:
        for other in lands[: lands.index(one)]:
            drawn = math.hypot(one.x - other.x, one.y - other.y)
            assert drawn == pytest.approx(on_the_globe(known[one.name], known[other.name]), rel=0.01, abs=1.5)


def test_east_is_to_the_right_and_north_is_up():
    projection = Lambert(longitude=36.0, latitude=38.5, south=36.0, north=41.5)
    assert projection.place(36.0, 38.5) == (0, 0)
    assert projection.place(37.0, 38.5)[0] > 0
    assert projection.place(36.0, 39.5)[1] < 0


# --- mistakes ---------------------------------------------------------------------------------------------------------


def test_every_problem_one_file_can_have_is_in_it(tmp_path):
    path = tmp_path / "mistakes.xlsx"
    path.write_bytes(sample_bytes("mistakes"))
    shown = [problem.code for problem in check_workbook(path)]
    assert set(ProblemCode) - set(shown) == NOT_IN_ONE_FILE
    assert sorted(code.value for code in shown) == sorted({code.value for code in shown}), "each once"


def test_its_first_sheet_tells_where_each_mistake_is(tmp_path):
    reading = read_workbook(tmp_path / "mistakes.xlsx", sample_bytes("mistakes"))
    book = load_workbook(io.BytesIO(sample_bytes("mistakes")))
    rows = book[INDEX_SHEET].iter_rows(min_row=7, max_col=2, values_only=True)
    told = {(where.strip(), said) for where, said in rows}
    for problem in reading.problems:
        (where,) = {where for where, said in told if said == problem.code.value.replace("-", " ")}
        sheet, _, _ = where.partition("!")
        assert where == str(problem.place) or (problem.place.cell is None and sheet == problem.place.sheet)
    assert len(told) == len(reading.problems)


def test_a_new_workbook_is_told_as_json(tmp_path: Path) -> None:
    path = tmp_path / "tiber.xlsx"
    made = adjudicate("new", path, "--sample", "tutorial", "--json")
    assert made.code == 0
    assert made.document == {"outcome": "created", "exit": 0, "workbook": str(path), "sample": "tutorial"}
    content = path.read_bytes()
    again = adjudicate("new", path, "--json")
    assert again.code == again.document["exit"] == 1
    assert path.name in again.document["error"]
    assert path.read_bytes() == content
