from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from stammtisch.net.logs import start_logging


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    # `start_logging` closes the handlers that it replaces, and these are pytest's.
    root.handlers = []
    yield
    root.handlers, root.level = handlers, level


def test_each_line_is_one_json_object_with_what_was_given() -> None:
    stream = io.StringIO()
    start_logging("info", "auto", stream)
    log = logging.getLogger("a.b")
    log.info("two\nlines of %s", "text", extra={"table": "t1", "seat": 3})
    log.debug("not logged")
    try:
        raise ValueError("bad")
    except ValueError:
        log.exception("it failed")
    first, second = map(json.loads, stream.getvalue().splitlines())
    assert first["message"] == "two\nlines of text"
    assert (first["level"], first["logger"]) == ("info", "a.b")
    assert (first["table"], first["seat"]) == ("t1", 3)
    assert set(first) == {"time", "level", "logger", "message", "table", "seat"}
    assert second["exception"].endswith("ValueError: bad")


def test_text_is_for_people() -> None:
    stream = io.StringIO()
    start_logging("warning", "text", stream)
    logging.getLogger("a").warning("look out")
    assert stream.getvalue().endswith("WARNING look out\n")
