"""The GM's dispatches: Markdown with its marks, and nothing that could do harm."""

from __future__ import annotations

import pytest

from adjudicator.newsletter.markdown import render_markdown


def test_marks_become_type() -> None:
    told = render_markdown("*soft* and **loud**\n\n- one\n- two\n\n> said\n\n1. first")
    assert "<em>soft</em> and <strong>loud</strong>" in told
    assert told.count("<li>") == 3
    assert "<blockquote>" in told


def test_headings_stand_below_the_dispatchs_own() -> None:
    assert "<h3>News</h3>" in render_markdown("# News")
    assert "<h6>Deep</h6>" in render_markdown("###### Deep")


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "a <img src=x onerror=alert(1)> b",
        "<link rel=attachment href='file:///etc/passwd'>",
        "<style>@import 'file:///etc/passwd'</style>",
        "&lt;b&gt;",
    ],
)
def test_raw_html_stays_text(text: str) -> None:
    told = render_markdown(text)
    for tag in ("<script", "<img", "<link", "<style", "<b>"):
        assert tag not in told


@pytest.mark.parametrize(
    "address", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "secret.html", "//host/x", "ftp://x"]
)
def test_a_link_leads_to_the_web_or_a_mailbox_or_nowhere(address: str) -> None:
    for text in (f"[x]({address})", f"<{address}>", f"[x]\n\n[x]: {address}"):
        assert "href" not in render_markdown(text)


def test_links_to_the_web_and_to_mailboxes_are_kept() -> None:
    assert '<a href="https://club.example/">club</a>' in render_markdown("[club](https://club.example/)")
    assert '<a href="mailto:gm@club.example">' in render_markdown("<gm@club.example>")


def test_pictures_are_not_shown() -> None:
    assert "<img" not in render_markdown("![x](https://club.example/x.png) ![y][z]\n\n[z]: https://club.example/z.png")


def test_a_large_initial_is_one_letter_with_its_marks() -> None:
    assert '<p><span class="initial">T</span>he heat' in render_markdown("The heat", large_initial=True)
    assert '<span class="initial">E\u0301</span>tat' in render_markdown("E\u0301tat", large_initial=True)


@pytest.mark.parametrize("text", ["*The* heat", "“The” heat", "1071", "<b>", "# The heat", "- The heat", "", "&amp;"])
def test_a_text_that_begins_otherwise_has_no_large_initial(text: str) -> None:
    assert "initial" not in render_markdown(text, large_initial=True)


def test_english_quotation_marks_are_set_only_in_english() -> None:
    assert "“so”" in render_markdown('"so"')
    assert "“" not in render_markdown('"so"', "de")
