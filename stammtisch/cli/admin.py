"""`stammtisch admin`: whoever runs a server, to the server that runs it."""

from __future__ import annotations

import argparse
import getpass
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec
from rich.table import Table

from stammtisch.cli.arguments import add_store, store_address, whole_number
from stammtisch.cli.output import USAGE, CliError, show
from stammtisch.lobby import admin_commands
from stammtisch.lobby.admin_commands import AdminCommand, Administered, People
from stammtisch.net.admin_socket import office_beside, reachable
from stammtisch.replies import Refused, Tables
from stammtisch.store.sqlite import file_of

#: How long the server may take, in seconds.
PATIENCE = 30

_answers: msgspec.json.Decoder[Administered | People | Tables | Refused] = msgspec.json.Decoder(
    Administered | People | Tables | Refused
)


@dataclass(frozen=True, slots=True)
class Subcommand:
    """One word after `admin`: what it means, its arguments, and the command that they make."""

    word: str
    meaning: str
    arguments: Callable[[argparse.ArgumentParser], None]
    command: Callable[[argparse.Namespace], AdminCommand]


def _nothing(parser: argparse.ArgumentParser) -> None:
    pass


def _name(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the person's name")


def _people(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(which="inside")
    which = parser.add_mutually_exclusive_group()
    for one, meaning in (
        ("registered", "everybody who has registered, inside or not"),
        ("banned", "who is banned, and why"),
        ("admins", "who administers the server"),
    ):
        which.add_argument(f"--{one}", dest="which", action="store_const", const=one, help=meaning)


def _rename(parser: argparse.ArgumentParser) -> None:
    _name(parser)
    parser.add_argument("to", metavar="NEW", help="the new name")


def _ban(parser: argparse.ArgumentParser) -> None:
    _name(parser)
    parser.add_argument("--reason", default="", metavar="TEXT", help="they are told it")
    parser.add_argument(
        "--address", action="store_true", help="also everybody from where they are now"
    )


def _password(parser: argparse.ArgumentParser) -> None:
    _name(parser)
    parser.add_argument(
        "--ask", action="store_true", help="ask for the new password, instead of making one"
    )


def _close(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="ID", help="its id, as admin tables shows it")
    parser.add_argument("--reason", default="", metavar="TEXT", help="whoever is there is told it")


def _announce(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", nargs="?", help="what to say to everybody")
    parser.add_argument(
        "--restart-in",
        dest="minutes",
        type=whole_number(0, 1440),
        metavar="MINUTES",
        help="say that the server is restarted then, now and again before it is "
        "(it restarts nothing itself)",
    )


def _invite(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--uses", type=whole_number(1, 10_000), default=1, metavar="N", help="how many may use it"
    )
    parser.add_argument(
        "--days", type=whole_number(1, 366), default=14, metavar="N", help="how long it is good"
    )


ORDERS: tuple[Subcommand, ...] = (
    Subcommand(
        "people",
        "Who is inside, and from where.",
        _people,
        lambda asked: admin_commands.ListPeople(which=asked.which),
    ),
    Subcommand(
        "tables",
        "All tables, private ones too.",
        _nothing,
        lambda asked: admin_commands.ListTables(),
    ),
    Subcommand(
        "rename",
        "Give somebody another name.",
        _rename,
        lambda asked: admin_commands.RenamePerson(name=asked.name, to=asked.to),
    ),
    Subcommand(
        "ban",
        "Send somebody away, and let them in no more; a bot takes their seat in a match.",
        _ban,
        lambda asked: admin_commands.Ban(
            name=asked.name, reason=asked.reason, address=asked.address
        ),
    ),
    Subcommand(
        "unban", "Let them in again.", _name, lambda asked: admin_commands.Unban(name=asked.name)
    ),
    Subcommand(
        "password",
        "Give somebody a new password, and sign them out everywhere.",
        _password,
        lambda asked: admin_commands.ResetPassword(
            name=asked.name, password=_asked_password() if asked.ask else None
        ),
    ),
    Subcommand(
        "close",
        "Close a table; a match that is on there is lost.",
        _close,
        lambda asked: admin_commands.CloseTable(table=asked.table, reason=asked.reason),
    ),
    Subcommand(
        "announce",
        "Tell everybody something.",
        _announce,
        lambda asked: admin_commands.Announce(text=asked.text, minutes=asked.minutes),
    ),
    Subcommand(
        "appoint",
        "Let a registered person administer the server, too.",
        _name,
        lambda asked: admin_commands.GrantAdmin(name=asked.name),
    ),
    Subcommand(
        "discharge",
        "Let them do it no more.",
        _name,
        lambda asked: admin_commands.RevokeAdmin(name=asked.name),
    ),
    Subcommand(
        "invite",
        "Make an invitation, for a server that is closed to strangers.",
        _invite,
        lambda asked: admin_commands.MakeInvitation(uses=asked.uses, days=asked.days),
    ),
    Subcommand(
        "revoke",
        "Make all invitations worthless that are not used up.",
        _nothing,
        lambda asked: admin_commands.RevokeInvitations(),
    ),
)


def arguments(parser: argparse.ArgumentParser) -> None:
    words = parser.add_subparsers(dest="order", metavar="WHAT", required=True)
    for order in ORDERS:
        each = words.add_parser(order.word, help=order.meaning, description=order.meaning)
        order.arguments(each)
        add_store(each)
        each.add_argument("--json", action="store_true", help="print the server's answer as it is")


def run(asked: argparse.Namespace) -> int:
    order = next(order for order in ORDERS if order.word == asked.order)
    if order.word == "announce" and asked.text is None and asked.minutes is None:
        raise CliError("An announcement has a TEXT, --restart-in, or both.", USAGE)
    line = answer_to(store_address(asked), order.command(asked))
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
    office = office_beside(path)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(PATIENCE)
            with reachable(office) as name:
                line.connect(name)
            line.sendall(msgspec.json.encode(command) + b"\n")
            with line.makefile("rb") as answers:
                answer = answers.readline()
    except (FileNotFoundError, ConnectionRefusedError):
        raise CliError(
            f"No server runs on {path}: start it, or name its folder with --data."
        ) from None
    except PermissionError:
        raise CliError(f"You may not open {office}: only the server's own user may.") from None
    except TimeoutError:
        raise CliError(f"The server did not answer within {PATIENCE} seconds.") from None
    except (OSError, AttributeError) as error:
        raise CliError(f"The server cannot be reached at {office}: {error}.") from None
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
