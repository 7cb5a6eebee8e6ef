"""Every conformance case holds for the rules, and thousands of random seasons agree with the oracle, dice included."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle.adapter import resolve_real
from tests.oracle.compare import differences
from tests.oracle.oracle import resolve
from tests.oracle.seasons import generate
from tests.oracle.test_oracle_cases import load_cases, unmet

BLOCK = 250


@pytest.mark.parametrize("case", load_cases())
def test_case_holds(case: dict[str, Any]) -> None:
    assert unmet(case["expect"], resolve_real(case)) == []


@pytest.mark.parametrize("first", range(0, 3000, BLOCK))
def test_random_seasons_agree_with_the_oracle(first: int) -> None:
    found = {}
    for number in range(first, first + BLOCK):
        case = generate(number)
        lines = differences(resolve(case), resolve_real(case))
        if lines:
            found[number] = lines
    assert found == {}
