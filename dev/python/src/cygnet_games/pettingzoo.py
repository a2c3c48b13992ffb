"""PettingZoo environments (AEC) for the games. The program describes the actions and the planes of each game."""

from __future__ import annotations

import random
import warnings
from operator import index
from secrets import randbits
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from .answers import Action, Choice, State, Step
from .arrays import Arrays
from .engine import Engine, Owner
from .errors import InvalidMove
from .game import Position

if TYPE_CHECKING:
    from typing_extensions import Self

AGENTS = ("player_1", "player_2")
RENDER_MODES = (None, "human", "ansi")
_CHANGING = ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos", "_played")
"""The members that a step changes in place."""


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
        if opponent_side not in AGENTS:
            raise ValueError(f"unknown side {opponent_side!r}: the sides are {', '.join(AGENTS)}")
        self.render_mode = render_mode
        self._opponent = opponent
        self._seed = randbits(64)
        self.possible_agents = [agent for agent in AGENTS if opponent is None or agent != opponent_side]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        engine = self._choose(engine)
        try:
            self._game = engine.game(game)
            self.encoding = self._game.encoding()
            self._arrays = Arrays(self.encoding)
            if opponent is not None:
                self._game.start().choose(opponent, nodes=1)  # Is there such a player?
            self._begin(None)
        except BaseException:
            self.close()
            raise
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

    def reset(self, seed: SupportsIndex | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game, from `options["position"]` if given. If that fails, nothing has changed.

        The games involve no chance: `seed` is for the opponent, if there is one.
        """
        options = options or {}
        # PettingZoo's test of environments sends an option with the name "options".
        for option in options.keys() - {"position", "options"}:
            raise ValueError(f"unknown option {option!r}: the only option is position")
        first = options.get("position")
        if not isinstance(first, (str, type(None))):
            raise TypeError(f"the option position must be a string, not {first!r}")
        after = self._copy_state()
        if seed is not None:
            after._seed = index(seed)
        after.agents = list(self.possible_agents)
        after.rewards = dict.fromkeys(after.agents, 0.0)
        after._cumulative_rewards = dict.fromkeys(after.agents, 0.0)
        after.terminations = dict.fromkeys(after.agents, False)
        after.truncations = dict.fromkeys(after.agents, False)
        after.infos = {agent: {} for agent in after.agents}
        after._begin(first)
        after._update()
        after._accumulate_rewards()
        self._take_state(after)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Returns what the selected agent sees, its reward, whether the game is over, and the last move."""
        self._require_game()
        last: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return last

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Returns the planes of the position and the action mask, which is empty unless the agent is to move."""
        is_mover = agent == self._mover
        mask = self._arrays.mask(self._step) if is_mover else self._arrays.no_actions()
        return {"observation": self._arrays.observation(self._step), "action_mask": mask}

    def state(self) -> NDArray[np.int8]:
        """Returns the planes of the position, which both agents see."""
        return self._arrays.observation(self._step)

    def step(self, action: SupportsIndex | None) -> None:
        """Plays a move, or a part of one, for the selected agent. If that fails, nothing has changed."""
        agent = self.agent_selection
        self._require_game()
        after = self._copy_state()
        members = after.__dict__
        for name in _CHANGING:
            members[name] = members[name].copy()
        if self.terminations[agent]:
            after._was_dead_step(action)
            return self._take_state(after)
        number = self._arrays.read_action(action)
        after._cumulative_rewards[agent] = 0.0
        after._clear_rewards()
        try:
            after._play(number)
            after._update()
        except InvalidMove:
            warnings.warn(f"the action {number} is illegal, so {agent} loses; see the action mask", stacklevel=2)
            after._step = {**self._step, "legal": []}
            after.terminations = dict.fromkeys(self.agents, True)
            after.rewards = {other: -1.0 if other == agent else 1.0 for other in self.agents}
        after._accumulate_rewards()
        self._take_state(after)
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

    def _require_game(self) -> None:
        if not self.agents:
            raise RuntimeError("no game is in progress; call reset first")

    def _copy_state(self) -> Self:
        """Returns a shallow copy. A step or a reset changes it, and takes it over when it is complete."""
        copied = type(self).__new__(type(self))
        copied.__dict__ = self.__dict__.copy()
        return copied

    def _take_state(self, copied: Self) -> None:
        # One call, which no interrupt can divide.
        self.__dict__.update(copied.__dict__)

    def _begin(self, first: str | None) -> None:
        self._first, self._played, self._position = first, [], None
        state: State = {} if first is None else {"position": first}
        self._step = self._ask({"state": state})

    def _ask(self, action: Action) -> Step:
        return self._game._step([action])[0]

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
            self._seed = random.Random(self._seed).getrandbits(32)
            choice = self.position.choose(self._opponent, seed=self._seed)
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
