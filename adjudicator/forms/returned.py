"""One thing that arrived, examined: whose order it is, what it says, or why it is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Final

from adjudicator.forms.arrivals import Arrival, ArrivalKind
from adjudicator.forms.choices import active_nations, target_labels
from adjudicator.forms.form_code import is_code, spoken_season
from adjudicator.forms.memory import sha256_of
from adjudicator.forms.pdf_fields import PdfTrouble, read_pdf_fields
from adjudicator.forms.text_orders import NotUnderstood, example_line, order_line, read_text_orders
from adjudicator.model.book import Book
from adjudicator.model.order_form import (
    CAMPAIGN,
    CHOICE_MARK,
    CODE,
    FROM,
    INTERCEPTS,
    NATION,
    PROOFS,
    QUESTIONS,
    SEASON,
    TARGET,
)
from adjudicator.model.orders import MonumentsOrder, SubmittedOrder
from adjudicator.model.problems import Severity, found_text
from adjudicator.model.view import TargetChoice
from adjudicator.workbook.cells import Cell
from adjudicator.workbook.names import NameList, name_key, plain
from adjudicator.workbook.package import package_from_bytes
from adjudicator.workbook.read_form import FormCells, JudgedRow, find_form, judge_order, text_cell
from adjudicator.workbook.refusals import PackageRefused
from adjudicator.workbook.values import shown


class Refused(Enum):
    """Why an order is not taken; the name a program reading `--json` sees."""

    UNREADABLE = "unreadable"
    NO_FORM = "no form"
    OTHER_CAMPAIGN = "other campaign"
    OTHER_SEASON = "other season"
    UNKNOWN_NATION = "unknown nation"
    ELIMINATED = "eliminated"
    WRONG_CODE = "wrong code"
    WRONG_SENDER = "wrong sender"
    NOT_UNDERSTOOD = "not understood"
    TOO_OLD = "too old"
    TAKEN_BEFORE = "taken before"
    UNCLEAR_WHICH = "unclear which"
    OLDER = "older"
    TYPED_BY_GM = "typed by the GM"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Something that is not taken. `nation` is whose it claims to be, None where that is not known."""

    source: str
    reason: Refused
    why: str
    nation: str | None = None
    nearest: str = ""
    sender: str | None = None


@dataclass(frozen=True, slots=True)
class Blank:
    """A good form that nothing was filled in on."""

    source: str
    nation: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """An order that was understood and is its nation's. `warnings` are sentences; `sha256` of what it came in."""

    source: str
    nation: str
    order: SubmittedOrder | MonumentsOrder
    warnings: tuple[str, ...]
    sha256: str
    dated: datetime | None
    place: int


Examined = Candidate | Blank | Refusal


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What arrivals are judged by.

    `resolved` is when the season before was resolved, with its name: a mail from before then is not about this season.
    `earlier` maps the hash of what was taken in other seasons to their names. `any_sender` takes orders from any
    address, `again` what was taken in another season.
    """

    book: Book
    templates: Path | None = None
    resolved: tuple[datetime, str] | None = None
    earlier: Mapping[str, str] | None = None
    any_sender: bool = False
    again: bool = False


_ALREADY: Final = "the same words were collected for {season} already; --replace takes them for this season"


def examine(arrivals: tuple[Arrival, ...], facts: Circumstances) -> tuple[Examined, ...]:
    """Each order, form and fault in what arrived, in its order.

    What came along with an answer in the same mail and is no form (a newsletter sent back, a picture) is passed over.
    """
    desk = _Desk(facts)
    by_mail: dict[int | None, list[list[Examined]]] = {}
    results: list[tuple[Arrival, list[Examined]]] = []
    for place, arrival in enumerate(arrivals):
        found = list(desk.examine(arrival, place))
        results.append((arrival, found))
        by_mail.setdefault(arrival.mail, []).append(found)
    told: list[Examined] = []
    for arrival, found in results:
        if arrival.mail is not None and _is_no_order(found) and _has_answer(by_mail[arrival.mail]):
            continue
        told.extend(found)
    return tuple(told)


def _is_no_order(found: list[Examined]) -> bool:
    return all(isinstance(one, Refusal) and one.reason is Refused.NO_FORM for one in found)


def _has_answer(mail: list[list[Examined]]) -> bool:
    return any(not (isinstance(one, Refusal) and one.reason is Refused.NO_FORM) for part in mail for one in part)


class _Desk:
    """Examines arrivals against one campaign's season."""

    def __init__(self, facts: Circumstances) -> None:
        self._facts = facts
        self._book = facts.book
        self._nations = NameList(facts.book.world.nation)
        self._labels: dict[str, Mapping[str, TargetChoice]] = {}
        self._by_address: dict[str, set[str]] = {}
        for nation in facts.book.world.nations:
            for address in addresses_of(nation.email):
                self._by_address.setdefault(address.lower(), set()).add(nation.name)

    def examine(self, arrival: Arrival, place: int) -> Iterator[Examined]:
        match arrival.kind:
            case ArrivalKind.TEXT:
                yield from self._text(arrival, place)
            case ArrivalKind.WORKBOOK:
                try:
                    form = find_form(package_from_bytes(arrival.content))
                except PackageRefused as refused:
                    yield Refusal(arrival.source, Refused.UNREADABLE, _sentence(str(refused)), sender=arrival.sender)
                    return
                yield self._form(arrival, place, form)
            case ArrivalKind.PDF:
                fields = read_pdf_fields(arrival.content)
                if isinstance(fields, PdfTrouble):
                    reason = Refused.NO_FORM if fields is PdfTrouble.NO_FIELDS else Refused.UNREADABLE
                    yield Refusal(arrival.source, reason, _sentence(fields.value), sender=arrival.sender)
                    return
                yield self._form(arrival, place, _form_of_fields(fields))

    # --- forms --------------------------------------------------------------------------------------------------------

    def _form(self, arrival: Arrival, place: int, form: FormCells | None) -> Examined:
        if form is None:
            why = "It is no order form: no code stands in it."
            return Refusal(arrival.source, Refused.NO_FORM, why, sender=arrival.sender)
        nation = self._nations.find(form.proofs.get(NATION, ""))
        trouble = self._proof_trouble(form, nation) or self._bearer_trouble(arrival, nation)
        if trouble is not None or nation is None:
            reason, why = trouble or (Refused.UNKNOWN_NATION, "")
            return Refusal(arrival.source, reason, why, nation, sender=arrival.sender)
        if not form.answers:
            return Blank(arrival.source, nation)
        answers = self._answers(nation, form)
        if isinstance(answers, str):
            return Refusal(arrival.source, Refused.NOT_UNDERSTOOD, answers, nation, sender=arrival.sender)
        judged = judge_order(self._book, nation, answers)
        errors = [
            f"{header}: {problem.message} {problem.remedy}".strip()
            for header, problem in judged.problems
            if problem.severity is Severity.ERROR
        ]
        if errors:
            return Refusal(arrival.source, Refused.NOT_UNDERSTOOD, " ".join(errors), nation, sender=arrival.sender)
        return self._candidate(arrival, place, nation, judged, sha256_of(arrival.content))

    def _proof_trouble(self, form: FormCells, nation: str | None) -> tuple[Refused, str] | None:
        """Why a form is not this campaign's, this season's, or its nation's."""
        campaign, season = form.proofs.get(CAMPAIGN, ""), form.proofs.get(SEASON, "")
        now = spoken_season(self._book)
        if name_key(campaign) != name_key(self._book.title):
            shown_title = found_text(campaign) or "no campaign"
            return (
                Refused.OTHER_CAMPAIGN,
                f'It is a form for "{shown_title}"; this is "{found_text(self._book.title)}".',
            )
        if name_key(season) != name_key(now):
            return (
                Refused.OTHER_SEASON,
                f"It is a form for {found_text(season) or 'no season'}; the season now is {now}.",
            )
        if nation is None:
            named = found_text(form.proofs.get(NATION, ""))
            return Refused.UNKNOWN_NATION, f'It is a form for "{named}", which is no nation of this campaign.'
        if not is_code(self._book, nation, form.proofs.get(CODE, "")):
            why = f"Its code is not the one that was sent to {nation}: the form was altered, or is another nation's."
            return Refused.WRONG_CODE, why
        if nation not in active_nations(self._book):
            return Refused.ELIMINATED, f"{nation} is eliminated and gives no orders."
        return None

    def _bearer_trouble(self, arrival: Arrival, nation: str | None) -> tuple[Refused, str] | None:
        """A good form is proof enough of who sent it, unless another player did."""
        owners = self._by_address.get(arrival.sender or "", set())
        if self._facts.any_sender or not owners or nation in owners:
            return None
        why = f"It is the form of {nation}, but {arrival.sender} is the address of {_listed(owners)}."
        return Refused.WRONG_SENDER, f"{why} --any-sender takes it."

    def _answers(self, nation: str, form: FormCells) -> dict[str, Cell] | str:
        """The answers as cells of the order sheet, or why they contradict each other."""
        asked = {"Order", FROM, "Rebuild", "Siege gold", "Monuments"}
        answers = {label: cell for label, cell in form.answers.items() if label in asked}
        wanted = [form.answers[label] for label in INTERCEPTS if label in form.answers]
        if wanted:
            answers["Intercept"] = wanted[0] if len(wanted) == 1 else text_cell("; ".join(map(shown, wanted)))
        if TARGET not in form.answers:
            return answers
        answers[TARGET] = form.answers[TARGET]
        typed = plain(shown(form.answers[TARGET]))
        target, origin = self._target(nation, typed)
        if target != typed:
            answers[TARGET] = text_cell(target)
        if origin is not None:
            chosen = plain(shown(answers[FROM])) if FROM in answers else ""
            if chosen and name_key(chosen) != name_key(origin):
                return f'Target says "{found_text(typed)}", From says "{found_text(chosen)}": which is meant?'
            answers[FROM] = text_cell(origin)
        return answers

    def _target(self, nation: str, typed: str) -> tuple[str, str | None]:
        """Target and start of what was chosen from the list; a name that was typed stands for itself."""
        if nation not in self._labels:
            chosen = target_labels(self._book, nation, self._facts.templates)
            self._labels[nation] = {name_key(label): choice for label, choice in chosen.items()}
        known = self._labels[nation].get(name_key(typed))
        if known is not None:
            return known.target, known.origin
        places = NameList(self._book.state.owners)
        target, mark, rest = typed.partition(CHOICE_MARK)
        if typed in places or not mark:
            return typed, None
        # the list has changed since the form went out: what the entry named still counts
        words = rest.partition(CHOICE_MARK)[0].split(maxsplit=1)
        return target, places.find(words[1]) if len(words) > 1 else None

    def _candidate(self, arrival: Arrival, place: int, nation: str, judged: JudgedRow, sha256: str) -> Candidate:
        warnings = tuple(
            f"{header}: {problem.message} {problem.remedy}".strip()
            for header, problem in judged.problems
            if problem.severity is not Severity.NOTE
        )
        return Candidate(arrival.source, nation, judged.order, warnings, sha256, arrival.dated, place)

    # --- plain words --------------------------------------------------------------------------------------------------

    def _text(self, arrival: Arrival, place: int) -> Iterator[Examined]:
        found = read_text_orders(arrival.text, self._book)
        if not found:
            yield self._no_order(arrival)
            return
        for read in found:
            trouble = self._sender_trouble(arrival, read.nation)
            if trouble is not None:
                yield Refusal(arrival.source, *trouble, read.nation, sender=arrival.sender)
            elif isinstance(read, NotUnderstood):
                why = _sentence(f'"{found_text(read.line, 120)}": {read.why}')
                yield Refusal(
                    arrival.source, Refused.NOT_UNDERSTOOD, why, read.nation, read.nearest, sender=arrival.sender
                )
            else:
                yield self._text_order(arrival, place, read.nation, read.judged)

    def _text_order(self, arrival: Arrival, place: int, nation: str, judged: JudgedRow) -> Examined:
        when = "" if arrival.dated is None else arrival.dated.isoformat()
        sha256 = sha256_of("\n".join((arrival.sender or "", when, order_line(nation, judged.order))).encode())
        resolved = self._facts.resolved
        if resolved is not None and arrival.dated is not None and arrival.dated <= resolved[0]:
            why = f"It was sent before {resolved[1]} was resolved, so it is no order for this season."
            return Refusal(arrival.source, Refused.TOO_OLD, why, nation, sender=arrival.sender)
        season = (self._facts.earlier or {}).get(sha256)
        if season is not None and not self._facts.again:
            why = _sentence(_ALREADY.format(season=season))
            return Refusal(arrival.source, Refused.TAKEN_BEFORE, why, nation, sender=arrival.sender)
        return self._candidate(arrival, place, nation, judged, sha256)

    def _sender_trouble(self, arrival: Arrival, nation: str | None) -> tuple[Refused, str] | None:
        """Words carry no code: they count when they come from the nation's own address, or in a file of the GM's."""
        if arrival.mail is None or self._facts.any_sender or nation is None:
            return None
        if nation in self._by_address.get(arrival.sender or "", set()):
            return None
        sender = arrival.sender or "a sender that is not certain"
        known = addresses_of(self._book.world.nation[nation].email)
        own = f"the address of {nation} is {', '.join(known)}" if known else f"no Email of {nation} is on Nations"
        return Refused.WRONG_SENDER, f"The order of {nation} came from {sender}; {own}. --any-sender takes it."

    def _no_order(self, arrival: Arrival) -> Refusal:
        owners = [name for name in active_nations(self._book) if name in self._by_address.get(arrival.sender or "", ())]
        nation = owners[0] if len(owners) == 1 else None
        nearest = example_line(self._book, nation) if nation is not None else ""
        why = "No line of it is an order."
        return Refusal(arrival.source, Refused.NO_FORM, why, nation, nearest, sender=arrival.sender)


def addresses_of(email: str) -> tuple[str, ...]:
    """The addresses in a cell of `Email`: several are separated by `;` or `,`."""
    return tuple(one for part in email.replace(",", ";").split(";") if (one := plain(part)))


def _form_of_fields(fields: Mapping[str, str]) -> FormCells | None:
    if CODE not in fields:
        return None
    proofs = {label: plain(fields[label]) for label in PROOFS if label in fields}
    answers = {label: text_cell(fields[label]) for label in QUESTIONS if plain(fields.get(label, ""))}
    return FormCells(proofs, answers)


def _listed(names: set[str]) -> str:
    return " and ".join(sorted(names))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."
