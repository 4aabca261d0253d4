from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.accounts.limits import is_loopback
from stammtisch.net.request_head import (
    UNKNOWN,
    ServerNames,
    forwarded_address,
    looks_like_http,
    origin_allowed,
    parse_head,
    websocket_key,
)
from tests.net.client import KEY, upgrade


def test_a_head_is_parsed() -> None:
    head = parse_head(b"GET /a?b=1&c=&b=2 HTTP/1.1\r\nHost: x\r\nAccept:  y \r\naccept: z")
    assert head is not None
    assert (head.method, head.path, head.query) == ("GET", "/a", {"b": "2", "c": ""})
    assert head.headers == {"host": "x", "accept": "y, z"}
    assert not head.wants_websocket


@pytest.mark.parametrize("connection", ["Upgrade", "keep-alive, Upgrade", "upgrade"])
def test_upgrade_is_one_of_the_words_of_the_connection_header(connection: str) -> None:
    head = parse_head(upgrade("/x", {"Connection": connection})[:-4])
    assert head is not None
    assert head.wants_websocket
    assert websocket_key(head, ()) == KEY


@pytest.mark.parametrize(
    "line",
    [b"Name : x", b" folded", b": x", b"nothing", b"A: \x00", b"A: \x7f", b"A: x\ny", b"\xc5: x"],
)
def test_a_bad_header_makes_it_no_head(line: bytes) -> None:
    assert parse_head(b"GET / HTTP/1.1\r\n" + line) is None


@pytest.mark.parametrize("value", [b"a\tb", "Škofja Loka, Š".encode(), b"\xa0", b"\x85\xff", b""])
def test_a_header_may_have_tabs_and_any_bytes_beyond_ascii(value: bytes) -> None:
    head = parse_head(b"GET / HTTP/1.1\r\nCity:\t" + value + b" \t")
    assert head is not None
    assert head.headers == {"city": value.decode("latin-1")}


@given(st.binary(max_size=200))
def test_no_bytes_make_the_parser_fail(data: bytes) -> None:
    head = parse_head(data)
    if head is not None:
        assert isinstance(head.query, dict)
        assert isinstance(head.path, str)
    looks_like_http(data)


@given(st.integers(1, 60))
def test_every_beginning_of_a_request_looks_like_one(length: int) -> None:
    for method in (b"GET", b"POST", b"OPTIONS", b"CONNECT"):
        assert looks_like_http((method + b" /some/path HTTP/1.1\r\nHost: x")[:length])


@pytest.mark.parametrize(
    ("origin", "host", "allowed"),
    [
        ("http://a.example", "a.example", True),
        ("https://a.example:8443", "a.example:8443", True),
        ("https://a.example", "a.example:8443", False),
        ("https://b.example", "a.example", False),
        ("https://a.example.evil.example", "a.example", False),
        ("https://named.example", "a.example", True),
        ("null", "a.example", False),
        ("http://[", "a.example", False),
        ("", "", False),
    ],
)
def test_an_origin_is_this_host_or_named(origin: str, host: str, allowed: bool) -> None:
    assert origin_allowed(origin, host, ("https://named.example",)) is allowed


def test_any_origin_is_allowed_by_a_star() -> None:
    assert origin_allowed("https://b.example", "a.example", ("*",))


NAMES = ServerNames("Box.fritz.box", ("cards.example.org", "0.0.0.0"))


@pytest.mark.parametrize(
    "host",
    [
        None,
        "",
        "localhost",
        "LOCALHOST:8400",
        "localhost.:8400",
        "cards.localhost:8400",
        "127.0.0.1:8400",
        "192.168.1.20",
        "[::1]:8400",
        "[2001:db8::7]",
        "box",
        "BOX.local:8400",
        "box.lan",
        "box.home.arpa",
        "box.fritz.box",
        "Cards.Example.org:443",
    ],
)
def test_names_of_this_machine_and_those_that_were_added_are_the_servers(host: str | None) -> None:
    assert NAMES.have(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8400",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "box.evil.example",
        "box.local.evil.example",
        "other.local",
        "other.fritz.box",
        "fritz.box",
        "sub.cards.example.org",
        "cards.example.org, evil.example",
        "evil.example:cards.example.org",
        "evil.example@cards.example.org",
        "notlocalhost",
        "[evil.example]",
        "127.1",
        "*",
        ":8400",
        ".",
    ],
)
def test_a_strangers_name_is_not_the_servers(host: str) -> None:
    assert not NAMES.have(host)


def test_any_name_is_the_servers_by_a_star() -> None:
    assert ServerNames("box", ("*",)).have("evil.example")


NEAR, FAR = ("127.0.0.1", "::1"), ("10.0.0.1", "10.0.0.2")


@pytest.mark.parametrize(
    ("header", "proxies", "address"),
    [
        (None, NEAR, NEAR[0]),
        (None, FAR, FAR[0]),
        ("192.0.2.1", NEAR, "192.0.2.1"),
        ("203.0.113.9, 192.0.2.1", NEAR, "192.0.2.1"),
        # Proxies that are believed name each other.
        ("192.0.2.1, 127.0.0.1", NEAR, "192.0.2.1"),
        ("192.0.2.1,::1 , 127.0.0.1", NEAR, "192.0.2.1"),
        ("203.0.113.9, 192.0.2.1, 10.0.0.2", FAR, "192.0.2.1"),
        ("192.0.2.1, 10.0.0.3", FAR, "10.0.0.3"),
        ("192.0.2.1, 127.0.0.1", NEAR[1:], "192.0.2.1"),
        # Only proxies of this machine have passed it on.
        ("127.0.0.1", NEAR, "127.0.0.1"),
        ("::1, 127.0.0.1", NEAR, "::1"),
        ("10.0.0.2", FAR, "10.0.0.2"),
        # "This machine" of somebody else.
        ("127.0.0.1", FAR, UNKNOWN),
        ("192.0.2.1, 127.0.0.1", FAR, UNKNOWN),
        ("127.0.0.1, 10.0.0.2", FAR, UNKNOWN),
        ("::ffff:127.0.0.1", FAR, UNKNOWN),
        # With a port, and as other machines write addresses.
        ("192.0.2.1:5678", NEAR, "192.0.2.1"),
        ("192.0.2.1:5678, 127.0.0.1:80", NEAR, "192.0.2.1"),
        ("[2001:db8::1]:443", NEAR, "2001:db8::1"),
        ("[2001:db8::1]", NEAR, "2001:db8::1"),
        ("2001:DB8:0::1", NEAR, "2001:db8::1"),
        ("fe80::1%eth0", NEAR, "fe80::1"),
        ("::ffff:192.0.2.1", NEAR, "192.0.2.1"),
        # Not an address.
        ("unknown", NEAR, UNKNOWN),
        ("192.0.2.1, unknown", NEAR, UNKNOWN),
        ("192.0.2.1, unknown, 127.0.0.1", NEAR, UNKNOWN),
        ("", NEAR, UNKNOWN),
        ("192.0.2.1,", NEAR, UNKNOWN),
        ("192.0.2.1:", NEAR, UNKNOWN),
        ("192.0.2.1:port", NEAR, UNKNOWN),
        ("[]:443", NEAR, UNKNOWN),
        ("[127.0.0.1", NEAR, UNKNOWN),
        ("localhost", NEAR, UNKNOWN),
        ("127.1", NEAR, UNKNOWN),
        ("127.0.0.1%x", NEAR, UNKNOWN),
    ],
)
def test_a_proxy_that_is_believed_names_the_address(
    header: str | None, proxies: tuple[str, ...], address: str
) -> None:
    assert forwarded_address(header, proxies[0], proxies) == address


@given(st.text(st.sampled_from("0123456789abcdef.:[]%, x"), max_size=40))
def test_nothing_that_a_stranger_writes_means_this_machine(text: str) -> None:
    assert forwarded_address(f"{text}, 192.0.2.1", NEAR[0], NEAR) == "192.0.2.1"
    assert not is_loopback(forwarded_address(f"{text}x", NEAR[0], NEAR))
    assert forwarded_address(text, "192.0.2.1", NEAR) == "192.0.2.1"
