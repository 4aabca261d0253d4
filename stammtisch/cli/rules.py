"""`stammtisch rules`: the options of a game, with meaning and value."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rich.markup import escape
from rich.table import Table

from stammtisch.cli.arguments import NOTHING, add_game, add_profile, game_of, rules_of
from stammtisch.cli.output import USAGE, CliError, show
from stammtisch.games.game import Option, Rules, Value


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_profile(parser)
    parser.add_argument(
        "--diff", nargs=2, metavar=("A", "B"), help="only what two profiles have different"
    )


def run(asked: argparse.Namespace) -> int:
    game = game_of(asked.game)
    if asked.diff and asked.profile:
        raise CliError("Ask for one --profile, or for the --diff of two, not for both.", USAGE)
    if asked.diff:
        one, other = (rules_of(game, profile) for profile in asked.diff)
        _show_difference(one, other)
    else:
        _show(rules_of(game, asked.profile))
    return 0


def _show(rules: Rules) -> None:
    others = [name for name in rules.profiles if name != rules.profile]
    also = f"; there is also {', '.join(others)}" if others else ""
    title = f"{rules.game}, profile {rules.profile}, rules version {rules.version}{also}"
    values = rules.values()
    table = _table("option", "value", "meaning", "may be")
    for group, options in _grouped(rules.options()).items():
        if group:
            table.add_row(f"[bold]{escape(group)}[/bold]")
        for option in options:
            value = _word(values[option.name])
            style = None if option.is_on(values) else "dim"
            table.add_row(option.name, value, _meaning(option), _choices(option), style=style)
    show(title, table)


def _grouped(options: Sequence[Option]) -> dict[str, list[Option]]:
    """By heading; those without one come first."""
    groups: dict[str, list[Option]] = {"": []}
    for option in options:
        groups.setdefault(option.group, []).append(option)
    return groups


def _meaning(option: Option) -> str:
    """What it is, and with which values of others it means anything."""
    needs = [
        f"{name} is {' or '.join(map(_word, wanted))}" for name, wanted in option.needs.items()
    ]
    return f"{option.meaning} (Only if {' and '.join(needs)}.)" if needs else option.meaning


def _show_difference(one: Rules, other: Rules) -> None:
    first, second = one.values(), other.values()
    different = [option for option in one.options() if first[option.name] != second[option.name]]
    if not different:
        show(f"{one.game}: {one.profile} and {other.profile} are the same rules.")
        return
    title = f"{one.game}: what {one.profile} and {other.profile} have different"
    table = _table("option", one.profile, other.profile, "meaning")
    for option in different:
        values = (_word(first[option.name]), _word(second[option.name]))
        table.add_row(option.name, *values, option.meaning)
    show(title, table)


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for column in columns:
        # Names are never broken: people search for them.
        table.add_column(column, no_wrap=column != "meaning")
    return table


def _word(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value) or NOTHING
    return str(value)


def _choices(option: Option) -> str:
    if option.kind == "set":
        return f"any of {', '.join(map(_word, option.choices))}"
    if option.choices:
        return ", ".join(map(_word, option.choices))
    if isinstance(option.default, bool):
        return "yes, no"
    if option.least is not None or option.most is not None:
        steps = "" if option.step == 1 else f" in steps of {option.step}"
        return f"{option.least} to {option.most}{steps}"
    return ""
