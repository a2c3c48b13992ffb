#!/usr/bin/env bash
# Adds the game of docs/adding-a-game.md to a copy of the tree, and tests every tool with it.
#
# The copy is made and compiled in CARGO_TARGET_DIR, by default a separate directory. It gets a different
# version number, so that the two trees share only the compiled dependencies.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
page=$root/docs/adding-a-game.md
mkdir -p "${CARGO_TARGET_DIR:=$root/target/sixth-game}"
CARGO_TARGET_DIR=$(cd "$CARGO_TARGET_DIR" && pwd)
export CARGO_TARGET_DIR
copy=$CARGO_TARGET_DIR/sixth-game-tree
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_STATE_HOME=$work XDG_CONFIG_HOME=$work

rm -rf "$copy"
mkdir "$copy"
tar -C "$root" --exclude=target --exclude=.git -cf - . | tar -C "$copy" -xmf -
for file in Cargo.toml Cargo.lock; do
    awk '
        /^name = / { is_own = /"cygnet/ }
        /^\[workspace.package\]/ { is_own = 1 }
        is_own && /^version = / { sub(/[0-9]+"$/, "999\""); is_own = 0 }
        { print }
    ' "$root/$file" > "$copy/$file"
done

# The directory "files" has the new files. A code block on the page that starts with "```diff PATH" adds a line after
# another.
files=$root/tests/sixth-game/files
cp -R "$files/." "$copy"
awk -v work="$work" '
    !path && /^```diff [^ ]+$/ { path = $2; context = ""; next }
    path && /^```$/ { edits++; path = ""; next }
    !path { next }
    /^ / { context = substr($0, 2) }
    /^\+/ { print path "\t" context "\t" substr($0, 2) > (work "/edits") }
    END { print edits " edits" > (work "/count") }
' "$page"
while IFS=$'\t' read -r path context line; do
    context=$context line=$line awk '
        { print }
        !done && $0 == ENVIRON["context"] { print ENVIRON["line"]; done = 1 }
        END { exit !done }
    ' "$copy/$path" > "$work/edited" || { echo "$path has no line: $context" >&2; exit 1; }
    cp "$work/edited" "$copy/$path"
done < "$work/edits"

cd "$copy"
cargo fmt --check
cargo build --locked
# The generic tests of rules, screens and prompts, which cover all games.
cargo test --locked --quiet --package cygnet-core --test library -- laws:: perft:: weak_levels
cargo test --locked --quiet --package cygnet --lib -- screens:: session::tests::fit session::tests::looks::
cargo test --locked --quiet --package cygnet --test structure --test console -- layers:: prompts::

# Runs a command and checks that its output contains the pattern.
try() {
    local wanted=$1
    shift
    if ! "$CARGO_TARGET_DIR/debug/cygnet" "$@" > "$work/out" 2> "$work/err" || ! grep -q -- "$wanted" "$work/out"; then
        echo "cygnet $*: failed, or did not print \"$wanted\"" >&2
        cat "$work/out" "$work/err" >&2
        exit 1
    fi
    echo "cygnet $*: ok"
}

game=breakthrough
exec < /dev/null
for style in classic compact ascii words; do
    try 'Breakthrough: black to move' draw $game --moves a2b3 --board $style
done
try 'data-cell="b3"' draw $game --moves a2b3 --format svg
try '^a2b3$' moves $game
try '1248290' perft $game 5
try 'player 1, to move, wins, proven' solve $game --position '2b3/4w1/1b4/2w3/5b/w5 w'
try 'diagonally only' rules $game
try '^depth 3' analyze $game --depth 3
try 'level:3' arena $game --p1 level:3 --p2 random --games 4 --swap --seed 1
printf 'position startpos moves a2b3\ngo depth 3\n' | try '^bestmove [a-f][1-6]' ugi $game
printf '{"jsonrpc": "2.0", "id": 1, "method": "moves", "params": {"game": "breakthrough"}}\n' | try '"a2b3"' rpc
# Replays a game between two bots as typed input, with a hint and an illegal move.
printf ':save %s\n:quit\n' "$work/game" | try ' wins\.$' play $game --p1 level:4 --p2 level:2 --seed 1 --stay
moves=$(sed -n 's/^[0-9]*\. \([a-f1-6]*\).*/\1/p' "$work/game")
printf ':hint\na1a2\n%s\n' "$moves" | try 'One of your own pawns' play $game --p1 human --p2 human --board ascii
grep -q 'captures a pawn' "$work/out"
try 'accuracy' review "$work/game" --nodes 1000 --proof-nodes 1000
printf '1\n1\n1\na2b3\n:quit\n' | try 'to move\.$' play $game
echo "$(find "$files" -type f | wc -l) new files with $(find "$files" -type f -exec cat {} + | wc -l) lines, and $(cat "$work/count")"
