"""`stammtisch serve`: the server, with an option for each of its settings."""

from __future__ import annotations

import argparse
import os
from typing import Any

from stammtisch.cli.output import USAGE, CliError
from stammtisch.net.settings import (
    FILE_VARIABLE,
    BadSetting,
    Configured,
    Setting,
    Settings,
    configured,
)

ABOUT = (
    "Every setting can be an option, a variable of the environment (--port is STAMMTISCH_PORT) or\n"
    "a line of a TOML file (port = 8400); an option goes before a variable, that before the file."
)

#: What the groups of the server's table of settings are about.
TITLES = {"where": "where and how", "web": "the web port", "limits": "limits"}

_METAVARS = {"data": "DIR", "store": "URL", "tls_cert": "FILE", "tls_key": "FILE"}
_READERS: dict[type, Any] = {int: int, float: float, str: str}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = f"{parser.description}\n\n{ABOUT}" if parser.description else ABOUT
    parser.add_argument(
        "--config",
        metavar="FILE",
        help=f"settings in TOML; else the file that {FILE_VARIABLE} names",
    )
    parser.add_argument(
        "--print-config",
        action="store_true",
        help="print every setting and where it comes from, then end; secrets are not shown",
    )
    groups: dict[str, Any] = {}
    for setting in Settings.table():
        if setting.group not in groups:
            title = TITLES.get(setting.group, setting.group)
            groups[setting.group] = parser.add_argument_group(title)
        _add(groups[setting.group], setting)


def _add(group: Any, setting: Setting) -> None:
    shown = _shown(setting.default)
    says = f"{setting.meaning} ({shown})" if shown else setting.meaning
    # argparse takes a percent sign for the begin of a field.
    says = says.replace("%", "%%")
    # None: it was not given, and may come from elsewhere.
    named: dict[str, Any] = {"dest": setting.name, "default": None, "help": says}
    if isinstance(setting.default, bool):
        group.add_argument(setting.flag, action=argparse.BooleanOptionalAction, **named)
    elif isinstance(setting.default, tuple):
        group.add_argument(setting.flag, action="append", metavar="WORD", **named)
    elif setting.choices:
        group.add_argument(setting.flag, choices=setting.choices, **named)
    else:
        kind = type(setting.default)
        number = "N" if kind in (int, float) else setting.name.upper()
        metavar = _METAVARS.get(setting.name, number)
        group.add_argument(setting.flag, type=_READERS[kind], metavar=metavar, **named)


def _shown(default: object) -> str:
    if isinstance(default, bool | tuple) or default == "":
        return ""
    return f"default: {default}"


def run(asked: argparse.Namespace) -> int:
    chosen = configured_by(asked)
    if asked.print_config:
        print("\n".join(chosen.printed()))
        return 0
    from stammtisch.net.server import run as serve

    return serve(chosen.settings)


def configured_by(asked: argparse.Namespace) -> Configured:
    """The settings of those options, of the environment, and of the file that either names."""
    given = {setting.name: getattr(asked, setting.name) for setting in Settings.table()}
    options = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in given.items()
        if value is not None
    }
    try:
        return configured(options, os.environ, asked.config)
    except BadSetting as error:
        raise CliError(str(error), USAGE) from None
