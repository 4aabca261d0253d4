"""A match as a PettingZoo environment: agents are asked one after the other.

An observation is made of what the agent's seat sees (`Match.observation`) and of nothing else, so
that nothing hidden can be in it. Rewards are the points of a seat, as they change: after a round of
Doppelkopf or Tarock what it brought, in Mao 1 for a round that was won, in tiles 1 for the match.

Who is asked next, where a match is played one decision after the other.

As at a table (and in `bots/arena.py`): seats in turn are asked in rotation, one each `PACE`
milliseconds of match time; who has something to say out of turn is asked once after each step. When
all wait who may, the clock jumps to the match's next deadline.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from stammtisch.bots.playing import PACE
from stammtisch.env.choosing import Choices, Filling, Mask
from stammtisch.env.layout import FIELDS, MOST, Coding, Layout, Numbers, Page, Part, Turned
from stammtisch.games.game import Action, Deal, Match, Observation, Seat, Timeout, Value


class Floor:
    def __init__(self, match: Match, seeds: Callable[[], bytes]) -> None:
        self.match = match
        match.quiet = True
        self._seeds = seeds
        self._now = 0
        self._waited = 0
        self._last: Seat = -1
        self._speakers: deque[Seat] = deque()
        #: Who is asked, and whether he may as well wait; -1 when the match is over.
        self.seat: Seat = -1
        self.may_wait = False
        self._ask()

    def act(self, action: Action) -> None:
        """What the seat that is asked does."""
        match, in_turn = self.match, self._is_in_turn
        match.apply(self.seat, action, self._now)
        self._waited = 0
        if in_turn:
            self._last = self.seat
            self._speakers = deque(match.speakers)
        self._ask()

    def wait(self) -> None:
        assert self.may_wait
        if self._is_in_turn:
            self._waited += 1
            self._last = self.seat
        self._ask()

    def _ask(self) -> None:
        match = self.match
        while match.outcome is None:
            if match.awaits_deal:
                match.apply(None, Deal(self._seeds()), self._now)
                self._speakers = deque(match.speakers)
            elif self._speakers:
                seat = self._speakers.popleft()
                if seat in match.speakers and match.actions(seat):
                    self.seat, self.may_wait, self._is_in_turn = seat, True, False
                    return
            elif (due := self._due()) is not None:
                self._now = max(self._now, due)
                match.apply(None, Timeout(), self._now)
                self._waited = 0
                self._speakers = deque(match.speakers)
            else:
                turn = match.turn
                self._now += PACE
                self.seat = min(turn, key=lambda seat: (seat <= self._last, seat))
                # Where no clock runs that would end it, the last one has to do something.
                others_act = self._waited < len(turn) - 1
                self.may_wait = len(turn) > 1 and (match.deadline is not None or others_act)
                self._is_in_turn = True
                return
        self.seat, self.may_wait = -1, False

    def _due(self) -> int | None:
        """The deadline, if nobody will act before it."""
        deadline = self.match.deadline
        if deadline is None:
            return None
        everybody_waits = self._waited >= len(self.match.turn)
        return deadline if everybody_waits or deadline <= self._now + PACE else None


AgentObservation = dict[str, Any]


class TableEnv(AECEnv):  # type: ignore[misc]
    def __init__(
        self,
        coding: Coding,
        profile: str | None = None,
        options: Mapping[str, Value] | None = None,
        seats: int = 4,
        most_steps: int | None = None,
    ) -> None:
        """A table of that profile (the game's usual one) and these options, by default of one deal,
        or of as few as the profile allows. After `most_steps` decisions the match is cut off
        (truncated)."""
        super().__init__()
        self.coding = coding
        game = coding.game
        self.rules = coding.rules(profile, options)
        game.new(self.rules, seats)
        self.seats = seats
        self.metadata: dict[str, Any] = {
            "name": f"stammtisch_{game.name}_v0",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.render_mode = None
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self.choices = Choices(coding)
        self.layout = Layout([*coding.layout(seats), *_common(seats, self.choices)])
        # Each agent's own, and always the same object: sampling from it is seeded.
        self._observations = {agent: self._observation_space() for agent in self.possible_agents}
        self._actions = {
            agent: spaces.Discrete(self.choices.size) for agent in self.possible_agents
        }
        self._most_steps = most_steps
        self._rng = Random()

    def _observation_space(self) -> spaces.Space[Any]:
        return spaces.Dict(
            {
                "observation": spaces.Box(-MOST, MOST, (self.layout.size,), np.int16),
                "action_mask": spaces.Box(0, 1, (self.choices.size,), np.int8),
            }
        )

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._actions[agent]

    # --- playing --------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._rng = Random(seed)
        match = self.coding.game.new(self.rules, self.seats)
        self._floor = Floor(match, lambda: self._rng.randbytes(32))
        self._filling: Filling | None = None
        self._looked: tuple[Match, Observation] | None = None
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._scored = self._points()
        self.agent_selection = self.possible_agents[self._floor.seat]

    @property
    def match(self) -> Match:
        return self._floor.match

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._mask()[action]:
            raise ValueError(f"{agent} may not choose {action} now: see its action_mask.")
        self._cumulative_rewards[agent] = 0.0
        self._choose(int(action))
        self._looked = None
        self._steps += 1
        self._reward()
        if self.match.outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps == self._most_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self._floor.seat]
        self._accumulate_rewards()

    def _choose(self, choice: int) -> None:
        floor = self._floor
        if self._filling is not None:
            self._filling.choose(choice)
        elif choice == self.choices.wait:
            floor.wait()
            return
        else:
            observation = self._observation()
            action = self.choices.chosen(observation, choice)
            form = next((form for form in observation.forms if form.number == choice), None)
            if form is None:
                floor.act(action)
                return
            self._filling = Filling(self.choices, form, action)
        if (filled := self._filling.action) is not None:
            self._filling = None
            floor.act(filled)

    def _points(self) -> list[float]:
        outcome = self.match.outcome
        if outcome is not None:
            return [float(points) for points in outcome.points]
        return [float(points) for points in self.coding.points(self.match)]

    def _reward(self) -> None:
        points = self._points()
        for agent, now, before in zip(self.possible_agents, points, self._scored, strict=True):
            self.rewards[agent] = now - before
        self._scored = points

    # --- looking at it --------------------------------------------------------------------------

    def observe(self, agent: str) -> AgentObservation:
        seat = self.possible_agents.index(agent)
        asked = agent == self.agent_selection and self.match.outcome is None
        mask = self._mask() if asked else np.zeros(self.choices.size, np.int8)
        return {"observation": self._seen(seat, asked), "action_mask": mask}

    def _observation(self) -> Observation:
        """What is before who is asked: looked at once for each decision, which takes most of its
        time."""
        match = self.match
        if self._looked is None or self._looked[0] is not match:
            self._looked = match, match.observation(self._floor.seat)
        return self._looked[1]

    def _mask(self) -> Mask:
        if self._filling is not None:
            return self._filling.mask()
        return self.choices.mask(self._observation(), self._floor.may_wait)

    def _seen(self, seat: Seat, asked: bool) -> Numbers:
        turned = Turned(seat, self.seats)
        page = Page(self.layout)
        view = self._observation().view if seat == self._floor.seat else self.match.view(seat)
        for part in self.layout.parts:
            if part.write is not None:
                part.write(view, page, turned)
        self.coding.write(view, page, turned)
        page.put("asked", 0, asked)
        for one in self.match.turn:
            turned.mark(page, "in_turn", one)
        if asked and self._filling is not None:
            page.put("field", self._filling.at)
            for value in self._filling.taken:
                page.add("filled_in", self.choices.parts.index(value))
        return page.numbers


def _common(seats: int, choices: Choices) -> list[Part]:
    """What every game's observations end with."""
    parts = [
        Part("asked", 1, "1 if it is oneself who decides now"),
        Part("in_turn", seats, "the seats that the match waits for"),
    ]
    if choices.parts:
        parts += [
            Part("field", FIELDS, "which field of a form one is filling in"),
            Part("filled_in", len(choices.parts), "with how many of each part so far"),
        ]
    return parts
