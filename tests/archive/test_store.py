"""What lies in the archive, and whether it hangs together."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from adjudicator.archive.manifest import Manifest, ManifestDamaged, read_manifest, write_manifest
from adjudicator.archive.places import Places, SeasonLabel, is_plain_name, locate
from adjudicator.archive.store import (
    FindingKind,
    check_chain,
    last_season,
    list_seasons,
    previous_result,
    read_orders,
    read_result,
)
from adjudicator.archive.unavailable import Reason, WorkbookUnavailable
from adjudicator.model.campaign import Season
from tests.archive import campaigns
from tests.archive.campaigns import FACTS, FALL, SPRING, SUMMER, TIME, WINTER, new_campaign


@pytest.fixture
def campaign(tmp_path: Path) -> Places:
    """A whole year."""
    places = new_campaign(tmp_path)
    campaigns.resolve_year(places, FALL)
    return places


def manifest_of(places: Places, label: SeasonLabel) -> Manifest:
    return read_manifest((places.archive / str(label) / "manifest.json").read_bytes())


def rewrite(places: Places, label: SeasonLabel, change: Callable[[Manifest], Manifest]) -> None:
    path = places.archive / str(label) / "manifest.json"
    path.write_bytes(write_manifest(change(read_manifest(path.read_bytes()))))


def found(places: Places) -> list[tuple[FindingKind, SeasonLabel]]:
    return [(finding.kind, finding.label) for finding in check_chain(places)]


def test_labels() -> None:
    label = SeasonLabel.of(1071, Season.WINTER)
    assert str(label) == "1071-1-winter"
    assert label.spoken == "winter 1071"
    assert [str(season) for season in (label.next, SeasonLabel(-44, 4).next)] == ["1071-2-spring", "-43-1-winter"]
    assert sorted([FALL, SeasonLabel(-5, 4), WINTER]) == [SeasonLabel(-5, 4), WINTER, FALL]


@pytest.mark.parametrize(
    "name",
    ["1071-1-spring", "1071-5-winter", "01071-1-winter", "1071-1-winter.undone-1", "1071-1-Winter", "-0-1-winter", "x"],
)
def test_names_that_are_no_season(name: str) -> None:
    assert SeasonLabel.parse(name) is None


@pytest.mark.parametrize("label", [WINTER, FALL, SeasonLabel(-331, 3), SeasonLabel(0, 2)])
def test_names_that_are_a_season(label: SeasonLabel) -> None:
    assert SeasonLabel.parse(str(label)) == label


def test_a_year_in_the_archive(campaign: Places) -> None:
    seasons = list_seasons(campaign)
    assert [season.label for season in seasons] == [WINTER, SPRING, SUMMER, FALL]
    assert [season.season for season in seasons] == list(Season)
    assert {season.year for season in seasons} == {1071}
    last = last_season(campaign)
    assert last is not None
    assert last.label == FALL
    assert read_orders(last) == campaigns.orders(FALL)
    assert read_result(last) == campaigns.result(FALL)
    assert previous_result(campaign, SUMMER) == campaigns.result(SPRING)
    assert previous_result(campaign, WINTER) is None
    assert check_chain(campaign) == ()


def test_no_archive_yet(tmp_path: Path) -> None:
    places = new_campaign(tmp_path)
    assert list_seasons(places) == ()
    assert last_season(places) is None
    assert check_chain(places) == ()


def test_manifest_says_what_it_must(campaign: Places) -> None:
    """Read as anyone would who has Python and no part of this program."""
    folder = campaign.archive / str(SPRING)
    said = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    for part in ("orders", "result"):
        content = (folder / said[part]["name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == said[part]["sha256"]
    for name, sha256 in said["newsletters"].items():
        assert hashlib.sha256((campaign.reports / str(SPRING) / name).read_bytes()).hexdigest() == sha256
    before = (campaign.archive / str(WINTER) / "manifest.json").read_bytes()
    assert said["previous"]["season"] == "1071-1-winter"
    assert said["previous"]["manifest_sha256"] == hashlib.sha256(before).hexdigest()
    assert said["previous"]["result_sha256"] == json.loads(before)["result"]["sha256"]
    assert (said["year"], said["season"], said["status"]) == (1071, "spring", "orders")
    assert said["seed_commitment"] == FACTS.seed_commitment
    assert said["public_draw"] == "7 11 23"
    assert said["program_version"] == "0.1"
    assert said["time"] == "2025-03-01T18:30:00+00:00"


def test_same_season_same_manifest(tmp_path: Path) -> None:
    manifests = set()
    for name in ("first", "second"):
        places = new_campaign(tmp_path / name)
        campaigns.resolve_year(places, SPRING)
        manifests.add((places.archive / str(SPRING) / "manifest.json").read_bytes())
    assert len(manifests) == 1


def test_time_is_kept_in_utc(campaign: Places) -> None:
    east = TIME.astimezone(timezone(timedelta(hours=5)))
    manifest = manifest_of(campaign, WINTER)
    assert write_manifest(replace(manifest, facts=replace(FACTS, time=east))) == write_manifest(manifest)
    with pytest.raises(ValueError, match="zone"):
        write_manifest(replace(manifest, facts=replace(FACTS, time=datetime(2025, 3, 1))))
    assert manifest.facts.time == datetime(2025, 3, 1, 18, 30, tzinfo=UTC)


@pytest.mark.parametrize("name", ["orders.xlsx", "result.xlsx"])
def test_archived_workbook_missing(campaign: Places, name: str) -> None:
    (campaign.archive / str(SPRING) / name).unlink()
    assert found(campaign) == [(FindingKind.FILE_MISSING, SPRING)]


@pytest.mark.parametrize("name", ["orders.xlsx", "result.xlsx"])
def test_archived_workbook_changed(campaign: Places, name: str) -> None:
    path = campaign.archive / str(SPRING) / name
    path.write_bytes(path.read_bytes() + b" ")
    (finding,) = check_chain(campaign)
    assert (finding.kind, finding.path) == (FindingKind.FILE_CHANGED, path)
    assert finding.expected in finding.text
    assert finding.found == hashlib.sha256(path.read_bytes()).hexdigest()
    season = list_seasons(campaign)[1]
    with pytest.raises(WorkbookUnavailable) as refusal:
        (read_orders if name.startswith("orders") else read_result)(season)
    assert refusal.value.reason is Reason.ARCHIVE_DAMAGED


def test_newsletter_missing_or_changed(campaign: Places) -> None:
    (campaign.reports / str(SPRING) / "Rome.pdf").unlink()
    (campaign.reports / str(SUMMER) / "gm.pdf").write_bytes(b"%PDF another")
    shutil.rmtree(campaign.reports / str(FALL))
    assert found(campaign) == [
        (FindingKind.NEWSLETTER_MISSING, SPRING),
        (FindingKind.NEWSLETTER_CHANGED, SUMMER),
        (FindingKind.NEWSLETTER_MISSING, FALL),
    ]


def test_season_removed_from_the_middle(campaign: Places) -> None:
    shutil.rmtree(campaign.archive / str(SPRING))
    assert found(campaign) == [(FindingKind.SEASON_MISSING, SUMMER)]


def test_first_season_removed(campaign: Places) -> None:
    shutil.rmtree(campaign.archive / str(WINTER))
    assert found(campaign) == [(FindingKind.SEASON_MISSING, SPRING)]


def test_manifest_rewritten_so_that_it_fits_its_files(campaign: Places) -> None:
    """The season itself looks whole; only the next one's chain tells."""
    path = campaign.archive / str(SPRING) / "result.xlsx"
    path.write_bytes(b"more gold for the GM's friend")
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    rewrite(campaign, SPRING, lambda manifest: replace(manifest, result=replace(manifest.result, sha256=sha256)))
    assert found(campaign) == [(FindingKind.CHAIN_BROKEN, SUMMER)]


def test_seed_commitment_rewritten(campaign: Places) -> None:
    rewrite(
        campaign, WINTER, lambda manifest: replace(manifest, facts=replace(manifest.facts, seed_commitment="0" * 64))
    )
    assert found(campaign) == [(FindingKind.CHAIN_BROKEN, SPRING)]


def test_seasons_skipped(tmp_path: Path) -> None:
    """The GM has set the workbook on by hand."""
    places = new_campaign(tmp_path)
    campaigns.resolve(places, WINTER)
    campaigns.resolve(places, SUMMER)
    assert found(places) == [(FindingKind.SEASONS_SKIPPED, SUMMER)]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
    "not UTF-8": lambda content: b"\xff" + content,
    "a list": lambda content: b"[]",
    "nested": lambda content: b"[" * 100_000,
    "too large": lambda content: content + b" " * (4 << 20),
    "NaN": lambda content: content.replace(b"1071,", b"NaN,").replace(b"1071\n", b"NaN\n"),
    "year as text": lambda content: content.replace(b'"year": 1071', b'"year": "1071"'),
    "year as truth": lambda content: content.replace(b'"year": 1071', b'"year": true'),
    "other year": lambda content: content.replace(b'"year": 1071', b'"year": 1072'),
    "huge year": lambda content: content.replace(b'"year": 1071', b'"year": 1' + b"0" * 5000),
    "other season": lambda content: content.replace(b'"season": "spring"', b'"season": "autumn"'),
    "version to come": lambda content: content.replace(b'"format": 1', b'"format": 2'),
    "folder in a name": lambda content: content.replace(b'"orders.xlsx"', b'"../orders.xlsx"'),
    "hash in capitals": lambda content: content.replace(b"5e884898", b"5E884898").replace(
        b'"sha256": "', b'"sha256": "A'
    ),
    "no orders": lambda content: content.replace(b'"orders"', b'"order"'),
    "orders as text": lambda content: json.dumps({**json.loads(content), "orders": "x"}).encode(),
    "set aside as text": lambda content: json.dumps({**json.loads(content), "set_aside": "x"}).encode(),
    "set aside elsewhere": lambda content: json.dumps(
        {**json.loads(content), "set_aside": [{"name": "../../x", "season": "1071-1-winter"}]}
    ).encode(),
    "time without a zone": lambda content: content.replace(b"+00:00", b""),
    "no time": lambda content: content.replace(b"2025-03-01T", b"yesterday "),
    "half a character": lambda content: content.replace(b'"7 11 23"', b'"\\ud800"'),
    "rearranged": lambda content: json.dumps(json.loads(content)).encode(),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_manifest_is_named(campaign: Places, damage: str) -> None:
    path = campaign.archive / str(SPRING) / "manifest.json"
    content = DAMAGES[damage](path.read_bytes())
    path.write_bytes(content)
    season = list_seasons(campaign)[1]
    assert season.manifest is None
    assert season.problem is not None
    assert str(path) in str(season.problem)
    assert len(str(season.problem)) < 500
    assert (FindingKind.MANIFEST_DAMAGED, SPRING) in found(campaign)
    if damage != "other year":
        with pytest.raises(ManifestDamaged):
            read_manifest(content)


def test_manifest_missing_or_unreadable(campaign: Places) -> None:
    (campaign.archive / str(WINTER) / "manifest.json").unlink()
    path = campaign.archive / str(FALL) / "manifest.json"
    path.unlink()
    path.mkdir()
    assert found(campaign) == [(FindingKind.MANIFEST_DAMAGED, WINTER), (FindingKind.MANIFEST_DAMAGED, FALL)]


def test_newsletter_names_in_a_manifest_lead_nowhere_else(campaign: Places) -> None:
    rewrite(campaign, FALL, lambda manifest: replace(manifest, newsletters={"../../../../etc/passwd": "0" * 64}))
    assert found(campaign) == [(FindingKind.MANIFEST_DAMAGED, FALL)]


def test_archive_and_reports_elsewhere(tmp_path: Path) -> None:
    new_campaign(tmp_path / "campaign")
    places = locate(tmp_path / "campaign" / "campaign.xlsx", tmp_path / "a", tmp_path / "r")
    campaigns.resolve(places, WINTER)
    assert (tmp_path / "a" / "campaign" / "1071-1-winter" / "manifest.json").exists()
    assert (tmp_path / "r" / "campaign" / "1071-1-winter" / "gm.pdf").exists()
    assert {path.name for path in (tmp_path / "campaign").iterdir()} == {"campaign.xlsx", "notes.txt"}
    assert check_chain(places) == ()


@pytest.mark.parametrize("name", ["Rome.pdf", "München 2.pdf", "ローマ.pdf", ".hidden"])
def test_plain_names(name: str) -> None:
    assert is_plain_name(name)


@pytest.mark.parametrize(
    "name", ["", ".", "..", "...", " ", "a/b", "a\\b", "C:x", "a\0b", "a\nb", "x" * 256, "é" * 128]
)
def test_names_that_are_not_plain(name: str) -> None:
    assert not is_plain_name(name)
