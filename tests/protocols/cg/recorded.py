"""Frames as the original client and server sent them."""

from __future__ import annotations

HELLO = bytes.fromhex(
    "00000025 00000001 0000 82 a776657273696f6e a7302e312e336130ac70726f746f76657273696f6e 02"
)
SETTYPE = bytes.fromhex("00000018 00000002 0000 81 a8636f6e6e74797065 a7636c6173736963")
#: Its beginning; it has 657 bytes in all.
HANDSHAKE = bytes.fromhex(
    "0000028d 00000003 0000 83 a776657273696f6e a7302e312e336130"
    "ac70726f746f76657273696f6e 02 a87265676973747279 de001e"
    "b063673a76657273696f6e2e636865636b 40 b063673a617574682e"
)
ACCEPT = bytes.fromhex("00000010 00000004 0000 81 a773756363657373 c3")
VERSION_CHECK = bytes.fromhex(
    "00000035 00000040 0000 83 ac70726f746f76657273696f6e 01"
    "a673656d766572 a9302e332e322d646576 a6666c61766f72 a776616e696c6c61"
)
VERSION_ANSWER = bytes.fromhex(
    "00000041 00000040 0000 84 ac70726f746f76657273696f6e 01"
    "a673656d766572 a9302e332e322d646576 a6666c61766f72 a776616e696c6c61"
    "aa636f6d70617469626c65 c3"
)
#: Only the first eleven digits of its card are recorded.
CARD = "02b3c10c497" + "0" * 21
INTENT = (
    bytes.fromhex("0000003a 00000053 0000 82 a6696e74656e74 a4706c6179 a463617264 d920")
    + CARD.encode()
)
TRANSFER = (
    bytes.fromhex("0000005d 00000054 0000 84 a7636172645f6964 d920")
    + CARD.encode()
    + bytes.fromhex("aa") + b"card_value" + bytes.fromhex("a2") + b"sa"
    + bytes.fromhex("a9") + b"from_slot" + bytes.fromhex("a5") + b"hand0"
    + bytes.fromhex("a7") + b"to_slot" + bytes.fromhex("a5") + b"table"
)  # fmt: skip
CLOSE = bytes.fromhex("00000012 00000010 0000 81 a6726561736f6e a3627965")
