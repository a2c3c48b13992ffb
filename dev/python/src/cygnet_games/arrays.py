"""Turns the program's planes and legal actions into arrays. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import prod

import numpy as np
from numpy.typing import NDArray

from .answers import Encoding, Step
from .game import find_index

Bits = NDArray[np.int8]


class Arrays:
    """The arrays of a game with this encoding."""

    def __init__(self, encoding: Encoding) -> None:
        self.shape = tuple(encoding["shape"])
        self.actions = encoding["actions"]
        self._bits = prod(self.shape)

    def read_action(self, action: object, game: int | None = None) -> int:
        """Returns the number of an action. Raises ValueError, with the number of the game, if it is not one."""
        number = find_index(action)
        if number is None or number >= self.actions:
            where = "" if game is None else f"game {game}: "
            raise ValueError(f"{where}{action!r} is not an action: they are 0 to {self.actions - 1}")
        return number

    def observation(self, step: Step) -> Bits:
        """Returns the planes of a game, indexed by letter, number and plane."""
        packed = np.frombuffer(bytes.fromhex(step["planes"]), np.uint8)
        return np.unpackbits(packed, count=self._bits).view(np.int8).reshape(self.shape)

    def mask(self, step: Step) -> Bits:
        """Returns a 1 for each legal action of a game."""
        mask = self.no_actions()
        mask[step["legal"]] = 1
        return mask

    def no_actions(self) -> Bits:
        """Returns the mask of a player who is not to move."""
        return np.zeros(self.actions, np.int8)

    def observations(self, steps: Sequence[Step]) -> Bits:
        """Returns the planes of each game, indexed by game, letter, number and plane."""
        packed = np.frombuffer(bytes.fromhex("".join([step["planes"] for step in steps])), np.uint8)
        bits = np.unpackbits(packed.reshape(len(steps), -1), axis=1, count=self._bits)
        return bits.view(np.int8).reshape(len(steps), *self.shape)

    def masks(self, steps: Sequence[Step]) -> Bits:
        """Returns a 1 for each legal action of each game, indexed by game and action."""
        masks = np.zeros((len(steps), self.actions), np.int8)
        counts = [len(step["legal"]) for step in steps]
        legal = np.fromiter(chain.from_iterable([step["legal"] for step in steps]), np.intp, sum(counts))
        masks[np.repeat(np.arange(len(steps)), counts), legal] = 1
        return masks
