"""Orders in plain words: understood whole or not at all, and what is not understood comes back as a line that is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.forms.text_orders import NotUnderstood, TextOrder, example_line, order_line, read_text_orders
from adjudicator.mail.compose import LetterFacts, letter_words
from adjudicator.model.book import Book
from adjudicator.model.orders import MonumentsOrder, OrderKind, SubmittedOrder
from tests.forms.campaigns import book_of, tiber


@pytest.fixture(scope="module")
def spring(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book_of(tiber(tmp_path_factory.mktemp("spring")))


@pytest.fixture(scope="module")
def fall(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book_of(tiber(tmp_path_factory.mktemp("fall"), season="fall"))


def one(text: str, book: Book) -> TextOrder | NotUnderstood:
    (found,) = read_text_orders(text, book)
    return found


UNDERSTOOD = {
    "Rome: offensive from Roma to Veii": "Rome: offensive from Roma to Veii",
    "Rome: offensive from Roma to Veii, rebuild, siege gold, intercept Etruria; none": (
        "Rome: offensive from Roma to Veii, rebuild, siege gold, intercept Etruria; none"
    ),
    "ROME:   Offensive  from  roma to VEII , Siege Gold.": "Rome: offensive from Roma to Veii, siege gold",
    "- Rome: raid from Roma on Veii": "Rome: raid from Roma to Veii",
    "Rome: offence from Ostia to Tarquinii": "Rome: offensive from Ostia to Tarquinii",
    "Rome: defend": "Rome: defend",
    "Rome: defend, intercept Veii; Samnium": "Rome: defend, intercept Veii; Samnium",
    "Rome: defend, intercept Etruria, Samnium, rebuild": "Rome: defend, rebuild, intercept Etruria; Samnium",
    "Rome: rebuild, defend": "Rome: defend, rebuild",
    "Rome: siege": "Rome: siege",
    "Rome: keep the siege of Veii, siege gold": "Rome: siege of Veii, siege gold",
    "Rome: offensive from Roma to Veii,\n   rebuild": "Rome: offensive from Roma to Veii, rebuild",
}


@pytest.mark.parametrize(("text", "line"), UNDERSTOOD.items())
def test_what_is_understood(spring: Book, text: str, line: str) -> None:
    found = one(text, spring)
    assert isinstance(found, TextOrder), found
    assert order_line(found.nation, found.judged.order) == line


REFUSED = {
    "Rome: attack from Roma to Veii": "Rome: offensive from Roma to Veii",
    "Rome: offensive to Veii": "Rome: offensive from Roma to Veii",
    "Rome: offensive from Roma to Vei": "Rome: offensive from Roma to Veii",
    "Rome: offensive from Roma to Veii, rebuilt": "Rome: offensive from Roma to Veii, rebuild",
    "Rome: offensive from Roma to Veii and siege gold": "Rome: offensive from Roma to Veii, siege gold",
    "Rome: please raid Tarquinii if they are weak": "Rome: raid from Ostia to Tarquinii",
    "Rome: defend, defend": "Rome: defend",
    "Rome: defend, intercept the Etrurians": "Rome: defend, intercept Etruria",
    "Rome: defend; siege gold": "Rome: defend",
    "Rome: plunder": "Rome: raid from Roma to Veii",
    "Rome:": "Rome: offensive from Roma to Veii",
    "Rme: defend": "Rome: defend",
}


@pytest.mark.parametrize(("text", "nearest"), REFUSED.items())
def test_what_is_not_understood_comes_back_as_the_nearest_line(spring: Book, text: str, nearest: str) -> None:
    found = one(text, spring)
    assert isinstance(found, NotUnderstood), found
    assert found.nearest == nearest


@pytest.mark.parametrize(
    "text", ["", "Dear GM,", "See you on Friday: bring dice.", "Note: Rome is nice", "http://example.org/Rome"]
)
def test_ordinary_words_are_no_orders(spring: Book, text: str) -> None:
    assert read_text_orders(text, spring) == ()


def test_orders_among_other_words(spring: Book) -> None:
    text = "Dear GM,\nRome: defend,\n  rebuild\nEtruria: siege,\n\nSamnium: defend;\nRome: defend\nsee you,\nLivia"
    lines = [found.line for found in read_text_orders(text, spring)]
    assert lines == ["Rome: defend, rebuild", "Etruria: siege,", "Samnium: defend;", "Rome: defend"]


def test_the_example_in_our_own_letter_is_no_order_when_an_answer_repeats_it(spring: Book) -> None:
    facts = LetterFacts(
        campaign="The Tiber",
        nation="Rome",
        player="Livia",
        past="winter 1",
        coming="spring 1",
        due="Friday",
        newsletter=True,
        form=True,
        example=example_line(spring, "Rome"),
    )
    _, letter = letter_words(facts, None, "en")
    assert example_line(spring, "Rome") in letter
    answered = read_text_orders(f"Rome: defend\n\nLivia\n\n{letter}", spring)
    assert [found.line for found in answered] == ["Rome: defend"]


def test_in_fall_gold_goes_into_monuments_and_armies_rest(fall: Book) -> None:
    for text in ("Rome: monuments 4", "Rome: monuments for 4 gold"):
        found = one(text, fall)
        assert isinstance(found, TextOrder)
        assert found.judged.order == MonumentsOrder("Rome", 4, 2, (("Monuments", "4"),))
    refused = one("Rome: defend", fall)
    assert isinstance(refused, NotUnderstood)
    assert refused.nearest == "Rome: monuments 2"


def test_names_with_commas_and_with_to_in_them(tmp_path: Path) -> None:
    land = [
        {"Territory": "Roma, the City", "Owner": "Rome"},
        {"Territory": "Road to Nowhere", "Owner": "Etruria"},
        {"Territory": "Bovianum", "Owner": "Samnium"},
    ]
    nations = [
        {"Nation": "Rome", "Capital": "Roma, the City", "Army at": "Roma, the City"},
        {"Nation": "Etruria", "Capital": "Road to Nowhere"},
        {"Nation": "Samnium"},
    ]
    borders = [{"From": "Roma, the City", "To": "Road to Nowhere"}, {"From": "Bovianum", "To": "Road to Nowhere"}]
    book = book_of(tiber(tmp_path, territories=land, borders=borders, nations=nations))
    line = "Rome: offensive from Roma, the City to Road to Nowhere, siege gold"
    found = one(line, book)
    assert isinstance(found, TextOrder), found
    assert order_line("Rome", found.judged.order) == line


words = st.lists(
    st.sampled_from(
        [
            *(
                "offensive",
                "attack",
                "raid",
                "siege",
                "gold",
                "defend",
                "rebuild",
                "from",
                "to",
                "on",
                "of",
                "intercept",
            ),
            *(
                "Roma",
                "Veii",
                "Vei",
                "Ostia",
                "Tarquinii",
                "Etruria",
                "Samnium",
                "none",
                ",",
                ";",
                ".",
                ":",
                "monuments",
            ),
            *("3", "please", "ßæ", "\u200b", "-", "("),
        ]
    ),
    max_size=14,
).map(" ".join)


@settings(max_examples=150, deadline=None)
@given(said=words)
def test_every_line_that_is_offered_is_itself_understood(spring: Book, said: str) -> None:
    for found in read_text_orders(f"Rome: {said}", spring):
        if isinstance(found, NotUnderstood):
            again = one(found.nearest, spring)
            assert isinstance(again, TextOrder), found
            assert order_line("Rome", again.judged.order) == found.nearest


@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(list(OrderKind)),
    way=st.sampled_from([("Roma", "Veii"), ("Ostia", "Tarquinii"), ("Roma", "Fregellae")]),
    rebuild=st.booleans(),
    siege_gold=st.booleans(),
    intercept=st.lists(st.sampled_from(["Etruria", "Samnium", "Roma", "none"]), max_size=3, unique=True),
)
def test_a_line_made_of_an_order_is_read_as_that_order(
    spring: Book, kind: OrderKind, way: tuple[str, str], rebuild: bool, siege_gold: bool, intercept: list[str]
) -> None:
    goes = kind in (OrderKind.OFFENSIVE, OrderKind.RAID)
    origin, target = way if goes else (None, None)
    order = SubmittedOrder("Rome", kind, origin, target, rebuild, siege_gold, tuple(intercept))
    found = one(order_line("Rome", order), spring)
    assert isinstance(found, TextOrder), found
    read = found.judged.order
    assert isinstance(read, SubmittedOrder)
    assert (read.kind, read.origin, read.target) == (kind, origin, target)
    assert (read.rebuild, read.siege_gold, read.intercept) == (rebuild, siege_gold, tuple(intercept))


def test_the_example_of_every_nation_is_understood(spring: Book, fall: Book) -> None:
    for book in (spring, fall):
        for nation in book.world.nation:
            assert isinstance(one(example_line(book, nation), book), TextOrder)


def test_a_line_without_end_is_refused(spring: Book) -> None:
    found = one("Rome: defend, intercept " + "Etruria; " * 5_000, spring)
    assert isinstance(found, NotUnderstood)
    assert len(found.line) < 200
