"""Settings come from options, the environment and a file, and it is told which came from where."""

from __future__ import annotations

import tomllib
from dataclasses import fields, replace
from pathlib import Path

import pytest

from stammtisch.config import AppConfig, RateLimits
from stammtisch.net.server import app_config
from stammtisch.net.settings import (
    BY_KEY,
    SECTIONS,
    TABLE,
    BadSetting,
    Setting,
    Settings,
    Value,
    configured,
    port_number,
)
from tools.settings_page import PAGE, page


def test_the_defaults_are_those_that_people_rely_on() -> None:
    settings = Settings()
    assert (settings.host, settings.port, settings.tiles_port) == ("127.0.0.1", 8400, 8401)
    assert (settings.cg_port, settings.cg_tls_port, settings.tiles_tls_port) == (
        11225,
        "off",
        "off",
    )
    assert settings.tiles_pace_ms == 10
    assert not settings.cheats


def test_every_setting_has_a_meaning_and_a_name_of_its_own() -> None:
    for names in ({one.key for one in TABLE}, {one.variable for one in TABLE}):
        assert len(names) == len(TABLE)
    for setting in TABLE:
        assert setting.meaning
        assert Settings().value(setting) == setting.default
        assert "_" not in setting.flag or setting.flag.startswith("--set ")


def test_each_number_of_the_rate_limits_is_a_setting() -> None:
    found = {one.attribute for one in TABLE}
    for field in fields(RateLimits):
        assert f"rates.{field.name}" in found or field.name in found


def test_the_page_of_settings_is_as_the_code_has_it() -> None:
    assert Path(PAGE).read_text("utf-8") == page(), "Run: python -m tools.settings_page"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"port": 70000}, "--port must be a port from 1 to 65535, auto (a free one) or off"),
        ({"port": 0}, "--port must be a port from 1 to 65535"),
        ({"cg_port": -1}, "--cg-port must be a port from 1 to 65535"),
        ({"tiles_port": "free"}, "--tiles-port must be a port from 1 to 65535, auto (a free one)"),
        ({"port": True}, "--port must be a port"),
        ({"connections": 0}, "--set limits.connections must be a whole number of 1 or more, not 0"),
        ({"rate": -1}, "--set limits.messages_per_second must be a whole number of 0 or more"),
        ({"rates": RateLimits(says=-1)}, "limits.says_per_minute must be a whole number of 0 or"),
        ({"log_level": "loud"}, "--log-level must be one of debug, info"),
        ({"tls_cert": "x.pem"}, "only of use together"),
        ({"cg_tls_port": 11226}, "cg.tls_port need a certificate: --tls-cert and --tls-key"),
        ({"tiles_tls_port": "auto"}, "tiles.tls_port and cg.tls_port need a certificate"),
        ({"data": "x", "store": "y"}, "--data and --store both say where the store is"),
        ({"names": ("https://cards.example.org",)}, "--names takes names without scheme"),
        ({"names": ("cards.example.org:443",)}, "--names takes names without scheme"),
        ({"names": ("*.example.org",)}, "--names takes names without scheme"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_with_a_sentence(
    changes: dict[str, object], word: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings(**changes)  # type: ignore[arg-type]
    assert word in str(refused.value)
    assert str(refused.value).endswith(".")


def test_a_port_is_a_number_auto_or_off() -> None:
    assert [port_number(port) for port in (8400, "auto", "off")] == [8400, 0, None]


# --- where values come from ----------------------------------------------------------------------


def file_with(folder: Path, text: str) -> str:
    file = folder / "stammtisch.toml"
    file.write_text(text)
    return str(file)


def test_an_option_goes_before_the_environment_that_before_the_file(tmp_path: Path) -> None:
    file = file_with(tmp_path, "port = 1\ntiles-port = 1\ncg_port = 1\n[tiles]\npace_ms = 1\n")
    environment = {"STAMMTISCH_PORT": "2", "STAMMTISCH_TILES_PORT": "2"}
    chosen = configured({"port": "3"}, environment, file, ["cg.pace_ms=4"])
    settings = chosen.settings
    assert (settings.port, settings.tiles_port, settings.cg_port) == (3, 2, 1)
    assert (settings.tiles_pace_ms, settings.cg_pace_ms) == (1, 4)
    assert settings.host == Settings().host
    assert chosen.sources["port"] == "--port"
    assert chosen.sources["tiles_port"] == "STAMMTISCH_TILES_PORT"
    assert chosen.sources["cg_port"] == chosen.sources["tiles.pace_ms"] == file
    assert chosen.sources["cg.pace_ms"] == "--set cg.pace_ms"
    assert chosen.sources["host"] == "default"


def other_value(setting: Setting) -> tuple[str, str, Value]:
    """A value that is not the default, as text, in TOML, and as it is then."""
    match setting.kind:
        case "switch":
            return ("no", "false", False) if setting.default else ("yes", "true", True)
        case "number":
            number = setting.least + 99
            return str(number), str(number), number
        case "port":
            return "auto", '"auto"', "auto"
        case "list":
            return "a, b", '["a", "b"]', ("a", "b")
        case _:
            word = setting.choices[-1] if setting.choices else "x"
            return word, f'"{word}"', word


def test_every_setting_can_come_from_everywhere(tmp_path: Path) -> None:
    alone = {"data", "store", "tls_cert", "tls_key", "tiles.tls_port", "cg.tls_port"}
    for setting in TABLE:
        if setting.key in alone:
            continue
        text, written, value = other_value(setting)
        assert value != setting.default
        section = f"[{setting.section}]\n" if setting.section else ""
        file = file_with(tmp_path, f"{section}{setting.name} = {written}\n")
        for chosen in (
            configured({}, {setting.variable: text}),
            configured({}, {"STAMMTISCH_CONFIG": file}),
            configured({}, {}, None, [f"{setting.key}={text}"]),
            configured({setting.key: text}, {}),
        ):
            assert chosen.settings.value(setting) == value, setting.key


def test_what_is_printed_is_a_file_of_the_same_settings_without_secrets(tmp_path: Path) -> None:
    given = {"data": 'C:\\"cards"', "proxies": ["192.0.2.1", "::1"], "port": "auto"}
    assignments = [
        "web.metrics_token=do-not-tell",
        "limits.spare_loopback=no",
        "limits.says_per_minute=7",
    ]
    chosen = configured(given, {}, None, assignments)
    printed = "\n".join(chosen.printed())
    assert "do-not-tell" not in printed
    assert "metrics_token is set, and not shown  # --set web.metrics_token" in printed
    again = configured({}, {}, file_with(tmp_path, printed), assignments[:1])
    assert again.settings == chosen.settings
    plain = tomllib.loads(printed)
    keys = {key for key, value in plain.items() if not isinstance(value, dict)}
    keys |= {f"{section}.{name}" for section in SECTIONS[1:] for name in plain[section]}
    assert keys == set(BY_KEY) - {"web.metrics_token"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tiles-prot = 1", "has 'tiles-prot', which is not a setting; did you mean tiles_port?"),
        ("tiles_pace_ms = 1", "has 'tiles_pace_ms', which is not a setting; did you mean tiles.pa"),
        ("connections = 1", "is not a setting; did you mean limits.connections?"),
        ("[tiles]\npace = 1", "has 'tiles.pace', which is not a setting; did you mean tiles.pace_"),
        ("[tile]\npace_ms = 1", "has a section [tile], which does not exist; did you mean tiles?"),
        ('port = "8400"', "port in {file} must be a port from 1 to 65535, auto (a free one) or of"),
        ("port = true", "port in {file} must be a port from 1 to 65535"),
        ("port = 0", "port in {file} must be a port from 1 to 65535"),
        ("cheats = 1", "cheats in {file} must be yes or no (in a file true or false), not 1"),
        ("proxies = [1]", "proxies in {file} must be a list of texts"),
        ("port = 70000", "port in {file} must be a port from 1 to 65535, auto (a free one) or off"),
        ("[cg]\npace_ms = -1", "cg.pace_ms in {file} must be a whole number of 0 or more, not -1"),
        ('[bots]\npace_ms = "5"', "bots.pace_ms in {file} must be a whole number of 0 or more, no"),
        ('log_level = "loud"', "log_level in {file} must be one of debug"),
        ("port: 8400", "{file} is not TOML"),
    ],
)
def test_a_wrong_line_of_the_file_is_refused_with_a_sentence(
    text: str, sentence: str, tmp_path: Path
) -> None:
    file = file_with(tmp_path, text)
    with pytest.raises(BadSetting) as refused:
        configured({}, {}, file)
    assert sentence.format(file=file) in str(refused.value)


@pytest.mark.parametrize(
    ("variable", "text", "sentence"),
    [
        ("STAMMTISCH_PROT", "1", "did you mean STAMMTISCH_PORT?"),
        ("STAMMTISCH_BOTS_PACE", "1", "did you mean STAMMTISCH_BOTS_PACE_MS?"),
        ("STAMMTISCH_PORT", "many", "STAMMTISCH_PORT must be a port from 1 to 65535, auto (a fr"),
        ("STAMMTISCH_PORT", "70000", "STAMMTISCH_PORT must be a port from 1 to 65535"),
        ("STAMMTISCH_CHEATS", "perhaps", "STAMMTISCH_CHEATS must be yes or no"),
        ("STAMMTISCH_BOTS_PACE_MS", "slow", "STAMMTISCH_BOTS_PACE_MS must be a whole number of 0"),
        ("STAMMTISCH_CONFIG", "missing.toml", "missing.toml cannot be read: No such file"),
    ],
)
def test_a_wrong_variable_is_refused_with_a_sentence(
    variable: str, text: str, sentence: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        configured({}, {variable: text})
    assert sentence in str(refused.value)


@pytest.mark.parametrize(
    ("assignment", "sentence"),
    [
        ("tiles.pace_ms", "--set takes SECTION.NAME=VALUE, such as tiles.pace_ms=0, not 'tiles.pa"),
        ("pace_ms=1", "--set pace_ms names no setting; did you mean tiles.pace_ms?"),
        ("limits.tables=none", "--set limits.tables must be a whole number of 1 or more, not"),
    ],
)
def test_a_wrong_assignment_is_refused_with_a_sentence(assignment: str, sentence: str) -> None:
    with pytest.raises(BadSetting) as refused:
        configured({}, {}, None, [assignment])
    assert sentence in str(refused.value)


def test_variables_of_others_are_left_alone() -> None:
    others = {"STAMMTISCH_GAMES": "a:B", "STAMMTISCH_SERVICE_HOST": "10.0.0.1", "PORT": "1"}
    assert configured({}, others).settings == Settings()


def test_all_that_the_whole_server_goes_by_is_told_to_it(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("sesame\n")
    settings = replace(
        Settings(),
        cheats=True,
        tables=7,
        tables_per_account=3,
        tables_per_address=4,
        guest_days=5,
        bot_pace_ms=600,
        spare_loopback=False,
        password_file=str(file),
        invite_only=True,
    )
    told, usual = app_config(settings), AppConfig()
    # How many passwords are worked on at once is no setting.
    for name in {one.name for one in fields(AppConfig)} - {"hashes"}:
        assert getattr(told, name) != getattr(usual, name), name
    assert (told.tables, told.timings.bot_pace, told.password) == (7, 600, "sesame")
