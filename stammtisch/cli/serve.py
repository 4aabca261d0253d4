"""`stammtisch serve`: the server."""

from __future__ import annotations

import argparse
import os
import textwrap
from collections.abc import Iterator

from stammtisch.cli.output import USAGE, CliError
from stammtisch.net.settings import (
    FILE_VARIABLE,
    SECTIONS,
    TABLE,
    BadSetting,
    Configured,
    Setting,
    configured,
    toml,
)

ABOUT = """\
Options go before the environment (--port is STAMMTISCH_PORT), that before the
file (port = 8400). All other settings stand in sections of the file, or after
--set; --help-all lists them."""

_METAVARS = {
    "data": "DIR",
    "store": "URL",
    "host": "ADDRESS",
    "names": "NAME",
    "proxies": "ADDRESS",
}
_FILES = ("tls_cert", "tls_key", "password_file")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = f"{parser.description}\n\n{ABOUT}" if parser.description else ABOUT
    parser.add_argument(
        "--help-all", action="store_true", help="list all settings, also those of the file, and end"
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        help=f"settings in TOML (default: the file that {FILE_VARIABLE} names)",
    )
    parser.add_argument(
        "--set",
        dest="assignments",
        action="append",
        default=[],
        metavar="SECTION.NAME=VALUE",
        help="any other setting; may be repeated",
    )
    parser.add_argument(
        "--print-config",
        action="store_true",
        help="print every setting and where it comes from, and end; secrets are not shown",
    )
    for setting in TABLE:
        if not setting.section:
            _add(parser, setting)


def _add(parser: argparse.ArgumentParser, setting: Setting) -> None:
    said = setting.meaning
    if setting.kind != "switch" and setting.default:
        said += f" (default: {setting.default})"
    if setting.kind == "switch":
        # None: it was not given, and may come from elsewhere.
        parser.add_argument(setting.flag, action="store_const", const=True, help=said)
    elif setting.kind == "list":
        metavar = _METAVARS[setting.key]
        parser.add_argument(
            setting.flag, action="append", metavar=metavar, help=f"{said}; may be repeated"
        )
    else:
        metavar = "PORT" if setting.kind == "port" else _METAVARS.get(setting.key, "FILE")
        if setting.choices:
            metavar = f"{{{','.join(setting.choices)}}}"
        parser.add_argument(setting.flag, metavar=metavar, help=said)


def run(asked: argparse.Namespace) -> int:
    if asked.help_all:
        print("\n".join(all_settings()))
        return 0
    chosen = configured_by(asked)
    if asked.print_config:
        print("\n".join(chosen.printed()))
        return 0
    from stammtisch.net.server import run as serve

    return serve(chosen.settings)


def configured_by(asked: argparse.Namespace) -> Configured:
    """The settings of those options, of the environment, and of the file that either names."""
    given = {setting.key: getattr(asked, setting.key) for setting in TABLE if not setting.section}
    options = {key: value for key, value in given.items() if value is not None}
    try:
        return configured(options, os.environ, asked.config, asked.assignments)
    except BadSetting as error:
        raise CliError(str(error), USAGE) from None


def all_settings() -> Iterator[str]:
    """Every setting with its default and its meaning, as the file has them."""
    for section in SECTIONS:
        yield f"\n[{section}]" if section else "Options, and lines at the top of the file:"
        for setting in TABLE:
            if setting.section == section:
                yield f"  {setting.name} = {toml(setting.default)}"
                indent = " " * 6
                yield textwrap.fill(
                    setting.meaning, 80, initial_indent=indent, subsequent_indent=indent
                )
