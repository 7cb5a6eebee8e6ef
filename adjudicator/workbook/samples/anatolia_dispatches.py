"""What the GM of the Anatolian campaign says in its first year. Written before the dice fall: it tells no result."""

from __future__ import annotations

from typing import Final

from adjudicator.model.campaign import Season
from adjudicator.model.records import Dispatch
from adjudicator.workbook.samples.shorthand import unwrapped

YEAR: Final = 1072

_WINTER: Final = """\
## The road from Manzikert

Last August an emperor of the Romans knelt before a sultan, and was sent home with a robe of honour. The city
would not have him back. Now two courts issue two sets of orders to the same garrisons, and **nobody garrisons
the passes**.

Snow lies on the Taurus. The marshes of the *Amik* and the *Araxes* are frozen hard enough to bear a horse, as
they are in no other season. Four cities, left to themselves, have closed their gates and are waiting to see who
knocks:

- **Antioch**, where the patriarch pays the garrison;
- **Edessa**, which outlasted the sultan himself a year ago;
- **Trebizond**, behind its mountains, with the sea to feed it;
- **Theodosioupolis**, full of refugees from the east.

*Orders for spring, please, by the evening of the second Sunday.*"""

_WINTER_NORMANS: Final = """\
Three thousand lances and no paymaster. The men say that a country without a master is a kind of wages. Whatever
you take in the Armeniakon you will have to hold against an emperor who calls you a **rebel**; but he has to
call it from the other side of the Bosporus."""

_WINTER_COURT: Final = """\
A letter from the patriarch of Antioch has been read to you both, and to nobody else: he will open the gates to
*the first baptised army of any size* that stands before them. He has, it should be said, written such letters
before."""

_SPRING: Final = """\
## Spring: mud below, snow above

The marshes have thawed and the passes have not. Whoever crosses either now will pay for it in men and mules.

Traders at the fair of **Artze** talk of nothing but the price of grain, and that every treasury from the
Bosporus to the Araxes rings hollow when struck. *An army can be rebuilt for one gold, a friend cannot*, as the
Georgians have it."""

_SPRING_MIRDASIDS: Final = """\
Your cousin writes from the citadel of Aleppo: the walls are sound and the wells are full, but **he counts forty
men** where you promised four hundred. While your banner stands before another city, your own has no army."""

_SUMMER: Final = """\
## Summer: the passes open

The snow is off the **Cilician Gates**, and the fleets are out from Attaleia and from Cyprus. From now until the
rains every road in Anatolia is a good one, for everyone.

> "In winter we count our dead, in spring our money. In summer we do not count."
>
> *An Armenian captain, to a tax collector*

There will be no moves in fall: armies go home, rents come in, and whatever is not spent on walls may be spent
on glory."""

_SUMMER_GEORGIANS: Final = """\
The catholicos has blessed the banners for the third time this year, and asks, with respect, whether a fourth
will be needed. The mountains are clear. **The road south of Tiflis has never been drier.**"""

_FALL: Final = """\
## Fall: the year is counted

Rain from the Aegean to the Caspian. What was taken this year is being written into tax rolls by the same clerks
who wrote the last ones, and every court has heard of some *church, mosque, bridge or bath* that would keep its
name longer than a conquest will.

Next winter the marshes freeze again. **The year 1073** begins with it; orders as before."""

DISPATCHES: Final = (
    Dispatch(YEAR, Season.WINTER, (), unwrapped(_WINTER)),
    Dispatch(YEAR, Season.WINTER, ("Normans",), unwrapped(_WINTER_NORMANS)),
    Dispatch(YEAR, Season.WINTER, ("Romans", "Armenians"), unwrapped(_WINTER_COURT)),
    Dispatch(YEAR, Season.SPRING, (), unwrapped(_SPRING)),
    Dispatch(YEAR, Season.SPRING, ("Mirdasids",), unwrapped(_SPRING_MIRDASIDS)),
    Dispatch(YEAR, Season.SUMMER, (), unwrapped(_SUMMER)),
    Dispatch(YEAR, Season.SUMMER, ("Georgians",), unwrapped(_SUMMER_GEORGIANS)),
    Dispatch(YEAR, Season.FALL, (), unwrapped(_FALL)),
)
