#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
#
# run.sh PROGRAM CLOCK: the lines of progress of every verb that has them, on a terminal made by script(1), under a clock
# (clock.c) that makes every one of them appear. Each line has a bar, percents that never fall, and the time that is
# left, with a rate where people can count what is counted; at the end the line is cleared. With --quiet, and where
# stderr is not a terminal, there is nothing. Exit 77 (skipped) where there is no script(1), or it cannot be preloaded.
set -u
[ $# -eq 2 ] || { echo "usage: run.sh PROGRAM CLOCK" >&2; exit 2; }
program=$(realpath "$1")
clock=$(realpath "$2")
data=$(cd "$(dirname "$0")/../cli/data" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
cd "$work" || exit 2
if [ "$(script -qec 'test -t 2 && echo terminal' /dev/null </dev/null 2>/dev/null | tr -d '\r')" != terminal ]; then
    echo "skipped: there is no script(1) that runs a command on a terminal"
    exit 77
fi
if ! LD_PRELOAD=$clock "$program" --version >/dev/null 2>&1; then
    echo "skipped: the program does not run with a preloaded library (a sanitizer must be loaded first)"
    exit 77
fi

"$program" generate archipelago --size 900x700 --seed 3 -o sea.map
"$program" generate dungeon --size 120x80 --rooms 40 --keys 8 --seed 5 -o crypt.txt
cp "$data/bay.txt" "$data/bay.csv" .
"$program" generate script --map bay.txt -o bay.jsonl
"$program" generate script --map sea.map --rounds 1 -o sea.jsonl

# What a command says on stderr if that is a terminal: one painting on a line, the clearing of the line as "clear".
# `script` waits for its input to end, and hands its exit code on.
on_terminal() { # ARGUMENT...
    echo "LD_PRELOAD=$clock $program $* >out.stdout" >command
    script -qec 'bash command' /dev/null </dev/null | tr -d '\n' | sed -e 's/\r\x1b\[K/\nclear\n/g' -e 's/\x1b\[K//g' |
        tr '\r' '\n' | grep -v '^$'
}

failed=0
wrong() { # TEXT
    failed=$((failed + 1))
    echo "FAILED: $1"
    sed 's/^/    /' seen
}

# Every painting of WHAT: a bar, percents that do not fall and some that are neither 0 nor 100, and what comes behind.
check_bar() { # WHAT BEHIND
    local number='[0-9]+(\.[0-9])?( [kMGT])?' left='(under 1 s|[0-9.]+ s|[0-9]+ min [0-9]+ s|[0-9]+ h [0-9]+ min) left'
    local behind=${2/RATE/$number} percents
    grep "^$1 " seen >bar
    [ "$(wc -l <bar)" -ge 3 ] || wrong "$1: fewer than three paintings"
    grep -vE "^$1 \[#* *\] +[0-9]+ %(  $behind)?(  $left)?$" bar >odd && wrong "$1: odd lines: $(head -1 odd)"
    [ -z "$2" ] || grep -qE "  $behind  $left$" bar || wrong "$1: no rate"
    grep -qE "  $left$" bar || wrong "$1: no time left"
    percents=$(sed -E 's/.*\] +([0-9]+) %.*/\1/' bar)
    sort -nc <<<"$percents" 2>/dev/null || wrong "$1: percents fall"
    grep -qvxE '0|100' <<<"$percents" || wrong "$1: nothing between 0 and 100 %"
    awk -v what="$1" '$1 == what { last = NR } $1 == "clear" && NR == last + 1 { cleared = NR }
        END { exit cleared != last + 1 }' seen || wrong "$1: the line is not cleared"
}

check() { # NAME "WHAT:BEHIND WHAT:BEHIND..." ARGUMENT...
    local name=$1 bars=$2 bar
    shift 2
    on_terminal "$@" >seen
    for bar in $bars; do check_bar "${bar%%:*}" "$(tr _ ' ' <<<"${bar#*:}")"; done
    on_terminal "$@" --quiet >seen
    [ ! -s seen ] || wrong "$name --quiet: not quiet"
    LD_PRELOAD=$clock "$program" "$@" >out.stdout 2>seen
    grep -q $'\r' seen && wrong "$name: progress where there is no terminal"
    echo "$name: looked at"
}

tiles='RATE_tiles/s'
check convert "reading:$tiles writing:$tiles" convert sea.map sea.png
check convert_back "reading:$tiles writing:$tiles" convert sea.png sea.txt
check generate "generate:$tiles writing:$tiles" generate archipelago --size 900x700 -o made.map
check generate_to_stdout "generate:$tiles writing:$tiles" generate maze --size 901x701
check dungeon "generate:$tiles" generate dungeon --size 701x701 --maze --keys 8 -o made.txt
check keys "keys:" keys crypt.txt --goal all-keys-exit
check keys_plain "keys:" keys crypt.txt --strategy keys-plain
check index "reading:$tiles index:" index sea.map -o sea.lfindex
check batch "batch:RATE_queries/s" batch bay.txt bay.csv
check replay "replay:RATE_lines/s" replay bay.txt bay.jsonl
check replay_index "reading:$tiles index:" replay sea.map sea.jsonl --index yes
check bench "bench:RATE_queries/s" bench bay.txt --queries bay.csv
[ $failed -eq 0 ] && echo "all is well"
[ $failed -eq 0 ]
