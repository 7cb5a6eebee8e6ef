"""No edition tells another nation's secret, whatever happened and whatever the campaign makes public.

Treasuries, armies and refused targets are marked: each nation's gold lies near its own ten thousand, its army near
its own million, and every refused order names a place nobody else could know of. Whatever number or name of one
nation turns up in the edition of another is a leak, wherever it stands: text, title, alternative text, metadata,
attachments.
"""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO
from itertools import product
from typing import Any

import pytest
from pypdf import PdfReader

from adjudicator.model.book import Book
from adjudicator.model.campaign import Standing, Status
from adjudicator.model.orders import OrderKind, SubmittedOrder
from adjudicator.model.records import Publicity
from adjudicator.model.view import Readership, SeasonView
from adjudicator.newsletter.editions import Press, compose, prepare_newsletters
from adjudicator.rules.season import Resolution, resolve_season
from adjudicator.season_news import reader_views
from tests.oracle.adapter import campaign_from
from tests.oracle.seasons import generate

GOLD, ARMY = 10_000, 1_000_000
SLACK = 200
"""Gold moves by a few, armies by a few hundred at most, in one season."""

NUMBER = re.compile(r"\d+")


def marked(number: int, publicity: Publicity) -> tuple[Book, Resolution] | None:
    """A random season with every secret marked, resolved; None where it waits for the GM."""
    world, state, orders, rulebook, seed = campaign_from(generate(number))
    holdings = {
        nation: replace(
            holding,
            gold=GOLD * (rank + 1) + SLACK if holding.standing is Standing.ACTIVE else holding.gold,
            army_ap=ARMY * (rank + 1) + 2 * SLACK if holding.army_ap > 0 else 0,
        )
        for rank, (nation, holding) in enumerate(state.holdings.items())
    }
    submitted = dict(orders.orders)
    for rank, nation in enumerate(holdings):
        order = submitted.get(nation)
        if order is not None and order.kind in (OrderKind.RAID, OrderKind.OFFENSIVE) and (number + rank) % 3 == 0:
            received = (("Target", f"Secretplace{rank}x"),)
            submitted[nation] = replace(order, target=f"Secretplace{rank}x", received=received)
        elif order is None:
            submitted[nation] = SubmittedOrder(nation)
    book = Book(
        title="Secrets",
        status=Status.ORDERS,
        world=world,
        state=replace(state, holdings=holdings),
        rulebook=replace(rulebook, full_army=ARMY, ap_per_pip=ARMY),
        orders=replace(orders, orders=submitted),
        publicity=publicity,
        seed=seed,
    )
    outcome = resolve_season(world, book.state, book.orders, book.rulebook, seed)
    return (book, outcome) if isinstance(outcome, Resolution) else None


def leaks(view: SeasonView, book: Book, text: str) -> list[str]:
    """What this edition tells that it must not."""
    found = []
    flat = re.sub(r"(?<=\d)[\s\u202f\u00a0,.](?=\d{3}\b)", "", text)
    numbers = {int(digits) for digits in NUMBER.findall(flat) if len(digits) < 12}
    for rank, nation in enumerate(book.world.nation):
        if view.viewer.readership is Readership.GM or view.viewer.nation == nation:
            continue
        secrets = []
        if not book.publicity.treasuries:
            secrets.append(range(GOLD * (rank + 1), GOLD * (rank + 1) + 2 * SLACK))
        if not book.publicity.armies and rank > 0:  # the first nation's army is a full one, which the rules tell anyone
            secrets.append(range(ARMY * (rank + 1) - SLACK, ARMY * (rank + 1) + 4 * SLACK))
        found += [f"{nation}: {number}" for number in numbers for secret in secrets if number in secret]
        if not book.publicity.orders and f"Secretplace{rank}x" in text:
            found.append(f"{nation}: its refused target")
    return found


PUBLICITIES = [Publicity(*flags) for flags in product((False, True), repeat=3)]


@pytest.mark.parametrize("publicity", PUBLICITIES, ids=str)
def test_no_edition_on_the_web_tells_a_secret(publicity: Publicity) -> None:
    told = 0
    for number in range(PUBLICITIES.index(publicity), 40, len(PUBLICITIES)):
        season = marked(number, publicity)
        if season is None:
            continue
        book, outcome = season
        views = reader_views(book, outcome)
        press = Press()
        for stem, view in views.items():
            html = press.compose(view, views["public"]).html
            assert leaks(view, book, html) == [], f"season {number}, edition {stem}"
            told += 1
    assert told > 5


@pytest.mark.parametrize("number", [3, 11])
def test_no_printed_edition_tells_a_secret(number: int) -> None:
    season = marked(number, Publicity())
    assert season is not None
    book, outcome = season
    views = reader_views(book, outcome)
    sent = prepare_newsletters({stem: views[stem] for stem in [*list(views)[:2], "gm", "public"]})
    for stem in [*list(views)[:2], "public"]:
        reader = PdfReader(BytesIO(sent[f"{stem}.pdf"]))
        pages = "\n".join(page.extract_text() for page in reader.pages)
        everything = pages + str(reader.metadata) + str(list(reader.attachments)) + _alternative_texts(reader)
        assert leaks(views[stem], book, everything) == []


def test_a_leak_would_be_noticed() -> None:
    season = marked(3, Publicity())
    assert season is not None
    book, outcome = season
    views = reader_views(book, outcome)
    gm, player = compose(views["gm"]).html, next(view for view in views.values() if view.viewer.nation)
    assert leaks(player, book, gm)


def _alternative_texts(reader: PdfReader) -> str:
    """Every `/Alt` and `/ActualText` of the structure tree."""
    texts: list[str] = []

    def walk(node: Any) -> None:
        node = node.get_object() if hasattr(node, "get_object") else node
        if isinstance(node, list):
            for kid in node:
                walk(kid)
        elif isinstance(node, dict):
            texts.extend(str(node[key]) for key in ("/Alt", "/ActualText", "/T", "/E") if key in node)
            if "/K" in node:
                walk(node["/K"])

    root = reader.trailer["/Root"]
    if "/StructTreeRoot" in root:
        walk(root["/StructTreeRoot"])
    return "\n".join(texts)
