"""What the server counts, and how Prometheus gets to see it.

The hot path only adds to plain numbers; the metrics are made of them when somebody asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from stammtisch.app import App

#: Upper bounds of the latency histogram's buckets, in seconds.
BOUNDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Latency:
    """A histogram of durations."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Cumulative, as Prometheus wants them."""
        rows: list[tuple[str, float]] = []
        sum_so_far = 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            sum_so_far += count
            rows.append((bound, sum_so_far))
        return rows


class Counters:
    """Everything counted since the start.

    Nothing is counted that differs with what is hidden at a table: of two tiles the one with the
    longer name makes a longer message, so bytes are not counted.
    """

    def __init__(self) -> None:
        #: Connections that are open now, by protocol.
        self.open: Counter[str] = Counter()
        #: Connections that ever came, by protocol.
        self.came: Counter[str] = Counter()
        #: Connections and upgrades refused, by reason's code.
        self.refused: Counter[str] = Counter()
        #: Requests to the server by kind.
        self.requests: Counter[type[Any]] = Counter()
        self.actions = 0
        self.actions_refused = 0
        self.action_seconds = Latency()
        self.slow_readers = 0
        self.failures = 0


#: What each number of the server means.
NUMBERS = {
    "tables": "Tables.",
    "seats": "Seats taken.",
    "players": "People who are inside.",
    "waiting": "Steps of tables that are not yet durable: the journal's lag.",
}


class Metrics(Collector):
    """Shows the counters, and the server's own numbers, to Prometheus."""

    def __init__(self, counters: Counters, app: App) -> None:
        self._counters = counters
        self._app = app

    def collect(self) -> Iterator[Metric]:
        counts = self._app.counts()
        for name, meaning in NUMBERS.items():
            yield GaugeMetricFamily(f"stammtisch_{name}", meaning, value=getattr(counts, name))
        c = self._counters
        requests = Counter({kind.__name__: count for kind, count in c.requests.items()})
        for name, meaning, label, numbers in (
            ("connections", "Open connections.", "protocol", c.open),
            ("connections_accepted", "Connections that came.", "protocol", c.came),
            ("refused", "Connections and messages refused.", "reason", c.refused),
            ("requests", "Requests to the server.", "request", requests),
        ):
            family = GaugeMetricFamily if numbers is c.open else CounterMetricFamily
            metric = family(f"stammtisch_{name}", meaning, labels=[label])
            for value, count in sorted(numbers.items()):
                metric.add_metric([value], count)
            yield metric
        for name, meaning, number in (
            *(
                (f"table_{one.name}", one.metadata["meaning"], getattr(counts.counters, one.name))
                for one in fields(counts.counters)
            ),
            ("actions", "Game actions answered.", c.actions),
            ("actions_refused", "Game actions refused.", c.actions_refused),
            ("slow_readers_cut", "Connections cut because they did not read.", c.slow_readers),
            ("session_failures", "Connections ended by an error of ours.", c.failures),
        ):
            yield CounterMetricFamily(f"stammtisch_{name}", meaning, value=number)
        latency = HistogramMetricFamily(
            "stammtisch_action_seconds", "From an action's arrival to its durable answer."
        )
        latency.add_metric([], c.action_seconds.buckets(), c.action_seconds.total)
        yield latency
