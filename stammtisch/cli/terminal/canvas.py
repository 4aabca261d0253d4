"""A table drawn in cells: who sits where, and what lies between them."""

from __future__ import annotations

from rich.text import Text

#: Lines of a table of cards on a small screen, and on a tall one.
LOW, HIGH = 9, 15


class Canvas:
    """Pieces of text at places of their own."""

    def __init__(self, width: int, height: int) -> None:
        self._width = width
        self._rows: list[list[tuple[int, Text]]] = [[] for _ in range(height)]

    def left(self, y: int, piece: Text) -> None:
        self.at(1, y, piece)

    def right(self, y: int, piece: Text) -> None:
        self.at(self._width - 1 - piece.cell_len, y, piece)

    def middle(self, y: int, piece: Text, shift: int = 0) -> None:
        self.at((self._width - piece.cell_len) // 2 + shift, y, piece)

    def at(self, x: int, y: int, piece: Text) -> None:
        self._rows[y].append((x, piece))

    def drawn(self) -> Text:
        words = Text()
        for y, row in enumerate(self._rows):
            if y:
                words.append("\n")
            at = 0
            for x, piece in sorted(row, key=lambda one: one[0]):
                words.append(" " * (x - at))
                words.append_text(piece)
                at = max(x, at) + piece.cell_len
        return words
