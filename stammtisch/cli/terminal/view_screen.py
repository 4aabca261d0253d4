"""The table of a game that is followed by views: acting by what one sees, hints, talk."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.binding import BindingType

from stammtisch.cli.terminal.screen import TableScreen
from stammtisch.cli.terminal.sheets import TalkScreen
from stammtisch.cli.terminal.speech import t
from stammtisch.cli.terminal.view_tabletop import ViewTabletop
from stammtisch.client import Lost, Refused
from stammtisch.games.game import Action
from stammtisch.protocols.table import messages as wire
from stammtisch.tables.plain import action_from_plain, to_plain


class ViewScreen(TableScreen):
    BINDINGS: ClassVar[list[BindingType]] = [("h", "hint")]

    top: ViewTabletop

    @abstractmethod
    def advised(self, action: Action) -> str:
        """A good bot's advice in words; the cursor goes where it is done."""

    # --- acting ----------------------------------------------------------------------------------

    def act(self, action: Action, *, whatever_happened: bool = False) -> None:
        """Do it, if nothing has happened that is not on the screen yet; or whatever has."""
        self.said = ""
        seq = None if whatever_happened else self.top.seq
        self.run_worker(self._acted(wire.Act(action=to_plain(action), seq=seq)))

    async def _acted(self, act: wire.Act) -> None:
        try:
            await self.guest.ask(act)
        except Refused as refused:
            if refused.code == "stale":
                await self._look_again()
            else:
                self.say(self.told(refused))
        except Lost as lost:
            self.say(self.told(lost))

    async def _look_again(self) -> None:
        """What came in between is on its way; what one may do now is asked for."""
        try:
            await self.guest.ask(wire.AskActions())
        except (Refused, Lost) as trouble:
            self.say(self.told(trouble))

    # --- hints -----------------------------------------------------------------------------------

    def action_hint(self) -> None:
        if not self.hints:
            self.say(t("no_hints"))
        elif not self.top.legal:
            self.say(t("no_advice"))
        else:
            self.run_worker(self._hint())

    async def _hint(self) -> None:
        try:
            hint = await self.guest.ask(wire.AskHint())
        except (Refused, Lost) as trouble:
            self.say(self.told(trouble))
            return
        if hint.action is None:
            self.say_hint(t("hint_wait"), hint.reason)
        elif hint.seq == self.top.seq:
            words = self.advised(action_from_plain(self.top.GAME, hint.action))
            self.say_hint(words, hint.reason)

    # --- talk ------------------------------------------------------------------------------------

    def action_talk(self) -> None:
        def talked(text: str | None) -> None:
            if text:
                self.ask(wire.Say(text=text))

        self.app.push_screen(TalkScreen(), talked)
