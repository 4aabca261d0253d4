"""`stammtisch serve`: the server, with an option for each of its settings."""

from __future__ import annotations

import argparse
from typing import Any

from stammtisch.cli.trouble import USAGE, Trouble
from stammtisch.server.settings import BadSetting, Setting, Settings

#: What the groups of the server's table of settings are about.
TITLES = {"where": "where and how", "web": "the web port", "limits": "limits"}

_METAVARS = {"data": "DIR", "store": "URL", "tls_cert": "FILE", "tls_key": "FILE"}
_READERS: dict[type, Any] = {int: int, float: float, str: str}


def arguments(parser: argparse.ArgumentParser) -> None:
    groups: dict[str, Any] = {}
    for setting in Settings.table():
        if setting.group not in groups:
            title = TITLES.get(setting.group, setting.group)
            groups[setting.group] = parser.add_argument_group(title)
        _add(groups[setting.group], setting)
    several = parser.add_argument_group("more than one process")
    several.add_argument(
        "--fabric", default="local", metavar="URL", help="how processes meet; only local so far"
    )
    several.add_argument(
        "--workers", type=int, default=1, metavar="N", help="processes; only 1 so far"
    )


def _add(group: Any, setting: Setting) -> None:
    shown = _shown(setting.default)
    says = f"{setting.meaning} ({shown})" if shown else setting.meaning
    # argparse takes a percent sign for the begin of a field.
    says = says.replace("%", "%%")
    named: dict[str, Any] = {"dest": setting.name, "default": setting.default, "help": says}
    if isinstance(setting.default, bool):
        group.add_argument(setting.flag, action=argparse.BooleanOptionalAction, **named)
    elif isinstance(setting.default, tuple):
        group.add_argument(
            setting.flag, action="append", metavar="WORD", **named | {"default": None}
        )
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
    if asked.fabric != "local":
        raise Trouble(
            "This build serves from one process only: --fabric can be nothing but local.", USAGE
        )
    if asked.workers != 1:
        raise Trouble("This build serves from one process only: --workers must be 1.", USAGE)
    settings = settings_of(asked)
    from stammtisch.server.run import run as serve

    return serve(settings)


def settings_of(asked: argparse.Namespace) -> Settings:
    values = {setting.name: getattr(asked, setting.name) for setting in Settings.table()}
    for setting in Settings.table():
        if isinstance(setting.default, tuple):
            values[setting.name] = tuple(values[setting.name] or setting.default)
    try:
        return Settings(**values)
    except BadSetting as error:
        raise Trouble(str(error), USAGE) from None
