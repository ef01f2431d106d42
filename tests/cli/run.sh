#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
#
# Tests of the program from the outside: run.sh PROGRAM [NAME...]
#
# A case is NAME.sh, and what it must give: NAME.stdout, NAME.stderr and NAME.exit. It runs in a folder of its
# own that begins as a copy of data/, with the program as `landfall` and with `try COMMAND...`, which runs a
# command and prints its exit code, so that a case may hold several. Times and bytes are replaced by N before comparing.
# A case that cannot be tried here ends with exit code 77 after saying why; it is then skipped, and said to be.
# UPDATE=1 rewrites the expectations; read the diff before you commit it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
[ $# -ge 1 ] || { echo "usage: run.sh PROGRAM [NAME...]" >&2; exit 2; }
program=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
[ -x "$program" ] || { echo "run.sh: $1 is not a program" >&2; exit 2; }
shift

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$program" "$work/bin/landfall"
export PATH="$work/bin:$PATH" LC_ALL=C
unset POSIXLY_CORRECT

try() {
    "$@"
    echo "exit $?"
}
export -f try

# What a clock decides, and how many bytes the library's structs take, becomes N; the rest has to be the same on
# every run.
without_noise() {
    sed -E -e 's/[0-9]+\.[0-9]+ ([um]?s)\>/N us/g' \
        -e 's/("[a-z0-9]+_us":)[0-9.e+-]+/\1N/g' \
        -e 's/("speedup":)[0-9.e+-]+/\1N/g' \
        -e 's/^([a-z].* (yes|no)) +[0-9.]+ +[0-9.]+ +[0-9.]+$/\1 N N N/' \
        -e 's/^([a-z-]+ +[0-9]+)( +[0-9]+\.[0-9]){3}( +[0-9]+( +[0-9]\.[0-9]{4}){2}) +[0-9.]+ [kM]?B +[0-9.]+ +[0-9.]+$/\1 N N N\3 N N N/' \
        -e 's/^([a-z-]+,[0-9]+,[0-9]+)(,[0-9]+\.[0-9]{3}){3}(,[0-9]+(,[0-9]\.[0-9]{6}){2}),[0-9]+,[0-9.]+,[0-9.]+$/\1,N,N,N\3,N,N,N/' \
        -e 's/("([a-z]+_)?bytes":)[0-9]+/\1N/g' \
        -e 's/^(memory +map) .*, search .*/\1 N, search N/' \
        -e 's/\.[0-9a-f]{16}\.part/.HASH.part/g' \
        -e 's/ on [0-9]+ threads?;/ on N threads;/' \
        -e 's/^([0-9]+,[01],[0-9]*,([0-9]*\.[0-9]+,|,)?[0-9]+,[01],)[0-9]+\.[0-9]+$/\1N/'
}

run_case() { # NAME: leaves got.stdout, got.stderr and got.exit in $work
    rm -rf "$work/case"
    mkdir "$work/case"
    cp -r "$here/data/." "$work/case"
    (cd "$work/case" && bash -u "$here/$1.sh" >"$work/raw.stdout" 2>"$work/raw.stderr" </dev/null)
    echo $? >"$work/got.exit"
    without_noise <"$work/raw.stdout" >"$work/got.stdout"
    without_noise <"$work/raw.stderr" >"$work/got.stderr"
}

passed=0
failed=0
skipped=0
cases=("$@")
[ ${#cases[@]} -gt 0 ] || for file in "$here"/*.sh; do
    name=$(basename "$file" .sh)
    case $name in run | real_maps) ;; *) cases+=("$name") ;; esac
done
for name in "${cases[@]}"; do
    run_case "$name"
    if [ "$(cat "$work/got.exit")" = 77 ]; then
        echo "$name: skipped: $(cat "$work/raw.stdout")"
        skipped=$((skipped + 1))
        continue
    fi
    verdict=passed
    for part in exit stdout stderr; do
        if [ "${UPDATE:-}" = 1 ]; then
            cp "$work/got.$part" "$here/$name.$part"
        elif ! difference=$(diff -u "$here/$name.$part" "$work/got.$part" 2>&1); then
            verdict=failed
            printf '%s\n' "$difference"
        fi
    done
    echo "$name: $verdict"
    if [ $verdict = passed ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
