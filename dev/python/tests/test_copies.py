import copy
import multiprocessing
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cygnet_games import Engine, EngineGone, InvalidMove, InvalidPosition, RequestError
from cygnet_games.batch import Batch
from cygnet_games.pettingzoo import env

WAYS = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


@pytest.mark.parametrize("way", WAYS)
def test_positions_are_copied_with_their_engine(engine: Engine, way: Any) -> None:
    position = engine.game("uglyduck").start().play("a1b2")
    copied = way(position)
    assert copied == position and copied.played == position.played
    assert copied.game.engine is engine and copied.play("e3d3") == position.play("e3d3")
    assert way(position.game).start() == position.game.start()


def test_a_position_starts_an_engine_in_another_process(engine: Engine) -> None:
    position = engine.game("uglyduck").start().play("a1b2")
    script = "import pickle, sys; a, b = map(pickle.loads, pickle.load(sys.stdin.buffer)); "
    script += "print(a.play('e3d3').text, a.game.engine is b.game.engine)"
    packed = pickle.dumps([pickle.dumps(position)] * 2)
    ran = subprocess.run([sys.executable, "-c", script], input=packed, capture_output=True, timeout=60)
    assert ran.stdout.decode() == f"{position.play('e3d3').text} True\n", ran.stderr.decode()


def test_a_closed_engine_is_started_anew() -> None:
    with Engine(threads=1) as engine:
        packed = pickle.dumps(engine.game("uglyduck").start())
    position = pickle.loads(packed)
    assert position.game.engine is not engine and len(position.moves()) == 13
    with pytest.raises(TypeError, match="a request cannot be copied or pickled"):
        copy.copy(position.game.engine.submit("games"))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("shares", [True, False])
def test_environments_are_copied_in_the_middle_of_a_move(engine: Engine, way: Any, shares: bool) -> None:
    with env("qawale", engine=engine if shares else None) as original:
        original.reset()
        original.step(3)
        with way(original) as copied:
            assert (copied._game.engine is original._game.engine) == shares
            for action in (7, 6, 10):
                copied.step(action)
            assert copied.position.played == ("a4b4b3c3",) and not original.position.played
        for action in (7, 6, 5):
            original.step(action)
        assert original.position.played == ("a4b4b3b2",)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("shares", [True, False])
def test_batches_are_copied(engine: Engine, way: Any, shares: bool) -> None:
    with Batch("uglyduck", 3, engine if shares else None) as original:
        original.step([6, 6, 6])
        with way(original) as copied:
            assert (copied.observations == original.observations).all()
            copied.step([int(np.flatnonzero(mask)[0]) for mask in copied.masks])
        assert {step["state"]["position"] for step in original.steps} == {"1DDDD/1D3/5/5/ddddd 2"}
        original.step([int(np.flatnonzero(mask)[0]) for mask in original.masks])
        assert (copied.observations == original.observations).all()


@pytest.mark.parametrize("way", WAYS)
def test_errors_are_copied(engine: Engine, way: Any) -> None:
    errors: list[Exception] = [EngineGone("the program has ended")]
    requests: list[tuple[type[RequestError], Callable[[], object]]] = [
        (InvalidMove, lambda: engine.game("uglyduck").start().play("a1a5")),
        (InvalidPosition, lambda: engine.game("uglyduck").position("5/5/1x3/5/5 1")),
        (RequestError, lambda: engine.call("undo")),
    ]
    for kind, ask in requests:
        with pytest.raises(kind) as raised:
            ask()
        errors.append(raised.value)
    for error in errors:
        copied = way(error)
        assert type(copied) is type(error) and str(copied) == str(error)
        assert vars(copied) == vars(error)


def test_an_environment_or_a_batch_ends_its_own_engine_only(engine: Engine) -> None:
    with env("uglyduck") as own, Batch("uglyduck", 1) as batch:
        own.reset()
    uses: list[Callable[[], None]] = [own.reset, lambda: batch.step([6])]
    for ended in uses:
        with pytest.raises(EngineGone):
            ended()
    with env("uglyduck", engine=engine), Batch("uglyduck", 1, engine):
        pass
    assert engine.call("position", game="uglyduck")["turn"] == 0


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_pool_can_keep_its_engines(engine: Engine, method: str, tmp_path: Path) -> None:
    """The recipe of docs/python.md."""
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("the system has no such processes")
    script = tmp_path / "script.py"
    script.write_text(f"""
from multiprocessing import get_context
from cygnet_games import Engine, Position

def keep(): global engine; engine = Engine()

def ask(position):
    return position.game.engine is engine and len(position.moves())

if __name__ == "__main__":
    with Engine() as mine, get_context("{method}").Pool(2, initializer=keep) as pool:
        print(set(pool.map(ask, [mine.game("uglyduck").start()] * 50, chunksize=1)))
""")
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60)
    assert ran.stdout == "{13}\n", ran.stderr
