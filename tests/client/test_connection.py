"""Servers' addresses, however they are written."""

from __future__ import annotations

import pytest

from stammtisch.client.connection import BadAddress, server_address, socket_address


@pytest.mark.parametrize(
    ("given", "socket", "server"),
    [
        ("localhost:8400", "ws://localhost:8400/table", "http://localhost:8400"),
        ("http://example.org/", "ws://example.org/table", "http://example.org"),
        ("http://Example.org:80", "ws://Example.org:80/table", "http://example.org"),
        (
            "https://example.org/house",
            "wss://example.org/house/table",
            "https://example.org/house",
        ),
        ("wss://example.org/table", "wss://example.org/table", "https://example.org"),
        (
            "http://example.org:8400/?key=sesame",
            "ws://example.org:8400/table?key=sesame",
            "http://example.org:8400",
        ),
        ("http://[::1]:8400", "ws://[::1]:8400/table", "http://[::1]:8400"),
    ],
)
def test_addresses_of_servers(given: str, socket: str, server: str) -> None:
    assert socket_address(given) == socket
    assert server_address(given) == server
    assert server_address(server) == server


@pytest.mark.parametrize(
    "given", ["ftp://example.org", "http://", "file:///etc", "http://x:y", "http://[::1", "x:0"]
)
def test_what_is_no_address_of_a_server(given: str) -> None:
    with pytest.raises(BadAddress, match="is not the address of a server"):
        server_address(given)
