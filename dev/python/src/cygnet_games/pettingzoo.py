"""PettingZoo environments (AEC) for the games. The program describes the actions and the planes of each game."""

from __future__ import annotations

import random
import warnings
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .answers import Action, Choice, State, Step
from .arrays import Arrays
from .engine import Engine, Owner
from .errors import InvalidMove
from .game import Position

AGENTS = ("player_1", "player_2")
RENDER_MODES = (None, "human", "ansi")


class env(Owner, AECEnv):  # type: ignore[misc]
    """The environment of a game. An illegal action loses the game.

    At the end of `with` it ends the engine if it started it. A copy of such an environment starts another one.

    It checks actions itself: the wrappers of PettingZoo that do so would take as long as a step.
    """

    metadata = {
        "name": "cygnet_v0",
        "render_modes": list(RENDER_MODES[1:]),
        "is_parallelizable": False,
        "render_fps": 1,
    }

    _first: str | None
    """The position at the start of the game, or None for the standard one."""
    _played: list[str]
    _step: Step
    _position: Position | None
    """The current position, if anyone has asked for it."""

    def __init__(
        self,
        game: str = "uglyduck",
        render_mode: str | None = None,
        engine: Engine | None = None,
        opponent: str | None = None,
        opponent_side: str = AGENTS[1],
    ) -> None:
        """Creates an environment by the name of its game.

        Several environments can share an engine. Without `engine`, the environment starts its own. With
        `opponent`, the name of a computer player, that plays one side, and the other one is the only agent.
        """
        super().__init__()
        if render_mode not in RENDER_MODES:
            raise ValueError(f"unknown render mode {render_mode!r}: the modes are None, human, ansi")
        self.render_mode = render_mode
        self._game = self._choose(engine).game(game)
        self.encoding = self._game.encoding()
        self._arrays = Arrays(self.encoding)
        if opponent_side not in AGENTS:
            raise ValueError(f"unknown side {opponent_side!r}: the sides are {', '.join(AGENTS)}")
        if opponent is not None:
            self._game.start().choose(opponent, nodes=1)  # Is there such a player?
        self._opponent = opponent
        self._rng = random.Random()
        self.possible_agents = [agent for agent in AGENTS if opponent is None or agent != opponent_side]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._begin(None)
        actions = self._arrays.actions
        space: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, 1, self._arrays.shape, np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.state_space = space["observation"]
        self.observation_spaces = {agent: spaces.Dict(space) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    @property
    def position(self) -> Position:
        """The current position, without the move in progress."""
        if self._position is None:
            self._position = self._game.position(self._first, self._played)
        return self._position

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game, from `options["position"]` if given.

        The games involve no chance: `seed` is for the opponent, if there is one.
        """
        options = options or {}
        # PettingZoo's test of environments sends an option with the name "options".
        for option in options.keys() - {"position", "options"}:
            raise ValueError(f"unknown option {option!r}: the only option is position")
        if seed is not None:
            self._rng.seed(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._begin(options.get("position"))
        self._update()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Returns the planes of the position and the action mask, which is empty unless the agent is to move."""
        is_mover = agent == self._mover
        mask = self._arrays.mask(self._step) if is_mover else self._arrays.no_actions()
        return {"observation": self._arrays.observation(self._step), "action_mask": mask}

    def state(self) -> NDArray[np.int8]:
        """Returns the planes of the position, which both agents see."""
        return self._arrays.observation(self._step)

    def step(self, action: int | None) -> None:
        """Plays a move, or a part of one, for the selected agent."""
        agent = self.agent_selection
        if not self.agents:
            raise RuntimeError("no game is in progress; call reset first")
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < self._arrays.actions:
            raise ValueError(f"{action} is not an action: they are 0 to {self._arrays.actions - 1}")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        before, infos, played = self._step, self.infos, len(self._played)
        try:
            self._play(int(action))
            self._update()
        except InvalidMove:
            warnings.warn(f"the action {action} is illegal, so {agent} loses; see the action mask", stacklevel=2)
            self._step = {**self._step, "legal": []}
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {other: -1.0 if other == agent else 1.0 for other in self.agents}
        except BaseException:
            # Ctrl-C while an opponent thinks takes the whole step back.
            self._step, self.infos, self._position = before, infos, None
            del self._played[played:]
            raise
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Returns the board as text, or prints it in the mode `human`."""
        if self.render_mode is None:
            return None
        board = self.position.render("compact")
        if self.render_mode == "human":
            print(board)
            return None
        return board

    @property
    def _mover(self) -> str:
        return AGENTS[0] if self._step["to_move"] == "p1" else AGENTS[1]

    def _begin(self, first: str | None) -> None:
        self._first, self._played, self._position = first, [], None
        state: State = {} if first is None else {"position": first}
        self._step = self._ask({"state": state})

    def _ask(self, action: Action) -> Step:
        return self._game.step([action])[0]

    def _play(self, action: int) -> None:
        self._step = step = self._ask({"state": self._step["state"], "action": action})
        if step["move"] is not None:
            self._played.append(step["move"])
            self._position = None
            self.infos = {agent: {"move": step["move"]} for agent in self.agents}

    def _actions(self, choice: Choice) -> list[int]:
        """Returns the actions of a move."""
        cells = [self.encoding["cells"].index(cell) for cell in choice["cells"]]
        if self.encoding["action"] == "cell":
            return cells
        choices = self.encoding["choices"]
        end = max((end for end in choices if choice["move"].endswith(end)), key=len)
        return [(cells[0] * len(self.encoding["cells"]) + cells[-1]) * len(choices) + choices.index(end)]

    def _update(self) -> None:
        """Updates whose turn it is and, at the end of the game, the rewards. An opponent plays its moves first."""
        while self._mover not in self.agents and self._step["ending"] is None:
            assert self._opponent is not None
            choice = self.position.choose(self._opponent, seed=self._rng.getrandbits(32))
            for action in self._actions(choice):
                self._play(action)
        self.agent_selection = self._mover if self._mover in self.agents else self.agents[0]
        ending = self._step["ending"]
        if ending is None:
            return
        self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents:
            player = "p1" if agent == AGENTS[0] else "p2"
            self.rewards[agent] = {player: 1.0, "draw": 0.0}.get(ending["outcome"], -1.0)


__all__ = ["AGENTS", "env"]
