from __future__ import annotations

import argparse

import pytest

from stammtisch.cli import main, serve
from stammtisch.cli.commands import Parser
from stammtisch.net.settings import SECTIONS, TABLE, Settings, toml


def settings(*words: str) -> Settings:
    parser = Parser(prog="serve")
    serve.arguments(parser)
    asked: argparse.Namespace = parser.parse_args(words)
    return serve.configured_by(asked).settings


def test_without_options_the_servers_own_defaults_hold() -> None:
    assert settings() == Settings()


def test_about_twenty_settings_are_options_and_all_are_listed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["serve", "--help"])
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 80
    options = {word.rstrip(",") for word in said.split() if word.startswith("--")}
    assert {setting.flag for setting in TABLE if not setting.section} <= options
    assert len(options) <= 24
    assert main(["serve", "--help-all"]) == 0
    said = capsys.readouterr().out
    assert max(map(len, said.splitlines())) <= 80
    for setting in TABLE:
        assert f"  {setting.name} = {toml(setting.default)}\n" in said
    for section in SECTIONS[1:]:
        assert f"\n[{section}]\n" in said


def test_options_become_settings() -> None:
    given = settings(
        *("--host", "::1", "--port", "auto", "--tiles-port", "off", "--data", "here", "--cheats"),
        *("--set", "tiles.pace_ms=0", "--log-level", "debug", "--tls-cert", "c", "--tls-key", "k"),
        *("--names", "a.example", "--names", "b.example"),
        *("--set", "web.origins=https://a.example,https://b.example"),
    )
    assert (given.host, given.port, given.tiles_port, given.data) == ("::1", "auto", "off", "here")
    assert (given.cheats, given.tiles_pace_ms, given.log_level) == (True, 0, "debug")
    assert (given.tls_cert, given.tls_key) == ("c", "k")
    assert given.names == ("a.example", "b.example")
    assert given.origins == ("https://a.example", "https://b.example")


def test_a_certificate_without_its_key_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--tls-cert", "cert.pem"]) == 2
    assert "only of use together" in capsys.readouterr().err


def test_serving_gets_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Settings] = []

    def run(given: Settings) -> int:
        served.append(given)
        return 7

    monkeypatch.setattr("stammtisch.net.server.run", run)
    assert main(["serve", "--port", "auto"]) == 7
    assert [given.port for given in served] == ["auto"]
