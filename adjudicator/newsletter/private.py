"""What is for one reader alone: a player's sheet, or the GM's dossier with everybody's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from adjudicator.model.dice import Roll, RollKind
from adjudicator.model.view import Ledger, Outlook, PrivatePage, Readership, SeasonView, Sighting
from adjudicator.newsletter.edition import (
    AccountSheet,
    DiceGroup,
    FateLine,
    GmDossier,
    GmEntry,
    LookingAhead,
    Movement,
    PrivateSection,
    PrivateSheet,
    Targets,
)
from adjudicator.newsletter.palette import Livery
from adjudicator.newsletter.phrases import Occasion, Phrasebook


def private_sections(
    view: SeasonView, dressed: Mapping[str, Livery], phrasebook: Phrasebook
) -> Iterable[PrivateSection | GmDossier]:
    """A player's own pages, the GM's dossier, or nothing for the public.

    Raises `PhraseError` where a phrase is missing or cannot be filled.
    """
    sheets = tuple(_private_sheet(page, view, dressed, phrasebook) for page in view.private)
    if view.viewer.readership is Readership.GM:
        return (_dossier(view, sheets, phrasebook),)
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


def _dossier(view: SeasonView, sheets: tuple[PrivateSheet, ...], phrasebook: Phrasebook) -> GmDossier:
    occasion = Occasion(view.year, view.season)
    rolls = [roll for sighting in view.sightings for roll in sighting.rolls]
    return GmDossier(
        entries=tuple(
            GmEntry(each.number, phrasebook.sentence(each, occasion), each.clause, each.secret)
            for each in view.sightings
        ),
        sheets=sheets,
        dice=_dice_groups(rolls),
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
        dice=_dice_groups(page.dice),
        ahead=None if page.outlook is None else _looking_ahead(page.outlook),
    )


def _account(ledger: Ledger, known: Mapping[int, Sighting]) -> AccountSheet:
    return AccountSheet(
        ledger.account,
        ledger.opening,
        tuple(Movement(known.get(line.sighting), line.amount, line.balance) for line in ledger.lines),
        ledger.closing,
    )


def _dice_groups(rolls: Sequence[Roll]) -> tuple[DiceGroup, ...]:
    """Dice that answer one question side by side: both of a battle, all attempts of a contest."""
    groups: dict[tuple[RollKind, tuple[str, ...]], list[Roll]] = {}
    for roll in rolls:
        groups.setdefault((roll.key.kind, _question(roll)), []).append(roll)
    return tuple(DiceGroup(kind.value, found[0].key.place, tuple(found)) for (kind, _), found in groups.items())


def _question(roll: Roll) -> tuple[str, ...]:
    """What tells one question of a kind from another."""
    if roll.key.kind is RollKind.INITIATIVE:
        # The two of them name each other: neither's place alone says which question it is.
        return tuple(sorted((roll.key.nation, roll.key.place)))
    return (roll.key.place,) if roll.needed is None else (roll.key.place, roll.key.nation)


def _looking_ahead(outlook: Outlook) -> LookingAhead:
    by_origin = groupby(outlook.targets, key=lambda choice: choice.origin)
    return LookingAhead(outlook, tuple(Targets(origin, tuple(choices)) for origin, choices in by_origin))
