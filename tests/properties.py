"""How often something is tried that goes another way each time: the examples of a property, the
moment at which a process is killed.

Every run tries others, so that few are enough for each; `make thorough` tries twenty times as many.
"""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings

USUALLY = 50
THOROUGHLY = 20 * USUALLY


def register() -> None:
    # How long an example takes says more about what else the machine does than about the house.
    plain = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
    settings.register_profile("usual", plain, max_examples=USUALLY)
    settings.register_profile("thorough", plain, max_examples=THOROUGHLY)
    settings.load_profile("usual")


def tried(times: int, **more: Any) -> settings:
    """For a property that needs more examples than others, or can have fewer."""
    return settings(max_examples=often(times), **more)


def often(times: int) -> int:
    """So often as a rule, or as much more often as is asked for."""
    return times * settings().max_examples // USUALLY
