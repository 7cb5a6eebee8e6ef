"""How likely something is, and how sure that is: runs counted, or exact shares, become chances and distributions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist
from typing import TypeAlias, TypeVar

Weight: TypeAlias = int | Fraction
"""How many runs showed something, or its exact share of all that can happen."""

CONFIDENCE = 0.95
"""How often an interval given with an estimate holds the truth."""

_Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of something, 0 to 1. `exact` is the fraction where it was computed and not estimated.

    `low` and `high` bound an estimate (Wilson's interval, 95 %); an exact chance bounds itself. `standard_error` is 0
    where it is exact.
    """

    value: float
    low: float
    high: float
    standard_error: float
    exact: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Distribution:
    """What a number may be. `shares` gives the chance of each value, in rising order; they add up to 1.

    `standard_error` is that of the mean, 0 where the shares are exact.
    """

    shares: tuple[tuple[int, float], ...]
    mean: float
    deviation: float
    standard_error: float

    def quantile(self, share: float) -> int:
        """The smallest value that at least this share of the outcomes does not exceed."""
        reached = 0.0
        for value, chance in self.shares:
            reached += chance
            if reached >= share - 1e-12:
                return value
        return self.shares[-1][0]

    @property
    def least(self) -> int:
        """The smallest value seen."""
        return self.shares[0][0]

    @property
    def most(self) -> int:
        """The largest value seen."""
        return self.shares[-1][0]


def chance_of(weight: Weight, total: Weight) -> Chance:
    """The chance that `weight` of `total` tells: runs out of runs, or an exact share out of the whole.

    Raises ZeroDivisionError where `total` is 0: nothing was run.
    """
    if isinstance(total, Fraction):
        exact = Fraction(weight) / total
        value = float(exact)
        return Chance(value, value, value, 0.0, exact)
    value = float(weight / total)
    low, high = wilson_interval(int(weight), total)
    return Chance(value, low, high, sqrt(value * (1 - value) / total))


def wilson_interval(count: float, runs: int) -> tuple[float, float]:
    """Wilson's score interval for `count` out of `runs`: unlike the plain one it is right near 0 and 1 too.

    `count` need not be whole: a shared first place counts in part.
    """
    share = count / runs
    spread = _Z * _Z / runs
    middle = share + spread / 2
    reach = _Z * sqrt(share * (1 - share) / runs + spread / (4 * runs))
    low, high = (middle - reach) / (1 + spread), (middle + reach) / (1 + spread)
    return (0.0 if count == 0 else max(0.0, low)), (1.0 if count == runs else min(1.0, high))


def distribution_of(weights: Mapping[int, Weight]) -> Distribution:
    """The distribution that counts or exact shares by value tell. Raises ValueError where there are none."""
    if not weights:
        raise ValueError("nothing was counted")
    total = sum(weights.values())
    mean = Fraction(sum(value * Fraction(weight) for value, weight in weights.items())) / total
    square = Fraction(sum(value * value * Fraction(weight) for value, weight in weights.items())) / total
    variance = square - mean * mean
    deviation = sqrt(variance)
    exact = isinstance(total, Fraction)
    return Distribution(
        shares=tuple((value, float(weights[value] / total)) for value in sorted(weights)),
        mean=float(mean),
        deviation=deviation,
        standard_error=0.0 if exact or total < 2 else deviation / sqrt(total - 1),
    )


def add_to(counts: dict[Key, Weight], key: Key, weight: Weight) -> None:
    """Count `weight` more for `key`."""
    counts[key] = counts.get(key, 0) + weight


def merge_into(counts: dict[Key, Weight], others: Iterable[tuple[Key, Weight]]) -> None:
    """Count all that another tally counted."""
    for key, weight in others:
        counts[key] = counts.get(key, 0) + weight
