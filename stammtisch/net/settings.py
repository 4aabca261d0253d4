"""Every setting of the server, with its default and its meaning: one table of data.

The command line makes an option of each (`tiles_pace_ms` becomes `--tiles-pace-ms`), the
environment has a variable for each (`STAMMTISCH_TILES_PACE_MS`), a configuration file may name
each, and the operators' page lists them.

Where each setting comes from: an option, the environment, the configuration file, or nowhere.

All four are made from the one table of settings. An option goes before the environment, that before
the file, that before the default.
"""

from __future__ import annotations

import dataclasses
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import platformdirs

from stammtisch.config import LENIENT, RateLimits

Value = bool | int | str | tuple[str, ...]


class BadSetting(ValueError):
    """A setting has a value that it cannot have; the sentence says which it can."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of the table."""

    name: str
    default: Value
    meaning: str
    group: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    #: Never printed.
    secret: bool = False

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        """Of the environment."""
        return f"STAMMTISCH_{self.name.upper()}"

    def check(self, value: object, called: str | None = None) -> None:
        """Raise `BadSetting` if the setting, as it is `called` there, cannot have this value."""
        called = called or self.flag
        if self.choices and value not in self.choices:
            raise BadSetting(f"{called} must be one of {', '.join(self.choices)}, not {value}.")
        if isinstance(value, int) and not isinstance(value, bool):
            if self.least is not None and value < self.least:
                raise BadSetting(f"{called} must be at least {self.least}, not {value}.")
            if self.most is not None and value > self.most:
                raise BadSetting(f"{called} must be at most {self.most}, not {value}.")


def _setting(
    default: Value,
    meaning: str,
    *,
    choices: Sequence[str] = (),
    least: int | None = None,
    most: int | None = None,
    secret: bool = False,
) -> Any:
    about = {"choices": tuple(choices), "least": least, "most": most, "secret": secret}
    return dataclasses.field(default=default, metadata={"meaning": meaning, **about})


def _port(default: int, meaning: str) -> Any:
    return _setting(default, meaning, least=-1, most=65535)


def _number(default: int, meaning: str, least: int = 1) -> Any:
    return _setting(default, meaning, least=least)


_MANNERS = RateLimits()


def _a_minute(name: str, meaning: str) -> Any:
    return _number(getattr(_MANNERS, name), f"{meaning}, a minute; 0 is no limit", 0)


#: The first setting of each group.
_GROUPS = {"host": "where", "names": "web", "connections": "limits"}


@dataclass(frozen=True, kw_only=True)
class Settings:
    host: str = _setting("127.0.0.1", "address to listen on; 0.0.0.0 is every IPv4 address")
    port: int = _port(8400, "port of HTTP and WebSocket; 0 takes a free one")
    tiles_port: int = _port(8401, "port of the tiles line protocol; 0 takes a free one, -1 is off")
    cg_port: int = _port(11225, "port of the cg packet protocol; 0 is off, -1 takes a free one")
    tiles_tls_port: int = _port(
        -1, "port of the tiles line protocol over TLS; 0 takes a free one, -1 is off"
    )
    cg_tls_port: int = _port(
        0, "port of the cg packet protocol over TLS; 0 is off, -1 takes a free one"
    )
    data: str = _setting("", "folder of the SQLite file; empty is the platform's data folder")
    store: str = _setting("", "address of the store, instead of --data")
    synchronous: str = _setting(
        "full",
        "full: an acknowledged move survives a power cut; normal: only a crash of the program",
        choices=("full", "normal"),
    )
    tiles_pace_ms: int = _number(
        10, "gap between lines to one tiles client; 0 joins them, for clients that can read so", 0
    )
    cg_pace_ms: int = _number(
        2,
        "gap between packets to one cg client; 0 joins them, and there are no calm pauses, for "
        "clients that can read so",
        0,
    )
    cg_hidden_card: str = _setting(
        "empty",
        "what cg clients are told instead of a hidden card: nothing, or -0 as the protocol's page "
        "has it (the original client cannot read that)",
        choices=("empty", "-0"),
    )
    cg_move_keys: str = _setting(
        "str",
        "how the moves of a complaint are numbered for cg clients: int is as the protocol's page "
        "has it (the original client cannot read that)",
        choices=("str", "int"),
    )
    guest_days: int = _number(
        30,
        "a guest who never played a match to its end is forgotten after so many days; 0 is never",
        0,
    )
    house_password_file: str = _setting(
        "", "file with the password that whoever is new needs; an invitation will do, too"
    )
    invite_only: bool = _setting(
        False, "whoever is new needs an invitation (stammtisch admin invite)"
    )
    cheats: bool = _setting(False, "allow cheats at tables (for development)")
    bot_processes: int = _number(1, "processes in which bots think")
    bot_pace_ms: int = _number(800, "how long a bot waits with its move, for people to follow", 0)
    bot_pace_least_ms: int = _number(
        200, "the least that a table may choose instead (0 for programs that play many matches)", 0
    )
    log_level: str = _setting(
        "info", "what is logged", choices=("debug", "info", "warning", "error")
    )
    log_format: str = _setting(
        "auto",
        "how it is logged; auto is text on a terminal, else json",
        choices=("auto", "text", "json"),
    )
    tls_cert: str = _setting("", "certificate chain (PEM); with it the web port speaks TLS")
    tls_key: str = _setting("", "private key (PEM) of the certificate")

    names: tuple[str, ...] = _setting(
        (),
        "further names by which browsers ask for the server; addresses, localhost and this "
        "machine's own name need not be named; * is any",
    )
    origins: tuple[str, ...] = _setting(
        (), "further origins whose pages may open WebSockets; * is any"
    )
    proxies: tuple[str, ...] = _setting(
        (), "addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed"
    )
    metrics_token: str = _setting(
        "",
        "who brings it (Authorization: Bearer …) may read /metrics; without one, this machine",
        secret=True,
    )
    ping_seconds: int = _number(20, "a WebSocket that is silent so long is pinged")
    pong_seconds: int = _number(20, "a pinged WebSocket that stays silent so long is closed")
    requests: int = _number(9_000, "HTTP requests of one address, a minute; 0 is no limit", 0)
    reviews: int = _number(
        600,
        "replays, advice and readings of Mao rules for one address, a minute; 0 is no limit",
        0,
    )
    keep_alive_seconds: int = _number(30, "an idle HTTP connection is closed after this time")

    connections: int = _number(10_000, "connections in all")
    connections_per_address: int = _number(400, "connections from one address")
    connects: int = _number(3_000, "times that one address may connect, a minute; 0 is no limit", 0)
    tables: int = _number(10_000, "tables in all")
    tables_per_account: int = _number(
        10, "tables that one account may have opened at a time; 0 is no limit", 0
    )
    tables_per_address: int = _number(
        100, "tables that one address may have opened at a time; 0 is no limit", 0
    )
    handshakes: int = _number(
        1_000, "connections that have not yet sent their request; of too many the oldest goes"
    )
    handshakes_per_address: int = _number(
        100, "the same from one address; of too many the oldest goes"
    )
    handshake_seconds: int = _number(
        10,
        "time to send a whole request, and to shake hands for TLS; also to read any of an answer",
    )
    spare_loopback: bool = _setting(
        True, "limits for one address do not hold for this machine itself"
    )
    rate: int = _number(
        200,
        "messages a second from one connection; 0 lifts this limit and all those a minute",
        0,
    )
    burst: int = _number(400, "messages at once before the rate counts")
    shouts: int = _a_minute("shouts", "words to everybody")
    says: int = _a_minute("says", "words of a player at the table")
    onlooker_says: int = _a_minute("onlooker_says", "words of an onlooker at the table")
    whispers: int = _a_minute("whispers", "words to one person, and invitations")
    looks: int = _a_minute("looks", "lists of tables, players and scores")
    entries: int = _a_minute("entries", "comings in, and changes of name or password")
    joins: int = _a_minute("joins", "comings to a table")
    openings: int = _a_minute("openings", "tables opened")
    changes: int = _a_minute("changes", "changes at a table outside the match, and being ready")
    acts: int = _a_minute("acts", "actions in a match, and questions about them")
    onlooker_acts: int = _a_minute("onlooker_acts", "the same, of an onlooker")
    hints: int = _a_minute("hints", "hints")
    sign_ins_per_name: int = _a_minute(
        "sign_ins_per_name", "tries to sign in under one name, from wherever"
    )
    sign_ins_per_address: int = _a_minute(
        "sign_ins_per_address", "passwords checked or made for one address"
    )
    hashes: int = _number(1, "passwords that are checked at once; each takes 64 MB of memory")
    address_times: int = _number(
        _MANNERS.address_times, "what one address may do a minute, in connections' worth"
    )
    line_bytes: int = _number(8_192, "longest line", 64)
    message_bytes: int = _number(16_384, "largest WebSocket message", 128)
    header_bytes: int = _number(16_384, "largest head of an HTTP request", 1_024)
    body_bytes: int = _number(65_536, "largest body of an HTTP request", 0)
    backlog: int = _number(64, "messages of one connection that wait before reading pauses")
    write_buffer_bytes: int = _number(
        262_144,
        "what may wait for one who has stopped reading before the connection is cut; four times as "
        "much for one who reads",
        4_096,
    )
    linger_seconds: int = _number(5, "time to take the last words before a connection is cut")
    drain_seconds: int = _number(3, "time for connections to end when the server stops", 0)

    def __post_init__(self) -> None:
        for setting in self.table():
            setting.check(getattr(self, setting.name))
        if self.data and self.store:
            raise BadSetting("--data and --store both say where the store is; name one of them.")
        if bool(self.tls_cert) != bool(self.tls_key):
            raise BadSetting("--tls-cert and --tls-key are only of use together.")
        if not self.tls_cert and (self.tiles_tls_port != -1 or self.cg_tls_port != 0):
            raise BadSetting("A port for TLS needs --tls-cert and --tls-key.")

        for name in self.names:
            if not re.fullmatch(r"[A-Za-z0-9_.-]+|\*", name):
                raise BadSetting(
                    f"--names takes names without scheme, port and path, such as "
                    f"cards.example.org, not {name}."
                )

    def store_address(self) -> str:
        """Where everything is kept: `store`, or the file in the data folder."""
        if self.store:
            return self.store
        folder = Path(self.data) if self.data else platformdirs.user_data_path("stammtisch")
        return str(folder / "stammtisch.db")

    @property
    def members_only(self) -> bool:
        """Whoever is new needs the key of the server."""
        return self.invite_only or bool(self.house_password_file)

    def rate_limits(self) -> RateLimits:
        """How often one may ask the server what."""
        if not self.rate:
            return dataclasses.replace(LENIENT, spare_loopback=self.spare_loopback)
        chosen = {field.name: getattr(self, field.name) for field in dataclasses.fields(RateLimits)}
        return RateLimits(**chosen)

    @classmethod
    def table(cls) -> tuple[Setting, ...]:
        """All settings in order."""
        return _TABLE


def _table() -> tuple[Setting, ...]:
    rows: list[Setting] = []
    group = ""
    for field in dataclasses.fields(Settings):
        group = _GROUPS.get(field.name, group)
        assert field.default is not dataclasses.MISSING
        rows.append(Setting(name=field.name, default=field.default, group=group, **field.metadata))
    return tuple(rows)


_TABLE = _table()


#: Names the configuration file, where no option does.
FILE_VARIABLE = "STAMMTISCH_CONFIG"
PREFIX = "STAMMTISCH_"
#: Variables of the same prefix that are none of the server's settings.
OTHERS = (FILE_VARIABLE, "STAMMTISCH_GAMES", "STAMMTISCH_PLAIN")
DEFAULT = "default"

_SWITCHES = {
    **dict.fromkeys(("yes", "true", "on", "1"), True),
    **dict.fromkeys(("no", "false", "off", "0"), False),
}


@dataclass(frozen=True, slots=True)
class Configured:
    settings: Settings
    #: Of each setting, by name: what a person would have to change to change it.
    sources: Mapping[str, str]

    def printed(self) -> Iterator[str]:
        """Lines that are a configuration file themselves; secrets are left out."""
        for setting in Settings.table():
            value, source = getattr(self.settings, setting.name), self.sources[setting.name]
            if setting.secret and value:
                yield f"# {setting.name} is set, and not shown  # {source}"
            else:
                yield f"{setting.name} = {_toml(value)}  # {source}"


def configured(
    options: Mapping[str, Value], environment: Mapping[str, str], file: str | None = None
) -> Configured:
    """The settings as all of them together say, or `BadSetting`."""
    file = file or environment.get(FILE_VARIABLE) or None
    values: dict[str, Value] = {}
    sources = {setting.name: DEFAULT for setting in Settings.table()}
    if file is not None:
        for name, value in _in_file(file).items():
            values[name], sources[name] = value, file
    for name, value in _in_environment(environment).items():
        values[name], sources[name] = value, _SETTINGS[name].variable
    for name, value in options.items():
        values[name], sources[name] = value, _SETTINGS[name].flag
    for name, value in values.items():
        _SETTINGS[name].check(value, _called(_SETTINGS[name], sources[name]))
    return Configured(Settings(**values), sources)  # type: ignore[arg-type]


def placed(
    data: str | None, store: str | None, environment: Mapping[str, str], file: str | None
) -> str:
    """The address of the store that a server has with these options, this environment and file."""
    if data or store:
        return Settings(data=data or "", store=store or "").store_address()
    return configured({}, environment, file).settings.store_address()


_SETTINGS = {setting.name: setting for setting in Settings.table()}


def _called(setting: Setting, source: str) -> str:
    """What a person knows the setting by who has set it there."""
    if source in (setting.flag, setting.variable):
        return source
    return f"{setting.name} in {source}"


# --- the file ------------------------------------------------------------------------------------


def _in_file(path: str) -> dict[str, Value]:
    try:
        plain = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadSetting(f"{path} cannot be read: {error.strerror or error}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} is not TOML: {str(error).rstrip('.')}.") from None
    values: dict[str, Value] = {}
    for key, value in plain.items():
        # Written as the option is, or as the variable.
        setting = _SETTINGS.get(key.replace("-", "_"))
        if setting is None:
            raise BadSetting(f"{path} has {key!r}, and there is no such setting{_meant(key)}")
        values[setting.name] = _fitting(setting, value, path)
    return values


def _fitting(setting: Setting, value: Any, path: str) -> Value:
    """The value, if it is of the setting's kind."""
    if isinstance(setting.default, tuple):
        words = [value] if isinstance(value, str) else value
        if isinstance(words, list) and all(isinstance(word, str) for word in words):
            return tuple(words)
    elif type(value) is type(setting.default):
        fitting: Value = value
        return fitting
    raise BadSetting(f"{setting.name} in {path} must be {_KINDS[type(setting.default)]}.")


_KINDS: dict[type, str] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text in quotation marks",
    tuple: "a list of texts",
}


# --- the environment -----------------------------------------------------------------------------


def _in_environment(environment: Mapping[str, str]) -> dict[str, Value]:
    known = {setting.variable: setting for setting in Settings.table()}
    values: dict[str, Value] = {}
    for variable, text in environment.items():
        setting = known.get(variable)
        if setting is not None:
            values[setting.name] = _read(setting, text)
        elif variable.startswith(PREFIX) and variable not in OTHERS:
            _refuse_typo(variable, known)
    return values


def _refuse_typo(variable: str, known: Mapping[str, Setting]) -> None:
    """Variables of other programs may begin alike; what is nearly one of ours was meant to be."""
    near = get_close_matches(variable, known, 1, 0.85)
    if near:
        raise BadSetting(
            f"The environment has {variable}, and there is no such setting; did you mean {near[0]}?"
        )


def _read(setting: Setting, text: str) -> Value:
    if isinstance(setting.default, bool):
        if text.lower() not in _SWITCHES:
            raise BadSetting(f"{setting.variable} must be yes or no, not {text!r}.")
        return _SWITCHES[text.lower()]
    if isinstance(setting.default, int):
        try:
            return int(text)
        except ValueError:
            raise BadSetting(f"{setting.variable} must be a whole number, not {text!r}.") from None
    if isinstance(setting.default, tuple):
        return tuple(filter(None, (word.strip() for word in text.split(","))))
    return text


# --- words ---------------------------------------------------------------------------------------


def _meant(key: str) -> str:
    near = get_close_matches(key.replace("-", "_"), _SETTINGS, 1, 0.5)
    return f"; did you mean {near[0]}?" if near else "."


def _toml(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    # What JSON makes of texts and numbers, TOML reads as well.
    return json.dumps(value, ensure_ascii=False)
