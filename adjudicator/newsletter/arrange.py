"""From what a reader may know to an edition in order: which sections there are, and what each one holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from markupsafe import Markup

from adjudicator.model.campaign import Terrain
from adjudicator.model.dice import Roll, RolledBy, key_text
from adjudicator.model.view import Ledger, Outlook, PrivatePage, Readership, SeasonView, Sighting
from adjudicator.newsletter.edition import (
    AccountSheet,
    AllDice,
    Charts,
    DiceGroup,
    EditionKind,
    EditionPlan,
    FateLine,
    Figures,
    FrontPage,
    GmDossier,
    GmEntry,
    IntroducedNation,
    Introduction,
    LookingAhead,
    MapPlate,
    Masthead,
    Movement,
    PrivateSection,
    PrivateSheet,
    PublicNotices,
    PublicOrders,
    RevealedDie,
    RevealedSeason,
    Section,
    StandingRow,
    Standings,
    Story,
    Targets,
)
from adjudicator.newsletter.kinds import SightingKind as Kind
from adjudicator.newsletter.markdown import render_markdown
from adjudicator.newsletter.palette import Livery, liveries
from adjudicator.newsletter.phrases import Occasion, Phrasebook
from adjudicator.newsletter.stories import Chronicler
from adjudicator.newsletter.year import review_year

_FULL_STORIES = 9
_LONG_LETTERS = 1500
"""Characters from which the GM's letters no longer fit beside the lead story."""

_BESIDE_PER_LETTER = 1.7
"""Characters of news that stand beside one of the narrower letters' characters at the same height."""

_ORDER_KINDS = frozenset({Kind.ORDER_ACCEPTED, Kind.ORDER_REFUSED})


def edition_kind(view: SeasonView) -> EditionKind:
    """Which newspaper this is."""
    if view.founding:
        return EditionKind.FOUNDING
    if view.over:
        return EditionKind.FINAL
    return EditionKind.SEASON if view.season.has_moves else EditionKind.YEARBOOK


def arrange(
    view: SeasonView,
    common: SeasonView,
    phrasebook: Phrasebook,
    language: str,
    map_plate: MapPlate | None,
    charts: Charts | None,
) -> EditionPlan:
    """Put one edition in order. `common` is the same season as everyone may know it: the news is told from it.

    Raises `PhraseError` where a phrase is missing or cannot be filled.
    """
    kind = edition_kind(view)
    founding = kind is EditionKind.FOUNDING
    dressed = liveries([(card.name, card.colour) for card in view.nations])
    winners = tuple(line.nation for line in common.standings if line.rank == 1)
    chronicler = Chronicler(phrasebook, view.nations, winners)
    masthead = Masthead(
        title=view.title,
        kind=kind,
        year=view.year,
        season=view.season,
        issue=view.issue,
        readership=view.viewer.readership,
        nation=view.viewer.nation,
        orders_due=view.notices.orders_due,
    )
    sections: list[Section | None] = [
        _front_page(view, common, kind, chronicler, language),
        _introduction(common, dressed) if founding else None,
        map_plate,
        None if founding else _standings(common, dressed, is_final=view.over),
        charts,
        None if view.season.has_moves or founding else review_year(common, dressed, chronicler),
        _public_orders(common, phrasebook),
        PublicNotices(common.notices, view.over),
        _all_dice(common),
        *_private_sections(view, dressed, phrasebook),
    ]
    return EditionPlan(masthead, tuple(section for section in sections if section is not None), dressed)


def _front_page(
    view: SeasonView, common: SeasonView, kind: EditionKind, chronicler: Chronicler, language: str
) -> FrontPage:
    letters = tuple(Markup(render_markdown(each, language)) for each in view.dispatches)
    written = sum(len(each) for each in view.dispatches)
    stories = chronicler.stories(common.sightings, Occasion(view.year, view.season), _FULL_STORIES)
    lead, others = (stories[0], stories[1:]) if stories else (None, ())
    are_long = written > _LONG_LETTERS
    beside = 0 if are_long else _stories_beside(lead, others[: _FULL_STORIES - 1], written)
    return FrontPage(
        letters=letters,
        letters_are_long=are_long,
        lead=lead,
        beside=others[:beside],
        features=others[beside : _FULL_STORIES - 1],
        briefs=others[_FULL_STORIES - 1 :],
        figures=None if kind is EditionKind.FOUNDING or not view.season.has_moves else _figures(common),
    )


def _stories_beside(lead: Story | None, others: Sequence[Story], written: int) -> int:
    """How many stories fill the wide column to the height of the letters in the narrow one."""
    room = written * _BESIDE_PER_LETTER - (lead.length * 1.3 if lead else 0)
    count = 0
    for story in others:
        if room < story.length:
            break
        room -= story.length + 120
        count += 1
    return count


def _figures(common: SeasonView) -> Figures:
    kinds = [Kind(each.kind) for each in common.sightings]
    raids = (Kind.RAID_BLOCKED, Kind.RAID_FAILED, Kind.RAID_SUCCEEDED)
    return Figures(
        battles=kinds.count(Kind.BATTLE_FOUGHT),
        conquests=kinds.count(Kind.TERRITORY_CONQUERED),
        raids=sum(kinds.count(each) for each in raids),
        sieges=kinds.count(Kind.SIEGE_FAILED),
    )


def _introduction(common: SeasonView, dressed: Mapping[str, Livery]) -> Introduction:
    return Introduction(
        tuple(
            IntroducedNation(
                card,
                dressed[card.name],
                tuple(each.name for each in common.territories if common.owners.get(each.name) == card.name),
            )
            for card in common.nations
        )
    )


def _standings(common: SeasonView, dressed: Mapping[str, Livery], *, is_final: bool) -> Standings:
    cards = {card.name: card for card in common.nations}
    most = max((line.vp for line in common.standings), default=0)
    return Standings(
        rows=tuple(
            StandingRow(
                line=line,
                card=cards[line.nation],
                livery=dressed[line.nation],
                climbed=line.rank_before - line.rank,
                vp_gained=line.vp - line.vp_before,
                territories_gained=line.territories - line.territories_before,
                share=round(100 * line.vp / most) if most > 0 else 0,
            )
            for line in common.standings
        ),
        shows_gold=bool(common.standings) and all(line.gold is not None for line in common.standings),
        shows_army=bool(common.standings) and all(line.army_ap is not None for line in common.standings),
        is_final=is_final,
    )


def _public_orders(common: SeasonView, phrasebook: Phrasebook) -> PublicOrders | None:
    occasion = Occasion(common.year, common.season)
    sentences = tuple(
        phrasebook.sentence(each, occasion) for each in common.sightings if Kind(each.kind) in _ORDER_KINDS
    )
    return PublicOrders(sentences) if sentences else None


def _all_dice(common: SeasonView) -> AllDice | None:
    seasons = groupby(common.dice_revealed, key=lambda row: (row.year, row.season))
    found = tuple(
        RevealedSeason(
            year,
            season,
            tuple(
                RevealedDie(key_text(row.year, row.season.value, row.key), row.die, row.rolled_by is RolledBy.GM)
                for row in rows
                if row.die is not None
            ),
        )
        for (year, season), rows in seasons
    )
    return AllDice(found) if found else None


def _private_sections(
    view: SeasonView, dressed: Mapping[str, Livery], phrasebook: Phrasebook
) -> Iterable[PrivateSection | GmDossier]:
    sheets = tuple(_private_sheet(page, view, dressed, phrasebook) for page in view.private)
    if view.viewer.readership is Readership.GM:
        occasion = Occasion(view.year, view.season)
        entries = tuple(
            GmEntry(each.number, phrasebook.sentence(each, occasion), each.clause, each.secret)
            for each in view.sightings
        )
        rolls = tuple(roll for each in view.sightings for roll in each.rolls)
        return (GmDossier(entries, sheets, _dice_groups(rolls, view)),)
    return tuple(
        PrivateSection(
            sheet,
            view.next_year,
            view.next_season,
            view.notices.orders_due,
            has_form=not view.over and sheet.ahead is not None,
        )
        for sheet in sheets
    )


def _private_sheet(
    page: PrivatePage, view: SeasonView, dressed: Mapping[str, Livery], phrasebook: Phrasebook
) -> PrivateSheet:
    known = {sighting.number: sighting for sighting in view.sightings}
    occasion = Occasion(view.year, view.season)
    return PrivateSheet(
        page=page,
        livery=dressed[page.nation],
        fate=tuple(
            FateLine(phrasebook.sentence(known[number], occasion), known[number].clause)
            for number in page.fate
            if number in known
        ),
        accounts=tuple(_account(ledger, known) for ledger in (page.treasury, page.army, page.glory)),
        dice=_dice_groups(page.dice, view),
        ahead=None if page.outlook is None else _looking_ahead(page.outlook),
    )


def _account(ledger: Ledger, known: Mapping[int, Sighting]) -> AccountSheet:
    return AccountSheet(
        ledger.account,
        ledger.opening,
        tuple(Movement(known.get(line.sighting), line.amount, line.balance) for line in ledger.lines),
        ledger.closing,
    )


def _dice_groups(rolls: Sequence[Roll], view: SeasonView) -> tuple[DiceGroup, ...]:
    """Dice that answer one question side by side: both of a battle, all attempts of a contest."""
    groups: dict[tuple[str, ...], list[Roll]] = {}
    for roll in rolls:
        key = roll.key
        # The two of an initiative name each other: neither's place alone tells which question it is.
        pair = sorted((key.nation, key.place)) if key.kind.value == "initiative" else [key.place]
        alone = [key.nation] if roll.needed is not None else []
        groups.setdefault((key.kind.value, *pair, *alone), []).append(roll)
    return tuple(
        DiceGroup(
            kind[0],
            found[0].key.place,
            tuple(found),
            tuple(key_text(view.year, view.season.value, roll.key) for roll in found),
        )
        for kind, found in groups.items()
    )


def _looking_ahead(outlook: Outlook) -> LookingAhead:
    costly = {
        terrain
        for choice in outlook.targets
        if choice.attrition and len(choice.terrains) == 1
        for terrain in choice.terrains
    }
    by_origin = groupby(outlook.targets, key=lambda choice: choice.origin)
    return LookingAhead(
        outlook, tuple(Targets(origin, tuple(choices)) for origin, choices in by_origin), frozenset[Terrain](costly)
    )
