from collections.abc import Iterator

import pytest

from cygnet_games import Engine


def variants() -> list[str]:
    """Every variant of every game that the program knows."""
    with Engine(threads=1) as engine:
        return [name for game in engine.games() for name in game["examples"]]


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    with Engine(threads=2, memory=64) as engine:
        yield engine


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", variants())
