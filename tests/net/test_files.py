"""The page as it was built is served with the right heads; without one, the plain page is."""

from __future__ import annotations

import gzip
import json
from importlib.resources import files
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request

from stammtisch.net.pages import EACH_TIME, FOR_EVER, PATHS, File, Page, StaticFiles
from tests.net.rooms import plain_settings

SCRIPT = "console.log('a long enough line to be worth compressing');" * 20


def built(folder: Path) -> StaticFiles:
    (folder / "assets").mkdir()
    (folder / "assets" / "index-1a2b.js").write_text(SCRIPT)
    (folder / "index.html").write_text("<!doctype html><title>Stammtisch</title>")
    (folder / "notes.txt").write_text("not for the web")
    return StaticFiles(folder)


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


BROTLI = b"as brotli would have it"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        (None, None),
        ("", None),
        ("gzip", "gzip"),
        ("gzip, deflate, br, zstd", "br"),
        ("GZIP;Q=0.5", "gzip"),
        ("gzip;q=0", None),
        ("gzip; q=0.000, deflate", None),
        ("br;q=0, gzip", "gzip"),
        ("br;q=0.4, gzip;q=0.8", "gzip"),
        ("*", "br"),
        ("*;q=0", None),
        ("br;q=0, *", "gzip"),
        ("identity, gzip;q=0.5", None),
        ("gzip;q=zero", None),
        ("notgzip", None),
    ],
)
def test_it_is_compressed_as_the_browser_likes(
    tmp_path: Path, accepted: str | None, coding: str | None
) -> None:
    page = built(tmp_path)
    (tmp_path / "assets" / "index-1a2b.js.br").write_bytes(BROTLI)
    head = {} if accepted is None else {"Accept-Encoding": accepted}
    got = answer(StaticFiles(tmp_path).get("assets/index-1a2b.js"), **head)
    assert got.headers.get("Content-Encoding") == coding
    assert got.headers["Vary"] == "Accept-Encoding"
    assert isinstance(got.body, bytes)
    if coding == "br":
        assert got.body == BROTLI
        # Where the build has written none, gzip does.
        without = answer(page.get("assets/index-1a2b.js"), **head)
        assert without.headers.get("Content-Encoding") == "gzip"
    elif coding == "gzip":
        assert gzip.decompress(got.body).decode() == SCRIPT
    else:
        assert got.body == SCRIPT.encode()


def test_what_is_compressed_already_is_not_compressed_again() -> None:
    picture = File(b"x" * 1000, "image/png", EACH_TIME)
    assert answer(picture, **{"Accept-Encoding": "gzip"}).body == b"x" * 1000
    assert "charset" not in answer(picture).headers["Content-Type"]


def test_other_bytes_have_another_tag(tmp_path: Path) -> None:
    built(tmp_path)
    (tmp_path / "assets" / "index-1a2b.js.br").write_bytes(BROTLI)
    script = StaticFiles(tmp_path).get("assets/index-1a2b.js")
    tags = {
        coding: answer(script, **{"Accept-Encoding": coding}).headers["ETag"]
        for coding in ("identity", "gzip", "br")
    }
    assert len(set(tags.values())) == 3
    for coding, tag in tags.items():
        for other, known in tags.items():
            head = {"Accept-Encoding": coding, "If-None-Match": known}
            again = answer(script, **head)
            assert again.status == (304 if coding == other else 200)
            assert again.headers["ETag"] == tag


@pytest.mark.parametrize(
    ("known", "status"),
    [
        ("*", 304),
        (" * ", 304),
        ("{}", 304),
        ("W/{}", 304),
        ('"other", {}', 304),
        ('W/"other",W/{}', 304),
        ('"other"', 200),
        ("", 200),
        ('"*"', 200),
    ],
)
def test_what_the_browser_knows_is_not_sent_again(tmp_path: Path, known: str, status: int) -> None:
    index = built(tmp_path).get("index.html")
    tag = answer(index).headers["ETag"]
    again = answer(index, **{"If-None-Match": known.format(tag)})
    assert again.status == status
    assert (again.body is None) == (status == 304)


def test_only_what_a_page_is_made_of_is_served(tmp_path: Path) -> None:
    page = built(tmp_path)
    assert page.get("notes.txt") is None
    assert page.get("../page.py") is None


def test_a_folder_that_is_not_there_is_a_page_that_was_not_built(tmp_path: Path) -> None:
    assert not StaticFiles(tmp_path / "nowhere")


async def test_without_a_built_page_the_plain_one_says_so(tmp_path: Path) -> None:
    page = Page((), plain_settings(), built=StaticFiles(tmp_path))
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
