"""Random seasons in the shape of the conformance cases: valid states, and orders of every kind, good and bad.

``generate(n)`` always makes the same season for the same ``n``. The states are ones that a campaign can be in: an army
stands in a friendly area, or besieges an area that is not, alone; an eliminated nation owns nothing. The orders
are the kind that players write: they collide on purpose, and many of them are not allowed.
"""

import random
from collections import Counter

from .oracle import resolve
from .reading import DEFAULT_RULES, SEASONS

NATION_NAMES = ["Rome", "Veii", "Çere", "Σπάρτη", "Gaul", "Epirus", "Nation7", "O'Neill", "Łódź"]
TERRITORY_NAMES = [
    *("Alba", "Ostia", "Fidenae", "Nola", "Cumae", "Çapua", "Ægae", "Tibur", "Ardea", "Gabii", "Norba", "Signia"),
    *("Velia", "Pisae", "Luna", "Arretium", "Volsinii", "Clusium", "Tarquinii", "Kroton", "Θούριοι", "Locri", "Cosa"),
    *("Nuceria", "Teanum"),
]
NOWHERE = "Atlantis"
TERRAINS = ["land", "marsh", "sea", "mountains", "marsh;sea", "sea;mountains", "marsh;mountains", "marsh;sea;mountains"]
FRESH_AP = [375, 375, 375, 350, 325, 300, 225, 150, 149, 100, 75, 74, 60, 50, 49, 30, 26, 25, 25, 24, 13, 1]
RULE_CHOICES = {
    "full_army": [300, 350, 400, 500],
    "rebuild_cost": [0, 2, 3],
    "offensive_cost": [0, 2],
    "siege_gold_cost": [0, 2],
    "mutual_invasion": ["border"],
    "terrain_attrition": [0, 10, 50],
    "marsh_season": ["spring", "summer"],
    "sea_season": ["winter", "spring"],
    "mountains_season": ["winter", "spring"],
    "winner_loss": [0, 10, 50],
    "loser_loss": [25, 75, 100],
    "battle_vp": [0, 1, 5],
    "withdrawal_attrition": [0, 50],
    "ap_per_pip": [25, 50, 100],
    "raid_target": [2, 4, 5, 6],
    "raid_loot": [2, 3],
    "siege_target": [3, 4, 6],
    "siege_season_bonus": [0, 2],
    "siege_gold_bonus": [0, 2],
    "siege_loss": [0, 10, 50],
    "income_gold": [0, 2],
    "income_vp": [1, 3],
    "besieged_pays": ["no"],
    "gold_per_vp": [1, 3],
}
assert all(rule in DEFAULT_RULES for rule in RULE_CHOICES)


def generate(n):
    """The n-th random season."""
    rng = random.Random(n)
    case = {"id": f"season-{n}", "season": rng.choice([*SEASONS[:3] * 3, "fall"])}
    if rng.random() < 0.5:
        case["year"] = rng.choice([1, 1066, 1071])
    if rng.random() < 0.7:
        case["seed"] = rng.choice(["case", "Sibyl", "κύβος", f"seed {rng.randrange(10**6)}"])
    if rng.random() < 0.25:
        case["draw"] = rng.choice(["7 19 23 41 50 66", "123", "lotería 5", "0"])
    rules = {}
    if rng.random() < 0.35:
        for rule in rng.sample(sorted(RULE_CHOICES), rng.choice([1, 2, 3, 6, 12])):
            rules[rule] = rng.choice(RULE_CHOICES[rule])
    if rng.random() < 0.05:
        rules["last_year"] = case.get("year", 1) + rng.choice([0, 0, 1])
    case["rules"] = rules
    _draw_map(rng, case)
    _muster_nations(rng, case)
    case["orders"] = _fall_orders(rng, case) if case["season"] == "fall" else _orders(rng, case)
    case["dice"] = {}
    if case["season"] != "fall":
        _table_and_dice(rng, case)
    return case


# ---------------------------------------------------------------- the state


def illegal_in_state(nations, owner):
    """What cannot be in a campaign between two seasons."""
    wrong = []
    besieged = Counter(nation["at"] for nation in nations.values() if nation["siege_seasons"])
    wrong += [f"{area} is besieged twice" for area, armies in besieged.items() if armies > 1]
    for name, nation in nations.items():
        if nation["standing"] == "eliminated":
            fine = name not in owner.values() and nation["ap"] == 0 and nation["at"] is None
            fine = fine and nation["siege_seasons"] == 0
        elif nation["siege_seasons"]:
            fine = nation["at"] in owner and owner[nation["at"]] != name and nation["ap"] > 0
            fine = fine and nation["came_from"] in owner and nation["came_from"] != nation["at"]
        else:
            fine = nation["at"] in owner and owner[nation["at"]] == name and nation["came_from"] is None
        if not (fine and nation["ap"] >= 0 and nation["gold"] >= 0 and nation["vp"] >= 0):
            wrong.append(f"{name}: {nation}")
    return wrong


def _draw_map(rng, case):
    """Territories, their owners and the borders; now and then in several pieces."""
    names = rng.sample(NATION_NAMES, rng.choice([2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9]))
    territories = rng.sample(TERRITORY_NAMES, rng.randint(3, rng.choice([6, 12, 25])))
    if rng.random() < 0.2:  # a city named like a nation: an intercept list may mean either
        territories[rng.randrange(len(territories))] = rng.choice(names)
    independent = rng.choice([0, 0, 0.1, 0.3])
    landless = rng.choice([0, 0, 0, 1, 2])
    landed = names[landless:] or names[:1]
    owners = {}
    for i, territory in enumerate(territories):
        owners[territory] = landed[i] if i < len(landed) else rng.choice(landed)
        if i >= len(landed) and rng.random() < independent:
            owners[territory] = None
    order = list(territories)
    rng.shuffle(order)
    case["map"] = {territory: owners[territory] for territory in order}
    rng.shuffle(names)
    case["nations"] = dict.fromkeys(names)

    pairs = set()
    pieces = [order]
    if rng.random() < 0.2 and len(order) > 4:
        cut = rng.randint(1, len(order) - 1)
        pieces = [order[:cut], order[cut:]]
    for piece in pieces:
        for i in range(1, len(piece)):
            pairs.add((piece[rng.randrange(i)], piece[i]))
        for _ in range(int(len(piece) * rng.choice([0, 0.5, 1, 2]))):
            one, other = rng.choice(piece), rng.choice(piece)
            if one != other and (other, one) not in pairs:
                pairs.add((one, other))
    rough = rng.choice([0, 0.3, 0.6])
    case["borders"] = [
        {"-".join(pair): rng.choice(TERRAINS)} if rng.random() < rough else "-".join(pair) for pair in sorted(pairs)
    ]


def _muster_nations(rng, case):
    owners = case["map"]
    besieged = set()
    poor = rng.random() < 0.4
    weak = rng.random() < 0.4
    war = rng.choice([0.1, 0.3, 0.6])
    for name in case["nations"]:
        own = [t for t in owners if owners[t] == name]
        nation = {
            "ag": rng.choice([0, 1, 1, 2, 2, 3, 4]),
            "ap": rng.choice(FRESH_AP[9:] if weak and rng.random() < 0.7 else FRESH_AP),
            "gold": rng.choice([0, 0, 1, 1, 2]) if poor else rng.choice([0, 1, 2, 3, 3, 4, 7]),
            "vp": rng.choice([0, 0, 3, 14]),
            "capital": rng.choice(own) if own and rng.random() < 0.8 else rng.choice(list(owners)),
        }
        targets = [t for t in owners if owners[t] != name and t not in besieged]
        if targets and (not own or rng.random() < war):
            nation["at"] = rng.choice(targets)
            besieged.add(nation["at"])
            longest = {"winter": 3, "spring": 1, "summer": 2, "fall": 3}[case["season"]]
            nation["siege_seasons"] = rng.randint(1, longest) if rng.random() < 0.8 else rng.randint(1, 4)
            lost = [t for t in owners if owners[t] != name and t != nation["at"]]
            if own and (rng.random() < 0.75 or not lost):
                nation["came_from"] = rng.choice(own)
            else:
                nation["came_from"] = rng.choice(lost)
        elif own:
            nation["at"] = rng.choice(own)
            nation["siege_seasons"] = 0
            nation["came_from"] = None
            if rng.random() < 0.08:
                nation["ap"] = 0
        else:
            nation.update({"standing": "eliminated", "ap": 0, "at": None, "siege_seasons": 0, "came_from": None})
        case["nations"][name] = nation


# ---------------------------------------------------------------- the orders


def _neighbours(case):
    pairs = [next(iter(b)) if isinstance(b, dict) else b for b in case["borders"]]
    near = {t: [] for t in case["map"]}
    for pair in pairs:
        one, other = pair.split("-")
        near[one].append(other)
        near[other].append(one)
    return near


def _intercept_list(rng, case):
    names = [*case["nations"], *case["map"]]
    entries = rng.choices([*names, NOWHERE], k=rng.choice([1, 1, 2, 3]))
    if rng.random() < 0.35:
        entries.insert(rng.randint(0, len(entries)), "none")
    return entries


def _orders(rng, case):
    owners, nations, near = case["map"], case["nations"], _neighbours(case)
    raiding = rng.choice([0.15, 0.3, 0.6])
    defending = rng.choice([0.1, 0.3, 0.5])
    silent = rng.choice([0, 0.05, 0.2])
    careless = rng.choice([0, 0.1, 0.3])
    hot = set(rng.sample(list(owners), k=min(len(owners), rng.choice([1, 2, 3]))))
    besieged = {nation["at"] for nation in nations.values() if nation["siege_seasons"]}
    orders = {}
    for name, nation in nations.items():
        if rng.random() < silent:
            continue
        moves = [(t, u) for t in owners if owners[t] == name for u in near[t] if owners[u] != name]
        heated = [(t, u) for t, u in moves if u in hot or u in besieged]
        roll = rng.random()
        if rng.random() < careless:
            text = _careless_order(rng, case, name)
        elif nation["siege_seasons"] and rng.random() < 0.6:
            text = "siege"
            starts = [t for t in owners if owners[t] == name] or list(owners)
            if rng.random() < 0.25:  # 2.4
                text = f"offensive {rng.choice(starts)} {nation['at']}"
        elif not moves or roll < defending:
            text = "defend"
        else:
            start, target = rng.choice(heated if heated and rng.random() < 0.7 else moves)
            verb = "raid" if rng.random() < raiding else "offensive"
            text = f"{verb} {start} {target}"
        if rng.random() < 0.25:
            text += " rebuild"
        if rng.random() < 0.3:
            text += " siegegold"
        if rng.random() < 0.4:
            text += " intercept " + "; ".join(_intercept_list(rng, case))
        orders[name] = text
    _answer_each_other(rng, case, orders, near)
    if rng.random() < 0.35:
        _pile_up(rng, case, orders, near)
    return orders


def _careless_order(rng, case, name):
    """An order of the kinds that 2.2 refuses, or that merely looks like one."""
    owners = case["map"]
    anywhere = [*owners, NOWHERE]
    own = [t for t in owners if owners[t] == name] or anywhere
    verb = rng.choice(["offensive", "offensive", "raid"])
    return rng.choice(
        [
            "siege",
            f"{verb} {rng.choice(anywhere)} {rng.choice(anywhere)}",
            f"{verb} {rng.choice(own)} {rng.choice(anywhere)}",
            f"{verb} {rng.choice(own)} {rng.choice(own)}",
            f"{verb} {NOWHERE} {rng.choice(list(owners))}",
            f"{verb} {rng.choice(own)} {NOWHERE}",
        ]
    )


def _answer_each_other(rng, case, orders, near):
    """Now and then two neighbours go for each other, by invasion or raid, over one border or over two."""
    owners = case["map"]
    fronts = [
        (t, u)
        for t in owners
        for u in near[t]
        if owners[t] is not None and owners[u] is not None and owners[t] != owners[u]
    ]
    if not fronts or rng.random() < 0.4:
        return
    for _ in range(rng.choice([1, 1, 2])):
        one, other = rng.choice(fronts)
        a, b = owners[one], owners[other]
        back = [(t, u) for t, u in fronts if owners[t] == b and owners[u] == a]
        there = (other, one) if rng.random() < 0.6 else rng.choice(back)
        verbs = rng.choice(
            [("offensive", "offensive"), ("offensive", "offensive"), ("raid", "offensive"), ("raid", "raid")]
        )
        for nation, verb, (start, target) in ((a, verbs[0], (one, other)), (b, verbs[1], there)):
            extras = orders.get(nation, "").partition(" intercept ")
            text = f"{verb} {start} {target}"
            if rng.random() < 0.3:
                text += " siegegold"
            orders[nation] = text + extras[1] + extras[2]


def _pile_up(rng, case, orders, near):
    """Everybody within reach falls on one nation that is busy elsewhere: by raids, or all on one area."""
    owners = case["map"]
    reach = {}  # victim: {nation: its moves against the victim}
    for start in owners:
        for target in near[start]:
            attacker, victim = owners[start], owners[target]
            if attacker and victim and attacker != victim:
                reach.setdefault(victim, {}).setdefault(attacker, []).append((start, target))
    if not reach:
        return
    crowded = max(len(attackers) for attackers in reach.values())
    victim = rng.choice([v for v in reach if len(reach[v]) >= min(crowded, 3)])
    verb = rng.choice(["raid", "raid", "offensive"])
    area = rng.choice([target for moves in reach[victim].values() for _, target in moves])
    for attacker, moves in reach[victim].items():
        on_area = [move for move in moves if move[1] == area]
        chosen = on_area if verb == "offensive" else moves
        if chosen and rng.random() < 0.9:
            start, target = rng.choice(chosen)
            orders[attacker] = f"{verb} {start} {target}"
            case["nations"][attacker]["ap"] = max(case["nations"][attacker]["ap"], 25)
    away = [(t, u) for t in owners if owners[t] == victim for u in near[t] if owners[u] is None]
    if away:
        start, target = rng.choice(away)
        orders[victim] = f"offensive {start} {target}"
    elif case["nations"][victim]["siege_seasons"]:
        orders[victim] = "siege"
    elif victim in reach and rng.random() < 0.8:
        start, target = next((t, u) for t in owners if owners[t] == victim for u in near[t] if owners[u] != victim)
        orders[victim] = f"raid {start} {target}"
    if rng.random() < 0.7:
        case["nations"][victim]["gold"] = rng.choice([1, 1, 2, 3])


def _fall_orders(rng, case):
    return {
        name: f"monuments {rng.choice([0, 1, 2, 3, 4, 5, 8, 100])}" for name in case["nations"] if rng.random() < 0.6
    }


# ---------------------------------------------------------------- what the GM enters


def _short(key):
    return key.split("|", 2)[2]


def _table_and_dice(rng, case):
    """Battles played at the table, dice rolled by hand: all of them, some, or none."""
    if rng.random() < 0.15:
        case["rules"]["dice"] = "table"
    elif rng.random() < 0.35:
        rolls = resolve(case)["rolls"]
        for roll in rng.sample(rolls, k=min(len(rolls), rng.choice([1, 2, 5]))):
            case["dice"][_short(roll["key"])] = rng.randint(1, 6)
        if rng.random() < 0.3:
            case["dice"][f"siege|{rng.choice(list(case['nations']))}|{NOWHERE}|1"] = 6  # fixes nothing
    at_table = rng.random() < 0.35
    if at_table:
        case["battles"] = {}
    patience = rng.choice([1.0, 1.0, 0.9, 0.5])  # how much of what is asked for the GM enters
    for _ in range(12):
        outcome = resolve(case)
        if not outcome["pending"] and not outcome["pending_dice"]:
            break
        answered = 0
        for battle in outcome["battles"]:
            if battle["area"] in outcome["pending"] and rng.random() < patience:
                winners = [battle["attacker"], battle["defender"]] * 2
                case["battles"][battle["area"]] = rng.choice([*winners, "draw", "dice"])
                answered += 1
        for key in outcome["pending_dice"]:
            if rng.random() < patience:
                case["dice"][_short(key)] = rng.randint(1, 6)
                answered += 1
        if not answered:
            break
