"""From what a reader may know to an edition in order: which sections there are, and what each one holds."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from adjudicator.model.dice import RolledBy, key_text
from adjudicator.model.view import SeasonView
from adjudicator.newsletter.edition import (
    AllDice,
    Block,
    Charts,
    EditionKind,
    EditionPlan,
    MapPlate,
    Masthead,
    PublicNotices,
    PublicOrders,
    RevealedDie,
    RevealedSeason,
    RulesInShort,
    Section,
    StandingRow,
    Standings,
)
from adjudicator.newsletter.front import (
    LINE_MM,
    MASTHEAD_LINES,
    introduce,
    notices_lines,
    plan_front,
    sentences_in_columns,
    standings_lines,
)
from adjudicator.newsletter.kinds import SightingKind as Kind
from adjudicator.newsletter.palette import Livery, liveries
from adjudicator.newsletter.phrases import Occasion, Phrasebook
from adjudicator.newsletter.private import private_sections
from adjudicator.newsletter.stories import Chronicler
from adjudicator.newsletter.year import review_year, tell_year

_NAMEPLATES = (("large", 15), ("medium", 20), ("small", 27), ("tiny", sys.maxsize))
"""Sizes of the title, and the longest that each holds on one line."""

_SPARE_LINES = 1.5
"""Left free at the foot of the first page, for estimates are no measurements."""

_ORDER_KINDS = frozenset({Kind.ORDER_ACCEPTED, Kind.ORDER_REFUSED, Kind.ORDER_IGNORED})


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
    page_height_mm: float,
    plates: Sequence[MapPlate | Charts],
) -> EditionPlan:
    """Put one edition in order. `common` is the same season as everyone may know it: the news is told from it.

    `page_height_mm` is what a page holds between its margins. Raises `PhraseError` where a phrase is missing or cannot
    be filled.
    """
    kind = edition_kind(view)
    dressed = liveries([(card.name, card.colour) for card in view.nations])
    winners = tuple(line.nation for line in common.standings if line.rank == 1)
    chronicler = Chronicler(phrasebook, view.nations, winners)
    front = plan_front(
        view, common, kind, chronicler, language, page_height_mm / LINE_MM - MASTHEAD_LINES - _SPARE_LINES
    )
    maps = [plate for plate in plates if isinstance(plate, MapPlate)]
    notices = PublicNotices(common.notices, view.over)
    first: list[Section] = [front.page]
    then: list[Section] = [*maps]
    if kind is EditionKind.FOUNDING:
        first.append(introduce(common, dressed))
        then.append(RulesInShort())
    else:
        standings = _standings(common, dressed, is_final=view.over)
        height = standings_lines(len(standings.rows))
        if common.chapters and not view.season.has_moves:
            first.append(tell_year(common, chronicler, front.lines_left))
            then.append(standings)
        elif front.has_room_for(height + notices_lines(common.notices)):
            first += [standings, notices]
        else:
            (first if front.has_room_for(height) else then).append(standings)
        if front.more is not None:
            then.append(front.more)
        then += [] if view.season.has_moves else review_year(common, dressed)
        then += [plate for plate in plates if isinstance(plate, Charts)]
    then += _public_orders(common, phrasebook)
    then += [] if notices in first else [notices]
    then += _all_dice(common)
    blocks: tuple[tuple[Block, tuple[Section, ...]], ...] = (
        (Block.FRONT, tuple(first)),
        (Block.COMMON, tuple(then)),
        (Block.PRIVATE, tuple(private_sections(view, dressed, phrasebook))),
    )
    return EditionPlan(_masthead(view, kind), tuple(block for block in blocks if block[1]))


def _masthead(view: SeasonView, kind: EditionKind) -> Masthead:
    return Masthead(
        title=view.title,
        size=next(size for size, longest in _NAMEPLATES if len(view.title) <= longest),
        kind=kind,
        year=view.year,
        season=view.season,
        issue=view.issue,
        readership=view.viewer.readership,
        nation=view.viewer.nation,
        orders_due=view.notices.orders_due,
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


def _public_orders(common: SeasonView, phrasebook: Phrasebook) -> Iterable[PublicOrders]:
    occasion = Occasion(common.year, common.season)
    orders = (each for each in common.sightings if Kind(each.kind) in _ORDER_KINDS)
    sentences = tuple(phrasebook.sentence(each, occasion) for each in orders)
    return (PublicOrders(sentences_in_columns(sentences)),) if sentences else ()


def _all_dice(common: SeasonView) -> Iterable[AllDice]:
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
    return (AllDice(found),) if found else ()
