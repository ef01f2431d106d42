#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
#
# plot.sh PROGRAM ROOT: bench/plot.py draws what the program and the benchmarks write.
set -u
program=$(realpath "$1")
root=$(realpath "$2")
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
passed=0
failed=0
points() { # COUNT FILE X Y ARGUMENT...: the chart has so many points
    local count=$1 file=$2 x=$3 y=$4
    shift 4
    rm -f out.svg
    python3 "$root/bench/plot.py" "$file" out.svg --x "$x" --y "$y" "$@"
    local got
    got=$(grep -c '<circle' out.svg)
    if [ "$got" = "$count" ]; then passed=$((passed + 1)); else failed=$((failed + 1)) && echo "FAILED: $file, $x, $y: $got points, expected $count"; fi
}
"$program" generate rooms --size 60x40 --seed 3 -o rooms.txt
printf 'from_x,from_y,to_x,to_y\n0,0,1,0\n0,0,9,0\n0,0,30,9\n' >queries.csv
"$program" bench rooms.txt --queries queries.csv --strategies flood,expand,headland --csv >bench.csv
points 3 bench.csv strategy median_us
points 3 bench.csv bytes median_us --series strategy --log y
"$program" batch rooms.txt queries.csv --quiet -o batch.csv
points 3 batch.csv length us --log y
"$program" batch rooms.txt queries.csv --quiet --cost octile -o octile.csv
points 3 octile.csv cost expanded
printf '# of a benchmark\nkeys\tms\tgoal\n1\t2.5\texit\n2\t-\texit\n3\t4\texit\n' >result.tsv
points 2 result.tsv keys ms --series goal
printf '\357\273\277a,b\r\n1,2\r\n' >marked.csv
points 1 marked.csv a b
python3 "$root/bench/plot.py" bench.csv out.svg --x nothing --y median_us 2>&1 | grep -q "no column 'nothing'" && passed=$((passed + 1))
python3 "$root/bench/plot.py" nowhere.csv out.svg --x a --y b 2>&1 | grep -q "nowhere.csv: No such file" && passed=$((passed + 1))
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -eq 8 ]
