"""Every outcome of a season with its exact chance, from the season's own resolver.

With dice rolled by hand (11.4) the resolver stops and lists the rolls it needs next. Each such roll, or group of rolls
against each other, has a few results that matter: a siege succeeds or fails, one of two armies wins. For each result
one throw that brings it about is entered, and the season resolved again, until nothing is left open. So a season of
seven orders has some dozens of outcomes, and no rule is written a second time: only the chances of a throw are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod

from adjudicator.model.dice import RollKey, RollKind
from adjudicator.model.events import PendingRoll
from adjudicator.model.rulebook import DiceMode
from adjudicator.odds.question import SeasonQuestion, with_battles_diced
from adjudicator.odds.rolls import FACES, MOST_RANKED, highest_chances, ranking_chances, success_chance
from adjudicator.rules.season import Resolution, Waiting, resolve_season

MOST_OUTCOMES = 4096
"""How many outcomes are worked out before a season is too rich for it and is simulated instead."""


class TooManyOutcomes(Exception):  # noqa: N818  not an error: the caller then simulates
    """The season has more outcomes than asked for."""


@dataclass(frozen=True, slots=True)
class Throw:
    """One result of a roll, or of rolls against each other: its chance, and dice that bring it about."""

    chance: Fraction
    dice: Mapping[RollKey, int]


def every_outcome(question: SeasonQuestion, most: int = MOST_OUTCOMES) -> Iterator[tuple[Fraction, Resolution]]:
    """Every outcome of the season's dice with its chance; the chances add up to 1.

    Outcomes that differ only in dice that change nothing come once. Raises TooManyOutcomes, at the latest after `most`
    outcomes.
    """
    asked = replace(question, rulebook=replace(question.rulebook, dice=DiceMode.TABLE))
    entered = frozenset(question.orders.dice)
    open_branches: list[tuple[Fraction, SeasonQuestion]] = [(Fraction(1), asked)]
    found = 0
    while open_branches:
        chance, branch = open_branches.pop()
        outcome = resolve_season(branch.world, branch.state, branch.orders, branch.rulebook, "")
        if isinstance(outcome, Resolution):
            found += 1
            yield chance, outcome
            continue
        branch = with_battles_diced(branch, outcome)
        decisions = [_throws(group, entered) for group in _groups(outcome, branch.orders.dice)]
        if found + len(open_branches) + prod(len(throws) for throws in decisions) > most:
            raise TooManyOutcomes(f"more than {most}")
        for throws in product(*decisions):
            dice = dict(branch.orders.dice)
            for throw in throws:
                dice.update(throw.dice)
            share = chance * prod((throw.chance for throw in throws), start=Fraction(1))
            open_branches.append((share, replace(branch, orders=replace(branch.orders, dice=dice))))


def _groups(waiting: Waiting, dice: Mapping[RollKey, int]) -> list[list[PendingRoll]]:
    """The rolls that wait, those against each other together."""
    together: dict[tuple[object, ...], list[PendingRoll]] = {}
    for pending in waiting.rolls:
        group = (_contest_of(pending.key), pending.key.attempt, _totals_so_far(pending, dice))
        together.setdefault(group, []).append(pending)
    return list(together.values())


def _contest_of(key: RollKey) -> tuple[object, ...]:
    """What all rolls against each other have in common (11.1)."""
    match key.kind:
        case RollKind.INITIATIVE:
            return key.kind, frozenset({key.nation, key.place})
        case RollKind.BATTLE | RollKind.CONTEST | RollKind.PRECEDENCE:
            return key.kind, key.place
        case RollKind.RAID | RollKind.SIEGE:
            return key.kind, key.place, key.nation


def _totals_so_far(pending: PendingRoll, dice: Mapping[RollKey, int]) -> tuple[int, ...]:
    """The totals of the earlier attempts, which those tied with each other share: a ranking may have several ties."""
    modifier = _sum(pending)
    return tuple(dice[pending.key._replace(attempt=each)] + modifier for each in range(1, pending.key.attempt))


def _sum(pending: PendingRoll) -> int:
    return sum(modifier.value for modifier in pending.modifiers)


def _throws(group: list[PendingRoll], entered: frozenset[RollKey]) -> list[Throw]:
    """The results that matter, with their chances."""
    first = group[0]
    if first.needed is not None:
        return _against_a_number(first, first.needed)
    contest, attempt = _contest_of(first.key), first.key.attempt
    if any(key.attempt >= attempt and _contest_of(key) == contest for key in entered):
        # the GM's dice decide together with these, now or at a tie: every face matters
        return _every_face(group)
    modifiers = tuple(_sum(pending) for pending in group)
    if first.key.kind is not RollKind.PRECEDENCE:
        return [
            Throw(chance, {pending.key: 6 if pending is winner else 1 for pending in group})
            for winner, chance in zip(group, highest_chances(modifiers), strict=True)
            if chance
        ]
    if len(group) > MOST_RANKED:
        raise TooManyOutcomes(f"a ranking of {len(group)}")
    return [
        Throw(
            ranking.chance,
            {group[index].key._replace(attempt=attempt + later): face for (index, later), face in ranking.dice.items()},
        )
        for ranking in ranking_chances(modifiers)
    ]


def _every_face(group: list[PendingRoll]) -> list[Throw]:
    chance = Fraction(1, 6 ** len(group))
    return [
        Throw(chance, {pending.key: face for pending, face in zip(group, faces, strict=True)})
        for faces in product(FACES, repeat=len(group))
    ]


def _against_a_number(pending: PendingRoll, needed: int) -> list[Throw]:
    chance = success_chance(_sum(pending), needed)
    faces = ((chance, 6), (1 - chance, 1))
    return [Throw(share, {pending.key: face}) for share, face in faces if share]
