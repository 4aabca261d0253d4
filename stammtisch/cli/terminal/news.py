"""What happens at a table of any game, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from stammtisch.tables import events as news

#: Somebody's name by seat, as the begin of a sentence: "You" for oneself.
Name = Callable[[int], str]


def news_told(event: Any) -> str | None:
    """A sentence on the table's news, or None if it is not worth one."""
    say = _SENTENCES.get(type(event))
    return None if say is None else say(event)


def list_of(words: Sequence[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _left(event: news.Left) -> str:
    if event.late:
        return f"{event.name} did not open the nonce in time, and sits out the next match."
    return f"{event.name} is away." if event.away else f"{event.name} left the table."


def _ended(event: news.Ended) -> str | None:
    # How else it ended was told by the game itself.
    if event.outcome != "aborted":
        return None
    return f"The match was broken off. {event.reason or ''}".strip()


_SENTENCES: dict[type, Callable[[Any], str | None]] = {
    news.Sat: lambda event: f"{event.name} came back." if event.back else f"{event.name} sat down.",
    news.Left: _left,
    news.Renamed: lambda event: f"Seat {event.seat + 1} is now called {event.name}.",
    news.Ended: _ended,
    news.Said: lambda event: f"{event.name}: {event.text}",
    news.Closed: lambda event: event.reason,
}
