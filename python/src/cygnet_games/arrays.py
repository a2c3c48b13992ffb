"""Turns the program's planes and legal actions into arrays. Needs numpy."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from .answers import Encoding, Step

Bits = NDArray[np.int8]


def observations(encoding: Encoding, steps: Sequence[Step]) -> Bits:
    """Returns the planes of each game, indexed by game, letter, number and plane."""
    packed = np.frombuffer(bytes.fromhex("".join([step["planes"] for step in steps])), np.uint8)
    letters, numbers, planes = encoding["shape"]
    bits = np.unpackbits(packed.reshape(len(steps), -1), axis=1, count=letters * numbers * planes)
    return bits.view(np.int8).reshape(len(steps), letters, numbers, planes)


def masks(encoding: Encoding, steps: Sequence[Step]) -> Bits:
    """Returns a 1 for each legal action of each game, indexed by game and action."""
    counts = [len(step["legal"]) for step in steps]
    found = np.zeros((len(steps), encoding["actions"]), np.int8)
    legal = np.fromiter(chain.from_iterable([step["legal"] for step in steps]), np.intp, sum(counts))
    found[np.repeat(np.arange(len(steps)), counts), legal] = 1
    return found
