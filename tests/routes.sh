#!/usr/bin/env bash
# routes.sh ROOT: a thousand routes are the same bytes with gcc and clang, from -O0 to -O3.
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tried=0
python3 "$root/tools/amalgamate.py" "$root" "$work" > /dev/null 2>&1 || { echo "skipped: no python3"; exit 77; }
for compiler in gcc clang; do
    command -v $compiler > /dev/null || { echo "left out: no $compiler"; continue; }
    for level in -O0 -O1 -O2 -O3; do
        $compiler -std=c17 $level -I"$work" -I"$root/scenes" "$work/landfall.c" "$root"/scenes/*.c "$root/tests/test_routes.c" -o "$work/routes"
        echo "$compiler $level: $("$work/routes" "$root/tests/golden/routes.txt")"
        tried=$((tried + 1))
    done
done
[ "$tried" -gt 0 ] || { echo "skipped: neither gcc nor clang"; exit 77; }
