"""What is refused before anything is done, and what the GM is told."""

from __future__ import annotations

import errno
import os
import pickle
import shutil
import subprocess
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.archive.guard import check_workbook_free, read_excel_owner, read_libreoffice_owner
from adjudicator.archive.places import Places, locate, read_workbook
from adjudicator.archive.unavailable import CATALOGUE, Reason, WorkbookUnavailable
from tests.archive import campaigns, faults
from tests.archive.campaigns import WINTER, new_campaign, snapshot

Usage = namedtuple("Usage", "total used free")

LIBREOFFICE = b",root,vm,29.11.2026 19:53,file:///tmp/profile;"
"""As LibreOffice 7.4 wrote it; the full name is empty in a fresh profile."""


def excel_owner(name: str) -> bytes:
    """An owner file of Excel: 165 bytes, the name in the system's code and in UTF-16, both padded with spaces."""
    narrow = name.encode("cp1252", errors="replace")
    wide = name.encode("utf-16-le")
    first = bytes([len(narrow)]) + narrow.ljust(54, b" ")
    return (first + bytes([len(name)]) + wide + b" \0" * 55)[:165]


@pytest.fixture
def campaign(tmp_path: Path) -> Places:
    return new_campaign(tmp_path / "campaign")


def refusal_of(check: Callable[[], object]) -> WorkbookUnavailable:
    with pytest.raises(WorkbookUnavailable) as refusal:
        check()
    return refusal.value


def test_workbook_that_is_free(campaign: Places) -> None:
    before = snapshot(campaign.folder)
    check_workbook_free(campaign)
    assert snapshot(campaign.folder) == before


def test_no_workbook(tmp_path: Path) -> None:
    assert refusal_of(lambda: locate(tmp_path / "no.xlsx")).reason is Reason.NOT_FOUND


def test_folder_instead_of_a_workbook(tmp_path: Path) -> None:
    assert refusal_of(lambda: locate(tmp_path)).reason is Reason.NOT_A_FILE


def test_workbook_removed_after_it_was_found(campaign: Places) -> None:
    campaign.workbook.unlink()
    assert refusal_of(lambda: check_workbook_free(campaign)).reason is Reason.NOT_FOUND
    assert refusal_of(lambda: read_workbook(campaign)).reason is Reason.NOT_FOUND


def test_link_that_leads_nowhere(tmp_path: Path) -> None:
    (tmp_path / "campaign.xlsx").symlink_to("elsewhere.xlsx")
    assert refusal_of(lambda: locate(tmp_path / "campaign.xlsx")).reason is Reason.NOT_FOUND


def test_links_in_a_circle(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").symlink_to("b.xlsx")
    (tmp_path / "b.xlsx").symlink_to("a.xlsx")
    assert refusal_of(lambda: locate(tmp_path / "a.xlsx")).reason is Reason.UNREADABLE


@pytest.mark.parametrize("name", ["Anna Comnena", "Jörg", "Łukasz", "安娜"])
def test_open_in_excel(campaign: Places, name: str) -> None:
    owner = campaign.folder / "~$campaign.xlsx"
    owner.write_bytes(excel_owner(name))
    refusal = refusal_of(lambda: check_workbook_free(campaign))
    assert refusal.reason is Reason.OPEN_IN_EXCEL
    assert refusal.what == f"{campaign.named} is open in Excel (by {name})."
    assert str(owner) in refusal.remedy, "what to do if Excel has crashed"
    assert owner.exists(), "it is not ours to remove"


@pytest.mark.parametrize("content", [b"", b"\x00", b"\x05", b"\xff" * 165, b"\x00" * 165, b"\x03A\x07\x1b" + b" " * 50])
def test_owner_file_of_excel_that_says_nothing(campaign: Places, content: bytes) -> None:
    (campaign.folder / "~$campaign.xlsx").write_bytes(content)
    refusal = refusal_of(lambda: check_workbook_free(campaign))
    assert refusal.reason is Reason.OPEN_IN_EXCEL
    assert str(refusal).isprintable()


def test_owner_file_of_excel_that_only_the_old_name_fits() -> None:
    assert read_excel_owner(b"\x04Anna" + b" " * 50) == "by Anna"


def test_open_in_libreoffice(campaign: Places) -> None:
    marker = campaign.folder / ".~lock.campaign.xlsx#"
    marker.write_bytes(LIBREOFFICE)
    refusal = refusal_of(lambda: check_workbook_free(campaign))
    assert refusal.reason is Reason.OPEN_IN_LIBREOFFICE
    assert refusal.what == f"{campaign.named} is open in LibreOffice (by root on vm since 29.11.2026 19:53)."
    assert str(marker) in refusal.remedy
    assert marker.exists()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"Anna Comnena,anna,palace,01.02.2025 10:00,file:///x;", "by Anna Comnena on palace since 01.02.2025 10:00"),
        (b"Comnena\\, Anna,anna,pal\\;ace,,;", "by Comnena, Anna on pal;ace"),
        ("Łukasz,l,h,t,p;".encode(), "by Łukasz on h since t"),
        (b"", ""),
        (b",,,,;", ""),
        (b"\xff\xfe,,", "by \ufffd\ufffd"),
    ],
)
def test_who_holds_it_in_libreoffice(content: bytes, told: str) -> None:
    assert read_libreoffice_owner(content) == told


@pytest.mark.parametrize("marker", ["~${}", ".~lock.{}#"])
def test_open_through_a_link(tmp_path: Path, marker: str) -> None:
    """The lock file lies beside whichever name the other program was given."""
    real = new_campaign(tmp_path / "real", "rome.xlsx")
    link = tmp_path / "campaign.xlsx"
    link.symlink_to(real.workbook)
    for path in (real.workbook, link):
        lock = path.with_name(marker.format(path.name))
        lock.write_bytes(b"")
        assert refusal_of(lambda: check_workbook_free(locate(link))).marker == str(lock)
        lock.unlink()
    check_workbook_free(locate(link))


@pytest.mark.office
@pytest.mark.slow
def test_lock_file_of_a_libreoffice_that_runs(campaign: Places, tmp_path: Path) -> None:
    if shutil.which("soffice") is None:
        pytest.skip("LibreOffice is not here")
    import openpyxl

    openpyxl.Workbook().save(campaign.workbook)
    profile = f"-env:UserInstallation=file://{tmp_path}/profile"
    with subprocess.Popen(
        ["soffice", profile, "--headless", "--norestore", str(campaign.workbook)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as office:
        try:
            marker = campaign.folder / ".~lock.campaign.xlsx#"
            for _ in range(300):
                if marker.exists() and marker.stat().st_size:
                    break
                office_ended = office.poll()
                assert office_ended is None, f"LibreOffice ended with {office_ended}"
                pause()
            assert refusal_of(lambda: check_workbook_free(campaign)).detail.startswith("by ")
        finally:
            os.killpg(office.pid, 15)


def pause() -> None:
    import time

    time.sleep(0.2)


def test_read_only_workbook(campaign: Places) -> None:
    """Even for an administrator, who could write all the same: somebody marked it."""
    campaign.workbook.chmod(0o444)
    assert refusal_of(lambda: check_workbook_free(campaign)).reason is Reason.READ_ONLY


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (errno.EACCES, Reason.NO_PERMISSION),
        (errno.EPERM, Reason.NO_PERMISSION),
        (errno.EROFS, Reason.READ_ONLY),
        (errno.EBUSY, Reason.OPEN_ELSEWHERE),
        (errno.ETXTBSY, Reason.OPEN_ELSEWHERE),
    ],
)
def test_workbook_that_may_not_be_written(campaign: Places, error: int, reason: Reason) -> None:
    fault = faults.fail_at(1, error, lasting=False, only=frozenset({"open"}))
    with faults.watched(fault):
        assert refusal_of(lambda: check_workbook_free(campaign)).reason is reason


def test_sharing_violation_of_windows(campaign: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    class SharingViolationError(PermissionError):
        winerror = 32

    def refuse(*arguments: object) -> int:
        raise SharingViolationError(errno.EACCES, "in use")

    monkeypatch.setattr(os, "open", refuse)
    assert refusal_of(lambda: check_workbook_free(campaign)).reason is Reason.OPEN_ELSEWHERE


@pytest.mark.parametrize("error", [errno.EACCES, errno.EPERM, errno.EROFS], ids=os.strerror)
@pytest.mark.parametrize("folder", ["workbook", "archive", "reports"])
def test_folder_that_takes_no_file(tmp_path: Path, folder: str, error: int) -> None:
    roots = {name: tmp_path / name for name in ("workbook", "archive", "reports")}
    for root in roots.values():
        root.mkdir()
    new_campaign(roots["workbook"])
    campaign = locate(roots["workbook"] / "campaign.xlsx", roots["archive"], roots["reports"])

    def refuse(step: faults.Step) -> None:
        if step.name == "create" and Path(step.arguments[0]).parent == roots[folder]:
            raise OSError(error, os.strerror(error), str(step.arguments[0]))

    with faults.watched(refuse):
        refusal = refusal_of(lambda: check_workbook_free(campaign))
        if folder == "reports":
            check_workbook_free(campaign, expected_newsletter_bytes=0)
    assert refusal.reason is Reason.FOLDER_READ_ONLY
    assert refusal.path == str(roots[folder])


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="modes do not stop an administrator")
def test_folder_without_permission(campaign: Places) -> None:
    campaign.folder.chmod(0o555)
    try:
        assert refusal_of(lambda: check_workbook_free(campaign)).reason is Reason.FOLDER_READ_ONLY
    finally:
        campaign.folder.chmod(0o755)


def test_file_where_a_folder_is_needed(tmp_path: Path) -> None:
    campaign = new_campaign(tmp_path)
    (tmp_path / "archive").write_bytes(b"")
    assert refusal_of(lambda: check_workbook_free(campaign)).reason is Reason.NOT_A_FOLDER


def nameless(path: Path) -> str:
    raise KeyError("getpwuid(): uid not found: 501")


@pytest.mark.parametrize(
    ("owner", "told"), [(lambda path: "anna", "(anna)"), (nameless, "(account ")], ids=["with a name", "without a name"]
)
def test_owner_that_could_not_be_kept(
    campaign: Places, monkeypatch: pytest.MonkeyPatch, owner: Callable[[Path], str], told: str
) -> None:
    before = snapshot(campaign.folder)
    status = campaign.workbook.stat()

    stat_of = Path.stat

    def elsewhere(self: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        found = stat_of(self, follow_symlinks=follow_symlinks)
        return os.stat_result((*found[:4], status.st_uid + 1, *found[5:])) if self == campaign.workbook else found

    def refuse(path: Path, user: int, group: int) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM), str(path))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", elsewhere)
        patched.setattr(Path, "owner", owner)
        patched.setattr(os, "chown", refuse)
        refusal = refusal_of(lambda: check_workbook_free(campaign))
        assert told in refusal.what
    assert refusal.reason is Reason.OWNER_WOULD_CHANGE
    assert snapshot(campaign.folder) == before


def test_room_on_the_disk(campaign: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 10**9 - 10**6, 10**6))
    refusal = refusal_of(lambda: check_workbook_free(campaign))
    assert refusal.reason is Reason.DISK_FULL
    assert "1.0 MB are free" in refusal.what
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(10**9, 0, 10**9))
    check_workbook_free(campaign)


def test_link_is_followed_and_stays(tmp_path: Path) -> None:
    """Archive and reports belong to the real workbook, whichever name it is run by."""
    real = new_campaign(tmp_path / "real", "rome.xlsx")
    (tmp_path / "names").mkdir()
    link = tmp_path / "names" / "campaign.xlsx"
    link.symlink_to(Path("..") / "real" / "rome.xlsx")
    campaigns.resolve(locate(link), WINTER)
    assert link.is_symlink()
    assert real.workbook.read_bytes() == campaigns.result(WINTER)
    assert not real.workbook.is_symlink()
    assert (tmp_path / "real" / "archive" / "rome" / "1071-1-winter" / "manifest.json").exists()
    assert list((tmp_path / "names").iterdir()) == [link]


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_permissions_are_kept(campaign: Places, mode: int) -> None:
    campaign.workbook.chmod(mode)
    campaigns.resolve(campaign, WINTER)
    assert campaign.workbook.stat().st_mode & 0o7777 == mode
    archived = campaign.archive / str(WINTER)
    for name in ("orders.xlsx", "result.xlsx"):
        allowed = (archived / name).stat().st_mode & 0o777
        assert allowed & ~mode == 0, "the seed is in it: nobody may read it who may not read the workbook"


def test_owner_and_group_are_kept(campaign: Places) -> None:
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only an administrator gives files away")
    os.chown(campaign.workbook, 12345, 23456)
    campaigns.resolve(campaign, WINTER)
    status = campaign.workbook.stat()
    assert (status.st_uid, status.st_gid) == (12345, 23456)
    campaigns.take_back(campaign)
    status = campaign.workbook.stat()
    assert (status.st_uid, status.st_gid) == (12345, 23456)


def test_extended_attributes_are_kept(campaign: Places) -> None:
    if not hasattr(os, "setxattr"):
        pytest.skip("no extended attributes here")
    try:
        os.setxattr(campaign.workbook, "user.club", b"Byzantium")
    except OSError as error:
        if error.errno == errno.ENOTSUP:
            pytest.skip("this disk keeps no extended attributes")
        raise
    campaigns.resolve(campaign, WINTER)
    assert os.getxattr(campaign.workbook, "user.club") == b"Byzantium"


@pytest.mark.parametrize(
    "name", ["campaign.xlsm", "Kampagne Süd 1071.xlsx", "a" * 240 + ".xlsx", "übung" * 30 + ".xlsx"]
)
def test_names_of_workbooks(tmp_path: Path, name: str) -> None:
    campaign = new_campaign(tmp_path, name)
    campaigns.resolve(campaign, WINTER)
    suffix = Path(name).suffix
    archived = tmp_path / "archive" / Path(name).stem / "1071-1-winter"
    assert {path.name for path in archived.iterdir()} == {f"orders{suffix}", f"result{suffix}", "manifest.json"}


def test_every_reason_is_worded() -> None:
    assert set(CATALOGUE) == set(Reason)
    for reason in Reason:
        refusal = WorkbookUnavailable(reason, "campaign.xlsx", "a detail", marker="~$campaign.xlsx")
        assert refusal.what.endswith(".")
        assert refusal.remedy.endswith(".")
        assert "{" not in str(refusal)


def test_refusal_crosses_processes_whole() -> None:
    refusal = WorkbookUnavailable(Reason.NOT_REPLACED, "c.xlsx", "busy", saved_beside="c.result.xlsx", half_done=True)
    copy = pickle.loads(pickle.dumps(refusal))
    assert str(copy) == str(refusal)
    assert "c.result.xlsx" in str(copy)
    assert isinstance(copy, OSError)
