"""The pipes to a running program."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
import time
import weakref
from _thread import start_new_thread
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from numbers import Real
from operator import index
from typing import IO, TYPE_CHECKING, Any, SupportsIndex

from .errors import EngineGone, read_error

if TYPE_CHECKING:
    from .engine import Request


def is_bool(value: object) -> bool:
    """Returns whether this is a bool of Python or numpy."""
    return type(value).__name__ in ("bool", "bool_")


def _as_plain(value: object) -> int | float:
    """Converts a number of another package, such as numpy's."""
    if is_bool(value):
        return bool(value)
    try:
        if isinstance(value, SupportsIndex):
            return index(value)
        if isinstance(value, Real):
            return float(value)
    except TypeError:
        pass  # An array is such a number only if it has one element.
    raise TypeError(f"it has a value of the type {type(value).__name__}")


_encoder = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_as_plain)
_decode = json.JSONDecoder().decode

MAX_LINE_BYTES = 1 << 20
"""The largest request that the program reads."""
_READ_BYTES = [1 << 16]
_SECONDS_TO_END = 10
_MAX_LAST_WORDS = 500
_connections: weakref.WeakSet[Connection] = weakref.WeakSet()


class Connection:
    """A running program. It does not know its engine, so its thread does not keep the engine alive.

    Ctrl-C can raise an exception between any two instructions of the main thread. So what was read or written is
    added to a deque within one call, and whatever else an exception can interrupt can be repeated. Locks are only
    held by `with`, and no thread waits while it has one: a condition releases its lock and takes it again, and an
    exception in between leaves the lock to another thread.
    """

    def __init__(self, words: Sequence[str]) -> None:
        """Starts the program, where a Ctrl-C at the terminal does not reach it.

        What it writes to standard error is kept in a file, for the message when it ends.
        """
        pipe = subprocess.PIPE
        self._errors = _open_file()
        self.process = subprocess.Popen(
            words, bufsize=0, stdin=pipe, stdout=pipe, stderr=self._errors, start_new_session=True
        )
        assert self.process.stdin is not None and self.process.stdout is not None
        self._input, self._output = self.process.stdin, self.process.stdout
        self._owner = os.getpid()
        self._lock = threading.Lock()
        self._open: dict[int, weakref.ref[Request]] = {}
        self._gone: str | None = None
        self._is_closed = False
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
        message = _encode({"jsonrpc": "2.0", "id": request.id, "method": method, "params": given})
        if len(message) > MAX_LINE_BYTES:
            raise ValueError(f"the request has {len(message)} bytes; it can have at most {MAX_LINE_BYTES}")
        self._check()
        with self._lock:
            self._check()
            self._open[request.id] = weakref.ref(request, partial(self._drop, request.id))
        # Not with the same lock: while the program does not read, another thread must be able to.
        try:
            self._write(message + b"\n")
        except (OSError, ValueError) as error:
            self._open.pop(request.id, None)
            raise EngineGone(self._gone or self._describe_end()) from error

    def abandon(self, number: int) -> None:
        """Cancels a request whose answer nobody waits for, if it is still open."""
        if number in self._open and self.is_usable():
            cancel = {"jsonrpc": "2.0", "method": "cancel", "params": {"id": number}}
            try:
                self._write(_encode(cancel) + b"\n")
            except (OSError, ValueError):
                pass  # The program has ended.
            self._open.pop(number, None)

    def _drop(self, number: int, _: object) -> None:
        """Cancels an open request that nothing refers to any more.

        This can run while the same thread holds a lock or reads answers, so another thread sends the message.
        """
        if self.is_usable():
            with suppress(RuntimeError):  # Python is ending, and the program with it.
                start_new_thread(self.abandon, (number,))

    def wait(self, condition: Callable[[], bool], deadline: float | None = None) -> bool:
        """Reads answers, or waits until another thread has read them, until `condition` is true.

        With a `deadline` it only waits, and then returns whether the condition is true.
        """
        me = threading.get_ident()
        try:
            while not condition():
                self._check()
                with self._lock:
                    if self._reader is None and self._received:
                        self._handle_received()
                    if condition():
                        return True
                    waiter = None
                    if self._reader is not None or deadline is not None:
                        waiter = self._waiters[me] = threading.Lock()
                        waiter.acquire()
                    else:
                        self._reader = me
                if waiter is not None:
                    if not _wait_for(waiter, deadline):
                        with self._lock:
                            return condition()
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
        return True

    def close(self) -> None:
        """Ends the program and the requests that are still open."""
        self._is_closed = True
        self.stop()
        self.drain()

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
            self._close_files()

    def drain(self) -> None:
        """Reads answers until the program has ended."""
        if self._owner == os.getpid():
            self.wait(lambda: self._gone is not None)
            self._close_files()

    def forget(self) -> None:
        """Closes the pipes in a forked process, so that they end with the process that started the program."""
        self._input.close()
        self._close_files()
        self.process.returncode = 0
        self._gone = (
            f"this engine belongs to process {self._owner}, which started it; "
            "after a fork, start another Engine in the new process"
        )

    def _close_files(self) -> None:
        self._output.close()
        if self._errors is not None:
            self._errors.close()

    def _describe_end(self) -> str:
        """Says why the program has ended, with the last lines that it wrote to standard error."""
        if self._is_closed:
            return "this engine was closed"
        words = ""
        # Another thread can close the file at the same time.
        with suppress(OSError, ValueError):
            if self._errors is not None:
                self._errors.seek(max(0, self._errors.seek(0, os.SEEK_END) - _MAX_LAST_WORDS))
                words = self._errors.read().decode(errors="replace").strip()
        return f"the program has ended: {words}" if words else "the program has ended"

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
                return self._end(self._describe_end())
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
            number = message["id"] if params is None else params["id"]
            refused = None if message.get("error") is None else read_error(message["error"])
            if number is None and refused is not None:
                # The program could not read which request this was.
                if len(self._open) != 1:
                    return self._end(f"the program could not read a request: {refused}")
                (number,) = self._open
            request = self._open.get(number, lambda: None)()
        except (ValueError, TypeError, LookupError, AttributeError):
            start = line[:60].decode(errors="replace")
            return self._end(f"the program has answered {start!r}, which is not JSON-RPC; it is not cygnet")
        if params is not None:
            if request is not None:
                request._turns.append((params["turn"], params["result"]))
            return
        if request is not None:
            request._end(message.get("result"), refused)
        self._open.pop(number, None)

    def _end(self, reason: str) -> None:
        self._gone = reason
        for reference in self._open.copy().values():
            request = reference()
            if request is not None:
                request._end(None, EngineGone(reason))
        self._open.clear()


def _wait_for(waiter: threading.Lock, deadline: float | None) -> bool:
    """Returns False if the deadline has passed."""
    timeout = -1 if deadline is None else deadline - time.monotonic()
    if deadline is not None and timeout <= 0:
        return False
    waiter.acquire(timeout=min(timeout, threading.TIMEOUT_MAX))
    return True


def _encode(message: dict[str, Any]) -> bytes:
    """Encodes a message. Raises TypeError or ValueError with the name of the parameter that cannot be sent."""
    try:
        return _encoder.encode(message).encode()
    except (TypeError, ValueError):
        for name, value in message["params"].items():
            try:
                _encoder.encode(value).encode()
            except TypeError as error:
                raise TypeError(f"the parameter {name} is invalid: {error}") from None
            except ValueError as error:
                reason = "it must be a finite number" if "float" in str(error) else error
                raise ValueError(f"the parameter {name} is invalid: {reason}") from None
        raise


def _open_file() -> IO[bytes] | None:
    """Opens a file for what the program writes to standard error, if that is possible."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        return None


def _forget_all() -> None:
    for connection in list(_connections):
        connection.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
