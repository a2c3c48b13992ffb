#!/bin/sh
# The tests of the Python package, in an environment of their own: run-tests.sh [FOLDER OF THE ENVIRONMENT]
# The program is $CYGNET, or what cargo has built for release; without either it is built.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/.." && pwd)
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
