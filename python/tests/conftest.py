from collections.abc import Iterator

import pytest

from cygnet_games import Engine


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    with Engine(threads=2, memory=64) as engine:
        yield engine
