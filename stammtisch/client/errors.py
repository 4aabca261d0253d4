"""What can go wrong, by kinds that a program may want to tell apart. Each text is a sentence."""

from __future__ import annotations

from typing import Any

from stammtisch import replies


class ClientError(Exception):
    """Whatever this library has to complain of."""


class Disconnected(ClientError):
    """There is no connection: it cannot be made, or it has ended."""


class Unanswered(Disconnected):
    """The answer to what was asked never came: it has happened, or it has not."""


class Refused(ClientError):
    """The server said no, in its own sentence; nothing has changed.

    `code` stays the same from version to version, `data` is what stands in the sentence's blanks.
    """

    def __init__(self, message: str, code: str = "", data: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.data = data or {}


class Stale(Refused):
    """Something has happened since the moment for which this was meant."""


class RetryLater(Refused):
    """The same may be granted later."""


class TooOften(RetryLater):
    """This kind of ask came too often."""

    @property
    def seconds(self) -> float:
        """How long to wait."""
        return float(self.data.get("seconds", 1.0))


class UnknownToken(Refused):
    """Nobody at this server has that token (any more)."""


class WrongPassword(Refused):
    """That name and password do not belong together."""


class KeyNeeded(Refused):
    """The server is closed to strangers: its key is missing in the address, or does not fit."""


class BadName(Refused):
    """Nobody can be called so, or somebody else is."""


class NoTable(Refused):
    """The table is not there, or has no place for this person."""


class TakenOver(NoTable):
    """Somebody else has the seat now."""


_KINDS: dict[str, type[Refused]] = {
    "stale": Stale,
    "too_often": TooOften,
    "unknown_token": UnknownToken,
    "wrong_password": WrongPassword,
    "taken_over": TakenOver,
    **dict.fromkeys(("key_needed", "wrong_key"), KeyNeeded),
    **dict.fromkeys(("bad_name", "reserved_name", "name_taken"), BadName),
    **dict.fromkeys(
        ("busy", "cannot_write", "not_saved", "too_many_tries", "too_loud", "failed", "house_full"),
        RetryLater,
    ),
    **dict.fromkeys(
        ("unknown_table", "unknown_invite", "closed", "gone", "not_at_table", "not_here"), NoTable
    ),
    **dict.fromkeys(
        ("full", "running", "dismissed", "late", "seat_taken", "no_seat", "no_watching"), NoTable
    ),
}


def refusal(error: replies.Refused) -> ClientError:
    """What is raised for an error of the protocol."""
    if error.code == "unknown":
        return Unanswered(error.message)
    return _KINDS.get(error.code, Refused)(error.message, error.code, error.data)
