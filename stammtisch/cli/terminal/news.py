"""What happens at a table of any game, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stammtisch.cli.terminal.speech import spoken_now, t
from stammtisch.tables import events as news
from stammtisch.words.filling import AND

#: Somebody's name by seat, as the begin of a sentence: "You" for oneself.
Name = Callable[[int], str]


def news_told(event: Any) -> str | None:
    """A sentence on the table's news, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return None if say is None else say(event)


def list_of(words: Sequence[str]) -> str:
    """ "Ada, Bo and Cy", in any language."""
    both = f" {AND[spoken_now()]} "
    return both.join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def wishes_told(wishes: Mapping[str, Sequence[str]]) -> list[str]:
    """Who wants what: for each wish, in words, the names of those who have it."""
    told = []
    for wish, names in wishes.items():
        if names:
            count = 2 if len(names) > 1 or names[0] == t("you") else 1
            told.append(t("wishes_told", names=list_of(names), count=count, wish=wish))
    return told


def _left(event: news.Left) -> str:
    if event.late:
        return t("late", name=event.name)
    return t("is_away" if event.away else "left", name=event.name)


def _ended(event: news.Ended) -> str | None:
    # How else it ended was told by the game itself.
    if event.outcome != "aborted":
        return None
    return broken_off(event)


def broken_off(event: news.Ended) -> str:
    """Why is said in the server's own words."""
    return t("broken_off", reason=event.reason or "").strip()


_SENTENCES: dict[type, Callable[[Any], str | None]] = {
    news.Sat: lambda event: t("came_back" if event.back else "sat", name=event.name),
    news.Left: _left,
    news.Renamed: lambda event: t("renamed", seat=event.seat + 1, name=event.name),
    news.Ended: _ended,
    news.Said: lambda event: f"{event.name}: {event.text}",
    news.Closed: lambda event: event.reason,
}
