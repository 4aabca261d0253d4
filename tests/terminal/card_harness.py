"""A harness for games of cards, and their table tops without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.screen import Screen

from stammtisch.games.game import Event, Match
from stammtisch.protocols.table import messages as wire
from stammtisch.protocols.table.codec import observation_told
from stammtisch.replies import TableInfo
from stammtisch.tables.encoding import to_plain
from stammtisch.tables.events import SeatInfo
from stammtisch.terminal.tabletop import Tabletop
from stammtisch.terminal.tricks.screen import DEAF
from stammtisch.terminal.tricks.tabletop import CardTop
from tests.terminal.harness import App, Harness

NAMES = ("Ada", "Bo", "Cy", "Di")

Top = TypeVar("Top", bound=Tabletop)


class CardHarness(Harness[App]):
    @property
    def top(self) -> CardTop:
        top = self.app.top
        assert isinstance(top, CardTop)
        return top

    async def listens(self, pilot: Pilot[str]) -> None:
        """A question listens only after a moment."""
        self.clock.advance(int(DEAF * 1000) + 1)
        await pilot.pause()

    async def done(self, pilot: Pilot[str], *keys: str) -> None:
        """Press the keys, and see what comes of it."""
        seq = self.top.seq
        await pilot.press(*keys)
        await self.until(pilot, lambda: self.top.seq != seq, ms=0)

    async def play_on(self, pilot: Pilot[str], playing: str, over: Sequence[str]) -> None:
        """Play the card at the cursor while that is the phase, until it is one of those."""

        def goes_on() -> bool:
            top = self.top
            ended = top.view is not None and top.view.phase in over
            return (top.my_turn and bool(top.playable)) or ended

        while True:
            await self.until(pilot, goes_on)
            if self.top.view is None or self.top.view.phase != playing:
                return
            await self.done(pilot, "enter")

    async def reviewed(self, pilot: Pilot[str], by: type[Screen[None]]) -> str:
        """What the review of a deal says; afterwards its sheet lies there again."""
        sheet = self.app.screen
        await pilot.press("v")
        assert self.over_it(by)
        paper = self.shown("paper")
        assert "The hands as they were dealt" in paper
        await pilot.press("escape")
        assert self.app.screen is sheet
        return paper


def table_message(
    game: str, profile: str, options: Mapping[str, Any], seat: int | None, **more: Any
) -> wire.Table:
    """What a table of these four people tells somebody who comes to that seat."""
    info = TableInfo(
        id="t1",
        number=1,
        game=game,
        profile=profile,
        options=dict(options),
        phase="playing" if "observation" in more else "open",
        seats=[SeatInfo(name=name) for name in NAMES],
        private=False,
        leaver="bot",
        bots="random",
        watch=True,
        spectators=0,
        created=0.0,
    )
    return wire.Table(
        **{"view": None, **more},
        created=False,
        invite="code",
        table=info,
        seat=seat,
        back=False,
        seq=1,
        at=0,
        commitment="c",
        match="m",
        chat=[],
    )


def looked_at(top: Top, match: Match, seat: int) -> Top:
    """The table top of somebody who has just come to this match."""
    rules = match.rules
    seen = {
        "view": to_plain(match.view(seat)),
        "observation": observation_told(match.observation(seat)),
    }
    top.hear(table_message(top.game.name, rules.profile, rules.changes(), seat, **seen))
    return top


def told(top: Tabletop, match: Match, events: Sequence[Event], at: int = 0) -> None:
    """These events have happened."""
    seen = [to_plain(event.seen_by(top.seat)) for event in events]
    seq, observation = top.seq + 1, observation_told(match.observation(top.seat))
    top.hear(wire.Events(table="t1", seq=seq, at=at, events=seen, observation=observation))
