import random

import numpy as np
import pytest

from cygnet_games import Engine, InvalidMove
from cygnet_games.batch import Batch
from cygnet_games.pettingzoo import env


def test_a_batch_equals_single_steps(engine: Engine, name: str) -> None:
    rng = random.Random(11)
    batch = Batch(name, 3, engine)
    alone = [env(name, engine=engine) for _ in range(3)]
    for environment in alone:
        environment.reset()
    for _ in range(60):
        observations, masks = batch.observations, batch.masks
        for index, environment in enumerate(alone):
            observed = environment.observe(environment.agent_selection)
            assert (observations[index] == observed["observation"]).all()
            assert (masks[index] == observed["action_mask"]).all()
            over = bool(environment.terminations["player_1"])
            assert (batch.over[index], batch.rewards[index]) == (over, environment.rewards["player_1"])
            assert f"player_{batch.to_move[index] + 1}" == environment.agent_selection
        actions = [rng.choice(np.flatnonzero(mask).tolist()) if mask.any() else 0 for mask in masks]
        for environment, action in zip(alone, actions, strict=True):
            if environment.terminations["player_1"]:
                environment.reset()
            else:
                environment.step(action)
        batch.step(np.array(actions))


def test_a_batch_can_have_more_games_than_a_request(engine: Engine) -> None:
    batch = Batch("uglyduck", 1001, engine)
    batch.step(np.full(1001, 6))
    assert {step["state"]["position"] for step in batch.steps} == {"1DDDD/1D3/5/5/ddddd 2"}


@pytest.mark.parametrize("size", [0, -1])
def test_a_batch_has_games(engine: Engine, size: int) -> None:
    with pytest.raises(ValueError, match=f"a batch has 1 game or more, not {size}"):
        Batch("uglyduck", size, engine)


@pytest.mark.parametrize("game", [1, 1500, 2001])
def test_an_illegal_action_changes_nothing(engine: Engine, game: int) -> None:
    batch = Batch("uglyduck", 2002, engine)
    over = engine.game("uglyduck").step([{"state": {"position": "S4/5/5/5/d4 2"}}])[0]
    batch.steps[0] = batch.steps[1000] = over
    actions: list[int | str | None] = [6] * 2002
    actions[0] = None  # Games that are over need no action.
    actions[game] = 0
    with pytest.raises(InvalidMove, match=f"^game {game}: action 0 is illegal ") as refused:
        batch.step(actions)  # type: ignore[arg-type]
    assert refused.value.place == f"/params/games/{game}/action"
    assert {step["state"]["position"] for step in batch.steps} == {"DDDDD/5/5/5/ddddd 1", "S4/5/5/5/d4 2"}
    actions[game] = "6"
    with pytest.raises(ValueError, match=f"^game {game}: '6' is not an action: they are 0 to 624$"):
        batch.step(actions)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="2002 games, but 1 actions"):
        batch.step([6])
