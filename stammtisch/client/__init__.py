"""A client of the table protocol: for bots, for the terminal, for whatever else wants to play.

    async with connect("http://127.0.0.1:8400") as client:
        await client.enter("randy")
        table = await client.join(invite=code)
        await table.ready()
        async for moment in table:
            if moment.my_turn:
                await moment.act(random.choice(moment.legal))

A connection that breaks comes back by itself, to the same seat. `docs/writing-a-bot.md` tells more.
"""

from stammtisch.client.client import Client, come_in, connect
from stammtisch.client.connection import BadAddress, Transport
from stammtisch.client.errors import (
    BadName,
    ClientError,
    Disconnected,
    KeyNeeded,
    NoTable,
    Refused,
    RetryLater,
    Stale,
    TakenOver,
    TooOften,
    Unanswered,
    UnknownToken,
    WrongPassword,
)
from stammtisch.client.fairness import ProofFailed
from stammtisch.client.table import TableHandle, Update
from stammtisch.client.tokens import KeptToken, Tokens

__all__ = [
    "BadAddress",
    "BadName",
    "Client",
    "ClientError",
    "Disconnected",
    "KeptToken",
    "KeyNeeded",
    "NoTable",
    "ProofFailed",
    "Refused",
    "RetryLater",
    "Stale",
    "TableHandle",
    "TakenOver",
    "Tokens",
    "TooOften",
    "Transport",
    "Unanswered",
    "UnknownToken",
    "Update",
    "WrongPassword",
    "come_in",
    "connect",
]
