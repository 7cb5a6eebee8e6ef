"""`odds` and `simulate`: what could happen, before it does."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from adjudicator.cli.console import (
    WORKBOOK,
    Exit,
    JsonValue,
    count_problems,
    fail,
    make_console,
    print_json,
    print_problems,
    problem_document,
)
from adjudicator.cli.trouble import plain_trouble

if TYPE_CHECKING:
    from adjudicator.model.book import Book
    from adjudicator.odds.balance import Study
    from adjudicator.odds.crew import Crew
    from adjudicator.odds.situation import StrategyName

Command = TypeVar("Command", bound=Callable[..., object])

_METHODS = ("auto", "exact", "simulated")
_SEATS = ("rotating", "fixed")


def _crew_options(command: Command) -> Command:
    """What both commands offer about dice, computers and output."""
    for option in (
        click.option("--json", "as_json", is_flag=True, help="Print the result as one JSON object."),
        click.option(
            "--cluster", metavar="ADDRESS", help="Use a Dask cluster: the scheduler's address, tcp://HOST:8786."
        ),
        click.option(
            "--jobs",
            type=click.IntRange(min=1),
            metavar="N",
            help="Processes on this computer; by default one per core.",
        ),
        click.option(
            "--sim-seed",
            default="1",
            show_default=True,
            metavar="TEXT",
            help="Other dice: any text. Never the campaign's.",
        ),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.option(
    "--method",
    type=click.Choice(_METHODS),
    default="auto",
    show_default=True,
    help="auto: exact where the season has few enough outcomes, else simulated.",
)
@click.option(
    "--runs",
    type=click.IntRange(min=1),
    default=20_000,
    show_default=True,
    help="How often the season is run where it is simulated.",
)
@click.option("--ignore-entered", is_flag=True, help="As if you had entered no dice and no winners for this season.")
@click.option("--csv", "csv_file", type=click.Path(path_type=Path), metavar="FILE", help="Also write a table to FILE.")
@click.option(
    "--pdf", "pdf_file", type=click.Path(path_type=Path), metavar="FILE", help="Also write pages with charts."
)
@_crew_options
def odds(
    workbook: Path,
    method: str,
    runs: int,
    csv_file: Path | None,
    pdf_file: Path | None,
    sim_seed: str,
    jobs: int | None,
    cluster: str | None,
    *,
    ignore_entered: bool,
    as_json: bool,
) -> None:
    """Show the chances of this season's orders in WORKBOOK: each battle, siege and raid, and what each nation may have.

    For the GM only: the odds tell what the orders are. They are made with other dice than the season's own, and say
    nothing of how it will come out. Battles for the table and dice rolled by hand are diced here. Nothing is written
    but what you ask for.
    """
    from adjudicator.odds.reckoning import NotExact, OddsWish, Wish, reckon_odds

    with plain_trouble(as_json=as_json):
        book = _read_book(workbook, as_json=as_json)
    _not_over(book, as_json=as_json)
    wish = OddsWish(Wish(method), runs, sim_seed, keep_entered=not ignore_entered)
    crew = _crew(jobs, cluster, as_json=as_json)
    with _cluster_trouble(as_json=as_json), _progress("Rolling other dice", runs, quiet=as_json) as progress:
        try:
            found = reckon_odds(book, wish, crew, progress)
        except NotExact as too_rich:
            fail(f"Not exactly: {too_rich}. Try --method simulated.", as_json=as_json)
    if found is None:
        fail("Stopped before the first runs were done; there is nothing to show.", as_json=as_json)
    stopped = found.outcomes < found.asked
    from adjudicator.cli.odds_printing import print_odds
    from adjudicator.odds.records import CSV_COLUMNS, odds_document, odds_lines

    if csv_file is not None:
        _write(csv_file, workbook, _csv_table(CSV_COLUMNS, odds_lines(found)), as_json=as_json)
    if pdf_file is not None:
        from adjudicator.cli.odds_pages import odds_pages

        _write(pdf_file, workbook, _typeset(lambda: odds_pages(book, found).pdf(), as_json=as_json), as_json=as_json)
    if as_json:
        print_json(_document(odds_document(found), stopped=stopped))
    else:
        print_odds(found)
    raise click.exceptions.Exit(_exit(stopped))


@click.command()
@click.argument("workbook", type=WORKBOOK)
@click.option("--years", type=click.IntRange(min=1), help="How long; by default to `last_year`, or ten years.")
@click.option("--runs", type=click.IntRange(min=1), default=500, show_default=True, help="How many campaigns.")
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    metavar="[NATION=]NAME",
    help="cautious, raider, besieger, opportunist or random: for one nation, or for all that have none of their own. "
    "A nation without one draws it anew in each campaign. May be given several times.",
)
@click.option(
    "--seats",
    type=click.Choice(_SEATS),
    default="rotating",
    show_default=True,
    help="rotating: nations change places from campaign to campaign, so that the map is told apart from the armies.",
)
@click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="SETTING=VALUE",
    help="Compare with another rulebook under the same dice, e.g. siege_target=4. May be given several times.",
)
@click.option(
    "--csv", "csv_folder", type=click.Path(path_type=Path), metavar="DIR", help="Also write every table into DIR."
)
@click.option(
    "--pdf", "pdf_file", type=click.Path(path_type=Path), metavar="FILE", help="Also write a report with charts."
)
@click.option("--html", "html_file", type=click.Path(path_type=Path), metavar="FILE", help="The same as one web page.")
@_crew_options
def simulate(
    workbook: Path,
    years: int | None,
    runs: int,
    strategies: tuple[str, ...],
    seats: str,
    rules: tuple[str, ...],
    csv_folder: Path | None,
    pdf_file: Path | None,
    html_file: Path | None,
    sim_seed: str,
    jobs: int | None,
    cluster: str | None,
    *,
    as_json: bool,
) -> None:
    """Play whole campaigns from WORKBOOK as it stands, by simple strategies, to see whether the map is fair.

    The orders entered are not used. Ctrl-C stops it and shows what there is by then.
    """
    from adjudicator.odds.reckoning import run_study

    with plain_trouble(as_json=as_json):
        book = _read_book(workbook, as_json=as_json)
    _not_over(book, as_json=as_json)
    study = _study(book, years, _strategies(book, strategies, as_json=as_json), sim_seed, seats, rules, as_json=as_json)
    crew = _crew(jobs, cluster, as_json=as_json)
    with _cluster_trouble(as_json=as_json), _progress("Playing campaigns", runs, quiet=as_json) as progress:
        done = run_study(study, runs, crew, progress)
    if not done.runs:
        fail("Stopped before the first campaigns were played; there is nothing to show.", as_json=as_json)
    from adjudicator.cli.odds_printing import print_study
    from adjudicator.odds.report import report_of

    report = report_of(book.title, study, done, asked=runs)
    if csv_folder is not None:
        for stem, content in report.csv_files():
            _write(csv_folder / f"{stem}.csv", workbook, content, as_json=as_json)
    if pdf_file is not None or html_file is not None:
        from adjudicator.cli.odds_pages import study_pages

        pages = study_pages(book, report)
        if pdf_file is not None:
            _write(pdf_file, workbook, _typeset(pages.pdf, as_json=as_json), as_json=as_json)
        if html_file is not None:
            _write(html_file, workbook, pages.html().encode(), as_json=as_json)
    if as_json:
        print_json(_document(report.document(), stopped=done.stopped))
    else:
        print_study(report)
    raise click.exceptions.Exit(_exit(done.stopped))


def _document(content: Mapping[str, JsonValue], *, stopped: bool) -> dict[str, JsonValue]:
    return {"outcome": "stopped" if stopped else "ok", "exit": _exit(stopped), **content}


def _exit(stopped: bool) -> int:
    """Half of what was asked for is shown, and is not what was asked for."""
    return int(Exit.TROUBLE if stopped else Exit.DONE)


def _read_book(workbook: Path, *, as_json: bool) -> Book:
    """What the workbook says; with errors in it they are printed, and the command ends with exit code 2."""
    from adjudicator.archive.places import locate, read_workbook
    from adjudicator.check_run import problems_of
    from adjudicator.workbook.package import package_from_bytes
    from adjudicator.workbook.reader import read_package

    places = locate(workbook)
    reading = read_package(places.workbook, package_from_bytes(read_workbook(places).content))
    problems = problems_of(reading)
    if reading.book is not None:
        if not as_json:
            print_problems(problems)
        return reading.book
    if as_json:
        listed: list[JsonValue] = [problem_document(problem) for problem in problems]
        print_json({"outcome": "errors", "exit": int(Exit.WORKBOOK_ERRORS), "problems": listed})
    else:
        print_problems(problems)
        click.secho(f"{workbook.name}: {count_problems(problems)}.", fg="red", bold=True, err=True)
    raise click.exceptions.Exit(int(Exit.WORKBOOK_ERRORS))


def _not_over(book: Book, *, as_json: bool) -> None:
    if book.state.over:
        fail("The campaign is over: there is nothing left to chance.", as_json=as_json)


def _strategies(book: Book, wishes: tuple[str, ...], *, as_json: bool) -> Mapping[str, StrategyName]:
    from adjudicator.odds.situation import StrategyName
    from adjudicator.workbook.names import name_key

    nations = {name_key(nation.name): nation.name for nation in book.world.nations}
    words = {name.value: name for name in StrategyName}
    found: dict[str, StrategyName] = {}
    for_all: StrategyName | None = None
    for wish in wishes:
        typed, equals, word = wish.rpartition("=")
        strategy = words.get(word.strip().casefold())
        if strategy is None:
            fail(f"{word.strip()!r} is no strategy; they are {', '.join(words)}.", as_json=as_json)
        nation = nations.get(name_key(typed))
        if equals and nation is None:
            fail(f"{typed.strip()!r} is no nation; they are {', '.join(nations.values())}.", as_json=as_json)
        if nation is None:
            for_all = strategy
        else:
            found[nation] = strategy
    return found if for_all is None else {**dict.fromkeys(nations.values(), for_all), **found}


def _study(
    book: Book,
    years: int | None,
    strategies: Mapping[str, StrategyName],
    sim_seed: str,
    seats: str,
    rules: tuple[str, ...],
    *,
    as_json: bool,
) -> Study:
    from adjudicator.odds.balance import study_of
    from adjudicator.odds.rule_changes import RuleChangeInvalid, read_rule_changes

    try:
        other = read_rule_changes(book.rulebook, rules) if rules else None
    except RuleChangeInvalid as invalid:
        fail(f"{invalid}.", as_json=as_json)
    return study_of(
        book, years=years, strategies=strategies, sim_seed=sim_seed, rotating=seats == "rotating", other=other
    )


def _crew(jobs: int | None, cluster: str | None, *, as_json: bool) -> Crew:
    from adjudicator.odds.cluster import ClusterUnavailable, join_cluster
    from adjudicator.odds.crew import LocalProcesses, ThisProcess

    if cluster is not None:
        if jobs is not None:
            fail("Give either --jobs or --cluster.", as_json=as_json)
        try:
            return join_cluster(cluster)
        except ClusterUnavailable as away:
            fail(f"The cluster cannot be used: {away}.", as_json=as_json)
    cores = jobs if jobs is not None else _cores()
    return ThisProcess() if cores == 1 else LocalProcesses(cores)


def _cores() -> int:
    """The cores this process may use; fewer than the computer has where its owner says so."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _cluster_trouble(*, as_json: bool) -> Iterator[None]:
    from adjudicator.odds.cluster import ClusterUnavailable

    try:
        yield
    except ClusterUnavailable as away:
        fail(f"The cluster cannot be used: {away}.", as_json=as_json)


@contextmanager
def _progress(label: str, runs: int, *, quiet: bool) -> Iterator[Callable[[int], None] | None]:
    """A bar on the terminal, of the runs done; nothing elsewhere."""
    console = make_console(stderr=True)
    if quiet or not console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(label, total=runs)
        yield lambda more: bar.advance(task, more)


def _typeset(make: Callable[[], bytes], *, as_json: bool) -> bytes:
    from adjudicator.newsletter.editions import PdfUnavailable

    try:
        return make()
    except PdfUnavailable as missing:
        fail(f"PDFs cannot be written on this computer: {missing}", as_json=as_json)


def _csv_table(columns: tuple[str, ...], lines: Iterator[tuple[object, ...]]) -> bytes:
    import csv
    import io

    written = io.StringIO(newline="")
    table = csv.writer(written)
    table.writerow(columns)
    table.writerows(lines)
    return written.getvalue().encode("utf-8-sig")


def _write(path: Path, workbook: Path, content: bytes, *, as_json: bool) -> None:
    """Write one file that was asked for; never over the workbook."""
    if path.exists() and workbook.exists() and path.samefile(workbook):
        fail(f"{path} is the workbook itself.", as_json=as_json)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as refused:
        fail(f"{path} could not be written: {refused.strerror}.", as_json=as_json)
