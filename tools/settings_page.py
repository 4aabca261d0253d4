"""The page of settings for hosts, made from the table of settings.

`python -m tools.settings_page` writes docs/settings.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from stammtisch.net.settings import SECTIONS, TABLE, toml

PAGE = Path(__file__).parents[1] / "docs" / "settings.md"

_HEAD = """\
# Settings

<!-- Made by `python -m tools.settings_page`. Change the table in `stammtisch/net/settings.py`. -->

[Hosting](hosting.md#settings) says how they are given. A port is a number, `auto` (a free one) or
`off`."""

#: What the parts of the page are about.
_TITLES = {
    "": "Options of `serve`, and lines at the top of the file",
    "tiles": "`[tiles]`: the line protocol",
    "cg": "`[cg]`: the packet protocol",
    "bots": "`[bots]`",
    "web": "`[web]`: pages, REST and WebSockets",
    "accounts": "`[accounts]`",
    "journal": "`[journal]`",
    "limits": "`[limits]`",
}


def _lines() -> Iterator[str]:
    yield _HEAD
    for section in SECTIONS:
        yield f"\n## {_TITLES[section]}\n\n| setting | default | meaning |\n|---|---|---|"
        for setting in TABLE:
            if setting.section == section:
                name = setting.name if section else setting.flag
                default = f"`{toml(setting.default)}`" if setting.default != "" else "–"
                yield f"| `{name}` | {default} | {setting.meaning} |"


def page() -> str:
    return "\n".join(_lines()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
