"""The cards that one holds, on the screen."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Static

from stammtisch.cli.doppelkopf.faces import Fan, hand_lines, place_at


class Hand(Static):
    """Knows which card the mouse is at."""

    class Picked(Message):
        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    fan: Fan | None = None

    def show(self, fan: Fan) -> None:
        self.fan = fan
        self.update(hand_lines(fan, self.size.width or 80))

    def on_click(self, event: events.Click) -> None:
        spot = event.get_content_offset(self)
        if spot is not None and self.fan is not None:
            place = place_at(self.fan, self.size.width, spot.x)
            if place is not None:
                self.post_message(self.Picked(place))
