import os
import random
import signal
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from cygnet_games import Engine, InvalidPosition, RequestError
from cygnet_games.pettingzoo import AGENTS, env


def test_the_pettingzoo_api_test_passes(engine: Engine, name: str) -> None:
    with warnings.catch_warnings():
        # The test knows environments with an action mask by name, and warns about masks in all others.
        warnings.simplefilter("ignore")
        api_test(env(name, engine=engine), num_cycles=60)


def test_seeds(engine: Engine) -> None:
    seed_test(lambda: env("three-dragons", engine=engine), num_cycles=20)


def test_random_games_follow_the_moves_of_the_program(engine: Engine, name: str) -> None:
    """The actions of an agent lead to exactly the legal moves, and each move to its position."""
    rng = random.Random(7)
    game = env(name, engine=engine)
    game.reset()
    for _ in range(40):
        before = game.position
        legal = {move["move"]: move["position"] for move in before.successors()}
        if not legal:
            assert before.ending is not None and all(game.terminations.values())
            break
        agent = game.agent_selection
        actions = len(_legal(game))
        if game.encoding["action"] == "move":
            assert actions == len(legal)
        while game.position.played == before.played:
            assert game.agent_selection == agent
            assert not game.observe(AGENTS[1 - AGENTS.index(agent)])["action_mask"].any()
            game.step(rng.choice(_legal(game)))
        played = game.position.played[-1]
        assert game.infos[agent] == {"move": played}
        assert game.position.text == legal[played]


def _legal(game: env) -> list[int]:
    mask = game.observe(game.agent_selection)["action_mask"]
    return [int(action) for action in np.flatnonzero(mask)]


def test_every_move_has_an_action_of_its_own(engine: Engine, name: str) -> None:
    rng = random.Random(5)
    game = env(name, engine=engine)
    game.reset()
    for _ in range(4):
        state = game._step["state"]
        if game.encoding["action"] == "move":
            moves = [game._ask({"state": state, "action": action})["move"] for action in _legal(game)]
            assert sorted(map(str, moves)) == sorted(game.position.moves())
        game.step(rng.choice(_legal(game)))


def test_the_planes_identify_the_position(engine: Engine, name: str) -> None:
    """Different positions have different planes, even in the middle of a move."""
    rng = random.Random(3)
    game = env(name, engine=engine)
    seen: dict[bytes, tuple[str, tuple[int, ...]]] = {}
    for _ in range(3):
        game.reset()
        for _ in range(40):
            agent = game.agent_selection
            if game.terminations[agent]:
                break
            observed = game.observe(agent)
            assert game.observation_space(agent).contains(observed)
            begun = tuple(game._step["state"].get("begun", []))
            text = " ".join(game.position.text.split()[:2])
            key = (text, begun[-2:] + (len(begun),))
            assert seen.setdefault(observed["observation"].tobytes(), key) == key
            game.step(rng.choice(_legal(game)))


def test_the_encoding_is_as_documented(engine: Engine) -> None:
    def of(name: str) -> tuple[list[int], int]:
        encoding = engine.game(name).encoding()
        assert encoding["shape"][2] == len(encoding["planes"])
        assert encoding["shape"][0] * encoding["shape"][1] == len(encoding["cells"])
        return list(encoding["shape"]), encoding["actions"]

    assert of("uglyduck") == ([5, 5, 5], 625)
    assert of("uglyduck-xl:4x6") == ([6, 4, 5], 576)
    assert of("replica") == ([8, 8, 5], 4096)
    assert of("three-dragons") == ([9, 9, 14], 32805)
    assert of("qawale") == ([4, 4, 146], 16)
    assert of("qawale:10") == ([4, 4, 170], 16)
    assert engine.game("uglyduck-xl:4x6").encoding()["cells"][:5] == ["a1", "a2", "a3", "a4", "b1"]
    observation = env("uglyduck", engine=engine)
    observation.reset()
    planes = observation.observe("player_1")["observation"]
    # Player 1's ducks are on row a, player 2's on row e.
    assert planes[0, :, 0].all() and planes[4, :, 2].all() and planes.sum() == 10


@pytest.mark.parametrize(
    ("game", "moves", "actions"),
    [
        ("uglyduck", "a1b2", [0 * 25 + 6]),
        ("uglyduck-xl:4x6", "a4b3", [3 * 24 + 6]),
        ("three-dragons", "e8e6", [((4 * 9 + 7) * 81 + 4 * 9 + 5) * 5]),
        ("qawale", "a4b4b3c3", [3, 7, 6, 10]),
    ],
)
def test_actions_play_their_moves(engine: Engine, game: str, moves: str, actions: list[int]) -> None:
    environment = env(game, engine=engine)
    environment.reset()
    for action in actions:
        environment.step(action)
    assert environment.position.played == (moves,)


def test_ends_and_rewards(engine: Engine) -> None:
    game = env("uglyduck", "ansi", engine)
    game.reset(options={"position": "5/S4/5/5/d4 1"})
    game.step(5 * 25 + 0)
    assert game.rewards == {"player_1": 1.0, "player_2": -1.0} and all(game.terminations.values())
    assert isinstance(game.render(), str)
    game.reset()
    with pytest.warns(UserWarning, match="the action 0 is illegal, so player_1 loses"):
        game.step(0)
    assert game.rewards == {"player_1": -1.0, "player_2": 1.0} and all(game.terminations.values())
    assert game.last()[1:4] == (-1.0, True, False)
    assert not any(game.observe(agent)["action_mask"].any() for agent in AGENTS)
    for _ in AGENTS:
        game.step(None)
    with pytest.raises(RuntimeError, match="call reset first"):
        game.step(6)
    game.reset()
    for action in (None, -1, 625):
        with pytest.raises(ValueError, match="is not an action: they are 0 to 624"):
            game.step(action)
    game.reset(options={"position": "S4/5/5/5/d4 2"})
    assert game.last()[1:4] == (-1.0, True, False)


def test_the_state_is_what_both_agents_see(engine: Engine, name: str) -> None:
    game = env(name, engine=engine)
    for _ in range(2):
        game.reset()
        assert game.state_space.contains(game.state())
        assert (game.state() == game.observe(AGENTS[0])["observation"]).all()
        game.step(_legal(game)[0])
        assert (game.state() == game.observe(AGENTS[1])["observation"]).all()


def test_unknown_options_and_modes_are_refused(engine: Engine) -> None:
    with pytest.raises(ValueError, match="unknown render mode 'rgb_array': the modes are None, human, ansi"):
        env("uglyduck", "rgb_array", engine)
    game = env("uglyduck", engine=engine)
    with pytest.raises(ValueError, match="unknown option 'positon': the only option is position"):
        game.reset(options={"positon": "5/S4/5/5/d4 1"})
    game.reset(options={})
    game.reset(options={"position": None})
    assert game.position == engine.game("uglyduck").start()


def test_a_game_without_progress_is_a_draw(engine: Engine) -> None:
    game = env("replica:8,house", engine=engine)
    game.reset()
    while not any(game.terminations.values()):
        # Only moves that do not change the pieces make no progress.
        state, turn = game._step["state"], len(game.position.played)
        steps = {action: game._ask({"state": state, "action": action}) for action in _legal(game)}
        quiet = [action for action, step in steps.items() if _pieces(step["state"]["position"]) == _pieces(state["position"])]
        game.step(quiet[turn // 2 % len(quiet)])
    assert game.position.ending == {"outcome": "draw", "reason": "patience"}
    assert game.rewards == dict.fromkeys(AGENTS, 0.0)


def _pieces(position: str) -> list[str]:
    return sorted(letter for letter in position.split()[0] if letter.isalpha())


def test_positions_with_too_many_moves_to_list_are_played(engine: Engine) -> None:
    tower = "-,-,-,-/-,ttttttttdddddddllllllll,-,-/-,-,-,-/-,-,-,- d 1"
    game = env("qawale", engine=engine)
    game.reset(options={"position": tower})
    for _ in range(25):
        assert game.agent_selection == AGENTS[0] and not game.terminations[AGENTS[0]]
        game.step(_legal(game)[0])
    assert len(game.position.played) == 1


def test_a_refused_reset_changes_nothing(engine: Engine) -> None:
    game, fresh = env("uglyduck", "ansi", engine), env("uglyduck", engine=engine)
    wrong: list[dict[str, Any]] = [{"position": "bad"}, {"position": 5}, {"seed": 1}]
    begins: list[Callable[[], None]] = [lambda: None, game.reset, lambda: game.step(6), _win(game)]
    for begin in begins:
        begin()
        before = _seen(game)
        for options in wrong:
            with pytest.raises((RequestError, ValueError, TypeError)):
                game.reset(seed=3, options=options)
            assert _seen(game) == before
            with pytest.raises((RequestError, ValueError, TypeError)):
                fresh.reset(options=options)
            assert not fresh.agents
    with pytest.raises(TypeError, match="the option position must be a string, not 5"):
        game.reset(options={"position": 5})
    with pytest.raises(InvalidPosition, match="^character 1: "):
        game.reset(options={"position": "bad"})


def _win(game: env) -> Callable[[], None]:
    def win() -> None:
        game.reset(options={"position": "5/S4/5/5/d4 1"})
        game.step(5 * 25 + 0)

    return win


def _seen(game: env) -> tuple[object, ...]:
    seen = [str(game.observe(agent)) for agent in AGENTS], game.last()[1:] if game.agents else None
    return *seen, list(game.agents), game.agent_selection, game.position.text, game.position.played, game.render()


@pytest.mark.skipif(os.name != "posix", reason="needs signals of Unix")
def test_interrupts_at_any_moment_leave_a_whole_game(engine: Engine) -> None:
    """Between two calls a game is in progress or over, as its position says."""
    rng = random.Random(4)
    game = env("uglyduck-xl:3x3", engine=engine)
    seen = 0
    for _ in range(200):
        try:
            threading.Timer(rng.random() / 100, os.kill, (os.getpid(), signal.SIGINT)).start()
            end = time.monotonic() + 1
            while time.monotonic() < end:
                game.reset()
                while not game.terminations[game.agent_selection]:
                    game.step(_legal(game)[0])
                game.reset(options={"position": "3/1D1/1d1 2"})
        except KeyboardInterrupt:
            seen += 1
            if game.agents:
                over = any(game.terminations.values())
                position = game.position
                assert over == (position.ending is not None) == (not _legal(game))
                assert position.text == game._step["state"]["position"]
                assert len(game.rewards) == len(game.infos) == 2
    assert seen > 150
