"""The GM's words in the tutorial: a story, and what to learn. Written before the dice fall: no result is told."""

from __future__ import annotations

from typing import Final

from adjudicator.model.campaign import Season
from adjudicator.model.records import Dispatch
from adjudicator.workbook.samples.shorthand import unwrapped

YEAR: Final = 348

_WINTER: Final = """\
## The year 348 of the city

Veii stands ten miles from Rome and is the richer of the two. This winter the consuls have had enough of it. The
legions cross the Tiber and sit down before the walls; the army of Veii is away on the coast, helping itself to the
salt of Ostia; and beyond the Alban hills the **Volscians** sharpen what they have and wait.

*What to watch.* An **Offensive** costs 1 gold. Veii's army is out raiding and cannot meet it, so the Romans lay
siege at once: a die of 5 or more takes the town, and the siege costs them 25 AP either way. The **Raid** on Ostia
needs a 3. A nation on **Defend** risks nothing."""

_WINTER_ROMANS: Final = """\
The augurs have seen a dozen ravens over the Palatine, which is good. They were all flying towards Veii, on which
the augurs do not agree."""

_SPRING: Final = """\
## Spring, and nobody has gone home

For the first time in memory a Roman army has wintered in the field. Word has reached Antium that **Tusculum has no
garrison**, and the passes of the Alban hills, though deep in snow, are not quite closed.

*What to watch.* An army that stays before a town gives **Siege**: it costs no gold, and each season already spent
there adds 1 to the die. The Etruscans may march to the relief of their own town, since they are on **Defend**. The
Volscians cross mountains in spring: that is 25 AP before anything has happened. In summer it would have been free."""

_SPRING_ETRUSCANS: Final = """\
The league of the twelve cities has met at the shrine of Voltumna and voted you its *sympathy*."""

_SUMMER: Final = """\
## Summer on the Tyrrhenian sea

Two fleets are fitting out, one at Ostia and one at Antium, and each town can count the other's masts.

*What to watch.* When two nations **invade each other**, both roll a die and add their aggression (Ag). The higher
attacks; the lower keeps the gold it had paid and is on Defend. The sea is free to cross in summer. Two treasuries are
nearly empty: an order that cannot be paid is read as Defend, and its Result says so."""

_FALL: Final = """\
## Fall: the census

Mud to the axles on every road in Latium. The armies go home, sieges end, each town pays its rent of 1 gold, and each is
worth 2 victory points to the one who owns it.

*What to watch.* Gold may be turned into glory, 2 for 1. An odd coin stays in the chest. **The next winter begins a new
year**, and from now on the orders are yours."""

DISPATCHES: Final = (
    Dispatch(YEAR, Season.WINTER, (), unwrapped(_WINTER)),
    Dispatch(YEAR, Season.WINTER, ("Romans",), unwrapped(_WINTER_ROMANS)),
    Dispatch(YEAR, Season.SPRING, (), unwrapped(_SPRING)),
    Dispatch(YEAR, Season.SPRING, ("Etruscans",), unwrapped(_SPRING_ETRUSCANS)),
    Dispatch(YEAR, Season.SUMMER, (), unwrapped(_SUMMER)),
    Dispatch(YEAR, Season.FALL, (), unwrapped(_FALL)),
)
