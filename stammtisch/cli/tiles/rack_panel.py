"""The rack on the screen, for whoever has a mouse."""

from __future__ import annotations

from textual import events
from textual.message import Message
from textual.widgets import Static

from stammtisch.cli.tiles.faces import WIDTH, place_at


class RackPanel(Static):
    """Knows which place the mouse is at, and from where to where a tile is drawn with it."""

    class Clicked(Message):
        def __init__(self, place: int) -> None:
            super().__init__()
            self.place = place

    class Dragged(Message):
        def __init__(self, source: int, target: int) -> None:
            super().__init__()
            self.source = source
            self.target = target

    #: How its places are drawn.
    width, high = WIDTH, False
    _pressed: int | None = None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self._pressed = self._place(event)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        source, target = self._pressed, self._place(event)
        self._pressed = None
        if source is None or target is None:
            return
        if source == target:
            self.post_message(self.Clicked(target))
        else:
            self.post_message(self.Dragged(source, target))

    def _place(self, event: events.MouseEvent) -> int | None:
        spot = event.get_content_offset(self)
        return None if spot is None else place_at(spot.x, spot.y, self.width, self.high)
