"""The types of the program's answers, as described in docs/rpc.schema.json."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, SupportsIndex, TypedDict, TypeVar, cast, get_args, get_type_hints, is_typeddict

from .errors import misfit

Player = Literal["p1", "p2"]
Outcome = Literal["p1", "p2", "draw"]
Result = Literal["win", "loss", "draw"]


class Move(TypedDict):
    """A legal move and the resulting position."""

    move: str
    position: str


class Ending(TypedDict):
    """How a game ended."""

    outcome: Outcome
    reason: str


class Standing(TypedDict):
    """The state of a game."""

    game: str
    position: str
    to_move: Player
    outcome: Outcome | None
    ending: Ending | None
    turn: int
    legal: int


class ListedGame(TypedDict):
    """A game that the program knows, and names that open it in each of its variants."""

    name: str
    title: str
    examples: list[str]


class _Encoding(TypedDict):
    game: str
    shape: tuple[int, int, int]
    planes: list[str]
    cells: list[str]
    action: Literal["move", "cell"]
    actions: int


class Encoding(_Encoding, total=False):
    """What the planes and the actions of a game mean. `choices` is there if an action is a whole move."""

    choices: list[str]


class State(TypedDict, total=False):
    """The state of a game between two steps. Send it back as it came; an empty state is the start."""

    position: str
    idle: int
    begun: list[int]


class Action(TypedDict, total=False):
    """A game and the action to play in it. Without an action, the game is only observed."""

    state: State
    action: SupportsIndex


class Step(TypedDict):
    """A game after an action, and what its players see."""

    state: State
    to_move: Player
    ending: Ending | None
    move: str | None
    legal: list[int]
    planes: str


class Value(TypedDict):
    """A value for the player who makes the move, or is to move: a proven `result` or an estimate in pieces."""

    result: Result | None
    plies: int | None
    value: float | None
    chance: float | None


class Line(Value):
    """A move with its value and its best line."""

    move: str
    depth: int
    line: list[str]


class _Analysis(TypedDict):
    position: str
    to_move: Player
    outcome: Outcome | None
    depth: int
    nodes: int
    lines: list[Line]


class Analysis(_Analysis, total=False):
    """The values of the moves in a position, best first."""

    stopped: bool


class _Choice(Standing):
    move: str
    typed: str
    cells: list[str]
    bot: str
    seed: int
    nodes: int | None
    lines: list[Line]


class Choice(_Choice, total=False):
    """The move of a computer player, the state of the game after it, and what the player thought."""

    stopped: bool


class _Solution(Value):
    position: str
    to_move: Player
    outcome: Outcome | None
    line: list[str]
    nodes: int
    seconds: float
    memory_bytes: int
    threads: int


class Solution(_Solution, total=False):
    """Who wins a position with best play, and its value. `None` means that a limit was reached."""

    no_win_within: int
    stopped: bool


class ReviewedTurn(TypedDict):
    """The review of one turn."""

    turn: int
    player: Player
    move: str
    typed: str
    mark: Literal["??", "?", "?!", "!"] | None
    exact: bool
    forced: bool
    before: Value
    after: Value
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
    """The review of a whole game."""

    game: str
    outcome: Outcome | None
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
    """The review of a game and its turns."""

    stopped: bool


class Found(TypedDict):
    """The final answer to a request about several turns: the turns that were answered."""

    turns: list[int]


_T = TypeVar("_T")


@cache
def _members(kind: Any) -> tuple[frozenset[str], list[tuple[str, type]]]:
    """Returns the required members, and those that are, or contain, a typed dictionary with such members."""
    hints = get_type_hints(kind).items()
    parts = [(name, part) for name, hint in hints for part in (hint, *get_args(hint)) if is_typeddict(part)]
    return kind.__required_keys__, [(name, part) for name, part in parts if any(_members(part))]


def read(kind: type[_T], answer: Any) -> _T:
    """Returns an answer as this typed dictionary. Raises EngineGone if a member is missing.

    Of a list it examines the first element, since the program writes all in the same way.
    """
    required, parts = _members(cast(Any, kind))
    if not required <= answer.keys():
        read_member(answer, min(required - answer.keys()))
    for name, part in parts:
        if value := answer.get(name):
            read(part, value[0] if isinstance(value, list) else value)
    return cast(_T, answer)


def read_list(kind: type[_T], answer: Any, name: str) -> list[_T]:
    """Returns the member of an answer that is a list of these typed dictionaries."""
    values = read_member(answer, name)
    for value in values[:1]:
        read(kind, value)
    return cast("list[_T]", values)


def read_member(answer: Any, name: str) -> Any:
    """Returns a member of an answer. Raises EngineGone if it is missing."""
    if name not in answer:
        raise misfit(f"the program's answer has no {name}")
    return answer[name]
