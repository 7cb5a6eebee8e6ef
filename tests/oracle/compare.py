"""What two resolvers of the same season say differently.

Both results are plain dicts in the shape of ``oracle.resolve``:

- ``status`` (``orders``, ``battles``, ``dice``, ``over``), ``year`` and ``season`` to be played next;
- ``nations``: name: ap, gold, vp, at, siege_seasons, came_from, standing; ``owner``: territory: nation or None;
- ``rolls``: key (``year|season|kind|nation|place|attempt``), die, modifier, total, rolled_by (``seed``, ``GM``);
- ``battles``: area, attacker, defender, attacker_ap, defender_ap, winner (a nation, ``draw``, None while open);
- ``orders``: nation: accepted (``offensive``, ``defend``, ``siege``, ``raid``, None), reverted (4.2);
- ``spent``: nation: gold for rebuild, offensive, siege_gold, monuments, less what 4.2 returned;
- ``pending``: areas whose battle waits for the table; ``pending_dice``: keys of the dice that are needed next.
"""


def differences(oracle, real):
    """One line per difference, ``what: oracle … real …``; none when the two agree.

    A season that waits is compared by what it waits for and by nothing having changed; its rolls, orders and spending
    are nobody's business yet. The order of lists does not count; the number of equal entries does.
    """
    lines = []
    for field in ("status", "year", "season"):
        if field == "status" or oracle["status"] != "over":  # after the last year no season is next
            _compare(lines, field, oracle[field], real[field])
    _compare(lines, "pending", sorted(oracle["pending"]), sorted(real["pending"]))
    _compare(lines, "pending_dice", sorted(oracle["pending_dice"]), sorted(real["pending_dice"]))
    _compare_tables(lines, "nations", oracle["nations"], real["nations"])
    for territory in _names(oracle["owner"], real["owner"]):
        _compare(
            lines,
            f"owner of {territory}",
            oracle["owner"].get(territory, "no such territory"),
            real["owner"].get(territory, "no such territory"),
        )
    waits = bool(oracle["pending"] or oracle["pending_dice"])
    _compare_tables(lines, "battle", _battles(oracle, waits), _battles(real, waits))
    if not waits:
        _compare_tables(lines, "roll", _keyed(oracle["rolls"], "key"), _keyed(real["rolls"], "key"))
        _compare_tables(lines, "order", oracle["orders"], real["orders"])
        _compare_tables(lines, "spent", oracle["spent"], real["spent"])
    return lines


def _battles(outcome, waits):
    """All battles of a season that is resolved; of one that waits, those it waits for."""
    shown = [b for b in outcome["battles"] if not waits or b["area"] in outcome["pending"]]
    return _keyed(shown, "area")


def _keyed(entries, field):
    keyed = {}
    for entry in entries:
        name = str(entry[field])
        while name in keyed:
            name += " (again)"
        keyed[name] = {k: v for k, v in entry.items() if k != field}
    return keyed


def _names(one, other):
    return [*one, *(name for name in other if name not in one)]


def _compare(lines, what, oracle, real):
    # The type counts too, or 25 and 25.0, or a flag and a number, would pass for the same.
    if oracle != real or type(oracle) is not type(real):
        lines.append(f"{what}: oracle {oracle!r} real {real!r}")


def _compare_tables(lines, what, oracle, real):
    for name in _names(oracle, real):
        if name not in oracle or name not in real:
            lines.append(f"{what} {name}: oracle {oracle.get(name)!r} real {real.get(name)!r}")
            continue
        for field in _names(oracle[name], real[name]):
            _compare(
                lines, f"{what} {name} {field}", oracle[name].get(field, "absent"), real[name].get(field, "absent")
            )
