"""What things are called at a table of Tarock: contracts, bonuses, kontras, lines of a score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stammtisch.cli.terminal.speech import speech_of, within
from stammtisch.games.tarock.records import Kontra

t = speech_of("tarock")

#: What may be wanted after a deal.
VOTES = ("continue", "adjourn", "end")


def contract_name(contract: str | None) -> str:
    return (
        t("no_contract")
        if contract is None
        else within(t.find(f"contracts.{contract}") or contract)
    )


def item_name(name: str, contract: str) -> str:
    """A line of a deal's score; that of the contract has the contract's name."""
    return (
        contract_name(contract) if name == "contract" else within(t.find(f"items.{name}") or name)
    )


def bonus_name(bonus: str) -> str:
    return within(t(f"bonuses.{bonus}"))


def target_name(target: str) -> str:
    """What a kontra doubles."""
    return t(f"targets.{target}")


def doubling(factor: int) -> str:
    """What doubles, by the factor that it makes."""
    return within(t(f"kontras.{factor}"))


def suit_name(suit: str) -> str:
    return t(f"suit.{suit.lower()}")


def kontra_name(kontra: Kontra) -> str:
    """A kontra as it is said."""
    return t("kontra_to", kontra=doubling(kontra.factor), target=target_name(kontra.target))


def said_words(bonuses: Iterable[str], kontras: Iterable[Kontra]) -> Iterator[str]:
    """All that a seat said in its turn."""
    yield from map(bonus_name, bonuses)
    yield from map(kontra_name, kontras)


def wish_of(name: str, vote: str) -> str:
    """What somebody of that name wants, without the name."""
    you = name.lower() == t("you").lower()
    return t("wish_told", count=2 if you else 1, wish=t(f"vote.{vote}"))


def tricks_of(count: int) -> str:
    return t("tricks", count=count)


def radli_of(count: int) -> str:
    return t("radli_of", count=count)


def points_of(points: int) -> str:
    return t("points_of", points=points)
