"""Games and positions as values."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from operator import index
from typing import Any, SupportsIndex, cast

from .answers import (
    Action,
    Analysis,
    Choice,
    Encoding,
    Ending,
    Move,
    Outcome,
    Player,
    Review,
    Solution,
    Standing,
    Step,
    read,
    read_list,
    read_member,
)
from .connection import is_bool
from .engine import Engine, Request
from .errors import RequestError


class Game:
    """A game, including its options."""

    def __init__(self, engine: Engine, name: str) -> None:
        """Looks up a game by name. Raises UnknownGame if there is none."""
        self.engine = engine
        self._start = read(Standing, engine.call("position", game=name))
        self.name = self._start["game"]
        self._is_checked = False

    def start(self) -> Position:
        """Returns the standard starting position."""
        return Position(self, None, (), self._start)

    def position(self, text: str | None = None, moves: Sequence[str] = ()) -> Position:
        """Returns the position given as text (by default the standard start) after these moves."""
        if isinstance(moves, str):
            raise TypeError(f"the moves must be a list such as ['a1b2'], not the string {moves!r}")
        found = self.engine.call("position", game=self.name, position=text, moves=list(moves))
        return Position(self, text, tuple(moves), read(Standing, found))

    def encoding(self) -> Encoding:
        """Returns what the planes and the actions of `step` mean."""
        return read(Encoding, self.engine.call("encoding", game=self.name))

    def step(self, games: Sequence[Action]) -> list[Step]:
        """Plays an action in each of up to 1,000 games, with one request.

        Raises InvalidMove if an action is illegal. Errors say which game is wrong, counted from 0.
        """
        return self._step(games, range(len(games)))

    def _step(self, games: Sequence[Action], numbers: Sequence[int] | None = None) -> list[Step]:
        """Plays an action in each game. The errors name the games by these numbers, if there are any."""
        try:
            return self._read_steps(self.engine.call("step", game=self.name, games=games))
        except RequestError as error:
            if numbers is None:
                raise
            found = re.fullmatch(r"/params/games/(\d+)(.*)", error.place)
            if found is None:
                raise
            at = int(found[1])
            raise _name_game(error, numbers[at], games[at], found[2]) from None

    def _read_steps(self, answer: Any) -> list[Step]:
        """Examines the first step of all, and one with an ending. To examine each would take time."""
        if not self._is_checked:
            read_list(Step, answer, "games")
            self._is_checked = True
        steps: list[Step] = answer["games"]
        for step in steps:
            if step["ending"] is not None:
                read(Step, step)
                break
        return steps

    def __repr__(self) -> str:
        return f"Game({self.name!r})"


def _name_game(error: RequestError, number: int, game: Action, place: str) -> RequestError:
    message = error.message
    if message == "The action is illegal.":
        message = f"action {index(game['action'])} is illegal"
    place = f"/params/games/{number}{place}"
    return type(error)(error.code, f"game {number}: {message}", place, error.character, error.hint)


def find_index(action: Any) -> int | None:
    """Returns an action as a number, or None if it cannot be one."""
    try:
        number = action if type(action) is int else -1 if is_bool(action) else index(action)
    except TypeError:
        return None
    return None if number < 0 else number


class Position:
    """A position and the moves that led to it. It is immutable: playing a move returns a new one.

    Positions are equal if they have the same game and text. Their moves are not compared, so one of two equal
    positions can be a draw through lack of progress, which depends on the moves.
    """

    def __init__(self, game: Game, first: str | None, played: tuple[str, ...], standing: Standing) -> None:
        self.game = game
        self.first = first
        self.played = played
        self._standing = standing

    first: str | None
    """The text of the position before the moves, or None for the standard start."""
    played: tuple[str, ...]
    """The moves from there."""

    @property
    def text(self) -> str:
        """The position in the notation of the game."""
        return self._standing["position"]

    @property
    def to_move(self) -> Player:
        """The player to move."""
        return self._standing["to_move"]

    @property
    def outcome(self) -> Outcome | None:
        """Who won by the rules. It can stay None for ever: whether the game is over is `ending`."""
        return self._standing["outcome"]

    @property
    def ending(self) -> Ending | None:
        """How the game ended: by the rules or through lack of progress. None while it is in progress."""
        return self._standing["ending"]

    @property
    def legal(self) -> int:
        """The number of legal moves."""
        return self._standing["legal"]

    def moves(self) -> list[str]:
        """Returns the legal moves. There are none if the game is over by the rules.

        After an ending through lack of progress there still are some.
        """
        return [move["move"] for move in self.successors()]

    def successors(self) -> list[Move]:
        """Returns the legal moves with the resulting positions."""
        return read_list(Move, self._call("moves"), "moves")

    def play(self, move: str) -> Position:
        """Returns the position after this move. Raises InvalidMove with the reason if it is illegal."""
        found = self._call("play", move=move)
        read(Standing, found)
        standing = cast(Standing, {name: found[name] for name in Standing.__annotations__})
        return Position(self.game, self.first, (*self.played, read_member(found, "move")), standing)

    def render(self, board: str = "classic", *, svg: bool = False, flip: bool = False) -> str:
        """Draws the position as text (`classic`, `compact`, `ascii` or `words`) or as SVG."""
        drawn = self._call("render", board=board, format="svg" if svg else "text", flip=flip)
        return cast(str, read_member(drawn, "drawing"))

    def _repr_svg_(self) -> str:
        """Draws the position in a notebook."""
        return self.render(svg=True)

    def analyze(
        self,
        *,
        depth: SupportsIndex | None = None,
        time: float | None = None,
        nodes: SupportsIndex | None = None,
        lines: SupportsIndex | None = None,
    ) -> Analysis:
        """Evaluates the moves. Without a limit, searches for one second."""
        found = self._call("analyze", depth=depth, time=time, nodes=nodes, lines=lines)
        return read(Analysis, found)

    def analyze_turns(
        self,
        turns: Sequence[SupportsIndex] | None = None,
        *,
        depth: SupportsIndex | None = None,
        time: float | None = None,
        nodes: SupportsIndex | None = None,
        lines: SupportsIndex | None = None,
    ) -> Generator[tuple[int, Analysis], None, None]:
        """Yields the analyses of these turns (by default all) in order of completion. Turn 0 is the start.

        The end of the iteration, at `break` or otherwise, cancels the rest.
        """
        wanted = list(range(len(self.played) + 1)) if turns is None else list(turns)
        request = self.submit("analyze", turns=wanted, depth=depth, time=time, nodes=nodes, lines=lines)
        return request.turns()

    def choose(
        self,
        bot: str,
        *,
        seed: SupportsIndex | None = None,
        depth: SupportsIndex | None = None,
        time: float | None = None,
        nodes: SupportsIndex | None = None,
    ) -> Choice:
        """Asks a computer player, such as level:3 or expert, for its move."""
        return read(Choice, self._call("choose", bot=bot, seed=seed, depth=depth, time=time, nodes=nodes))

    def solve(
        self, *, distance: bool = False, within: SupportsIndex | None = None, nodes: SupportsIndex | None = None
    ) -> Solution:
        """Returns who wins with best play. The `outcome` is None if a limit was reached."""
        return read(Solution, self._call("solve", distance=distance, within=within, nodes=nodes))

    def review(
        self,
        *,
        depth: SupportsIndex | None = None,
        time: float | None = None,
        nodes: SupportsIndex | None = None,
        proof_nodes: SupportsIndex | None = None,
    ) -> Review:
        """Reviews each turn of the game so far."""
        found = self._call("review", depth=depth, time=time, nodes=nodes, proof_nodes=proof_nodes)
        return read(Review, found)

    def submit(self, method: str, /, **params: Any) -> Request:
        """Sends a request about this position, such as analyze, choose or solve, without waiting for its answer."""
        return self.game.engine.submit(method, **self._params(params))

    def _call(self, method: str, **params: object) -> Any:
        return self.game.engine.call(method, **self._params(params))

    def _params(self, params: dict[str, Any]) -> dict[str, Any]:
        return {"game": self.game.name, "position": self.first, "moves": list(self.played), **params}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.game.name, self.text) == (other.game.name, other.text)

    def __hash__(self) -> int:
        return hash((self.game.name, self.text))

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Position({self.game.name!r}, {self.text!r})"
