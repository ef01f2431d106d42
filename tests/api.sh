#!/usr/bin/env bash
# api.sh ROOT: the public API is the one in tests/golden/api.txt. UPDATE=1 writes that file anew: do it with a change of the API
# that is meant, so that the change shows in its review. The dump has to know every declaration of the headers.
set -eu
command -v python3 > /dev/null || { echo "skipped: no python3"; exit 77; }
cd "$1"
golden=tests/golden/api.txt
now=$(python3 tools/api_dump.py .)
[ -z "${UPDATE:-}" ] || printf '%s\n' "$now" > "$golden"
declared=$(cat include/*.h include/landfall/*.h io/landfall_io.h | grep -c '^LF_API ')
dumped=$(printf '%s\n' "$now" | grep -cE '^[^#=].*\blf_[a-z0-9_]+\(.*\);$')
[ "$declared" -eq "$dumped" ] || { echo "the headers have $declared functions, the dump $dumped"; exit 1; }
diff "$golden" <(printf '%s\n' "$now") || { echo "the API has changed: UPDATE=1 tests/api.sh ROOT, and a line in CHANGELOG.md"; exit 1; }
echo "$declared functions, $(printf '%s\n' "$now" | wc -l) lines as agreed"
