"""What phrases must be able to say: every kind of event, and each reason, cause and way of it, at least once."""

from __future__ import annotations

from adjudicator.model import events as happened
from adjudicator.model.campaign import Season, Terrain
from adjudicator.model.dice import Modifier, ModifierKind, Roll, RolledBy, RollKey, RollKind
from adjudicator.model.events import (
    Basis,
    BattleDecision,
    ConquestBy,
    Event,
    RaidBlock,
    Refusal,
    TurnedBackBy,
    WithdrawalCause,
)
from adjudicator.model.orders import Defend, KeepSiege, Offensive, OrderKind, Raid, SubmittedOrder

ROME, ETRURIA, SAMNITES, GAULS = "Rome", "Etruria", "Samnites", "Gauls"


def rolled(
    kind: RollKind,
    nation: str,
    place: str,
    die: int,
    *,
    ag: int = 0,
    army: int = 0,
    seasons: int = 0,
    gold: int = 0,
    needed: int | None = None,
    attempt: int = 1,
    by: RolledBy = RolledBy.SEED,
) -> Roll:
    named = (
        (ModifierKind.AG, ag),
        (ModifierKind.ARMY, army),
        (ModifierKind.SIEGE_SEASONS, seasons),
        (ModifierKind.SIEGE_GOLD, gold),
    )
    modifiers = tuple(Modifier(name, value) for name, value in named if value)
    return Roll(RollKey(kind, nation, place, attempt), die, modifiers, needed, by)


def _siege_roll(nation: str, place: str, die: int, *, seasons: int = 0, gold: int = 0) -> Roll:
    return rolled(RollKind.SIEGE, nation, place, die, seasons=seasons, gold=gold, needed=5)


def _refused(reason: Refusal) -> Event:
    kind = {Refusal.NOT_BESIEGING: OrderKind.SIEGE, Refusal.INDEPENDENT: OrderKind.RAID}.get(
        reason, OrderKind.OFFENSIVE
    )
    origin = {Refusal.NO_FROM: None, Refusal.UNKNOWN_FROM: "Rma", Refusal.FROM_NOT_FRIENDLY: "Caere"}.get(
        reason, "Roma"
    )
    target = {Refusal.NO_TARGET: None, Refusal.UNKNOWN_TARGET: "Vei", Refusal.TARGET_FRIENDLY: "Ostia"}.get(
        reason, "Capua"
    )
    if kind is OrderKind.SIEGE:
        origin = target = None
    return happened.OrderRefused(ROME, SubmittedOrder(ROME, kind, origin, target), reason)


def _battle(
    winner: str | None,
    *,
    relief: bool = False,
    decided_by: BattleDecision = BattleDecision.DICE,
    rolls: tuple[Roll, ...] = (),
) -> Event:
    return happened.BattleFought(
        territory="Veii",
        attacker=ROME,
        defender=ETRURIA,
        winner=winner,
        relief=relief,
        attacker_ap=375,
        defender_ap=300,
        attacker_loss=50 if winner == ETRURIA else 25,
        defender_loss=50 if winner == ROME else 25,
        vp=3 if winner else 0,
        decided_by=decided_by,
        rolls=rolls,
    )


_INITIATIVE = (
    rolled(RollKind.INITIATIVE, ROME, SAMNITES, 4, ag=1),
    rolled(RollKind.INITIATIVE, SAMNITES, ROME, 3, ag=2),
    rolled(RollKind.INITIATIVE, ROME, SAMNITES, 6, ag=1, attempt=2),
    rolled(RollKind.INITIATIVE, SAMNITES, ROME, 2, ag=2, attempt=2, by=RolledBy.GM),
)
_CONTEST = (
    rolled(RollKind.CONTEST, ROME, "Capua", 5, ag=1),
    rolled(RollKind.CONTEST, GAULS, "Capua", 2, ag=3),
    rolled(RollKind.CONTEST, SAMNITES, "Capua", 3),
)
_BATTLE = (
    rolled(RollKind.BATTLE, ROME, "Veii", 3, army=5),
    rolled(RollKind.BATTLE, ETRURIA, "Veii", 2, army=4),
)
_PRECEDENCE = (
    rolled(RollKind.PRECEDENCE, GAULS, ROME, 5, ag=3),
    rolled(RollKind.PRECEDENCE, ETRURIA, ROME, 2, ag=1),
)

OCCURRENCES: tuple[tuple[str, Event], ...] = (
    ("an offensive ordered", happened.OrderAccepted(ROME, Offensive("Roma", "Veii"), Basis.ORDERED)),
    ("a defence ordered", happened.OrderAccepted(ROME, Defend(), Basis.ORDERED)),
    ("a siege ordered", happened.OrderAccepted(ROME, KeepSiege("Veii"), Basis.ORDERED)),
    ("a raid ordered", happened.OrderAccepted(SAMNITES, Raid("Bovianum", "Roma"), Basis.ORDERED)),
    ("silent, at home", happened.OrderAccepted(ROME, Defend(), Basis.SILENT, clause="2.3")),
    ("silent, besieging", happened.OrderAccepted(ROME, KeepSiege("Veii"), Basis.SILENT, clause="2.3")),
    ("own siege", happened.OrderAccepted(ROME, KeepSiege("Veii"), Basis.OWN_SIEGE, clause="2.4")),
    *((f"order refused: {reason.value}", _refused(reason)) for reason in Refusal),
    ("a siege refused to a nation without one", happened.OrderRefused(GAULS, SubmittedOrder(GAULS), Refusal.DISPERSED)),
    ("an order ignored", happened.OrderIgnored(GAULS)),
    ("rebuilt", happened.ArmyRebuilt(nation=ROME, ap=75, gold=1)),
    *(
        (f"rebuild refused: {reason.value}", happened.RebuildRefused(ROME, reason))
        for reason in (Refusal.FULL_STRENGTH, Refusal.BESIEGING, Refusal.NOT_ENOUGH_GOLD)
    ),
    ("an offensive paid", happened.OffensivePaid(nation=ROME, gold=1)),
    ("siege gold paid", happened.SiegeGoldPaid(nation=ROME, gold=1)),
    *(
        (f"siege gold refused: {reason.value}", happened.SiegeGoldRefused(ROME, reason))
        for reason in (Refusal.WRONG_ORDER, Refusal.NOT_ENOUGH_GOLD)
    ),
    ("a siege lifted", happened.SiegeLifted(nation=ROME, territory="Veii", owner=ETRURIA, seasons=2, to="Roma")),
    (
        "a siege lifted after one season",
        happened.SiegeLifted(nation=SAMNITES, territory="Capua", owner=None, seasons=1, to="Bovianum"),
    ),
    (
        "a siege lifted, origin not recorded",
        happened.SiegeLifted(nation=ROME, territory="Veii", owner=ETRURIA, seasons=1, to="Veii"),
    ),
    ("initiative won", happened.InitiativeWon(winner=ROME, loser=SAMNITES, rolls=_INITIATIVE)),
    (
        "an offensive reverted",
        happened.OrderReverted(nation=SAMNITES, enemy=ROME, order=Offensive("Bovianum", "Roma"), gold=2),
    ),
    (
        "an offensive that cost nothing reverted",
        happened.OrderReverted(nation=SAMNITES, enemy=ROME, order=Offensive("Bovianum", "Roma"), gold=0),
    ),
    (
        "a march over open land",
        happened.InvasionMarched(
            nation=ROME, origin="Roma", target="Veii", owner=ETRURIA, terrains=frozenset(), hard=frozenset(), ap=0
        ),
    ),
    (
        "a march out of season",
        happened.InvasionMarched(
            nation=SAMNITES,
            origin="Bovianum",
            target="Capua",
            owner=None,
            terrains=frozenset({Terrain.MARSH, Terrain.MOUNTAINS}),
            hard=frozenset({Terrain.MARSH}),
            ap=25,
        ),
    ),
    (
        "a march across all terrains, in season",
        happened.InvasionMarched(
            nation=ROME,
            origin="Ostia",
            target="Caere",
            owner=ETRURIA,
            terrains=frozenset(Terrain),
            hard=frozenset(),
            ap=0,
        ),
    ),
    (
        "an army lost on the march",
        happened.ArmyLostOnMarch(nation=GAULS, origin="Mediolanum", target="Caere", owner=ETRURIA),
    ),
    (
        "an invader intercepted, as the list asked",
        happened.EnemyIntercepted(ETRURIA, ROME, "Veii", besieger=False, entry="Rome"),
    ),
    (
        "an invader intercepted by default",
        happened.EnemyIntercepted(SAMNITES, ROME, "Bovianum", besieger=False, entry=None, clause="5.3"),
    ),
    ("a besieger attacked", happened.EnemyIntercepted(ETRURIA, ROME, "Veii", besieger=True, entry="Veii")),
    (
        "interception declined",
        happened.InterceptionDeclined(nation=ETRURIA, threats=((ROME, "Veii"), (GAULS, "Caere"), (GAULS, "Volsinii"))),
    ),
    ("interception of one declined", happened.InterceptionDeclined(nation=ETRURIA, threats=((ROME, "Veii"),))),
    ("a battle won by the invader", _battle(ROME, rolls=_BATTLE)),
    ("a battle won by the defender", _battle(ETRURIA, rolls=_BATTLE)),
    ("a battle drawn", _battle(None, decided_by=BattleDecision.TABLE)),
    ("a battle won on the table", _battle(ROME, decided_by=BattleDecision.TABLE)),
    ("a besieger driven off", _battle(ETRURIA, relief=True, rolls=_BATTLE)),
    ("a besieger who beat the relief", _battle(ROME, relief=True, rolls=_BATTLE)),
    ("a besieger drawn with the relief", _battle(None, relief=True, decided_by=BattleDecision.TABLE)),
    ("a conquest in battle", happened.TerritoryConquered(ROME, "Veii", ETRURIA, ConquestBy.BATTLE, clause="6.3")),
    ("a conquest by siege", happened.TerritoryConquered(SAMNITES, "Caere", ETRURIA, ConquestBy.SIEGE, clause="8.2")),
    ("a free city conquered", happened.TerritoryConquered(SAMNITES, "Capua", None, ConquestBy.SIEGE, clause="8.2")),
    (
        "a raid blocked by the defender",
        happened.RaidBlocked(SAMNITES, "Bovianum", "Roma", ROME, RaidBlock.DEFENDER, clause="7.2"),
    ),
    (
        "a raid blocked by an invasion",
        happened.RaidBlocked(SAMNITES, "Bovianum", "Roma", ROME, RaidBlock.INVASION, clause="7.3"),
    ),
    (
        "a raid failed",
        happened.RaidFailed(
            nation=GAULS,
            origin="Mediolanum",
            target="Caere",
            victim=ETRURIA,
            roll=rolled(RollKind.RAID, GAULS, "Caere", 2, needed=3),
        ),
    ),
    ("precedence among raiders", happened.PrecedenceRolled(victim=ROME, ranking=(GAULS, ETRURIA), rolls=_PRECEDENCE)),
    (
        "a raid",
        happened.RaidSucceeded(
            GAULS, "Mediolanum", "Caere", ETRURIA, 1, rolled(RollKind.RAID, GAULS, "Caere", 3, needed=3)
        ),
    ),
    (
        "a raid on an empty treasury",
        happened.RaidSucceeded(
            ETRURIA, "Caere", "Roma", ROME, 0, rolled(RollKind.RAID, ETRURIA, "Roma", 6, needed=3), clause="7.5"
        ),
    ),
    (
        "two before one city",
        happened.SiegeContested(territory="Capua", winner=ROME, losers=(GAULS,), rolls=_CONTEST[:2]),
    ),
    (
        "three before one city",
        happened.SiegeContested(territory="Capua", winner=ROME, losers=(GAULS, SAMNITES), rolls=_CONTEST),
    ),
    (
        "turned back by the winner of a contest",
        happened.ArmyTurnedBack(GAULS, "Capua", TurnedBackBy.CONTEST, ROME, besieged=False, clause="8.5"),
    ),
    (
        "turned back by a besieger",
        happened.ArmyTurnedBack(SAMNITES, "Veii", TurnedBackBy.BESIEGER, ROME, besieged=False, clause="8.5"),
    ),
    (
        "turned back by a conquest",
        happened.ArmyTurnedBack(GAULS, "Veii", TurnedBackBy.CONQUEST, ROME, besieged=True, clause="8.6"),
    ),
    (
        "a city taken at once",
        happened.SiegeSucceeded(
            nation=ROME, territory="Veii", owner=ETRURIA, seasons=1, ap=25, roll=_siege_roll(ROME, "Veii", 5)
        ),
    ),
    (
        "a city taken in the third season",
        happened.SiegeSucceeded(
            nation=SAMNITES,
            territory="Capua",
            owner=None,
            seasons=3,
            ap=0,
            roll=_siege_roll(SAMNITES, "Capua", 3, seasons=2, gold=1),
        ),
    ),
    (
        "a siege begun",
        happened.SiegeFailed(
            nation=ROME,
            origin="Roma",
            territory="Veii",
            owner=ETRURIA,
            seasons=1,
            ap=25,
            roll=_siege_roll(ROME, "Veii", 4),
        ),
    ),
    (
        "a siege kept",
        happened.SiegeFailed(
            nation=ROME,
            origin="Roma",
            territory="Veii",
            owner=ETRURIA,
            seasons=2,
            ap=25,
            roll=_siege_roll(ROME, "Veii", 3, seasons=1),
        ),
    ),
    (
        "a long siege of a free city",
        happened.SiegeFailed(
            nation=SAMNITES,
            origin=None,
            territory="Capua",
            owner=None,
            seasons=13,
            ap=0,
            roll=_siege_roll(SAMNITES, "Capua", 1),
        ),
    ),
    ("a siege broken by losses", happened.SiegeBroken(nation=GAULS, territory="Caere", owner=ETRURIA, to="Mediolanum")),
    *(
        (f"withdrew: {cause.value}", happened.ArmyWithdrew(ROME, "Veii", "Roma", cause, 0, clause="6.4"))
        for cause in WithdrawalCause
    ),
    (
        "withdrew at a cost",
        happened.ArmyWithdrew(SAMNITES, "Veii", "Bovianum", WithdrawalCause.BEATEN_ATTACKER, 25, clause="6.4"),
    ),
    ("withdrew from nowhere known", happened.ArmyWithdrew(ROME, None, "Roma", WithdrawalCause.FALL, 0, clause="9.2")),
    ("dispersed", happened.ArmyDispersed(GAULS, "Caere", 150, clause="6.5")),
    ("dispersed with nothing left", happened.ArmyDispersed(GAULS, None, 0, clause="10")),
    ("eliminated", happened.NationEliminated(nation=GAULS, ap=75)),
    ("eliminated without an army", happened.NationEliminated(nation=ETRURIA, ap=0)),
    ("income", happened.IncomeReceived(nation=ROME, owned=3, controlled=3, gold=3, vp=6)),
    ("income of one territory", happened.IncomeReceived(nation=GAULS, owned=1, controlled=1, gold=1, vp=2)),
    ("income with a city besieged", happened.IncomeReceived(nation=ETRURIA, owned=2, controlled=1, gold=1, vp=4)),
    ("income with every city besieged", happened.IncomeReceived(nation=ETRURIA, owned=1, controlled=0, gold=0, vp=2)),
    ("monuments", happened.MonumentsBuilt(nation=ROME, asked=4, gold=4, vp=2)),
    ("monuments lowered", happened.MonumentsBuilt(nation=ROME, asked=5, gold=4, vp=2)),
    ("no monuments to be had", happened.MonumentsBuilt(nation=GAULS, asked=1, gold=0, vp=0)),
    ("winter over", happened.SeasonEnded(year=1071, season=Season.WINTER, next_year=1071, next_season=Season.SPRING)),
    (
        "fall over, before our era",
        happened.SeasonEnded(year=-330, season=Season.FALL, next_year=-329, next_season=Season.WINTER),
    ),
    ("the campaign over", happened.CampaignEnded(year=1075, ranking=(ROME, SAMNITES, ETRURIA, GAULS))),
)
