"""Small sheets: other moves, the rules that one knows, help."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from stammtisch.cli.mao.tabletop import MaoTop
from stammtisch.cli.mao.words import whom
from stammtisch.cli.terminal.sheets import Sheet
from stammtisch.games.mao.records import Move, Spot

HELP = """\
Get rid of your cards. The rules may not be explained: watch, listen, and
find them out. Who has no cards left has won, if nobody finds anything
against it in ten seconds, and adds a secret rule.

 arrows  move the cursor         Enter  play the card at the cursor
 d       draw a card             s      hold the cards in another order
 1-0 F2+ say that phrase         t      say anything (right: complete it)
 a       accuse somebody         m      other moves of cards
 y       accept an accusation    c      take your accusation back
 p       begin, end a point of order
 w       write a rule, if you have won the round
 r       the rules that you know l      log: all that has happened
 f       finale: all rules, after the match       a  again
 b       seat a bot, before it   q      quit

‼ accused, ▶ at turn, ★ rounds won. Suits: ♣c clubs ♦d diamonds ♥h
hearts ♠s spades. Any key goes back to the table."""

_DECK, _HAND = Spot("deck"), Spot("hand")
_TOP, _BOTTOM = Spot("pile"), Spot("pile", 0)

#: Moves beside playing and drawing. None is the card at the cursor.
MOVES: tuple[tuple[str, Spot | None, Spot], ...] = (
    ("take the top card of the pile into your hand", _TOP, _HAND),
    ("put the card at the cursor under the pile", None, _BOTTOM),
    ("throw the card at the cursor away", None, _DECK),
    ("turn a card of the deck over onto the pile", _DECK, _TOP),
    ("throw the top card of the pile away", _TOP, _DECK),
)


class MoveScreen(Sheet[Move | None]):
    """Anybody may move any card anywhere. Whether it is wise is another question."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,m", "dismiss(None)", show=False)]

    def __init__(self, at: int) -> None:
        super().__init__()
        self._own = Spot("hand", at)

    def compose(self) -> ComposeResult:
        listed = [f"  {number}  {words}" for number, (words, _, _) in enumerate(MOVES, 1)]
        yield Vertical(Static(Text("\n".join([*listed, "\nEsc goes back"]))))

    def on_key(self, event: events.Key) -> None:
        digit = event.character or ""
        if digit.isdecimal() and 1 <= int(digit) <= len(MOVES):
            event.stop()
            _, source, target = MOVES[int(digit) - 1]
            self.dismiss(Move(source or self._own, target))


def known_rules(top: MaoTop) -> str:
    """All rules that the player may know, as a sheet shows them."""
    view = top.view
    if view is None:
        return "Nothing is dealt yet."
    parts = []
    if view.base_rules:
        parts.append("Rules of this school:\n" + _listed(view.base_rules))
    if view.own_rules:
        parts.append("Your own:\n" + _listed(view.own_rules))
    told = [
        f"{rule.text}   ({whom(rule.author, top.name)})"
        for rule in view.known_rules
        if rule.author != top.seat
    ]
    if told:
        parts.append("Told by others:\n" + _listed(told))
    secret = sum(view.rule_counts) - len(told) - len(view.own_rules)
    if secret > 0:
        parts.append(f"Secret to you: {secret} written by others.")
    if not view.base_rules:
        parts.append(
            "What else there is you must find out."
            if parts
            else "You have been told no rule. Watch, listen, and find them out."
        )
    return "\n\n".join([*parts, "Any key goes back to the table."])


def _listed(texts: list[str] | tuple[str, ...]) -> str:
    return "\n".join(f"  {text}" for text in texts)
