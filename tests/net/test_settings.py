from __future__ import annotations

from pathlib import Path

import pytest

from stammtisch.net.settings import BadSetting, Settings


def test_the_defaults_are_those_that_people_rely_on() -> None:
    settings = Settings()
    assert (settings.host, settings.port, settings.tiles_port) == ("127.0.0.1", 8400, 8401)
    assert settings.tiles_pace_ms == 10
    assert not settings.cheats


def test_every_setting_has_a_meaning_a_flag_and_a_group() -> None:
    table = Settings.table()
    assert len({setting.flag for setting in table}) == len(table)
    for setting in table:
        assert setting.meaning
        assert setting.group in ("where", "web", "limits")
        assert setting.flag.startswith("--")
        assert "_" not in setting.flag
        assert getattr(Settings(), setting.name) == setting.default


def test_the_operators_page_lists_every_setting_as_it_is() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    for setting in Settings.table():
        row = next(
            (row for row in page.splitlines() if row.startswith(f"| `{setting.flag}` |")), ""
        )
        assert row.endswith(f"| {setting.meaning} |"), setting.flag
        if isinstance(setting.default, int) and not isinstance(setting.default, bool):
            assert f"| {setting.default} |" in row, setting.flag


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"port": 70000}, "--port must be at most 65535"),
        ({"backlog": 0}, "--backlog must be at least 1"),
        ({"log_level": "loud"}, "--log-level must be one of debug, info"),
        ({"tls_cert": "x.pem"}, "only of use together"),
        ({"cg_tls_port": 11226}, "needs --tls-cert"),
        ({"tiles_tls_port": 0}, "needs --tls-cert"),
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
