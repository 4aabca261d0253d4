"""Why something may not be done."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """A stable code, a sentence a player understands, and the data that stands in the sentence.

    The code decides the sentence, up to its `{blanks}`: so it can be said in another language by
    whoever knows the code and the data.
    """

    def __init__(self, code: str, sentence: str, /, **data: Any) -> None:
        super().__init__(code, sentence, data)
        self.code = code
        self.sentence = sentence
        self.data = data

    def __reduce__(self) -> Any:
        """Bots think in other processes, and may be refused there."""
        return _again, (type(self), self.code, self.sentence, self.data)

    @property
    def reason(self) -> str:
        """The sentence with its blanks filled in."""
        return self.sentence.format_map(self.data) if self.data else self.sentence

    def __str__(self) -> str:
        return self.reason


def _again(kind: type[Refusal], code: str, sentence: str, data: dict[str, Any]) -> Refusal:
    return kind(code, sentence, **data)


#: What `Match` itself refuses, in every game.
OF_EVERY_MATCH: dict[str, str] = {
    "unknown_action": "There is no such move in {game}.",
    "no_seat": "Only the players at the table may do that.",
    "house_only": "Only the table itself does that.",
}
