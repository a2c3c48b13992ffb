"""Runs the program as a process that answers requests."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .errors import CygnetError, EngineGone, read_error

if TYPE_CHECKING:
    from types import TracebackType

    from .answers import ListedGame
    from .game import Game

_encode = json.JSONEncoder(separators=(",", ":")).encode
_decode = json.JSONDecoder().decode

_MISSING = """cannot start {program}: {reason}
The games are played by the program cygnet, which is not part of this package. Install it, for example with
    cargo install --path .
in a checkout of its repository, or set the variable CYGNET to the path of the program."""


class Request:
    """A pending request. Wait for its result, cancel it, or iterate over the answers for several turns."""

    def __init__(self, engine: Engine, number: int) -> None:
        self._engine = engine
        self.id = number
        self._done = False
        self._answer: Any = None
        self._error: CygnetError | None = None
        self._turns: deque[tuple[int, Any]] = deque()

    def result(self, timeout: float | None = None) -> Any:
        """Waits for the answer and returns it.

        Raises RequestError if the request was rejected, EngineGone if the program ended, and TimeoutError after
        `timeout` seconds.
        """
        if not self._done:
            self._engine._wait(self, timeout)
        if self._error is not None:
            raise self._error
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

    def turns(self) -> Iterator[tuple[int, Any]]:
        """Yields each turn with its answer, in order of arrival."""
        while self._engine._wait_for_turn(self):
            yield self._turns.popleft()
        self.result()

    def _end(self, answer: Any, error: CygnetError | None) -> None:
        self._answer, self._error, self._done = answer, error, True


class Engine:
    """A running `cygnet rpc`. It is thread-safe and can process several requests at once.

    A thread that waits for an answer reads the answers of all threads. While requests from `submit` may be open,
    a background thread reads them, so that the program is never blocked.
    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        threads: int | None = None,
        memory: int | None = None,
    ) -> None:
        """Starts the program: `command` if given, otherwise the variable CYGNET, otherwise `cygnet`.

        It searches up to `threads` positions at the same time and uses `memory` MiB in total.
        """
        words = list(command) if command else [os.environ.get("CYGNET") or "cygnet"]
        program = words[0]
        words.append("rpc")
        for name, value in (("--threads", threads), ("--memory", memory)):
            words += [] if value is None else [name, str(value)]
        try:
            process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise EngineGone(_MISSING.format(program=program, reason=error.strerror)) from error
        assert process.stdin is not None and process.stdout is not None
        self._process, self._input, self._output = process, process.stdin, process.stdout
        self._numbers = itertools.count(1)
        self._changed = threading.Condition(threading.Lock())
        self._writing = threading.Lock()
        self._open: dict[int, Request] = {}
        self._is_reading = False
        self._gone = False
        self._reader: threading.Thread | None = None

    def games(self) -> list[ListedGame]:
        """Returns the games that the program knows."""
        games: list[ListedGame] = self.call("games")["games"]
        return games

    def game(self, name: str) -> Game:
        """Returns a game by name, such as uglyduck, replica:12 or uglyduck-xl:4x6."""
        from .game import Game

        return Game(self, name)

    def submit(self, method: str, /, **params: Any) -> Request:
        """Sends a request without waiting for its answer. Omits parameters that are None."""
        with self._changed:
            if self._reader is None:
                self._reader = threading.Thread(target=self._read_all, daemon=True)
                self._reader.start()
        return self._send(method, params)

    def call(self, method: str, /, **params: Any) -> Any:
        """Sends a request, waits for its answer and returns it. Omits parameters that are None."""
        return self._send(method, params).result()

    def close(self) -> None:
        """Ends the program.

        Stops running searches: their requests return the results so far or raise EngineGone.
        """
        with self._changed:
            if self._open:
                self._process.terminate()
        with self._writing:
            try:
                self._input.close()
            except OSError:
                pass  # The program has already ended.
        self._read_all()
        self._process.wait()
        if self._reader is not None:
            self._reader.join()
        self._output.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _send(self, method: str, params: dict[str, Any]) -> Request:
        """Sends a request."""
        request = Request(self, next(self._numbers))
        given = {name: value for name, value in params.items() if value is not None}
        message = _encode({"jsonrpc": "2.0", "id": request.id, "method": method, "params": given})
        with self._changed:
            if self._gone:
                raise EngineGone("the program has ended")
            self._open[request.id] = request
        # Not with the same lock: while the program does not read, another thread must be able to.
        with self._writing:
            try:
                self._input.write(message.encode() + b"\n")
                self._input.flush()
            except (OSError, ValueError) as error:
                self._open.pop(request.id, None)
                raise EngineGone("the program has ended") from error
        return request

    def _wait(self, request: Request, timeout: float | None) -> None:
        """Waits until a request has been answered."""
        deadline = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while not request._done:
                if deadline is None:
                    self._read_or_wait()
                elif not self._changed.wait(deadline - time.monotonic()) and not request._done:
                    raise TimeoutError

    def _wait_for_turn(self, request: Request) -> bool:
        """Waits for the next turn of a request. Returns False if there is none."""
        with self._changed:
            while not request._turns and not request._done:
                self._read_or_wait()
            return bool(request._turns)

    def _read_all(self) -> None:
        with self._changed:
            while not self._gone:
                self._read_or_wait()

    def _read_or_wait(self) -> None:
        """Reads a message, or waits until another thread has read one. The caller holds the lock."""
        if self._is_reading:
            self._changed.wait()
            return
        self._is_reading = True
        self._changed.release()
        try:
            line = self._output.readline()
        finally:
            self._changed.acquire()
            self._is_reading = False
            self._changed.notify_all()
        if line:
            self._handle(_decode(line.decode()))
        else:
            self._gone = True
            for request in self._open.values():
                request._end(None, EngineGone("the program has ended"))
            self._open.clear()

    def _handle(self, message: dict[str, Any]) -> None:
        if message.get("method") == "turn":
            params = message["params"]
            self._open[params["id"]]._turns.append((params["turn"], params["result"]))
            return
        request = self._open.pop(message["id"], None)
        if request is None:
            return
        error = message.get("error")
        request._end(message.get("result"), None if error is None else read_error(error))
