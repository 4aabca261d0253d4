"""The head of an HTTP request, as far as it decides who answers: pure, no I/O."""

from __future__ import annotations

import base64
import binascii
import ipaddress
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from stammtisch.accounts.limits import is_address, is_loopback

END = b"\r\n\r\n"


class BadUpgrade(Exception):
    """A WebSocket cannot be opened: the HTTP status, a code, and a sentence."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Head:
    """A request line and its headers, names in small letters; repeated ones joined by commas."""

    method: str
    target: str
    version: str
    headers: dict[str, str]

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, str]:
        """The last value of each key, empty ones too."""
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))

    def lists(self, header: str, word: str) -> bool:
        words = self.headers.get(header, "").lower().split(",")
        return word in (each.strip() for each in words)

    @property
    def wants_websocket(self) -> bool:
        return self.lists("upgrade", "websocket") and self.lists("connection", "upgrade")


def looks_like_http(first: bytes) -> bool:
    """May these first bytes of a connection become an HTTP request?"""
    word = first[:8].partition(b" ")[0]
    return word.isalpha() and word.isupper()


#: RFC 9110 5.1 and 5.5: a token, then anything but control characters, of which a tab is none.
_HEADER = re.compile(r"(?P<name>[!#$%&'*+.^_`|~0-9A-Za-z-]+):(?P<value>[\t\x20-\x7e\x80-\xff]*)")


def parse_head(data: bytes) -> Head | None:
    """The head that `data` (up to the empty line) is, or None if it is none."""
    lines = data.decode("latin-1").split("\r\n")
    parts = lines[0].split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/"):
        return None
    headers: list[tuple[str, str]] = []
    for line in lines[1:]:
        found = _HEADER.fullmatch(line)
        if found is None:
            return None
        headers.append((found["name"], found["value"].strip(" \t")))
    try:
        urlsplit(parts[1])
    except ValueError:
        return None
    return Head(method=parts[0], target=parts[1], version=parts[2], headers=joined(headers))


def joined(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Headers as `Head` has them."""
    together: dict[str, str] = {}
    for name, value in headers:
        name = name.lower()
        together[name] = f"{together[name]}, {value}" if name in together else value
    return together


#: Domains that only a network of one's own has (RFC 6762, RFC 8375; nobody can buy the others).
_OWN_DOMAINS = ("local", "lan", "home.arpa", "internal")

_HOST = re.compile(r"(?:\[(?P<six>[^\]]*)\]|(?P<name>[^:]*))(?::[0-9]*)?")


class ServerNames:
    """By which names the server is asked for: those of this machine, and those that were added.

    A page of a stranger can let its own name point to this machine (DNS rebinding), and a browser
    then takes the server for that page's own. It cannot do so with an address.
    """

    def __init__(self, machine: str, added: Collection[str]) -> None:
        short = machine.lower().partition(".")[0]
        self._any = "*" in added
        self._names = {
            "localhost",
            machine.lower(),
            short,
            *(f"{short}.{domain}" for domain in _OWN_DOMAINS),
            *(name.lower() for name in added),
        }

    def have(self, host: str | None) -> bool:
        """May the `Host` of a request be this? Only programs send none, never a browser."""
        if not host or self._any:
            return True
        found = _HOST.fullmatch(host)
        if found is None:
            return False
        name = (found["six"] or found["name"] or "").lower().removesuffix(".")
        return name in self._names or name.endswith(".localhost") or is_address(name)


def wrong_host(host: str | None) -> str:
    """What somebody is told who asks for a server by a name that it does not have."""
    return (
        f"This server does not know the name {host!r:.100}. Ask for it by its address, or let "
        "its host add the name to the setting --names."
    )


def websocket_key(head: Head, origins: Collection[str]) -> str:
    """The key of a request for a WebSocket that may be opened; else `BadUpgrade`."""
    headers = head.headers
    if head.method != "GET" or head.version != "HTTP/1.1":
        raise BadUpgrade(400, "bad_upgrade", "A WebSocket is asked for by GET over HTTP/1.1.")
    if headers.get("content-length", "0") != "0" or "transfer-encoding" in headers:
        raise BadUpgrade(400, "bad_upgrade", "A request for a WebSocket has no body.")
    if headers.get("sec-websocket-version") != "13":
        raise BadUpgrade(426, "bad_version", "Only version 13 of WebSocket is spoken here.")
    key = headers.get("sec-websocket-key", "")
    try:
        length = len(base64.b64decode(key, validate=True))
    except (binascii.Error, ValueError):
        length = 0
    if length != 16:
        raise BadUpgrade(400, "bad_key", "Sec-WebSocket-Key must be 16 bytes in Base64.")
    origin = headers.get("origin")
    if origin is not None and not origin_allowed(origin, headers.get("host", ""), origins):
        raise BadUpgrade(403, "origin", "Pages of that origin may not open a WebSocket here.")
    return key


def origin_allowed(origin: str, host: str, origins: Collection[str]) -> bool:
    """Is it a page of this very host, or one of the origins that the operator has named?"""
    if "*" in origins or origin in origins:
        return True
    try:
        netloc = urlsplit(origin).netloc
    except ValueError:
        return False
    return bool(netloc) and netloc.lower() == host.lower()


#: The address of somebody whom a proxy names in a way that cannot be read. All of them together
#: count as one address, which is not this machine's.
UNKNOWN = "unknown"

_HOP = re.compile(r"(?:\[(?P<six>[^\]]*)\]|(?P<four>[0-9.]+))(?::[0-9]{1,5})?")


def forwarded_for(head: Head, peer: str, proxies: Collection[str]) -> str:
    """Whose connection it is: behind a proxy that is believed, the address that it names."""
    return forwarded_address(head.headers.get("x-forwarded-for"), peer, proxies)


def forwarded_address(header: str | None, peer: str, proxies: Collection[str]) -> str:
    """The same, by all lines of the header, joined by commas, or None if there is none.

    Each proxy adds at the end who asked it, so only what proxies that are believed have added is
    believed: the last address that is not one of theirs.
    """
    if peer not in proxies or header is None:
        return peer
    address = peer
    for hop in reversed(header.split(",")):
        before, address = address, _hop_address(hop.strip())
        if address in proxies:
            continue
        if not is_loopback(address):
            return address
        # Another program of this machine; or the loopback of another machine, which is not ours.
        if not is_loopback(before):
            return UNKNOWN
    return address


def _hop_address(hop: str) -> str:
    """The address in an entry of X-Forwarded-For, without its port."""
    found = _HOP.fullmatch(hop)
    text = hop if found is None else found["six"] or found["four"] or ""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return UNKNOWN
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    # Scope ids (fe80::1%eth0) are the proxy's own affair.
    return str(address).partition("%")[0]


def is_passed_on(head: Head) -> bool:
    """Does it say that it comes from somebody else?"""
    return "x-forwarded-for" in head.headers or "forwarded" in head.headers
