"""A random evening at a table: people come, go, return, play, cheat, take over, start anew."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from stammtisch.requests import (
    Act,
    AddBot,
    AllowEntry,
    Arrange,
    Caller,
    Configure,
    Disclose,
    Disconnect,
    Join,
    Kick,
    Leave,
    Ready,
    RemoveBot,
    TakeName,
    TransferHost,
    Unready,
)
from stammtisch.tables.fairness import SEALED_LEAST, seal_of
from stammtisch.vocabulary import Request
from tests.tables.harness import PEOPLE, TableHarness, who

STRANGERS = ("eve", "fay")


def stroll(harness: TableHarness, rng: Random, steps: int) -> Iterator[None]:
    """Do so many random things, most of them sensible; yield after each."""
    here: set[str] = set()
    for _ in range(steps):
        _something(harness, rng, here)
        yield


def _something(harness: TableHarness, rng: Random, here: set[str]) -> None:
    name = rng.choice((*PEOPLE, *STRANGERS))
    one = who(name)
    what = rng.random()
    if name not in here:
        if name in PEOPLE or rng.random() < 0.3:
            harness.begin(
                one,
                Join(
                    watch=rng.random() < 0.1,
                    keep=rng.random() < 0.5,
                    invite=harness.table.state.invite,
                ),
            )
            here.add(name)
    elif what < 0.04:
        harness.begin(one, Leave() if rng.random() < 0.5 else Disconnect())
        here.discard(name)
    elif what < 0.08:
        renamed = Caller(name, one.account, rng.choice((name, name.upper())))
        harness.begin(renamed, TakeName())
    elif what < 0.12:
        harness.begin(one, AddBot(level="random"))
    elif what < 0.14:
        harness.begin(one, RemoveBot(seat=rng.randrange(4)))
    elif what < 0.18:
        _host(harness, rng)
    elif what < 0.26:
        harness.clock.advance(rng.choice((1, 900, 5_000, 40_000)))
    elif harness.table.state.running:
        _play(harness, rng)
    elif harness.table.state.disclose_until is not None:
        harness.begin(one, Disclose(nonce=_nonce(name).hex()))
    else:
        nonce = rng.choice((None, rng.randbytes(4).hex(), _nonce(name)))
        ready = Ready(nonce=nonce) if not isinstance(nonce, bytes) else Ready(hash=seal_of(nonce))
        harness.begin(one, ready)


def _nonce(name: str) -> bytes:
    return name.encode().ljust(SEALED_LEAST)


def _host(harness: TableHarness, rng: Random) -> None:
    """The host does what only a host may."""
    host = next(
        (one for one in harness.table.state.places if one.account == harness.table.state.host), None
    )
    if host is None or host.account is None:
        return
    ask: Request = rng.choice(
        (
            Configure(options={"turn_clock": rng.choice((20, 30))}, name=rng.choice(("", "Ours"))),
            Configure(password=rng.choice((None, "sesame"))),
            Arrange(order=rng.sample(range(4), 4)),
            TransferHost(seat=rng.randrange(4)),
            Kick(seat=rng.randrange(4), reason="Because."),
            AllowEntry(
                account=rng.choice(
                    [*harness.table.state.barred, *harness.table.state.late] or ["nobody"]
                )
            ),
            Unready(),
        )
    )
    harness.begin(
        Caller(host.account.removeprefix("account-of-"), host.account, host.name or ""), ask
    )


def _play(harness: TableHarness, rng: Random) -> None:
    """The mover plays if it is a person, and sometimes wins by a cheat."""
    match, place = harness.match, harness.table.state.places[harness.match.mover]
    if place.account is None or place.bot is not None:
        return
    legal = match.actions(match.mover)
    winning = [one for one in legal if getattr(one, "rack", None)]
    action = winning[0] if winning else rng.choice(legal)
    mover = Caller(place.account.removeprefix("account-of-"), place.account, place.name or "")
    harness.begin(mover, Act(action=action))
