import json
import os
import threading
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import cygnet_games
from cygnet_games import (
    Cancelled,
    Engine,
    EngineGone,
    InvalidMove,
    InvalidPosition,
    RequestError,
    TooLarge,
    UnknownGame,
)

DOCS = Path(__file__).resolve().parent / "../../../docs"
TOWER = "-,-,-,-/-,ttttttttdddddddllllllll,-,-/-,-,-,-/-,-,-,- d 1"


def page(name: str) -> str:
    """A page of the documentation. Only the repository has them."""
    for path in DOCS.rglob(name):
        return path.read_text()
    pytest.skip("needs the pages of the repository")


def check(name: str, value: object) -> None:
    schema = {**schema_of_answers(), "oneOf": [{"$ref": f"#/$defs/{name}"}]}
    jsonschema.Draft202012Validator(schema).validate(value)


@cache
def schema_of_answers() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(page("rpc.schema.json"))
    return schema


def test_the_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(schema_of_answers())


def test_answers_match_the_schema(engine: Engine, name: str) -> None:
    moves = [engine.game(name).start().moves()[0]]
    methods: dict[str, dict[str, Any]] = {
        "moves": {},
        "position": {},
        "play": {"move": engine.game(name).position(moves=moves).moves()[-1]},
        "render": {"format": "svg"},
        "analyze": {"depth": 1},
        "choose": {"bot": "level:1"},
        "solve": {"nodes": 10},
        "review": {"nodes": 10},
    }
    for method, params in methods.items():
        check(f"{method}Result", engine.call(method, game=name, moves=moves, **params))
    check("gamesResult", {"games": engine.games()})
    check("encodingResult", engine.game(name).encoding())
    check("stepResult", {"games": engine.game(name).step([{}, {"state": {"position": engine.game(name).start().text}}])})


def test_a_position_is_a_value(engine: Engine) -> None:
    start = engine.game("UglyDuck").start()
    after = start.play("a1b2").play("E3D3")
    assert (start.to_move, start.legal, start.played) == ("p1", 13, ())
    assert (after.text, after.played) == ("1DDDD/1D3/5/2d2/dd1dd 1", ("a1b2", "e3d3"))
    assert after == engine.game("uglyduck").position(after.text) and hash(after) != hash(start)
    assert after != start and repr(after) == "Position('uglyduck', '1DDDD/1D3/5/2d2/dd1dd 1')"
    assert [move["position"] for move in start.successors()][0] == start.play(start.moves()[0]).text
    assert "Player 1 to move" in start.render("words") and start.render(svg=True).startswith("<svg")


def test_a_game_ends(engine: Engine) -> None:
    won = engine.game("uglyduck").position("5/S4/5/5/d4 1").play("b1a1")
    assert (won.outcome, won.moves(), won.ending) == ("p1", [], {"outcome": "p1", "reason": "rules"})


def test_analyses_solutions_and_reviews(engine: Engine) -> None:
    small = engine.game("uglyduck-xl:3x3").start()
    solution = small.solve(distance=True)
    assert (solution["outcome"], solution["result"], solution["plies"]) == ("p2", "loss", 14)
    game = engine.game("uglyduck").position(moves=["a1b2", "e3d3"])
    assert len(game.analyze(depth=3, lines=2)["lines"]) == 2
    assert {turn for turn, _ in game.analyze_turns(depth=2)} == {0, 1, 2}
    assert [turn["turn"] for turn in game.review(nodes=100)["turns"]] == [1, 2]


def test_errors_give_the_reason(engine: Engine) -> None:
    with pytest.raises(InvalidMove, match="A duck moves forward") as refused:
        engine.game("uglyduck").start().play("a1a5")
    assert (refused.value.code, refused.value.place) == (-32003, "/params/move")
    with pytest.raises(InvalidPosition) as misread:
        engine.game("uglyduck").position("5/5/1x3/5/5 1")
    assert misread.value.character == 6
    with pytest.raises(UnknownGame):
        engine.game("chess")
    with pytest.raises(TooLarge):
        engine.game("qawale").position(TOWER).moves()
    with pytest.raises(RequestError, match="unknown method"):
        engine.call("undo")


def test_requests_are_cancelled() -> None:
    with Engine(threads=1) as engine:
        long = engine.submit("analyze", game="qawale", time=3600)
        waits = engine.submit("analyze", game="qawale", time=3600)
        assert waits.cancel() and not long.done()
        with pytest.raises(Cancelled):
            waits.result()
        assert long.cancel()
        try:
            assert long.result()["stopped"]
        except Cancelled:
            pass  # It had not started yet.


def test_threads_share_an_engine(engine: Engine) -> None:
    found: list[int] = []

    def ask() -> None:
        found.extend(len(engine.game("uglyduck").start().moves()) for _ in range(20))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [13] * 80


def test_a_missing_program_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ["/no/such/program", ""]:
        monkeypatch.setenv("CYGNET", name)
        monkeypatch.setenv("PATH", "/nowhere")
        with pytest.raises(EngineGone) as missing:
            Engine()
        words = str(missing.value)
        assert words.startswith(f"cannot start {name or 'cygnet'}: No such file or directory\n")
        assert "cargo install" in words and "CYGNET" in words


@pytest.mark.skipif(os.name != "posix", reason="writes a script for a shell")
@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("", "it is not cygnet\n"),
        ("exit 1", "it is not cygnet\n"),
        ("echo cygnet", "it is not cygnet\n"),
        ("echo cygnet 0.1.7", "it is cygnet 0.1.7, and this package needs cygnet 0.2\n"),
        ("echo cygnet 12.2.0-beta", "it is cygnet 12.2.0-beta, and this package needs cygnet 0.2\n"),
    ],
)
def test_another_program_or_version_is_refused(
    script: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.write_text(f"#!/bin/sh\n{script}\n")
    other.chmod(0o755)
    monkeypatch.setenv("CYGNET", str(other))
    with pytest.raises(EngineGone) as refused:
        Engine()
    assert str(refused.value).startswith(f"cannot start {other}: {message}") and "CYGNET" in str(refused.value)


@pytest.mark.skipif(os.name != "posix", reason="writes a script for a shell")
@pytest.mark.parametrize("answer", ["hello", "[]", "{}", "7"])
def test_an_answer_that_is_not_json_rpc_ends_the_requests(answer: str, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text(f"#!/bin/sh\n[ $1 = rpc ] || exec echo cygnet 0.2.0\nread line\necho '{answer}'\nread line\n")
    other.chmod(0o755)
    with pytest.raises(EngineGone, match="which is not JSON-RPC; it is not cygnet"):
        Engine([str(other)])


def test_a_request_that_is_too_long_is_refused(engine: Engine) -> None:
    with pytest.raises(ValueError, match="bytes; it can have at most 1048576"):
        engine.call("position", game="uglyduck", moves=["a1b2"] * 200_000)
    assert engine.call("position", game="uglyduck")["turn"] == 0


def test_waiting_has_a_time_limit() -> None:
    with Engine(threads=1) as engine:
        long = engine.submit("analyze", game="qawale", time=3600)
        with pytest.raises(TimeoutError):
            long.result(timeout=0.05)
        # Other requests are answered in the meantime, also from other threads.
        assert engine.call("position", game="uglyduck")["turn"] == 0
        long.cancel()
        assert long.result(timeout=60)["stopped"]


def test_many_answers_do_not_block_the_program(engine: Engine) -> None:
    requests = [engine.submit("moves", game="replica:12") for _ in range(2000)]
    assert {len(request.result()["moves"]) for request in requests} == {len(requests[0].result()["moves"])}


def test_a_closed_engine_raises() -> None:
    engine = Engine()
    waits = engine.submit("solve", game="uglyduck")
    engine.close()
    try:
        assert waits.result()["stopped"]
    except EngineGone:
        pass  # It had not started yet.
    with pytest.raises(EngineGone):
        engine.call("moves", game="uglyduck")


def test_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    for name, count in [("python.md", 4), ("first-bot-python.md", 2)]:
        blocks = page(name).split("```python\n")[1:]
        assert len(blocks) == count
        for block in blocks:
            exec(compile(block.split("```")[0], f"docs/{name}", "exec"), {})
    assert "/params/move" in capsys.readouterr().out
    assert cygnet_games.__doc__ is not None
