#!/bin/sh
# Tests the page of `cygnet review --format html` in headless Chromium: keys, buttons, links and the graph.
# Needs `chromium` (Debian: apt-get install chromium) and a built cygnet. Not part of `cargo test`.
#   tests/browser/run.sh [CYGNET] [DIRECTORY]
# Leaves screenshots (wide, dark, phone) in DIRECTORY for inspection.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cygnet=${1:-$here/../../target/debug/cygnet}
folder=${2:-$(mktemp -d)}
mkdir -p "$folder"
failed=0

browse() {
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$folder/profile" \
        --virtual-time-budget=2000 "$@" 2> /dev/null
}

# The hint about an unknown game lists all of them.
games=$("$cygnet" moves unknown 2>&1 | sed -n 's/^hint: the games are //p' | tr -d ',')
for game in $games uglyduck-xl:6x6; do
    name=$(echo "$game" | tr ':' '-')
    rm -f "$folder/$name".*
    printf ':save %s\n:quit\n' "$folder/$name.cygnet" |
        "$cygnet" play "$game" --p1 easy --p2 easy --seed 2 --stay > /dev/null 2>&1
    "$cygnet" review "$folder/$name.cygnet" --nodes 2000 --format html --out "$folder/$name.html" 2> /dev/null
    page="file://$folder/$name.html"
    # The same page with a script that simulates a reader and puts the result in the title.
    { sed '/<\/body>/,$d' "$folder/$name.html"; echo '<script>'; cat "$here/steps.js"; echo '</script></body></html>'; } \
        > "$folder/$name.steps.html"
    title=$(browse --dump-dom "file://$folder/$name.steps.html" | sed -n 's/.*<title>\(tried: [^<]*\)<.*/\1/p' | head -n 1)
    echo "$game: ${title:-the script did not run}"
    [ "$title" = "tried: all right" ] || failed=1
    browse --window-size=1000,1400 --screenshot="$folder/$name-wide.png" "$page#turn-4"
    browse --window-size=1000,1400 --force-dark-mode --blink-settings=preferredColorScheme=0 \
        --screenshot="$folder/$name-dark.png" "$page#turn-4"
    # A browser window cannot be as narrow as a phone, but a frame can.
    printf '<body style="margin:0"><iframe src="%s.html#turn-4" width="360" height="1400" style="border:0"></iframe>' \
        "$name" > "$folder/$name.phone.html"
    browse --window-size=360,1400 --screenshot="$folder/$name-phone.png" "file://$folder/$name.phone.html"
done
echo "screenshots: $folder"
exit $failed
