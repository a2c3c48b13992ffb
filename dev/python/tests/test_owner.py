"""The program ends with the engine, the engine with its owner, and neither at Ctrl-C."""

import _thread
import gc
import os
import random
import signal
import subprocess
import sys
import textwrap
import threading
import time
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress

import pytest

from cygnet_games import (
    Cancelled,
    CygnetError,
    Engine,
    EngineGone,
    InvalidMove,
    Position,
    Request,
    RequestError,
)
from cygnet_games.batch import Batch
from cygnet_games.connection import _connections
from cygnet_games.pettingzoo import env

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs processes and signals of Unix")
SECONDS_TO_END = 10.0


def interrupt_after(seconds: float) -> threading.Timer:
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def program(engine: Engine) -> int:
    return engine._connection.process.pid


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def has_ended(process: int) -> bool:
    end = time.monotonic() + SECONDS_TO_END
    while runs(process) and time.monotonic() < end:
        time.sleep(0.01)
    return not runs(process)


@pytest.mark.parametrize("way", ["call", "submit", "turns", "analyze"])
def test_an_interrupt_cancels_the_request_and_keeps_the_engine(way: str) -> None:
    with Engine(threads=1) as engine:
        start = engine.game("qawale").start()
        ask: dict[str, Callable[[], object]] = {
            "call": lambda: engine.call("solve", game="qawale"),
            "submit": lambda: engine.submit("solve", game="qawale").result(),
            "turns": lambda: list(start.analyze_turns(turns=[0], time=3600)),
            "analyze": lambda: start.analyze(time=3600),
        }
        timer = interrupt_after(0.3)
        with pytest.raises(KeyboardInterrupt):
            ask[way]()
        timer.join()
        # The only thread for searches is free again.
        assert start.analyze(depth=1)["depth"] == 1
        assert not engine._connection._open


def searches_end(engine: Engine) -> bool:
    """Whether the only thread for searches is free soon."""
    return bool(engine.submit("analyze", game="uglyduck", depth=1).result(timeout=SECONDS_TO_END))


class Alarm(Exception):
    pass


@pytest.mark.parametrize("error", [Alarm, TimeoutError])
def test_any_exception_in_a_call_cancels_its_request(error: type[Exception]) -> None:
    def raise_error(*_: object) -> None:
        raise error

    before = signal.signal(signal.SIGALRM, raise_error)
    try:
        with Engine(threads=1) as engine:
            start = engine.game("qawale").start()
            pending: list[Request] = []

            def wait() -> None:
                pending.append(start.submit("analyze", time=3600))
                pending[-1].result()

            calls: list[Callable[[], object]] = [
                lambda: start.analyze(time=3600),
                lambda: start.choose("minimax:64"),
                start.solve,
                lambda: start.review(time=3600),
                lambda: list(start.analyze_turns(time=3600)),
                lambda: engine.call("solve", game="qawale"),
                wait,
            ]
            for call in calls:
                signal.setitimer(signal.ITIMER_REAL, 0.2)
                with pytest.raises(error):
                    call()
                assert searches_end(engine) and not engine._connection._open
            # It has no answer any more, so it must not wait for one.
            with pytest.raises(Cancelled, match="nobody waited"):
                pending[0].result(timeout=SECONDS_TO_END)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_a_search_is_cancelled_when_nothing_refers_to_it() -> None:
    def drop_the_iterator(game: Position) -> None:
        for _ in game.analyze_turns(time=1):
            break

    def close_the_iterator(game: Position) -> None:
        iterator = game.analyze_turns(time=1)
        kept.append(iterator)
        next(iterator)
        iterator.close()

    def never_start(game: Position) -> None:
        game.analyze_turns(time=1)

    def raise_in_the_loop(game: Position) -> None:
        with pytest.raises(ZeroDivisionError):
            for _ in game.analyze_turns(time=1):
                1 / 0

    def drop_requests(game: Position) -> None:
        for _ in range(20):
            game.submit("analyze", time=3600)

    kept: list[object] = []
    with Engine(threads=1) as engine:
        game = engine.game("replica").start()
        while len(game.played) < 40:
            game = game.play(game.moves()[0])
        for way in (drop_the_iterator, close_the_iterator, never_start, raise_in_the_loop, drop_requests):
            way(game)
            assert searches_end(engine), way


def programs() -> set[int]:
    return {connection.process.pid for connection in _connections if connection.process.returncode is None}


def refused_move() -> None:
    with suppress(InvalidMove):
        Engine(threads=1).game("uglyduck").start().play("zz")


def refused_request() -> None:
    engine = Engine(threads=1)
    for request in (engine.submit("undo"), engine.submit("play", game="uglyduck", move="zz")):
        for _ in range(2):
            with suppress(RequestError):
                request.result()


def closed_engine() -> None:
    with suppress(EngineGone), Engine(threads=1) as engine:
        waits = engine.submit("solve", game="qawale"), engine.submit("solve", game="qawale")
        engine.close()
        waits[1].result()


def illegal_action() -> None:
    environment = env()
    environment.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        environment.step(0)


def illegal_action_in_a_batch() -> None:
    batch = Batch("uglyduck", 2)
    with suppress(InvalidMove):
        batch.step([6, 0])


def refused_reset() -> None:
    environment = env()
    with suppress(RequestError):
        environment.reset(options={"position": "bad"})


MISTAKES: list[Callable[[], object]] = [
    refused_move,
    refused_request,
    closed_engine,
    illegal_action,
    illegal_action_in_a_batch,
    refused_reset,
    lambda: env("nope"),
    lambda: env(opponent="nope"),
    lambda: env(opponent_side="nope"),
    lambda: env(render_mode="nope"),
    lambda: Batch("nope", 2),
    lambda: Batch("uglyduck", 0),
    lambda: Engine(threads=0),
    lambda: Engine(threads=1).game("nope"),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=range(len(MISTAKES)))
def test_a_caught_error_keeps_no_program(mistake: Callable[[], object]) -> None:
    before = programs()
    gc.disable()
    try:
        with suppress(CygnetError, ValueError):
            mistake()
        assert programs() == before
    finally:
        gc.enable()


def test_a_failed_constructor_ends_its_engine() -> None:
    """Even while its error is kept, as at a prompt."""
    before, errors = programs(), []
    for fails in MISTAKES[6:13]:
        with pytest.raises((CygnetError, ValueError)) as refused:
            fails()
        errors.append(refused.value)
    assert programs() == before


def test_interrupts_at_any_moment_lose_no_answer() -> None:
    rng = random.Random(1)
    seen = 0
    with Engine(threads=1) as engine:
        for _ in range(300):
            try:
                interrupt_after(rng.random() / 500)
                end = time.monotonic() + 1
                while time.monotonic() < end:
                    name = rng.choice(["uglyduck", "replica", "qawale"])
                    assert engine.call("position", game=name)["game"].startswith(name)
            except KeyboardInterrupt:
                seen += 1
    assert seen > 250


class InterruptedLock:
    """A lock at whose `steps`, counted over all such locks, the main thread is interrupted: before it has the lock, or
    after it has released it."""

    steps: list[int] = []
    count = 0

    def __init__(self) -> None:
        self._lock = _thread.allocate_lock()

    def _step(self) -> None:
        if threading.current_thread() is threading.main_thread():
            InterruptedLock.count += 1
            if InterruptedLock.count in InterruptedLock.steps:
                raise KeyboardInterrupt

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        self._step()
        return self._lock.acquire(blocking, timeout)

    def release(self) -> None:
        self._lock.release()
        self._step()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


@pytest.mark.parametrize("way", ["call", "submit"])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_an_interrupt_at_any_step_leaves_no_lock_and_loses_no_answer(
    way: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(threading, "Lock", InterruptedLock)
        engine = Engine(threads=1)
    answered: list[int] = []

    def ask() -> int:
        if way == "call":
            return int(engine.call("position", game="qawale")["turn"])
        return int(engine.submit("position", game="qawale").result()["turn"])

    with engine:
        for first in range(1, 1000):
            InterruptedLock.count, InterruptedLock.steps = 0, list(range(first, first + times))
            try:
                ask()
                passed = InterruptedLock.count < first
            except KeyboardInterrupt:
                passed = False
            finally:
                InterruptedLock.steps = []
            other = threading.Thread(target=lambda: answered.append(ask()), daemon=True)
            other.start()
            other.join(SECONDS_TO_END)
            assert len(answered) == first, f"after an interrupt at step {first}"
            if passed:
                break
    assert first > 4


def test_an_interrupt_while_the_reading_thread_starts_does_not_lose_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: threading.Thread) -> None:
        raise KeyboardInterrupt

    with Engine(threads=1) as engine:
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr(threading.Thread, "start", interrupt)
            engine.submit("position", game="uglyduck")
        engine.submit("position", game="uglyduck").result(timeout=SECONDS_TO_END)


def test_an_interrupt_at_the_terminal_does_not_reach_the_program() -> None:
    with Engine() as engine:
        assert os.getpgid(program(engine)) != os.getpgid(0)
        os.killpg(os.getpgid(program(engine)), 0)


def test_the_program_ends_with_its_engine() -> None:
    ways: list[Callable[[list[Engine]], None]] = [lambda found: found.clear(), lambda found: found.pop().close()]
    for forget in ways:
        for opens in (False, True):
            found = [Engine(threads=1)]
            process = program(found[0])
            if opens:
                found[0].submit("solve", game="qawale")
            forget(found)
            assert has_ended(process)
    cycle: list[object] = [Engine(threads=1)]
    assert isinstance(cycle[0], Engine)
    process = program(cycle[0])
    cycle[0].submit("solve", game="qawale")
    cycle.append(cycle)
    del cycle
    gc.collect()
    assert has_ended(process)


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("", 0),
        ("raise SystemExit(3)", 3),
        ("1 / 0", 1),
        ("os.kill(os.getpid(), signal.SIGKILL)", -9),
        ("os.kill(os.getpid(), signal.SIGTERM)", -15),
    ],
)
def test_the_program_ends_with_python(end: str, code: int) -> None:
    script = """
        import os, signal
        from cygnet_games import Engine
        engine, other = Engine(threads=1), Engine(threads=1)
        engine.submit("solve", game="qawale")
        other.call("position", game="qawale")
        print(engine._connection.process.pid, other._connection.process.pid, flush=True)
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script) + end], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == code
    assert all(has_ended(int(process)) for process in ran.stdout.split())


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_an_engine_belongs_to_the_process_that_started_it(engine: Engine) -> None:
    waits = engine.submit("solve", game="qawale")
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            refused = 0
            for ask in (waits.result, lambda: engine.call("games"), lambda: engine.submit("games")):
                with pytest.raises(EngineGone, match="after a fork, start another Engine"):
                    ask()
                refused += 1
            engine.close()
            with Engine(threads=1) as other:
                refused += other.call("position", game="uglyduck")["turn"] == 0
            os.write(write, str(refused).encode())
        finally:
            traceback.print_exc()
            os._exit(0)
    os.close(write)
    assert os.read(read, 10) == b"4", "the forked process has failed"
    os.waitpid(child, 0)
    os.close(read)
    assert engine.call("position", game="uglyduck")["turn"] == 0 and waits.cancel()
