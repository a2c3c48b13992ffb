"""Five abstract board games, played by the program cygnet: rules, search, proofs and reviews.

>>> from cygnet_games import Engine
>>> with Engine() as engine:
...     position = engine.game("uglyduck").start().play("a1b2")
...     print(position.to_move, len(position.moves()))
p2 13
"""

from .answers import (
    Action,
    Analysis,
    Choice,
    Encoding,
    Ending,
    Found,
    Line,
    ListedGame,
    Move,
    Review,
    ReviewedTurn,
    Solution,
    State,
    Step,
    Value,
)
from .engine import Engine, Request
from .errors import (
    Cancelled,
    CygnetError,
    EngineGone,
    InvalidMove,
    InvalidPosition,
    RequestError,
    TooLarge,
    UnknownBot,
    UnknownGame,
)
from .game import Game, Position

__all__ = [
    "Action",
    "Analysis",
    "Cancelled",
    "Choice",
    "CygnetError",
    "Encoding",
    "Ending",
    "Engine",
    "EngineGone",
    "Found",
    "Game",
    "InvalidMove",
    "InvalidPosition",
    "Line",
    "ListedGame",
    "Move",
    "Position",
    "Request",
    "RequestError",
    "Review",
    "ReviewedTurn",
    "Solution",
    "State",
    "Step",
    "TooLarge",
    "UnknownBot",
    "UnknownGame",
    "Value",
]
