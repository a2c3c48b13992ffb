"""Encodes positions as planes of numbers, which docs/python.md lists."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from .numbering import Numbering

Planes = NDArray[np.int8]

_LETTERS = {
    "uglyduck": "DSds",
    "uglyduck-xl": "DSds",
    "replica": "wWbB",
    "three-dragons": "ABCDEabcde#*o",
}
_PIECES = "dlt"
_LEVELS = 24
_STACK = _LEVELS * len(_PIECES)


def depth(numbering: Numbering) -> int:
    """Returns the number of planes for a game."""
    return 2 * _STACK + 2 if numbering.family == "qawale" else len(_LETTERS[numbering.family]) + 1


def planes(numbering: Numbering, position: str, to_move: int, begun: tuple[int, ...]) -> Planes:
    """Returns the planes of a position and the move in progress. `to_move` is 0 or 1."""
    rows = position.split()[0].split("/")
    if numbering.family == "qawale":
        return _stacks(numbering, [row.split(",") for row in rows], to_move, begun)
    cells = [re.sub(r"\d+", lambda empty: "." * int(empty[0]), row) for row in rows]
    found = np.zeros((len(cells), len(cells[0]), depth(numbering)), np.int8)
    for plane, letter in enumerate(_LETTERS[numbering.family]):
        found[:, :, plane] = [[cell == letter for cell in row] for row in cells]
    found[:, :, -1] = to_move
    return found


def _stacks(numbering: Numbering, rows: list[list[str]], to_move: int, begun: tuple[int, ...]) -> Planes:
    stacks = {
        column * numbering.numbers + row: stack.replace("-", "")
        for row, line in enumerate(rows)
        for column, stack in enumerate(line)
    }
    hand = ""
    for part, cell in enumerate(begun):
        if part == 0:
            hand, stacks[cell] = stacks[cell] + _PIECES[to_move], ""
        else:
            stacks[cell], hand = stacks[cell] + hand[0], hand[1:]
    found = np.zeros((numbering.numbers, numbering.letters, depth(numbering)), np.int8)

    def put(cell: int, stack: str, first: int) -> None:
        column, row = divmod(cell, numbering.numbers)
        for level, piece in enumerate(stack):
            found[row, column, first + level * len(_PIECES) + _PIECES.index(piece)] = 1

    for cell, stack in stacks.items():
        put(cell, stack, 0)
    if begun:
        put(begun[-1], hand, _STACK)
    if len(begun) > 1:
        column, row = divmod(begun[-2], numbering.numbers)
        found[row, column, -2] = 1
    found[:, :, -1] = to_move
    return found
