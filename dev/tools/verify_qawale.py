#!/usr/bin/env python3
"""Verifies certificates of Qawale, like verify_certificate.py, with its own rules of the game.

    python3 dev/tools/verify_qawale.py FILE...
"""
import re

from verify_certificate import Refused, main


class Qawale:
    """A position is the turns left and sixteen stacks in reading order, bottom piece first: d, l and t."""

    WORDS = 3  # Of a position: the board, the player to move, and the turns left.
    LINES = ([range(4 * n, 4 * n + 4) for n in range(4)] + [range(n, 16, 4) for n in range(4)]
             + [range(0, 16, 5), range(3, 13, 3)])
    NEXT = [[cell + way for way, fits in ((-4, cell > 3), (-1, cell % 4), (1, cell % 4 < 3), (4, cell < 12)) if fits]
            for cell in range(16)]
    MIRRORED = [cell ^ 3 for cell in range(16)]
    TRANSPOSED = [cell % 4 * 4 + cell // 4 for cell in range(16)]

    def __init__(self, name):
        if name not in ("qawale", "qawale:10"):
            raise Refused("another game")
        self.turns = 20 if name == "qawale:10" else 16

    def read(self, board, side, left):
        """Returns the position and the player to move."""
        rows = "/".join([",".join(["(-|[dlt]+)"] * 4)] * 4)
        if not re.fullmatch(rows, board) or side not in ("d", "l") or not re.fullmatch("[1-9][0-9]?", left):
            raise Refused("malformed position")
        stacks = tuple(cell.strip("-") for cell in re.split("[/,]", board))
        hand = {side: (int(left) + 1) // 2, "dl".strip(side): int(left) // 2, "t": 0}
        most = {"d": self.turns // 2, "l": self.turns // 2, "t": 8}
        if int(left) > self.turns or any(board.count(piece) + hand[piece] > most[piece] for piece in most):
            raise Refused("malformed position")
        if any(self.has_line(stacks, colour) for colour in "dl"):
            raise Refused("the game is over at the start")
        return (int(left), *stacks), "dl".index(side) + 1

    def has_line(self, stacks, colour):
        tops = [stack[-1:] == colour for stack in stacks]
        return any(all(tops[cell] for cell in line) for line in self.LINES)

    def answers(self, position, player):
        left, *stacks = position
        found = []

        def walk(stacks, cell, before, hand):
            if not hand:
                found.append(((left - 1, *stacks), self.winner(stacks, player, left - 1)))
                return
            for entered in self.NEXT[cell]:
                if entered != before:
                    after = list(stacks)
                    after[entered] += hand[0]
                    walk(after, entered, cell, hand[1:])
        for cell in range(16):
            if stacks[cell]:
                walk(stacks[:cell] + [""] + stacks[cell + 1:], cell, None, stacks[cell] + "dl"[player - 1])
        return found, (None if found else 3 - player)

    def winner(self, stacks, player, left):
        """Returns the winner after a turn of a player: 0 for a draw, None if the game continues."""
        for winner in (player, 3 - player):
            if self.has_line(stacks, "dl"[winner - 1]):
                return winner
        return None if left else 0

    def images(self, position):
        left, *stacks = position
        for _ in range(4):
            for order in (self.MIRRORED, self.TRANSPOSED):
                stacks = [stacks[cell] for cell in order]
                yield (left, *stacks)


if __name__ == "__main__":
    main(Qawale)
