"""Odds as plain values, for JSON and CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import TypeAlias

from adjudicator.odds.chances import Chance, Distribution
from adjudicator.odds.season_odds import EncounterOdds, NationOdds, SeasonOdds, SiegeOdds
from adjudicator.odds.season_tally import Battle, Encounter, Initiative, Raid, Siege

PlainValue: TypeAlias = "str | int | float | bool | Sequence[PlainValue] | Mapping[str, PlainValue] | None"

AUDIENCE = "GM"
"""Whom the odds are for: they tell what the orders are. It stands in every document and on every line."""

MEASURES = ("territories", "army_ap", "gold", "vp")
"""What nations' distributions are given of, as the fields of `NationOdds`."""

CSV_COLUMNS = (
    *("for", "year", "season", "what", "territory", "nation", "against", "outcome"),
    *("chance", "low", "high", "standard_error", "exact"),
)
"""The columns of the CSV table: one line for each outcome of each thing."""


def odds_document(odds: SeasonOdds) -> dict[str, PlainValue]:
    """The odds as one object."""
    return {
        "for": AUDIENCE,
        "title": odds.title,
        "year": odds.year,
        "season": odds.season.value,
        "method": odds.method.value,
        "outcomes": odds.outcomes,
        "asked": odds.asked,
        "sim_seed": odds.sim_seed,
        "assumptions": [assumption.value for assumption in odds.assumptions],
        "initiatives": [_encounter(each) for each in odds.initiatives],
        "battles": [_encounter(each) for each in odds.battles],
        "sieges": [_siege(each) for each in odds.sieges],
        "raids": [_encounter(each) for each in odds.raids],
        "nations": [_nation(each) for each in odds.nations],
        "territories": [
            {
                "territory": each.territory,
                "owner": each.owner,
                "owners": [{"owner": owner, **_chance(chance)} for owner, chance in each.owners],
            }
            for each in odds.territories
        ],
    }


def odds_lines(odds: SeasonOdds) -> Iterator[tuple[PlainValue, ...]]:
    """The odds as lines of a table, under `CSV_COLUMNS`."""
    start = (AUDIENCE, odds.year, odds.season.value)
    encounters: list[EncounterOdds[Encounter]] = [
        *odds.initiatives,
        *odds.battles,
        *(each.this_season for each in odds.sieges),
        *odds.raids,
    ]
    for each in encounters:
        what, territory, nation, against = _named(each.encounter)
        for ending, chance in each.endings:
            yield (*start, what, territory, nation, against, ending.value, *_chance(chance).values())
    for siege in odds.sieges:
        what, territory, nation, against = _named(siege.this_season.encounter)
        for prospect in siege.later:
            fallen = f"fallen by {prospect.season.value}, siege kept without gold"
            yield (*start, what, territory, nation, against, fallen, prospect.without_gold, "", "", "", "")
            fallen = f"fallen by {prospect.season.value}, siege kept with gold"
            yield (*start, what, territory, nation, against, fallen, prospect.with_gold, "", "", "", "")
    for land in odds.territories:
        for owner, chance in land.owners:
            yield (*start, "owner", land.territory, owner or "", "", owner or "independent", *_chance(chance).values())
    for line in odds.nations:
        yield (*start, "leads", "", line.nation, "", "first in the standings", *_chance(line.leads).values())
        yield (*start, "eliminated", "", line.nation, "", "eliminated", *_chance(line.eliminated).values())
        for measure in MEASURES:
            for value, share in _measure(line, measure).shares:
                yield (*start, measure, "", line.nation, "", value, share, "", "", "", "")


def _named(encounter: Encounter) -> tuple[str, str, str, str]:
    """What it is, where, who acts, and against whom."""
    match encounter:
        case Initiative(one, other):
            return "mutual invasion", "", one, other
        case Battle(territory, attacker, defender, relief):
            return "relief of a siege" if relief else "battle", territory, attacker, defender
        case Siege(territory, besieger, owner):
            return "siege", territory, besieger, owner or ""
        case Raid(territory, raider, victim):
            return "raid", territory, raider, victim


def _chance(chance: Chance) -> dict[str, PlainValue]:
    return {
        "chance": chance.value,
        "low": chance.low,
        "high": chance.high,
        "standard_error": chance.standard_error,
        "exact": None if chance.exact is None else str(chance.exact),
    }


def _encounter(odds: EncounterOdds[Encounter]) -> dict[str, PlainValue]:
    encounter = odds.encounter
    return {
        **{item.name: getattr(encounter, item.name) for item in fields(encounter)},
        "happens": _chance(odds.happens),
        "endings": [{"ending": ending.value, **_chance(chance)} for ending, chance in odds.endings],
    }


def _siege(odds: SiegeOdds) -> dict[str, PlainValue]:
    return {
        **_encounter(odds.this_season),
        "if_kept": [
            {"season": each.season.value, "fallen_without_gold": each.without_gold, "fallen_with_gold": each.with_gold}
            for each in odds.later
        ],
    }


def _measure(odds: NationOdds, measure: str) -> Distribution:
    found: Distribution = getattr(odds, measure)
    return found


def _nation(odds: NationOdds) -> dict[str, PlainValue]:
    return {
        "nation": odds.nation,
        "leads": _chance(odds.leads),
        "eliminated": _chance(odds.eliminated),
        **{measure: _distribution(_measure(odds, measure)) for measure in MEASURES},
    }


def _distribution(distribution: Distribution) -> dict[str, PlainValue]:
    return {
        "mean": distribution.mean,
        "standard_error": distribution.standard_error,
        "deviation": distribution.deviation,
        "quantiles": {str(share): distribution.quantile(share) for share in (0.05, 0.25, 0.5, 0.75, 0.95)},
        "shares": [{"value": value, "chance": share} for value, share in distribution.shares],
    }
