#!/bin/sh
# Runs the tests of the Python package in a separate virtual environment: run-tests.sh [DIRECTORY]
# Uses the program $CYGNET. If that is not set, builds the program for release and uses that.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
environment=${1:-$root/target/python}
if [ -z "${CYGNET:-}" ]; then
    (cd "$root" && cargo build --release --quiet)
    CYGNET=$root/target/release/cygnet
fi
export CYGNET
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check "$here[test]"
cd "$here"
"$environment/bin/python" -m mypy
exec "$environment/bin/python" -m pytest "tests"
