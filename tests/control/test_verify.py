"""Everything checkable: sound campaigns are found sound, and whatever is changed in an archive is named."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from tests.control.commands import (
    SEED,
    adjudicate,
    adjudicate_apart,
    column,
    content,
    edit,
    find_row,
    new_campaign,
    resolve,
)

SPRING, SUMMER, FALL = "1-2-spring", "1-3-summer", "1-4-fall"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign with three seasons behind it; not to be changed."""
    folder = tmp_path_factory.mktemp("played")
    workbook = new_campaign(folder / "tiber.xlsx", settings={"Public draw": "7 19 23"})
    for season in ("Spring", "Summer", "Fall"):
        if season == "Summer":
            edit(workbook, "Summer", "B2", "Raid")
            edit(workbook, "Summer", "C2", "Roma")
            edit(workbook, "Summer", "D2", "Veii")
        resolve(workbook)
    return workbook


@pytest.fixture
def workbook(played: Path, tmp_path: Path) -> Path:
    for name, data in content(played.parent).items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path / "tiber.xlsx"


def archived(workbook: Path, season: str, name: str) -> Path:
    return workbook.parent / "archive" / workbook.stem / season / name


def forge(workbook: Path, season: str, name: str, change: Callable[[Workbook], None]) -> None:
    """Change an archived workbook and make its manifest, and those after it, agree: a forger who knows the format."""
    path = archived(workbook, season, f"{name}.xlsx")
    book = load_workbook(path)
    change(book)
    book.save(path)
    previous: tuple[str, str] | None = None
    for label in sorted(folder.name for folder in (workbook.parent / "archive" / workbook.stem).iterdir()):
        manifest_path = archived(workbook, label, "manifest.json")
        manifest = json.loads(manifest_path.read_text(encoding="utf-8"))
        for which in ("orders", "result"):
            data = archived(workbook, label, f"{which}.xlsx").read_bytes()
            manifest[which]["sha256"] = hashlib.sha256(data).hexdigest()
        if previous is not None:
            manifest["previous"]["manifest_sha256"], manifest["previous"]["result_sha256"] = previous
        text = json.dumps(manifest, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
        manifest_path.write_text(text, encoding="utf-8")
        previous = hashlib.sha256(text.encode()).hexdigest(), manifest["result"]["sha256"]


def setting(book: Workbook, name: str, value: object) -> None:
    row = next(row for row in book["Campaign"].iter_rows() if row[0].value == name)
    row[1].value = value


def differences(workbook: Path) -> list[dict[str, str]]:
    ended = adjudicate("verify", workbook, "--json")
    assert ended.code == 2, ended.told
    found = ended.document
    return [each for season in found["seasons"] for each in season["differences"]] + found["workbook"]


def test_sound_campaign(workbook: Path) -> None:
    before = content(workbook.parent)
    ended = adjudicate("verify", workbook)
    assert ended.code == 0, ended.told
    assert "3 seasons verified, every one as it was written." in ended.out
    found = adjudicate("verify", workbook, "--json").document
    assert [season["season"] for season in found["seasons"]] == [SPRING, SUMMER, FALL]
    assert all(season["sound"] and not season["differences"] for season in found["seasons"])
    assert sum(season["dice"] for season in found["seasons"]) >= 2, "dice were rolled and compared"
    assert content(workbook.parent) == before
    assert adjudicate_apart("verify", workbook).code == 0


def test_nothing_archived_yet(tmp_path: Path) -> None:
    ended = adjudicate("verify", new_campaign(tmp_path / "tiber.xlsx"))
    assert ended.code == 0
    assert "nothing to verify" in ended.out


def test_a_file_that_is_no_workbook_is_not_called_verified(tmp_path: Path) -> None:
    notes = tmp_path / "notes.xlsx"
    notes.write_text("To do: buy dice", encoding="utf-8")
    ended = adjudicate("verify", notes)
    assert ended.code == 1
    assert "not an Excel workbook" in ended.err


def test_a_byte_changed_in_any_archived_file(workbook: Path) -> None:
    for season in (SPRING, FALL):
        for name in ("orders.xlsx", "result.xlsx", "manifest.json"):
            path = archived(workbook, season, name)
            kept = path.read_bytes()
            middle = len(kept) // 2
            path.write_bytes(kept[:middle] + bytes([kept[middle] ^ 1]) + kept[middle + 1 :])
            assert any(str(path) in each["text"] for each in differences(workbook)), path
            path.write_bytes(kept)
    assert adjudicate("verify", workbook).code == 0


def put(sheet: str, key: tuple[object, ...], header: str, value: object) -> Callable[[Workbook], None]:
    """A cell of an archived workbook, found by the first values of its row, gets another value."""

    def change(book: Workbook) -> None:
        headers = [cell.value for cell in next(book[sheet].iter_rows(max_row=1))]
        for row in book[sheet].iter_rows():
            if tuple(cell.value for cell in row[: len(key)]) == key:
                row[headers.index(header)].value = value
                return
        raise AssertionError(f"{sheet} has no row {key}")

    return change


@pytest.mark.parametrize(
    ("sheet", "key", "header", "value"),
    [
        ("Nations", ("Rome",), "Gold", 9),
        ("Nations", ("Etruria",), "Army AP", 1),
        ("Nations", ("Rome",), "VP", 99),
        ("Map", ("Ostia",), "Owner", "Etruria"),
        ("Dice", (1, "spring"), "Die", None),
        ("Dice", (1, "spring"), "Total", 77),
        ("Dice", (1, "spring"), "Needed", 1),
        ("Dice", (1, "spring"), "Rolled by", "GM"),
        ("History", (1, "spring", "Rome"), "VP", 50),
        ("History", (1, "spring", "Rome"), "Standing", "eliminated"),
        ("Chronicle", (1, "spring"), "Kind", "siege_succeeded"),
        ("Chronicle", (1, "spring"), "Seen by", "Samnium"),
        ("Campaign", ("Status",), "Value", "battles"),
    ],
)
def test_a_forged_result_is_named_by_its_cell(
    workbook: Path, sheet: str, key: tuple[object, ...], header: str, value: object
) -> None:
    forge(workbook, SPRING, "result", put(sheet, key, header, value))
    path = archived(workbook, SPRING, "result.xlsx")
    cell = f"{sheet}!{column(path, sheet, header)}{find_row(path, sheet, *key)}"
    named = [each for each in differences(workbook) if each["kind"] == "value" and each["gravity"] == "difference"]
    assert cell in {each["place"] for each in named}


def test_a_row_taken_out_of_the_record_or_put_in(workbook: Path) -> None:
    def take_out(book: Workbook) -> None:
        book["Dice"].delete_rows(2)

    forge(workbook, SPRING, "result", take_out)
    missing = [each for each in differences(workbook) if each["kind"] == "row-missing"]
    assert any("1|spring|" in each["text"] and each["place"] == "Dice" for each in missing)

    def put_in(book: Workbook) -> None:
        book["Dice"].append([1, "summer", "siege", "Rome", "Bovianum", 1, 6, 0, 6, 5, "seed"])

    forge(workbook, SUMMER, "result", put_in)
    added = [each for each in differences(workbook) if each["kind"] == "row-added"]
    assert any("1|summer|siege|Rome|Bovianum|1" in each["text"] for each in added)


def test_a_forged_order_no_longer_leads_to_the_result(workbook: Path) -> None:
    def change(book: Workbook) -> None:
        book["Spring"]["B2"] = "Defend"

    forge(workbook, SPRING, "orders", change)
    kinds = {each["kind"] for each in differences(workbook)}
    assert {"value", "row-added"} <= kinds


def test_orders_not_those_of_the_result_before(workbook: Path) -> None:
    """Between two seasons gold appears that no correction explains."""
    forge(workbook, SUMMER, "orders", put("Nations", ("Samnium",), "Gold", 30))
    found = [each for each in differences(workbook) if each["kind"] == "changed-between"]
    assert [(each["expected"], each["found"]) for each in found if each["place"].startswith("Nations!")] == [
        ("3", "30")
    ]
    assert "no correction says why" in found[0]["text"]


def test_a_record_of_the_past_rewritten_between_seasons(workbook: Path) -> None:
    forge(workbook, SUMMER, "orders", put("History", (1, "spring", "Rome"), "VP", 50))
    place = f"History!{column(workbook, 'History', 'VP')}2"
    assert any(each["kind"] == "changed-between" and each["place"] == place for each in differences(workbook))


@pytest.mark.parametrize("reason", ["the treasurer miscounted", ""])
def test_a_correction_of_the_gm_is_explained(tmp_path: Path, reason: str) -> None:
    workbook = new_campaign(tmp_path / "tiber.xlsx")
    resolve(workbook)
    cell = f"{column(workbook, 'Nations', 'Gold')}{find_row(workbook, 'Nations', 'Rome')}"
    edit(workbook, "Nations", cell, 30)
    now = adjudicate("verify", workbook)
    assert now.code == 0, "the next run will list it"
    assert f"Nations!{cell}" in now.out
    if reason:
        edit(workbook, "Corrections", "A2", 1)
        edit(workbook, "Corrections", "B2", "summer")
        edit(workbook, "Corrections", "C2", f"Nations!{cell}")
        edit(workbook, "Corrections", "F2", reason)
    resolve(workbook)
    ended = adjudicate("verify", workbook)
    assert ended.code == 0, ended.told
    assert f"Nations!{cell}: Gold of Rome corrected by the GM" in ended.out
    assert "1 correction by the GM" in ended.out
    assert reason in ended.out


def test_a_season_left_out_by_hand_is_explained_by_its_correction(tmp_path: Path) -> None:
    workbook = new_campaign(tmp_path / "tiber.xlsx")
    resolve(workbook)
    cell = f"B{find_row(workbook, 'Campaign', 'Season')}"
    edit(workbook, "Campaign", cell, "fall")
    resolve(workbook)
    ended = adjudicate("verify", workbook)
    assert ended.code == 0, ended.told
    assert f"Campaign!{cell}" in ended.out
    forge(workbook, FALL, "result", lambda book: book["Corrections"].delete_rows(2, 9))
    book = load_workbook(workbook)
    book["Corrections"].delete_rows(2, 9)
    book.save(workbook)
    assert {"archive", "changed-between"} <= {each["kind"] for each in differences(workbook)}, "nothing explains it"


def test_a_seed_changed_between_seasons(tmp_path: Path) -> None:
    workbook = new_campaign(tmp_path / "tiber.xlsx")
    resolve(workbook)
    row = find_row(workbook, "Campaign", "Seed")
    edit(workbook, "Campaign", f"B{row}", "a seed that rolls better 77")
    found = differences(workbook)
    assert [(each["kind"], each["place"]) for each in found] == [("seed-changed", f"Campaign!B{row}")]
    resolve(workbook)
    ended = adjudicate("verify", workbook)
    assert ended.code == 2
    was, now = (hashlib.sha256(seed.encode()).hexdigest() for seed in (SEED, "a seed that rolls better 77"))
    assert was in ended.out
    assert now in ended.out
    for seed in (SEED, "a seed that rolls better 77"):
        assert seed not in ended.told


def test_seed_and_draw_that_the_manifest_does_not_know(workbook: Path) -> None:
    forge(workbook, SPRING, "orders", lambda book: setting(book, "Seed", "another"))
    assert "seed-not-committed" in {each["kind"] for each in differences(workbook)}


def test_another_draw_than_the_manifests(workbook: Path) -> None:
    forge(workbook, SPRING, "orders", lambda book: setting(book, "Public draw", "1 2 3"))
    found = [each for each in differences(workbook) if each["kind"] == "draw"]
    assert [(each["expected"], each["found"]) for each in found] == [("7 19 23", "1 2 3")]


def test_a_changed_rule_is_noted_and_no_more(tmp_path: Path) -> None:
    workbook = new_campaign(tmp_path / "tiber.xlsx")
    resolve(workbook)
    edit(workbook, "Rules", "A2", "siege_target")
    edit(workbook, "Rules", "B2", 3)
    ended = adjudicate("verify", workbook)
    assert ended.code == 0
    assert 'siege_target was "5" in spring 1 and is "3"' in ended.out


def damage(kind: str, path: Path, chance: random.Random) -> None:
    data = bytearray(path.read_bytes())
    if kind == "truncated":
        path.write_bytes(data[: chance.randrange(len(data))])
    elif kind == "emptied":
        path.write_bytes(b"")
    elif kind == "gone":
        path.unlink()
    elif kind == "noise":
        path.write_bytes(chance.randbytes(len(data)))
    elif kind == "folder":
        path.unlink()
        path.mkdir()
    else:
        for _ in range(20):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(data)


@pytest.mark.parametrize("name", ["orders.xlsx", "result.xlsx", "manifest.json"])
@pytest.mark.parametrize("kind", ["truncated", "emptied", "gone", "noise", "folder", "bytes"])
def test_damage_is_a_finding_never_a_traceback(workbook: Path, name: str, kind: str) -> None:
    path = archived(workbook, SUMMER, name)
    damage(kind, path, random.Random(f"{name} {kind}"))
    ended = adjudicate("verify", workbook)
    assert ended.code == 2, ended.told
    assert str(path) in ended.out
    assert "Spring 1: " in ended.out
    assert "Fall 1: " in ended.out


def test_manifests_from_elsewhere(workbook: Path) -> None:
    for text in ("[]", '{"format": 1}', '{"format": 99}', "[" * 100_000, '{"format": 1, "year": 1e999}', "null"):
        archived(workbook, SUMMER, "manifest.json").write_text(text, encoding="utf-8")
        assert adjudicate("verify", workbook).code == 2


def test_workbook_with_errors_is_no_difference(workbook: Path) -> None:
    edit(workbook, "Nations", "G2", "many")
    ended = adjudicate("verify", workbook)
    assert ended.code == 0
    assert "it has errors" in ended.out


# --- one roll ---------------------------------------------------------------------------------------------------------

KEY = "1071|spring|siege|Rome|Veii|1"
TOLD = "a seed shown when the war was over"
COMMITMENT = "210c9a871bd41c5f75fd3744f9d56b6ecfd765ba5b0685229caa01a383358998"


def test_one_roll_as_the_documentation_has_it() -> None:
    ended = adjudicate("verify", "--roll", KEY, "--seed", TOLD)
    assert ended.code == 0
    assert ended.out.startswith("Die: 5\n")
    assert "6405ed72bf03f5b3362d9d18c4f51702b03fc053b319cf79cdbefa908e9e647e" in ended.out
    assert (
        adjudicate("verify", "--roll", KEY, "--seed", TOLD, "--draw", "07 19 23 31 40 42", "--json").document["die"]
        == 1
    )
    assert TOLD not in ended.told


def test_commitment() -> None:
    kept = adjudicate("verify", "--roll", KEY, "--seed", TOLD, "--commitment", COMMITMENT.upper())
    assert (kept.code, "is the one committed to" in kept.out) == (0, True)
    broken = adjudicate("verify", "--roll", KEY, "--seed", TOLD + " ", "--commitment", COMMITMENT)
    assert (broken.code, "is not the one committed to" in broken.out) == (2, True)
    alone = adjudicate("verify", "--seed", TOLD, "--commitment", COMMITMENT, "--json")
    assert (alone.code, alone.document["commitment_kept"], alone.document["die"]) == (0, True, None)


@pytest.mark.parametrize(
    "key",
    [
        "",
        "1071",
        "1071|spring|siege|Rome|Veii",
        "x|spring|siege|Rome|Veii|1",
        "1|autum|siege|A|B|1",
        "1|spring|duel|A|B|1",
    ],
)
def test_what_is_no_key(key: str) -> None:
    ended = adjudicate("verify", "--roll", key, "--seed", TOLD)
    assert ended.code == 1
    assert ended.err.strip().endswith(".")
    assert TOLD not in ended.told


def test_roll_of_an_archived_season(workbook: Path) -> None:
    dice = load_workbook(archived(workbook, SPRING, "result.xlsx"))["Dice"]
    for year, season, kind, nation, place, attempt, die, *_ in dice.iter_rows(min_row=2, values_only=True):
        if year is None:
            continue
        key = f"{year}|{season}|{kind}|{str(nation).lower()}|{place}|{attempt}"
        ended = adjudicate("verify", workbook, "--roll", key)
        assert ended.code == 0, ended.told
        assert ended.out.startswith(f"Die: {die}\n")
        assert f"the roll was {die}" in ended.out
        assert "|7 19 23" in ended.out, "the public draw is part of what was signed"
        assert SEED not in ended.told
    assert adjudicate("verify", workbook, "--roll", KEY).code == 1, "that season is not archived"


def test_options_that_do_not_go_together(workbook: Path) -> None:
    for words in ((), ("--seed", TOLD), (workbook, "--seed", TOLD), ("--roll", KEY), ("--commitment", COMMITMENT)):
        ended = adjudicate("verify", *words)
        assert ended.code == 1, words
        assert ended.err
