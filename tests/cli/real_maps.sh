#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
#
# The program on real maps: real_maps.sh PROGRAM
#
# Reads LF_SHARED_DATA, by default ../shared beside the project. Every maps/NAME/queries*.csv has a column
# `length` with the true shortest lengths; `landfall batch --strategy flood` must give the same, and the guided
# strategies must find every route, none of them shorter. Every movingai/*.map.scen says its optimal octile lengths;
# `landfall batch --strategy flood --cost octile` must give the same to the digits that are printed. Every 20th query is asked;
# LF_SCEN_STEP=1 asks all of them, which takes some minutes. Exit 77 (skipped) where the data is absent.
set -u
[ $# -eq 1 ] || { echo "usage: real_maps.sh PROGRAM" >&2; exit 2; }
program=$1
data=${LF_SHARED_DATA:-$(cd "$(dirname "$0")/../.." && pwd)/../shared}
if [ ! -d "$data/maps" ]; then
    echo "skipped: no maps in $data (set LF_SHARED_DATA)"
    exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

verdict() { # NAME CODE
    if [ "$2" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
    echo "$1: $([ "$2" -eq 0 ] && echo passed || echo failed)"
}

# The column of a CSV that its first line calls NAME.
column() { # FILE NAME
    awk -F, -v name="$2" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next }
        { sub(/\r$/, ""); print $at }' "$1"
}

for queries in "$data"/maps/*/queries*.csv; do
    folder=$(dirname "$queries")
    column "$queries" length >"$work/expected" &&
        "$program" batch "$folder" "$queries" --strategy flood --threads 2 --quiet --out "$work/got.csv" &&
        column "$work/got.csv" length >"$work/got" &&
        cmp "$work/expected" "$work/got"
    verdict "$(basename "$folder")/$(basename "$queries")" $?
    for options in corridor "expand --coarse given" "expand-optimal --level 4 --straighten"; do
        "$program" batch "$folder" "$queries" --strategy $options --threads 2 --quiet --out "$work/got.csv" &&
            column "$work/got.csv" length | paste -d, "$work/expected" - | awk -F, '$2 < $1 { bad = 1 } END { exit bad }'
        verdict "$(basename "$folder")/$(basename "$queries") $options" $?
    done
done
for scenario in "$data"/movingai/*.map.scen; do
    [ -e "$scenario" ] || continue
    awk -v step="${LF_SCEN_STEP:-20}" 'NR == 1 || NR % step == 0' "$scenario" >"$work/thin.scen"
    "$program" batch "${scenario%.scen}" "$work/thin.scen" --strategy flood --cost octile --threads 2 --quiet --out "$work/got.csv" &&
        awk 'NR > 1 && NF >= 9 { print $9 }' "$work/thin.scen" >"$work/expected" &&
        column "$work/got.csv" cost | paste -d' ' "$work/expected" - | awk '
            { digits = index($1, ".") > 0 ? length($1) - index($1, ".") : 0
              allowed = 0.5 * 10 ^ -digits + 0.000001
              if (allowed < 0.00001 * $1) allowed = 0.00001 * $1 # long lengths were summed up in single precision
              off = $1 > $2 ? $1 - $2 : $2 - $1
              if (off > allowed) { print "line " NR + 1 ": " $1 " expected, got " $2; bad = 1 } }
            END { exit bad || NR == 0 }'
    verdict "$(basename "$scenario") octile, $(wc -l <"$work/expected") queries" $?
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
