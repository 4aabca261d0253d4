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

from stammtisch.client.addresses import BadAddress
from stammtisch.client.arriving import come_in
from stammtisch.client.client import Client, connect
from stammtisch.client.errors import (
    BadName,
    ClientError,
    HouseClosed,
    Lost,
    NoTable,
    NotNow,
    Refused,
    Stale,
    TakenOver,
    TooOften,
    Unanswered,
    UnknownToken,
    WrongPassword,
)
from stammtisch.client.fairness import Unfair
from stammtisch.client.line import Line
from stammtisch.client.moment import Moment
from stammtisch.client.sitting import Sitting
from stammtisch.client.tokens import KeptToken, Tokens

__all__ = [
    "BadAddress",
    "BadName",
    "Client",
    "ClientError",
    "HouseClosed",
    "KeptToken",
    "Line",
    "Lost",
    "Moment",
    "NoTable",
    "NotNow",
    "Refused",
    "Sitting",
    "Stale",
    "TakenOver",
    "Tokens",
    "TooOften",
    "Unanswered",
    "Unfair",
    "UnknownToken",
    "WrongPassword",
    "come_in",
    "connect",
]
