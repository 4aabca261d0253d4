"""How much one connection, and one address, may ask of the server."""

from __future__ import annotations

import ipaddress


class Rate:
    """A bucket of tokens: `burst` messages at once, `rate` a second in the long run."""

    __slots__ = ("_burst", "_filled", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = burst
        self._filled = now

    def allows(self, now: float) -> bool:
        """Take a token, if there is one. `now` is in seconds and never goes back."""
        tokens = self._tokens + (now - self._filled) * self._rate
        self._filled = now
        if tokens < 1:
            self._tokens = tokens
            return False
        self._tokens = min(tokens, self._burst) - 1
        return True


class Addresses:
    """Counts the connections from each address; loopback is exempt.

    Of IPv6 a whole /64 counts as one address, because that is what one household has.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._counts: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Count one more, or answer False if there are too many already."""
        if is_loopback(address):
            return True
        address = _household(address)
        count = self._counts.get(address, 0)
        if count >= self._most:
            return False
        self._counts[address] = count + 1
        return True

    def leave(self, address: str) -> None:
        """One that has entered is gone."""
        address = _household(address)
        count = self._counts.pop(address, 0)
        if count > 1:
            self._counts[address] = count - 1


def _household(address: str) -> str:
    if ":" not in address:
        return address
    return str(ipaddress.ip_network(f"{address}/64", strict=False))


def is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    return is_address(address) and ipaddress.ip_address(address).is_loopback


def host_of(peername: object) -> str:
    """The address without its port, as a transport's `peername` gives it; "" if it has none."""
    if isinstance(peername, tuple) and peername:
        # Scope ids (fe80::1%eth0) are this machine's own affair, and so is how it sees IPv4
        # through a socket of IPv6.
        return str(peername[0]).partition("%")[0].removeprefix("::ffff:")
    return ""
