"""Where templates come from: the GM's before the program's, a language before English; nothing unsafe or undefined."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import TemplateNotFound, UndefinedError
from jinja2.exceptions import SecurityError

from adjudicator.newsletter.environment import (
    UnknownLanguageError,
    make_environment,
    program_templates,
    template_folders,
)


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    for folder, text in {"": "everyone", "it": "tutti", "pt-BR": "todos"}.items():
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / "greeting.html").write_text(f"{text} {{{{ name }}}}", "utf-8")
    return tmp_path


@pytest.mark.parametrize(("language", "greeting"), [("en", "everyone"), ("it", "tutti"), ("it-CH", "tutti")])
def test_the_reader_s_language_comes_first_then_the_gm_s_own_then_the_program_s(
    beside: Path, language: str, greeting: str
) -> None:
    environment = make_environment(beside, language)
    assert environment.get_template("greeting.html").render(name="Anna") == f"{greeting} Anna"
    assert environment.get_template("phrases/words.txt") is not None
    with pytest.raises(TemplateNotFound):
        environment.get_template("program/greeting.html")


def test_folders_are_searched_from_the_nearest_to_the_farthest(tmp_path: Path) -> None:
    program = program_templates()
    assert template_folders(tmp_path, "pt-BR") == (
        tmp_path / "pt-BR",
        tmp_path / "pt",
        tmp_path / "en",
        tmp_path,
        program / "pt-BR",
        program / "pt",
        program / "en",
        program,
    )
    assert template_folders() == (program / "en", program)


def test_a_gm_s_page_may_build_on_the_program_s(tmp_path: Path) -> None:
    (tmp_path / "phrases").mkdir()
    (tmp_path / "phrases" / "words.txt").write_text(
        '{% import "program/phrases/words.txt" as shipped %}{{ shipped.listed(["a", "b", "c"]) }}', "utf-8"
    )
    assert make_environment(tmp_path).get_template("phrases/words.txt").render().strip() == "a, b and c"


@pytest.mark.parametrize("language", ["../secrets", "en/..", "", "e", "C:\\", "en_GB", "english language"])
def test_a_language_is_never_a_path(language: str) -> None:
    with pytest.raises(UnknownLanguageError):
        make_environment(None, language)


def test_pages_escape_and_plain_texts_do_not(tmp_path: Path) -> None:
    for name in ("page.html", "page.html.jinja", "chart.svg", "plain.txt"):
        (tmp_path / name).write_text("{{ name }}", "utf-8")
    environment = make_environment(tmp_path)
    for name in ("page.html", "page.html.jinja", "chart.svg"):
        assert environment.get_template(name).render(name="<b>") == "&lt;b&gt;"
    assert environment.get_template("plain.txt").render(name="<b>") == "<b>"
    assert environment.from_string("{{ name }}").render(name="<b>") == "&lt;b&gt;"


def test_a_template_can_neither_look_inside_the_program_nor_print_what_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "spy.html").write_text("{{ ''.__class__.__mro__ }}", "utf-8")
    (tmp_path / "change.html").write_text("{{ names.append('x') }}", "utf-8")
    (tmp_path / "typo.html").write_text("{{ natoin }}", "utf-8")
    environment = make_environment(tmp_path)
    with pytest.raises(SecurityError):
        environment.get_template("spy.html").render()
    with pytest.raises(SecurityError):
        environment.get_template("change.html").render(names=[])
    with pytest.raises(UndefinedError, match="natoin"):
        environment.get_template("typo.html").render()
