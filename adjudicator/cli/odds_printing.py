"""Odds and studies on the terminal, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from adjudicator.cli.console import make_console
from adjudicator.odds.chances import Chance, Distribution
from adjudicator.odds.season_odds import Assumption, EncounterOdds, Method, SeasonOdds, SiegeOdds
from adjudicator.odds.season_tally import Battle, Encounter, Initiative, Raid, Siege

if TYPE_CHECKING:
    from adjudicator.odds.records import PlainValue
    from adjudicator.odds.report import StudyReport

_FOR_GM = "For the GM only: the odds tell what the orders are."

_ASSUMED = {
    Assumption.BATTLES_DICED: "Battles will be played at the table; here they are diced.",
    Assumption.DICE_SEEDED: "Dice will be rolled by hand; here they are imagined.",
    Assumption.ENTERED_DICE_STAND: "The dice you entered for this season stand (--ignore-entered leaves them out).",
    Assumption.ENTERED_BATTLES_STAND: "The winners you entered stand (--ignore-entered leaves them out).",
    Assumption.ENTERED_LEFT_OUT: "What you entered for this season is left out.",
}


def print_odds(odds: SeasonOdds) -> None:
    """The odds of a season."""
    console = make_console()
    console.print(f"{odds.title}: odds for {odds.season.value} {odds.year}", style="bold")
    console.print(_FOR_GM, style="yellow")
    console.print(_method(odds))
    for assumption in odds.assumptions:
        console.print(_ASSUMED[assumption])
    encounters: list[EncounterOdds[Encounter]] = [*odds.initiatives, *odds.battles]
    _print_encounters(console, "Mutual invasions and battles", encounters)
    _print_encounters(console, "Sieges", [siege.this_season for siege in odds.sieges])
    _print_prospects(console, odds.sieges)
    _print_encounters(console, "Raids", odds.raids)
    if odds.territories:
        table = _table("Cities that may change hands", "City", "Owner now", "May be owned by")
        for land in odds.territories:
            owners = ", ".join(f"{owner or 'nobody'} {percent(chance)}" for owner, chance in land.owners)
            table.add_row(land.territory, land.owner or "independent", owners)
        console.print(table)
    table = _table("What each nation may have", "Nation", "Territories", "Army AP", "Gold", "VP", "Leads", "Eliminated")
    for line in odds.nations:
        spreads = (line.territories, line.army_ap, line.gold, line.vp)
        table.add_row(line.nation, *map(_spread, spreads), percent(line.leads), percent(line.eliminated))
    console.print(table)
    console.print("Mean, and in brackets what 90 of 100 outcomes lie between.", style="dim")


def _method(odds: SeasonOdds) -> str:
    if odds.method is Method.EXACT:
        number = f"{odds.outcomes:,}"
        return f"Exact: the dice can bring about {number} different outcome{'' if odds.outcomes == 1 else 's'}."
    stopped = f"; stopped before {odds.asked:,}" if odds.outcomes < odds.asked else ""
    return (
        f"Simulated: {odds.outcomes:,} runs with other dice (--sim-seed {odds.sim_seed}){stopped}. "
        "In brackets: between which bounds the chance lies, 95 times out of 100."
    )


def _print_encounters(console: Console, title: str, encounters: Iterable[EncounterOdds[Encounter]]) -> None:
    lines = list(encounters)
    if not lines:
        return
    table = _table(title, "What", "Happens", "Outcomes")
    for each in lines:
        outcomes = "\n".join(
            f"{_outcome(each.encounter, ending.value)}: {percent(chance)}{_bounds(chance)}"
            for ending, chance in each.endings
        )
        table.add_row(_named(each.encounter), percent(each.happens), outcomes)
    console.print(table)


def _named(encounter: Encounter) -> str:
    match encounter:
        case Initiative(one, other):
            return f"{one} and {other} invade each other"
        case Battle(area, attacker, defender, relief=True):
            return f"Relief of {area}: {defender} against {attacker}, the besieger"
        case Battle(area, attacker, defender):
            return f"Battle for {area}: {attacker} against {defender}, the defender"
        case Siege(area, besieger, owner):
            return f"Siege of {area} ({owner or 'independent'}) by {besieger}"
        case Raid(area, raider, victim):
            return f"Raid of {raider} on {area} ({victim})"


def _outcome(encounter: Encounter, ending: str) -> str:
    """An ending with the nations' names in it."""
    match encounter:
        case Initiative(one, other):
            return f"attacker {one if ending.startswith('one') else other}"
        case Battle(_, attacker, defender):
            return {"attacker wins": f"won by {attacker}", "defender wins": f"won by {defender}"}.get(ending, ending)
        case _:
            return ending


def _print_prospects(console: Console, sieges: Sequence[SiegeOdds]) -> None:
    going_on = [siege for siege in sieges if siege.later]
    if not going_on:
        return
    seasons = [prospect.season for prospect in going_on[0].later]
    columns = [f"Fallen by {season.value}" for season in seasons]
    table = _table("Sieges, if they are kept and nobody interferes", "Siege", *columns)
    for siege in going_on:
        chances = [f"{each.without_gold:.0%}, with siege gold {each.with_gold:.0%}" for each in siege.later]
        table.add_row(_named(siege.this_season.encounter), *chances)
    console.print(table)


def percent(chance: Chance) -> str:
    """A chance in percent; exact ones with their fraction where it is a simple one."""
    if chance.exact is None or chance.exact.denominator > 216 or chance.exact in (0, 1):
        return f"{chance.value:.1%}"
    return f"{chance.value:.1%} ({chance.exact})"


def _bounds(chance: Chance) -> str:
    return "" if chance.exact is not None else f" [{chance.low:.1%} to {chance.high:.1%}]"


def _spread(spread: Distribution) -> str:
    if spread.least == spread.most:
        return str(spread.least)
    low, high = spread.quantile(0.05), spread.quantile(0.95)
    return f"{spread.mean:.1f} [{low} to {high}]" if low != high else f"{spread.mean:.1f}"


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold")
    for column in columns:
        table.add_column(column)
    return table


# --- studies --------------------------------------------------------------------------------------------------------


def print_study(report: StudyReport) -> None:
    """What a study found."""
    console = make_console()
    study = report.study
    console.print(f"{report.title}: {report.campaigns:,} imagined campaigns", style="bold")
    if report.stopped:
        console.print(
            f"Stopped before {report.asked:,} campaigns: this is what --runs {report.campaigns} gives.", style="yellow"
        )
    console.print(
        f"Years {study.state.year} to {study.last_year}, other dice (--sim-seed {study.sim_seed}), "
        f"{'nations change places' if study.rotating else 'nations stay in their places'}."
    )
    _print_firsts(console, report, "")
    for changed in report.changed:
        console.print(f"{changed.name}: {changed.value or 'empty'} is compared with {changed.other or 'empty'}")
    if report.compared:
        for by, name in (("place", "Starting place"), ("nation", "Nation")):
            _print_difference(console, report, by, name)
    _print_numbers(console, report, "Sieges: rolls made and how they ended", "sieges")
    _print_numbers(console, report, "What each kind of order cost and brought", "orders")
    table = _table("VP at the end, by starting place", "Starting place", "Mean", "First tenth", "Median", "Last tenth")
    for line in report.lines("vp-by-year-and-place"):
        if line["year"] == study.last_year:
            table.add_row(str(line["place"]), *(_number(line[each]) for each in ("mean", "p10", "p50", "p90")))
    console.print(table)
    _print_eliminations(console, report)


def _print_firsts(console: Console, report: StudyReport, prefix: str) -> None:
    names = (("place", "Starting place"), ("nation", "Nation"), ("strategy", "Strategy"))
    for by, name in names:
        table = _table(
            f"First at the end, by {name.lower()}", name, "Campaigns", "First", "95 of 100 times between", ""
        )
        for line in report.lines(f"{prefix}first-by-{by}"):
            low, high, even = (_float(line[each]) for each in ("low", "high", "even"))
            told = "more than its share" if low > even else "less than its share" if high < even else ""
            table.add_row(
                str(line[by]), str(line["campaigns"]), _percent(line["first"]), f"{low:.1%} to {high:.1%}", told
            )
        console.print(table)


def _print_difference(console: Console, report: StudyReport, by: str, name: str) -> None:
    columns = (name, "First", "First, changed", "Difference", "VP, difference at the end")
    table = _table(f"The changed rules under the same dice, by {name.lower()}", *columns)
    for line in report.lines(f"difference-by-{by}"):
        table.add_row(
            str(line[by]),
            _percent(line["first"]),
            _percent(line["first_other"]),
            f"{_float(line['first_difference']):+.1%} ± {_float(line['first_difference_error']):.1%}",
            f"{_float(line['vp_difference']):+.1f} ± {_float(line['vp_difference_error']):.1f}",
        )
    console.print(table)


def _print_eliminations(console: Console, report: StudyReport) -> None:
    lines = [line for line in report.lines("eliminations-by-place") if line["year"] == report.study.last_year]
    if not any(_float(line["eliminated"]) for line in lines):
        console.print("No nation was ever eliminated.")
        return
    table = _table(
        "Eliminated by the end, by starting place", "Starting place", "Eliminated", "95 of 100 times between"
    )
    for line in lines:
        bounds = f"{_percent(line['low'])} to {_percent(line['high'])}"
        table.add_row(str(line["place"]), _percent(line["eliminated"]), bounds)
    console.print(table)


def _print_numbers(console: Console, report: StudyReport, title: str, stem: str) -> None:
    lines = report.lines(stem)
    if lines:
        table = _table(title, *(name.replace("_", " ") for name in lines[0]))
        for line in lines:
            table.add_row(*(_number(value) for value in line.values()))
        console.print(table)


def _number(value: PlainValue) -> str:
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _percent(value: PlainValue) -> str:
    return f"{_float(value):.1%}"


def _float(value: PlainValue) -> float:
    if not isinstance(value, int | float):
        raise TypeError(f"{value!r} is no number")
    return float(value)
