"""Games and positions as values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from .answers import Analysis, Ending, Move, Outcome, Player, Review, Solution, Standing
from .engine import Engine, Request


class Game:
    """A game with its options chosen."""

    def __init__(self, engine: Engine, name: str) -> None:
        """The game of this name; raises UnknownGame if there is none."""
        self.engine = engine
        self._start = cast(Standing, engine.call("position", game=name))
        self.name = self._start["game"]

    def start(self) -> Position:
        """The usual first position."""
        return Position(self, None, (), self._start)

    def position(self, text: str | None = None, moves: Sequence[str] = ()) -> Position:
        """The position of this text (the usual start without one), after these moves."""
        found = self.engine.call("position", game=self.name, position=text, moves=list(moves))
        return Position(self, text, tuple(moves), cast(Standing, found))

    def __repr__(self) -> str:
        return f"Game({self.name!r})"


class Position:
    """A game so far. It is a value: playing a move gives another one."""

    def __init__(self, game: Game, first: str | None, played: tuple[str, ...], standing: Standing) -> None:
        self.game = game
        self.first = first
        self.played = played
        self._standing = standing

    @property
    def text(self) -> str:
        """The position in the notation of the game."""
        return self._standing["position"]

    @property
    def to_move(self) -> Player:
        """Whose turn it is."""
        return self._standing["to_move"]

    @property
    def outcome(self) -> Outcome | None:
        """Who has won by the rules; None while the game goes on."""
        return self._standing["outcome"]

    @property
    def ending(self) -> Ending | None:
        """How the game has ended: by the rules, or for want of progress. None while it goes on."""
        return self._standing["ending"]

    @property
    def legal(self) -> int:
        """How many moves are legal."""
        return self._standing["legal"]

    def moves(self) -> list[str]:
        """The legal moves; none in a finished game."""
        return [move["move"] for move in self.successors()]

    def successors(self) -> list[Move]:
        """The legal moves and the positions after them."""
        return cast("list[Move]", self._call("moves")["moves"])

    def play(self, move: str) -> Position:
        """The position after this move; raises InvalidMove with the reason if it is not legal."""
        found = self._call("play", move=move)
        standing = cast(Standing, {name: found[name] for name in Standing.__annotations__})
        return Position(self.game, self.first, (*self.played, cast(str, found["move"])), standing)

    def render(self, board: str = "classic", *, svg: bool = False, flip: bool = False) -> str:
        """A drawing: `classic`, `compact`, `ascii`, `words`, or SVG."""
        drawn = self._call("render", board=board, format="svg" if svg else "text", flip=flip)
        return cast(str, drawn["drawing"])

    def analyze(
        self,
        *,
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        lines: int | None = None,
    ) -> Analysis:
        """What the moves are worth. Without a limit a second is taken."""
        found = self._call("analyze", depth=depth, time=time, nodes=nodes, lines=lines)
        return cast(Analysis, found)

    def analyze_turns(
        self,
        turns: Sequence[int] | None = None,
        *,
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        lines: int | None = None,
    ) -> Iterator[tuple[int, Analysis]]:
        """The analysis of each of these turns (of all without a list), as they come. Turn 0 is before the first move."""
        wanted = list(range(len(self.played) + 1)) if turns is None else list(turns)
        request = self._submit("analyze", turns=wanted, depth=depth, time=time, nodes=nodes, lines=lines)
        return request.turns()

    def solve(
        self, *, distance: bool = False, within: int | None = None, positions: int | None = None
    ) -> Solution:
        """The result under best play; `unknown` where the limit was reached."""
        return cast(Solution, self._call("solve", distance=distance, within=within, positions=positions))

    def review(
        self,
        *,
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        proof: int | None = None,
    ) -> Review:
        """What each turn of the game so far was worth."""
        return cast(Review, self._call("review", depth=depth, time=time, nodes=nodes, proof=proof))

    def _submit(self, method: str, **params: object) -> Request:
        moves = list(self.played)
        return self.game.engine.submit(method, game=self.game.name, position=self.first, moves=moves, **params)

    def _call(self, method: str, **params: object) -> dict[str, object]:
        return cast("dict[str, object]", self._submit(method, **params).result())

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
