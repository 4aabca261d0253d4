"""How many examples a property is tried with.

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
    return settings(max_examples=times * settings().max_examples // USUALLY, **more)
