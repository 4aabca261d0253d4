"""Settings come from options, the environment and a file, and it is told which came from where."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from stammtisch.net.settings import BadSetting, Settings, Value, configured


def file_with(folder: Path, text: str) -> str:
    file = folder / "stammtisch.toml"
    file.write_text(text)
    return str(file)


def test_an_option_goes_before_the_environment_that_before_the_file(tmp_path: Path) -> None:
    file = file_with(tmp_path, "port = 1\ntiles-port = 1\ncg_port = 1\n")
    environment = {"STAMMTISCH_PORT": "2", "STAMMTISCH_TILES_PORT": "2"}
    chosen = configured({"port": 3}, environment, file)
    settings = chosen.settings
    assert (settings.port, settings.tiles_port, settings.cg_port) == (3, 2, 1)
    assert settings.host == Settings().host
    assert chosen.sources["port"] == "--port"
    assert chosen.sources["tiles_port"] == "STAMMTISCH_TILES_PORT"
    assert chosen.sources["cg_port"] == file
    assert chosen.sources["host"] == "default"


def test_every_setting_can_come_from_the_environment_and_from_a_file(tmp_path: Path) -> None:
    texts: dict[type, tuple[str, str, Value]] = {
        bool: ("no", "false", False),
        int: ("99", "99", 99),
        str: ("x", '"x"', "x"),
        tuple: ("a, b", '["a", "b"]', ("a", "b")),
    }
    alone = {"data", "store", "tls_cert", "tls_key", "tiles_tls_port", "cg_tls_port"}
    for setting in Settings.table():
        if setting.name in alone:
            continue
        text, written, value = texts[type(setting.default)]
        if setting.choices:
            text = value = setting.choices[-1]
            written = f'"{text}"'
        elif setting.least is not None and setting.least > 99:
            text = written = str(setting.least)
            value = setting.least
        by_variable = configured({}, {setting.variable: text}).settings
        assert getattr(by_variable, setting.name) == value, setting.name
        file = file_with(tmp_path, f"{setting.name} = {written}\n")
        by_file = configured({}, {"STAMMTISCH_CONFIG": file}).settings
        assert getattr(by_file, setting.name) == value, setting.name


def test_what_is_printed_is_a_file_of_the_same_settings_without_secrets(tmp_path: Path) -> None:
    given: dict[str, Value] = {
        "data": 'C:\\"cards"',
        "proxies": ("192.0.2.1", "::1"),
        "metrics_token": "do-not-tell",
        "spare_loopback": False,
    }
    printed = "\n".join(configured(given, {}).printed())
    assert "do-not-tell" not in printed
    assert "metrics_token is set, and not shown  # --metrics-token" in printed
    again = configured({"metrics_token": "do-not-tell"}, {}, file_with(tmp_path, printed))
    assert again.settings == configured(given, {}).settings
    assert set(tomllib.loads(printed)) == {one.name for one in Settings.table()} - {"metrics_token"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("tiles-prot = 1", "has 'tiles-prot', and there is no such setting; did you mean tiles_"),
        ("[server]\nport = 1", "has 'server', and there is no such setting"),
        ('port = "8400"', "port in {file} must be a whole number"),
        ("port = true", "port in {file} must be a whole number"),
        ("cheats = 1", "cheats in {file} must be true or false"),
        ("proxies = [1]", "proxies in {file} must be a list of texts"),
        ("port = 70000", "port in {file} must be at most 65535, not 70000"),
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
        ("STAMMTISCH_BOT_PACE", "1", "did you mean STAMMTISCH_BOT_PACE_MS?"),
        ("STAMMTISCH_PORT", "many", "STAMMTISCH_PORT must be a whole number, not 'many'"),
        ("STAMMTISCH_PORT", "70000", "STAMMTISCH_PORT must be at most 65535"),
        ("STAMMTISCH_CHEATS", "perhaps", "STAMMTISCH_CHEATS must be yes or no"),
        ("STAMMTISCH_CONFIG", "missing.toml", "missing.toml cannot be read: No such file"),
    ],
)
def test_a_wrong_variable_is_refused_with_a_sentence(
    variable: str, text: str, sentence: str
) -> None:
    with pytest.raises(BadSetting) as refused:
        configured({}, {variable: text})
    assert sentence in str(refused.value)


def test_variables_of_others_are_left_alone() -> None:
    others = {"STAMMTISCH_GAMES": "a:B", "STAMMTISCH_SERVICE_HOST": "10.0.0.1", "PORT": "1"}
    assert configured({}, others).settings == Settings()
