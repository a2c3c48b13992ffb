"""Many games of one kind, advanced together. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray

from .answers import Action, Step
from .arrays import Arrays
from .engine import Engine, Owner

MAX_GAMES_PER_REQUEST = 1000
"""The largest number of games that the program steps in one request."""


class Batch(Owner):
    """Many games of one kind. Each step is one request for up to 1,000 games.

    At the end of `with` it ends the engine if it started it. A copy of such a batch starts another one.
    """

    steps: list[Step]
    """The program's last answer about each game."""

    def __init__(self, game: str, size: SupportsIndex, engine: Engine | None = None) -> None:
        """Starts `size` games, by the name of the game. Without `engine`, the batch starts its own."""
        if not isinstance(size, SupportsIndex):
            raise TypeError(f"the size of a batch is a whole number, not {size!r}")
        if index(size) < 1:
            raise ValueError(f"a batch has 1 game or more, not {size}")
        engine = self._choose(engine)
        try:
            self.game = engine.game(game)
            self.encoding = self.game.encoding()
            self._arrays = Arrays(self.encoding)
            self._start = self.game.step([{}])[0]
        except BaseException:
            self.close()
            raise
        self.steps = [self._start] * index(size)

    @property
    def observations(self) -> NDArray[np.int8]:
        """The planes of each game, indexed by game, letter, number and plane."""
        return self._arrays.observations(self.steps)

    @property
    def masks(self) -> NDArray[np.int8]:
        """A 1 for each legal action of each game, indexed by game and action. Finished games have none."""
        return self._arrays.masks(self.steps)

    @property
    def to_move(self) -> NDArray[np.int8]:
        """The player to move in each game: 0 or 1."""
        return np.array([step["to_move"] == "p2" for step in self.steps], np.int8)

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each game is over."""
        return np.array([step["ending"] is not None for step in self.steps], np.bool_)

    @property
    def rewards(self) -> NDArray[np.int8]:
        """The result of each game for player 1: 1 for a win, -1 for a loss, 0 for a draw or an unfinished game."""
        rewards = {"p1": 1, "p2": -1, "draw": 0}
        endings = [step["ending"] for step in self.steps]
        return np.array([0 if ending is None else rewards[ending["outcome"]] for ending in endings], np.int8)

    def step(self, actions: Sequence[SupportsIndex] | NDArray[np.integer]) -> None:
        """Plays an action in each game. A game that was over starts again instead, and its action is ignored.

        Raises InvalidMove if an action is illegal, and ValueError if something is not an action, or if there is not
        one for each game. The message names the game. No game has changed then.
        """
        chosen: list[object] = actions.tolist() if isinstance(actions, np.ndarray) else list(actions)
        if len(chosen) != len(self.steps):
            raise ValueError(f"there are {len(self.steps)} games, but {len(chosen)} actions")
        playing = [number for number, step in enumerate(self.steps) if step["ending"] is None]
        games: list[Action] = []
        for number in playing:
            action = self._arrays.read_action(chosen[number], number)
            games.append({"state": self.steps[number]["state"], "action": action})
        steps = [self._start] * len(self.steps)
        for first in range(0, len(games), MAX_GAMES_PER_REQUEST):
            part = slice(first, first + MAX_GAMES_PER_REQUEST)
            for number, step in zip(playing[part], self.game._step(games[part], playing[part]), strict=True):
                steps[number] = step
        self.steps = steps


__all__ = ["Batch"]
