"""The campaign's tables over time, from the rows of `History`: the only home of pandas in the newsletter.

What comes out is plain: tuples and dataclasses of names, whole numbers and seasons, in the order of first appearance in
the history (which is that of the `Nations` sheet). pandas is imported when a table is first asked for.

A season without any row is not on the time axis. A nation without a row in a season (it joined later, or the GM
took the row out) has None there, and changes are counted from the last row it had.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

from adjudicator.model.campaign import Season, Standing

if TYPE_CHECKING:
    import pandas as pd


class HistoryLine(Protocol):
    """One nation at the end of one season: a row of `History`, or what a reader may know of it."""

    @property
    def year(self) -> int:
        """The year as the campaign counts it."""
        ...

    @property
    def season(self) -> Season:
        """The season that ended."""
        ...

    @property
    def nation(self) -> str:
        """Whose row it is."""
        ...

    @property
    def territories(self) -> int:
        """Territories owned."""
        ...

    @property
    def vp(self) -> int:
        """VP in all."""
        ...

    @property
    def standing(self) -> Standing:
        """Whether the nation still played."""
        ...


class Measure(Enum):
    """What a series counts; the value is the field of a history row."""

    VP = "vp"
    TERRITORIES = "territories"


@dataclass(frozen=True, slots=True)
class SeasonName:
    """A point on the time axis."""

    year: int
    season: Season


@dataclass(frozen=True, slots=True)
class NationSeries:
    """One nation's values, one for each season of the timeline; None where it has no row."""

    nation: str
    values: tuple[int | None, ...]

    @property
    def last(self) -> int | None:
        """The last known value."""
        return next((value for value in reversed(self.values) if value is not None), None)


@dataclass(frozen=True, slots=True)
class Timeline:
    """All nations over all seasons, for one measure."""

    measure: Measure
    seasons: tuple[SeasonName, ...]
    series: tuple[NationSeries, ...]


@dataclass(frozen=True, slots=True)
class StandingChange:
    """A nation at the end of the last season and what changed since the one before (None: it has no earlier row).

    `rank` is by VP, then territories, from 1; equals share it.
    """

    nation: str
    rank: int
    vp: int
    territories: int
    standing: Standing
    rank_change: int | None
    vp_change: int | None
    territories_change: int | None


@dataclass(frozen=True, slots=True)
class NationYear:
    """One nation's year: VP and territories at its end, and what it gained (negative: lost) since the year before.

    `territories_won` and `territories_lost` add up the gains and the losses from season to season. A nation without an
    earlier row began with 0 VP and with the territories of its first row.
    """

    year: int
    nation: str
    vp: int
    vp_gained: int
    territories: int
    territories_gained: int
    territories_won: int
    territories_lost: int
    eliminated: bool


@dataclass(frozen=True, slots=True)
class Reign:
    """A run of seasons in which one nation had more VP than any other."""

    nation: str
    seasons: int
    first: SeasonName
    last: SeasonName


@dataclass(frozen=True, slots=True)
class Rise:
    """The VP one nation gained from one season to the next."""

    nation: str
    vp: int
    when: SeasonName


def timeline(history: Iterable[HistoryLine], measure: Measure) -> Timeline:
    """One measure of all nations over all seasons of the history."""
    wide = _wide(_tidy(history), measure)
    series = tuple(NationSeries(str(nation), tuple(_whole(value) for value in wide[nation])) for nation in wide.columns)
    return Timeline(measure, _season_names(wide), series)


def standing_changes(history: Iterable[HistoryLine]) -> tuple[StandingChange, ...]:
    """The last season's standings with the change since the season before, the first first. Empty without a history."""
    tidy = _tidy(history)
    if tidy.empty:
        return ()
    points = sorted(tidy["point"].unique())
    now = _ranked(tidy[tidy["point"] == points[-1]])
    before = _ranked(tidy[tidy["point"] < points[-1]].groupby("nation", sort=False).tail(1))
    joined = now.join(before[["rank", "vp", "territories"]].add_suffix("_before")).sort_values("rank", kind="stable")
    return tuple(
        StandingChange(
            nation=str(row["nation"]),
            rank=int(row["rank"]),
            vp=int(row["vp"]),
            territories=int(row["territories"]),
            standing=Standing(row["standing"]),
            rank_change=_whole(row["rank_before"] - row["rank"]),
            vp_change=_whole(row["vp"] - row["vp_before"]),
            territories_change=_whole(row["territories"] - row["territories_before"]),
        )
        for row in joined.reset_index().to_dict("records")
    )


def years(history: Iterable[HistoryLine]) -> tuple[NationYear, ...]:
    """Every nation's every year, in order of years, then nations."""
    tidy = _tidy(history)
    if tidy.empty:
        return ()
    by_nation = tidy.groupby("nation", sort=False)
    step = by_nation["territories"].diff().fillna(0)
    tidy = tidy.assign(
        gained=tidy["vp"] - by_nation["vp"].shift().fillna(0),
        won=step.clip(lower=0),
        lost=-step.clip(upper=0),
    )
    summed = tidy.groupby(["year", "nation"], sort=False).agg(
        vp=("vp", "last"),
        gained=("gained", "sum"),
        territories=("territories", "last"),
        won=("won", "sum"),
        lost=("lost", "sum"),
        standing=("standing", "last"),
        number=("number", "first"),
    )
    found = []
    fallen: set[str] = set()
    for row in summed.reset_index().sort_values(["year", "number"], kind="stable").to_dict("records"):
        nation = str(row["nation"])
        active = Standing(row["standing"]) is Standing.ACTIVE
        found.append(
            NationYear(
                year=int(row["year"]),
                nation=nation,
                vp=int(row["vp"]),
                vp_gained=int(row["gained"]),
                territories=int(row["territories"]),
                territories_gained=int(row["won"] - row["lost"]),
                territories_won=int(row["won"]),
                territories_lost=int(row["lost"]),
                eliminated=not active and nation not in fallen,
            )
        )
        if active:
            fallen.discard(nation)
        else:
            fallen.add(nation)
    return tuple(found)


def longest_reign(history: Iterable[HistoryLine]) -> Reign | None:
    """The longest run of seasons with one nation alone in the lead by VP; the earliest of equals. None: nobody led."""
    wide = _wide(_tidy(history), Measure.VP)
    names = _season_names(wide)
    best: Reign | None = None
    running: Reign | None = None
    for name, (_, row) in zip(names, wide.iterrows(), strict=True):
        known = row.dropna()
        leaders = known[known == known.max()].index
        if len(leaders) != 1:
            running = None
            continue
        leader = str(leaders[0])
        if running is not None and running.nation == leader:
            running = Reign(leader, running.seasons + 1, running.first, name)
        else:
            running = Reign(leader, 1, name, name)
        if best is None or running.seasons > best.seasons:
            best = running
    return best


def biggest_rises(history: Sequence[HistoryLine], year: int | None = None) -> tuple[Rise, ...]:
    """The greatest gain of VP in one season, of one year or of all: several where they are equal.

    A nation's first row is no rise: what came before it is not known.
    """
    tidy = _tidy(history)
    if tidy.empty:
        return ()
    tidy = tidy.assign(gained=tidy.groupby("nation", sort=False)["vp"].diff())
    within = tidy if year is None else tidy[tidy["year"] == year]
    most = within["gained"].max()
    if not most > 0:
        return ()
    return tuple(
        Rise(str(row["nation"]), int(row["gained"]), SeasonName(int(row["year"]), Season(row["season"])))
        for row in within[within["gained"] == most].to_dict("records")
    )


def _tidy(history: Iterable[HistoryLine]) -> pd.DataFrame:
    """One row for each nation and season, in time order: of two rows for the same, the later one in the sheet counts.

    `point` orders the seasons, `number` the nations. Names stay text whatever they are: nothing here is read from a
    file, where pandas would take NA or None for a missing value.
    """
    import pandas as pd

    rows = {(line.year, line.season.number, line.nation): line for line in history}
    numbers = {nation: number for number, nation in enumerate(dict.fromkeys(nation for _, _, nation in rows))}
    ordered = sorted(rows.items(), key=lambda item: (item[0][0], item[0][1], numbers[item[0][2]]))
    return pd.DataFrame(
        {
            "point": pd.Series([year * 4 + number for (year, number, _), _ in ordered], dtype="int64"),
            "year": pd.Series([line.year for _, line in ordered], dtype="int64"),
            "season": pd.Series([line.season.value for _, line in ordered], dtype="object"),
            "nation": pd.Series([line.nation for _, line in ordered], dtype="object"),
            "number": pd.Series([numbers[line.nation] for _, line in ordered], dtype="int64"),
            "vp": pd.Series([line.vp for _, line in ordered], dtype="int64"),
            "territories": pd.Series([line.territories for _, line in ordered], dtype="int64"),
            "standing": pd.Series([line.standing.value for _, line in ordered], dtype="object"),
        }
    )


def _wide(tidy: pd.DataFrame, measure: Measure) -> pd.DataFrame:
    """Seasons down, nations across, in the order of both; NaN where a nation has no row."""
    wide = tidy.set_index(["point", "nation"])[measure.value].unstack("nation")
    return wide[list(dict.fromkeys(tidy.sort_values("number")["nation"]))]


def _season_names(wide: pd.DataFrame) -> tuple[SeasonName, ...]:
    seasons = {season.number: season for season in Season}
    return tuple(
        SeasonName(
            (int(point) - 1) // 4, seasons[(int(point) - 1) % 4 + 1]
        )  # winter's point is one past a multiple of 4
        for point in wide.index
    )


def _ranked(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows by nation with their rank: VP, then territories; equals share the better rank."""
    merit = list(zip(rows["vp"], rows["territories"], strict=True))
    best_first = sorted(merit, reverse=True)
    return rows.assign(rank=[best_first.index(own) + 1 for own in merit]).set_index("nation")


def _whole(value: float) -> int | None:
    """A number out of pandas as Python's own; None for its NaN."""
    return None if math.isnan(value) else int(value)
