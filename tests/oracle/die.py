"""Chapter 11, the die."""

import hashlib
import hmac


def seeded_die(seed, key, draw=None):
    """11.2, for the full key ``year|season|kind|nation|place|attempt``."""
    message = key
    if draw is not None and str(draw) != "":
        message = message + "|" + str(draw)
    while True:
        digest = hmac.new(str(seed).encode("utf-8"), message.encode("utf-8"), hashlib.sha256).digest()
        for byte in digest:
            if byte < 252:
                return byte % 6 + 1
        message = message + "|again"


class Dice:
    """All dice of one season: 11.4 first, 11.2 otherwise; remembers what was rolled and what is missing."""

    def __init__(self, case, rules):
        self.year = case.get("year", 1)
        self.season = case.get("season", "spring")
        self.seed = case.get("seed", "case")
        self.draw = case.get("draw")
        self.by_hand = dict(case.get("dice") or {})
        self.all_by_hand = rules["dice"] == "table"
        self.rolled = []
        self.missing = []

    def roll(self, kind, nation, place, attempt, modifier):
        """The die plus its modifier, or None (and the key noted as missing) when the table has not rolled it yet."""
        short = f"{kind}|{nation}|{place}|{attempt}"
        key = f"{self.year}|{self.season}|{short}"
        if short in self.by_hand:
            die, rolled_by = self.by_hand[short], "GM"
        elif self.all_by_hand:
            self.missing.append(key)
            return None
        else:
            die, rolled_by = seeded_die(self.seed, key, self.draw), "seed"
        self.rolled.append(
            {"key": key, "die": die, "modifier": modifier, "total": die + modifier, "rolled_by": rolled_by}
        )
        return die + modifier

    def best_of(self, kind, rollers, place, modifier):
        """One winner is sought: only those tied for the lead roll again (11.1). None while dice are missing.

        ``place`` and ``modifier`` are functions of the nation.
        """
        attempt = 1
        while True:
            totals = {n: self.roll(kind, n, place(n), attempt, modifier(n)) for n in rollers}
            if None in totals.values():
                return None
            best = max(totals.values())
            rollers = [n for n in rollers if totals[n] == best]
            if len(rollers) == 1:
                return rollers[0]
            attempt += 1

    def ranking(self, kind, rollers, place, modifier, *, attempt=1):
        """A whole order is sought: those tied with each other roll again among themselves (11.1).

        None while dice are missing.
        """
        totals = {n: self.roll(kind, n, place, attempt, modifier(n)) for n in rollers}
        if None in totals.values():
            return None
        ranked, incomplete = [], False
        for total in sorted(set(totals.values()), reverse=True):
            tied = [n for n in rollers if totals[n] == total]
            if len(tied) > 1:
                tied = self.ranking(kind, tied, place, modifier, attempt=attempt + 1)
            if tied is None:
                incomplete = True
            else:
                ranked += tied
        return None if incomplete else ranked
