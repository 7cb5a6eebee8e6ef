"""Battles at the table, through the real command: listed, printed, entered early or late, drawn, or diced after all."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from tests.control.commands import SEED, adjudicate, content, edit, find_row, new_campaign, resolve, rows

NATIONS = (
    {"Nation": "Rome", "Player": "Livia", "Capital": "Roma", "Ag": 3, "Army AP": 375, "Gold": 3, "Army at": "Roma"},
    {"Nation": "Etruria", "Player": "Aule", "Capital": "Veii", "Ag": 1, "Army AP": 300, "Gold": 3, "Army at": "Veii"},
    {"Nation": "Samnium", "Capital": "Bovianum", "Ag": 2, "Army AP": 350, "Gold": 3, "Army at": "Bovianum"},
    {
        **{"Nation": "Epirus", "Player": "Pyrrhos", "Capital": "Ambracia", "Ag": 4, "Army AP": 200, "Gold": 3},
        **{"Army at": "Tarentum", "Siege seasons": 2, "Came from": "Ambracia"},
    },
    {"Nation": "Tarantini", "Player": "Philo", "Capital": "Tarentum", "Ag": 2, "Army AP": 250, "Gold": 3},
)
MAP = (
    {"Territory": "Roma", "Owner": "Rome"},
    {"Territory": "Veii", "Owner": "Etruria"},
    {"Territory": "Bovianum", "Owner": "Samnium"},
    {"Territory": "Ambracia", "Owner": "Epirus"},
    {"Territory": "Tarentum", "Owner": "Tarantini"},
    {"Territory": "Heraclea", "Owner": "Tarantini"},
)
BORDERS = (
    {"From": "Roma", "To": "Veii", "Terrain": "marsh; mountains"},
    {"From": "Roma", "To": "Bovianum"},
    {"From": "Ambracia", "To": "Tarentum", "Terrain": "sea"},
    {"From": "Tarentum", "To": "Heraclea"},
    {"From": "Heraclea", "To": "Bovianum"},
)
ORDERS = (
    {"Nation": "Rome", "Order": "Offensive", "From": "Roma", "Target": "Veii"},
    {"Nation": "Etruria", "Order": "Defend"},
    {"Nation": "Samnium", "Order": "Raid", "From": "Bovianum", "Target": "Roma"},
    {"Nation": "Epirus", "Order": "Siege"},
    {"Nation": "Tarantini", "Order": "Defend"},
)


def campaign(path: Path, **changes: Any) -> Path:
    """Two battles in spring: Rome over marsh and mountains against Etruria, and the relief of Tarentum."""
    rules = {"battles": "table", **changes.pop("rules", {})}
    return new_campaign(path, rules=rules, nations=NATIONS, territories=MAP, borders=BORDERS, orders=ORDERS, **changes)


def entered(area: str, winner: str) -> dict[str, Any]:
    return {"Year": 1, "Season": "spring", "Area": area, "Winner": winner}


def enter(workbook: Path, area: str, winner: str) -> None:
    edit(workbook, "Battles", f"H{find_row(workbook, 'Battles', 1, 'spring', area)}", winner)


def fought(workbook: Path) -> dict[str, tuple[str, str]]:
    return {row["Area"]: (row["Winner"], row["Decided by"]) for row in rows(workbook, "Battles")}


def test_all_that_the_table_needs(tmp_path: Path) -> None:
    workbook = campaign(tmp_path / "table.xlsx")
    before = content(tmp_path)
    ended = adjudicate("battles", workbook, "--json")
    assert ended.code == 3
    veii, tarentum = ended.document["battles"]
    assert veii == {
        **{"area": "Veii", "owner": "Etruria", "attacker": "Rome", "attacker_player": "Livia", "attacker_ap": 350},
        **{"defender": "Etruria", "defender_player": "Aule", "defender_ap": 300, "cause": "invasion", "from": "Roma"},
        **{"terrain": ["marsh", "mountains"], "march_loss": 25, "stands": "to be played", "winner": None},
    }
    assert (tarentum["attacker"], tarentum["cause"], tarentum["march_loss"]) == ("Epirus", "relief", 0)
    assert (tarentum["attacker_ap"], tarentum["defender_ap"]) == (200, 250)
    text = adjudicate("battles", workbook).out
    for word in (
        "Spring 1",
        "Veii",
        "invasion from Roma",
        "marsh, mountains",
        "−25 AP",
        "relief of a siege",
        "Tarentum",
    ):
        assert word in text
    assert content(tmp_path) == before


def test_same_battles_wait_on_the_sheet(tmp_path: Path) -> None:
    workbook = campaign(tmp_path / "table.xlsx")
    listed = adjudicate("battles", workbook, "--json").document["battles"]
    assert adjudicate("run", workbook, "--no-newsletters").code == 3
    stands = [
        (row["Area"], row["Attacker"], row["Attacker AP"], row["Defender"], row["Defender AP"], row["Winner"])
        for row in rows(workbook, "Battles")
    ]
    told = ("area", "attacker", "attacker_ap", "defender", "defender_ap", "winner")
    assert stands == [tuple(battle[word] for word in told) for battle in listed]
    assert adjudicate("battles", workbook, "--json").document["battles"] == listed, "and are still the same"


def test_run_goes_on_when_all_are_entered(tmp_path: Path) -> None:
    workbook = campaign(tmp_path / "table.xlsx")
    assert adjudicate("run", workbook, "--no-newsletters").code == 3
    enter(workbook, "Veii", "rome")
    before = workbook.read_bytes()
    again = adjudicate("run", workbook, "--no-newsletters")
    assert again.code == 3
    assert "Tarentum" in again.out
    assert "Veii" not in again.out
    assert not (tmp_path / "archive").exists()
    assert adjudicate("battles", workbook, "--json").document["battles"][0]["winner"] == "Rome"
    assert workbook.read_bytes() == before, "asked again, there is nothing new to write"
    enter(workbook, "Tarentum", "Tarantini")
    assert adjudicate("battles", workbook).code == 0
    resolve(workbook)
    assert fought(workbook) == {"Veii": ("Rome", "table"), "Tarentum": ("Tarantini", "table")}
    assert find_row(workbook, "Map", "Veii", "Rome")
    assert adjudicate("verify", workbook).code == 0


def test_entered_early_they_are_used(tmp_path: Path) -> None:
    workbook = campaign(tmp_path / "table.xlsx", battles=[entered("Veii", "Etruria"), entered("Tarentum", "Epirus")])
    resolve(workbook)
    assert fought(workbook) == {"Veii": ("Etruria", "table"), "Tarentum": ("Epirus", "table")}
    assert find_row(workbook, "Map", "Tarentum", "Epirus"), "a besieger who wins owns the area at once (6.3)"


def test_one_early_and_the_other_awaited(tmp_path: Path) -> None:
    workbook = campaign(tmp_path / "table.xlsx", battles=[entered("Veii", "Etruria")])
    ended = adjudicate("run", workbook, "--no-newsletters", "--json")
    assert ended.code == 3
    assert [battle["area"] for battle in ended.document["battles"]] == ["Tarentum"]
    enter(workbook, "Tarentum", "draw")
    resolve(workbook)
    assert fought(workbook) == {"Veii": ("Etruria", "table"), "Tarentum": ("draw", "table")}


def test_draw_costs_both_and_moves_no_border(tmp_path: Path) -> None:
    workbook = campaign(tmp_path / "table.xlsx", battles=[entered("Veii", "draw"), entered("Tarentum", "Draw")])
    assert {battle["stands"] for battle in adjudicate("battles", workbook, "--json").document["battles"]} == {
        "draw entered"
    }
    resolve(workbook)
    nations = {row["Nation"]: row for row in rows(workbook, "Nations")}
    assert (nations["Rome"]["Army AP"], nations["Etruria"]["Army AP"]) == (325, 275)
    assert (nations["Rome"]["VP"] or 0, nations["Etruria"]["VP"] or 0) == (0, 0)
    assert find_row(workbook, "Map", "Veii", "Etruria")


def test_one_battle_diced_because_nobody_could_play(tmp_path: Path) -> None:
    """`dice` for a single battle gives the very roll that a diced campaign would have had."""
    diced = campaign(tmp_path / "diced.xlsx", rules={"battles": "dice"})
    assert {game["stands"] for game in adjudicate("battles", diced, "--json").document["battles"]} == {"to be diced"}
    resolve(diced)
    workbook = campaign(tmp_path / "table.xlsx", battles=[entered("Veii", "dice"), entered("Tarentum", "Epirus")])
    resolve(workbook)
    winner = fought(diced)["Veii"][0]
    assert fought(workbook) == {"Veii": (winner, "dice"), "Tarentum": ("Epirus", "table")}

    def of_veii(path: Path) -> list[tuple[Any, ...]]:
        return [tuple(row.values()) for row in rows(path, "Dice") if row["Place"] == "Veii"]

    assert of_veii(workbook) == of_veii(diced) != []


def test_winner_who_was_not_there(tmp_path: Path) -> None:
    workbook = campaign(tmp_path / "table.xlsx")
    assert adjudicate("run", workbook, "--no-newsletters").code == 3
    enter(workbook, "Veii", "Samnium")
    before = content(tmp_path)
    ended = adjudicate("run", workbook, "--no-newsletters")
    assert ended.code == 2
    assert "Battles!H2" in ended.err
    assert content(tmp_path) == before


def test_no_battle(tmp_path: Path) -> None:
    workbook = new_campaign(tmp_path / "calm.xlsx", orders=[{"Nation": "Rome", "Order": "Defend"}])
    ended = adjudicate("battles", workbook, "--pdf", tmp_path / "none.pdf")
    assert ended.code == 0
    assert "No battle is fought in Spring 1." in ended.out
    assert not (tmp_path / "none.pdf").exists()


def test_who_fights_may_hang_on_dice_not_rolled_yet(tmp_path: Path) -> None:
    orders = [
        {"Nation": "Rome", "Order": "Offensive", "From": "Roma", "Target": "Veii"},
        {"Nation": "Etruria", "Order": "Offensive", "From": "Veii", "Target": "Roma"},
    ]
    workbook = new_campaign(tmp_path / "hand.xlsx", orders=orders, rules={"dice": "table", "battles": "table"})
    ended = adjudicate("battles", workbook)
    assert ended.code == 3
    assert "initiative of Rome against Etruria, attempt 1" in ended.out


def test_errors(tmp_path: Path) -> None:
    workbook = campaign(tmp_path / "table.xlsx")
    edit(workbook, "Nations", "G2", "many")
    ended = adjudicate("battles", workbook)
    assert ended.code == 2
    assert "Nations!G2" in ended.err


def test_sheet_for_each_game(tmp_path: Path) -> None:
    workbook = campaign(tmp_path / "table.xlsx", settings={"Orders due": "Sunday noon", "Paper": "A4"})
    sheets = tmp_path / "sheets.pdf"
    assert adjudicate("battles", workbook, "--pdf", sheets).code == 3
    reader = PdfReader(io.BytesIO(sheets.read_bytes()))
    assert len(reader.pages) == 2
    veii, tarentum = (" ".join(page.extract_text().split()) for page in reader.pages)
    for word in ("Livia", "Aule", "350", "300", "Roma", "mountains", "25 AP", "Sunday noon", "Spring of 1"):
        assert word in veii
    for word in ("Pyrrhos", "Philo", "relief", "besieged by Epirus"):
        assert word in tarentum
    assert {round(float(length)) for length in reader.pages[0].mediabox[2:]} == {595, 842}
    assert SEED.encode() not in sheets.read_bytes()
    assert SEED not in veii + tarentum
    again = adjudicate("battles", workbook, "--pdf", sheets)
    assert again.code == 1, "never over a file that is there"
    assert str(sheets) in again.err


def test_only_what_waits_is_printed(tmp_path: Path) -> None:
    workbook = campaign(tmp_path / "table.xlsx", battles=[entered("Veii", "Rome")])
    sheets = tmp_path / "sheets.pdf"
    assert adjudicate("battles", workbook, "--pdf", sheets).code == 3
    reader = PdfReader(io.BytesIO(sheets.read_bytes()))
    assert len(reader.pages) == 1
    assert "Tarentum" in reader.pages[0].extract_text()


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "{{7*7}}", "A & B", "X" * 60])
def test_names_on_a_sheet_are_only_names(tmp_path: Path, name: str) -> None:
    from adjudicator.model.campaign import Season
    from adjudicator.newsletter.battle_sheets import BattlePages, BattleSheet, BattleSide, BattleStakes, battle_pages
    from adjudicator.newsletter.palette import liveries

    sides = BattleSide(name, name, 1, 1), BattleSide("Rome", name, 1, 1)
    sheet = BattleSheet(1, 1, Season.SPRING, name, None, *sides, name, False, (), 0, BattleStakes(1, 1, 1))
    html = battle_pages([sheet], BattlePages(name, name, "A4", "en", liveries([(name, ""), ("Rome", "")])))
    assert "<script" not in html
    assert "49" not in html
    assert html.count("A &amp; B") == html.count("A &") or "&" not in name
