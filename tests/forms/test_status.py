"""Status: who has ordered, how far the season is from the guard against silence, and what everybody may know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.control.commands import say
from tests.forms.campaigns import tiber
from tests.workbook.books import ORDERS


def some(*nations: str) -> list[dict[str, object]]:
    return [dict(row) if row["Nation"] in nations else {"Nation": row["Nation"]} for row in ORDERS]


def test_the_gm_sees_orders_warnings_and_who_is_missing(tmp_path: Path) -> None:
    orders = [{**row, "Rebuild": "yes"} for row in some("Rome")]
    workbook = tiber(tmp_path, orders=orders, settings={"Orders due": "Friday"})
    code, shown = say("status", workbook)
    assert code == 0
    assert "The Tiber, Spring 1: 1 of 3 have ordered." in shown
    assert "Orders due: Friday" in shown
    assert "Rome: Offensive from Roma to Fregellae with rebuild and siege gold" in shown
    assert "will not be rebuilt" in shown
    assert "Still missing: Etruria, Samnium" in shown


@pytest.mark.parametrize(
    ("ordered", "allowed", "said"),
    [
        (("Rome",), None, "The run would stop: 2 have no order, and 1 may be silent."),
        (("Rome", "Etruria"), None, "The run would go on: 1 may be silent."),
        (("Rome", "Etruria"), 3, "The run would go on: 3 may be silent, 2 more than now."),
    ],
)
def test_how_far_from_the_guard(tmp_path: Path, ordered: tuple[str, ...], allowed: int | None, said: str) -> None:
    workbook = tiber(tmp_path, orders=some(*ordered), settings={"Silent allowed": allowed})
    assert said in say("status", workbook)[1]
    document = json.loads(say("status", workbook, "--json")[1])
    assert document["stopped_by_silence"] is ("stop" in said)
    # the run does what status said
    assert say(workbook, "--no-newsletters")[0] == (2 if "stop" in said else 0)


def test_the_public_is_told_who_has_ordered_and_nothing_of_what(tmp_path: Path) -> None:
    """Two campaigns that differ in every order and in nothing else look the same."""
    one = tiber(tmp_path / "one", orders=ORDERS)
    changed = [{**row, "Order": "Defend", "From": None, "Target": "Nowhere", "Rebuild": "yes"} for row in ORDERS]
    other = tiber(tmp_path / "other", orders=changed)
    for options in (("--public",), ("--public", "--json")):
        shown = say("status", one, *options)
        assert shown == say("status", other, *options)
        assert "Rome" in shown[1]
        assert not {"Offensive", "Raid", "Fregellae", "warning"} & set(shown[1].replace('"', " ").split())
    assert say("status", one) != say("status", other), "the test would notice"


def test_the_public_is_not_told_of_battles_or_errors(tmp_path: Path) -> None:
    orders = [
        {"Nation": "Rome", "Order": "Offensive", "From": "Roma", "Target": "Veii"},
        {"Nation": "Etruria", "Order": "Defend"},
        {"Nation": "Samnium", "Order": "Defend"},
    ]
    waits = tiber(tmp_path / "waits", orders=orders, rules={"battles": "table"})
    assert say(waits)[0] == 3
    code, shown = say("status", waits)
    assert code == 3
    assert "battles are to be played" in shown
    assert "Veii" in shown
    code, shown = say("status", waits, "--public")
    assert (code, "Veii" in shown, "battles are to be played" in shown) == (3, False, True)
    wrong = tiber(tmp_path / "wrong", orders=[{"Nation": "Rome", "Order": "Atack Veii"}])
    code, shown = say("status", wrong, "--public")
    assert (code, "Veii" in shown) == (2, False)
    assert say("status", wrong)[0] == 2
    assert "Atack" not in say("status", wrong, "--public", "--json")[1]


def test_every_outcome_as_one_object(tmp_path: Path) -> None:
    workbook = tiber(tmp_path)
    code, shown = say("forms", workbook, "--no-pdf", "--json")
    made = json.loads(shown)
    assert (code, made["outcome"], made["forms"][0]) == (0, "made", {"nation": "Rome", "files": ["Rome.xlsx"]})
    (tmp_path / "orders.txt").write_text("Rome: defend\nEtruria: attack Roma\n")
    code, shown = say("collect", workbook, tmp_path / "orders.txt", "--json")
    found = json.loads(shown)
    assert (code, found["exit"]) == (1, 1)
    assert found["accepted"][0]["line"] == "Rome: defend"
    assert found["refused"][0]["nearest"] == "Etruria: offensive from Veii to Roma"
    assert found["missing"] == ["Etruria", "Samnium"]
    code, shown = say("mail", workbook, "--json", "--only", "Rome")
    assert json.loads(shown)["mails"][0]["to"] == ["livia@example.org"]
    wrong = tiber(tmp_path / "wrong", orders=[{"Nation": "Rome", "Order": "Atack"}])
    for words in (("forms", wrong), ("collect", wrong, tmp_path / "orders.txt"), ("mail", wrong)):
        code, shown = say(*words, "--json")
        assert (code, json.loads(shown)["outcome"]) == (2, "errors")
        assert say(*words)[0] == 2


def test_in_fall_and_after_the_end(tmp_path: Path) -> None:
    fall = tiber(tmp_path / "fall", season="fall", orders=[{"Nation": "Rome", "Monuments": 2}])
    shown = say("status", fall)[1]
    assert "Rome: Monuments for 2 gold" in shown
    assert "Still missing: Etruria, Samnium" in shown
    assert "would stop" not in shown
    assert "is over" in say("status", tiber(tmp_path / "over", settings={"Status": "over"}))[1]
