"""Actions as numbers, one fixed numbering for each game.

A cell is `letter * numbers + number`, both from 0: with 5 columns and 5 rows a1 is 0, a5 is 4, b1 is 5.

| game | an action is | actions |
| --- | --- | --- |
| uglyduck, uglyduck-xl | a move: `from * cells + to` | cells * cells |
| replica | a move: `from * cells + to`; a transform goes from its cell to the same cell | cells * cells |
| three-dragons | a move: `(from * cells + to) * 5 + choice`; 0 without a choice of capture, then u d l r | cells * cells * 5 |
| qawale | a part of a move: the cell where the piece is placed, then each cell of the walk | cells |
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
    """How many letters name its cells."""
    numbers: int
    """How many numbers name its cells."""

    @staticmethod
    def of(name: str, start: str) -> Numbering:
        """The numbering of the game of this name, whose first position is `start`."""
        family = name.split(":")[0]
        rows = start.split()[0].split("/")
        columns = len(rows[0].split(",")) if "," in rows[0] else sum(int(run or 1) for run in _runs(rows[0]))
        # The letters of Ugly Duck name rows, those of the others columns.
        letters, numbers = (len(rows), columns) if family.startswith("uglyduck") else (columns, len(rows))
        return Numbering(family, letters, numbers)

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.letters * self.numbers

    @property
    def size(self) -> int:
        """How many actions there are."""
        if self.family == "qawale":
            return self.cells
        return self.cells * self.cells * (1 + len(_CHOICES) if self.family == "three-dragons" else 1)

    def path(self, move: str) -> tuple[int, ...]:
        """The actions that make this move: one, or as many as it has parts."""
        cells = [self._cell(letter, number) for letter, number in _CELL.findall(move.split("*")[0])]
        if self.family == "qawale":
            return tuple(cells)
        action = cells[0] * self.cells + cells[-1]
        if self.family != "three-dragons":
            return (action,)
        choice = _CHOICES.index(move[-1]) + 1 if "*" in move else 0
        return (action * (1 + len(_CHOICES)) + choice,)

    def legal(self, moves: Iterable[str], begun: tuple[int, ...] = ()) -> dict[int, str | None]:
        """The legal actions after the parts of a move that are `begun`; with the move of those that complete one."""
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
    """A row as its letters (as empty texts) and its numbers of empty cells."""
    return [run if run.isdigit() else "" for run in re.findall(r"\d+|\D", row)]
