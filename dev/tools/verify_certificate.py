#!/usr/bin/env python3
"""Verifies certificates of Ugly Duck, and prints what they prove.

    python3 dev/tools/verify_certificate.py FILE...

docs/certificates.md defines the file and says why a valid certificate is a proof. This program shares no code
with cygnet: it has its own rules of Ugly Duck, and plays every answer to every move. verify_qawale.py adds Qawale.
"""
import re
import sys
import zlib
from collections import deque


class Refused(Exception):
    """The certificate is damaged, or does not prove what it claims."""


class UglyDuck:
    """A position is a text of cells, row a first: D and S of player 1, d and s of player 2, or a dot."""

    WORDS = 2  # Of a position: the board, and the player to move.

    def __init__(self, name):
        size = re.fullmatch("uglyduck|uglyduck-xl(?::([1-9][0-9]?)x([1-9][0-9]?))?", name)
        self.columns, self.rows = map(int, size.groups(5)) if size else (0, 0)
        if not (3 <= self.columns <= 22 and 3 <= self.rows <= 22) or name == "uglyduck-xl:5x5":
            raise Refused("another game")
        self.steps = {(piece, cell): self.steps_of(piece, *divmod(cell, self.columns))
                      for piece in "DSds" for cell in range(self.rows * self.columns)}

    def steps_of(self, piece, row, column):
        """Lists the cells a piece may enter: number, whether straight ahead, what it is there, whether home."""
        forward = 1 if piece in "Ds" else -1  # Player 1's ducks go to the last row, and their swans back.
        home = 0 if piece in "DS" else self.rows - 1
        row += forward
        if not 0 <= row < self.rows:
            return []
        is_far = row == self.rows - 1 - home
        arrived = {"D": "S", "d": "s"}.get(piece, piece) if is_far else piece
        is_home = piece in "Ss" and row == home
        return [(row * self.columns + target, target == column, arrived, is_home)
                for target in (column - 1, column, column + 1) if 0 <= target < self.columns]

    def read(self, text, side):
        """Returns the position and the player to move."""
        cells = re.sub("[1-9][0-9]?", lambda run: "." * int(run[0]), text)
        is_canonical = text == re.sub("[.]+", lambda run: str(len(run[0])), cells) and side in ("1", "2")
        rows, board = cells.split("/"), cells.replace("/", "")
        numbers = [sum(cell in own for cell in board) for own in ("DS", "ds")]
        if not is_canonical or [len(row) for row in rows] != [self.columns] * self.rows or board.strip("DSds.") \
                or max(numbers) > self.columns:
            raise Refused("malformed position")
        last = self.columns * (self.rows - 1)
        if "S" in board[:self.columns] or "s" in board[last:] or not {*"DS"} & {*board} or not {*"ds"} & {*board}:
            raise Refused("the game is over at the start")
        return board, int(side)

    def answers(self, board, player):
        """Lists the positions after every move in order, each with the winner if the game is over."""
        own, enemies = (("DS", "ds"), ("ds", "DS"))[player - 1]
        found = []
        for cell, piece in enumerate(board):
            if piece not in own:
                continue
            for target, is_straight, arrived, is_home in self.steps[piece, cell]:
                there = board[target]
                if there in own or is_straight and there != ".":
                    continue
                low, high = sorted(((cell, "."), (target, arrived)))
                after = board[:low[0]] + low[1] + board[low[0] + 1:high[0]] + high[1] + board[high[0] + 1:]
                is_last = there != "." and not (enemies[0] in after or enemies[1] in after)
                found.append((after, player if is_home or is_last else None))
        return found, (None if found else 3 - player)

    def images(self, board):
        starts = range(0, len(board), self.columns)
        return board, "".join([board[start:start + self.columns][::-1] for start in starts])


def verify(data, game_rules):
    """Returns what a certificate proves. In both games a position never repeats, so every line of play ends."""
    content, checksum = data[:-4], data[-4:]
    if zlib.crc32(content) != int.from_bytes(checksum, "big"):
        raise Refused("wrong checksum")
    magic, *header, bits = content.split(b"\n", 5)
    header = [line.decode().partition(" ") for line in header]
    if magic != b"cygnet certificate 1" or [line[0] for line in header] != ["game", "position", "claim", "moves"]:
        raise Refused("not a certificate")
    game, text, claim, moves = (line[2] for line in header)
    claimed = re.fullmatch("player ([12]) (wins|does not lose)", claim)
    if not claimed or not re.fullmatch("[0-9]+", moves):
        raise Refused("malformed claim or number of moves")
    player = int(claimed[1])
    goals = [player] if claimed[2] == "wins" else [player, 0]
    rules, words = game_rules(game), text.split(" ")
    if len(words) != rules.WORDS:
        raise Refused("malformed position")
    start, to_move = rules.read(*words)
    if rules.answers(start, to_move)[1] is not None:
        raise Refused("the game is over at the start")
    met, queue, used, count, answers = set(), deque(), 0, 0, 0

    def check(winner):
        if winner not in goals:
            raise Refused("a game can end otherwise")

    def meet(position, winner):
        if winner is not None:
            return check(winner)
        image = min(rules.images(position))
        if image not in met:
            found, over = rules.answers(position, player)
            if over is not None:
                return check(over)
            if all(winner is None or winner not in goals for _, winner in found):
                met.add(image)
                queue.append(position)

    def play_every_answer(position):
        found, over = rules.answers(position, 3 - player)
        if over is not None:
            check(over)
        for after, winner in found:
            meet(after, winner)
        return len(found)

    if to_move == player:
        meet(start, None)
    else:
        answers += play_every_answer(start)
    while queue:
        position = queue.popleft()
        found, _ = rules.answers(position, player)
        width = max(1, (len(found) - 1).bit_length())
        used, count = used + width, count + 1
        if used > 8 * len(bits) or count + len(queue) > int(moves):
            raise Refused("too few moves")
        number = int.from_bytes(bits[(used - width) // 8:(used + 7) // 8], "big") >> -used % 8 & (1 << width) - 1
        if number >= len(found):
            raise Refused("no such move")
        after, winner = found[number]
        if winner is not None:
            check(winner)
        else:
            answers += play_every_answer(after)
    if count != int(moves) or (used + 7) // 8 != len(bits) or used % 8 and bits[-1] & 255 >> used % 8:
        raise Refused("too many moves")
    return f"{game} {text}: {claim}, proven with {count} moves against {answers} answers"


def main(game_rules):
    is_refused = False
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                print(f"{path}: {verify(file.read(), game_rules)}")
        except (Refused, ValueError, OSError) as error:
            print(f"{path}: refused: {error}", file=sys.stderr)
            is_refused = True
    sys.exit(is_refused)


if __name__ == "__main__":
    main(UglyDuck)
