"""Every conformance case holds for the oracle: the yardstick is measured before it measures anything."""

from pathlib import Path

import pytest
import yaml

from .oracle import resolve
from .reading import DEFAULT_RULES, read_case
from .seasons import illegal_in_state

CASES = Path(__file__).parents[1] / "cases"
NATION_FIELDS = {"ap", "gold", "vp", "at", "siege_seasons", "came_from", "standing"}


def load_cases():
    return [
        pytest.param(case, id=f"{path.stem}:{case['id']}")
        for path in sorted(CASES.glob("*.yaml"))
        for case in yaml.safe_load(path.read_text(encoding="utf-8"))
    ]


def unmet(expect, outcome):
    """What ``expect`` demands and ``outcome`` does not show, one line each."""
    lines = []
    rolls = {roll["key"]: roll["die"] for roll in outcome["rolls"]}
    for name, expected in expect.items():
        wanted = expected
        if name == "owner":
            seen = {territory: outcome["owner"][territory] for territory in wanted}
        elif name in ("pending", "pending_dice"):
            seen, wanted = sorted(outcome[name]), sorted(wanted)
        elif name == "rolls":
            seen = {key: rolls.get(key) for key in wanted}
        elif name == "next":
            seen = "over" if outcome["status"] == "over" else f"{outcome['year']} {outcome['season']}"
        else:
            assert set(wanted) <= NATION_FIELDS, f"unknown fields in expect: {wanted}"
            seen = {field: outcome["nations"][name][field] for field in wanted}
        if seen != wanted:
            lines.append(f"{name}: expected {wanted}, found {seen}")
    if not outcome["pending"] and "pending" not in expect and not outcome["pending_dice"]:
        return lines
    if "pending" not in expect and "pending_dice" not in expect:
        lines.append(f"waits for {outcome['pending']} {outcome['pending_dice']}")
    return lines


@pytest.mark.parametrize("case", load_cases())
def test_case_holds(case):
    assert unmet(case["expect"], resolve(case)) == []


@pytest.mark.parametrize("case", load_cases())
def test_case_starts_from_a_state_a_campaign_can_be_in(case):
    _, owner, nations = read_case(case)
    assert illegal_in_state(nations, owner) == []


@pytest.mark.parametrize("case", load_cases())
def test_every_die_named_is_rolled(case):
    outcome = resolve(case)
    if not outcome["pending"] and not outcome["pending_dice"]:
        rolled = {roll["key"].split("|", 2)[2] for roll in outcome["rolls"]}
        assert set(case.get("dice", {})) - rolled == set()


def test_every_setting_is_changed_somewhere():
    cases = [param.values[0] for param in load_cases()]
    changed = {rule for case in cases for rule in case.get("rules", {})}
    # What a new campaign starts with is not a season's business, and a case says `battles: table` by naming battles.
    assert set(DEFAULT_RULES) - changed == {"starting_gold", "battles"}


def test_a_wrong_expectation_is_noticed():
    case = {
        "nations": {"A": {}},
        "map": {"a1": "A"},
        "borders": [],
        "orders": {},
        "expect": {"A": {"ap": 374}, "owner": {"a1": None}, "pending": ["a1"], "rolls": {"x": 1}, "next": "over"},
    }
    assert len(unmet(case["expect"], resolve(case))) == 5
