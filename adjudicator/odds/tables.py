"""The only home of pandas in this room: what a study counted, as tables with the errors of their estimates.

Imported late: pandas takes a second to load. Every table is tidy, one line for each thing, and the columns have the
names under which they are written as CSV and JSON; people read them through the templates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from math import sqrt

import pandas as pd

from adjudicator.model.rulebook import Rulebook
from adjudicator.odds.accounts import Account, Deed
from adjudicator.odds.balance import Study
from adjudicator.odds.campaign_tally import CampaignTally, PairedTally, Seat
from adjudicator.odds.chances import wilson_interval
from adjudicator.odds.season_tally import SiegeEnd


class By(Enum):
    """What first places are told apart by."""

    NATION = "nation"
    PLACE = "place"
    STRATEGY = "strategy"


def study_tables(study: Study, tally: CampaignTally, rules: Rulebook) -> dict[str, pd.DataFrame]:
    """All tables of one rulebook, by the stem of the file name. Raises ValueError where no campaign was played."""
    if not tally.campaigns:
        raise ValueError("no campaign was played")
    return {
        "first-by-nation": first_places(tally, By.NATION),
        "first-by-place": first_places(tally, By.PLACE),
        "first-by-strategy": first_places(tally, By.STRATEGY),
        "first-by-nation-and-place": first_by_seat(tally),
        "vp-by-year-and-nation": by_year(study, tally.vp, By.NATION),
        "vp-by-year-and-place": by_year(study, tally.vp, By.PLACE),
        "territories-by-year-and-nation": by_year(study, tally.territories, By.NATION),
        "territories-by-year-and-place": by_year(study, tally.territories, By.PLACE),
        "eliminations-by-nation": eliminations(study, tally, By.NATION),
        "eliminations-by-place": eliminations(study, tally, By.PLACE),
        "sieges": sieges(tally),
        "orders": orders(rules, tally),
    }


def first_places(tally: CampaignTally, by: By) -> pd.DataFrame:
    """How often each was first at the end (9.4), a shared first place in part.

    Columns: the name, `campaigns`, `first` (0 to 1), `low`, `high` (95 %), `standard_error`, and `even`, the chance it
    would have if all who sat at the table had the same. Bounds that leave `even` out tell of an advantage or handicap.
    """
    played: dict[str, int] = {}
    firsts: dict[str, float] = {}
    for seat, campaigns in tally.played.items():
        name = _name(seat, by)
        played[name] = played.get(name, 0) + campaigns
    for (seat, sharers), campaigns in sorted(tally.firsts.items(), key=_seat_order):
        name = _name(seat, by)
        firsts[name] = firsts.get(name, 0.0) + campaigns / sharers
    even = tally.campaigns / sum(tally.played.values())
    rows = [_first(name, firsts.get(name, 0.0), campaigns, even) for name, campaigns in played.items()]
    found = pd.DataFrame(rows, columns=["name", "campaigns", "first", "low", "high", "standard_error", "even"])
    found = found.rename(columns={"name": by.value})
    return found.sort_values(["first", by.value], ascending=[False, True], kind="stable", ignore_index=True)


def _seat_order(item: tuple[tuple[Seat, int], int]) -> tuple[str, str, str, int]:
    """Sums of parts are made in one order, so that they are the same to the last bit."""
    seat, sharers = item[0]
    return seat.nation, seat.place, seat.strategy.value, sharers


def _name(seat: Seat, by: By) -> str:
    if by is By.STRATEGY:
        return seat.strategy.value
    return seat.nation if by is By.NATION else seat.place


def _first(name: str, firsts: float, campaigns: int, even: float) -> tuple[str, int, float, float, float, float, float]:
    share = firsts / campaigns
    low, high = wilson_interval(firsts, campaigns)
    return name, campaigns, share, low, high, sqrt(share * (1 - share) / campaigns), even


def first_by_seat(tally: CampaignTally) -> pd.DataFrame:
    """The same for each nation at each starting place it had: where both are one, the campaign as entered."""
    played: dict[tuple[str, str], int] = {}
    firsts: dict[tuple[str, str], float] = {}
    for seat, campaigns in tally.played.items():
        key = (seat.nation, seat.place)
        played[key] = played.get(key, 0) + campaigns
    for (seat, sharers), campaigns in sorted(tally.firsts.items(), key=_seat_order):
        key = (seat.nation, seat.place)
        firsts[key] = firsts.get(key, 0.0) + campaigns / sharers
    rows = [
        (nation, place, *_first("", firsts.get((nation, place), 0.0), campaigns, 0.0)[1:6])
        for (nation, place), campaigns in sorted(played.items())
    ]
    return pd.DataFrame(rows, columns=["nation", "place", "campaigns", "first", "low", "high", "standard_error"])


def by_year(study: Study, counts: Mapping[tuple[str, str, int, int], int], by: By) -> pd.DataFrame:
    """What a nation or place has at the end of each year.

    Columns: `year`, the name, `mean`, its `standard_error`, and the quantiles `p10`, `p50`, `p90`.
    """
    raw = pd.DataFrame(
        [(nation, place, year, value, campaigns) for (nation, place, year, value), campaigns in counts.items()],
        columns=["nation", "place", "year", "value", "campaigns"],
    )
    summed = raw.groupby(["year", by.value, "value"], as_index=False)["campaigns"].sum()
    rows = [
        (year, name, *_spread(group["value"].tolist(), group["campaigns"].tolist()))
        for (year, name), group in summed.groupby(["year", by.value])
    ]
    found = pd.DataFrame(rows, columns=["year", by.value, "mean", "standard_error", "p10", "p50", "p90"])
    return _in_sheet_order(study, found, by, ["year"])


def _spread(values: list[int], campaigns: list[int]) -> tuple[float, float, int, int, int]:
    total = sum(campaigns)
    mean = sum(value * count for value, count in zip(values, campaigns, strict=True)) / total
    square = sum((value - mean) ** 2 * count for value, count in zip(values, campaigns, strict=True))
    error = sqrt(square / (total - 1) / total) if total > 1 else 0.0

    def quantile(share: float) -> int:
        reached = 0
        for value, count in sorted(zip(values, campaigns, strict=True)):
            reached += count
            if reached >= share * total:
                return value
        return max(values)

    return mean, error, quantile(0.1), quantile(0.5), quantile(0.9)


def eliminations(study: Study, tally: CampaignTally, by: By) -> pd.DataFrame:
    """How often each had been eliminated by the end of each year (1.5).

    Columns: `year`, the name, `eliminated` (0 to 1, by then), `low`, `high`.
    """
    played: dict[str, int] = {}
    for seat, campaigns in tally.played.items():
        played[_name(seat, by)] = played.get(_name(seat, by), 0) + campaigns
    gone: dict[tuple[str, int], int] = {}
    for (nation, place, year), campaigns in tally.eliminated.items():
        key = (nation if by is By.NATION else place, year)
        gone[key] = gone.get(key, 0) + campaigns
    rows = []
    for name, campaigns in played.items():
        by_then = 0
        for year in range(study.state.year, study.last_year + 1):
            by_then += gone.get((name, year), 0)
            rows.append((year, name, by_then / campaigns, *wilson_interval(by_then, campaigns)))
    found = pd.DataFrame(rows, columns=["year", by.value, "eliminated", "low", "high"])
    return _in_sheet_order(study, found, by, ["year"])


def _in_sheet_order(study: Study, found: pd.DataFrame, by: By, first: list[str]) -> pd.DataFrame:
    rank = study.world.nation_rank
    ordered = found.assign(rank=found[by.value].map(rank)).sort_values([*first, "rank"], ignore_index=True)
    return ordered.drop(columns="rank")


def sieges(tally: CampaignTally) -> pd.DataFrame:
    """How long sieges last and how they end.

    Columns: `rolls` made, `ending`, `sieges`, and `share` of all sieges.
    """
    order = list(SiegeEnd)
    rows = sorted(
        ((rolls, ending, count) for (rolls, ending), count in tally.sieges.items()),
        key=lambda row: (row[0], order.index(row[1])),
    )
    found = pd.DataFrame(
        [(rolls, ending.value, count) for rolls, ending, count in rows], columns=["rolls", "ending", "sieges"]
    )
    return found.assign(share=found["sieges"] / max(1, int(found["sieges"].sum())))


def orders(rules: Rulebook, tally: CampaignTally) -> pd.DataFrame:
    """What each kind of order cost and brought, for each order given and for each gold spent.

    `worth` adds up, in VP, battles and monuments, gold (bought and taken) at the price of monuments, and territories
    won less lost at one fall's pay (9.1), so that an army that takes and an army that keeps can be compared. Columns
    ending in `_per_gold` are empty where an order costs nothing.
    """
    pay = rules.income_vp + rules.income_gold / rules.gold_per_vp

    def worth(account: Account) -> float:
        return (
            account.vp
            + account.gold_taken / rules.gold_per_vp
            + (account.territories_won - account.territories_lost) * pay
        )

    def per(total: Callable[[Account], float], of: Callable[[Account], int], account: Account) -> float:
        return total(account) / of(account) if of(account) else float("nan")

    def given(account: Account) -> int:
        return account.given

    def gold(account: Account) -> int:
        return account.gold_spent

    rows = [
        (
            deed.value,
            account.given,
            account.gold_spent,
            account.gold_taken,
            account.vp,
            account.territories_won,
            account.territories_lost,
            account.ap_lost,
            per(worth, given, account),
            per(lambda each: each.territories_won, gold, account),
            per(lambda each: each.vp, gold, account),
            per(worth, gold, account),
        )
        for deed in Deed
        if (account := tally.accounts.get(deed, Account())).given
    ]
    columns = [
        *("order", "given", "gold_spent", "gold_taken", "vp", "territories_won", "territories_lost", "ap_lost"),
        *("worth_per_order", "territories_per_gold", "vp_per_gold", "worth_per_gold"),
    ]
    return pd.DataFrame(rows, columns=columns)


def comparison(study: Study, one: CampaignTally, other: CampaignTally, paired: PairedTally, by: By) -> pd.DataFrame:
    """Two rulebooks side by side, for each nation or starting place.

    Columns: the name; `first` under the one, `first_other`, `first_difference` and its error; `vp_difference` at the
    end and its error. The errors are those of differences run by run: the luck that both shared is no part of them.
    """
    if by is By.STRATEGY:
        raise ValueError("what is compared are nations and places")
    shares_one, shares_other = (first_places(each, by).set_index(by.value)["first"] for each in (one, other))
    rows = []
    for name in study.world.nation_rank:
        if name not in shares_one.index:
            continue
        difference, error = _paired_firsts(paired, by, name)
        vp, vp_error = _paired_vp(paired, by, name)
        rows.append((name, float(shares_one[name]), float(shares_other[name]), difference, error, vp, vp_error))
    columns = [
        *(by.value, "first", "first_other", "first_difference", "first_difference_error"),
        *("vp_difference", "vp_difference_error"),
    ]
    return pd.DataFrame(rows, columns=columns)


def _paired_firsts(paired: PairedTally, by: By, name: str) -> tuple[float, float]:
    seen = [
        ((1 / after if after else 0.0) - (1 / before if before else 0.0), campaigns)
        for (nation, place, before, after), campaigns in sorted(paired.firsts.items())
        if name == (nation if by is By.NATION else place)
    ]
    total = sum(campaigns for _, campaigns in seen)
    mean = sum(difference * campaigns for difference, campaigns in seen) / total
    square = sum((difference - mean) ** 2 * campaigns for difference, campaigns in seen)
    return mean, sqrt(square / (total - 1) / total) if total > 1 else 0.0


def _paired_vp(paired: PairedTally, by: By, name: str) -> tuple[float, float]:
    seen = [sums for (nation, place), sums in paired.vp.items() if name == (nation if by is By.NATION else place)]
    campaigns = sum(each[0] for each in seen)
    total, squares = sum(each[1] for each in seen), sum(each[2] for each in seen)
    mean = total / campaigns
    variance = (squares - campaigns * mean * mean) / (campaigns - 1) if campaigns > 1 else 0.0
    return mean, sqrt(max(0.0, variance) / campaigns)
