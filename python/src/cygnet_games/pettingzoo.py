"""PettingZoo environments (AEC) for the games. docs/python.md describes the numbering of the actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .engine import Engine
from .errors import TooLarge
from .game import Position
from .numbering import Numbering
from .planes import planes

AGENTS = ("player_1", "player_2")


def env(game: str = "uglyduck", render_mode: str | None = None, engine: Engine | None = None) -> Any:
    """Creates the environment of a game in the standard wrappers: an illegal action loses the game."""
    wrapped: Any = raw_env(game, render_mode, engine)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment of a game without wrappers. An illegal action raises ValueError."""

    metadata = {
        "name": "cygnet_v0",
        "render_modes": ["human", "ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    _position: Position
    _to_move: int
    _begun: tuple[int, ...]
    """The actions of the move in progress."""
    _moves: list[str]
    _legal: dict[int, str | None]
    _too_large: bool

    def __init__(
        self, game: str = "uglyduck", render_mode: str | None = None, engine: Engine | None = None
    ) -> None:
        """Creates an environment by the name of its game.

        Several environments can share an engine. Without `engine`, the environment starts its own.
        """
        super().__init__()
        self.render_mode = render_mode
        self._own = Engine(threads=1) if engine is None else None
        self._game = (engine or self._own).game(game)  # type: ignore[union-attr]
        self.numbering = Numbering.of(self._game.name, self._game.start().text)
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []
        self._show(self._game.start())
        shape = self.observe(AGENTS[0])["observation"].shape
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, shape, np.int8),
                    "action_mask": spaces.Box(0, 1, (self.numbering.size,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(self.numbering.size) for agent in AGENTS}

    @property
    def position(self) -> Position:
        """The current position, without the move in progress."""
        return self._position

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game, from `options["position"]` if given. `seed` has no effect: the games involve no chance."""
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._show(self._game.position((options or {}).get("position")))
        self.agent_selection = AGENTS[self._to_move]
        self._update_end()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Returns the planes of the position and the action mask, which is empty unless the agent is to move."""
        mask = np.zeros(self.numbering.size, np.int8)
        if agent == AGENTS[self._to_move]:
            mask[list(self._legal)] = 1
        seen = planes(self.numbering, self._position.text, self._to_move, self._begun)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays a move, or a part of one, for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._legal:
            raise ValueError(f"action {action} is illegal; see the action mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        move = self._legal[int(action)]
        if move is None:
            self._begun += (int(action),)
            self._legal = self.numbering.legal(self._moves, self._begun)
        else:
            self._show(self._position.play(move))
            self.infos = {agent: {"move": move} for agent in AGENTS}
            self.agent_selection = AGENTS[self._to_move]
            self._update_end()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Returns the board as text, or prints it in the mode `human`."""
        if self.render_mode is None:
            return None
        board = self._position.render("compact")
        if self.render_mode == "human":
            print(board)
            return None
        return board

    def close(self) -> None:
        """Ends the engine if this environment started it."""
        if self._own is not None:
            self._own.close()

    def _show(self, position: Position) -> None:
        self._position = position
        self._to_move = 0 if position.to_move == "p1" else 1
        self._begun = ()
        self._too_large = False
        try:
            self._moves = [] if position.ending else position.moves()
        except TooLarge:
            self._moves, self._too_large = [], True
        self._legal = self.numbering.legal(self._moves)

    def _update_end(self) -> None:
        self.truncations = dict.fromkeys(AGENTS, self._too_large)
        ending = self._position.ending
        if ending is None:
            return
        self.terminations = dict.fromkeys(AGENTS, True)
        for agent, player in zip(AGENTS, ("p1", "p2"), strict=True):
            self.rewards[agent] = {player: 1.0, "draw": 0.0}.get(ending["result"], -1.0)


__all__ = ["AGENTS", "env", "raw_env"]
