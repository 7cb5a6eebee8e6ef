"""The words of the pages: every one that a page asks for is there, and every one that is there is asked for."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORDS = (ROOT / "templates" / "en" / "words.html.jinja").read_text(encoding="utf-8")
DEFINED = set(re.findall(r"{% (?:macro|set) (\w+)", WORDS))
PAGES = [
    ROOT / "templates" / "newsletter.html.jinja",
    ROOT / "templates" / "masthead.html.jinja",
    ROOT / "templates" / "parts.html.jinja",
    *sorted((ROOT / "templates" / "sections").glob("*.jinja")),
]
ASKED = {name for page in PAGES for name in re.findall(r"\bw\.(\w+)", page.read_text(encoding="utf-8"))}
PROGRAM = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "adjudicator" / "newsletter").glob("*.py"))


def test_every_word_that_is_asked_for_is_there() -> None:
    assert len(ASKED) > 80
    assert ASKED <= DEFINED


def test_no_word_is_left_over() -> None:
    used = ASKED | set(re.findall(r'"(\w+)"', PROGRAM)) | {name for name in DEFINED if WORDS.count(name) > 1}
    assert used >= DEFINED


def test_no_page_has_words_of_its_own() -> None:
    for page in PAGES:
        text = re.sub(r"{#.*?#}|{%.*?%}|{{.*?}}", " ", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        told = re.sub(r"<style>.*?</style>|<[^>]*>", " ", text, flags=re.DOTALL)
        assert not re.search(r"[A-Za-z]{2,}", told), f"{page.name}: {told.split()}"
