"""The messages of a player who draws and discards, as the Mao protocol has them."""

from __future__ import annotations

#: Cards in each hand before a draw; the drawn one comes after them.
HAND = 7

DRAW = (
    b'{"type":"action","name":"moveCard","args":{"from":{"source":"deck"},"to":{"source":"hand"}}}'
)
#: To be filled with the place in the hand and the place in the pile.
DISCARD = (
    b'{"type":"action","name":"moveCard","args":{"from":{"source":"hand","cardIndex":%d},'
    b'"to":{"source":"pile","pileIndex":0,"cardIndex":%d}}}'
)
