"""The kinds of sightings, one for each event of the model, under the name that its phrases have in the templates."""

from __future__ import annotations

from enum import Enum


class SightingKind(Enum):
    """What a `Sighting.kind` may be; `SightingKind(sighting.kind)` raises ValueError for anything else."""

    ORDER_ACCEPTED = "order_accepted"
    ORDER_REFUSED = "order_refused"
    ORDER_IGNORED = "order_ignored"
    ARMY_REBUILT = "army_rebuilt"
    REBUILD_REFUSED = "rebuild_refused"
    OFFENSIVE_PAID = "offensive_paid"
    SIEGE_GOLD_PAID = "siege_gold_paid"
    SIEGE_GOLD_REFUSED = "siege_gold_refused"
    SIEGE_LIFTED = "siege_lifted"
    INITIATIVE_WON = "initiative_won"
    ORDER_REVERTED = "order_reverted"
    INVASION_MARCHED = "invasion_marched"
    ARMY_LOST_ON_MARCH = "army_lost_on_march"
    ENEMY_INTERCEPTED = "enemy_intercepted"
    INTERCEPTION_DECLINED = "interception_declined"
    BATTLE_FOUGHT = "battle_fought"
    TERRITORY_CONQUERED = "territory_conquered"
    RAID_BLOCKED = "raid_blocked"
    RAID_FAILED = "raid_failed"
    PRECEDENCE_ROLLED = "precedence_rolled"
    RAID_SUCCEEDED = "raid_succeeded"
    SIEGE_CONTESTED = "siege_contested"
    ARMY_TURNED_BACK = "army_turned_back"
    SIEGE_SUCCEEDED = "siege_succeeded"
    SIEGE_FAILED = "siege_failed"
    SIEGE_BROKEN = "siege_broken"
    ARMY_WITHDREW = "army_withdrew"
    ARMY_DISPERSED = "army_dispersed"
    NATION_ELIMINATED = "nation_eliminated"
    INCOME_RECEIVED = "income_received"
    MONUMENTS_BUILT = "monuments_built"
    SEASON_ENDED = "season_ended"
    CAMPAIGN_ENDED = "campaign_ended"
