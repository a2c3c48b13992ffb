"""The program, as a process that answers requests."""

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
    """A request on its way. It can be waited for, cancelled, and, if it is about several turns, gone through turn by turn."""

    def __init__(self, engine: Engine, number: int) -> None:
        self._engine = engine
        self.id = number
        self._future: Future[Any] = Future()
        self._turns: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def result(self, timeout: float | None = None) -> Any:
        """The answer, when it is there.

        Raises RequestError if the request was refused, EngineGone if the program ended, TimeoutError after `timeout` seconds.
        """
        return self._future.result(timeout)

    def done(self) -> bool:
        """Whether the answer is there."""
        return self._future.done()

    def cancel(self) -> bool:
        """Stops it, and says whether there was anything to stop. A search that goes on then answers with what it has found."""
        answer = self._engine.call("cancel", id=self.id)
        return bool(answer["cancelled"])

    def turns(self) -> Iterator[tuple[int, Any]]:
        """Each turn with its answer, as they come."""
        while (found := self._turns.get()) is not _END:
            yield found
        self.result()

    def _tell(self, turn: int, found: Any) -> None:
        self._turns.put((turn, found))

    def _end(self, answer: Any = None, error: CygnetError | None = None) -> None:
        if error is None:
            self._future.set_result(answer)
        else:
            self._future.set_exception(error)
        self._turns.put(_END)


class Engine:
    """A running `cygnet rpc`. Any number of threads may use it, and any number of requests may be on their way."""

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        threads: int | None = None,
        memory: int | None = None,
    ) -> None:
        """Starts the program: `command` if it is given, else the one that the variable CYGNET names, else `cygnet`.

        `threads` positions are searched at the same time, in `memory` MiB all together.
        """
        words = list(command) if command else [os.environ.get("CYGNET", "cygnet")]
        words.append("rpc")
        for name, value in (("--threads", threads), ("--memory", memory)):
            words += [] if value is None else [name, str(value)]
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            hint = "install it, or let the variable CYGNET name it"
            raise EngineGone(f"{words[0]} cannot be started: {error.strerror} ({hint})") from error
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()
        self._open: dict[int, Request] = {}
        self._gone = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def game(self, name: str) -> Game:
        """The game of this name, as uglyduck, replica:12 or uglyduck-xl:4x6."""
        from .game import Game

        return Game(self, name)

    def submit(self, method: str, /, **params: Any) -> Request:
        """Sends a request and does not wait. Parameters that are None are left out."""
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
        """Sends a request and waits for its answer."""
        return self.submit(method, **params).result()

    def close(self) -> None:
        """Ends the program. What is searched still is stopped: its request has what was found, or raises EngineGone."""
        with self._lock:
            open_requests = list(self._open.values())
            self._gone = True
        if open_requests:
            self._process.terminate()
        assert self._process.stdin is not None and self._process.stdout is not None
        try:
            self._process.stdin.close()
        except OSError:
            pass  # It has ended already.
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
            self._hear(json.loads(line))
        with self._lock:
            self._gone = True
            left, self._open = list(self._open.values()), {}
        for request in left:
            request._end(error=EngineGone("the program has ended"))

    def _hear(self, message: dict[str, Any]) -> None:
        if message.get("method") == "turn":
            params = message["params"]
            self._open[params["id"]]._tell(params["turn"], params["result"])
            return
        with self._lock:
            request = self._open.pop(message["id"], None)
        if request is None:
            return
        if "error" in message:
            request._end(error=read_error(message["error"]))
        else:
            request._end(message["result"])
