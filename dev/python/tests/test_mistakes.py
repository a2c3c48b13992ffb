"""What learners get wrong is refused at once, in words of Python."""

import os
import threading
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cygnet_games import (
    Engine,
    EngineGone,
    InvalidMove,
    InvalidPosition,
    RequestError,
    UnknownBot,
    UnknownGame,
)
from cygnet_games.batch import Batch
from cygnet_games.pettingzoo import env

posix = pytest.mark.skipif(os.name != "posix", reason="writes a script for a shell")


def write_program(path: Path, script: str) -> str:
    program = path / "program"
    program.write_text(f"#!/bin/sh\n[ $1 = rpc ] || exec echo cygnet 0.2.0\n{script}\n")
    program.chmod(0o755)
    return str(program)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -np.inf, np.float64("nan"), np.float32("inf")])
def test_numbers_that_json_does_not_have_are_refused(engine: Engine, number: float) -> None:
    start = engine.game("uglyduck").start()
    asks: list[Callable[[], object]] = [
        lambda: start.analyze(time=number),
        lambda: start.choose("level:1", time=number),
        lambda: list(start.analyze_turns(time=number)),
        lambda: start.submit("analyze", time=number),
        lambda: engine.call("analyze", game="uglyduck", time=number),
        lambda: start.review(time=number),
    ]
    for ask in asks:
        with pytest.raises(ValueError, match="the parameter time is invalid: it must be a finite number"):
            ask()
    assert not engine._connection._open


def test_values_that_json_does_not_have_are_refused_by_name(engine: Engine) -> None:
    start = engine.game("uglyduck").start()
    with pytest.raises(TypeError, match="the parameter depth is invalid: it has a value of the type set"):
        start.analyze(depth=set())  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the parameter lines is invalid: .*ndarray"):
        start.analyze(lines=np.arange(3))
    with pytest.raises(ValueError, match="the parameter move is invalid"):
        start.play("\ud800")


GAMES = """read line
echo '{"jsonrpc": "2.0", "id": 1, "result": {"games": []}}'"""
UNREADABLE = """echo '{"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "invalid JSON",
"data": {"place": "", "hint": ""}}}'""".replace("\n", " ")


@posix
def test_an_answer_without_an_id_ends_its_request(tmp_path: Path) -> None:
    with Engine(write_program(tmp_path, f"{GAMES}\nread line\n{UNREADABLE}\nread line")) as engine:
        with pytest.raises(RequestError, match="^invalid JSON$"):
            engine.submit("games").result(timeout=60)


@posix
def test_an_answer_without_an_id_ends_all_requests_that_it_could_be_for(tmp_path: Path) -> None:
    with Engine(write_program(tmp_path, f"{GAMES}\nread line\nread line\n{UNREADABLE}\nread line")) as engine:
        for request in [engine.submit("games"), engine.submit("games")]:
            with pytest.raises(EngineGone, match="^the program could not read a request: invalid JSON$"):
                request.result(timeout=60)


@posix
@pytest.mark.parametrize("error", ["{}", '{"code": 1, "message": "no"}', "7"])
def test_an_error_without_its_members_ends_the_requests(error: str, tmp_path: Path) -> None:
    answer = f'{{"jsonrpc": "2.0", "id": 1, "error": {error}}}'
    with pytest.raises(EngineGone, match="not JSON-RPC"):
        Engine([write_program(tmp_path, f"read line\necho '{answer}'\nread line")])


def test_numbers_of_other_packages_are_numbers(engine: Engine) -> None:
    start = engine.game("uglyduck").position(moves=["a1b2"])
    three = np.int64(3)
    assert start.analyze(depth=three, lines=np.uint8(1)) == start.analyze(depth=3, lines=1)
    assert start.choose("level:3", seed=three, nodes=np.int16(9)) == start.choose("level:3", seed=3, nodes=9)
    assert [turn for turn, _ in start.analyze_turns(np.arange(1), depth=three)] == [0]  # type: ignore[arg-type]
    assert start.solve(nodes=three, within=three)["nodes"] <= 3
    assert start.review(nodes=three, proof_nodes=three)["turns"]
    assert start.analyze(time=np.float32(0), lines=1)["lines"]  # type: ignore[arg-type]
    assert start.analyze(time=Fraction(1, 100), lines=1)["lines"]  # type: ignore[arg-type]
    assert start.render(flip=np.True_) == start.render(flip=True)  # type: ignore[arg-type]
    game = start.game
    assert game.step([{"state": {}, "action": np.int64(6)}]) == game.step([{"state": {}, "action": 6}])
    with Engine(threads=np.int64(1), memory=np.int32(64)) as other:
        batch = Batch("uglyduck", three, other)
        rng = np.random.default_rng(1)
        batch.step([rng.choice(step["legal"]) for step in batch.steps])
        environment = env("uglyduck", engine=other, opponent="random")
        environment.reset(seed=three)
        environment.step(np.int64(6))
        assert len(environment.position.played) == 2


WRONG_ACTIONS: list[Any] = [5.7, 5.0, np.float64(5), True, np.bool_(True), "5", [5], np.array([5]), -1, 625, None]


@pytest.mark.parametrize("action", WRONG_ACTIONS, ids=repr)
def test_what_is_not_an_action_is_refused(engine: Engine, action: Any) -> None:
    environment = env("uglyduck", engine=engine)
    environment.reset()
    with pytest.raises(ValueError, match="is not an action: they are 0 to 624"):
        environment.step(action)
    assert environment.rewards == {"player_1": 0.0, "player_2": 0.0} and not environment.position.played
    batch = Batch("uglyduck", 2, engine)
    with pytest.raises(ValueError, match="game 1: .* is not an action: they are 0 to 624"):
        batch.step([6, action])
    assert {step["state"]["position"] for step in batch.steps} == {"DDDDD/5/5/5/ddddd 1"}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"state": {}, "action": 5.7}, "game 1: the parameter action is invalid"),
        ({"state": {}, "action": True}, "game 1: the parameter action is invalid"),
        ({"state": {}, "action": -1}, "game 1: the parameter action is invalid"),
        ({"state": {}, "actoin": 5}, 'game 1: unknown parameter "actoin"'),
        (5, "game 1: the game is invalid"),
        ({"state": {}, "action": 0}, "game 1: action 0 is illegal"),
        ({"state": {"position": "bad"}}, "game 1: character 1: expected rows"),
    ],
    ids=repr,
)
def test_a_step_names_the_game(engine: Engine, wrong: Any, message: str) -> None:
    with pytest.raises((RequestError, ValueError)) as refused:
        engine.game("uglyduck").step([{"state": {}, "action": 6}, wrong])
    assert str(refused.value).startswith(message)


def test_a_string_is_not_a_list_of_moves(engine: Engine) -> None:
    with pytest.raises(TypeError, match="the moves must be a list such as .'a1b2'., not the string 'a1b2'"):
        engine.game("uglyduck").position(moves="a1b2")


def test_a_program_can_be_named_by_a_string(tmp_path: Path) -> None:
    with Engine(os.environ.get("CYGNET") or "cygnet", threads=1) as engine:
        assert engine.game("uglyduck").start().moves()
    for command in ("/no/such/program", tmp_path / "missing", ["/no/such/program"]):
        with pytest.raises(EngineGone, match="cannot start /.*: No such file"):
            Engine(command)


@pytest.mark.parametrize("arguments", [{"threads": 0}, {"memory": 2.5}, {"threads": 10**6}])
def test_refused_arguments_are_reported_at_once(arguments: Any) -> None:
    with pytest.raises(EngineGone, match="the program has ended: error: invalid value '.*' for '--"):
        Engine(**arguments)


@posix
def test_the_last_words_of_a_program_are_reported(tmp_path: Path) -> None:
    script = f"{GAMES}\nread line\nseq 100000 >&2\necho 'no memory left' >&2"
    with Engine(write_program(tmp_path, script)) as engine:
        with pytest.raises(EngineGone, match="^the program has ended: [^ ]*99999\n100000\nno memory left$") as ended:
            engine.games()
        assert len(str(ended.value)) < 1000


@pytest.mark.parametrize("engine", ["x", 5, Engine])
def test_an_engine_is_an_engine(engine: Any) -> None:
    makers: list[Callable[[], object]] = [lambda: env(engine=engine), lambda: Batch("uglyduck", 2, engine)]
    for make in makers:
        with pytest.raises(TypeError, match="the engine must be an Engine, not "):
            make()


def test_a_size_is_a_whole_number(engine: Engine) -> None:
    for size in (2.0, "3", None):
        with pytest.raises(TypeError, match="the size of a batch is a whole number, not "):
            Batch("uglyduck", size, engine)  # type: ignore[arg-type]


def test_a_closed_engine_says_that_it_was_closed() -> None:
    with Engine(threads=1) as engine:
        start = engine.game("uglyduck").start()
        environment, batch = env(engine=engine), Batch("uglyduck", 1, engine)
        waits = engine.submit("solve", game="qawale")
        waits_for_it = engine.submit("solve", game="qawale")
    uses: list[Callable[[], object]] = [
        start.moves,
        lambda: engine.submit("games"),
        environment.reset,
        lambda: batch.step([6]),
        waits_for_it.result,
    ]
    for use in uses:
        with pytest.raises(EngineGone, match="^this engine was closed$"):
            use()
    assert waits.done()


def test_errors_speak_of_python(engine: Engine) -> None:
    start = engine.game("uglyduck").start()
    asks: list[tuple[type[RequestError], str, Callable[[], object]]] = [
        (InvalidMove, r"position.moves\(\) lists the legal moves", lambda: start.play("a1a5")),
        (InvalidMove, r"position.moves\(\)", lambda: start.play("zz")),
        (InvalidPosition, "position.text", lambda: start.game.position("bad")),
        (InvalidMove, "'legal'", lambda: start.game.step([{"state": {}, "action": 0}])),
        (UnknownBot, "the level must be a number from 1 to 10", lambda: start.choose("level:0")),
        (UnknownBot, "unknown bot", lambda: env(engine=engine, opponent="nobody")),
        (UnknownGame, "unknown game", lambda: env("chess", engine=engine)),
    ]
    for kind, text, ask in asks:
        with pytest.raises(kind, match=text) as refused:
            ask()
        assert "method" not in str(refused.value) and "member" not in str(refused.value)


@posix
@pytest.mark.parametrize("member", ["position", "ending", "outcome", "reason"])
def test_a_program_that_does_not_fit_is_reported(member: str, tmp_path: Path) -> None:
    real = os.environ.get("CYGNET") or "cygnet"
    program = write_program(tmp_path, f"exec {real} rpc | sed -u 's/\"{member}\":/\"another\":/g'")
    with pytest.raises(EngineGone, match=f"has no {member}.*do not fit"):
        with Engine(program) as engine:
            engine.game("uglyduck").position("5/S4/5/5/d4 1").play("b1a1")
    batch_won = [{}, {"state": {"position": "S4/5/5/5/d4 2"}}]
    with pytest.raises(EngineGone, match="do not fit"):
        with Engine(program) as engine:
            engine.game("uglyduck").step(batch_won)  # type: ignore[arg-type]


@posix
@pytest.mark.parametrize("method", ["games", "position", "choose", "step"])
def test_a_program_without_a_method_does_not_fit(method: str, tmp_path: Path) -> None:
    real = os.environ.get("CYGNET") or "cygnet"
    program = write_program(tmp_path, f"sed -u 's/\"method\":\"{method}\"/\"method\":\"x\"/' | {real} rpc")
    with pytest.raises(EngineGone, match=f"the program has no method {method}.*do not fit"):
        with Engine(program) as engine:
            engine.game("uglyduck").start().choose("random")
            engine.game("uglyduck").step([{}])


def test_a_timeout_says_so_and_the_request_continues() -> None:
    with Engine(threads=1) as engine:
        long = engine.game("qawale").start().submit("analyze", time=3600)
        with pytest.raises(TimeoutError, match="no answer after 0.05 seconds"):
            long.result(timeout=0.05)
        stopper = threading.Timer(0.1, long.cancel)
        stopper.start()
        assert long.result(timeout=60)["stopped"]
        stopper.join()


def test_before_a_reset(engine: Engine) -> None:
    environment = env("uglyduck", engine=engine)
    for use in (environment.last, lambda: environment.step(6)):
        with pytest.raises(RuntimeError, match="no game is in progress; call reset first"):
            use()


def test_a_position_is_drawn_in_a_notebook(engine: Engine) -> None:
    assert engine.game("uglyduck").start()._repr_svg_().startswith("<svg")


def test_a_repeated_error_stays_short(engine: Engine) -> None:
    request = engine.submit("play", game="uglyduck", move="zz")
    lengths = []
    for _ in range(3):
        with pytest.raises(InvalidMove) as refused:
            request.result()
        lengths.append(len(refused.traceback))
    assert len(set(lengths)) == 1
