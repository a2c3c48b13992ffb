"""The pipes to a running program."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .errors import EngineGone, read_error

if TYPE_CHECKING:
    from .engine import Request

_encode = json.JSONEncoder(separators=(",", ":")).encode
_decode = json.JSONDecoder().decode

MAX_LINE_BYTES = 1 << 20
"""The largest request that the program reads."""
_READ_BYTES = [1 << 16]
_SECONDS_TO_END = 10
_connections: weakref.WeakSet[Connection] = weakref.WeakSet()


class Connection:
    """A running program. It does not know its engine, so its thread does not keep the engine alive.

    Ctrl-C can raise an exception between any two instructions of the main thread. So what was read or written is
    added to a deque within one call, and whatever else an exception can interrupt can be repeated. Locks are only
    held by `with`, and no thread waits while it has one: a condition releases its lock and takes it again, and an
    exception in between leaves the lock to another thread.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Starts the program, where a Ctrl-C at the terminal does not reach it."""
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, bufsize=0, stdin=pipe, stdout=pipe, start_new_session=True)
        assert self.process.stdin is not None and self.process.stdout is not None
        self._input, self._output = self.process.stdin, self.process.stdout
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._open: dict[int, weakref.ref[Request]] = {}
        self._gone: str | None = None
        self._thread: threading.Thread | None = None
        self._reader: int | None = None  # the thread that reads
        self._waiters: dict[int, threading.Lock] = {}  # a taken lock for each thread that waits for it
        self._received: deque[bytes] = deque()
        self._scanned = 0  # the number of these pieces that are known to have no end of a line
        self._writing = threading.Lock()
        self._message = b""
        self._written: deque[int] = deque()
        _connections.add(self)

    def is_usable(self) -> bool:
        """Returns whether requests can be sent."""
        return self._gone is None

    def start_reading(self) -> None:
        """Reads answers in a background thread from now on."""
        self._check()
        with self._lock:
            if self._thread is None:
                thread = threading.Thread(target=self.drain, daemon=True)
                thread.start()
                self._thread = thread

    def send(self, request: Request, method: str, params: dict[str, Any]) -> None:
        """Sends a request. Omits parameters that are None."""
        given = {name: value for name, value in params.items() if value is not None}
        message = _encode({"jsonrpc": "2.0", "id": request.id, "method": method, "params": given}).encode()
        if len(message) > MAX_LINE_BYTES:
            raise ValueError(f"the request has {len(message)} bytes; it can have at most {MAX_LINE_BYTES}")
        self._check()
        with self._lock:
            self._check()
            self._open[request.id] = weakref.ref(request)
        # Not with the same lock: while the program does not read, another thread must be able to.
        try:
            self._write(message + b"\n")
        except (OSError, ValueError) as error:
            self._open.pop(request.id, None)
            raise EngineGone(self._gone or "the program has ended") from error

    def abandon(self, request: Request) -> None:
        """Cancels a request whose answer nobody waits for, if it is still open."""
        if request.id in self._open and self.is_usable():
            cancel = {"jsonrpc": "2.0", "method": "cancel", "params": {"id": request.id}}
            try:
                self._write(_encode(cancel).encode() + b"\n")
            except (OSError, ValueError):
                pass  # The program has ended.
            self._open.pop(request.id, None)

    def wait(self, condition: Callable[[], bool], deadline: float | None = None) -> None:
        """Reads answers, or waits until another thread has read them, until `condition` is true.

        Raises TimeoutError at the `deadline`, until when it only waits.
        """
        me = threading.get_ident()
        try:
            while not condition():
                self._check()
                with self._lock:
                    if self._reader is None and self._received:
                        self._handle_received()
                    if condition():
                        return
                    waiter = None
                    if self._reader is not None or deadline is not None:
                        waiter = self._waiters[me] = threading.Lock()
                        waiter.acquire()
                    else:
                        self._reader = me
                if waiter is not None:
                    _wait_for(waiter, deadline)
                    continue
                self._received.extend(map(self._output.read, _READ_BYTES))
                with self._lock:
                    self._handle_received()
                    self._stop_reading()
        except BaseException:
            while self._reader == me:
                try:
                    with self._lock:
                        self._stop_reading()
                except KeyboardInterrupt:
                    pass  # The first one is raised.
            raise

    def stop(self) -> None:
        """Ends the program. Takes no lock, because it can run while garbage is collected."""
        if self._owner != os.getpid():
            return
        if self._open:
            self.process.terminate()
        self._input.close()
        try:
            self.process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def collect(self) -> None:
        """Ends the program when its engine no longer exists."""
        self.stop()
        if self._thread is None:
            self._output.close()

    def drain(self) -> None:
        """Reads answers until the program has ended."""
        if self._owner == os.getpid():
            self.wait(lambda: self._gone is not None)
            self._output.close()

    def forget(self) -> None:
        """Closes the pipes in a forked process, so that they end with the process that started the program."""
        self._input.close()
        self._output.close()
        self.process.returncode = 0
        self._gone = (
            f"this engine belongs to process {self._owner}, which started it; "
            "after a fork, start another Engine in the new process"
        )

    def _check(self) -> None:
        if self._gone is not None:
            raise EngineGone(self._gone)

    def _write(self, message: bytes) -> None:
        with self._writing:
            self._write_rest()
            self._written.clear()
            self._message = message
            self._write_rest()

    def _write_rest(self) -> None:
        """Writes what is left of the last message."""
        while (written := sum(self._written)) < len(self._message):
            self._written.extend(map(self._input.write, [self._message[written:]]))
        self._message = b""

    def _stop_reading(self) -> None:
        for waiter in self._waiters.values():
            if waiter.locked():
                waiter.release()
        self._waiters.clear()
        self._reader = None

    def _handle_received(self) -> None:
        """Handles the lines that were received. Only for the thread that reads, with the lock."""
        while self._scanned < len(self._received):
            piece = self._received[self._scanned]
            if not piece:
                return self._end("the program has ended")
            if b"\n" not in piece:
                self._scanned += 1
                continue
            *lines, rest = b"".join(self._received).split(b"\n")
            for line in lines:
                self._handle(line)
            self._scanned = 0
            self._received = deque([rest] if rest else [])

    def _handle(self, line: bytes) -> None:
        try:
            message = _decode(line.decode())
            params = message.get("params")
            request = self._open.get(message["id"] if params is None else params["id"], lambda: None)()
        except (ValueError, TypeError, LookupError, AttributeError):
            start = line[:60].decode(errors="replace")
            return self._end(f"the program has answered {start!r}, which is not JSON-RPC; it is not cygnet")
        if params is not None:
            if request is not None:
                request._turns.setdefault(params["turn"], params["result"])
            return
        error = message.get("error")
        if request is not None:
            request._end(message.get("result"), None if error is None else read_error(error))
        self._open.pop(message["id"], None)

    def _end(self, reason: str) -> None:
        self._gone = reason
        for reference in self._open.copy().values():
            request = reference()
            if request is not None:
                request._end(None, EngineGone(reason))
        self._open.clear()


def _wait_for(waiter: threading.Lock, deadline: float | None) -> None:
    timeout = -1 if deadline is None else deadline - time.monotonic()
    if deadline is not None and timeout <= 0:
        raise TimeoutError
    waiter.acquire(timeout=min(timeout, threading.TIMEOUT_MAX))


def _forget_all() -> None:
    for connection in list(_connections):
        connection.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
