"""The bots that play Mao. From what is seen to what is done:

* `player` asks everybody below and decides; `traits` is what makes the levels different
* `mind` is one moment: what is seen, remembered, known and suspected
* `history` is who did, said and was accused of what; `deeds` are its entries
* `recall` is how far back one remembers, and keeps the past between two questions
* `known` are the rules one is sure of, `rulebook` what they want, `customs` the usual base rules
* `hearing` is what was said that no known rule wanted; `charges` what an accusation is about
* `conditions` is what a rule may depend on, as far as one can think of it
* `evidence` is what the past proves about those, `tally` counts it, `suspects` is what is left
* `lore` is what one makes of the secret rules of others
* `speaking` compares what was said with what should have been said
* `cards` plays, `court` accuses, admits and votes, `writing` writes rules
"""

from __future__ import annotations

from stammtisch.bots.bots import Bot
from stammtisch.bots.mao.player import MaoPlayer

BOTS: dict[str, Bot] = {level: MaoPlayer(level) for level in ("easy", "medium", "hard", "random")}
