"""What is answered, as it comes: the forms of docs/rpc.schema.json."""

from __future__ import annotations

from typing import Literal, TypedDict

Player = Literal["p1", "p2"]
Outcome = Literal["p1", "p2", "draw"]
Result = Literal["win", "loss", "draw"]


class Move(TypedDict):
    """A legal move, and the position after it."""

    move: str
    position: str


class Ending(TypedDict):
    """How a game has ended."""

    result: Outcome
    reason: str


class Standing(TypedDict):
    """Where a game stands."""

    game: str
    position: str
    to_move: Player
    outcome: Outcome | None
    ending: Ending | None
    turn: int
    legal: int


class _Line(TypedDict):
    move: str
    proven: bool
    depth: int
    line: list[str]


class Line(_Line, total=False):
    """A move and what follows it: a `value` in hundredths of a piece, or a `result` that is proven."""

    value: int
    result: Result
    plies: int


class _Analysis(TypedDict):
    position: str
    to_move: Player
    outcome: Outcome | None
    depth: int
    nodes: int
    lines: list[Line]


class Analysis(_Analysis, total=False):
    """What the moves of a position are worth, best first."""

    stopped: bool


class _Solution(TypedDict):
    position: str
    to_move: Player
    result: Literal["p1", "p2", "draw", "unknown"]
    proven: bool
    line: list[str]
    positions: int
    seconds: float
    memory_bytes: int
    threads: int


class Solution(_Solution, total=False):
    """The result of a position under best play."""

    plies: int
    no_win_within: int
    stopped: bool


class Worth(TypedDict):
    """What a position is worth for the player who moved."""

    result: Result | None
    plies: int | None
    value: float | None


class ReviewedTurn(TypedDict):
    """What a turn was worth."""

    turn: int
    player: Player
    move: str
    typed: str
    mark: Literal["??", "?", "?!", "!"] | None
    exact: bool
    forced: bool
    before: Worth
    after: Worth
    best: str | None
    line: list[str]
    answer: list[str]
    loss: float


class ReviewedPlayer(TypedDict):
    """How well a player played."""

    marks: dict[str, int]
    turns: int
    accuracy: float | None
    loss: float | None


class ReviewedGame(TypedDict):
    """A game as a whole."""

    game: str
    result: Outcome | None
    turns: int
    reviewed: int
    exact: int
    first_lost: int | None
    decisive: int | None
    only_moves: list[int]
    p1: ReviewedPlayer
    p2: ReviewedPlayer


class _Review(TypedDict):
    turns: list[ReviewedTurn]
    game: ReviewedGame


class Review(_Review, total=False):
    """What the turns of a game were worth."""

    stopped: bool


class Found(TypedDict):
    """The end of a request for several turns: those that were told."""

    turns: list[int]
