"""A GM changes one template and leaves the rest to the program; a fault in it is told with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.newsletter.editions import TemplateFault, compose
from adjudicator.newsletter.environment import UnknownLanguageError
from adjudicator.newsletter.phrases import PhraseError
from tests.newsletter import views


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


def page(templates: Path, language: str = "en") -> str:
    return compose(views.tiny(views.player("Rome")), templates=templates, language=language).html


def test_a_section_of_the_gms_own(tmp_path: Path) -> None:
    put(tmp_path, "sections/standings.html.jinja", "<section class='standings'><h2>Ladder</h2></section>")
    html = page(tmp_path)
    assert "<h2>Ladder</h2>" in html
    assert "For Rome alone" in html


def test_a_section_that_builds_on_the_programs(tmp_path: Path) -> None:
    put(
        tmp_path,
        "sections/standings.html.jinja",
        '<p>Before.</p>{% include "program/sections/standings.html.jinja" %}<p>After {{ section.rows | length }}.</p>',
    )
    html = page(tmp_path)
    assert html.index("Before.") < html.index("Standings") < html.index("After 3.")


def test_words_in_another_language(tmp_path: Path) -> None:
    words = (Path(__file__).parents[2] / "templates" / "en" / "words.html.jinja").read_text(encoding="utf-8")
    put(tmp_path, "it/words.html.jinja", words.replace('"Standings"', '"Classifica"'))
    assert "Classifica" in page(tmp_path, "it")
    assert '<html lang="it">' in page(tmp_path, "it")
    assert "Standings" in page(tmp_path)


def test_a_stylesheet_and_a_picture_of_the_gms_own(tmp_path: Path) -> None:
    put(tmp_path, "style/front.css", "h1 { color: green }")
    put(tmp_path, "pictures/winter.svg", '<svg xmlns="http://www.w3.org/2000/svg"><circle r="1"/></svg>')
    edition = compose(views.tiny(views.PUBLIC), templates=tmp_path)
    assert "h1 { color: green }" in edition.styles
    assert "h1 { color: green }" in edition.web_styles
    assert b"circle" in edition.pictures["winter.svg"].data


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("<p>\n{{ section.sheet.nothing }}", "line 2: .*has no attribute 'nothing'"),
        ("<p>\n\n{% if %}", "line 3: Expected an expression"),
        ("<p>{{ w.no_such_word }}", "line 1: .*no_such_word"),
        ("\n{{ 1 // 0 }}", "line 2: .*division"),
        ("{{ ''.__class__.__mro__ }}", "line 1: .*unsafe"),
        ("{{ section.sheet.page.dice.__init__.__globals__ }}", "line 1: .*unsafe"),
        ('{% include "no/such.jinja" %}', "line 1: no/such.jinja"),
    ],
)
def test_a_fault_is_told_with_file_and_line(tmp_path: Path, text: str, fault: str) -> None:
    put(tmp_path, "sections/form.html.jinja", text)
    with pytest.raises(TemplateFault, match=f"sections.form.html.jinja, {fault}"):
        page(tmp_path)


def test_a_fault_in_the_words_is_told(tmp_path: Path) -> None:
    put(tmp_path, "words.html.jinja", "{% set map_words = 1 %}")
    with pytest.raises(TemplateFault, match=r"words.html.jinja: map_words is not a table of words"):
        page(tmp_path)
    put(tmp_path, "words.html.jinja", "")
    with pytest.raises(TemplateFault, match=r"words.html.jinja has no map_words"):
        page(tmp_path)


def test_a_fault_in_a_phrase_is_told(tmp_path: Path) -> None:
    put(tmp_path, "phrases/order_accepted.txt", "{% block sentence %}{{ nobody }}{% endblock %}")
    with pytest.raises(PhraseError, match="order_accepted"):
        page(tmp_path)


def test_a_template_cannot_reach_outside_its_folders(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("the seed")
    put(tmp_path / "templates", "sections/form.html.jinja", '{% include "../secret.txt" %}')
    with pytest.raises(TemplateFault, match="secret"):
        page(tmp_path / "templates")


def test_a_language_is_no_path() -> None:
    with pytest.raises(UnknownLanguageError):
        compose(views.tiny(views.PUBLIC), language="../en")
