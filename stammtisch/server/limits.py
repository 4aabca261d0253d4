"""How many connections one address may have."""

from __future__ import annotations

from stammtisch.house.rates import household, is_loopback


class Addresses:
    """Counts the connections from each address; loopback is exempt if it is to be spared."""

    def __init__(self, most: int, *, spare_loopback: bool = True) -> None:
        self._most = most
        self._spare_loopback = spare_loopback
        self._counts: dict[str, int] = {}

    def enter(self, address: str) -> bool:
        """Count one more, or answer False if there are too many already."""
        if self._spare_loopback and is_loopback(address):
            return True
        address = household(address)
        count = self._counts.get(address, 0)
        if count >= self._most:
            return False
        self._counts[address] = count + 1
        return True

    def leave(self, address: str) -> None:
        """One that has entered is gone."""
        address = household(address)
        count = self._counts.pop(address, 0)
        if count > 1:
            self._counts[address] = count - 1


def host_of(peername: object) -> str:
    """The address without its port, as a transport's `peername` gives it; "" if it has none."""
    if isinstance(peername, tuple) and peername:
        # Scope ids (fe80::1%eth0) are this machine's own affair, and so is how it sees IPv4
        # through a socket of IPv6.
        return str(peername[0]).partition("%")[0].removeprefix("::ffff:")
    return ""
