"""`verify WORKBOOK --roll`: one die of an archived season, from the seed and the draw that its workbook holds."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from adjudicator.archive.places import SeasonLabel, locate
from adjudicator.model.dice import RolledBy, RollKey
from adjudicator.not_possible import NotPossibleError
from adjudicator.replay import find_season, replay
from adjudicator.roll_check import DrawnDie, NamedRoll, draw_again, read_roll_key
from adjudicator.rules.dice import seed_commitment
from adjudicator.workbook.names import NameList


@dataclass(frozen=True, slots=True)
class ArchivedRoll:
    """A die drawn again, its seed's commitment, and sentences on what the season made of it."""

    drawn: DrawnDie
    commitment: str
    remarks: tuple[str, ...]


def verify_archived_roll(workbook: Path, archive: Path | None, text: str) -> ArchivedRoll:
    """Draw a die of an archived season again; names in the key may be spelt as the reader of workbooks allows.

    Raises `WorkbookUnavailable`, `PackageRefused`, and `NotPossibleError` for a key that is none, a season that is not
    archived, or a campaign without a seed.
    """
    places = locate(workbook, archive)
    typed = read_roll_key(text)
    label = SeasonLabel.of(typed.year, typed.season)
    archived = find_season(places, label)
    if archived is None:
        raise NotPossibleError(f"{label.spoken.capitalize()} is not archived; give --seed to check a die without it.")
    told = replay(places, archived)
    book = told.book
    if not book.seed:
        raise NotPossibleError("The campaign has no seed: its dice are rolled by hand.")
    nations, territories = NameList(book.world.nation), NameList(book.world.territory_rank)
    key = RollKey(
        typed.key.kind,
        nations.find(typed.key.nation) or typed.key.nation,
        territories.find(typed.key.place) or nations.find(typed.key.place) or typed.key.place,
        typed.key.attempt,
    )
    drawn = draw_again(book.seed, NamedRoll(typed.year, typed.season, key), book.orders.public_draw)
    roll = next((roll for roll in told.outcome.rolls if roll.key == key), None)
    if roll is None:
        remarks = [f"No such die was rolled in {label.spoken}; this is what it would have been."]
    else:
        parts = "".join(f" + {part.value} for {part.kind.value}" for part in roll.modifiers)
        needed = "" if roll.needed is None else f", needed {roll.needed}"
        remarks = [f"In {label.spoken} the roll was {roll.die}{parts} = {roll.total}{needed}."]
        if roll.rolled_by is RolledBy.GM:
            remarks.append("The GM entered that die by hand (11.4); the seeded one was not used.")
    return ArchivedRoll(drawn, seed_commitment(book.seed), tuple(remarks))
