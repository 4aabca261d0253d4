"""The hand on the screen, for whoever has a mouse."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Static

from stammtisch.cli.mao.faces import place_at


class HandPanel(Static):
    """Knows which card the mouse is at."""

    class Picked(Message):
        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    #: How many cards are drawn, in how many cells, and how.
    count, cells, high = 0, 79, False

    def on_click(self, event: events.Click) -> None:
        spot = event.get_content_offset(self)
        if spot is not None:
            place = place_at(spot.x, spot.y, self.count, self.cells, self.high)
            if place is not None:
                self.post_message(self.Picked(place))
