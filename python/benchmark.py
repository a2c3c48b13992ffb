"""Measures steps per second: each game through PettingZoo and in a batch, beside PettingZoo's connect_four.

    CYGNET=target/release/cygnet taskset -c 1 python python/benchmark.py [--seconds 2] [--rounds 5] [--batch 100]

`taskset` keeps Python and the program on one core. Needs `pip install './python[pettingzoo]' pygame`. The
rounds of all games are interleaved, and each figure is the median of its rounds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from pettingzoo.classic import connect_four_v3

from cygnet_games import Engine
from cygnet_games.batch import Batch
from cygnet_games.pettingzoo import env


def play_alone(environment: Any, seconds: float) -> float:
    """Plays random games through PettingZoo for some time and returns the steps per second."""
    rng, steps, begin = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        environment.reset()
        for _ in environment.agent_iter():
            observation, _, termination, truncation, _ = environment.last()
            over = termination or truncation
            action = None if over else rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
            environment.step(action)
            steps += not over
    return steps / (time.perf_counter() - begin)


def play_together(batch: Batch, seconds: float) -> float:
    """Plays random games in a batch for some time and returns the steps per second."""
    rng, steps, begin = random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        observations, masks, over = batch.observations, batch.masks, batch.over
        assert len(observations) == len(masks)
        batch.step([0 if end else rng.choice(step["legal"]) for end, step in zip(over, batch.steps, strict=True)])
        steps += len(over) - int(over.sum())
    return steps / (time.perf_counter() - begin)


def main() -> None:
    """Measures and prints a table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--seconds", type=float, default=2)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--batch", type=int, default=100)
    given = options.parse_args()
    with Engine(threads=1) as engine:
        names = [name for game in engine.games() for name in game["examples"]]
        runs: dict[str, tuple[Callable[[Any, float], float], Any]] = {}
        runs["connect_four"] = (play_alone, connect_four_v3.env())
        for name in names:
            runs[name] = (play_alone, env(name, engine=engine))
            runs[f"{name}, batch of {given.batch}"] = (play_together, Batch(name, given.batch, engine))
        speeds: dict[str, list[float]] = {name: [] for name in runs}
        for _ in range(given.rounds):
            for name, (play, target) in runs.items():
                speeds[name].append(play(target, given.seconds))
    base = statistics.median(speeds["connect_four"])
    for name, found in speeds.items():
        speed = statistics.median(found)
        print(f"{name:36}{speed:8.0f}  {speed / base:5.2f} of connect_four")


main()
