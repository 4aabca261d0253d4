"""How often somebody may guess a table's password."""

from __future__ import annotations

from collections import Counter

from stammtisch.tables.asks import Who

#: Milliseconds in which the guesses are counted together.
WINDOW = 600_000
#: Wrong passwords in that time: of one account, of one address, and of everybody together.
BY_ACCOUNT, BY_ADDRESS, BY_ALL = 5, 15, 200


class Guesses:
    """The wrong passwords of the last minutes. Whoever has an invitation need not care."""

    def __init__(self) -> None:
        self._until = 0
        self._counts: Counter[tuple[str, str]] = Counter()

    def too_many(self, who: Who, now: int) -> bool:
        if now >= self._until:
            self._counts.clear()
        limits = zip(_keys(who), (BY_ACCOUNT, BY_ADDRESS, BY_ALL), strict=True)
        return any(self._counts[key] >= most for key, most in limits)

    def wrong(self, who: Who, now: int) -> None:
        if not self._counts:
            self._until = now + WINDOW
        self._counts.update(_keys(who))


def _keys(who: Who) -> list[tuple[str, str]]:
    # Within one process (a terminal's own house) there are no addresses to tell apart.
    return [("account", who.account), ("address", who.address or who.account), ("all", "")]
