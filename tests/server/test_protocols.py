from __future__ import annotations

from stammtisch.server.arrivals import Arrival
from stammtisch.server.protocols import ENTRANCES, STREAM_PORTS
from stammtisch.server.settings import Settings


def test_only_the_tiles_client_on_a_stream_is_taken_for_one_that_loses_lines() -> None:
    arrival = Arrival(address="192.0.2.1", now=0)
    (framed,) = [entrance for entrance in ENTRANCES if entrance.protocol == "tiles"]
    (stream,) = [port for port in STREAM_PORTS if port.protocol == "tiles"]
    assert framed.session(arrival).unpaced
    assert not stream.sessions(Settings())(arrival).unpaced
