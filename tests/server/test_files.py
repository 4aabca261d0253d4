"""The page as it was built is served with the right heads; without one, the plain page is."""

from __future__ import annotations

import gzip
import json
from importlib.resources import files
from pathlib import Path

from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from stammtisch.server.files import EACH_TIME, FOR_EVER, Built, File
from stammtisch.server.page import PATHS, Page
from tests.server.rooms import plain_settings

SCRIPT = "console.log('a long enough line to be worth compressing');" * 20


def built(folder: Path) -> Built:
    (folder / "assets").mkdir()
    (folder / "assets" / "index-1a2b.js").write_text(SCRIPT)
    (folder / "index.html").write_text("<!doctype html><title>Stammtisch</title>")
    (folder / "notes.txt").write_text("not for the web")
    return Built(folder)


def answer(file: File | None, **headers: str) -> web.Response:
    assert file is not None
    return file.answer(make_mocked_request("GET", "/", headers))


def test_files_with_a_hash_in_their_name_are_kept_for_ever(tmp_path: Path) -> None:
    head = answer(built(tmp_path).get("assets/index-1a2b.js")).headers
    assert head["Cache-Control"] == FOR_EVER
    assert head["Content-Type"] == "text/javascript; charset=utf-8"


def test_the_document_is_asked_about_each_time(tmp_path: Path) -> None:
    index = built(tmp_path).get("index.html")
    first = answer(index)
    assert first.headers["Cache-Control"] == EACH_TIME
    again = answer(index, **{"If-None-Match": first.headers["ETag"]})
    assert again.status == 304
    assert again.body is None


def test_a_browser_that_can_gets_it_compressed(tmp_path: Path) -> None:
    script = built(tmp_path).get("assets/index-1a2b.js")
    packed = answer(script, **{"Accept-Encoding": "br, gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert isinstance(packed.body, bytes)
    assert gzip.decompress(packed.body).decode() == SCRIPT
    assert answer(script).body == SCRIPT.encode()


def test_only_what_a_page_is_made_of_is_served(tmp_path: Path) -> None:
    page = built(tmp_path)
    assert page.get("notes.txt") is None
    assert page.get("../page.py") is None


def test_a_folder_that_is_not_there_is_a_page_that_was_not_built(tmp_path: Path) -> None:
    assert not Built(tmp_path / "nowhere")


async def test_without_a_built_page_the_plain_one_says_so(tmp_path: Path) -> None:
    page = Page((), plain_settings(), built=Built(tmp_path))
    shown = await page.show(make_mocked_request("GET", "/", {"Host": "play.example"}))
    assert shown.text is not None
    assert "not built" in shown.text


async def test_with_a_built_page_every_path_of_it_shows_the_document(tmp_path: Path) -> None:
    page = Page((), plain_settings(), built=built(tmp_path))
    for path in PATHS:
        shown = await page.show(make_mocked_request("GET", path))
        assert isinstance(shown.body, bytes)
        assert shown.body.startswith(b"<!doctype html>")


def test_the_app_that_can_be_installed_names_files_that_are_there() -> None:
    public = Path(str(files("stammtisch"))).parent / "web" / "public"
    manifest = json.loads((public / "manifest.webmanifest").read_text("utf-8"))
    for icon in manifest["icons"]:
        assert (public / icon["src"].removeprefix("/static/")).is_file()
