"""The exceptions of this package."""

from __future__ import annotations

from typing import Any


class CygnetError(Exception):
    """The base class of all exceptions of this package."""


class EngineGone(CygnetError):
    """The program could not be started, does not fit this package, or has ended."""


def misfit(reason: str) -> EngineGone:
    """Returns the error for a program of the right version that this package was not made for."""
    return EngineGone(
        f"{reason}: the program and this package do not fit, even if their versions are the same; "
        "install both from the same source"
    )


class RequestError(CygnetError):
    """The program refused a request.

    `place` is a JSON pointer into the request, and `hint` says how to fix it.
    """

    def __init__(self, code: int, message: str, place: str, character: int | None, hint: str) -> None:
        super().__init__(f"{message} ({hint})" if hint else message)
        self.code = code
        self.message = message
        self.place = place
        self.character = character
        self.hint = hint

    def __reduce__(self) -> tuple[type[RequestError], tuple[Any, ...]]:
        return type(self), (self.code, self.message, self.place, self.character, self.hint)


class Cancelled(RequestError):
    """The request was cancelled before it started."""


class UnknownGame(RequestError):
    """There is no game with this name."""


class UnknownBot(RequestError):
    """There is no computer player with this name, or not in this game."""


class InvalidPosition(RequestError):
    """The text is not a valid position of the game."""


class InvalidMove(RequestError):
    """The text is not a move, or the move is illegal."""


class TooLarge(RequestError):
    """The answer would be too large: the position has too many moves to list."""


_KINDS: dict[int, type[RequestError]] = {
    -32000: Cancelled,
    -32001: UnknownGame,
    -32002: InvalidPosition,
    -32003: InvalidMove,
    -32004: TooLarge,
}
_HINTS = {
    "the moves method lists the legal moves": "position.moves() lists the legal moves",
    "the method moves shows moves and positions as they are written": (
        "position.moves() and position.text show how moves and positions are written"
    ),
    "the member legal of the last answer lists the legal actions": "'legal' in the last step lists the legal actions",
}
"""What the hints of the program mean in Python."""


def read_error(error: dict[str, Any]) -> RequestError:
    """Converts the `error` member of an answer to an exception."""
    data = error["data"]
    place, hint = data["place"], data["hint"]
    kind = UnknownBot if place == "/params/bot" else _KINDS.get(error["code"], RequestError)
    return kind(error["code"], error["message"], place, data.get("character"), _HINTS.get(hint, hint))
