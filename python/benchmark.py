"""Measures steps a second: each game through PettingZoo, next to PettingZoo's own connect_four.

Run it on one core, with the program of the release build: CYGNET=target/release/cygnet taskset -c 1 python
benchmark.py [SECONDS] [ROUNDS]. It needs `pip install pettingzoo pygame`. The rounds are interleaved, and each
figure is the median of its rounds.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import numpy as np
from pettingzoo.classic import connect_four_v3

from cygnet_games.pettingzoo import env


def pettingzoo_speed(environment: object, seconds: float) -> float:
    """Plays random games for some time and returns the steps per second."""
    rng, steps = random.Random(1), 0
    begin = time.perf_counter()
    while (used := time.perf_counter() - begin) < seconds:
        environment.reset()
        for _ in environment.agent_iter():
            observation, _, termination, truncation, _ = environment.last()
            over = termination or truncation
            action = None if over else rng.choice(np.flatnonzero(observation["action_mask"]))
            environment.step(action)
            steps += not over
    return steps / used


def main() -> None:
    seconds, rounds = float(sys.argv[1]), int(sys.argv[2])
    names = ["uglyduck", "uglyduck-xl", "replica", "three-dragons", "qawale"]
    envs = {"connect_four": connect_four_v3.env()} | {name: env(name) for name in names}
    found = {name: [] for name in envs}
    for _ in range(rounds):
        for name, environment in envs.items():
            found[name].append(pettingzoo_speed(environment, seconds))
    for name, speeds in found.items():
        print(f"{name:20}{statistics.median(speeds):8.0f}  {min(speeds):8.0f} {max(speeds):8.0f}")


main()
