import json
import threading
from pathlib import Path

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

GAMES = ["uglyduck", "uglyduck-xl:4x6", "replica", "replica:8,house", "three-dragons", "qawale"]
DOCS = Path(__file__).resolve().parents[2] / "docs"
SCHEMA = json.loads((DOCS / "rpc.schema.json").read_text())
TOWER = "-,-,-,-/-,ttttttttdddddddllllllll,-,-/-,-,-,-/-,-,-,- d 1"


def check(name: str, value: object) -> None:
    schema = {**SCHEMA, "oneOf": [{"$ref": f"#/$defs/{name}"}]}
    jsonschema.Draft202012Validator(schema).validate(value)


def test_the_schema_is_valid() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("name", GAMES)
def test_answers_match_the_schema(engine: Engine, name: str) -> None:
    moves = [engine.game(name).start().moves()[0]]
    for method, params in {
        "moves": {},
        "position": {},
        "play": {"move": engine.game(name).position(moves=moves).moves()[-1]},
        "render": {"format": "svg"},
        "analyze": {"depth": 1},
        "solve": {"positions": 10},
        "review": {"nodes": 10},
    }.items():
        check(f"{method}Result", engine.call(method, game=name, moves=moves, **params))


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
    assert (won.outcome, won.moves(), won.ending) == ("p1", [], {"result": "p1", "reason": "rules"})


def test_analyses_solutions_and_reviews(engine: Engine) -> None:
    small = engine.game("uglyduck-xl:3x3").start()
    solution = small.solve(distance=True)
    assert (solution["result"], solution["plies"]) == ("p2", 14)
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
    with pytest.raises(RequestError, match="there is no method"):
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


def test_a_missing_or_closed_engine_raises() -> None:
    with pytest.raises(EngineGone, match="cannot start"):
        Engine(["no-such-program"])
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
    blocks = (DOCS / "python.md").read_text().split("```python\n")[1:]
    assert len(blocks) == 2
    for block in blocks:
        exec(compile(block.split("```")[0], "docs/python.md", "exec"), {})
    assert "/params/move" in capsys.readouterr().out
    assert cygnet_games.__doc__ is not None
