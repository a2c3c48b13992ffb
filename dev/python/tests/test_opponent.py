import os
import random
import signal
import threading
import warnings
from collections.abc import Callable

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from cygnet_games import Engine, RequestError
from cygnet_games.pettingzoo import AGENTS, env


def play(game: env, rng: random.Random, steps: int = 30) -> list[str]:
    """Plays random actions. Returns the moves of both sides."""
    for _ in range(steps):
        (agent,) = game.agents
        if game.terminations[agent]:
            break
        observation = game.last()[0]
        assert observation is not None
        game.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
    return list(game.position.played)


def test_a_position_has_a_computer_player(engine: Engine, name: str) -> None:
    start = engine.game(name).start()
    choice = start.choose("level:1", seed=7, nodes=100)
    assert choice["move"] in start.moves() and start.play(choice["move"]).text == choice["position"]
    assert choice == start.choose("level:1", seed=choice["seed"], nodes=100)
    with pytest.raises(RequestError, match="unknown bot"):
        start.choose("nobody")


@pytest.mark.parametrize("side", AGENTS)
def test_an_opponent_plays_the_other_side(engine: Engine, name: str, side: str) -> None:
    game = env(name, engine=engine, opponent="random", opponent_side=side)
    learner = AGENTS[1 - AGENTS.index(side)]
    assert game.possible_agents == [learner]
    games = []
    for _ in range(2):
        game.reset(seed=5)
        assert game.agent_selection == learner and len(game.position.played) == AGENTS.index(learner)
        games.append(play(game, random.Random(3)))
        assert game._step["ending"] is not None or len(games[-1]) >= 10
        position = engine.game(name).position(moves=games[-1])
        assert game._step["ending"] is not None or position.text == game._step["state"]["position"]
    assert games[0] == games[1]
    game.reset()
    assert play(game, random.Random(3)) != games[0]


def test_pettingzoo_accepts_an_opponent(engine: Engine) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env("qawale", engine=engine, opponent="random"), num_cycles=60)
        seed_test(lambda: env("uglyduck", engine=engine, opponent="level:2"), num_cycles=20)


@pytest.mark.skipif(os.name != "posix", reason="needs signals of Unix")
def test_an_interrupt_while_the_opponent_thinks_takes_the_step_back(engine: Engine) -> None:
    game = env("uglyduck", engine=engine, opponent="minimax:64")
    game.reset(seed=1)
    before = game.last()[0]
    assert before is not None
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        timer.start()
        game.step(6)
    timer.join()
    after = game.last()[0]
    assert after is not None and all((after[key] == before[key]).all() for key in before)
    assert game.position.played == () and game.agent_selection == "player_1"
    assert engine.game("uglyduck").start().analyze(depth=1)["depth"] == 1


@pytest.mark.skipif(os.name != "posix", reason="needs signals of Unix")
def test_an_interrupted_reset_changes_nothing(engine: Engine) -> None:
    def replies(game: env) -> list[str]:
        game.step(6)
        return list(game.position.played)

    game, same = (env("uglyduck", engine=engine, opponent="level:1") for _ in range(2))
    for environment in (game, same):
        environment.reset(seed=1)
    game._opponent, opponent = "minimax:64", game._opponent
    later = {"position": "DDDDD/5/5/5/ddddd 2"}
    acts: list[Callable[[], None]] = [lambda: game.step(6), lambda: game.reset(seed=2, options=later)]
    for act in acts:
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            act()
        timer.join()
        assert game.position.played == () and game.position.text == "DDDDD/5/5/5/ddddd 1"
    # The opponent still plays as the seed says.
    game._opponent = opponent
    assert replies(game) == replies(same)


def test_the_learner_gets_the_result(engine: Engine) -> None:
    game = env("uglyduck", engine=engine, opponent="random")
    game.reset(options={"position": "5/S4/5/5/d4 1"})
    game.step(5 * 25 + 0)
    assert game.rewards == {"player_1": 1.0} and game.terminations == {"player_1": True}
    lost = env("uglyduck", engine=engine, opponent="minimax:2", opponent_side="player_1")
    lost.reset(options={"position": "5/S4/5/5/d4 1"})
    assert lost.last()[1:3] == (-1.0, True) and lost.position.outcome == "p1"
    lost.step(None)
    assert not lost.agents


def test_unknown_opponents_are_refused(engine: Engine) -> None:
    with pytest.raises(RequestError, match="unknown bot"):
        env("uglyduck", engine=engine, opponent="nobody")
    with pytest.raises(ValueError, match="unknown side 'p1': the sides are player_1, player_2"):
        env("uglyduck", engine=engine, opponent="random", opponent_side="p1")
