"""Where a server is: the many ways to write it, the one way in which it is kept."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit, urlunsplit

from stammtisch.client.errors import ClientError

#: Each scheme's way to say the same for HTTP and for WebSockets.
_SCHEMES = {
    "http": ("http", "ws"),
    "https": ("https", "wss"),
    "ws": ("http", "ws"),
    "wss": ("https", "wss"),
}
_USUAL_PORTS = {"http": 80, "https": 443}


class BadAddress(ClientError):
    """This is not the address of a server."""


def socket_address(url: str) -> str:
    """The WebSocket of the server at this address: `localhost:8400` and full URLs will do, also
    with `?key=` and what a server that is closed to strangers wants."""
    parts = _parts(url)
    scheme, path = _SCHEMES[parts.scheme][1], f"{_folder(parts)}/table"
    return urlunsplit((scheme, parts.netloc, path, parts.query, ""))


def server_address(url: str) -> str:
    """The one way to write the server's address: what its REST paths begin with, and what tokens
    are kept under."""
    parts = _parts(url)
    scheme = _SCHEMES[parts.scheme][0]
    host = (parts.hostname or "").lower()
    host = f"[{host}]" if ":" in host else host
    port = "" if parts.port in (None, _USUAL_PORTS[scheme]) else f":{parts.port}"
    return urlunsplit((scheme, host + port, _folder(parts), "", ""))


def _parts(url: str) -> SplitResult:
    wrong = BadAddress(f"{url!r} is not the address of a server, as http://example.org:8400.")
    try:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        if parts.scheme not in _SCHEMES or not parts.hostname or parts.port == 0:
            raise wrong
    except ValueError:
        raise wrong from None
    return parts


def _folder(parts: SplitResult) -> str:
    return parts.path.rstrip("/").removesuffix("/table")
