"""What the `Guide` sheet of a new workbook says."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from adjudicator.model.campaign import Season, Terrain
from adjudicator.model.rulebook import Rulebook

SUBTITLE: Final = "A guide for the game master"

INTRODUCTION: Final = (
    "This workbook is the whole campaign: what you enter, what the program works out, and the record of every season. "
    "You keep it in your spreadsheet program like any other file; one command resolves a season, writes the results "
    "back here, and makes a newsletter for every player."
)

BEGINNING: Final = (
    ("Nations", "One row for each nation: its player, its colour, its capital and its aggression (Ag, 0 to 4)."),
    ("Map", "One row for each territory and who owns it; none means independent. X and Y place it on the printed map."),
    ("Borders", "One row for each pair of neighbours, with the marsh, sea or mountains between them."),
    ("Rules", "Every number of the rules. Leave Value empty to play by the default."),
    ("Campaign", "Title, first year, what the newsletters show, and when orders are due. The seed has been drawn."),
    ("Winter", "Give the orders of the first season a row for each nation. From then on the program keeps the rows."),
)

SEASON: Final = (
    (
        "Collect the orders",
        "Enter each player's order on the sheet of the season. A yellow cell is still missing, a red one will be "
        "refused. A nation without an order defends, or keeps the siege it is in.",
        "",
    ),
    (
        "Add a draw, if you like",
        "Once orders are closed, a published number (a lottery's, say) under Public draw on the Campaign sheet makes "
        "sure that nobody, you included, could know the dice.",
        "",
    ),
    (
        "Check",
        "Save and close the workbook, then let the program look for mistakes. It names the cell and the remedy, and "
        "writes nothing.",
        "adjudicate check {file}",
    ),
    ("Look ahead", "See how the season would come out. Nothing is written here either.", "adjudicate preview {file}"),
    (
        "Resolve the season",
        "Results, map, treasuries, chronicle and history are filled in; the newsletters go to the folder reports, "
        "the season as it was to the folder archive.",
        "adjudicate {file}",
    ),
    (
        "Fill in what it waits for",
        "If battles are played on the table (rule battles = table), enter the winners on the Battles sheet, or draw, "
        "or dice; if dice are rolled by hand (dice = table), enter them on the Dice sheet. Then resolve again.",
        "adjudicate status {file}",
    ),
    (
        "Send the newsletters, write a dispatch",
        "Each player gets a paper of their own, without a word of the others' secrets. What you write on the "
        "Dispatches sheet is printed with the season it names.",
        "adjudicate mail {file}",
    ),
    (
        "Correct by hand what you must",
        "Every value may be changed between seasons, the program's too; it keeps a list on the Corrections sheet. A "
        "whole season can be taken back.",
        "adjudicate undo {file}",
    ),
)


def _gold(amount: int) -> str:
    return "free" if amount == 0 else f"{amount} gold"


def _seasons(free: Iterable[Season]) -> str:
    chosen = frozenset(free)
    return ", ".join(season.value for season in Season if season in chosen) or "no season"


def orders(rules: Rulebook) -> tuple[tuple[str, str, str, str], ...]:
    """The four orders: name, what is given with it, what it costs, what it does."""
    return (
        (
            "Offensive",
            "From, Target",
            _gold(rules.offensive_cost),
            "Invades a neighbouring enemy area. Met by the defender's army it fights a battle; if not, it lays siege.",
        ),
        ("Defend", "Intercept", "free", "Fights one invader or besieger in its own land, and turns back raids."),
        ("Siege", "", "free", "Keeps the siege begun in an earlier season, and rolls again."),
        (
            "Raid",
            "From, Target",
            "free",
            f"On a roll of {rules.raid_target} or more takes {rules.raid_loot} gold from the owner of a neighbouring "
            "area. A defending army that fought no battle stops it.",
        ),
        (
            "with any of them",
            "Rebuild",
            _gold(rules.rebuild_cost),
            f"Brings the army back to {rules.full_army} AP before it moves. Not while it besieges.",
        ),
        (
            "with Offensive or Siege",
            "Siege gold",
            _gold(rules.siege_gold_cost),
            f"Adds {rules.siege_gold_bonus} to this season's siege roll.",
        ),
    )


def phases(rules: Rulebook) -> tuple[tuple[str, str], ...]:
    """What happens in a season, in order: the chapter of the rules and what it says."""
    return (
        ("Muster (3)", "Armies are rebuilt and offensives paid for. An army that leaves its siege goes home."),
        (
            "Mutual invasion (4)",
            "Two nations that invade each other roll d6 + Ag; the lower one defends instead.",
        ),
        (
            "March (4)",
            f"Difficult ground out of season costs the invader {rules.terrain_attrition} AP (see below).",
        ),
        (
            "Interception (5)",
            "An army on Defend fights one enemy in its land: the first on its Intercept list, or else the one that "
            "threatens the capital, then the longest siege. The word none on the list ends it.",
        ),
        (
            "Battle (6)",
            f"Each side rolls d6 + 1 for every {rules.ap_per_pip} AP. The winner loses {rules.winner_loss} AP and "
            f"gains {rules.battle_vp} VP, the loser loses {rules.loser_loss} AP. An attacker who wins takes the area.",
        ),
        ("Raids (7)", "All at once, against the treasuries as they are then."),
        (
            "Sieges (8)",
            f"d6, +{rules.siege_season_bonus} for each season it has already lasted: {rules.siege_target} or more "
            f"takes the area. Each roll costs the besieger {rules.siege_loss} AP.",
        ),
        (
            "Withdrawals (6)",
            "The beaten go home. If home has fallen they go to the nearest friendly area, at a price of "
            f"{rules.withdrawal_attrition} AP for an attacker.",
        ),
        (
            "Fall (9)",
            f"No moves. Each area pays {rules.income_gold} gold and {rules.income_vp} VP, sieges end, and "
            f"{rules.gold_per_vp} gold buy 1 VP as monuments.",
        ),
    )


def terrains(rules: Rulebook) -> tuple[tuple[str, str], ...]:
    """Each terrain, and the seasons in which crossing it costs nothing."""
    return tuple((terrain.value, f"free in {_seasons(rules.free_seasons(terrain))}") for terrain in Terrain)


NUMBERS_NOTE: Final = (
    "The numbers are those this workbook was made with. What counts is the Rules sheet; the figures in brackets are "
    "chapters of the rules in the program's documentation."
)

HELP: Final = (
    ("adjudicate --help", "every command, with examples"),
    ("adjudicate explain {file}", "why the last season came out as it did, order by order and die by die"),
    ("adjudicate verify {file}", "every archived season resolved again and compared"),
    ("adjudicate forms {file}", "order forms for the players; collect brings the answers in"),
    ("adjudicate newsletter {file}", "the editions of a season again"),
)
