"""The house keeps its order: which room may import which, and where each third-party library lives."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "adjudicator"

ROOMS = {"workbook", "archive", "newsletter", "rules"}
"""The four rooms that know nothing of each other: each may import the model and itself."""

UPPER = {"odds", "forms", "mail"}
"""Rooms above them: like the modules at the top of the package they may use any of the four, never the command line."""

HOMES = {
    "openpyxl": ("adjudicator.workbook",),
    "lxml": ("adjudicator.workbook",),
    "jinja2": ("adjudicator.newsletter",),
    "weasyprint": ("adjudicator.newsletter",),
    "markdown_it": ("adjudicator.newsletter",),
    "shapely": ("adjudicator.newsletter",),
    "markupsafe": ("adjudicator.newsletter",),
    "numpy": ("adjudicator.newsletter", "adjudicator.odds"),
    "tinycss2": ("adjudicator.newsletter",),
    "fontTools": ("adjudicator.newsletter",),
    "fontpkg": ("adjudicator.newsletter",),
    "fontpkg_cinzel": ("adjudicator.newsletter",),
    "fontpkg_eb_garamond": ("adjudicator.newsletter",),
    "pandas": ("adjudicator.newsletter.tables", "adjudicator.odds"),
    "distributed": ("adjudicator.odds",),
    "pikepdf": ("adjudicator.newsletter",),
    "pypdf": ("adjudicator.forms", "adjudicator.newsletter"),
    "filelock": ("adjudicator.archive",),
    "click": ("adjudicator.cli",),
    "rich": ("adjudicator.cli",),
}


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def dotted(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written out in full"
            yield node.module or ""


def room(module: str) -> str:
    """`rules` for `adjudicator.rules.siege`, `road` for a module at the top of the package."""
    parts = module.split(".")
    if len(parts) < 2:
        return "package"
    if parts[1] == "__main__":
        return "cli"
    return parts[1] if (PACKAGE / parts[1]).is_dir() else "road"


def allowed(own: str) -> set[str]:
    if own == "model":
        return {"model"}
    if own in ROOMS:
        return {"model", own, "package"}
    if own == "cli":
        return {"model", "cli", "road", "package", *ROOMS, *UPPER}
    return {"model", "road", "package", *ROOMS, *UPPER}


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_imports_run_one_way(path: Path) -> None:
    own = room(dotted(path))
    found = {name for name in imports(path) if name.split(".")[0] == "adjudicator"}
    wrong = {name for name in found if room(name) not in allowed(own)}
    assert not wrong, f"{dotted(path)} may not import {sorted(wrong)}"


@pytest.mark.parametrize("path", modules(), ids=dotted)
def test_each_library_stays_in_its_home(path: Path) -> None:
    module = dotted(path)
    for name in imports(path):
        library = name.split(".")[0]
        if library == "adjudicator" or library in sys.stdlib_module_names:
            continue
        homes = HOMES.get(library)
        assert homes, f"{module} imports {library}, which has no home in the house"
        assert any(module == home or module.startswith(f"{home}.") for home in homes), (
            f"{library} is not at home in {module}"
        )


def test_the_model_needs_nothing_but_the_standard_library() -> None:
    for path in (PACKAGE / "model").glob("*.py"):
        others = {name.split(".")[0] for name in imports(path)} - sys.stdlib_module_names - {"adjudicator"}
        assert not others, f"{path.name} imports {sorted(others)}"


def test_the_rules_know_no_clock_no_disk_and_no_chance_of_their_own() -> None:
    banned = {"time", "datetime", "random", "pathlib", "os", "io", "secrets"}
    for path in (PACKAGE / "rules").glob("*.py"):
        found = {name.split(".")[0] for name in imports(path)} & banned
        assert not found, f"{path.name} imports {sorted(found)}"


def test_only_the_command_line_prints_or_exits() -> None:
    for path in modules():
        if room(dotted(path)) == "cli":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"print", "exit", "quit", "input"}, f"{dotted(path)} calls {node.func.id}"
            if isinstance(node, ast.Name):
                assert node.id != "SystemExit", f"{dotted(path)} raises SystemExit"


def test_no_room_is_a_lumber_room() -> None:
    names = {part for path in modules() for part in path.relative_to(PACKAGE).with_suffix("").parts}
    assert not names & {"utils", "util", "helpers", "helper", "manager", "common", "misc"}
