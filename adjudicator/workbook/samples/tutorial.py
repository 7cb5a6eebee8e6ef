"""The war for Veii: three nations and nine towns of old Latium, to learn the campaign by.

Years are counted from the founding of the city, and the places stand where they stood; who held them is made simple.
Each of the four orders, each terrain and most of what can come of them turns up in the first year. The players and
their addresses are invented.
"""

from __future__ import annotations

from typing import Final

from adjudicator.model.campaign import Nation, Season
from adjudicator.model.orders import MonumentsOrder
from adjudicator.workbook.new_campaign import NewCampaign
from adjudicator.workbook.samples.projection import Lambert
from adjudicator.workbook.samples.shorthand import (
    defend,
    offensive,
    raid,
    siege,
    world_and_state,
)
from adjudicator.workbook.samples.tutorial_dispatches import DISPATCHES, YEAR

SEED: Final = "twelve vultures"

_NATIONS: Final = (
    Nation("Romans", "Rome", 3, "Harriet Vale", "harriet.vale@example.org", "crimson"),
    Nation("Etruscans", "Veii", 1, "Ismael Duarte", "ismael.duarte@example.org", "goldenrod"),
    Nation("Volscians", "Antium", 2, "Jolanta Krawiec", "jolanta.krawiec@example.org", "seagreen"),
)

_LANDS: Final = (
    ("Rome", "Romans", 12.49, 41.89),
    ("Ostia", "Romans", 12.29, 41.76),
    ("Tusculum", "Romans", 12.71, 41.80),
    ("Veii", "Etruscans", 12.40, 42.03),
    ("Caere", "Etruscans", 12.10, 42.00),
    ("Falerii", "Etruscans", 12.41, 42.29),
    ("Antium", "Volscians", 12.63, 41.45),
    ("Velitrae", "Volscians", 12.78, 41.69),
    ("Anxur", "Volscians", 13.25, 41.29),
)

_BORDERS: Final = (
    ("Rome", "Veii", ""),
    ("Rome", "Ostia", ""),
    ("Rome", "Tusculum", ""),
    ("Rome", "Falerii", ""),  # up the Tiber
    ("Ostia", "Caere", "marsh"),  # the salt marshes north of the Tiber's mouth
    ("Ostia", "Antium", "sea"),
    ("Tusculum", "Velitrae", "mountains"),  # the Alban hills
    ("Veii", "Caere", ""),
    ("Veii", "Falerii", "mountains"),  # the Sabatine and Ciminian hills
    ("Antium", "Velitrae", ""),
    ("Antium", "Anxur", "sea"),
    ("Velitrae", "Anxur", "marsh"),  # the Pomptine marshes
)

_PROJECTION: Final = Lambert(longitude=12.5, latitude=41.8, south=41.3, north=42.3)

_WORLD, _STATE = world_and_state(_NATIONS, _LANDS, _BORDERS, _PROJECTION, YEAR)

_ORDERS: Final = {
    Season.WINTER: (
        offensive("Romans", "Rome", "Veii"),
        raid("Etruscans", "Caere", "Ostia"),
        defend("Volscians"),
    ),
    Season.SPRING: (
        siege("Romans"),
        defend("Etruscans", "Romans"),
        offensive("Volscians", "Velitrae", "Tusculum"),
    ),
    Season.SUMMER: (
        offensive("Romans", "Ostia", "Antium", rebuild=True),
        raid("Etruscans", "Caere", "Ostia", rebuild=True),
        offensive("Volscians", "Antium", "Ostia"),
    ),
}

TUTORIAL: Final = NewCampaign(
    title="The War for Veii",
    world=_WORLD,
    state=_STATE,
    orders=_ORDERS,
    monuments=(MonumentsOrder("Romans", 2), MonumentsOrder("Etruscans", 3)),
    orders_due="Friday night",
    dispatches=DISPATCHES,
)
