"""What things are called at a table of Tarock: contracts, bonuses, kontras, lines of a score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stammtisch.games.tarock.records import Kontra

CONTRACT_NAMES: dict[str, str] = {
    "pass": "pass",
    "klop": "klop",
    "three": "three",
    "two": "two",
    "one": "one",
    "solo_three": "solo three",
    "solo_two": "solo two",
    "solo_one": "solo one",
    "beggar": "beggar",
    "solo_without": "solo without",
    "open_beggar": "open beggar",
    "color_valat": "colour valat",
    "valat": "valat",
}

#: What is asked of whoever plays it, in a few words.
AIMS: dict[str, str] = {
    "klop": "alone, for few points",
    "three": "with a king, 3 cards",
    "two": "with a king, 2 cards",
    "one": "with a king, 1 card",
    "solo_three": "alone, 3 cards",
    "solo_two": "alone, 2 cards",
    "solo_one": "alone, 1 card",
    "beggar": "no trick",
    "solo_without": "alone, no talon",
    "open_beggar": "no trick, open",
    "color_valat": "no trumps",
    "valat": "all tricks",
}

BONUS_NAMES: dict[str, str] = {
    "trula": "trula",
    "kings": "kings",
    "kings_ultimo": "king ultimo",
    "pagat_ultimo": "pagat ultimo",
    "valat": "valat",
}
TARGET_NAMES: dict[str, str] = {"game": "the game", **BONUS_NAMES}

#: What doubles, by the factor that it makes.
KONTRA_NAMES: dict[int, str] = {2: "kontra", 4: "rekontra", 8: "subkontra", 16: "mordkontra"}

#: The lines of a deal's score; that of the contract has the contract's name.
ITEM_NAMES: dict[str, str] = {
    **BONUS_NAMES,
    "difference": "difference to 35",
    "radli": "radelc: all that twice",
    "mond": "Mond lost",
    "klop": "klop",
    "klop_full": "full klop",
    "klop_empty": "klop without a trick",
}

VOTE_NAMES: dict[str, str] = {
    "continue": "the next deal",
    "adjourn": "to adjourn",
    "end": "to end",
}
VOTE_LABELS: dict[str, str] = {
    "continue": "the next deal",
    "adjourn": "adjourn: go on another day",
    "end": "end the match here",
}


def contract_name(contract: str | None) -> str:
    return "no contract yet" if contract is None else CONTRACT_NAMES.get(contract, contract)


def item_name(name: str, contract: str) -> str:
    return contract_name(contract) if name == "contract" else ITEM_NAMES.get(name, name)


def kontra_name(kontra: Kontra) -> str:
    """A kontra as it is said."""
    return f"{KONTRA_NAMES[kontra.factor]} to {TARGET_NAMES[kontra.target]}"


def said_words(bonuses: Iterable[str], kontras: Iterable[Kontra]) -> Iterator[str]:
    """All that a seat said in its turn."""
    yield from (BONUS_NAMES[bonus] for bonus in bonuses)
    yield from map(kontra_name, kontras)


def wants(name: str, vote: str) -> str:
    """What somebody of that name wants, without the name."""
    return f"{'want' if name.lower() == 'you' else 'wants'} {VOTE_NAMES[vote]}"


def tricks_of(count: int) -> str:
    return "1 trick" if count == 1 else f"{count} tricks"


def radli_of(count: int) -> str:
    return "1 radelc" if count == 1 else f"{count} radli"


def cards_of(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def points_of(points: int) -> str:
    return f"{points} {'point' if abs(points) == 1 else 'points'}"
