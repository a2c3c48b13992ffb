"""Numbers the actions of each game, with a fixed numbering.

A cell is `letter * numbers + number`, both from 0: with 5 columns and 5 rows a1 is 0, a5 is 4, b1 is 5.

| game | an action is | actions |
| --- | --- | --- |
| uglyduck, uglyduck-xl | a move: `from * cells + to` | cells * cells |
| replica | a move: `from * cells + to`; a transform goes from its cell to the same cell | cells * cells |
| three-dragons | a move: `(from * cells + to) * 5 + choice`; `choice` is 0 if there is none, then u d l r | cells * cells * 5 |
| qawale | a part of a move: the cell on which the piece is placed, then each cell of the walk | cells |
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

_CELL = re.compile(r"([a-z])(\d+)")
_CHOICES = "udlr"


@dataclass(frozen=True)
class Numbering:
    """The numbering of the actions of a game."""

    family: str
    """The game without its options."""
    letters: int
    """The number of letters in cell names."""
    numbers: int
    """The number of numbers in cell names."""

    @staticmethod
    def of(name: str, start: str) -> Numbering:
        """Returns the numbering of a game, given its name and its starting position."""
        family = name.split(":")[0]
        rows = start.split()[0].split("/")
        columns = len(rows[0].split(",")) if "," in rows[0] else sum(int(run or 1) for run in _runs(rows[0]))
        # Letters name the rows in Ugly Duck, and the columns in the other games.
        letters, numbers = (len(rows), columns) if family.startswith("uglyduck") else (columns, len(rows))
        return Numbering(family, letters, numbers)

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.letters * self.numbers

    @property
    def size(self) -> int:
        """The number of actions."""
        if self.family == "qawale":
            return self.cells
        return self.cells * self.cells * (1 + len(_CHOICES) if self.family == "three-dragons" else 1)

    def path(self, move: str) -> tuple[int, ...]:
        """Returns the actions that make up a move: one, or one for each part of the move."""
        cells = [self._cell(letter, number) for letter, number in _CELL.findall(move.split("*")[0])]
        if self.family == "qawale":
            return tuple(cells)
        action = cells[0] * self.cells + cells[-1]
        if self.family != "three-dragons":
            return (action,)
        choice = _CHOICES.index(move[-1]) + 1 if "*" in move else 0
        return (action * (1 + len(_CHOICES)) + choice,)

    def legal(self, moves: Iterable[str], begun: tuple[int, ...] = ()) -> dict[int, str | None]:
        """Returns the legal actions after the actions `begun`, each with the move that it completes, if any."""
        found: dict[int, str | None] = {}
        for move in moves:
            path = _path(self, move)
            if path[: len(begun)] == begun:
                found[path[len(begun)]] = move if len(path) == len(begun) + 1 else None
        return found

    def _cell(self, letter: str, number: str) -> int:
        return (ord(letter) - ord("a")) * self.numbers + int(number) - 1


@lru_cache(maxsize=1 << 16)
def _path(numbering: Numbering, move: str) -> tuple[int, ...]:
    return numbering.path(move)


def _runs(row: str) -> list[str]:
    """Splits a row into its numbers of empty cells and an empty string for each piece."""
    return [run if run.isdigit() else "" for run in re.findall(r"\d+|\D", row)]
