"""Names and texts that mean harm, through a whole season with newsletters; and the seed, which is told nowhere."""

from __future__ import annotations

import datetime
import io
import re
import unicodedata
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.control.commands import adjudicate
from tests.hostile.mutations import SEED, hostile_names, small_workbook

pytestmark = pytest.mark.slow

NAMES: dict[str, tuple[str, ...]] = {
    "file names": ("CON", "../x", "A/B", "nul.txt", "C:\\x", "name. "),
    "case and form": ("Rome", "rOME", "R\u00f6me", "Ro\u0308ME", "\ufb01ne", "FINE"),
    "pages": (
        "<script>alert(1)</script>",
        "</p><img src=file:///etc/passwd>",
        "&amp;",
        "\"'",
        "<b>",
        "![x](file:///etc/hosts)",
    ),
    "templates": ("{{7*7}}", "{% raw %}", "{{ self.__init__ }}", "${7*7}", "{0}", "%(x)s"),
    "formulas": ("=1+1", "+1", "@SUM(A1)", "-2", '=HYPERLINK("http://192.0.2.1")', "#REF!"),
    "scripts": (
        "\U0001f3f0",
        "\u202eemoR",
        "\u05e8\u05d5\u05de\u05d0",
        "\u0631\u0648\u0645\u0627",
        "\u7f85\u99ac",
        "Łódź",
    ),
    "long": ("X" * 70, "very long name " * 4, "i", "W" * 60, "a-b-c-d-e-f-g", "\u00df" * 40),
}
WINDOWS = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?\Z")


@pytest.mark.parametrize("kind", NAMES)
def test_names_that_mean_harm(kind: str, tmp_path: Path) -> None:
    """The season is resolved, or refused with the cell; web pages hold names as text; files are safe everywhere."""
    home = tmp_path / "home"
    home.mkdir()
    workbook = hostile_names(home / "campaign.xlsx", NAMES[kind])
    before = workbook.read_bytes()
    ended = adjudicate("run", workbook, "--no-newsletters", "--no-orders")
    assert "Traceback" not in ended.told
    assert SEED not in ended.told
    if ended.code == 2:
        assert "Nations!A" in ended.err or "Map!A" in ended.err, ended.err
        assert workbook.read_bytes() == before
        return
    assert ended.code == 0, ended.told
    assert adjudicate("verify", workbook).code == 0
    assert adjudicate("explain", workbook).code == 0
    printed = adjudicate("newsletter", workbook, "--html")
    assert printed.code == 0, printed.told
    pages = sorted((home / "reports").rglob("*.html"))
    assert len(pages) >= 4
    for page in pages:
        check_page(page)
    check_file_names(home)
    assert [path.name for path in tmp_path.iterdir()] == ["home"], "nothing is written elsewhere"


def check_page(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert SEED not in text
    lower = text.lower()
    for forbidden in ("<script", "<img src=file", 'src="file:', 'href="file:', "javascript:", "onerror="):
        assert forbidden not in lower, f"{page.name}: {forbidden}"
    for address in re.findall(r"""(?:src|href)\s*=\s*["']?([a-z]+:[^"'\s>]{1,40})""", lower):
        assert address.startswith(("data:", "mailto:")), f"{page.name} leads to {address}"
    visible = re.sub(r"<style.*?</style>|<svg.*?</svg>|<[^>]*>|data:[^\"')]*", " ", text, flags=re.DOTALL)
    assert not re.search(r"\b49\b", visible), f"{page.name}: a template was run"


def check_file_names(folder: Path) -> None:
    """No two are one on a disk that does not tell case or Unicode forms apart; none is a device or a path."""
    for parent in [path for path in folder.rglob("*") if path.is_dir()] + [folder]:
        names = [path.name for path in parent.iterdir()]
        folded = [unicodedata.normalize("NFC", name).casefold() for name in names]
        assert len(set(folded)) == len(names), names
        for name in names:
            assert not WINDOWS.match(name), name
            assert not re.search(r'[<>:"/\\|?*\x00-\x1f]', name), name
            assert not name.endswith((" ", ".")), name
            assert len(name.encode()) <= 255


def test_seed_is_told_nowhere(tmp_path: Path) -> None:
    """Newsletters, their text and their bytes, manifests, everything printed: the seed stands on its own cell only."""
    workbook = tmp_path / "campaign.xlsx"
    small_workbook(workbook)
    told = ""
    for words in (
        ("check",),
        ("preview",),
        ("explain",),
        ("battles",),
        ("run",),
        ("verify",),
        ("explain",),
        ("status",),
    ):
        for extra in ((), ("--json",)):
            if words == ("run",) and extra:
                continue
            told += adjudicate(words[0], workbook, *extra).told
    assert "Spring 1" in told
    assert SEED not in told
    printed = sorted((tmp_path / "reports").rglob("*.pdf"))
    assert "gm.pdf" in {path.name for path in printed}
    for path in tmp_path.rglob("*"):
        if not path.is_file():
            continue
        data = path.read_bytes()
        if path.suffix == ".xlsx":
            cells = [
                f"{sheet.title}!{cell.coordinate}"
                for sheet in load_workbook(path)
                for row in sheet.iter_rows()
                for cell in row
                if isinstance(cell.value, str) and SEED in cell.value
            ]
            assert len(cells) == 1, cells
            assert cells[0].startswith("Campaign!B"), cells
        else:
            assert SEED.encode() not in data, path
        if path.suffix == ".pdf":
            reader = PdfReader(io.BytesIO(data))
            text = "\n".join(page.extract_text() for page in reader.pages)
            assert SEED not in text
            assert SEED not in str(reader.metadata)


@pytest.mark.parametrize("seed", [f"{SEED}{'s' * 40_000}", datetime.date(1971, 3, 4), f'=CONCATENATE("{SEED}", "x")'])
@pytest.mark.parametrize("label", ["Seed", None, "Seeed"])
def test_a_seed_that_is_wrong_is_not_quoted(tmp_path: Path, seed: object, label: str | None) -> None:
    """What is the matter with it is told, or with its label, but never what it is."""
    workbook = tmp_path / "campaign.xlsx"
    small_workbook(workbook)
    book = load_workbook(workbook)
    row = next(row for row in book["Campaign"].iter_rows() if row[0].value == "Seed")
    row[0].value, row[1].value = label, seed  # type: ignore[assignment]
    book.save(workbook)
    for command in (("check",), ("check", "--json"), ("run",), ("check", "--mark")):
        ended = adjudicate(command[0], workbook, *command[1:])
        assert ended.code == 2
        assert SEED[:12] not in ended.told
        assert "1971-03-04" not in ended.told
    notes = [
        cell.comment.text
        for sheet in load_workbook(workbook)
        for row in sheet.iter_rows()
        for cell in row
        if cell.comment
    ]
    assert notes
    assert not [note for note in notes if SEED[:12] in note or "1971-03-04" in note]
