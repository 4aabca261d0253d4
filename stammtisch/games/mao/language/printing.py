"""Writing a rule down, so that it can be read again."""

from __future__ import annotations

from stammtisch.games.mao.language.forms import write
from stammtisch.games.mao.language.rule import Condition, Not, Rule
from stammtisch.games.mao.language.words import CONDITIONS, DUTIES, KEYWORDS


def printed(rule: Rule, tongue: str = "en") -> str:
    """The rule in its plainest words; `parse` gives the same rule for them."""
    words = {name: forms[0].upper() for name, forms in KEYWORDS[tongue].items()}

    def condition(one: Condition) -> str:
        if isinstance(one, Not):
            return f"{words['not']} {write(CONDITIONS, one.condition, tongue)}"
        return write(CONDITIONS, one, tongue)

    both = f" {words['and']} "
    pieces = [
        words["when"],
        both.join(map(condition, rule.conditions)),
        words["then"],
        both.join(write(DUTIES, duty, tongue) for duty in rule.duties),
    ]
    if rule.within is not None:
        pieces += [words["within"], str(rule.within), words["seconds"]]
    if rule.penalty is not None:
        pieces += [words["else"], words["penalty"], str(rule.penalty)]
    return " ".join(pieces)
