"""What a client says in its address: which table, and how it wants to be there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

#: Tables of 2 to 8 seats, twenty of each, in this order.
EACH_SIZE = 20
SIZES = range(2, 9)
TABLES = EACH_SIZE * len(SIZES)

#: As C's atoi: blanks, a sign, digits; the rest does not matter.
_NUMBER = re.compile(r"[ \t\n\v\f\r]*([+-]?)0*([0-9]{1,9})(?![0-9])")


def seats_of(number: int) -> int | None:
    """How many seats the table of that id has; None where the id does not say."""
    return number // EACH_SIZE + SIZES[0] if 0 <= number < TABLES else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket:
    #: None if no table can have it.
    number: int | None
    name: str | None
    #: Where the house is closed to strangers: its password, or an invitation.
    key: str | None
    #: The client knows the extensions; without it, all below is as if not said.
    ext: bool
    token: str | None
    #: The `order` of the last event it has.
    since: int | None
    watch: bool
    #: The profile to open the table with.
    profile: str | None

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Ticket:
        ext = query.get("ext") == "1"
        said = query if ext else {}
        number = _number(query.get("tableID", ""))
        return cls(
            number=number if number is not None and number >= 0 else None,
            name=query.get("name") or None,
            key=query.get("key") or None,
            ext=ext,
            token=said.get("token") or None,
            since=_number(said.get("since", "")),
            watch=said.get("watch") == "1",
            profile=said.get("table") or None,
        )


def _number(text: str) -> int | None:
    found = _NUMBER.match(text)
    return int(found[1] + found[2]) if found else None
