"""Every sample workbook, made anew from its content."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from adjudicator.workbook.blank import new_workbook
from adjudicator.workbook.samples.anatolia import ANATOLIA
from adjudicator.workbook.samples.anatolia import SEED as ANATOLIA_SEED
from adjudicator.workbook.samples.mistakes import mistakes
from adjudicator.workbook.samples.tutorial import SEED as TUTORIAL_SEED
from adjudicator.workbook.samples.tutorial import TUTORIAL


def tutorial() -> bytes:
    """`tutorial.xlsx`: three nations and nine towns."""
    return new_workbook(TUTORIAL, seed=TUTORIAL_SEED, file_name="tutorial.xlsx")


def anatolia() -> bytes:
    """`anatolia.xlsx`: seven nations and thirty cities."""
    return new_workbook(ANATOLIA, seed=ANATOLIA_SEED, file_name="anatolia.xlsx")


SAMPLES: Final[Mapping[str, Callable[[], bytes]]] = {"anatolia": anatolia, "mistakes": mistakes, "tutorial": tutorial}
"""By name, what makes the workbook: the same bytes every time."""
