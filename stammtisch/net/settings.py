"""Every setting of the server: one table of data, and where each value comes from.

A setting without a section is an option of `stammtisch serve` (`--tiles-port`), and stands at the
top of the configuration file (`tiles_port = 8401`). All others stand in a section of the file:

    [tiles]
    pace_ms = 0

and can be given as `--set tiles.pace_ms=0`. In the environment all of them are variables:
STAMMTISCH_TILES_PORT, STAMMTISCH_TILES_PACE_MS. An option goes before the environment, that before
the file, that before the default.
"""

from __future__ import annotations

import dataclasses
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal

import platformdirs

from stammtisch.accounts.limits import WORDS
from stammtisch.config import LENIENT, RateLimits

#: A number, or one of these words.
Port = int | str
AUTO, OFF = "auto", "off"

Value = bool | int | str | tuple[str, ...]
Kind = Literal["switch", "number", "text", "list", "port"]


class BadSetting(ValueError):
    """A setting has a value that it cannot have; the sentence says which it can."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of the table."""

    #: Its name, with its section before a dot if it has one: `port`, `tiles.pace_ms`.
    key: str
    #: Where `Settings` has it.
    attribute: str
    default: Value
    meaning: str
    kind: Kind
    choices: tuple[str, ...] = ()
    least: int = 1
    #: Never printed.
    secret: bool = False

    @property
    def section(self) -> str:
        return self.key.rpartition(".")[0]

    @property
    def name(self) -> str:
        """Without its section."""
        return self.key.rpartition(".")[2]

    @property
    def flag(self) -> str:
        """How it is given on the command line."""
        return f"--set {self.key}" if self.section else "--" + self.key.replace("_", "-")

    @property
    def variable(self) -> str:
        """Of the environment."""
        return PREFIX + self.key.replace(".", "_").upper()

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        match self.kind:
            case "port":
                return "a port from 1 to 65535, auto (a free one) or off"
            case "number":
                return f"a whole number of {self.least} or more"
            case "switch":
                return "yes or no (in a file true or false)"
            case "list":
                return "a list of texts"
            case _:
                return f"one of {', '.join(self.choices)}" if self.choices else "a text"

    def check(self, value: object, called: str) -> Value:
        """The value as the setting has it; `BadSetting` if it cannot be that."""
        match self.kind, value:
            case "port", int() if type(value) is int and 0 < value < 65_536:
                return value
            case "port", "auto" | "off":
                return str(value)
            case "number", int() if type(value) is int and value >= self.least:
                return value
            case "switch", bool():
                return value
            case "text", str() if not self.choices or value in self.choices:
                return value
            case "list", list() | tuple() if all(isinstance(one, str) for one in value):
                return tuple(value)
            case "list", str():
                return (value,)
        shown = json.dumps(value, ensure_ascii=False, default=str)
        raise BadSetting(f"{called} must be {self.allowed}, not {shown}.")

    def read(self, text: str, called: str) -> Value:
        """The value that is written so, on the command line or in the environment."""
        value: object = text
        if self.kind in ("number", "port") and text.strip().removeprefix("-").isdecimal():
            value = int(text)
        elif self.kind == "switch":
            value = _SWITCHES.get(text.lower(), text)
        elif self.kind == "list":
            value = [word.strip() for word in text.split(",") if word.strip()]
        return self.check(value, called)


_SWITCHES = {
    **dict.fromkeys(("yes", "true", "on", "1"), True),
    **dict.fromkeys(("no", "false", "off", "0"), False),
}


def _setting(key: str, default: Value, meaning: str, kind: Kind | None = None, **more: Any) -> Any:
    kinds: dict[type, Kind] = {bool: "switch", int: "number", str: "text", tuple: "list"}
    about = {"key": key, "meaning": meaning, "kind": kind or kinds[type(default)], **more}
    return field(default=default, metadata=about)


def _port(key: str, default: Port, meaning: str) -> Any:
    return _setting(key, default, f"port of {meaning}: a number, auto (a free one) or off", "port")


@dataclass(frozen=True, kw_only=True)
class Settings:
    # --- options of `stammtisch serve` ---
    data: str = _setting("data", "", "folder of the SQLite file; empty is the platform's")
    store: str = _setting("store", "", "address of the store, instead of --data")
    host: str = _setting("host", "127.0.0.1", "address to listen on; 0.0.0.0 is every IPv4 address")
    port: int | str = _port("port", 8400, "the page, HTTP and WebSocket")
    tiles_port: int | str = _port("tiles_port", 8401, "the tiles line protocol")
    cg_port: int | str = _port("cg_port", 11225, "the cg packet protocol")
    names: tuple[str, ...] = _setting(
        "names",
        (),
        "further name by which browsers find the server (addresses, localhost and this machine's "
        "own name are known; * is any)",
    )
    proxies: tuple[str, ...] = _setting(
        "proxies", (), "address of a proxy whose X-Forwarded-For and X-Forwarded-Proto are believed"
    )
    tls_cert: str = _setting(
        "tls_cert", "", "certificate chain (PEM); the web port then speaks TLS"
    )
    tls_key: str = _setting("tls_key", "", "private key (PEM) of the certificate")
    password_file: str = _setting(
        "password_file", "", "file with the password that new people need; an invitation will do"
    )
    invite_only: bool = _setting(
        "invite_only", False, "new people need an invitation (stammtisch admin invite)"
    )
    cheats: bool = _setting("cheats", False, "allow cheats at tables (for development)")
    log_level: str = _setting(
        "log_level", "info", "what is logged", choices=("debug", "info", "warning", "error")
    )
    log_format: str = _setting(
        "log_format",
        "auto",
        "how it is logged; auto is text on a terminal, otherwise json",
        choices=("auto", "text", "json"),
    )

    # --- the file's sections ---
    tiles_pace_ms: int = _setting(
        "tiles.pace_ms",
        10,
        "gap between lines to one tiles client; 0 joins them, for clients that can read that",
        least=0,
    )
    tiles_tls_port: int | str = _port("tiles.tls_port", OFF, "the tiles line protocol over TLS")
    line_bytes: int = _setting("tiles.line_bytes", 8_192, "longest line", least=64)
    cg_pace_ms: int = _setting(
        "cg.pace_ms",
        2,
        "gap between packets to one cg client; 0 joins them, without calm pauses, for clients that "
        "can read that",
        least=0,
    )
    cg_tls_port: int | str = _port("cg.tls_port", OFF, "the cg packet protocol over TLS")
    cg_hidden_card: str = _setting(
        "cg.hidden_card",
        "empty",
        "what cg clients are told instead of a hidden card: nothing, or -0 as the protocol's page "
        "has it (the original client cannot read that)",
        choices=("empty", "-0"),
    )
    cg_move_keys: str = _setting(
        "cg.move_keys",
        "str",
        "how the moves of a complaint are numbered for cg clients: int is as the protocol's page "
        "has it (the original client cannot read that)",
        choices=("str", "int"),
    )
    bot_processes: int = _setting("bots.processes", 1, "processes in which bots think")
    bot_pace_ms: int = _setting(
        "bots.pace_ms", 800, "how long a bot waits with its move, for people to follow", least=0
    )
    bot_pace_least_ms: int = _setting(
        "bots.least_pace_ms",
        200,
        "the shortest wait that a table may choose (0 for programs that play many matches)",
        least=0,
    )
    origins: tuple[str, ...] = _setting(
        "web.origins", (), "further origins whose pages may open WebSockets; * is any"
    )
    metrics_token: str = _setting(
        "web.metrics_token",
        "",
        "needed to read /metrics (Authorization: Bearer …); without a token, this machine may",
        secret=True,
    )
    ping_seconds: int = _setting(
        "web.ping_seconds", 20, "a WebSocket that has been silent for this long is pinged"
    )
    guest_days: int = _setting(
        "accounts.guest_days",
        30,
        "guests who never finished a match are forgotten after so many days; 0 is never",
        least=0,
    )
    synchronous: str = _setting(
        "journal.synchronous",
        "full",
        "full: an acknowledged move survives a power cut; normal: only a crash of the program",
        choices=("full", "normal"),
    )
    connections: int = _setting("limits.connections", 10_000, "connections in total")
    connections_per_address: int = _setting(
        "limits.connections_per_address", 400, "connections from one address"
    )
    tables: int = _setting("limits.tables", 10_000, "tables in total")
    tables_per_account: int = _setting(
        "limits.tables_per_account",
        10,
        "tables that one account may have opened at a time; 0 is no limit",
        least=0,
    )
    tables_per_address: int = _setting(
        "limits.tables_per_address",
        100,
        "tables that one address may have opened at a time; 0 is no limit",
        least=0,
    )
    spare_loopback: bool = _setting(
        "limits.spare_loopback", True, "limits for one address do not hold for this machine itself"
    )
    rate: int = _setting(
        "limits.messages_per_second",
        200,
        "messages from one connection; 0 lifts this limit and all those a minute",
        least=0,
    )
    burst: int = _setting("limits.messages_at_once", 400, "messages before that limit counts")
    message_bytes: int = _setting(
        "limits.message_bytes", 16_384, "largest WebSocket message", least=128
    )
    write_buffer_bytes: int = _setting(
        "limits.write_buffer_bytes",
        262_144,
        "what may wait for a client that has stopped reading before its connection is cut; four "
        "times as much for one that reads",
        least=4_096,
    )
    connects: int = _setting(
        "limits.connects_per_minute",
        3_000,
        "new connections from one address; 0 is no limit",
        least=0,
    )
    requests: int = _setting(
        "limits.requests_per_minute",
        9_000,
        "HTTP requests from one address; 0 is no limit",
        least=0,
    )
    reviews: int = _setting(
        "limits.reviews_per_minute",
        600,
        "replays, advice and readings of Mao rules for one address; 0 is no limit",
        least=0,
    )
    #: A setting for each of its numbers: `limits.shouts_per_minute`.
    rates: RateLimits = field(default_factory=RateLimits)

    # --- fixed, because nobody would turn them; tests do ---
    #: A pinged WebSocket that stays silent for so long is closed.
    pong_seconds: int = 20
    #: An idle HTTP connection is closed after this time.
    keep_alive_seconds: int = 30
    #: Connections that have not yet sent their request; of too many the oldest goes.
    handshakes: int = 1_000
    handshakes_per_address: int = 100
    #: Time to send a whole request, to shake hands for TLS, and to read any of an answer.
    handshake_seconds: int = 10
    #: Largest head and body of an HTTP request.
    header_bytes: int = 16_384
    body_bytes: int = 65_536
    #: Messages of one connection that wait before reading pauses.
    backlog: int = 64
    #: Time to take the last words before a connection is cut.
    linger_seconds: int = 5
    #: Time for connections to end when the server stops.
    drain_seconds: int = 3

    def __post_init__(self) -> None:
        for setting in TABLE:
            setting.check(self.value(setting), setting.flag)
        if self.data and self.store:
            raise BadSetting("--data and --store both say where the store is; name one of them.")
        if bool(self.tls_cert) != bool(self.tls_key):
            raise BadSetting("--tls-cert and --tls-key are only of use together.")
        if not self.tls_cert and (self.tiles_tls_port, self.cg_tls_port) != (OFF, OFF):
            raise BadSetting(
                "tiles.tls_port and cg.tls_port need a certificate: --tls-cert and --tls-key."
            )
        for name in self.names:
            if not re.fullmatch(r"[A-Za-z0-9_.-]+|\*", name):
                raise BadSetting(
                    f"--names takes names without scheme, port and path, such as "
                    f"cards.example.org, not {name}."
                )

    def value(self, setting: Setting) -> Value:
        value: Value = attrgetter(setting.attribute)(self)
        return value

    @classmethod
    def of(cls, values: Mapping[str, Value]) -> Settings:
        """The settings with these values, by key."""
        rates: dict[str, Any] = {}
        others: dict[str, Any] = {}
        for key, value in values.items():
            outer, _, inner = BY_KEY[key].attribute.rpartition(".")
            (rates if outer else others)[inner] = value
        return cls(rates=RateLimits(**rates), **others)

    def store_address(self) -> str:
        """Where everything is kept: `store`, or the file in the data folder."""
        if self.store:
            return self.store
        folder = Path(self.data) if self.data else platformdirs.user_data_path("stammtisch")
        return str(folder / "stammtisch.db")

    @property
    def members_only(self) -> bool:
        """New people need an access code."""
        return self.invite_only or bool(self.password_file)

    def rate_limits(self) -> RateLimits:
        """How often one may ask the server what."""
        rates = self.rates if self.rate else LENIENT
        return dataclasses.replace(rates, spare_loopback=self.spare_loopback)


def port_number(port: Port) -> int | None:
    """As the system takes it: 0 is a free one. None if there is to be none."""
    return {AUTO: 0, OFF: None}.get(port) if isinstance(port, str) else port


# --- the table -----------------------------------------------------------------------------------

#: What the numbers of `RateLimits` are that limit no kind of request.
_OTHER_RATES = {
    "sign_ins_per_name": "attempts to sign in under one name, from any address",
    "sign_ins_per_address": "passwords checked or set for one address",
}


def _rows() -> Iterator[Setting]:
    for each in dataclasses.fields(Settings):
        if "key" in each.metadata:
            assert each.default is not dataclasses.MISSING
            yield Setting(attribute=each.name, default=each.default, **each.metadata)
    for each in dataclasses.fields(RateLimits):
        key, least = f"limits.{each.name}_per_minute", 0
        assert each.default is not dataclasses.MISSING
        if each.name == "spare_loopback":
            continue
        if each.name == "address_times":
            key, least = "limits.address_times", 1
            meaning = "how many times as much as one connection one address may do a minute"
        elif each.name in _OTHER_RATES:
            meaning = f"{_OTHER_RATES[each.name]}; 0 is no limit"
        else:
            meaning = f"how often one connection may {WORDS[each.name]}; 0 is no limit"
        yield Setting(key, f"rates.{each.name}", each.default, meaning, "number", least=least)


PREFIX = "STAMMTISCH_"
#: Names the configuration file, where no option does.
FILE_VARIABLE = "STAMMTISCH_CONFIG"
#: Variables of the same prefix that are none of the server's settings.
_OTHERS = (FILE_VARIABLE, "STAMMTISCH_GAMES", "STAMMTISCH_PLAIN", "STAMMTISCH_PASSWORD")
DEFAULT = "default"

#: All settings: the options, then one section after the other.
TABLE: tuple[Setting, ...] = tuple(_rows())
BY_KEY = {setting.key: setting for setting in TABLE}
SECTIONS = tuple(dict.fromkeys(setting.section for setting in TABLE))


# --- where values come from ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Configured:
    settings: Settings
    #: Of each setting, by key: what a person would have to change to change it.
    sources: Mapping[str, str]

    def printed(self) -> Iterator[str]:
        """Lines that are a configuration file themselves; secrets are left out."""
        for section in SECTIONS:
            if section:
                yield f"\n[{section}]"
            for setting in TABLE:
                if setting.section != section:
                    continue
                value, source = self.settings.value(setting), self.sources[setting.key]
                if setting.secret and value:
                    yield f"# {setting.name} is set, and not shown  # {source}"
                else:
                    yield f"{setting.name} = {toml(value)}  # {source}"


def configured(
    options: Mapping[str, str | bool | Sequence[str]],
    environment: Mapping[str, str],
    file: str | None = None,
    assignments: Sequence[str] = (),
) -> Configured:
    """The settings as all of them together say, or `BadSetting`. `options` are by key, and
    `assignments` as `--set` takes them: `tiles.pace_ms=0`."""
    values: dict[str, Value] = {}
    sources = {setting.key: DEFAULT for setting in TABLE}
    file = file or environment.get(FILE_VARIABLE) or None
    for key, value, source in (
        *(_in_file(file) if file is not None else ()),
        *_in_environment(environment),
        *_in_options(options),
        *map(_assigned, assignments),
    ):
        values[key], sources[key] = value, source
    return Configured(Settings.of(values), sources)


def placed(
    data: str | None, store: str | None, environment: Mapping[str, str], file: str | None
) -> str:
    """The address of the store that a server has with these options, this environment and file."""
    if data or store:
        return Settings(data=data or "", store=store or "").store_address()
    return configured({}, environment, file).settings.store_address()


_Found = tuple[str, Value, str]


def _in_options(options: Mapping[str, str | bool | Sequence[str]]) -> Iterator[_Found]:
    for key, value in options.items():
        setting = BY_KEY[key]
        if isinstance(value, bool):
            yield key, value, setting.flag
        else:
            text = value if isinstance(value, str) else ",".join(value)
            yield key, setting.read(text, setting.flag), setting.flag


def _assigned(text: str) -> _Found:
    key, equals, value = text.partition("=")
    setting = BY_KEY.get(key.strip())
    if not equals:
        raise BadSetting(f"--set takes SECTION.NAME=VALUE, such as tiles.pace_ms=0, not {text!r}.")
    if setting is None:
        raise BadSetting(f"--set {key} names no setting{_meant(key, BY_KEY)}")
    return setting.key, setting.read(value, setting.flag), setting.flag


def _in_environment(environment: Mapping[str, str]) -> Iterator[_Found]:
    known = {setting.variable: setting for setting in TABLE}
    for variable, text in environment.items():
        setting = known.get(variable)
        if setting is not None:
            yield setting.key, setting.read(text, variable), variable
        elif variable.startswith(PREFIX) and variable not in _OTHERS:
            # Variables of other programs may begin alike; what is nearly one of ours was meant.
            near = get_close_matches(variable, known, 1, 0.85)
            if near:
                raise BadSetting(
                    f"The environment has {variable}, which is not a setting; "
                    f"did you mean {near[0]}?"
                )


def _in_file(path: str) -> Iterator[_Found]:
    try:
        plain = tomllib.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise BadSetting(f"{path} cannot be read: {error.strerror or error}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} is not TOML: {str(error).rstrip('.')}.") from None
    for name, value in plain.items():
        if isinstance(value, dict):
            if name not in SECTIONS:
                raise BadSetting(
                    f"{path} has a section [{name}], which does not exist"
                    f"{_meant(name, SECTIONS[1:])}"
                )
            for inner, one in value.items():
                yield _in_line(path, f"{name}.{inner}", one)
        else:
            yield _in_line(path, name, value)


def _in_line(path: str, key: str, value: object) -> _Found:
    setting = BY_KEY.get(key.replace("-", "_"))
    if setting is None:
        raise BadSetting(f"{path} has {key!r}, which is not a setting{_meant(key, BY_KEY)}")
    return setting.key, setting.check(value, f"{setting.key} in {path}"), path


def _meant(key: str, known: Sequence[str] | Mapping[str, object]) -> str:
    """The end of the sentence: what it was probably meant to be. Sections are easily forgotten."""
    key = key.replace("-", "_")
    inner = [one for one in known if one.rpartition(".")[2] == key.rpartition(".")[2]]
    near = inner or get_close_matches(key, list(known), 1, 0.5)
    return f"; did you mean {near[0]}?" if near else "."


def toml(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    # What JSON makes of texts and numbers, TOML reads as well.
    return json.dumps(value, ensure_ascii=False)
