"""Logs: one JSON object a line, or plain text for somebody at a terminal."""

from __future__ import annotations

import logging
import sys
from typing import TextIO

import msgspec

#: What every record has; the rest was given as `extra` and is part of the message.
_COMMON = frozenset(
    {*vars(logging.LogRecord("", 0, "", 0, "", (), None)), "message", "asctime", "taskName"}
)


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: value for name, value in vars(record).items() if name not in _COMMON}
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


def start_logging(level: str, form: str, stream: TextIO | None = None) -> None:
    """Log to `stream` (stderr). `form` is "text", "json", or "auto": text on a terminal."""
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    if form == "text" or (form == "auto" and stream.isatty()):
        handler.setFormatter(
            logging.Formatter("%(asctime)s %(levelname)-7s %(message)s", "%H:%M:%S")
        )
    else:
        handler.setFormatter(JsonLines())
    logging.basicConfig(level=level.upper(), handlers=[handler], force=True)
    # Each HTTP request in the log helps nobody who did not ask for it.
    logging.getLogger("aiohttp.access").setLevel(
        logging.INFO if level == "debug" else logging.WARNING
    )
