"""The page of the rules names every clause and setting that the program cites."""

import re
from pathlib import Path

from adjudicator.model.rulebook import SETTINGS

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
CLAUSES = dict(re.findall(r"^\*\*(\d+\.\d+)\*\*(.*?)(?=^\*\*\d|^## )", PAGE, re.MULTILINE | re.DOTALL))
CHAPTERS = set(re.findall(r"^## (\d+) ", PAGE, re.MULTILINE))


def test_there_are_eleven_chapters_numbered_without_gaps():
    assert sorted(CHAPTERS, key=int) == [str(number) for number in range(1, 12)]
    for chapter in CHAPTERS - {"10"}:
        numbers = [int(clause.split(".")[1]) for clause in CLAUSES if clause.split(".")[0] == chapter]
        assert numbers == list(range(1, len(numbers) + 1)) != []


def test_every_setting_stands_in_the_clause_it_belongs_to():
    missing = [setting.name for setting in SETTINGS if f"`{setting.name}`" not in CLAUSES[setting.clause]]
    assert missing == []


def test_the_page_names_no_setting_that_does_not_exist():
    listed = re.findall(r"\*Settings?:\*((?:\s+`\w+`,?)+)", PAGE)
    named = {name for names in listed for name in re.findall(r"`(\w+)`", names)}
    assert named == {setting.name for setting in SETTINGS}


def test_every_clause_the_program_cites_is_on_the_page():
    citation = re.compile(r"""(?:clause=|\()["']?(\d{1,2}\.\d)["']?[,)]""")
    modules = (ROOT / "adjudicator" / "rules").glob("*.py")
    cited = {clause for module in modules for clause in citation.findall(module.read_text(encoding="utf-8"))}
    assert len(cited) > 20
    assert cited - set(CLAUSES) == set()
