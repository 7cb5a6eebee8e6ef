"""Tables over time, with what real histories hold: gaps, late comers, the fallen, and nations with awkward names."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from adjudicator.model.campaign import Season, Standing
from adjudicator.model.records import HistoryRow
from adjudicator.model.view import PastSeason
from adjudicator.newsletter.tables import (
    Measure,
    NationSeries,
    Reign,
    Rise,
    SeasonName,
    biggest_rises,
    longest_reign,
    standing_changes,
    timeline,
    years,
)

WINTER, SPRING, SUMMER, FALL = Season
OUT = Standing.ELIMINATED


def past(
    year: int, season: Season, nation: str, vp: int, territories: int, standing: Standing = Standing.ACTIVE
) -> PastSeason:
    return PastSeason(year, season, nation, territories, vp, standing)


HISTORY = (
    past(1071, WINTER, "Rome", 0, 3),
    past(1071, WINTER, "Veii", 3, 2),
    past(1071, WINTER, "NA", 0, 1),
    past(1071, SPRING, "Rome", 3, 4),
    past(1071, SPRING, "Veii", 3, 1),
    past(1071, SPRING, "NA", 0, 1),
    past(1071, SUMMER, "Rome", 6, 5),
    past(1071, SUMMER, "Veii", 3, 0, OUT),
    past(1071, SUMMER, "NA", 0, 1),
    past(1071, FALL, "Rome", 16, 5),
    past(1071, FALL, "Veii", 3, 0, OUT),
    past(1071, FALL, "NA", 2, 1),
    # the GM has taken out NA's row of the winter; Ostia joins the campaign
    past(1072, WINTER, "Rome", 16, 4),
    past(1072, WINTER, "Veii", 3, 0, OUT),
    past(1072, WINTER, "Ostia", 0, 1),
    past(1072, SPRING, "Rome", 19, 4),
    past(1072, SPRING, "Veii", 3, 0, OUT),
    past(1072, SPRING, "NA", 5, 2),
    past(1072, SPRING, "Ostia", 3, 1),
)


def test_a_timeline_has_every_season_once_and_none_where_a_nation_has_no_row() -> None:
    made = timeline(HISTORY, Measure.VP)
    assert made.seasons == (
        *(SeasonName(1071, season) for season in Season),
        SeasonName(1072, WINTER),
        SeasonName(1072, SPRING),
    )
    assert made.series == (
        NationSeries("Rome", (0, 3, 6, 16, 16, 19)),
        NationSeries("Veii", (3, 3, 3, 3, 3, 3)),
        NationSeries("NA", (0, 0, 0, 2, None, 5)),
        NationSeries("Ostia", (None, None, None, None, 0, 3)),
    )
    assert [line.last for line in timeline(HISTORY, Measure.TERRITORIES).series] == [4, 0, 2, 1]


@pytest.mark.parametrize("name", ["NA", "N/A", "None", "null", "nan", "NaN", "#N/A", "", "1071", "True", "-"])
def test_no_name_is_a_missing_value(name: str) -> None:
    history = (past(1, WINTER, name, 1, 1), past(1, SPRING, name, 4, 2), past(1, SPRING, "Rome", 0, 1))
    assert timeline(history, Measure.VP).series == (NationSeries(name, (1, 4)), NationSeries("Rome", (None, 0)))
    assert standing_changes(history)[0].nation == name
    assert years(history)[0].nation == name
    assert biggest_rises(history) == (Rise(name, 3, SeasonName(1, SPRING)),)


def test_rows_may_stand_in_any_order_and_years_may_be_before_our_era() -> None:
    history = [past(year, season, "Rome", year + 400, 1) for year in (-330, -329, 0, 1) for season in Season]
    made = timeline(history, Measure.VP)
    assert [(name.year, name.season) for name in made.seasons] == [(line.year, line.season) for line in history]
    shuffled = list(history)
    random.Random(7).shuffle(shuffled)
    assert timeline(shuffled, Measure.VP) == made


def test_of_two_rows_for_the_same_season_the_later_counts() -> None:
    history = (past(1, WINTER, "Rome", 1, 1), past(1, WINTER, "Rome", 2, 5))
    assert timeline(history, Measure.VP).series == (NationSeries("Rome", (2,)),)


def test_standings_tell_the_change_since_the_last_row_a_nation_had() -> None:
    rows = {row.nation: row for row in standing_changes(HISTORY)}
    assert [*rows] == ["Rome", "NA", "Ostia", "Veii"]
    assert (rows["Rome"].vp_change, rows["Rome"].territories_change, rows["Rome"].rank_change) == (3, 0, 0)
    assert (rows["NA"].vp_change, rows["NA"].territories_change) == (3, 1)
    assert rows["NA"].rank_change == 1
    assert (rows["Ostia"].vp_change, rows["Ostia"].rank_change) == (3, 1)
    assert rows["Veii"].standing is OUT
    assert rows["Veii"].rank_change == -2


def test_equals_share_a_rank_and_a_first_season_has_no_change() -> None:
    history = (past(1, WINTER, "A", 3, 1), past(1, WINTER, "B", 3, 1), past(1, WINTER, "C", 3, 2))
    assert [(row.nation, row.rank) for row in standing_changes(history)] == [("C", 1), ("A", 2), ("B", 2)]
    assert {row.vp_change for row in standing_changes(history)} == {None}


def test_a_year_is_summed_up_for_every_nation() -> None:
    by_year = {(row.year, row.nation): row for row in years(HISTORY)}
    assert list(by_year)[:3] == [(1071, "Rome"), (1071, "Veii"), (1071, "NA")]
    rome = by_year[1071, "Rome"]
    assert (rome.vp, rome.vp_gained, rome.territories, rome.territories_gained) == (16, 16, 5, 2)
    again = by_year[1072, "Rome"]
    assert (again.vp_gained, again.territories_won, again.territories_lost) == (3, 0, 1)
    veii = by_year[1071, "Veii"]
    assert (veii.territories_lost, veii.eliminated) == (2, True)
    assert not by_year[1072, "Veii"].eliminated, "it fell the year before"
    assert by_year[1072, "NA"].vp_gained == 3
    assert by_year[1072, "Ostia"].vp_gained == 3


def test_the_longest_reign_needs_a_sole_leader() -> None:
    assert longest_reign(HISTORY) == Reign("Rome", 4, SeasonName(1071, SUMMER), SeasonName(1072, SPRING))
    assert longest_reign((past(1, WINTER, "A", 3, 1), past(1, WINTER, "B", 3, 9))) is None


def test_the_biggest_rise_of_a_year_and_of_all() -> None:
    assert biggest_rises(HISTORY) == (Rise("Rome", 10, SeasonName(1071, FALL)),)
    assert biggest_rises(HISTORY, 1072) == (
        Rise("Rome", 3, SeasonName(1072, SPRING)),
        Rise("NA", 3, SeasonName(1072, SPRING)),
        Rise("Ostia", 3, SeasonName(1072, SPRING)),
    )
    assert biggest_rises(HISTORY, 1070) == ()


def test_without_a_history_every_table_is_empty() -> None:
    assert timeline((), Measure.VP).series == ()
    assert timeline((), Measure.VP).seasons == ()
    assert standing_changes(()) == ()
    assert years(()) == ()
    assert longest_reign(()) is None
    assert biggest_rises(()) == ()


def test_rows_of_the_workbook_serve_as_well() -> None:
    row = HistoryRow(1, WINTER, "Rome", 3, 375, 3, 7, Standing.ACTIVE)
    assert timeline((row,), Measure.VP).series == (NationSeries("Rome", (7,)),)


def test_what_comes_out_is_plain() -> None:
    """No number of pandas or numpy reaches a template: `int` exactly, so that it prints and compares as such."""
    made = timeline(HISTORY, Measure.VP)
    assert {type(value) for line in made.series for value in line.values} == {int, type(None)}
    assert {type(row.vp_change) for row in standing_changes(HISTORY)} == {int}
    assert {type(row.year) for row in years(HISTORY)} == {int}


def test_pandas_waits_until_a_table_is_asked_for() -> None:
    code = "import sys, adjudicator.newsletter.tables; sys.exit('pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
