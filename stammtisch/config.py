"""What the host has decided for the whole server: one record, handed down whole.

`AppConfig` reaches every part that has a question for it; a new number is declared here and read
where it matters, with nothing in between. What a host writes it in (options, environment, a file)
is `net/settings.py`.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Timings:
    """How long a table waits for people, in milliseconds."""

    #: A bot's move at a table where people look on takes this long.
    bot_pace: int = 800
    #: No table may ask for a quicker one, unless the server's own is.
    bot_pace_least: int = 200
    #: Before a match: a lost connection's seat is kept.
    lobby: int = 60_000
    #: In a match that would end or go on without: a lost connection may come back; and so may
    #: somebody who left on purpose, as the last one.
    ending: int = 30_000
    #: After a restart: nobody's seat is given to a bot or a newcomer.
    restart: int = 20_000
    #: A match to which all have lost the connection is broken off.
    abandoned: int = 1_800_000


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


@dataclass(frozen=True, slots=True, kw_only=True)
class AppConfig:
    #: Tables may have cheats, and those opened through a game's own protocol do.
    cheats: bool = False
    tables: int = 10_000
    #: Tables that one account, and one address, may have opened at the same time; 0 is no limit.
    tables_per_account: int = 0
    tables_per_address: int = 0
    #: Guests who never played are forgotten after so many days; 0 is never.
    guest_days: int = 30
    timings: Timings = field(default_factory=Timings)
    #: How often one may ask what.
    rate_limits: RateLimits = LENIENT
    #: Passwords that are worked on at once.
    hashes: int = 1
    #: Whoever is new needs this password, or an invitation; "" is none.
    password: str = ""
    #: Whoever is new needs an invitation.
    invite_only: bool = False
