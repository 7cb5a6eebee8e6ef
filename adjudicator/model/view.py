"""What one reader of the newsletter may know: a type of its own.

`adjudicator.rules.sight` makes a `SeasonView` from a resolved season; the newsletter gets nothing else. A secret that
is not in the view cannot be printed by any template.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from adjudicator.model.campaign import Border, Season, Standing, Terrain, Territory
from adjudicator.model.dice import Roll
from adjudicator.model.records import Correction, DieRow


class Readership(Enum):
    """For whom an edition is made: a nation's player, everyone (no secrets at all), or the GM (everything)."""

    NATION = "nation"
    PUBLIC = "public"
    GM = "gm"


@dataclass(frozen=True, slots=True)
class Viewer:
    """One reader. `nation` is set for a player's edition only."""

    readership: Readership
    nation: str | None = None

    def may_see(self, secret_of: tuple[str, ...]) -> bool:
        """Whether a secret shared by these nations may be told to this reader."""
        return self.readership is Readership.GM or (self.nation is not None and self.nation in secret_of)


Fact = str | int | bool | None | tuple[str, ...]
"""What a sighting tells: names, numbers, yes or no, or several names. An absent fact is a secret or not there."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """One event as this reader may know it.

    `kind` is the event's name in snake case (`siege_failed`), the name of its phrase in the templates. `facts` holds
    the visible fields by name; `rolls` only the dice that may be seen. `secret` tells that not everyone hears of this
    event (or of these facts). `number` is the event's place in the season, from 0, the same for every reader.
    `concerns` are the nations it is about, the acting one first.
    """

    number: int
    kind: str
    clause: str
    facts: Mapping[str, Fact]
    concerns: tuple[str, ...]
    secret: bool
    rolls: tuple[Roll, ...] = ()


@dataclass(frozen=True, slots=True)
class NationCard:
    """A nation as everyone knows it. `colour` may be empty. `ag` is the army's aggression."""

    name: str
    player: str
    colour: str
    capital: str | None
    ag: int
    standing: Standing


@dataclass(frozen=True, slots=True)
class KnownArmy:
    """Where an army is known to stand at the season's end. `army_ap` is None where it is not this reader's to know."""

    nation: str
    territory: str
    besieging: bool
    army_ap: int | None


@dataclass(frozen=True, slots=True)
class StandingLine:
    """One line of the standings, ranked by VP, then territories (then gold, where the campaign is over or gold is
    public).

    `*_before` are the values at the start of the season. `gold` and `army_ap` are None where they are not this reader's
    to know. `rank` counts from 1; equals share a rank.
    """

    nation: str
    rank: int
    rank_before: int
    vp: int
    vp_before: int
    territories: int
    territories_before: int
    standing: Standing
    gold: int | None = None
    army_ap: int | None = None


@dataclass(frozen=True, slots=True)
class PastSeason:
    """One nation at the end of one past season, for tables and charts over time; secrets are None."""

    year: int
    season: Season
    nation: str
    territories: int
    vp: int
    standing: Standing
    gold: int | None = None
    army_ap: int | None = None


class Account(Enum):
    """What a ledger counts."""

    TREASURY = "gold"
    ARMY = "AP"
    GLORY = "VP"


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One movement: the sighting that explains it (by number), its amount, and the balance after it."""

    sighting: int
    amount: int
    balance: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """One account of one nation over the season: opening + every movement = closing."""

    account: Account
    opening: int
    lines: tuple[LedgerLine, ...]
    closing: int


@dataclass(frozen=True, slots=True)
class TargetChoice:
    """A target that may lawfully be named next season, from one's own territory. `attrition` in AP is that season's."""

    origin: str
    target: str
    owner: str | None
    terrains: frozenset[Terrain]
    attrition: int
    can_be_raided: bool


@dataclass(frozen=True, slots=True)
class SiegeOutlook:
    """A siege under way. `needs` is the lowest die that takes the city, 7 or more: out of reach, 1 or less: certain;
    `needs_with_gold` with siege gold.

    `chance` and `chance_with_gold` count the faces of the die, out of 6, that succeed.
    """

    territory: str
    owner: str | None
    seasons: int
    needs: int
    needs_with_gold: int
    chance: int
    chance_with_gold: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a nation may do next season. `affordable` names, of `rebuild`, `offensive` and `siege gold`, each one's
    cost in gold
    that the treasury can meet alone; `monuments` is the most gold that can be spent usefully in a coming fall, before
    income.
    """

    year: int
    season: Season
    gold: int
    army_ap: int
    full_army: int
    may_rebuild: bool
    rebuild_cost: int
    offensive_cost: int
    siege_gold_cost: int
    gold_per_vp: int
    siege: SiegeOutlook | None
    targets: tuple[TargetChoice, ...]


@dataclass(frozen=True, slots=True)
class PrivatePage:
    """What only one nation's player (and the GM) may read.

    `received` is the order row exactly as it was read, header and text of each filled cell; empty where none was sent.
    `fate` holds the numbers of the sightings that tell what became of it; `dice` the dice that concern this nation.
    `besieged` are its territories under siege at the season's end: area, besieger and seasons.
    """

    nation: str
    silent: bool
    received: tuple[tuple[str, str], ...]
    fate: tuple[int, ...]
    treasury: Ledger
    army: Ledger
    glory: Ledger
    army_at: str | None
    besieging: bool
    dice: tuple[Roll, ...]
    besieged: tuple[tuple[str, str, int], ...]
    outlook: Outlook | None


@dataclass(frozen=True, slots=True)
class Notices:
    """What is announced to all.

    `commitment` is the SHA-256 of the seed (11.3), `public_draw` empty where there was none.
    """

    silent: tuple[str, ...]
    eliminated: tuple[str, ...]
    commitment: str
    public_draw: str
    orders_due: str
    corrections: tuple[Correction, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """One season of the year that fall closes, as this reader may know it: for the yearbook."""

    year: int
    season: Season
    sightings: tuple[Sighting, ...]


@dataclass(frozen=True, slots=True)
class SeasonView:
    """One season as one reader may know it: all that an edition is made from.

    `issue` counts the campaign's newsletters from 1. `year` and `season` are the season resolved, `next_*` the one to
    come. `dispatches` are the GM's words for this reader, Markdown. `private` has one page for a player, one for each
    nation for the GM, none for the public. `founding` marks the edition before the first season: nothing has happened
    yet, and `season` is the first to come. `chapters` tell the year's earlier seasons, in fall only; `dice_revealed`
    has every die of the campaign once it is over. The seed itself is in no view.
    """

    viewer: Viewer
    title: str
    issue: int
    year: int
    season: Season
    next_year: int
    next_season: Season
    over: bool
    nations: tuple[NationCard, ...]
    territories: tuple[Territory, ...]
    borders: tuple[Border, ...]
    owners_before: Mapping[str, str | None]
    owners: Mapping[str, str | None]
    sightings: tuple[Sighting, ...]
    armies: tuple[KnownArmy, ...]
    standings: tuple[StandingLine, ...]
    history: tuple[PastSeason, ...]
    dispatches: tuple[str, ...]
    notices: Notices
    private: tuple[PrivatePage, ...]
    founding: bool = False
    chapters: tuple[Chapter, ...] = ()
    dice_revealed: tuple[DieRow, ...] = ()
