#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
#
# run.sh PROGRAM MPI_PROGRAM MPIEXEC: what ranks write is what one process writes, byte for byte: for 1 to 4 ranks with 1
# and 2 threads, after ranks were killed in the middle of it, after a full disk, and out of a file with holes.
set -u
program=$(realpath "$1")
mpi_program=$(realpath "$2")
mpiexec=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir pids
# The libraries of MPI keep memory to the end.
export LLVM_PROFILE_FILE=/dev/null ASAN_OPTIONS="detect_leaks=0:${ASAN_OPTIONS:-}"
options=()
if "$mpiexec" --version 2>&1 | grep -qE 'Open ?MPI|OpenRTE|PRRTE'; then
    # More ranks than cores, which share them; nothing but this machine.
    options=(--oversubscribe --bind-to none --mca btl self,vader --mca rmaps_base_oversubscribe true)
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_mpi_yield_when_idle=1
fi
# Each rank notes its number before it becomes the program.
cat >rank <<RANK
#!/bin/sh
echo \$\$ >"$work/pids/\$\$"
exec "$mpi_program" "\$@"
RANK
chmod +x rank
ranks() { # N ARGUMENT...
    rm -f pids/*
    "$mpiexec" "${options[@]}" -n "$1" ./rank "${@:2}" </dev/null
}
if ! ranks 2 --version >said 2>&1; then
    cat said
    echo "skipped: two ranks do not start here"
    exit 77
fi
failed=0
check() { # TEXT COMMAND...
    if "${@:2}"; then echo "ok: $1"; else failed=$((failed + 1)); echo "FAILED: $1"; [ ! -e said ] || cat said; fi
}
check "one version, said once" [ "$(grep -c '^landfall-mpi [0-9]' said)" -eq 1 ]

"$program" generate islands --size 300x200 --seed 3 -o sea.png
"$program" convert sea.png sea.txt
first=$(head -1 sea.txt)
{
    echo from_x,from_y,to_x,to_y
    for i in $(seq 3000); do
        x=$((i * 37 % 300))
        [ "${first:x:1}" != . ] || echo "0,0,$x,0"
    done
} >q.csv
for y in $(seq 3 17 197); do for x in $(seq 2 23 297); do echo $x,$y; done; done >ends.txt
"$program" index sea.png -o sea.lfindex --quiet
fast=(sea.png q.csv --no-times --index sea.lfindex --quiet)
short=(sea.png q.csv --lengths --index sea.lfindex --quiet)
# So slow that it can be caught in the middle: a second or more.
slow=(sea.png q.csv --no-times --strategy flood --repeat 20 --quiet)
matrix=(sea.png --from ends.txt --to ends.txt --skip-bad-ends --quiet)
one() { # FILE ARGUMENT...
    "$program" "${@:2}" -o "$1"
    [ $? -le 1 ] || exit 1
}
one fast.csv batch "${fast[@]}"
one short.csv batch "${short[@]}"
one slow.csv batch "${slow[@]}"
one whole.jsonl batch "${fast[@]}" --format jsonl
one shard.csv batch "${fast[@]}" --shard 2/3
one whole.matrix matrix "${matrix[@]}"
one near1.matrix matrix "${matrix[@]}" --nearest 1
one near3.matrix matrix "${matrix[@]}" --nearest 3
one shard.matrix matrix "${matrix[@]}" --shard 3/4
same() { # WHOLE N ARGUMENT...: ranks write the same
    rm -f out
    ranks "$2" "${@:3}" -o out >said 2>&1 && cmp out "$1" && [ -z "$(find . -name 'out.*')" ]
}

# ---- Ranks and threads -----------------------------------------------------------------------------------------------
for count in 1 2 3 4; do
    for threads in 1 2; do
        check "batch: $count ranks, $threads threads" same fast.csv $count batch "${fast[@]}" --threads $threads
    done
    check "batch, lengths alone: $count ranks" same short.csv $count batch "${short[@]}" --threads $((count % 2 + 1))
    check "batch, slow: $count ranks" same slow.csv $count batch "${slow[@]}" --threads 1
    check "matrix: $count ranks" same whole.matrix $count matrix "${matrix[@]}" --threads 1
done
check "JSON lines" same whole.jsonl 3 batch "${fast[@]}" --format jsonl
check "a shard" same shard.csv 3 batch "${fast[@]}" --shard 2/3
check "a shard of a matrix" same shard.matrix 2 matrix "${matrix[@]}" --shard 3/4 --threads 2
check "the nearest target" same near1.matrix 3 matrix "${matrix[@]}" --nearest 1
check "three nearest targets" same near3.matrix 3 matrix "${matrix[@]}" --nearest 3
head -1 q.csv >none.csv
one none.out batch sea.png none.csv --no-times --quiet
check "no queries" same none.out 2 batch sea.png none.csv --no-times --quiet
head -3 q.csv >two.csv
one two.out batch sea.png two.csv --no-times --quiet
check "fewer queries than ranks" same two.out 4 batch sea.png two.csv --no-times --quiet

# ---- Killed ----------------------------------------------------------------------------------------------------------
size_of() { cat "$1".*.part 2>/dev/null | wc -c; }
# Runs ranks, and kills one of them once the rows have so many bytes; 0 if it was killed before it was done.
kill_at() { # BYTES SIGNAL N ARGUMENT...
    (ranks "${@:3}" -o killed.csv --resume >said 2>&1) &
    local starter=$! victims victim
    while kill -0 $starter 2>/dev/null && [ ! -e killed.csv ]; do
        if [ "$(size_of killed.csv)" -ge "$1" ]; then
            victims=(pids/*)
            victim=${victims[RANDOM % ${#victims[@]}]#pids/}
            kill "-$2" "$victim" 2>/dev/null
            break
        fi
        sleep 0.01
    done
    wait $starter 2>/dev/null
    [ ! -e killed.csv ]
}
whole=$(wc -c <slow.csv)
killed=0
for seed in 1 2 3; do
    RANDOM=$seed
    rm -f killed.csv*
    before=$killed
    for try in $(seq 1 30); do
        signal=$([ $((RANDOM % 3)) -eq 0 ] && echo TERM || echo KILL)
        at=$((RANDOM % whole * try / 4))
        count=$((RANDOM % 3 + 2))
        threads=$((RANDOM % 2 + 1))
        if kill_at $at $signal $count batch "${slow[@]}" --threads $threads; then
            killed=$((killed + 1))
        else # a run that was quicker than its kill is begun anew, unless another one was killed: it shows nothing
            [ $killed -eq $before ] || break
            rm -f killed.csv*
        fi
    done
    [ -e killed.csv ] || ranks 2 batch "${slow[@]}" -o killed.csv --resume >said 2>&1
    check "seed $seed: the same after kills" cmp killed.csv slow.csv
    check "seed $seed: nothing is left" [ -z "$(find . -name 'killed.csv.*')" ]
done
check "some runs were killed" [ $killed -ge 3 ]

# ---- What is a whole row ---------------------------------------------------------------------------------------------
# Rows that one process has left, for ranks to go on with, and the other way round; with holes, from their first byte on
# and within a row, as ranks leave them.
part=
(ulimit -f 4 && "$program" batch "${slow[@]}" -o hole.csv) 2>/dev/null
part=$(echo hole.csv.*.part)
check "one process has left rows" [ -s "$part" ]
hole() { # BEGIN SIZE WHO
    cp slow.csv "$part"
    dd if=/dev/zero of="$part" bs=1 seek="$1" count="$2" conv=notrunc 2>/dev/null
    rm -f hole.csv
    if [ "$3" = ranks ]; then
        ranks 3 batch "${slow[@]}" -o hole.csv --resume >said 2>&1
    else
        "$program" batch "${slow[@]}" -o hole.csv --resume >said 2>&1
    fi
    cmp hole.csv slow.csv
}
row=$(head -40 slow.csv | wc -c)
for who in ranks one; do
    check "$who: a hole that begins with a row" hole "$row" 300 $who
    check "$who: a hole within a row" hole $((row + 5)) 300 $who
    check "$who: a hole of one byte" hole $((row + 5)) 1 $who
    check "$who: a hole at the end" hole $((whole - 20)) 20 $who
    check "$who: no hole" hole $((whole - 1)) 0 $who
done

# ---- A full disk -----------------------------------------------------------------------------------------------------
mkdir disk
on_disk() { # a disk that gets larger, a bit at a time
    mount -t tmpfs -o size=8k none disk || exit 77
    for ((size = 8; size < 400; size += 8)); do
        mount -o remount,size=${size}k disk
        ranks 3 batch "${slow[@]}" -o disk/out.csv --resume >said 2>&1 && break
        grep -q 'cannot be written' said && grep -q 'goes on behind' said || exit 1
        cmp <(cat disk/out.csv.*.part) <(head -c "$(cat disk/out.csv.*.part | wc -c)" slow.csv) || exit 1
    done
    [ $size -ge 24 ] && cmp disk/out.csv slow.csv
}
export -f on_disk ranks
export work mpiexec mpi_program
if unshare -m true 2>/dev/null; then
    unshare -m bash -c "options=(${options[*]}); slow=(${slow[*]}); on_disk"
    code=$?
    if [ $code -eq 77 ]; then echo "skipped: a full disk (nothing can be mounted here)"; else check "a full disk, step by step" [ $code -eq 0 ]; fi
else
    echo "skipped: a full disk (nothing can be mounted here)"
fi

# ---- Misuse: one message, whatever the number of ranks ---------------------------------------------------------------
rm -f out
refused() { # TEXT ARGUMENT...
    ranks 3 "${@:2}" >said 2>&1
    [ $? -ne 0 ] && [ "$(grep -cF "$1" said)" -eq 1 ]
}
check "no output" refused "ranks need --out FILE" batch "${fast[@]}"
check "an output that is none" refused "ranks need --out FILE" matrix "${matrix[@]}" -o /dev/null
check "a pipe of queries" refused "expected a file and no pipe" batch sea.png - --no-times -o out
check "a list from a pipe" refused "expected files and no pipes" matrix sea.png --from - --to ends.txt -o out
check "JSON of a matrix" refused "does not go with ranks" matrix "${matrix[@]}" --json -o out
check "no such map" refused "does not exist" batch nowhere.png q.csv -o out
check "no such queries" refused "does not exist" batch sea.png nowhere.csv -o out
printf 'from_x,from_y,to_x,to_y\n0,0,999,0\n' >bad.csv
check "a bad query" refused "bad.csv:2" batch sea.png bad.csv -o out
check "a folder that is not there" refused "nowhere/out" batch "${fast[@]}" -o nowhere/out
check "another verb" refused "unknown verb of landfall-mpi" route
check "no verb" refused "Usage:"
check "nothing is left" [ -z "$(find . -name 'out*')" ]
echo "$failed failed, $killed runs killed"
[ "$failed" -eq 0 ]
