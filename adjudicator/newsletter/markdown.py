"""The GM's dispatches: Markdown to HTML that can do no harm.

Raw HTML stays text, pictures are not fetched, and a link leads to the web or to a mailbox or nowhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING
from unicodedata import combining

from markupsafe import Markup

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_ALLOWED_LINK = re.compile(r"(https?://|mailto:)", re.IGNORECASE)
_HEADINGS_BELOW = 2
"""A dispatch stands under a heading of the second level; its own begin at the third."""


def render_markdown(text: str, language: str = "en", *, large_initial: bool = False) -> Markup:
    """A dispatch as HTML, every character of it escaped but for the marks of Markdown itself.

    `large_initial` sets the first letter apart, where the text begins with one, for the stylesheet to enlarge.
    """
    markdown = _markdown(curly_quotes=language.partition("-")[0] == "en")
    tokens = _lowered(markdown.parse(text))
    if large_initial:
        _set_initial_apart(tokens)
    return Markup(markdown.renderer.render(tokens, markdown.options, {}))


@cache
def _markdown(*, curly_quotes: bool) -> MarkdownIt:
    from markdown_it import MarkdownIt

    markdown = MarkdownIt("commonmark", {"html": False, "typographer": curly_quotes})
    markdown.disable(["image", "html_block", "html_inline"])
    if curly_quotes:
        markdown.enable(["smartquotes"])
    markdown.validateLink = _is_allowed_link  # type: ignore[method-assign, assignment]
    return markdown


def _is_allowed_link(address: str) -> bool:
    return _ALLOWED_LINK.match(address.strip()) is not None


def _lowered(tokens: Sequence[Token]) -> Sequence[Token]:
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, int(token.tag[1]) + _HEADINGS_BELOW)}"
    return tokens


def _set_initial_apart(tokens: Sequence[Token]) -> None:
    """Not left to `::first-letter`: WeasyPrint prints the first line over a floating one."""
    from markdown_it.token import Token

    if len(tokens) < 2 or tokens[0].type != "paragraph_open" or not tokens[1].children:
        return
    first = tokens[1].children[0]
    if first.type != "text" or not first.content[:1].isalpha():
        return
    end = 1
    while end < len(first.content) and combining(first.content[end]):
        end += 1
    # The letter is alphabetic, so there is nothing in it to escape.
    initial = Token("html_inline", "", 0, content=f'<span class="initial">{first.content[:end]}</span>')
    first.content = first.content[end:]
    tokens[1].children.insert(0, initial)
