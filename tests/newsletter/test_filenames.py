"""Any nation's name gives a file name that Windows, macOS and Linux can all keep, each different from the others."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.newsletter.filenames import GM_STEM, PUBLIC_STEM, edition_stems

DEVICES = ["CON", "con", "PRN", "AUX", "NUL", "COM1", "LPT9", "COM¹", "CONIN$"]


def stem_of(nation: str) -> str:
    return edition_stems([nation])[nation]


@pytest.mark.parametrize("name", ["Rome", "Rûm", "Seljuk Empire", "Ἀθῆναι", "עברית", "大秦", "São Tomé & Príncipe"])
def test_a_harmless_name_is_kept_as_it_is(name: str) -> None:
    assert stem_of(name) == name


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("ending", ["", ".rome", ".pdf"])
def test_a_device_of_windows_is_no_file_name(device: str, ending: str) -> None:
    assert stem_of(device + ending) == f"nation {device}{ending}"


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("../x", "x"),
        ("..\\..\\x", "x"),
        ("/etc/passwd", "etc-passwd"),
        ("C:\\Windows", "C-Windows"),
        ("A/B", "A-B"),
        ('what? "this" <one>|*', "what- -this- -one"),
        ("~$Rome", "Rome"),
        ("-rf", "rf"),
        (".hidden", "hidden"),
        ("Rome. ", "Rome"),
        ("Rome\n\tand  Veii", "Rome and Veii"),
        ("\u202eemoR", "emoR"),
        ("Ro\u200bme", "Rome"),
        ("\ufeffRome\x00", "Rome"),
        ("", "nation"),
        ("...", "nation"),
        ("///", "nation"),
    ],
)
def test_what_a_path_or_a_shell_would_misread_goes(name: str, stem: str) -> None:
    assert stem_of(name) == stem


def test_names_that_differ_only_in_case_or_form_get_different_files() -> None:
    names = ["Rome", "ROME", "rome", "Müller", unicodedata.normalize("NFD", "Müller"), "ﬁ", "fi", "A/B", "A\\B"]
    stems = edition_stems(names)
    assert list(stems) == names
    folded = [unicodedata.normalize("NFKC", stem).casefold() for stem in stems.values()]
    assert len(set(folded)) == len(names)
    assert stems["Rome"] == "Rome"


def test_a_nation_called_like_the_gms_edition_does_not_replace_it() -> None:
    stems = edition_stems(["GM", "public"])
    assert stems == {"GM": "GM-2", "public": "public-2"}
    assert {GM_STEM, PUBLIC_STEM}.isdisjoint(stem.casefold() for stem in stems.values())


@pytest.mark.parametrize("name", ["x" * 200, "😀" * 200, "я" * 200, "é" * 200])
def test_a_long_name_is_cut_and_stays_distinct(name: str, tmp_path: Path) -> None:
    names = [name + "1", name + "2", name + "3"]
    stems = edition_stems(names)
    assert len(set(stems.values())) == 3
    for stem in stems.values():
        assert len(f"{stem}.pdf".encode()) <= 100
        (tmp_path / f"{stem}.pdf").write_bytes(b"")
    assert len(list(tmp_path.iterdir())) == 3


@given(st.lists(st.text(max_size=30), unique=True, max_size=8))
def test_whatever_the_names_are_the_files_are_safe_and_distinct(names: list[str]) -> None:
    stems = edition_stems(names)
    assert set(stems) == set(names)
    folded = {unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", s).casefold()) for s in stems.values()}
    assert len(folded) == len(names)
    for stem in stems.values():
        assert stem
        assert stem == stem.strip(" .")
        assert not set(stem) & set('<>:"/\\|?*')
        assert all(unicodedata.category(each) not in {"Cc", "Cf", "Cs"} for each in stem)
        assert stem.partition(".")[0].upper() not in {"CON", "PRN", "AUX", "NUL", "COM1", "LPT1"}
