"""What an administrator can do, and what comes of it: one vocabulary for the command line, for REST
and for our own protocol. Who may do it is decided elsewhere (`admin.py`)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from stammtisch.vocabulary import Key, Name, Reply, Secret, Text, snake

Reason = Annotated[str, Meta(max_length=200)]

#: Whom to list: who is inside, who has registered, who is banned, who may do all this.
Which = Literal["inside", "registered", "banned", "admins"]


class _Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=snake,
):
    pass


class ListPeople(_Command, frozen=True, kw_only=True):
    """Who is there?

    which: Who is inside, who has registered, who is banned, or who are administrators.
    """

    which: Which = "inside"


class ListTables(_Command, frozen=True, kw_only=True):
    """All tables, private ones too."""


class RenamePerson(_Command, frozen=True, kw_only=True):
    """Give somebody another name.

    to: The new name.
    """

    name: Name
    to: Name


class Ban(_Command, frozen=True, kw_only=True):
    """Send somebody out of the server, and let them in no more: their account, and with `address`
    also whoever comes from where they are now.

    address: Also whoever comes from where they are now.
    """

    name: Name
    reason: Reason = ""
    address: bool = False


class Unban(_Command, frozen=True, kw_only=True):
    """Let somebody in again."""

    name: Name


class ResetPassword(_Command, frozen=True, kw_only=True):
    """Give a registered account a new password, and sign it out everywhere.

    password: Null: one is made, and told.
    """

    name: Name
    password: Secret | None = None


class CloseTable(_Command, frozen=True, kw_only=True):
    """Take a table away. A match that is on there is lost.

    table: Its id.
    """

    table: Key
    reason: Reason = ""


class Announce(_Command, frozen=True, kw_only=True):
    """Tell everybody something, in the server's name; with `minutes`, that the server restarts
    then.

    Who comes in later, but before that time, is told too.

    minutes: After so many the server restarts.
    """

    text: Text | None = None
    minutes: Annotated[int, Meta(ge=0, le=1440)] | None = None


class GrantAdmin(_Command, frozen=True, kw_only=True):
    """Let a registered account do all this."""

    name: Name


class RevokeAdmin(_Command, frozen=True, kw_only=True):
    """Let an account do it no more."""

    name: Name


class MakeInvitation(_Command, frozen=True, kw_only=True):
    """A code with which somebody new may come in where the server is closed to strangers.

    uses: How many may use it.
    days: After so many days it is worthless.
    """

    uses: Annotated[int, Meta(ge=1, le=10_000)] = 1
    days: Annotated[int, Meta(ge=1, le=366)] = 14


class RevokeInvitations(_Command, frozen=True, kw_only=True):
    """Make all invitations worthless that have not been used up."""


AdminCommand = (
    ListPeople
    | ListTables
    | RenamePerson
    | Ban
    | Unban
    | ResetPassword
    | CloseTable
    | Announce
    | GrantAdmin
    | RevokeAdmin
    | MakeInvitation
    | RevokeInvitations
)


# --- answers -----------------------------------------------------------------------------------


class Administered(Reply, frozen=True, kw_only=True):
    """An administrator's command is done, and durable where it must last.

    sentence: What was done, for the person who did it.
    secret: A new password, or an invitation's code.
    """

    sentence: str
    secret: str | None = None


class KnownPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody, as an administrator sees them.

    person: As seats are marked with it.
    here: They are inside now.
    admin: They may administer the server.
    banned: Why they are banned, "" for no reason given; null if they are not.
    protocols: Through which protocols they are here, and from where; of the banned, from where they
        may not come.
    addresses: From where they are here; of the banned, from where they may not come.
    tables: Ids of the tables where they are.
    """

    name: str
    person: str
    kind: str
    here: bool = False
    admin: bool = False
    banned: str | None = None
    protocols: list[str] = []
    addresses: list[str] = []
    tables: list[str] = []


class People(Reply, frozen=True, kw_only=True):
    """Whom an administrator asked for, by name.

    people: Those who were asked for.
    """

    people: list[KnownPerson]
