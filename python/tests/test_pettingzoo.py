import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from cygnet_games import Engine
from cygnet_games.numbering import Numbering
from cygnet_games.pettingzoo import AGENTS, env, raw_env

GAMES = ["uglyduck", "uglyduck-xl:4x6", "uglyduck-xl:22x22", "replica", "replica:12,house", "three-dragons", "qawale"]


@pytest.mark.parametrize("name", GAMES)
def test_the_pettingzoo_api_test_passes(engine: Engine, name: str) -> None:
    with warnings.catch_warnings():
        # The test knows environments with an action mask by name, and warns about masks in all others.
        warnings.simplefilter("ignore")
        api_test(env(name, engine=engine), num_cycles=60)


def test_seeds(engine: Engine) -> None:
    seed_test(lambda: env("three-dragons", engine=engine), num_cycles=20)


@pytest.mark.parametrize("name", GAMES)
def test_actions_match_moves(engine: Engine, name: str) -> None:
    """In random games, the mask contains each legal move exactly once, and an action plays its move."""
    rng = random.Random(7)
    game = raw_env(name, engine=engine)
    game.reset()
    for _ in range(60):
        moves = game.position.moves()
        paths = {game.numbering.path(move): move for move in moves}
        assert len(paths) == len(moves)
        if not moves:
            break
        path = rng.choice(sorted(paths))
        agent = game.agent_selection
        for part, action in enumerate(path):
            assert game.agent_selection == agent
            mask = game.observe(agent)["action_mask"]
            begun = {other[part] for other in paths if other[:part] == path[:part]}
            assert set(np.flatnonzero(mask)) == begun
            assert not game.observe(AGENTS[1 - AGENTS.index(agent)])["action_mask"].any()
            game.step(action)
        assert game.position.played[-1] == paths[path]


@pytest.mark.parametrize("name", GAMES)
def test_the_planes_identify_the_position(engine: Engine, name: str) -> None:
    """Different positions have different planes, even in the middle of a move."""
    rng = random.Random(3)
    game = raw_env(name, engine=engine)
    seen: dict[bytes, tuple[str, tuple[int, ...]]] = {}
    for _ in range(3):
        game.reset()
        for _ in range(40):
            agent = game.agent_selection
            if game.terminations[agent] or game.truncations[agent]:
                break
            observed = game.observe(agent)
            assert game.observation_space(agent).contains(observed)
            text = " ".join(game.position.text.split()[:2])
            key = (text, game._begun[-2:] + (len(game._begun),))
            assert seen.setdefault(observed["observation"].tobytes(), key) == key
            game.step(rng.choice(np.flatnonzero(observed["action_mask"]).tolist()))


def test_the_numbering_is_as_documented(engine: Engine) -> None:
    def of(name: str) -> Numbering:
        return Numbering.of(name, engine.game(name).start().text)

    assert (of("uglyduck").size, of("replica").size) == (625, 4096)
    assert (of("three-dragons").size, of("qawale").size, of("uglyduck-xl:4x6").cells) == (32805, 16, 24)
    assert of("uglyduck").path("a1b2") == (0 * 25 + 6,)
    assert of("uglyduck-xl:4x6").path("f4e3") == (23 * 24 + 18,)
    assert of("replica").path("g7=K") == ((6 * 8 + 6) * 65,)
    assert of("three-dragons").path("e8e6*u") == (((4 * 9 + 7) * 81 + 4 * 9 + 5) * 5 + 1,)
    assert of("three-dragons").path("e8e6") == (((4 * 9 + 7) * 81 + 4 * 9 + 5) * 5,)
    assert of("qawale").path("a4b4b3") == (3, 7, 6)


def test_ends_and_rewards(engine: Engine) -> None:
    game = env("uglyduck", "ansi", engine)
    game.reset(options={"position": "5/S4/5/5/d4 1"})
    game.step(game.unwrapped.numbering.path("b1a1")[0])
    assert game.rewards == {"player_1": 1.0, "player_2": -1.0} and all(game.terminations.values())
    assert isinstance(game.render(), str)
    game.reset()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game.step(0)
    assert game.rewards["player_1"] == -1.0 and all(game.terminations.values())
    game.reset(options={"position": "S4/5/5/5/d4 2"})
    assert game.last()[1:4] == (-1.0, True, False)


def test_a_game_without_progress_is_a_draw(engine: Engine) -> None:
    game = raw_env("replica:8,house", engine=engine)
    game.reset()
    while not any(game.terminations.values()):
        moves = game.position.successors()
        # Only moves that do not change the pieces make no progress.
        quiet = [move["move"] for move in moves if _pieces(move["position"]) == _pieces(game.position.text)]
        game.step(game.numbering.path(quiet[len(game.position.played) // 2 % len(quiet)])[0])
    assert game.position.ending == {"result": "draw", "reason": "patience"}
    assert game.rewards == dict.fromkeys(AGENTS, 0.0)


def _pieces(position: str) -> list[str]:
    return sorted(letter for letter in position.split()[0] if letter.isalpha())


def test_too_many_moves_truncate_the_game(engine: Engine) -> None:
    tower = "-,-,-,-/-,ttttttttdddddddllllllll,-,-/-,-,-,-/-,-,-,- d 1"
    game = env("qawale", engine=engine)
    game.reset(options={"position": tower})
    assert game.last()[2:4] == (False, True)
