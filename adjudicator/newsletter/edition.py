"""What a reader is told, in order: an edition as data, before any template has seen it.

Each section names the template that prints it. The first block holds what greets the reader, the second what every
reader of the season gets in the same words, the last what is for him alone; each block begins on a new page.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

from markupsafe import Markup

from adjudicator.model.campaign import Season
from adjudicator.model.dice import Roll
from adjudicator.model.view import (
    Account,
    NationCard,
    Notices,
    Outlook,
    PrivatePage,
    Readership,
    Sighting,
    StandingLine,
    TargetChoice,
)
from adjudicator.newsletter.columns import Columns
from adjudicator.newsletter.palette import Livery


class EditionKind(Enum):
    """Which newspaper it is: before the first season, after any, after fall, or the last of all."""

    FOUNDING = "founding"
    SEASON = "season"
    YEARBOOK = "yearbook"
    FINAL = "final"


class Block(Enum):
    """A part of the edition: the first page, what every reader gets in the same words, what is for one reader alone."""

    FRONT = "front"
    COMMON = "common"
    PRIVATE = "private"


@dataclass(frozen=True, slots=True)
class Masthead:
    """The head of the first page. `nation` is set in a player's edition only; `issue` counts from 1 (0: founding).

    `size` is the name of the type size that the title is set in.

    `year` and `season` are those told of; in the founding edition, those about to begin.
    """

    title: str
    size: str
    kind: EditionKind
    year: int
    season: Season
    issue: int
    readership: Readership
    nation: str | None
    orders_due: str


@dataclass(frozen=True, slots=True)
class Story:
    """One piece of news: a headline (empty in brief), what the chronicler tells, and the place of it, if any."""

    headline: str
    text: str
    place: str | None
    weight: int

    @property
    def length(self) -> int:
        """Characters: what a column is measured by."""
        return len(self.headline) + len(self.text)


@dataclass(frozen=True, slots=True)
class Figures:
    """The season in figures."""

    battles: int
    conquests: int
    raids: int
    sieges: int


@dataclass(frozen=True, slots=True)
class FrontPage:
    """The GM's letters and the weightiest news: `beside` next to the letters, `features` below in rows of columns.

    `lead` is None where the templates say what the edition is about.
    """

    template: ClassVar[str] = "front"

    letters: tuple[Markup, ...]
    letters_are_long: bool
    lead: Story | None
    beside: tuple[Story, ...]
    features: tuple[Columns[Story], ...]
    figures: Figures | None


@dataclass(frozen=True, slots=True)
class MoreNews:
    """The news that found no room on the first page."""

    template: ClassVar[str] = "more"

    features: tuple[Columns[Story], ...]
    briefs: tuple[Columns[Story], ...]


@dataclass(frozen=True, slots=True)
class IntroducedNation:
    """A nation as the founding edition presents it, with what it owns."""

    card: NationCard
    livery: Livery
    territories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Introduction:
    """The nations before the first season."""

    template: ClassVar[str] = "introduction"

    nations: tuple[Columns[IntroducedNation], ...]


@dataclass(frozen=True, slots=True)
class RulesInShort:
    """What a player must know to begin."""

    template: ClassVar[str] = "rules"


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """A name that the map shows only by its number."""

    number: int
    name: str


@dataclass(frozen=True, slots=True)
class MapPlate:
    """The map: the identifier of its picture, its alternative text, and the names it shows by number."""

    template: ClassVar[str] = "map"

    picture: str
    alternative: str
    gazetteer: tuple[Gazetteer, ...]


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings; `climbed` in ranks (negative: fell), `share` of the leader's VP in per cent."""

    line: StandingLine
    card: NationCard
    livery: Livery
    climbed: int
    vp_gained: int
    territories_gained: int
    share: int


@dataclass(frozen=True, slots=True)
class Standings:
    """The table of nations; the columns for gold and army are there only where this reader may see them of all."""

    template: ClassVar[str] = "standings"

    rows: tuple[StandingRow, ...]
    shows_gold: bool
    shows_army: bool
    is_final: bool


@dataclass(frozen=True, slots=True)
class Plate:
    """One chart: the identifier of its picture, its title and its alternative text."""

    picture: str
    title: str
    alternative: str


@dataclass(frozen=True, slots=True)
class Charts:
    """What is drawn over all seasons."""

    template: ClassVar[str] = "charts"

    plates: tuple[Plate, ...]


@dataclass(frozen=True, slots=True)
class YearLine:
    """One nation's year: VP and territories at its end, how it came to them, income and monuments of the fall in VP."""

    card: NationCard
    livery: Livery
    vp: int
    vp_gained: int
    territories: int
    territories_won: int
    territories_lost: int
    income_vp: int | None
    monuments_vp: int | None


@dataclass(frozen=True, slots=True)
class Deed:
    """One of the year's best: the word that the templates know it by, the nations that share it, and the number."""

    name: str
    nations: tuple[str, ...]
    value: int


@dataclass(frozen=True, slots=True)
class YearChapter:
    """The weightiest stories of one season of the year."""

    season: Season
    stories: tuple[Story, ...]


@dataclass(frozen=True, slots=True)
class YearStory:
    """The year's three seasons of war, side by side."""

    template: ClassVar[str] = "yearstory"

    year: int
    chapters: tuple[YearChapter, ...]


@dataclass(frozen=True, slots=True)
class YearReview:
    """The year of each nation, and the year's best deeds."""

    template: ClassVar[str] = "year"

    year: int
    lines: tuple[YearLine, ...]
    deeds: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class PublicOrders:
    """Every order given, where the campaign makes orders public."""

    template: ClassVar[str] = "orders"

    sentences: tuple[Columns[str], ...]


@dataclass(frozen=True, slots=True)
class PublicNotices:
    """What is announced to all; `is_over` tells that the seed may now be opened."""

    template: ClassVar[str] = "notices"

    notices: Notices
    is_over: bool


@dataclass(frozen=True, slots=True)
class RevealedDie:
    """One die by its key (chapter 11); `by_gm` where the GM rolled it."""

    key: str
    die: int
    by_gm: bool


@dataclass(frozen=True, slots=True)
class RevealedSeason:
    """The dice of one season."""

    year: int
    season: Season
    dice: tuple[RevealedDie, ...]


@dataclass(frozen=True, slots=True)
class AllDice:
    """Every die of the campaign, once it is over."""

    template: ClassVar[str] = "alldice"

    seasons: tuple[RevealedSeason, ...]


@dataclass(frozen=True, slots=True)
class FateLine:
    """What became of an order, in a sentence, and the clause it happened under."""

    sentence: str
    clause: str


@dataclass(frozen=True, slots=True)
class Movement:
    """One line of an account: the sighting that explains it (None: not in this reader's view), amount, balance."""

    sighting: Sighting | None
    amount: int
    balance: int


@dataclass(frozen=True, slots=True)
class AccountSheet:
    """One account over the season."""

    account: Account
    opening: int
    movements: tuple[Movement, ...]
    closing: int


@dataclass(frozen=True, slots=True)
class DiceGroup:
    """Dice rolled for one thing: a battle's, a siege's, a raid's. The kind is the word used in roll keys (11.1)."""

    kind: str
    place: str
    rolls: tuple[Roll, ...]


@dataclass(frozen=True, slots=True)
class Targets:
    """What may be attacked from one of the nation's territories."""

    origin: str
    choices: tuple[TargetChoice, ...]


_SHORT_LIST = 16


@dataclass(frozen=True, slots=True)
class LookingAhead:
    """Next season's choices, the targets by the territory they may be attacked from."""

    outlook: Outlook
    targets: tuple[Targets, ...]

    @property
    def is_short(self) -> bool:
        """Whether the targets are few enough to stand beside the treasury, on one page."""
        return len(self.outlook.targets) <= _SHORT_LIST

    @property
    def has_independent_target(self) -> bool:
        """Whether a territory that nobody owns is among the targets (1.6)."""
        return any(choice.owner is None for choice in self.outlook.targets)


@dataclass(frozen=True, slots=True)
class PrivateSheet:
    """What is for one nation's player alone."""

    page: PrivatePage
    livery: Livery
    fate: tuple[FateLine, ...]
    accounts: tuple[AccountSheet, ...]
    dice: tuple[DiceGroup, ...]
    ahead: LookingAhead | None


@dataclass(frozen=True, slots=True)
class PrivateSection:
    """A player's own pages, with the order form for the season to come."""

    template: ClassVar[str] = "private"

    sheet: PrivateSheet
    next_year: int
    next_season: Season
    orders_due: str
    has_form: bool


@dataclass(frozen=True, slots=True)
class GmEntry:
    """One thing that happened, as the GM's chronicle has it."""

    number: int
    sentence: str
    clause: str
    is_secret: bool


@dataclass(frozen=True, slots=True)
class GmDossier:
    """Everything: the season's chronicle, all nations' sheets and all dice."""

    template: ClassVar[str] = "dossier"

    entries: tuple[GmEntry, ...]
    sheets: tuple[PrivateSheet, ...]
    dice: tuple[DiceGroup, ...]


Section = (
    FrontPage
    | MoreNews
    | Introduction
    | RulesInShort
    | MapPlate
    | Standings
    | Charts
    | YearStory
    | YearReview
    | PublicOrders
    | PublicNotices
    | AllDice
    | PrivateSection
    | GmDossier
)


@dataclass(frozen=True, slots=True)
class EditionPlan:
    """An edition in order, ready for the templates: sections by block."""

    masthead: Masthead
    blocks: tuple[tuple[Block, tuple[Section, ...]], ...]
