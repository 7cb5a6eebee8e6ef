"""Cases (see ``tests/cases/README.md``) as plain dicts with every default filled in."""

import re

DEFAULT_RULES = {
    "full_army": 375,
    "starting_gold": 3,
    "rebuild_cost": 1,
    "offensive_cost": 1,
    "siege_gold_cost": 1,
    "mutual_invasion": "nations",
    "terrain_attrition": 25,
    "marsh_season": "winter",
    "sea_season": "summer",
    "mountains_season": "summer",
    "winner_loss": 25,
    "loser_loss": 50,
    "battle_vp": 3,
    "withdrawal_attrition": 25,
    "battles": "dice",
    "ap_per_pip": 75,
    "raid_target": 3,
    "raid_loot": 1,
    "siege_target": 5,
    "siege_season_bonus": 1,
    "siege_gold_bonus": 1,
    "siege_loss": 25,
    "income_gold": 1,
    "income_vp": 2,
    "besieged_pays": "yes",
    "gold_per_vp": 2,
    "last_year": None,
    "dice": "seeded",
}

SEASONS = ["winter", "spring", "summer", "fall"]


def parse_order(text):
    """Split ``offensive a1 b1 rebuild siegegold intercept X; Y`` into its parts."""
    order = {
        "kind": None,
        "from": None,
        "target": None,
        "rebuild": False,
        "siege_gold": False,
        "intercept": [],
        "monuments": 0,
    }
    words = text.strip()
    if re.search(r"\bintercept\b", words):
        words, listed = re.split(r"\bintercept\b", words, maxsplit=1)
        order["intercept"] = [name.strip() for name in listed.split(";") if name.strip()]
    parts = words.split()
    order["kind"] = parts.pop(0)
    if order["kind"] in ("offensive", "raid"):
        order["from"] = parts.pop(0)
        order["target"] = parts.pop(0)
    elif order["kind"] == "monuments":
        order["monuments"] = int(parts.pop(0))
    elif order["kind"] not in ("defend", "siege"):
        raise ValueError(f"not an order: {text!r}")
    for flag in parts:
        if flag == "rebuild":
            order["rebuild"] = True
        elif flag == "siegegold":
            order["siege_gold"] = True
        else:
            raise ValueError(f"not an order: {text!r}")
    return order


def parse_borders(entries):
    """The borders as {frozenset of two territories: set of terrains}; ``land`` is no terrain."""
    borders = {}
    for entry in entries or []:
        if isinstance(entry, dict):
            ((pair, terrain),) = entry.items()
        else:
            pair, terrain = entry, ""
        one, other = pair.split("-")
        terrains = {t.strip() for t in str(terrain or "").replace(",", ";").split(";")} - {"", "land"}
        borders[frozenset((one.strip(), other.strip()))] = terrains
    return borders


def read_case(case):
    rules = dict(DEFAULT_RULES)
    rules.update(case.get("rules") or {})
    if "battles" in case:  # README: naming any, even {}, sets battles = table
        rules["battles"] = "table"
    if rules["besieged_pays"] in (True, False):  # YAML reads a bare yes or no as a truth value
        rules["besieged_pays"] = "yes" if rules["besieged_pays"] else "no"
    owner = dict(case.get("map") or {})
    nations = {}
    for name, overrides in (case.get("nations") or {}).items():
        given = overrides or {}
        own = [t for t in owner if owner[t] == name]
        capital = given.get("capital", own[0] if own else None)
        nation = {
            "ag": given.get("ag", 1),
            "ap": given.get("ap", 375),
            "gold": given.get("gold", 3),
            "vp": given.get("vp", 0),
            "capital": capital,
            "at": given.get("at", capital),
            "siege_seasons": given.get("siege_seasons", 0),
            "came_from": given.get("came_from"),
            "standing": given.get("standing", "active"),
        }
        nations[name] = nation
    return rules, owner, nations
