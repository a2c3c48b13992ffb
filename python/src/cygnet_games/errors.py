"""What can go wrong."""

from __future__ import annotations

from typing import Any


class CygnetError(Exception):
    """Whatever this package raises."""


class EngineGone(CygnetError):
    """The program could not be started, or has ended."""


class RequestError(CygnetError):
    """A request was refused: the code, the place in the request (a JSON pointer), and what to do about it."""

    def __init__(self, code: int, message: str, place: str, character: int | None, hint: str) -> None:
        super().__init__(f"{message} ({hint})" if hint else message)
        self.code = code
        self.message = message
        self.place = place
        self.character = character
        self.hint = hint


class Cancelled(RequestError):
    """It was cancelled before it was begun."""


class UnknownGame(RequestError):
    """There is no such game."""


class InvalidPosition(RequestError):
    """The text is no position of the game."""


class InvalidMove(RequestError):
    """The text is no move, or the move is not legal."""


class TooLarge(RequestError):
    """The answer would be too large: a position with more moves than are listed."""


_KINDS: dict[int, type[RequestError]] = {
    -32000: Cancelled,
    -32001: UnknownGame,
    -32002: InvalidPosition,
    -32003: InvalidMove,
    -32004: TooLarge,
}


def read_error(error: dict[str, Any]) -> RequestError:
    """The exception of a member `error`."""
    data = error["data"]
    kind = _KINDS.get(error["code"], RequestError)
    return kind(error["code"], error["message"], data["place"], data.get("character"), data["hint"])
