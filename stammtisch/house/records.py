"""Who may see the record of a finished match.

Everybody, if its table was public. If it was private, whoever sat there while it was played; and
whoever has the share code that one of them asked for. To all others such a match does not exist.
"""

from __future__ import annotations

import base64
import hmac

from stammtisch.records import MatchRow


def share_code(key: bytes, match: str) -> str:
    """Lets anybody see that match: nobody can guess it who has not the house's key."""
    code = hmac.digest(key, b"share\n" + match.encode(), "sha256")[:15]
    return base64.b32encode(code).decode().lower()


def may_see(row: MatchRow, account: str | None, share: str | None, key: bytes) -> bool:
    """By what the row alone says. (Whoever left before the end is only in the record.)"""
    if not row.private:
        return True
    if share is not None:
        given = share.encode(errors="replace")
        if hmac.compare_digest(given, share_code(key, row.id).encode()):
            return True
    return account is not None and account in row.accounts
