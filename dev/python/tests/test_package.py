import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent


def test_wheel_and_source_have_tests_and_licences(tmp_path: Path) -> None:
    if not (SOURCE / "pyproject.toml").is_file():
        pytest.skip("needs the source of the package")
    copied = tmp_path / "source"
    shutil.copytree(SOURCE, copied, ignore=shutil.ignore_patterns("*.egg-info", "build", "__pycache__"))
    build = "from setuptools.build_meta import *; build_sdist('built'); build_wheel('built')"
    subprocess.run([sys.executable, "-c", build], cwd=copied, check=True, capture_output=True)
    (source,) = (copied / "built").glob("*.tar.gz")
    (wheel,) = (copied / "built").glob("*.whl")
    with tarfile.open(source) as packed:
        in_source = {name.partition("/")[2]: packed.getmember(name) for name in packed.getnames()}
        licence = packed.extractfile("".join(name for name in packed.getnames() if name.endswith("LICENSE-MIT")))
        assert licence is not None and b"Permission is hereby granted" in licence.read()
    with zipfile.ZipFile(wheel) as packed:
        in_wheel = {name: packed.getinfo(name).file_size for name in packed.namelist()}
    tests = {path.name for path in SOURCE.glob("tests/*.py")}
    assert {"__init__.py", "conftest.py", "test_package.py"} < tests
    for test in tests:
        assert f"tests/{test}" in in_source and f"cygnet_games/tests/{test}" in in_wheel
    for licence_name in ("LICENSE-APACHE", "LICENSE-MIT"):
        assert in_source[licence_name].isfile()
        assert any(name.endswith(f"/licenses/{licence_name}") and size > 500 for name, size in in_wheel.items())
    assert "src/cygnet_games/py.typed" in in_source and "cygnet_games/py.typed" in in_wheel
