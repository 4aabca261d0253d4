"""A simulated match as a record, like that of a match at a table.

The match's seed stands for the table's secret, from which the chain of the rounds' secrets follows;
the bots' nonces are the server's. So `stammtisch verify` proves such a record as any other, and the
same seed gives the same file, byte for byte: nobody's clock is in it.
"""

from __future__ import annotations

from collections.abc import Sequence

from stammtisch.bots.bots import Reason
from stammtisch.bots.playing import Notes
from stammtisch.games.game import Action, Deal, Game, Rules, Seat, Timeout
from stammtisch.records import Entry
from stammtisch.tables import entries as journal
from stammtisch.tables.fairness import Secrets, commitment_to, seed_of, server_nonce
from stammtisch.tables.record import record_of
from stammtisch.tables.settings import Settings

#: Nobody's time of day.
NEVER = 0.0


def recorder(game: Game, rules: Rules, levels: Sequence[str], name: str, seed: bytes) -> Notes:
    """Notes of the match of that name, in which such bots sit: a `Recorder` of the arena."""
    return _Minutes(game, rules, levels, name, seed)


class _Minutes:
    """Writes the journal that a table would have written."""

    def __init__(
        self, game: Game, rules: Rules, levels: Sequence[str], name: str, seed: bytes
    ) -> None:
        self._game = game
        self._name = name
        self._levels = levels
        self._secrets = Secrets(seed, 1, game.rounds)
        self._round = 0
        self._at = 0
        self._root = self._hash = journal.root_hash(name)
        self._entries: list[Entry] = []
        first = self._secrets.of(1)
        self._nonces = [server_nonce(first, seat) for seat in range(len(levels))]
        self._open(rules)

    def _open(self, rules: Rules) -> None:
        settings = Settings(
            game=self._game.name,
            profile=rules.profile,
            options=rules.changes(),
            seats=len(self._levels),
        )
        chairs = [
            journal.Chair(account=f"bot:{level}", name=f"{level} {seat}", bot=level)
            for seat, level in enumerate(self._levels)
        ]
        self._write(
            journal.Open(
                at=0,
                wall=NEVER,
                table=self._name,
                number=0,
                chapter=1,
                settings=settings,
                rules=rules.digest,
                rules_version=rules.version,
                chairs=chairs,
                commitment=commitment_to(self._secrets.of(1)),
                previous=self._hash.hex(),
            )
        )
        for seat, nonce in enumerate(self._nonces):
            self._write(journal.Ready(at=0, seat=seat, nonce=nonce.hex(), by_server=True))
        self._write(
            journal.Start(
                at=0, match=self._name, wall=NEVER, nonces_from=["server"] * len(self._levels)
            )
        )

    def seed(self, round: int) -> bytes:
        return seed_of(self._secrets.of(round), round, self._nonces)

    def did(self, at: int, seat: Seat | None, action: Action, reason: Reason | None) -> None:
        self._at = at
        if seat is not None:
            acted = journal.Acted(
                at=at,
                seat=seat,
                action=journal.written(action),
                bot=self._levels[seat],
                reason=reason,
            )
            self._write(acted)
        elif isinstance(action, Deal):
            self._reveal()
            self._round += 1
            self._write(journal.Deal(at=at, round=self._round))
        else:
            assert isinstance(action, Timeout)
            self._write(journal.Time(at=at))

    def finished(self) -> bytes:
        self._reveal()
        self._write(journal.End(at=self._at, wall=NEVER))
        return record_of(self._name, self._game.name, self._root, self._entries)

    def _reveal(self) -> None:
        """The round is over, and its secret none any more."""
        if self._round:
            secret = self._secrets.of(self._round).hex()
            self._write(journal.Reveal(at=self._at, round=self._round, secret=secret))

    def _write(self, payload: journal.Payload | journal.Acted) -> None:
        entry = journal.chained(self._hash, len(self._entries) + 1, payload)
        self._hash = entry.hash
        self._entries.append(entry)
