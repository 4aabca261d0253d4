"""How requests, replies and notices are declared, and what follows from a declaration.

A request is declared once, in `requests.py` (an administrator's commands in
`lobby/admin_commands.py`): its fields, what it may be answered by, who may send it, and what it
counts as where it comes too often. From that follow the messages that the `/table` codec reads,
the rate limits, what is refused while nothing can be written, what is put to the table unchanged,
what a client may ask again, and the documents. What answers it is marked with `handles`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

# --- values ------------------------------------------------------------------------------------

Number = Annotated[int, Meta(ge=0, le=2**53)]
Key = Annotated[str, Meta(max_length=64)]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Secret = Annotated[str, Meta(min_length=1, max_length=256)]
Link = Annotated[str, Meta(min_length=1, max_length=500)]
Text = Annotated[str, Meta(min_length=1, max_length=2000)]

#: How one is told what happens: by the events alone, or each time also by all that one sees then.
Follow = Literal["events", "views"]
#: Whom words reach.
Reach = Literal["table", "everyone", "person"]


def refers_to(name: str) -> Meta:
    """The values are described by that schema of the documents."""
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


#: One of the game's actions: on the wire its plain form, as `tables.encoding` reads it; within a
#: process also the record itself.
if TYPE_CHECKING:
    AnAction = Any
else:
    AnAction = Annotated[dict[str, Any], refers_to("Action")]


# --- records -----------------------------------------------------------------------------------


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Request(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag=snake,
):
    """Something that is asked of the server, or of a table."""


class Reply(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake):
    """What a request is answered by."""


class Notice(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", tag=snake):
    """What the server says unasked."""


#: Is given the reply, once.
Done = Callable[[Reply], None]


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The `type` of these records on the wire."""
    tag = kind.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


# --- declaring requests ------------------------------------------------------------------------

#: Who sends it: clients of `/table` and the sessions of other protocols; only these sessions; only
#: the server itself, to a table.
Sender = Literal["client", "session", "server"]
#: What it counts as where it comes too often (`accounts.limits`), maybe by what it says.
Rate = str | Callable[[Any], str]


@dataclass(frozen=True, slots=True)
class Declaration:
    #: What it may be answered by, beside `Refused`.
    answers: tuple[type[Reply], ...]
    sender: Sender
    #: None is never too often.
    rate: Rate | None
    #: It is put to the table where the peer is, unchanged.
    at_table: bool
    #: It is refused at once while nothing can be written.
    writes: bool
    #: It changes nothing: a client may ask again if no answer came.
    reads: bool


#: Every request there is, in the order in which they are declared.
DECLARED: dict[type[Request], Declaration] = {}

R = TypeVar("R", bound=type[Request])
F = TypeVar("F", bound=Callable[..., Any])


def request(
    *answers: type[Reply],
    sender: Sender = "client",
    rate: Rate | None = None,
    at_table: bool = False,
    writes: bool = False,
    reads: bool = False,
) -> Callable[[R], R]:
    """Declare a request."""
    declaration = Declaration(answers, sender, rate, at_table, writes, reads)

    def declare(kind: R) -> R:
        DECLARED[kind] = declaration
        return kind

    return declare


def requests_of(sender: Sender) -> tuple[type[Request], ...]:
    return tuple(kind for kind, said in DECLARED.items() if said.sender == sender)


# --- answering them ----------------------------------------------------------------------------


def handles(*kinds: type[Request]) -> Callable[[F], F]:
    """Mark a function or a method as what answers these requests.

    What is marked is called at once; a coroutine function takes its time.
    """

    def mark(function: F) -> F:
        function.__dict__["handles"] = kinds
        return function

    return mark


def handlers_in(*places: object) -> dict[type[Request], Callable[..., Any]]:
    """What answers each request: the marked functions of modules, the marked methods of objects."""
    found: dict[type[Request], Callable[..., Any]] = {}
    for place in places:
        for kind, handler in _marked(place):
            if kind in found:
                raise TypeError(f"two handlers answer {kind.__name__}")
            found[kind] = handler
    return found


def _marked(place: object) -> Iterator[tuple[type[Request], Callable[..., Any]]]:
    if isinstance(place, ModuleType):
        for function in vars(place).values():
            for kind in getattr(function, "handles", ()):
                yield kind, function
        return
    names = {name for owner in type(place).__mro__ for name in vars(owner)}
    for name in sorted(names):
        for kind in getattr(getattr(type(place), name), "handles", ()):
            yield kind, getattr(place, name)
