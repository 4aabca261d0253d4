"""How often one may ask what.

Each kind of ask has a number a minute for a connection; an address may do some times as much with
all its connections. Who only looks on at a table may do less there than who plays. Whatever is too
often is refused like anything else that cannot be, so that every protocol says it in its own form.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from stammtisch import requests as req
from stammtisch.accounts.peer import Peer
from stammtisch.accounts.rates import TokenBucket, TokenBuckets, a_minute, address_key, is_loopback
from stammtisch.games.game import Refusal
from stammtisch.requests import Request
from stammtisch.store.store import without_capitals
from stammtisch.tables.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimits:
    """Numbers a minute; 0 is no limit."""

    # Whoever talks as people do is never refused: a dozen short lines in one go, and then about one
    # a second. What many hear costs more, but that is bounded by the `Broadcaster`.
    shouts: int = 90
    says: int = 120
    onlooker_says: int = 90
    whispers: int = 90
    looks: int = 120
    entries: int = 120
    joins: int = 120
    openings: int = 20
    changes: int = 240
    acts: int = 3_000
    onlooker_acts: int = 300
    hints: int = 60
    #: Tries to sign in, for one name from wherever they come, and for one address.
    sign_ins_per_name: int = 20
    sign_ins_per_address: int = 60
    #: What one address may do, as a multiple of what one connection may.
    address_times: int = 10
    #: This machine itself counts as no address.
    spare_loopback: bool = True


#: No limits at all: for a server that people have for themselves.
LENIENT = RateLimits(
    shouts=0,
    says=0,
    onlooker_says=0,
    whispers=0,
    looks=0,
    entries=0,
    joins=0,
    openings=0,
    changes=0,
    acts=0,
    onlooker_acts=0,
    hints=0,
    sign_ins_per_name=0,
    sign_ins_per_address=0,
)

#: What each kind is, in the sentence that refuses it.
WORDS = {
    "shouts": "speak to everybody",
    "says": "say something at a table",
    "onlooker_says": "say something while looking on",
    "whispers": "speak to somebody",
    "looks": "look around",
    "entries": "come in or change who you are",
    "joins": "come to a table",
    "openings": "open a table",
    "changes": "change something at a table",
    "acts": "act",
    "onlooker_acts": "ask something while looking on",
    "hints": "ask for a hint",
}

#: Talk depends on whom it reaches; leaving is never too often.
KINDS: dict[type, str] = {
    **dict.fromkeys((req.AskPlayers, req.AskTables, req.AskScores, req.AskRatings), "looks"),
    **dict.fromkeys((req.AskPerson, req.AskServer, req.FindTables), "looks"),
    **dict.fromkeys((req.Enter, req.EnterFrom, req.Resume, req.SignIn, req.SignOut), "entries"),
    **dict.fromkeys((req.Register, req.Rename, req.ChangePassword), "entries"),
    **dict.fromkeys((req.Join, req.JoinNumber, req.Sit), "joins"),
    req.Open: "openings",
    req.Invite: "whispers",
    **dict.fromkeys((req.Ready, req.Unready, req.AddBot, req.RemoveBot, req.Configure), "changes"),
    **dict.fromkeys((req.Arrange, req.Kick, req.TransferHost, req.Save, req.Load), "changes"),
    **dict.fromkeys((req.Disclose, req.Share, req.Administer), "changes"),
    **dict.fromkeys((req.Act, req.AskActions, req.CheckAction), "acts"),
    req.AskHint: "hints",
}
_REACHES = {"everyone": "shouts", "person": "whispers", "table": "says"}
_LOOKING_ON = {"says": "onlooker_says", "acts": "onlooker_acts"}


class RateLimiter:
    """Refuses what is asked too often."""

    def __init__(self, rate_limits: RateLimits, clock: Clock) -> None:
        self._rate_limits = rate_limits
        self._clock = clock
        self._numbers: dict[str, int] = {kind: getattr(rate_limits, kind) for kind in WORDS}
        self._addresses = {
            kind: TokenBuckets(number, rate_limits.address_times)
            for kind, number in self._numbers.items()
        }

    def check(self, peer: Peer, request: Request) -> None:
        """Count the ask; raise a `Refusal` if it comes too soon."""
        kind = kind_of(peer, request)
        if kind is not None and self._numbers[kind]:
            self.count(peer, kind)

    def count(self, peer: Peer, kind: str) -> None:
        number = self._numbers[kind]
        if not number:
            return
        now = self._clock.now() / 1000
        rates = peer.rates
        rate: TokenBucket | None = rates.get(kind)
        if rate is None:
            rate = rates[kind] = a_minute(number, now)
        if not rate.allows(now):
            raise _too_often(
                "You may {what} {number} times a minute; wait {seconds} s.",
                WORDS[kind],
                number,
                rate.wait(),
            )
        if not self.counts(peer.address):
            return
        wait = self._addresses[kind].wait(address_key(peer.address), now)
        if wait:
            number *= self._rate_limits.address_times
            raise _too_often(
                "From your address one may {what} {number} times a minute; wait {seconds} s.",
                WORDS[kind],
                number,
                wait,
            )

    def counts(self, address: str) -> bool:
        """Do limits for one address hold for this one?"""
        return not (self._rate_limits.spare_loopback and is_loopback(address))


class LoginThrottle:
    """Refuses to check more passwords than somebody who knows theirs would need."""

    def __init__(self, rate_limits: RateLimits, rate_limiter: RateLimiter) -> None:
        self._rate_limiter = rate_limiter
        self._names = TokenBuckets(rate_limits.sign_ins_per_name)
        self._addresses = TokenBuckets(rate_limits.sign_ins_per_address)

    def count(self, name: str | None, address: str, now: float) -> None:
        """One more try, for an account that may or may not be: nothing tells which."""
        wait = 0.0
        if self._rate_limiter.counts(address):
            wait = self._addresses.wait(address_key(address), now)
        if name is not None and not wait:
            wait = self._names.wait(without_capitals(name), now)
        if wait:
            raise Refusal(
                "too_many_tries",
                "There were too many tries to sign in; wait {seconds} s.",
                seconds=ceil(wait),
            )


def kind_of(peer: Peer, request: Request) -> str | None:
    kind = KINDS.get(type(request))
    if kind is None and isinstance(request, req.Say):
        kind = _REACHES[request.reach]
    if peer.looks_on and kind in _LOOKING_ON:
        return _LOOKING_ON[kind]
    return kind


def _too_often(sentence: str, what: str, number: int, wait: float) -> Refusal:
    return Refusal("too_often", sentence, what=what, number=number, seconds=ceil(wait))
