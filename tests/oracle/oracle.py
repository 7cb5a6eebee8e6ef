"""The season resolved a second time, literally and slowly, from the text of the rules alone.

Nothing here shares a line or an idea with ``adjudicator.rules``: where the two disagree, one of them misreads the text.
``resolve`` takes a case in the shape described in ``tests/cases/README.md``. Numbers in comments are the clauses of
``docs/rules.md``; "choice" marks a place where the text leaves more than one reading.
"""

import math
from collections import deque

from .die import Dice
from .reading import SEASONS, parse_borders, parse_order, read_case


def distances(start, owner, borders):
    """Borders to be crossed from ``start`` to every territory; what cannot be reached is infinitely far."""
    away = dict.fromkeys(owner, math.inf)
    if start not in away:
        return away
    away[start] = 0
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for other in owner:
            if frozenset((here, other)) in borders and other != here and away[other] == math.inf:
                away[other] = away[here] + 1
                queue.append(other)
    return away


def nearest_friendly(nation, start, owner, borders):
    """6.5: fewest borders away, ties by Map order; None when nothing friendly is left.

    Choice: a friendly territory that no chain of borders reaches is farther than any other, but still "another".
    """
    own = [t for t in owner if owner[t] == nation]
    if not own:
        return None
    away = distances(start, owner, borders)
    return min(own, key=lambda t: away[t])  # min keeps the first of equals: Map order


# ---------------------------------------------------------------- the season


def resolve(case):
    season = case.get("season", "spring")
    return resolve_fall(case) if season == "fall" else resolve_moves(case)


def result(case, *, rules, nations, owner, dice, battles, orders, spent, pending=(), pending_dice=()):
    year, season = case.get("year", 1), case.get("season", "spring")
    status = "orders"
    next_year, next_season = year, season
    if pending:
        status = "battles"
    elif pending_dice:
        status = "dice"
    elif season == "fall":
        next_year, next_season = year + 1, "winter"  # 9.4
        if rules["last_year"] not in (None, "") and year >= int(rules["last_year"]):
            status, next_year, next_season = "over", year, "fall"
    else:
        next_season = SEASONS[SEASONS.index(season) + 1]  # 1.2
    fields = ("ap", "gold", "vp", "at", "siege_seasons", "came_from", "standing")
    return {
        "status": status,
        "year": next_year,
        "season": next_season,
        "nations": {n: {f: nations[n][f] for f in fields} for n in nations},
        "owner": dict(owner),
        "rolls": list(dice.rolled),
        "battles": battles,
        "orders": orders,
        "spent": spent,
        "pending": list(pending),
        "pending_dice": list(pending_dice),
    }


def waiting(case, dice, battles=(), pending=()):
    """6.7, 11.4: the season stops and nothing of it is applied."""
    rules, owner, nations = read_case(case)
    dice.rolled = []
    return result(
        case,
        rules=rules,
        nations=nations,
        owner=owner,
        dice=dice,
        battles=list(battles),
        orders={},
        spent={},
        pending=pending,
        pending_dice=dice.missing,
    )


def resolve_moves(case):
    rules, owner, nations = read_case(case)
    borders = parse_borders(case.get("borders"))
    season = case.get("season", "spring")
    dice = Dice(case, rules)
    start_owner = dict(owner)  # 2.5
    map_order = list(owner)
    nation_order = list(nations)
    active = [n for n in nations if nations[n]["standing"] != "eliminated"]  # 1.5

    def friendly(name, territory):
        return territory in start_owner and start_owner[territory] == name

    # "besieging" at the start of the season
    besieging = {
        n: nations[n]["siege_seasons"] >= 1 and nations[n]["at"] in start_owner and not friendly(n, nations[n]["at"])
        for n in active
    }
    start_at = {n: nations[n]["at"] for n in nations}
    start_came_from = {n: nations[n]["came_from"] for n in nations}

    # ------------------------------------------------------------ muster (3) and what each order is read as (2)
    given = {n: parse_order(text) for n, text in (case.get("orders") or {}).items() if n in nations}
    plan = {}  # nation: kind, from, target, siege_gold (paid), intercept
    spent = {n: {"rebuild": 0, "offensive": 0, "siege_gold": 0, "monuments": 0} for n in nations}
    orders = {n: {"accepted": None, "reverted": False} for n in nations}
    for n in active:
        nation = nations[n]
        order = given.get(n)
        if order is None:
            # 2.3
            order = parse_order("siege" if besieging[n] else "defend")

        # 3.1: before anything else; not while besieging; not at full strength. 3.4: rebuild is paid first.
        if (
            order["rebuild"]
            and not besieging[n]
            and nation["ap"] < rules["full_army"]
            and nation["gold"] >= rules["rebuild_cost"]
        ):
            nation["gold"] -= rules["rebuild_cost"]
            nation["ap"] = rules["full_army"]
            spent[n]["rebuild"] = rules["rebuild_cost"]

        kind, start, target = order["kind"], order["from"], order["target"]
        if kind == "offensive" and besieging[n] and target == nation["at"]:
            # 2.4. Choice: whatever its "from" says, for the army is there already.
            kind = "siege"

        # 2.2: what cannot be carried out is Defend
        legal = True
        if kind == "siege":
            legal = besieging[n]
        elif kind in ("offensive", "raid"):
            legal = (
                friendly(n, start)
                and target in start_owner
                and not friendly(n, target)
                and frozenset((start, target)) in borders
            )
            if kind == "raid" and legal and start_owner[target] is None:
                legal = False  # 7.5, 1.6. Choice: such a raid cannot be carried out, so 2.2 makes it Defend.
        if kind in ("offensive", "raid", "siege") and nation["ap"] <= 0:
            legal = False  # 1.4
        if kind == "offensive" and nation["gold"] < rules["offensive_cost"]:
            legal = False  # 2.2, 3.4
        if not legal:
            kind = "defend"

        if kind == "offensive":  # 3.2
            nation["gold"] -= rules["offensive_cost"]
            spent[n]["offensive"] = rules["offensive_cost"]
        siege_gold = False
        if order["siege_gold"] and kind in ("offensive", "siege") and nation["gold"] >= rules["siege_gold_cost"]:
            nation["gold"] -= rules["siege_gold_cost"]  # 3.3, 3.4
            spent[n]["siege_gold"] = rules["siege_gold_cost"]
            siege_gold = True
        plan[n] = {
            "kind": kind,
            "from": start if kind in ("offensive", "raid") else None,
            "target": target if kind in ("offensive", "raid") else None,
            "siege_gold": siege_gold,
            "intercept": order["intercept"],
        }
        orders[n]["accepted"] = kind

    # ------------------------------------------------------------ departures (3.5)
    lifted = [n for n in active if besieging[n] and plan[n]["kind"] != "siege"]
    for n in lifted:
        nations[n]["siege_seasons"] = 0
    keeping = [n for n in active if plan[n]["kind"] == "siege"]

    # ------------------------------------------------------------ mutual invasions (4.1)
    def invade_each_other(a, b):
        if plan[a]["kind"] != "offensive" or plan[b]["kind"] != "offensive":
            return False
        if rules["mutual_invasion"] == "border":
            return plan[a]["target"] == plan[b]["from"] and plan[b]["target"] == plan[a]["from"]
        return start_owner[plan[a]["target"]] == b and start_owner[plan[b]["target"]] == a

    pairs = [(a, b) for i, a in enumerate(active) for b in active[i + 1 :] if invade_each_other(a, b)]
    losers = []
    for a, b in pairs:
        other = {a: b, b: a}
        winner = dice.best_of("initiative", [a, b], lambda n, other=other: other[n], lambda n: nations[n]["ag"])
        if winner is not None:
            losers.append(other[winner])
    if dice.missing:
        return waiting(case, dice)
    for n in losers:  # 4.2
        nations[n]["gold"] += spent[n]["offensive"] + spent[n]["siege_gold"]
        spent[n]["offensive"] = spent[n]["siege_gold"] = 0
        plan[n].update({"kind": "defend", "from": None, "target": None, "siege_gold": False})
        orders[n]["reverted"] = True

    # ------------------------------------------------------------ march (4.3, 4.4)
    launched = [n for n in active if plan[n]["kind"] == "offensive"]  # 7.3: a reverted one is not among them
    free_season = {
        "marsh": rules["marsh_season"],
        "sea": rules["sea_season"],
        "mountains": rules["mountains_season"],
    }
    marched_and_dispersed = []
    for n in launched:
        terrains = borders[frozenset((plan[n]["from"], plan[n]["target"]))]
        if any(free_season[t] != season for t in terrains):  # once, however many
            nations[n]["ap"] = max(0, nations[n]["ap"] - rules["terrain_attrition"])
            if nations[n]["ap"] == 0:
                marched_and_dispersed.append(n)
    invading = [n for n in launched if n not in marched_and_dispersed]

    # ------------------------------------------------------------ interceptions (5)
    fights = []  # (area, attacker, defender)
    for d in active:
        if plan[d]["kind"] != "defend" or nations[d]["ap"] <= 0:  # 5.1, 5.4, 1.4
            continue
        enemies = []  # (enemy, area)
        for n in active:
            if n in invading and start_owner[plan[n]["target"]] == d:
                enemies.append((n, plan[n]["target"]))
            elif n in keeping and start_owner[nations[n]["at"]] == d:
                enemies.append((n, nations[n]["at"]))

        def by_default(enemy_and_area, d=d):  # 5.3
            enemy, area = enemy_and_area
            counted = nations[enemy]["siege_seasons"] if enemy in keeping else 0
            return (area != nations[d]["capital"], -counted, map_order.index(area), nation_order.index(enemy))

        chosen, ended = None, False
        for entry in plan[d]["intercept"]:  # 5.2
            if entry.casefold() == "none":
                ended = True
                break
            matches = [pair for pair in enemies if entry in pair]
            if matches:
                chosen = min(matches, key=by_default)
                break
        if chosen is None and not ended and enemies:
            chosen = min(enemies, key=by_default)
        if chosen is not None:
            fights.append((chosen[1], chosen[0], d))

    # ------------------------------------------------------------ battles (6)
    entered = case.get("battles") or {}
    battles, pending = [], []
    for area, attacker, defender in fights:
        battle = {
            "area": area,
            "attacker": attacker,
            "defender": defender,
            "attacker_ap": nations[attacker]["ap"],
            "defender_ap": nations[defender]["ap"],
            "winner": None,
        }
        battles.append(battle)
        decision = "dice"
        if rules["battles"] == "table":
            decision = entered.get(area)
        if decision is None:
            pending.append(area)
        elif decision == "dice":  # 6.7
            battle["winner"] = dice.best_of(
                "battle",
                [attacker, defender],
                lambda n, area=area: area,
                lambda n: nations[n]["ap"] // rules["ap_per_pip"],
            )
        elif decision in ("draw", attacker, defender):
            battle["winner"] = decision
        else:
            raise ValueError(f"{decision} did not fight at {area}")
    if pending or dice.missing:
        return waiting(case, dice, battles, pending)

    def lose(n, points):
        nations[n]["ap"] = max(0, nations[n]["ap"] - points)  # 1.4

    fought = {n for _, attacker, defender in fights for n in (attacker, defender)}
    taken_in_battle = {}  # area: conqueror
    withdraws = {}  # nation: (the battle, where it came from), 6.4
    beaten_defender = {}  # nation: the battle, 6.6
    stands = {}  # nation: where it stands at the end of the season (10), for those who do not withdraw
    for battle in battles:
        area, attacker, defender, winner = (battle[k] for k in ("area", "attacker", "defender", "winner"))
        came_from = start_came_from[attacker] if attacker in keeping else plan[attacker]["from"]
        if winner == "draw":  # 6.8
            lose(attacker, rules["winner_loss"])
            lose(defender, rules["winner_loss"])
            withdraws[attacker] = (area, came_from)
            stands[defender] = area
            continue
        loser = defender if winner == attacker else attacker
        lose(winner, rules["winner_loss"])  # 6.2
        lose(loser, rules["loser_loss"])
        nations[winner]["vp"] += rules["battle_vp"]
        if winner == attacker:  # 6.3
            owner[area] = attacker
            taken_in_battle[area] = attacker
            stands[attacker] = area
            beaten_defender[defender] = area
        else:
            stands[defender] = area
            withdraws[attacker] = (area, came_from)

    # ------------------------------------------------------------ raids (7)
    raiders = {}  # victim: those who roll
    for n in active:
        if plan[n]["kind"] != "raid":
            continue
        victim = start_owner[plan[n]["target"]]  # 7.1
        stands[n] = plan[n]["from"]
        if plan[victim]["kind"] == "defend" and victim not in fought and nations[victim]["ap"] > 0:
            continue  # 7.2, 1.4
        if (
            victim in launched
            and plan[victim]["from"] == plan[n]["target"]
            and plan[victim]["target"] == plan[n]["from"]
        ):
            continue  # 7.3. Choice: an invasion that the march dispersed was launched all the same.
        raiders.setdefault(victim, []).append(n)
    takings = []  # (victim, raider, gold)
    for victim in nation_order:
        rolled = {
            n: dice.roll("raid", n, plan[n]["target"], 1, 0) for n in raiders.get(victim, [])
        }  # 7.4: rolled even for an empty treasury
        if None in rolled.values():
            continue
        successful = [n for n in rolled if rolled[n] >= rules["raid_target"]]
        treasury = nations[victim]["gold"]  # 7.5: as it was when the raids began
        if len(successful) * rules["raid_loot"] > treasury > 0 and len(successful) > 1:
            # Choice: one raider alone has nobody to precede; every tie is rolled off, even where it changes nothing.
            successful = dice.ranking("precedence", successful, victim, lambda n: nations[n]["ag"])
            if successful is None:
                continue
        for n in successful:
            loot = min(rules["raid_loot"], treasury)
            treasury -= loot
            takings.append((victim, n, loot))
    if dice.missing:
        return waiting(case, dice)
    for victim, raider, loot in takings:
        nations[victim]["gold"] -= loot
        nations[raider]["gold"] += loot

    # ------------------------------------------------------------ sieges (8)
    turned_back = []
    besiegers = []  # (nation, area) that roll
    for area in map_order:
        there = [n for n in keeping if n not in fought and nations[n]["at"] == area]
        coming = [n for n in invading if n not in fought and plan[n]["target"] == area]
        if area in taken_in_battle:  # 8.6
            turned_back += [(n, area) for n in there + coming]
            continue
        if there:  # 8.5
            besiegers.append((there[0], area))
            turned_back += [(n, area) for n in coming]
        elif len(coming) == 1:
            besiegers.append((coming[0], area))
        elif coming:
            best = dice.best_of("contest", coming, lambda n, area=area: area, lambda n: nations[n]["ag"])
            if best is not None:
                besiegers.append((best, area))
                turned_back += [(n, area) for n in coming if n != best]
    for n, area in turned_back:
        withdraws[n] = (area, start_came_from[n] if n in keeping else plan[n]["from"])
    siege_totals = {}
    for n, area in besiegers:  # 8.2
        already = nations[n]["siege_seasons"] if n in keeping else 0
        bonus = already * rules["siege_season_bonus"]
        if plan[n]["siege_gold"]:
            bonus += rules["siege_gold_bonus"]
        siege_totals[n] = dice.roll("siege", n, area, 1, bonus)
    if dice.missing:
        return waiting(case, dice)
    still_besieging = {}  # nation: (area, seasons, came from)
    for n, area in besiegers:
        already = nations[n]["siege_seasons"] if n in keeping else 0
        lose(n, rules["siege_loss"])  # 8.3
        if siege_totals[n] >= rules["siege_target"]:  # 8.2, 8.4
            owner[area] = n
            stands[n] = area
        elif nations[n]["ap"] > 0:  # 8.7
            came_from = start_came_from[n] if n in keeping else plan[n]["from"]
            still_besieging[n] = (area, already + 1, came_from)
        # 8.4: otherwise the siege ends. Choice: chapter 10 names no place for it, so "anyone else where it stood".

    # ------------------------------------------------------------ withdrawals (6.4 to 6.6, 8.5), where all stand (10)
    for n in active:
        nation = nations[n]
        if n in still_besieging:
            nation["at"], nation["siege_seasons"], nation["came_from"] = still_besieging[n]
            continue
        nation["siege_seasons"], nation["came_from"] = 0, None
        if n in withdraws:
            battle_area, came_from = withdraws[n]
            if came_from is not None and owner.get(came_from) == n:
                nation["at"] = came_from
            else:
                nation["at"] = nearest_friendly(n, battle_area, owner, borders)
                lose(n, rules["withdrawal_attrition"])  # 6.4
                if nation["at"] is None:
                    nation["ap"] = 0  # 6.5
            continue
        if n in beaten_defender:
            nation["at"] = nearest_friendly(n, beaten_defender[n], owner, borders)
            if nation["at"] is None:
                nation["ap"] = 0
            continue
        if n in stands:
            place = stands[n]
        elif n in marched_and_dispersed:
            place = plan[n]["from"]
        elif n in lifted:
            place = start_came_from[n]
        else:
            place = start_at[n]
        if place is None or owner.get(place) != n:
            place = nearest_friendly(n, place, owner, borders)
            if place is None:
                nation["ap"] = 0
        nation["at"] = place

    eliminate(nations, owner)
    return result(
        case,
        rules=rules,
        nations=nations,
        owner=owner,
        dice=dice,
        battles=battles,
        orders=orders,
        spent=spent,
    )


def eliminate(nations, owner):
    """1.5, at the end of a season."""
    for n, nation in nations.items():
        if n not in owner.values() and nation["siege_seasons"] == 0:
            nation.update({"standing": "eliminated", "ap": 0, "at": None, "came_from": None})


def resolve_fall(case):
    rules, owner, nations = read_case(case)
    borders = parse_borders(case.get("borders"))
    dice = Dice(case, rules)
    active = [n for n in nations if nations[n]["standing"] != "eliminated"]
    besieged = {nations[n]["at"] for n in active if nations[n]["siege_seasons"] >= 1}
    spent = {n: {"rebuild": 0, "offensive": 0, "siege_gold": 0, "monuments": 0} for n in nations}
    orders = {n: {"accepted": None, "reverted": False} for n in nations}
    for n in active:  # 9.1
        for territory in owner:
            if owner[territory] == n:
                nations[n]["vp"] += rules["income_vp"]
                if territory not in besieged or rules["besieged_pays"] == "yes":
                    nations[n]["gold"] += rules["income_gold"]
    for n in active:  # 9.2
        nation = nations[n]
        if nation["siege_seasons"] >= 1:
            if nation["came_from"] is not None and owner.get(nation["came_from"]) == n:
                nation["at"] = nation["came_from"]
            else:
                nation["at"] = nearest_friendly(n, nation["at"], owner, borders)
                if nation["at"] is None:
                    nation["ap"] = 0
            nation["siege_seasons"], nation["came_from"] = 0, None
    for n in active:  # 9.3. Choice: a nation that ends this fall with no territory may still build.
        text = (case.get("orders") or {}).get(n)
        wanted = parse_order(text)["monuments"] if text else 0
        affordable = min(wanted, nations[n]["gold"])
        bought = affordable // rules["gold_per_vp"]
        nations[n]["gold"] -= bought * rules["gold_per_vp"]
        nations[n]["vp"] += bought
        spent[n]["monuments"] = bought * rules["gold_per_vp"]
    eliminate(nations, owner)
    return result(
        case,
        rules=rules,
        nations=nations,
        owner=owner,
        dice=dice,
        battles=[],
        orders=orders,
        spent=spent,
    )
