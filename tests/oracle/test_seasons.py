"""The random seasons are seasons a campaign can be in, and are rich enough to be worth comparing."""

import copy
from collections import Counter

import pytest

from .compare import differences
from .oracle import resolve
from .reading import parse_borders, parse_order, read_case
from .seasons import generate, illegal_in_state

MANY = range(600)


@pytest.fixture(scope="module")
def played():
    return [(case, resolve(case)) for case in map(generate, MANY)]


def test_states_are_valid_before_and_after(played):
    for case, outcome in played:
        _, owner, nations = read_case(case)
        assert 2 <= len(nations) <= 9
        assert 3 <= len(owner) <= 25
        assert all(pair <= set(owner) and len(pair) == 2 for pair in parse_borders(case["borders"]))
        assert illegal_in_state(nations, owner) == [], case["id"]
        assert illegal_in_state(outcome["nations"], outcome["owner"]) == [], case["id"]


def test_the_same_number_makes_the_same_season():
    assert generate(7) == generate(7)
    assert generate(7) != generate(8)


def test_resolving_leaves_the_case_alone(played):
    for case, outcome in played[:50]:
        before = copy.deepcopy(case)
        assert resolve(case) == outcome
        assert case == before


def test_a_season_that_waits_has_changed_nothing(played):
    waiting = [(case, outcome) for case, outcome in played if outcome["pending"] or outcome["pending_dice"]]
    assert len(waiting) > 20
    for case, outcome in waiting:
        _, owner, nations = read_case(case)
        assert outcome["owner"] == owner
        for name, nation in outcome["nations"].items():
            assert nation == {field: nations[name][field] for field in nation}
        assert (outcome["year"], outcome["season"]) == (case.get("year", 1), case["season"])


def test_gold_is_only_spent_stolen_or_earned(played):
    """Raids move gold: what all treasuries lose together is what was spent."""
    for case, outcome in played:
        if case["season"] == "fall" or outcome["pending"] or outcome["pending_dice"]:
            continue
        before = sum(nation["gold"] for nation in read_case(case)[2].values())
        after = sum(nation["gold"] for nation in outcome["nations"].values())
        assert before - after == sum(sum(items.values()) for items in outcome["spent"].values()), case["id"]


def test_the_seasons_are_rich(played):
    """Every kind of event and of refusal turns up among them, several times."""
    seen = Counter()
    for case, outcome in played:
        _, owner, nations = read_case(case)
        seen[case["season"]] += 1
        seen[outcome["status"]] += 1
        seen["disconnected"] += _pieces(case) > 1
        seen["draw"] += "draw" in case
        seen["battles table"] += "battles" in case
        seen["rules changed"] += bool(set(case["rules"]) - {"dice"})
        for key, attempt in (roll["key"].split("|")[2::3] for roll in outcome["rolls"]):
            seen[f"{key} roll"] += 1
            seen[f"{key} re-roll"] += attempt != "1"
        seen["GM die"] += any(roll["rolled_by"] == "GM" for roll in outcome["rolls"])
        for battle in outcome["battles"]:
            if battle["winner"] is not None:
                role = next((r for r in ("attacker", "defender") if battle[r] == battle["winner"]), "nobody")
                seen[f"battle won by {role}"] += 1
                seen["relief battle"] += nations[battle["attacker"]]["siege_seasons"] > 0
        for name, order in outcome["orders"].items():
            seen["reverted"] += order["reverted"]
            given = case["orders"].get(name)
            kind = parse_order(given)["kind"] if given else "silent"
            seen[f"{kind} becomes {order['accepted']}"] += 1
        for name, nation in outcome["nations"].items():
            seen["eliminated now"] += nation["standing"] != nations[name]["standing"]
            seen["new siege"] += nation["siege_seasons"] == 1
            seen["old siege"] += nation["siege_seasons"] > 1
            seen["dispersed now"] += nation["ap"] == 0 < nations[name]["ap"] and nation["standing"] == "active"
            landless = name not in owner.values() and nations[name]["siege_seasons"] > 0
            seen["landless besieger"] += landless
            seen["landless besieger survives"] += landless and nation["standing"] == "active"
    wanted = [
        *("winter", "spring", "summer", "fall", "orders", "battles", "dice", "disconnected", "draw", "battles table"),
        *("rules changed", "initiative roll", "initiative re-roll", "battle roll", "battle re-roll", "contest roll"),
        *("contest re-roll", "raid roll", "precedence roll", "precedence re-roll", "siege roll", "GM die", "reverted"),
        *("battle won by attacker", "battle won by defender", "battle won by nobody", "relief battle"),
        *("offensive becomes defend", "offensive becomes siege", "raid becomes defend", "siege becomes defend"),
        *("silent becomes defend", "silent becomes siege", "offensive becomes offensive", "raid becomes raid"),
        *("siege becomes siege", "eliminated now", "new siege", "old siege", "dispersed now", "landless besieger"),
        "landless besieger survives",
    ]
    assert {what: seen[what] for what in wanted if seen[what] < 5} == {}


def _pieces(case):
    borders, left, pieces = parse_borders(case["borders"]), set(case["map"]), 0
    while left:
        pieces += 1
        edge = [left.pop()]
        while edge:
            here = edge.pop()
            near = {t for t in left if frozenset((here, t)) in borders}
            left -= near
            edge += near
    return pieces


def test_differences_are_found(played):
    """Each field of the result, altered, is reported; the untouched result is not."""
    changed = 0
    for case, outcome in played[:40]:
        assert differences(outcome, copy.deepcopy(outcome)) == []
        if outcome["status"] == "over":
            continue
        for path in _leaves({k: v for k, v in outcome.items() if k not in ("rolls", "battles")}):
            other = copy.deepcopy(outcome)
            place = other
            for step in path[:-1]:
                place = place[step]
            place[path[-1]] = "something else"
            assert len(differences(outcome, other)) == 1, (case["id"], path)
            changed += 1
        if outcome["status"] == "orders" and outcome["rolls"]:
            assert len(differences(outcome, {**outcome, "rolls": outcome["rolls"][1:]})) == 1
            assert len(differences(outcome, {**outcome, "rolls": outcome["rolls"] + outcome["rolls"][:1]})) == 1
            first = {**outcome["rolls"][0], "die": 7}
            assert len(differences(outcome, {**outcome, "rolls": [first, *outcome["rolls"][1:]]})) == 1
    assert changed > 1000


def _leaves(value, path=()):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif not isinstance(value, list):
        yield path
