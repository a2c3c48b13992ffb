"""Runs the program as a process that answers requests."""

from __future__ import annotations

import itertools
import json
import os
import queue
import subprocess
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from .errors import CygnetError, EngineGone, read_error

if TYPE_CHECKING:
    from types import TracebackType

    from .game import Game

_END = object()


class Request:
    """A pending request. Wait for its result, cancel it, or iterate over the answers for several turns."""

    def __init__(self, engine: Engine, number: int) -> None:
        self._engine = engine
        self.id = number
        self._future: Future[Any] = Future()
        self._turns: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def result(self, timeout: float | None = None) -> Any:
        """Waits for the answer and returns it.

        Raises RequestError if the request was rejected, EngineGone if the program ended, and TimeoutError after
        `timeout` seconds.
        """
        return self._future.result(timeout)

    def done(self) -> bool:
        """Returns whether the answer has arrived."""
        return self._future.done()

    def cancel(self) -> bool:
        """Cancels the request. Returns False if there was nothing to cancel.

        A running search stops and answers with its results so far.
        """
        answer = self._engine.call("cancel", id=self.id)
        return bool(answer["cancelled"])

    def turns(self) -> Iterator[tuple[int, Any]]:
        """Yields each turn with its answer, in order of arrival."""
        while (found := self._turns.get()) is not _END:
            yield found
        self.result()

    def _add_turn(self, turn: int, found: Any) -> None:
        self._turns.put((turn, found))

    def _end(self, answer: Any = None, error: CygnetError | None = None) -> None:
        if error is None:
            self._future.set_result(answer)
        else:
            self._future.set_exception(error)
        self._turns.put(_END)


class Engine:
    """A running `cygnet rpc`. It is thread-safe and can process several requests at once."""

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
        words = list(command) if command else [os.environ.get("CYGNET", "cygnet")]
        words.append("rpc")
        for name, value in (("--threads", threads), ("--memory", memory)):
            words += [] if value is None else [name, str(value)]
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            hint = "install it, or set CYGNET to its path"
            raise EngineGone(f"cannot start {words[0]}: {error.strerror} ({hint})") from error
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._open: dict[int, Request] = {}
        self._gone = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def game(self, name: str) -> Game:
        """Returns a game by name, such as uglyduck, replica:12 or uglyduck-xl:4x6."""
        from .game import Game

        return Game(self, name)

    def submit(self, method: str, /, **params: Any) -> Request:
        """Sends a request without waiting for its answer. Omits parameters that are None."""
        given = {name: value for name, value in params.items() if value is not None}
        with self._lock:
            if self._gone:
                raise EngineGone("the program has ended")
            request = Request(self, next(self._numbers))
            self._open[request.id] = request
            message = {"jsonrpc": "2.0", "id": request.id, "method": method, "params": given}
            assert self._process.stdin is not None
            try:
                self._process.stdin.write(json.dumps(message).encode() + b"\n")
                self._process.stdin.flush()
            except (OSError, ValueError) as error:
                del self._open[request.id]
                raise EngineGone("the program has ended") from error
        return request

    def call(self, method: str, /, **params: Any) -> Any:
        """Sends a request, waits for its answer and returns it."""
        return self.submit(method, **params).result()

    def close(self) -> None:
        """Ends the program.

        Stops running searches: their requests return the results so far or raise EngineGone.
        """
        with self._lock:
            open_requests = list(self._open.values())
            self._gone = True
        if open_requests:
            self._process.terminate()
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.close()
        except OSError:
            pass  # The program has already ended.
        self._process.wait()
        self._reader.join()
        self._process.stdout.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._handle(json.loads(line))
        with self._lock:
            self._gone = True
            left, self._open = list(self._open.values()), {}
        for request in left:
            request._end(error=EngineGone("the program has ended"))

    def _handle(self, message: dict[str, Any]) -> None:
        if message.get("method") == "turn":
            params = message["params"]
            self._open[params["id"]]._add_turn(params["turn"], params["result"])
            return
        with self._lock:
            request = self._open.pop(message["id"], None)
        if request is None:
            return
        if "error" in message:
            request._end(error=read_error(message["error"]))
        else:
            request._end(message["result"])
