"""What people may say and write."""

from __future__ import annotations

from stammtisch.games.game import Refusal


def check_text(text: object, least: int, most: int) -> None:
    """Refuse what is no text of `least` to `most` UTF-16 units, as browsers count them."""
    if type(text) is not str:
        raise Refusal("bad_text", "What is said and written must be a text.")
    units = len(text)
    if not text.isascii():
        try:
            units = len(text.encode("utf-16-le")) // 2
        except UnicodeEncodeError:
            raise Refusal("broken_text", "The text holds half a character.") from None
    if not least <= units <= most:
        raise Refusal(
            "bad_length", "The text must have {least} to {most} characters.", least=least, most=most
        )
