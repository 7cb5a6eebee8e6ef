"""The season as one reader may know it: `sight` applied to everything a newsletter shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from adjudicator.model import events as happened
from adjudicator.model.book import Book
from adjudicator.model.campaign import Holding, Season, Standing, State, World
from adjudicator.model.events import ArmyChanged, Event, GoldChanged, VpChanged
from adjudicator.model.orders import MonumentsOrder, SubmittedOrder
from adjudicator.model.records import Correction, DieRow, HistoryRow, Publicity
from adjudicator.model.view import (
    Account,
    Chapter,
    KnownArmy,
    Ledger,
    LedgerLine,
    NationCard,
    Notices,
    Outlook,
    PastSeason,
    PrivatePage,
    Readership,
    SeasonView,
    SiegeOutlook,
    Sighting,
    StandingLine,
    TargetChoice,
    Viewer,
)
from adjudicator.rules.administration import final_ranking
from adjudicator.rules.dice import seed_commitment
from adjudicator.rules.march import hard_terrains
from adjudicator.rules.season import Resolution
from adjudicator.rules.sight import sightings

GM = Viewer(Readership.GM)
PUBLIC = Viewer(Readership.PUBLIC)

_SECRET_COLUMNS = {
    "gold": "treasuries",
    "army ap": "armies",
    "army at": "armies",
    "siege seasons": "armies",
    "came from": "armies",
}


def player(nation: str) -> Viewer:
    """The reader who plays the nation."""
    return Viewer(Readership.NATION, nation)


def history_of(book: Book, state: State) -> tuple[HistoryRow, ...]:
    """The rows of `History` for the season just resolved: `state` is the state after it."""
    lands = _lands(state)
    return tuple(
        HistoryRow(
            book.state.year,
            book.state.season,
            nation,
            lands[nation],
            holding.army_ap,
            holding.gold,
            holding.vp,
            holding.standing,
        )
        for nation, holding in state.holdings.items()
    )


def season_view(
    viewer: Viewer,
    book: Book,
    outcome: Resolution,
    *,
    corrections: tuple[Correction, ...] = (),
    chapters: tuple[tuple[int, Season, tuple[Event, ...]], ...] = (),
) -> SeasonView:
    """What this reader may know of the season `book` stands before and `outcome` resolved.

    `corrections` are the GM's, of this season; `chapters` the events of the year's earlier seasons, for the yearbook.
    """
    publicity = book.publicity
    after = outcome.state
    seen = sightings(outcome.events, viewer, publicity)
    history = (*book.history, *history_of(book, after))
    dice = revealed_dice(book, outcome) if after.over else ()
    return SeasonView(
        viewer=viewer,
        title=book.title,
        issue=len({(row.year, row.season) for row in history}),
        year=book.state.year,
        season=book.state.season,
        next_year=after.year,
        next_season=after.season,
        over=after.over,
        nations=_cards(book.world, after),
        territories=book.world.territories,
        borders=book.world.borders,
        owners_before=book.state.owners,
        owners=after.owners,
        sightings=seen,
        armies=tuple(_known_armies(viewer, publicity, after, outcome.events)),
        standings=_standings(viewer, publicity, book.state, after),
        history=tuple(_past(viewer, publicity, row) for row in history),
        dispatches=_dispatches(viewer, book),
        notices=Notices(
            silent=silent_nations(book),
            eliminated=tuple(event.nation for event in outcome.events if isinstance(event, happened.NationEliminated)),
            commitment=seed_commitment(book.seed),
            public_draw=book.orders.public_draw,
            orders_due=book.orders_due,
            corrections=tuple(made for made in corrections if _may_read(viewer, publicity, made)),
        ),
        private=tuple(_private_pages(viewer, book, outcome, seen)),
        chapters=tuple(
            Chapter(year, season, sightings(events, viewer, publicity)) for year, season, events in chapters
        ),
        dice_revealed=dice,
    )


def founding_view(viewer: Viewer, book: Book) -> SeasonView:
    """What this reader may know before the first season: the land, the nations and his own means."""
    state = book.state
    return SeasonView(
        viewer=viewer,
        title=book.title,
        issue=0,
        year=state.year,
        season=state.season,
        next_year=state.year,
        next_season=state.season,
        over=False,
        nations=_cards(book.world, state),
        territories=book.world.territories,
        borders=book.world.borders,
        owners_before=state.owners,
        owners=state.owners,
        sightings=(),
        armies=tuple(_known_armies(viewer, book.publicity, state, ())),
        standings=_standings(viewer, book.publicity, state, state),
        history=(),
        dispatches=_dispatches(viewer, book),
        notices=Notices((), (), seed_commitment(book.seed), "", book.orders_due, ()),
        private=tuple(
            _private_page(book, state, (), nation, holding, ())
            for nation, holding in state.holdings.items()
            if viewer.may_see((nation,))
        ),
        founding=True,
    )


def silent_nations(book: Book) -> tuple[str, ...]:
    """Active nations that sent no order for a season with moves: not the same as those that ordered Defend (2.3)."""
    if not book.state.season.has_moves:
        return ()
    orders = book.orders.orders
    return tuple(
        nation
        for nation, holding in book.state.holdings.items()
        if holding.standing is Standing.ACTIVE and (nation not in orders or orders[nation].kind is None)
    )


def revealed_dice(book: Book, outcome: Resolution) -> tuple[DieRow, ...]:
    """Every die of the campaign, for the final edition: the past ones of the `Dice` sheet and this season's."""
    now = (book.state.year, book.state.season)
    past = tuple(row for row in book.dice if row.die is not None and (row.year, row.season) != now)
    return (*past, *dice_rows(book, outcome))


def dice_rows(book: Book, outcome: Resolution) -> tuple[DieRow, ...]:
    """This season's rows of the `Dice` sheet, in the order of the rolls."""
    return tuple(
        DieRow(book.state.year, book.state.season, roll.key, roll.die, roll.modifier, roll.needed, roll.rolled_by)
        for roll in outcome.rolls
    )


def _lands(state: State) -> dict[str, int]:
    lands = dict.fromkeys(state.holdings, 0)
    for owner in state.owners.values():
        if owner is not None:
            lands[owner] += 1
    return lands


def _cards(world: World, state: State) -> tuple[NationCard, ...]:
    return tuple(
        NationCard(
            nation.name,
            nation.player,
            nation.colour,
            nation.capital,
            nation.ag,
            state.holdings[nation.name].standing,
        )
        for nation in world.nations
    )


def _known_armies(viewer: Viewer, publicity: Publicity, state: State, events: Iterable[Event]) -> Iterator[KnownArmy]:
    """Besiegers, conquerors and victorious defenders are seen by all; other armies by those who may know."""
    shown = {}
    for event in events:
        if isinstance(event, happened.TerritoryConquered):
            shown[event.nation] = event.territory
        elif isinstance(event, happened.BattleFought) and event.winner != event.attacker:
            shown[event.defender] = event.territory
    for nation, holding in state.holdings.items():
        if holding.army_at is None:
            continue
        trusted = publicity.armies or viewer.may_see((nation,))
        if trusted or holding.besieges is not None or shown.get(nation) == holding.army_at:
            ap = holding.army_ap if trusted else None
            yield KnownArmy(nation, holding.army_at, holding.besieges is not None, ap)


def _ranks(state: State, lands: Mapping[str, int], *, with_gold: bool) -> dict[str, int]:
    def merit(nation: str) -> tuple[int, int, int]:
        holding = state.holdings[nation]
        return holding.vp, lands[nation], holding.gold if with_gold else 0

    merits = {nation: merit(nation) for nation in state.holdings}
    best_first = sorted(merits.values(), reverse=True)
    return {nation: best_first.index(own) + 1 for nation, own in merits.items()}


def _standings(viewer: Viewer, publicity: Publicity, before: State, after: State) -> tuple[StandingLine, ...]:
    lands_before, lands = _lands(before), _lands(after)
    # 9.4 ranks by gold too when all is over; until then that would tell who is rich
    ranks = _ranks(after, lands, with_gold=publicity.treasuries or after.over)
    ranks_before = _ranks(before, lands_before, with_gold=publicity.treasuries)
    order = sorted(after.holdings, key=lambda nation: ranks[nation])
    if after.over:
        order = list(final_ranking(after.holdings, lands))
    return tuple(
        StandingLine(
            nation=nation,
            rank=ranks[nation],
            rank_before=ranks_before[nation],
            vp=after.holdings[nation].vp,
            vp_before=before.holdings[nation].vp,
            territories=lands[nation],
            territories_before=lands_before[nation],
            standing=after.holdings[nation].standing,
            gold=after.holdings[nation].gold if publicity.treasuries or viewer.may_see((nation,)) else None,
            army_ap=after.holdings[nation].army_ap if publicity.armies or viewer.may_see((nation,)) else None,
        )
        for nation in order
    )


def _past(viewer: Viewer, publicity: Publicity, row: HistoryRow) -> PastSeason:
    own = viewer.may_see((row.nation,))
    return PastSeason(
        row.year,
        row.season,
        row.nation,
        row.territories,
        row.vp,
        row.standing,
        row.gold if own or publicity.treasuries else None,
        row.army_ap if own or publicity.armies else None,
    )


def _dispatches(viewer: Viewer, book: Book) -> tuple[str, ...]:
    now = (book.state.year, book.state.season)
    return tuple(
        dispatch.text
        for dispatch in book.dispatches
        if (dispatch.year, dispatch.season) == now and (not dispatch.addressees or viewer.may_see(dispatch.addressees))
    )


def _may_read(viewer: Viewer, publicity: Publicity, made: Correction) -> bool:
    """A corrected treasury or army is as secret as the treasury or army itself; an order is never shown here."""
    if viewer.readership is Readership.GM:
        return True
    permission = _SECRET_COLUMNS.get(made.column.casefold())
    if permission is None or getattr(publicity, permission):
        return True
    return viewer.may_see((made.subject,))


def _private_pages(
    viewer: Viewer, book: Book, outcome: Resolution, seen: tuple[Sighting, ...]
) -> Iterator[PrivatePage]:
    for nation, holding in outcome.state.holdings.items():
        if viewer.may_see((nation,)):
            yield _private_page(book, outcome.state, outcome.events, nation, holding, seen)


def _private_page(
    book: Book,
    after: State,
    events: tuple[Event, ...],
    nation: str,
    holding: Holding,
    seen: tuple[Sighting, ...],
) -> PrivatePage:
    before = book.state.holdings[nation]
    order: SubmittedOrder | MonumentsOrder | None = (
        book.orders.orders.get(nation) if book.state.season.has_moves else book.orders.monuments.get(nation)
    )
    mine = tuple(sighting for sighting in seen if nation in sighting.concerns)
    ledgers = ledgers_of(nation, before, events)
    return PrivatePage(
        nation=nation,
        silent=nation in silent_nations(book),
        received=order.received if order is not None else (),
        fate=tuple(sighting.number for sighting in mine),
        treasury=ledgers[Account.TREASURY],
        army=ledgers[Account.ARMY],
        glory=ledgers[Account.GLORY],
        army_at=holding.army_at,
        besieging=holding.besieges is not None,
        dice=tuple(roll for sighting in mine for roll in sighting.rolls if roll.key.nation == nation),
        besieged=tuple(
            (other.besieges, enemy, other.siege_seasons)
            for enemy, other in after.holdings.items()
            if other.besieges is not None and after.owners[other.besieges] == nation
        ),
        outlook=outlook(book, after, nation),
    )


def ledgers_of(nation: str, before: Holding, events: tuple[Event, ...]) -> dict[Account, Ledger]:
    """The nation's treasury, army and VP over the season, every movement with the event that made it (by number)."""
    balance = {Account.TREASURY: before.gold, Account.ARMY: before.army_ap, Account.GLORY: before.vp}
    opening = dict(balance)
    lines: dict[Account, list[LedgerLine]] = {account: [] for account in Account}
    for number, event in enumerate(events):
        for change in event.changes():
            match change:
                case GoldChanged(name, amount):
                    account = Account.TREASURY
                case ArmyChanged(name, amount):
                    account = Account.ARMY
                case VpChanged(name, amount):
                    account = Account.GLORY
                case _:
                    continue
            if name == nation and amount:
                balance[account] += amount
                lines[account].append(LedgerLine(number, amount, balance[account]))
    return {account: Ledger(account, opening[account], tuple(lines[account]), balance[account]) for account in Account}


def outlook(book: Book, after: State, nation: str) -> Outlook | None:
    """What the nation may lawfully do in the season to come (2, 3, 4.3); None where there is none for it."""
    holding = after.holdings[nation]
    if after.over or holding.standing is Standing.ELIMINATED:
        return None
    rules = book.rulebook
    moves = after.season.has_moves
    return Outlook(
        year=after.year,
        season=after.season,
        gold=holding.gold,
        army_ap=holding.army_ap,
        full_army=rules.full_army,
        may_rebuild=moves
        and holding.besieges is None
        and holding.army_ap < rules.full_army
        and holding.gold >= rules.rebuild_cost,
        rebuild_cost=rules.rebuild_cost,
        offensive_cost=rules.offensive_cost,
        siege_gold_cost=rules.siege_gold_cost,
        gold_per_vp=rules.gold_per_vp,
        siege=_siege_outlook(book, after, holding) if moves else None,
        targets=tuple(_targets(book, after, nation)) if moves else (),
    )


def _siege_outlook(book: Book, after: State, holding: Holding) -> SiegeOutlook | None:
    area = holding.besieges
    if area is None:
        return None
    rules = book.rulebook
    needs = rules.siege_target - holding.siege_seasons * rules.siege_season_bonus
    with_gold = needs - rules.siege_gold_bonus
    return SiegeOutlook(
        area,
        after.owners[area],
        holding.siege_seasons,
        needs,
        with_gold,
        chance=max(0, min(6, 7 - needs)),
        chance_with_gold=max(0, min(6, 7 - with_gold)),
    )


def _targets(book: Book, after: State, nation: str) -> Iterator[TargetChoice]:
    for territory in book.world.territories:
        if after.owners[territory.name] != nation:
            continue
        for near, terrains in book.world.neighbours[territory.name].items():
            owner = after.owners[near]
            if owner == nation:
                continue
            hard = hard_terrains(book.rulebook, terrains, after.season)
            yield TargetChoice(
                origin=territory.name,
                target=near,
                owner=owner,
                terrains=terrains,
                attrition=book.rulebook.terrain_attrition if hard else 0,
                can_be_raided=owner is not None,
            )
