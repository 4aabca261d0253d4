from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stammtisch.accounts.limits import TokenBucket, is_loopback
from stammtisch.net.registry import Addresses, host_of


@given(
    rate=st.integers(1, 50),
    burst=st.integers(1, 50),
    pauses=st.lists(st.floats(0, 2), min_size=1, max_size=200),
)
def test_never_more_than_the_burst_and_the_rate(rate: int, burst: int, pauses: list[float]) -> None:
    bucket = TokenBucket(rate, burst, 100.0)
    now = 100.0
    allowed: list[float] = []
    for pause in pauses:
        now += pause
        if bucket.allows(now):
            allowed.append(now)
    # In any stretch of time: what the bucket holds, and what flows in meanwhile.
    for first in range(len(allowed)):
        count = len(allowed) - first
        assert count <= burst + (allowed[-1] - allowed[first]) * rate + 1 + 1e-6


def test_the_burst_is_allowed_at_once_and_then_the_rate() -> None:
    bucket = TokenBucket(10, 5, 0.0)
    assert [bucket.allows(0.0) for _ in range(6)] == [True] * 5 + [False]
    assert [bucket.allows(0.1) for _ in range(2)] == [True, False]


def test_a_long_pause_saves_no_more_than_the_burst() -> None:
    bucket = TokenBucket(10, 5, 0.0)
    assert [bucket.allows(1000.0) for _ in range(6)] == [True] * 5 + [False]


def test_each_address_has_its_own_count() -> None:
    addresses = Addresses(2)
    assert [addresses.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert addresses.enter("192.0.2.2")
    addresses.leave("192.0.2.1")
    assert addresses.enter("192.0.2.1")
    assert not addresses.enter("192.0.2.1")


def test_the_last_connection_of_an_address_is_given_back() -> None:
    addresses = Addresses(1)
    for _ in range(3):
        assert addresses.enter("192.0.2.1")
        assert not addresses.enter("192.0.2.1")
        addresses.leave("192.0.2.1")


def test_this_machine_is_exempt() -> None:
    addresses = Addresses(1)
    for _ in range(5):
        assert addresses.enter("127.0.0.1")
        assert addresses.enter("::1")
    addresses.leave("127.0.0.1")


def test_a_household_of_ipv6_is_one_address() -> None:
    addresses = Addresses(2)
    assert addresses.enter("2001:db8:0:7::1")
    assert addresses.enter("2001:db8:0:7:ffff::2")
    assert not addresses.enter("2001:db8:0:7::3")
    assert addresses.enter("2001:db8:0:8::3")
    addresses.leave("2001:db8:0:7::1")
    assert addresses.enter("2001:db8:0:7::4")


@pytest.mark.parametrize(
    ("address", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("2001:db8::1", False),
        ("192.0.2.1", False),
        ("", False),
        ("localhost.evil.example", False),
    ],
)
def test_what_is_loopback(address: str, loopback: bool) -> None:
    assert is_loopback(address) is loopback


def test_the_host_of_a_peer() -> None:
    assert host_of(("192.0.2.1", 1234)) == "192.0.2.1"
    assert host_of(("fe80::1%eth0", 1234, 0, 2)) == "fe80::1"
    assert host_of(("::ffff:192.0.2.1", 1234, 0, 0)) == "192.0.2.1"
    assert host_of(None) == ""
