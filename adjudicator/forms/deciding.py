"""Which of a nation's orders counts: the later of two, what the GM typed, and what was taken before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from adjudicator.forms.memory import Collected, Memory
from adjudicator.forms.returned import Candidate, Refusal, Refused
from adjudicator.model.orders import MonumentsOrder, SubmittedOrder
from adjudicator.workbook.write_orders import is_given, order_values

Order = SubmittedOrder | MonumentsOrder


class Taking(Enum):
    """How an order is taken."""

    NEW = "accepted"
    REPLACES = "replaces an earlier one"
    IN_PLACE = "in the workbook already"


@dataclass(frozen=True, slots=True)
class Taken:
    """An order that counts. `replaced` says in words what it stands in place of, or is empty."""

    candidate: Candidate
    taking: Taking
    replaced: str = ""


@dataclass(frozen=True, slots=True)
class PassedBy:
    """An order that does not count because another of its nation does; nothing is wrong with it."""

    candidate: Candidate
    why: str


Decision = Taken | PassedBy | Refusal

_DIFFER: Final = (
    "There are orders of {nation} that differ, and no date of a mail says which is the later: {sources}. Collect the "
    "one that counts, or use --replace: then the last one counts."
)


def cells_of(order: Order) -> dict[str, str | int]:
    """An order as it is kept in memory."""
    return {header: value for header, value in order_values(order).items() if isinstance(value, str | int)}


def decide(candidates: Iterable[Candidate], present: Order | None, memory: Memory, *, replace: bool) -> list[Decision]:
    """What becomes of the orders that came for one nation; at most one is taken.

    `present` is what stands in the workbook now.
    """
    decisions: list[Decision] = []
    kept = memory.orders
    fresh: list[Candidate] = []
    for candidate in candidates:
        known = kept.get(candidate.nation)
        spent = candidate.sha256 in memory.taken and known is not None and known.sha256 != candidate.sha256
        if spent and not replace:
            decisions.append(PassedBy(candidate, "It was collected before, and another order has taken its place."))
        else:
            fresh.append(candidate)
    if not fresh:
        return decisions
    chosen = _latest(fresh, replace=replace)
    if chosen is None:
        sources = ", ".join(one.source for one in fresh)
        why = _DIFFER.format(nation=fresh[0].nation, sources=sources)
        return [*decisions, *(Refusal(one.source, Refused.UNCLEAR_WHICH, why, one.nation) for one in fresh)]
    for other in fresh:
        if other is not chosen:
            same = cells_of(other.order) == cells_of(chosen.order)
            why = f"It says the same as {chosen.source}." if same else f"{chosen.source} came later and counts."
            decisions.append(PassedBy(other, why))
    decisions.append(_against_workbook(chosen, present, kept, replace=replace))
    return decisions


def _latest(candidates: list[Candidate], *, replace: bool) -> Candidate | None:
    """The one that counts, or None where that cannot be told."""
    dates = [one.dated for one in candidates if one.dated is not None]
    if len(dates) == len(candidates):
        last = max(dates)
        latest = [one for one in candidates if one.dated == last]
    else:
        latest = candidates
    if replace or all(cells_of(one.order) == cells_of(latest[0].order) for one in latest):
        return max(latest, key=lambda one: one.place)
    return None


def _against_workbook(
    chosen: Candidate, present: Order | None, kept: Mapping[str, Collected], *, replace: bool
) -> Decision:
    nation = chosen.nation
    if present is None or not is_given(present):
        return Taken(chosen, Taking.NEW)
    now = cells_of(present)
    if cells_of(chosen.order) == now:
        return Taken(chosen, Taking.IN_PLACE)
    before = kept.get(nation)
    collected = before is not None and dict(before.order) == now
    if replace:
        what = f"the order from {before.source}" if before is not None and collected else "the order typed in by you"
        return Taken(chosen, Taking.REPLACES, what)
    if before is None or not collected:
        why = f"An order of {nation} was typed into the workbook, and is kept. --replace takes this one in its place."
        return Refusal(chosen.source, Refused.TYPED_BY_GM, why, nation)
    if before.dated is None or chosen.dated is None:
        why = f"{before.source} was collected for {nation} before, and no dates say which is the later. "
        return Refusal(chosen.source, Refused.UNCLEAR_WHICH, f"{why}--replace takes this one.", nation)
    if chosen.dated <= before.dated:
        return PassedBy(chosen, f"{before.source} was sent later and counts.")
    return Taken(chosen, Taking.REPLACES, f"the order from {before.source}")
