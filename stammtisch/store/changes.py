"""What is written beside the journal: each function is one change, done in the writer's thread."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import msgspec

from stammtisch.records import Account, ChatLine, HighScore, MatchRow, Rating
from stammtisch.store.journal import Journal
from stammtisch.store.store import CHAT_LINES, NameTaken, without_capitals


def add_chat(journal: Journal, table: str, line: ChatLine) -> None:
    """Keep a line, and let the oldest go. What was said at a table that is gone is gone."""
    execute = journal.connection.execute
    execute(
        "INSERT INTO chat (table_no, line, name, text, at)"
        " SELECT no, 1 + coalesce((SELECT max(line) FROM chat WHERE table_no = no), 0), ?, ?, ?"
        " FROM tables WHERE id = ?",
        (line.name, line.text, line.at, table),
    )
    execute(
        "DELETE FROM chat WHERE table_no = (SELECT no FROM tables WHERE id = ?)"
        " AND line <= (SELECT max(line) FROM chat AS all_lines"
        " WHERE all_lines.table_no = chat.table_no) - ?",
        (table, CHAT_LINES),
    )


def archive(
    journal: Journal,
    match: MatchRow,
    first_seq_to_keep: int,
    scores: Sequence[HighScore],
    ratings: Sequence[Rating],
) -> None:
    journal.check_reaches(match.table, first_seq_to_keep)
    if add_match(journal, match):
        for score in scores:
            journal.connection.execute(
                "INSERT INTO high_scores (game, score, at, name, match_id) VALUES (?, ?, ?, ?, ?)",
                (score.game, score.score, score.at, score.name, score.match),
            )
        for rating in ratings:
            journal.connection.execute(
                "REPLACE INTO ratings (game, account, mu, sigma, played) VALUES (?, ?, ?, ?, ?)",
                (rating.game, rating.account, rating.mu, rating.sigma, rating.played),
            )
    journal.cut(match.table, first_seq_to_keep)


def add_match(journal: Journal, match: MatchRow) -> bool:
    """False if it was there already."""
    added = journal.connection.execute(
        "INSERT INTO matches (id, table_id, game, profile, started, ended, players, accounts,"
        " outcome, ranks, points, private, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        " ON CONFLICT (id) DO NOTHING",
        (
            match.id,
            match.table,
            match.game,
            match.profile,
            match.started,
            match.ended,
            _json(match.players),
            _json(match.accounts),
            match.outcome,
            _json(match.ranks),
            _json(match.points),
            match.private,
            match.body,
        ),
    )
    if added.rowcount != 1:
        return False
    for account in set(match.accounts):
        journal.connection.execute(
            "INSERT INTO match_seats (account, ended, match_id) VALUES (?, ?, ?)",
            (account, match.ended, match.id),
        )
    return True


def put_account(journal: Journal, account: Account) -> None:
    registered_name = without_capitals(account.name) if account.kind == "registered" else None
    try:
        journal.connection.execute(
            "INSERT INTO accounts (id, name, kind, created, token_hash, password_hash, origin,"
            " registered_name) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET name = excluded.name, kind = excluded.kind,"
            " created = excluded.created, token_hash = excluded.token_hash,"
            " password_hash = excluded.password_hash, origin = excluded.origin,"
            " registered_name = excluded.registered_name",
            (
                account.id,
                account.name,
                account.kind,
                account.created,
                account.token_hash,
                account.password_hash,
                account.origin,
                registered_name,
            ),
        )
    except sqlite3.IntegrityError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_CONSTRAINT_UNIQUE:
            raise
        raise NameTaken(f"The name {account.name} is taken.") from error


def beat(journal: Journal, wall: float) -> None:
    journal.connection.execute("REPLACE INTO beats (one, wall) VALUES (1, ?)", (wall,))


def _json(numbers_or_names: Sequence[int] | Sequence[str]) -> str:
    return msgspec.json.encode(numbers_or_names).decode()
