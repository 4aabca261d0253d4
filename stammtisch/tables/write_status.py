"""Can we write? One object, handed to everything that changes what must last."""

from __future__ import annotations

import logging
from collections.abc import Callable

from stammtisch.games.game import Refusal
from stammtisch.records import CANNOT_WRITE, ReadOnly
from stammtisch.replies import Refused

log = logging.getLogger(__name__)


class WriteStatus:
    """Whoever meets `ReadOnly` says so by `failed`. From then on everything that would have to be
    written is refused, until the heartbeat has been written again and says so by `recovered`."""

    def __init__(self) -> None:
        #: What everybody is told who wants to change something; None while it can be written.
        self.refused: Refused | None = None
        self._on_failure: list[Callable[[], None]] = []
        self._on_recovery: list[Callable[[], None]] = []

    def listen(
        self,
        *,
        failure: Callable[[], None] | None = None,
        recovery: Callable[[], None] | None = None,
    ) -> None:
        """Call these from now on; those who listened first hear first."""
        if failure is not None:
            self._on_failure.append(failure)
        if recovery is not None:
            self._on_recovery.append(recovery)

    @property
    def trouble(self) -> str | None:
        """Why nothing can be written just now."""
        return None if self.refused is None else self.refused.message

    def check(self) -> None:
        """Refuse what would have to be written."""
        if self.refused is not None:
            raise Refusal(CANNOT_WRITE, self.refused.message)

    def failed(self, error: ReadOnly) -> None:
        if self.refused is None:
            log.error("the store cannot be written: %s", error)
            self.refused = cannot_write(str(error))
            for hear in self._on_failure:
                hear()

    def recovered(self) -> None:
        if self.refused is not None:
            log.warning("the store can be written again")
            self.refused = None
            for hear in self._on_recovery:
                hear()


def cannot_write(why: str) -> Refused:
    return Refused(code=CANNOT_WRITE, message=why)
