from __future__ import annotations

import argparse

import pytest

from stammtisch.cli import main, serve
from stammtisch.cli.commands import Parser
from stammtisch.net.settings import Settings


def settings(*words: str) -> Settings:
    parser = Parser(prog="serve")
    serve.arguments(parser)
    asked: argparse.Namespace = parser.parse_args(words)
    return serve.configured_by(asked).settings


def test_without_options_the_servers_own_defaults_hold() -> None:
    assert settings() == Settings()


def test_each_setting_of_the_server_has_an_option(capsys: pytest.CaptureFixture[str]) -> None:
    main(["serve", "--help"])
    said = capsys.readouterr().out.split()
    for setting in Settings.table():
        assert any(word.rstrip(",") == setting.flag for word in said), setting.flag


def test_options_become_settings() -> None:
    given = settings(
        *("--host", "::1", "--port", "0", "--tiles-port", "-1", "--data", "here", "--cheats"),
        *("--tiles-pace-ms", "0", "--log-level", "debug", "--tls-cert", "c", "--tls-key", "k"),
        *("--origins", "https://a.example", "--origins", "https://b.example"),
    )
    assert (given.host, given.port, given.tiles_port, given.data) == ("::1", 0, -1, "here")
    assert (given.cheats, given.tiles_pace_ms, given.log_level) == (True, 0, "debug")
    assert (given.tls_cert, given.tls_key) == ("c", "k")
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
    assert main(["serve", "--port", "0"]) == 7
    assert [given.port for given in served] == [0]
