"""What can be asked of the server and of its tables: every request once, with what follows from it.

The sessions of all protocols speak in these records: they turn their messages into requests, and
replies and notices (`replies.py`) into their messages. The clients of our own protocol send the
same records: on the wire a request's `type` is the class's name in snake case. What is put to a
table travels unchanged; who asks is told beside it (`Caller`). A peer has at most one request under
way, and is at one table at a time.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from stammtisch.games.game import Value
from stammtisch.lobby.admin_commands import AdminCommand, Administered, People
from stammtisch.replies import (
    Accepted,
    Actions,
    AtTable,
    Entered,
    Hint,
    Past,
    Person,
    Players,
    Pong,
    Ratings,
    Saved,
    Scores,
    ServerInfo,
    Shared,
    Tables,
    Talked,
    Verdict,
)
from stammtisch.tables.settings import Leaver, Settings
from stammtisch.vocabulary import (
    AnAction,
    Follow,
    Key,
    Link,
    Name,
    Number,
    Reach,
    Request,
    Secret,
    Text,
    request,
    requests_of,
)


class Caller(msgspec.Struct, frozen=True):
    """Who asks: a connection, and the account behind it."""

    connection: str
    account: str
    name: str
    #: Where the connection comes from.
    address: str = ""


# --- who one is --------------------------------------------------------------------------------


@request(Entered, rate="entries", writes=True)
class Enter(Request, frozen=True, kw_only=True):
    """Come in as a new guest; without a name the server picks one.

    key: Where the server is closed to strangers: its password, or an invitation to it.
    """

    name: Name | None = None
    key: Secret | None = None


@request(Entered, sender="session", rate="entries")
class EnterFrom(Request, frozen=True, kw_only=True):
    """A guest of a protocol without tokens: known again by name, protocol and address.

    With `token` it is the account of that token instead. Asked again by somebody who is inside
    already, it is a change of name.
    """

    name: str
    protocol: str
    token: str | None = None
    #: Where the server is closed to strangers: its password, or an invitation to it.
    key: str | None = None


@request(Entered, rate="entries")
class Resume(Request, frozen=True, kw_only=True):
    """Come in as whoever was given this token.

    token: What a device comes back with: keep it secret.
    key: For a guest from before the server was closed to strangers.
    """

    token: Secret
    key: Secret | None = None


@request(Entered, rate="entries", writes=True)
class SignIn(Request, frozen=True, kw_only=True):
    """Come in with a registered account.

    password: The account's password.
    """

    name: Name
    password: Secret


@request(Entered, rate="entries", writes=True)
class Register(Request, frozen=True, kw_only=True):
    """Make the guest one is (or a new one) a registered account.

    password: The account's password.
    key: For who is not inside yet, where the server is closed to strangers.
    """

    name: Name
    password: Secret
    key: Secret | None = None


@request(Entered, rate="entries", writes=True)
class Rename(Request, frozen=True, kw_only=True):
    """Take another name."""

    name: Name


@request(Entered, sender="session", rate="entries", writes=True)
class ChangePassword(Request, frozen=True, kw_only=True):
    """Take another password; whoever is signed in stays so."""

    old: Secret
    new: Secret


@request(Talked, rate="entries", writes=True)
class SignOut(Request, frozen=True, kw_only=True):
    """Make a token worthless: the one given, or all of this account's.

    token: What a device comes back with: keep it secret.
    """

    token: Secret | None = None


@request(Pong, reads=True)
class Ping(Request, frozen=True, kw_only=True):
    """Are you there? The session answers it by itself."""


# --- looking around ----------------------------------------------------------------------------


@request(Players, rate="looks", reads=True)
class AskPlayers(Request, frozen=True, kw_only=True, tag="players"):
    """Who is inside?"""


@request(Tables, rate="looks", reads=True)
class AskTables(Request, frozen=True, kw_only=True, tag="tables"):
    """Which public tables are there, of one game or of all? A page of them, from `after` on.

    after: What `more` of the page before was.
    limit: At most so many.
    mine: Instead all tables where one has a seat, private ones too, on one page.
    """

    game: Key | None = None
    after: Number = 0
    limit: Annotated[int, Meta(ge=1, le=100)] = 50
    mine: bool = False


@request(Scores, rate="looks", reads=True)
class AskScores(Request, frozen=True, kw_only=True, tag="scores"):
    """The high scores of a game."""

    game: Key


@request(Ratings, rate="looks", reads=True)
class AskRatings(Request, frozen=True, kw_only=True, tag="ratings"):
    """The strongest players of a game."""

    game: Key


@request(Person, rate="looks", reads=True)
class AskPerson(Request, frozen=True, kw_only=True, tag="person"):
    """Who is that? By name, or by the `person` that seats are marked with."""

    name: Name | None = None
    person: Key | None = None


@request(ServerInfo, sender="session", rate="looks", reads=True)
class AskServer(Request, frozen=True, kw_only=True):
    """Which server is this, and how many are inside?"""


@request(Tables, sender="session", rate="looks", reads=True)
class FindTables(Request, frozen=True, kw_only=True):
    """Tables of a game, private ones too: that of this id (or invite code), if one may come in;
    without one, those at which one has a seat, the newest last."""

    game: str
    table: str | None = None
    password: str | None = None


# --- coming and going --------------------------------------------------------------------------


@request(AtTable, rate="openings")
class Open(Settings, Request, frozen=True, kw_only=True):
    """Open a table and, unless `sit` is false, take a seat at it.

    sit: To take a seat at once.
    password: What newcomers without an invitation must know.
    seats: How many seats the table has.
    """

    sit: bool = True
    password: Secret | None = None
    follow: Follow = "events"

    @property
    def settings(self) -> Settings:
        chosen = {name: getattr(self, name) for name in Settings.__struct_fields__}
        return Settings(**chosen)


@request(AtTable, rate="joins")
class Join(Request, frozen=True, kw_only=True):
    """Come to a table: to one's own seat, else to a free one; with `watch`, only to look on.

    Either `table` (its id) or `invite` (the code, or the link that ends with it) says which.
    `since` is the last `seq` the client knows: it is told what it missed instead of everything.

    table: The id of the table.
    invite: The code by which others can join.
    seat: The seat that one wants; any that is free without it.
    watch: To look on, without a seat.
    since: The last `seq` that was seen: only what came later is told.
    password: Where the table has one, and the invite code is not at hand.
    keep: Keep the seat for a while if the connection is lost before a match begins.
    late: Take over a seat of a running match, if one can be had?
    """

    table: Key | None = None
    invite: Link | None = None
    seat: Number | None = None
    watch: bool = False
    since: Number | None = None
    password: Secret | None = None
    follow: Follow = "events"
    keep: bool = True
    late: bool = True


@request(AtTable, sender="session", rate="joins")
class JoinNumber(Request, frozen=True, kw_only=True):
    """Join the table of that number in its game's own protocol; if there is none, open it."""

    game: str
    number: int
    #: How to open it: so many seats, by that profile; None is what is usual in the game.
    seats: int | None = None
    profile: str | None = None
    #: Open it if there is none?
    create: bool = True
    watch: bool = False
    since: int | None = None
    #: Keep the seat for a while if the connection is lost; most such protocols have no word for
    #: coming back.
    keep: bool = False
    #: Take over a seat of a running match, if one can be had?
    late: bool = True


@request(AtTable, rate="joins")
class Sit(Request, frozen=True, kw_only=True):
    """Take a seat at the table one is watching.

    seat: The seat that one wants; any that is free without it.
    """

    seat: Number | None = None
    follow: Follow = "events"


@request(Talked, rate="whispers")
class Invite(Request, frozen=True, kw_only=True):
    """Invite the person of that name to the table one is at."""

    name: Name


@request(Accepted, writes=True)
class Leave(Request, frozen=True, kw_only=True):
    """Give up one's seat, or stop watching."""


@request(Accepted, sender="server")
class Disconnect(Request, frozen=True, kw_only=True):
    """The connection is lost: its seat is kept, as far as it can be. Not said by clients."""


@request(Accepted, sender="server", writes=True)
class TakeName(Request, frozen=True, kw_only=True):
    """The account has another name now. Not said by clients."""


@request(Accepted, sender="server", writes=True)
class AllowEntry(Request, frozen=True, kw_only=True):
    """An account is invited: it may come in, even if it was sent away. Not said by clients."""

    account: str


# --- before a match ----------------------------------------------------------------------------


@request(Accepted, at_table=True, rate="changes", writes=True)
class Ready(Request, frozen=True, kw_only=True):
    """Want to play. A nonce goes into the deals: send its hash (SHA-256 of its text), and the nonce
    when the news `committed` asks for it. In the open (hexadecimal, 1 to 64 bytes) it is taken,
    too, but then whoever knows it and the server's secret beforehand knows the deal.

    nonce: Lower-case hexadecimal: what the player adds to the deals.
    hash: SHA-256 of the nonce's text, in lower-case hexadecimal.
    """

    nonce: Annotated[str, Meta(max_length=128)] | None = None
    hash: Annotated[str, Meta(max_length=64)] | None = None


@request(Accepted, at_table=True, rate="changes", writes=True)
class Disclose(Request, frozen=True, kw_only=True):
    """Open the nonce whose hash was sent with `ready`: lower-case hexadecimal, 16 to 64 bytes.

    nonce: Lower-case hexadecimal: what the player adds to the deals.
    """

    nonce: Annotated[str, Meta(max_length=128)]


@request(Accepted, at_table=True, rate="changes", writes=True)
class Unready(Request, frozen=True, kw_only=True):
    """Take "ready" back, as long as the match has not begun."""


@request(Accepted, at_table=True, rate="changes", writes=True)
class AddBot(Request, frozen=True, kw_only=True):
    """Give a free seat to a bot.

    level: Null is the level of the table.
    seat: The seat for it; any that is free without it.
    """

    level: Key | None = None
    seat: Number | None = None


@request(Accepted, at_table=True, rate="changes", writes=True)
class RemoveBot(Request, frozen=True, kw_only=True):
    """Send the bot on that seat away."""

    seat: Number


@request(Accepted, at_table=True, rate="changes", writes=True)
class Configure(Request, frozen=True, kw_only=True):
    """Change how the table is run, between matches; only its host may. What is left out stays.

    Whoever was ready is asked again.

    seats: How many seats the table has.
    password: Null takes the password away.
    bots: How well bots play that fill seats or sit in.
    fill_after: Seconds after which bots take the empty seats; 0 is at once, null never.
    watch: People may watch who have no seat.
    hints: Players may ask what a good bot would do.
    grace: Seconds for which a seat is kept for who is away from a match; 0 is for good.
    pace: Milliseconds that bots take for a move; null is the server's own.
    anew: Forget an adjourned match: the next one begins anew.
    """

    profile: Key | UnsetType = UNSET
    options: dict[str, Value] | UnsetType = UNSET
    seats: Number | UnsetType = UNSET
    name: Annotated[str, Meta(max_length=60)] | UnsetType = UNSET
    private: bool | UnsetType = UNSET
    password: Secret | UnsetType | None = UNSET
    leaver: Leaver | UnsetType = UNSET
    bots: Key | UnsetType = UNSET
    fill_after: float | UnsetType | None = UNSET
    watch: bool | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    grace: Number | UnsetType = UNSET
    pace: Number | UnsetType | None = UNSET
    anew: bool = False


@request(Accepted, at_table=True, rate="changes", writes=True)
class Arrange(Request, frozen=True, kw_only=True):
    """Change the order of the seats: seat n goes to whoever has seat `order[n]`. For the host.

    order: Seat n goes to whoever has seat `order[n]`.
    """

    order: Annotated[list[Number], Meta(max_length=64)]


@request(Accepted, at_table=True, rate="changes", writes=True)
class Kick(Request, frozen=True, kw_only=True):
    """Send whoever has that seat away; they may come back only by invitation. For the host."""

    seat: Number
    reason: Annotated[str, Meta(max_length=200)] = ""


@request(Accepted, at_table=True, rate="changes", writes=True)
class TransferHost(Request, frozen=True, kw_only=True):
    """Make whoever has that seat the host."""

    seat: Number


@request(Saved, sender="session", at_table=True, rate="changes")
class Save(Request, frozen=True, kw_only=True):
    """Give me what the adjourned match left, to go on with it one day, here or at another table."""


@request(Accepted, sender="session", at_table=True, rate="changes", writes=True)
class Load(Request, frozen=True, kw_only=True):
    """Go on from what `Save` gave, with its rules, if the same people sit here. For the host."""

    token: Annotated[str, Meta(max_length=1 << 20)]


# --- in a match --------------------------------------------------------------------------------


@request(Accepted, at_table=True, rate="acts", writes=True)
class Act(Request, frozen=True, kw_only=True):
    """Do something in the match; with `seq`, only if nothing has happened since then.

    seq: The `seq` one decided by: refused if something has happened since.
    """

    action: AnAction
    seq: Number | None = None


@request(Actions, at_table=True, rate="acts", reads=True)
class AskActions(Request, frozen=True, kw_only=True, tag="actions"):
    """What may I do now?"""


@request(Verdict, at_table=True, rate="acts", reads=True)
class CheckAction(Request, frozen=True, kw_only=True):
    """Would this action be legal now, and if not, why? Nothing is done."""

    action: AnAction


@request(Hint, at_table=True, rate="hints", reads=True)
class AskHint(Request, frozen=True, kw_only=True, tag="hint"):
    """What would a good bot do in my place, and why?"""


@request(Past, sender="server", reads=True)
class OpenDeals(Request, frozen=True, kw_only=True):
    """Which part of the match that is on may be looked at? Not said by clients."""

    match: str


# --- finished matches --------------------------------------------------------------------------


@request(Shared, rate="changes")
class Share(Request, frozen=True, kw_only=True):
    """Give me a code with which anybody may see the record of a match at which I had a seat."""

    match: Key


# --- talk --------------------------------------------------------------------------------------


def _talk(say: Say) -> str:
    """Talk counts by whom it reaches."""
    return {"table": "says", "everyone": "shouts", "person": "whispers"}[say.reach]


@request(Accepted, Talked, rate=_talk, writes=True)
class Say(Request, frozen=True, kw_only=True):
    """Talk: at the table, to everyone in the server, or to the person named in `to`.

    reach: Who hears it: those at the `table`, `everyone` inside, or one `person`.
    to: The name of the person whom it is for, where `reach` is `person`.
    """

    text: Text
    reach: Reach = "table"
    to: Name | None = None


# --- administrators ----------------------------------------------------------------------------


@request(Administered, People, Tables, rate="changes")
class Administer(Request, frozen=True, kw_only=True):
    """Do something as an administrator of the server.

    command: What is to be done.
    """

    command: AdminCommand


#: What clients of our own protocol may ask.
FROM_CLIENTS = requests_of("client")
