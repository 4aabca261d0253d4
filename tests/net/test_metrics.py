from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from stammtisch.net.metrics import BOUNDS, Counters, Latency, Metrics
from tests.net.rooms import HoldingHouse


@given(st.lists(st.floats(0, 5), max_size=50))
def test_each_bucket_counts_all_that_took_no_longer(durations: list[float]) -> None:
    latency = Latency()
    for seconds in durations:
        latency.observe(seconds)
    buckets = dict(latency.buckets())
    for bound in BOUNDS:
        assert buckets[str(bound)] == sum(seconds <= bound for seconds in durations)
    assert buckets["+Inf"] == len(durations)


async def test_prometheus_can_read_what_is_shown() -> None:
    app = HoldingHouse()
    counters = Counters()
    counters.open["tiles"] += 2
    counters.refused["origin"] += 3
    counters.actions = 7
    counters.action_seconds.observe(0.003)
    registry = CollectorRegistry()
    registry.register(Metrics(counters, app))
    text = generate_latest(registry).decode()
    samples = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert samples["stammtisch_connections", "tiles"] == 2
    assert samples["stammtisch_refused_total", "origin"] == 3
    assert samples["stammtisch_actions_total",] == 7
    assert samples["stammtisch_action_seconds_bucket", "0.002"] == 0
    assert samples["stammtisch_action_seconds_bucket", "0.005"] == 1
    assert samples["stammtisch_action_seconds_count",] == 1
    assert samples["stammtisch_tables",] == 0
    assert samples["stammtisch_waiting",] == 0
