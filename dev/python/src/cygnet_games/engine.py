"""Runs the program as a process that answers requests."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import time
import weakref
from collections.abc import Callable, Generator, Sequence
from copy import copy, deepcopy
from typing import TYPE_CHECKING, Any, NoReturn, SupportsIndex, cast

from .answers import ListedGame, read_list
from .connection import Connection
from .errors import Cancelled, CygnetError, EngineGone, RequestError, misfit

if TYPE_CHECKING:
    from typing_extensions import Self

    from .game import Game

VERSION = "0.2"
"""The version of the program that this package needs, without its last number."""

_MISSING = """cannot start {program}: {reason}
The games are played by the program cygnet, which is not part of this package. Install it, for example with
    cargo install --path .
in a checkout of its repository, or set the variable CYGNET to the path of the program."""
_SECONDS_FOR_VERSION = 10
_UNKNOWN_METHOD = -32601
_METHODS = "games position moves play render analyze choose solve review encoding step cancel".split()
"""The methods that this package uses."""
_engines: weakref.WeakSet[Engine] = weakref.WeakSet()


class Request:
    """A pending request. Wait for its result, cancel it, or iterate over the answers for several turns.

    It is cancelled by any exception that ends a wait, such as Ctrl-C, and when nothing refers to it any more.
    """

    def __init__(self, engine: Engine, number: int) -> None:
        self._engine = engine
        self.id = number
        self._done = False
        self._answer: Any = None
        self._error: CygnetError | None = None
        self._turns: list[tuple[int, Any]] = []

    def result(self, timeout: float | None = None) -> Any:
        """Waits for the answer and returns it.

        Raises RequestError if the request was refused, EngineGone if the program ended, and TimeoutError after
        `timeout` seconds.
        """
        if not self._done and not self._wait(self.done, None if timeout is None else time.monotonic() + timeout):
            raise TimeoutError(f"no answer after {timeout} seconds")
        if self._error is not None:
            # The traceback of an error refers to this request, so the request must not refer to that error.
            raise copy(self._error)
        return self._answer

    def done(self) -> bool:
        """Returns whether the answer has arrived."""
        return self._done

    def cancel(self) -> bool:
        """Cancels the request. Returns False if there was nothing to cancel.

        A running search stops and answers with its results so far.
        """
        answer = self._engine.call("cancel", id=self.id)
        return bool(answer["cancelled"])

    def turns(self) -> Generator[tuple[int, Any], None, None]:
        """Yields each turn with its answer, in order of arrival. A review repeats turns whose answer has changed."""
        seen = 0
        while True:
            self._wait(lambda: self._done or len(self._turns) > seen)
            if len(self._turns) == seen:
                break
            yield self._turns[seen]
            seen += 1
        self.result()

    def _wait(self, condition: Callable[[], bool], deadline: float | None = None) -> bool:
        try:
            return self._engine._connection.wait(condition, deadline)
        except BaseException:
            self._abandon()
            raise

    def _abandon(self) -> None:
        """Cancels the request, if it is still open, without waiting for its answer."""
        connection = self._engine._connection
        if self.id in connection._open and connection.is_usable():
            if not self._done:
                self._end(None, Cancelled(-32000, "the request was cancelled: nobody waited for it", "", None, ""))
            connection.abandon(self.id)

    def _end(self, answer: Any, error: CygnetError | None) -> None:
        self._answer, self._error = answer, error
        self._done = True

    def __reduce__(self) -> NoReturn:
        raise TypeError("a request cannot be copied or pickled; its result can")


class Engine:
    """A running `cygnet rpc`. It is thread-safe and can process several requests at once.

    A thread that waits for an answer reads the answers of all threads. While requests from `submit` may be open,
    a background thread reads them, so that the program is never blocked.

    The program ends with the engine: at the end of `with`, when nothing refers to the engine any more, and with
    this process. A copy is the same engine; unpickled elsewhere, it is a running engine that was started with the
    same arguments, or else a new one.
    """

    def __init__(
        self,
        command: str | os.PathLike[str] | Sequence[str] | None = None,
        *,
        threads: SupportsIndex | None = None,
        memory: SupportsIndex | None = None,
    ) -> None:
        """Starts the program: `command` if given, otherwise the variable CYGNET, otherwise `cygnet`.

        A command is the path of the program, or a sequence of words. It searches up to `threads` positions at the
        same time and uses `memory` MiB in total. Raises EngineGone if it is missing, another program or version,
        or refuses these arguments.
        """
        if isinstance(command, (str, os.PathLike)):
            command = [os.fspath(command)]
        self._arguments = (None if command is None else tuple(command), threads, memory)
        self._is_shared = True
        words = list(command) if command else [os.environ.get("CYGNET") or "cygnet"]
        _check_program(words)
        words.append("rpc")
        for name, value in (("--threads", threads), ("--memory", memory)):
            words += [] if value is None else [name, str(value)]
        self._connection = Connection(words)
        self._numbers = itertools.count(1)
        self._finalizer = weakref.finalize(self, self._connection.collect)
        try:
            self.games()  # Does it run?
        except BaseException:
            self.close()
            raise
        _engines.add(self)

    def games(self) -> list[ListedGame]:
        """Returns the games that the program knows."""
        return read_list(ListedGame, self.call("games"), "games")

    def game(self, name: str) -> Game:
        """Returns a game by name, such as uglyduck, replica:12 or uglyduck-xl:4x6."""
        from .game import Game

        return Game(self, name)

    def submit(self, method: str, /, **params: Any) -> Request:
        """Sends a request without waiting for its answer. Omits parameters that are None."""
        self._connection.start_reading()
        request = Request(self, next(self._numbers))
        try:
            self._connection.send(request, method, params)
        except BaseException:
            request._abandon()
            raise
        return request

    def call(self, method: str, /, **params: Any) -> Any:
        """Sends a request, waits for its answer and returns it. Omits parameters that are None.

        Ctrl-C, or any other exception, cancels the request.
        """
        request = Request(self, next(self._numbers))
        try:
            self._connection.send(request, method, params)
            return request.result()
        except RequestError as error:
            if error.code == _UNKNOWN_METHOD and method in _METHODS:
                raise misfit(f"the program has no method {method}") from error
            raise
        except BaseException:
            request._abandon()
            raise

    def close(self) -> None:
        """Ends the program.

        Stops running searches: their requests return the results so far or raise EngineGone.
        """
        if self._finalizer.detach() is not None:
            self._connection.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __copy__(self) -> Engine:
        return self

    def __deepcopy__(self, memo: object) -> Engine:
        return self if self._is_shared else start_own(*self._arguments)

    def __reduce__(self) -> tuple[Callable[..., Engine], tuple[Any, ...]]:
        return (_find if self._is_shared else start_own, self._arguments)


class Owner:
    """An object that uses an engine: one that it is given and may share, or one that it starts and ends itself."""

    _own: Engine | None

    def _choose(self, engine: Engine | None) -> Engine:
        """The rest of a constructor must call `close` if it fails."""
        if engine is not None and not isinstance(engine, Engine):
            raise TypeError(f"the engine must be an Engine, not {engine!r}")
        self._own = start_own(threads=1) if engine is None else None
        return engine or cast(Engine, self._own)

    def close(self) -> None:
        """Ends the engine if this object started it."""
        if self._own is not None:
            self._own.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __copy__(self) -> Self:
        return deepcopy(self)


def start_own(
    command: Sequence[str] | None = None,
    threads: SupportsIndex | None = None,
    memory: SupportsIndex | None = None,
) -> Engine:
    """Starts an engine whose owner does not share it: a copy of the owner starts another one."""
    engine = Engine(command, threads=threads, memory=memory)
    engine._is_shared = False
    return engine


def _find(
    command: Sequence[str] | None, threads: SupportsIndex | None, memory: SupportsIndex | None
) -> Engine:
    """Returns a running engine of this process with these arguments, or starts one."""
    for engine in list(_engines):
        if engine._is_shared and engine._arguments == (command, threads, memory):
            if engine._finalizer.alive and engine._connection.is_usable():
                return engine
    return Engine(command, threads=threads, memory=memory)


def _check_program(words: Sequence[str]) -> None:
    """Raises EngineGone unless these words start the right version of the program."""
    try:
        asked = subprocess.run(
            [*words, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS_FOR_VERSION,
            start_new_session=True,
        )
    except OSError as error:
        raise EngineGone(_MISSING.format(program=words[0], reason=error.strerror)) from error
    except subprocess.TimeoutExpired:
        raise EngineGone(_MISSING.format(program=words[0], reason="it does not say its version")) from None
    found = re.fullmatch(rb"cygnet ((\d+\.\d+)\S*)\s*", asked.stdout)
    if found is None:
        raise EngineGone(_MISSING.format(program=words[0], reason="it is not cygnet"))
    if found[2].decode() != VERSION:
        version = found[1].decode()
        reason = f"it is cygnet {version}, and this package needs cygnet {VERSION}"
        raise EngineGone(_MISSING.format(program=words[0], reason=reason))
