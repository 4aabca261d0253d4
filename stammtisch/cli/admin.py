"""`stammtisch admin`: the host speaks with the server that runs.

Its words are made from the records of `lobby/admin_commands.py`.
"""

from __future__ import annotations

import argparse
import getpass
import socket
import sys
from typing import Any

import msgspec
from msgspec import inspect, structs
from rich.table import Table

from stammtisch.cli.arguments import add_store, store_address, whole_number
from stammtisch.cli.output import USAGE, CliError, show
from stammtisch.lobby import admin_commands as commands
from stammtisch.lobby.admin_commands import AdminCommand, Administered, People
from stammtisch.net.admin_socket import admin_socket_beside, reachable
from stammtisch.replies import Refused, Tables
from stammtisch.store.sqlite import file_of

#: How long the server may take, in seconds.
PATIENCE = 30

_answers: msgspec.json.Decoder[Administered | People | Tables | Refused] = msgspec.json.Decoder(
    Administered | People | Tables | Refused
)


#: The word after `admin` for each command.
WORDS: dict[str, type[AdminCommand]] = {
    "people": commands.ListPeople,
    "tables": commands.ListTables,
    "rename": commands.RenamePerson,
    "ban": commands.Ban,
    "unban": commands.Unban,
    "password": commands.ResetPassword,
    "close": commands.CloseTable,
    "announce": commands.Announce,
    "appoint": commands.GrantAdmin,
    "discharge": commands.RevokeAdmin,
    "invite": commands.MakeInvitation,
    "revoke": commands.RevokeInvitations,
}

#: What the fields of the commands mean here, and how they are called where that is not their name.
_MEANINGS = {
    "name": "the person's name",
    "to": "the new name",
    "reason": "they are told it",
    "address": "also everybody from where they are now",
    "password": "ask for the new password, instead of making one",
    "table": "its id, as admin tables shows it",
    "text": "what to say to everybody",
    "minutes": "say that the server is restarted then, now and again before it is (it restarts "
    "nothing itself)",
    "uses": "how many may use it",
    "days": "how long it is good",
    "registered": "everybody who has registered, inside or not",
    "banned": "who is banned, and why",
    "admins": "who administers the server",
}
_OPTIONS = {"minutes": "--restart-in", "password": "--ask"}
_METAVARS = {"to": "NEW", "table": "ID", "minutes": "MINUTES", "uses": "N", "days": "N"}


def arguments(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(dest="word", metavar="WHAT", required=True)
    for word, kind in WORDS.items():
        meaning = " ".join((kind.__doc__ or "").split()).replace("`", "")
        each = words.add_parser(word, help=meaning, description=meaning)
        for field in structs.fields(kind):
            _add(each, field)
        add_store(each)
        each.add_argument("--json", action="store_true", help="print the server's answer as it is")


def _add(parser: argparse.ArgumentParser, field: structs.FieldInfo) -> None:
    """The argument that fills the field: one that it must have is a word, others are options."""
    name = field.name
    about: dict[str, Any] = {"help": _MEANINGS.get(name)}
    if field.default is False or name == "password":
        parser.add_argument(
            _OPTIONS.get(name, f"--{name}"), dest=name, action="store_true", **about
        )
        return
    kind = inspect.type_info(field.type)
    if isinstance(kind, inspect.LiteralType):
        one_of = parser.add_mutually_exclusive_group()
        for value in kind.values:
            if value != field.default:
                one_of.add_argument(
                    *(f"--{value}",),
                    dest=name,
                    action="store_const",
                    const=value,
                    default=field.default,
                    help=_MEANINGS[str(value)],
                )
        return
    about["metavar"] = _METAVARS.get(name, "TEXT" if name in ("text", "reason") else name.upper())
    if field.required:
        parser.add_argument(name, **about)
        return
    if name == "text":
        parser.add_argument(name, nargs="?", **about)
        return
    for part in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        if isinstance(part, inspect.IntType):
            about["type"] = whole_number(part.ge or 0, part.le)
    option = _OPTIONS.get(name, f"--{name}")
    parser.add_argument(option, dest=name, default=field.default, **about)


def _command(asked: argparse.Namespace) -> AdminCommand:
    kind = WORDS[asked.word]
    given = {field.name: getattr(asked, field.name) for field in structs.fields(kind)}
    if kind is commands.ResetPassword:
        given["password"] = _asked_password() if asked.password else None
    if kind is commands.Announce and asked.text is None and asked.minutes is None:
        raise CliError("An announcement has a TEXT, --restart-in, or both.", USAGE)
    return kind(**given)


def run(asked: argparse.Namespace) -> int:
    line = answer_to(store_address(asked), _command(asked))
    try:
        answer = _answers.decode(line)
    except msgspec.MsgspecError:
        raise CliError("The server runs another version, and its answer cannot be read.") from None
    if isinstance(answer, Refused):
        raise CliError(answer.message)
    if asked.json:
        print(line.decode().strip())
    else:
        _show(answer)
    return 0


def answer_to(address: str, command: AdminCommand) -> bytes:
    """What the server of that store answers."""
    path = file_of(address)
    if path is None:
        raise CliError(f"The store {address} is no file: no server can be found beside it.", USAGE)
    beside = admin_socket_beside(path)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(PATIENCE)
            with reachable(beside) as name:
                line.connect(name)
            line.sendall(msgspec.json.encode(command) + b"\n")
            with line.makefile("rb") as answers:
                answer = answers.readline()
    except (FileNotFoundError, ConnectionRefusedError):
        raise CliError(
            f"No server runs on {path}: start it, or name its folder with --data."
        ) from None
    except PermissionError:
        raise CliError(f"You may not open {beside}: only the server's own user may.") from None
    except TimeoutError:
        raise CliError(f"The server did not answer within {PATIENCE} seconds.") from None
    except (OSError, AttributeError) as error:
        raise CliError(f"The server cannot be reached at {beside}: {error}.") from None
    if not answer:
        raise CliError("The server stopped before it answered.")
    return answer


def _asked_password() -> str:
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    return getpass.getpass("New password: ")


def _show(answer: Administered | People | Tables) -> None:
    if isinstance(answer, Administered):
        print(answer.sentence, file=sys.stderr if answer.secret else sys.stdout)
        if answer.secret:
            print(answer.secret)
    elif isinstance(answer, People):
        show(_people_table(answer) if answer.people else "Nobody.")
    else:
        show(_tables_table(answer) if answer.tables else "There is no table.")


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def _people_table(people: People) -> Table:
    table = _table("name", "kind", "here", "from", "table", "")
    for one in people.people:
        marks = ["admin"] if one.admin else []
        if one.banned is not None:
            marks.append(f"banned: {one.banned}" if one.banned else "banned")
        here = ", ".join(one.protocols) if one.here else "–"
        cells: list[Any] = [one.name, one.kind, here, ", ".join(one.addresses)]
        table.add_row(*cells, ", ".join(one.tables), ", ".join(marks))
    return table


def _tables_table(tables: Tables) -> Table:
    table = _table("id", "game", "number", "phase", "private", "people")
    for one in tables.tables:
        people = ", ".join(seat.name or "–" for seat in one.seats)
        private = "yes" if one.private else "no"
        table.add_row(one.id, one.game, str(one.number), one.phase, private, people)
    return table
