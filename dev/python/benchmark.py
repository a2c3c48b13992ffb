"""Measures steps per second: each game through PettingZoo and in a batch, next to PettingZoo's connect_four.

    CYGNET=target/release/cygnet taskset -c 1 python dev/python/benchmark.py [--seconds 2] [--rounds 5] [--batch 100]

Needs Linux and `pip install './dev/python[pettingzoo]' pygame`. `taskset` keeps Python and the program on one core.
The rounds of all games are interleaved. Each figure is the median of its rounds: steps per second, and steps per
second of processor time of Python and the program together, with the lowest and the highest. Other processes
change the second one less, because only their use of caches counts. The last column compares each round with the
round of connect_four just before it.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import statistics
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from cygnet_games import Engine
from cygnet_games.batch import Batch
from cygnet_games.pettingzoo import env

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from pettingzoo.classic import connect_four_v3


def play_alone(environment: Any, rng: random.Random) -> int:
    """Plays a random game through PettingZoo and returns its steps."""
    steps = 0
    environment.reset()
    for _ in environment.agent_iter():
        observation, _, termination, truncation, _ = environment.last()
        over = termination or truncation
        legal = np.flatnonzero(observation["action_mask"].view(np.bool_))
        environment.step(None if over else rng.choice(legal.tolist()))
        steps += not over
    return steps


def play_together(batch: Batch, rng: random.Random) -> int:
    """Plays a random action in each game of a batch and returns the number of actions."""
    observations, masks, over = batch.observations, batch.masks, batch.over
    assert len(observations) == len(masks) == len(over)
    legal = zip(over, batch.steps, strict=True)
    batch.step([0 if is_over else rng.choice(step["legal"]) for is_over, step in legal])
    return len(over) - int(over.sum())


def processor_time(engine: Engine) -> float:
    """Returns the processor time of this process and the program, in seconds."""
    with open(f"/proc/{engine._connection.process.pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return time.process_time() + (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(
    play: Callable[[Any, random.Random], int], target: Any, seconds: float, engine: Engine
) -> tuple[float, float]:
    """Plays for some time. Returns the steps per second, and per second of processor time."""
    rng, steps = random.Random(1), 0
    begin, processor = time.perf_counter(), processor_time(engine)
    while time.perf_counter() - begin < seconds:
        steps += play(target, rng)
    return steps / (time.perf_counter() - begin), steps / (processor_time(engine) - processor)


def main() -> None:
    """Measures and prints a table."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("--seconds", type=float, default=2)
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--batch", type=int, default=100)
    options.add_argument("games", nargs="*", help="the games; all by default")
    given = options.parse_args()
    with Engine(threads=1) as engine:
        names = given.games or [game["name"] for game in engine.games()]
        runs: dict[str, tuple[Callable[[Any, random.Random], int], Any]] = {}
        runs["connect_four"] = (play_alone, connect_four_v3.env())
        for name in names:
            runs[name] = (play_alone, env(name, engine=engine))
            runs[f"{name}, batch of {given.batch}"] = (play_together, Batch(name, given.batch, engine))
        speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
        for _ in range(given.rounds):
            for name, (play, target) in runs.items():
                speeds[name].append(measure(play, target, given.seconds, engine))
    print(f"Python {platform.python_version()}, numpy {np.__version__}")
    print(f"{'':30}{'steps/s':>9}{'per processor second':>30}{'of connect_four':>24}")
    base = [processor for _, processor in speeds["connect_four"]]
    for name, found in speeds.items():
        elapsed = statistics.median(elapsed for elapsed, _ in found)
        processor = [processor for _, processor in found]
        ratios = [speed / other for speed, other in zip(processor, base, strict=True)]
        print(f"{name:30}{elapsed:9.0f}{spread(processor, 0):>30}{spread(ratios, 2):>24}")


def spread(values: list[float], digits: int) -> str:
    """Returns the median of the values, the lowest and the highest."""
    median, low, high = (f"{value:.{digits}f}" for value in (statistics.median(values), min(values), max(values)))
    return f"{median} ({low} to {high})"


main()
