"""Games and positions as values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

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
)
from .engine import Engine, Request


class Game:
    """A game, including its options."""

    def __init__(self, engine: Engine, name: str) -> None:
        """Looks up a game by name. Raises UnknownGame if there is none."""
        self.engine = engine
        self._start = cast(Standing, engine.call("position", game=name))
        self.name = self._start["game"]

    def start(self) -> Position:
        """Returns the standard starting position."""
        return Position(self, None, (), self._start)

    def position(self, text: str | None = None, moves: Sequence[str] = ()) -> Position:
        """Returns the position given as text (by default the standard start) after these moves."""
        found = self.engine.call("position", game=self.name, position=text, moves=list(moves))
        return Position(self, text, tuple(moves), cast(Standing, found))

    def encoding(self) -> Encoding:
        """Returns what the planes and the actions of `step` mean."""
        return cast(Encoding, self.engine.call("encoding", game=self.name))

    def step(self, games: Sequence[Action]) -> list[Step]:
        """Plays an action in each of up to 1,000 games, with one request.

        Raises InvalidMove if an action is illegal.
        """
        return cast("list[Step]", self.engine.call("step", game=self.name, games=games)["games"])

    def __repr__(self) -> str:
        return f"Game({self.name!r})"


class Position:
    """A position and the moves that led to it. It is immutable: playing a move returns a new one."""

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
        """The player to move."""
        return self._standing["to_move"]

    @property
    def outcome(self) -> Outcome | None:
        """Who won by the rules, or None while the game is in progress."""
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
        """Returns the legal moves. The list is empty if the game is over."""
        return [move["move"] for move in self.successors()]

    def successors(self) -> list[Move]:
        """Returns the legal moves with the resulting positions."""
        return cast("list[Move]", self._call("moves")["moves"])

    def play(self, move: str) -> Position:
        """Returns the position after this move. Raises InvalidMove with the reason if it is illegal."""
        found = self._call("play", move=move)
        standing = cast(Standing, {name: found[name] for name in Standing.__annotations__})
        return Position(self.game, self.first, (*self.played, cast(str, found["move"])), standing)

    def render(self, board: str = "classic", *, svg: bool = False, flip: bool = False) -> str:
        """Draws the position as text (`classic`, `compact`, `ascii` or `words`) or as SVG."""
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
        """Evaluates the moves. Without a limit, searches for one second."""
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
        """Yields the analyses of these turns (by default all) in order of completion. Turn 0 is the start."""
        wanted = list(range(len(self.played) + 1)) if turns is None else list(turns)
        request = self._submit("analyze", turns=wanted, depth=depth, time=time, nodes=nodes, lines=lines)
        return request.turns()

    def choose(
        self,
        bot: str,
        *,
        seed: int | None = None,
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
    ) -> Choice:
        """Asks a computer player, such as level:3 or expert, for its move."""
        return cast(Choice, self._call("choose", bot=bot, seed=seed, depth=depth, time=time, nodes=nodes))

    def solve(
        self, *, distance: bool = False, within: int | None = None, nodes: int | None = None
    ) -> Solution:
        """Returns who wins with best play. The `outcome` is None if a limit was reached."""
        return cast(Solution, self._call("solve", distance=distance, within=within, nodes=nodes))

    def review(
        self,
        *,
        depth: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        proof_nodes: int | None = None,
    ) -> Review:
        """Reviews each turn of the game so far."""
        found = self._call("review", depth=depth, time=time, nodes=nodes, proof_nodes=proof_nodes)
        return cast(Review, found)

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
