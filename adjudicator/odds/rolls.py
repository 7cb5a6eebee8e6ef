"""Chances of rolls, exact: one die against a number, and opposed rolls in which ties are rolled again (11.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product

FACES = range(1, 7)

MOST_RANKED = 5
"""For how many contestants a whole ranking is worked out: 6 dice each for 5 of them are 7776 throws."""


def success_chance(modifier: int, needed: int) -> Fraction:
    """The chance that d6 + `modifier` reaches `needed` (7.4, 8.2)."""
    return Fraction(sum(1 for face in FACES if face + modifier >= needed), len(FACES))


@cache
def highest_chances(modifiers: tuple[int, ...]) -> tuple[Fraction, ...]:
    """For each contestant the chance to roll highest, d6 + modifier, those tied for the lead rolling again (11.1)."""
    everybody = len(modifiers)
    if everybody == 1:
        return (Fraction(1),)
    chances = [Fraction(0)] * everybody
    for size in range(1, everybody):
        for leaders in combinations(range(everybody), size):
            lead = _lead_chance(modifiers, leaders)
            if lead:
                among = highest_chances(tuple(modifiers[each] for each in leaders))
                for each, share in zip(leaders, among, strict=True):
                    chances[each] += lead * share
    # where all are tied everything begins anew, so the rest shares that chance in the same proportions
    decided = 1 - _lead_chance(modifiers, tuple(range(everybody)))
    return tuple(chance / decided for chance in chances)


def _lead_chance(modifiers: tuple[int, ...], leaders: tuple[int, ...]) -> Fraction:
    """The chance that exactly these contestants share the highest total of one attempt."""
    ways = 0
    first = modifiers[leaders[0]]
    for face in FACES:
        total = first + face
        if any(not 1 <= total - modifiers[leader] <= 6 for leader in leaders):
            continue
        below = 1
        for each, modifier in enumerate(modifiers):
            if each not in leaders:
                below *= max(0, min(6, total - 1 - modifier))
        ways += below
    return Fraction(ways, 6 ** len(modifiers))


@dataclass(frozen=True, slots=True)
class RankingChance:
    """One order of the contestants, best first, by index: its chance, and dice that bring it about.

    `dice` maps a contestant and an attempt, counted from 0, to a face.
    """

    order: tuple[int, ...]
    chance: Fraction
    dice: Mapping[tuple[int, int], int]


@cache
def ranking_chances(modifiers: tuple[int, ...]) -> tuple[RankingChance, ...]:
    """Every possible order of the contestants, d6 + modifier, those tied with each other rolling again (11.1).

    Raises ValueError for more than `MOST_RANKED` contestants.
    """
    everybody = range(len(modifiers))
    if len(modifiers) > MOST_RANKED:
        raise ValueError(f"{len(modifiers)} contestants are too many to rank exactly")
    if len(modifiers) == 1:
        return (RankingChance((0,), Fraction(1), {}),)
    chances: dict[tuple[int, ...], Fraction] = {}
    witnesses: dict[tuple[int, ...], dict[tuple[int, int], int]] = {}
    one_throw = Fraction(1, 6 ** len(modifiers))
    again = Fraction(0)
    for faces in product(FACES, repeat=len(modifiers)):
        totals = [face + modifier for face, modifier in zip(faces, modifiers, strict=True)]
        groups = [
            tuple(each for each in everybody if totals[each] == total) for total in sorted(set(totals), reverse=True)
        ]
        if len(groups) == 1:
            again += one_throw
            continue
        within = [ranking_chances(tuple(modifiers[each] for each in group)) for group in groups]
        for parts in product(*within):
            chance = one_throw
            order: list[int] = []
            dice = {(each, 0): face for each, face in enumerate(faces)}
            for group, part in zip(groups, parts, strict=True):
                chance *= part.chance
                order += [group[index] for index in part.order]
                dice.update({(group[index], attempt + 1): face for (index, attempt), face in part.dice.items()})
            chances[tuple(order)] = chances.get(tuple(order), Fraction(0)) + chance
            witnesses.setdefault(tuple(order), dice)
    return tuple(RankingChance(order, chance / (1 - again), witnesses[order]) for order, chance in chances.items())
