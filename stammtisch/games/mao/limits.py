"""What keeps a match of Mao finite: sizes and times that no option changes."""

from __future__ import annotations

#: Cards dealt to each player.
DEALT = 7
#: A hand takes no more cards than this, a pile no more than that.
HAND_CAP = 48
PILE_CAP = 1 << 15
#: UTF-16 units of a talk and of a rule, as browsers count them.
TALK_CAP = RULE_CAP = 200
MOST_ROUNDS = 50
SEATS = range(2, 9)

#: All times are in milliseconds.
LAST_CHANCE = 10_000
ACCUSATION = 60_000
WRITING = 60_000
#: The chairman does not argue: so long does one of his accusations wait for its acceptance.
CHAIRMAN = 10_000
VOTE = 20_000
POINT_OF_ORDER = 300_000
#: What the accuser said so shortly before is the reason of the accusation.
REASON = 10_000

#: Turns for each player in a round where a chairman watches: rules can make it endless.
TURNS = 60
#: How often a winner may hold up his own last chance by accusing himself.
SELF_ACCUSATIONS = 3
#: The finale tells the newest of each.
VERDICTS = 200
BREACHES = 50
#: So many things that happened a player can look back at.
MEMORY = 400
#: Offences that the chairman remembers while he is busy with another one.
OFFENCES = 8
