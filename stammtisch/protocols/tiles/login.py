"""What a `LOGI` or `NAME` asks for: a name, and what may stand behind it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stammtisch.house.names import LONGEST, is_mark, is_overmarked, may_stand, written
from stammtisch.house.requests import EnterFrom

#: The name of somebody who gives none; the house makes it unique as it does with any other.
NAMELESS = "player"

_TOKEN = "token="
_KEY = "key="
_UNPACED = "unpaced"


@dataclass(frozen=True, slots=True)
class Login:
    name: str
    #: The secret of an account, written `token=…`.
    token: str | None = None
    #: The client reads lines that arrive together; the original one loses all but the first.
    unpaced: bool = False
    #: The password of a house that is closed to strangers, or an invitation, written `key=…`.
    key: str | None = None

    def request(self) -> EnterFrom:
        return EnterFrom(name=self.name, protocol="tiles", token=self.token, key=self.key)


def parse_login(arguments: Sequence[str]) -> Login:
    """The arguments of the command. Any will do, because the protocol cannot refuse a login."""
    name, *options = arguments or ("",)
    return Login(
        name=nickname(name),
        token=_last(_TOKEN, options),
        key=_last(_KEY, options),
        unpaced=_UNPACED in options,
    )


def _last(prefix: str, options: Sequence[str]) -> str | None:
    """What stands behind the last of these; nothing is as if it were not said."""
    found = [option.removeprefix(prefix) for option in options if option.startswith(prefix)]
    return found[-1] or None if found else None


def nickname(wish: str) -> str:
    """The wish as a name that the house accepts: too long is cut, what may not be is `_`.

    Only what would be taken for the house itself it may still refuse.
    """
    clean = "".join(char if may_stand(char) else "_" for char in written(wish[: 2 * LONGEST]))
    name = clean[:LONGEST] or NAMELESS
    if is_overmarked(name):
        return "".join("_" if is_mark(char) else char for char in name)
    return name
