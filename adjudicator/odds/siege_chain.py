"""How long a siege may last: its chances season by season if it is kept and nobody interferes, exact (8.2 to 8.4)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from adjudicator.model.campaign import Season
from adjudicator.model.rulebook import Rulebook
from adjudicator.odds.rolls import success_chance


@dataclass(frozen=True, slots=True)
class SiegeRoll:
    """One roll of a siege to come: what is added to the die, and the chances as seen from before the first roll.

    `falls` is the chance that the city falls with this roll, `fallen` that it has fallen by then, `worn_down` that the
    army is dispersed after it (8.4).
    """

    season: Season
    modifier: int
    needed: int
    falls: Fraction
    fallen: Fraction
    worn_down: Fraction


def siege_chain(rulebook: Rulebook, season: Season, *, seasons: int, army_ap: int, gold: int) -> tuple[SiegeRoll, ...]:
    """The rolls from `season` to summer; fall ends every siege (9.2).

    `seasons` counts the rolls made already. `gold` is spent on siege gold, from the first roll on, as far as it goes
    (3.3); 0 leaves it out. `army_ap` is what the army has before the first roll.
    """
    chain: list[SiegeRoll] = []
    going_on, fallen = Fraction(1), Fraction(0)
    while season.has_moves and going_on and army_ap > 0:
        modifier = seasons * rulebook.siege_season_bonus
        if gold and gold >= rulebook.siege_gold_cost:
            gold -= rulebook.siege_gold_cost
            modifier += rulebook.siege_gold_bonus
        falls = going_on * success_chance(modifier, rulebook.siege_target)
        going_on -= falls
        fallen += falls
        army_ap -= min(army_ap, rulebook.siege_loss)
        worn_down = going_on if army_ap == 0 else Fraction(0)
        chain.append(SiegeRoll(season, modifier, rulebook.siege_target, falls, fallen, worn_down))
        seasons += 1
        season = season.following
    return tuple(chain)
