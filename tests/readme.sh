#!/usr/bin/env bash
# readme.sh README INCLUDE_DIR LIBRARY: the first C block of the README compiles as it stands, and prints the text block
# that follows it.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
block() { awk -v kind="$1" '$0 == "```" kind {on = 1; next} on && /^```/ {exit} on' "$2"; }
block c "$1" > "$work/readme.c"
block text "$1" > "$work/expected"
[ -s "$work/readme.c" ] && [ -s "$work/expected" ] || { echo "no C block with output in $1"; exit 1; }
"${CC:-cc}" -std=c17 -Wall -Wextra -Werror -I"$2" "$work/readme.c" "$3" -o "$work/readme" -Wl,-rpath,"$(dirname "$3")" ${LDFLAGS:-}
diff "$work/expected" <("$work/readme" | sed 's/ *$//')
