"""What all cg connections of a server share."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from random import Random


def _unheard(sentence: str) -> None:
    pass


@dataclass(slots=True, kw_only=True)
class Desk:
    """`random` makes the ids of cards: people should not be able to guess the next."""

    wall: Callable[[], float]
    random: Random
    #: Of packets that were dropped, and of clients that have come.
    log: Callable[[str], None] = _unheard
    log_arrival: Callable[[str], None] = _unheard
    #: What stands for the value of a card that the client may not know.
    hidden: str = ""
    #: The keys of a complaint's moves are numbers, as the protocol's own page has them; the
    #: original client takes only texts.
    number_keys: bool = False
    name: str = "Stammtisch"
    most_players: int = 10_000
    #: By what clients know the house, once it has been asked for.
    house: str | None = None
    #: The connection that speaks for each account; an older one has to go. Whoever makes the desk
    #: decides how long connections are remembered that have ended.
    speakers: MutableMapping[str, object] = field(default_factory=dict)
