"""Where each setting comes from: an option, the environment, the configuration file, or nowhere.

All four are made from the one table of settings. An option goes before the environment, that before
the file, that before the default.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from stammtisch.server.settings import BadSetting, Setting, Settings, Value

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
