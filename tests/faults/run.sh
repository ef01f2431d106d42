#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
#
# run.sh PROGRAM SHIM [VERB...]: every call that writes a file fails in turn, and the program is killed at each of them, for every
# verb that writes: where there is an old file; and for the verbs that stand for a way of writing also where there is
# none, and where there are no nameless files. After a failure: exit code 2, a message, the old file as it was, nothing
# else in the folder. After a kill: the old file or the new one.
set -u
[ $# -ge 2 ] || { echo "usage: run.sh PROGRAM SHIM [VERB...]" >&2; exit 2; }
program=$(realpath "$1")
shim=$(realpath "$2")
shift 2
verbs=(route compare batch convert generate dungeon index draw animate walk replay film script field flow matrix merge)
enough=400
[ $# -eq 0 ] || { verbs=("$@") && enough=20; }
data=$(cd "$(dirname "$0")/../cli/data" && pwd)
# In memory if possible: a thousand files are synced.
work=$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$data/bay.txt" "$data/bay.csv" "$work"
printf 'S.aA.E\n' >"$work/crypt.txt"
echo '0,0 23,8' >"$work/ends.txt"
echo '{"route":{"from":[[0,0]],"to":[[23,8]]}}' >"$work/bay.jsonl"
cd "$work" || exit 2
"$program" batch bay.txt bay.csv --quiet --no-times --shard 1/1 >part1
if ! LD_PRELOAD=$shim "$program" --version >/dev/null 2>&1; then
    echo "skipped: the program does not run with a preloaded library (a sanitizer must be loaded first)"
    exit 77
fi

# What a verb writes; OUT is room/out with the ending that it needs.
declare -A ending=([route]=png [compare]=png [batch]=csv [convert]=map [generate]=png [dungeon]=txt [index]=lfindex
    [draw]=png [animate]=gif [walk]=txt [replay]=jsonl [film]=gif [script]=jsonl [field]=png [flow]=npy
    [matrix]=csv [merge]=csv)
write() { # VERB FILE
    case $1 in
    route) "$program" route bay.txt --from 0,0 --to 23,8 --draw "$2" ;;
    compare) "$program" compare bay.txt --from 0,0 --to 23,8 --draw "$2" ;;
    batch) "$program" batch bay.txt bay.csv --quiet --out "$2" ;;
    convert) "$program" convert bay.txt "$2" ;;
    generate) "$program" generate maze --size 41x41 -o "$2" ;;
    dungeon) "$program" generate dungeon --size 30x30 --seed 3 -o "$2" ;;
    index) "$program" index bay.txt -o "$2" ;;
    draw) "$program" keys crypt.txt --draw "$2" ;;
    animate) "$program" keys crypt.txt --animate "$2" ;;
    walk) "$program" keys crypt.txt --animate "$2" ;;
    replay) "$program" replay bay.txt bay.jsonl --quiet --out "$2" ;;
    film) "$program" replay bay.txt bay.jsonl --quiet --animate "$2" ;;
    script) "$program" generate script --map bay.txt -o "$2" ;;
    field) "$program" field bay.txt --to 0,0 --out "$2" ;;
    flow) "$program" field bay.txt --to 0,0 --out "$2" ;;
    merge) "$program" merge part1 --out "$2" ;;
    matrix) "$program" matrix bay.txt --from ends.txt --to ends.txt --quiet --out "$2" ;;
    esac >answer 2>message
}
faulty() { LF_FAULT=$fault LF_FAULT_MARK=$work/mark LD_PRELOAD=$shim write "$@"; }
is_like() { # FILE NEW: the same, but for the times of batch and replay
    case $verb in
    batch) diff -q <(cut -d, -f1-5 "$1") <(cut -d, -f1-5 "$2") >/dev/null ;;
    replay) diff -q <(cut -d, -f1-6 "$1") <(cut -d, -f1-6 "$2") >/dev/null ;;
    *) cmp -s "$1" "$2" ;;
    esac
}

passed=0
failed=0
wrong() { # TEXT
    failed=$((failed + 1))
    echo "FAILED: $verb, $fault, $files, $form: $1"
    sed 's/^/    /' message
    ls -la room | sed 's/^/    /'
}
reset() { # the folder as it was
    rm -rf room mark
    mkdir room
    [ $files = new ] || cp -p old "$out"
}
is_new() { [ -e "$out" ] && is_like "$out" new; }
is_old() { if [ $files = new ]; then [ ! -e "$out" ]; else cmp -s "$out" old; fi; }
shopt -s nullglob dotglob
# A batch that ends early leaves its whole rows: the beginning of the new file, and a row at least unless it was killed.
are_rows() { # FILE
    [ $verb = batch ] && [[ $1 =~ \.[0-9a-f]{16}\.part$ ]] || return 1
    [[ $fault = *:-9 || $fault = *:-15 ]] && return 0
    [ "$(tail -c 1 "$1" | tr '\n' n)" = n ] && [ "$(wc -l <"$1")" -gt 1 ] &&
        diff -q <(cut -d, -f1-5 "$1") <(head -n "$(wc -l <"$1")" new | cut -d, -f1-5) >/dev/null
}
others() { # the files in the folder but for the one that was asked for
    local all=(room/*) file
    for file in "${all[@]}"; do [ "$file" = "$out" ] || are_rows "$file" || echo "$file"; done
}
echo old >old
chmod 640 old

# OP ERRNO HOW: lets each call of OP fail. must: there is one, and without the first there is no file. some: there is one,
# but the program can do without. maybe: there need not be any.
fail_each() {
    local at code
    for ((at = 1; at < 40; at++)); do
        fault=$1:$at:$2
        reset
        faulty "$verb" "$out"
        code=$?
        [ -e mark ] || break
        if [ $code -eq 2 ]; then
            # A folder that cannot be synced is no failure, but nothing else may look like one.
            is_old || wrong "the old file is gone"
            grep -qE '^landfall: .*: cannot be (written|opened|read): ' message || grep -q '^landfall: .*: out of memory' message || wrong "no message"
        elif [ "$3" = must ] && [ $at -eq 1 ]; then
            wrong "exit $code, as if nothing had happened"
        elif [ $code -le 1 ]; then
            is_new || wrong "exit $code, but the file is not the new one"
        else
            wrong "exit $code"
        fi
        [ -z "$(others)" ] || wrong "something is left behind"
        passed=$((passed + 1))
    done
    [ "$at" -gt 1 ] || [ "$3" = maybe ] || wrong "no call of $1 was seen"
}
kill_each() { # lets the program die at each call
    local at strays=0 before=0
    for ((at = 1; at < 80; at++)); do
        fault=any:$at:-9
        reset
        faulty "$verb" "$out"
        [ -e mark ] || break
        is_new || is_old || wrong "neither the old file nor the new one"
        is_old && before=$((before + 1))
        if [ -n "$(others)" ]; then strays=$((strays + 1)); fi
        passed=$((passed + 1))
    done
    [ $before -gt 3 ] && [ "$at" -gt 5 ] || wrong "only $before of $((at - 1)) kills came before the file was there"
    [ "$form" = named ] || [ $strays -le "$1" ] || wrong "$strays kills left something behind"
}

for verb in "${verbs[@]}"; do
    out=room/out.${ending[$verb]}
    for files in new replaced; do
        for form in nameless named; do
            case $verb-$files-$form in batch-* | convert-* | index-* | *-replaced-nameless) ;; *) continue ;; esac
            unset LF_FAULT_NAMED
            [ $form = nameless ] || export LF_FAULT_NAMED=1
            fault=none
            reset
            LD_PRELOAD=$shim write "$verb" "$out" || [ $? -eq 1 ] || wrong "it does not even work without a fault"
            cp "$out" new
            mode=$(stat -c %a "$out")
            [ -z "$(others)" ] || wrong "something is left behind"
            [ $files = new ] || [ "$mode" = 640 ] || wrong "the permissions are $mode"
            link=must
            rename=must
            take_over=must
            if [ $form = named ]; then link=maybe; fi
            if [ $form = nameless ] && [ $files = new ]; then rename=maybe; fi
            if [ $files = new ]; then take_over=maybe; fi
            if [ $verb = batch ]; then link=maybe && rename=must; fi # its rows have a name from the beginning
            fail_each open 28 some                # ENOSPC
            fail_each fdopen 12 must              # ENOMEM
            fail_each write 28 must
            fail_each fsync 5 must                # EIO
            fail_each close 5 must
            fail_each linkat 28 $link
            fail_each rename 13 $rename           # EACCES
            fail_each access 13 $take_over
            fail_each fstat 5 $take_over
            fail_each fchmod 1 $take_over         # EPERM
            if [ $files = new ]; then kill_each 0; else kill_each 2; fi
            # A signal that can be handled leaves nothing at all, wherever in the writing it comes.
            for at in 1 2; do
                fault=write:$at:-15
                reset
                faulty "$verb" "$out"
                [ -e mark ] || wrong "no write was seen"
                [ -z "$(others)" ] || wrong "SIGTERM left something behind"
                passed=$((passed + 1))
            done
        done
    done
done
unset LF_FAULT_NAMED

# A limit on the size of files: the signal SIGXFSZ, which would end the program.
for verb in "${verbs[@]}"; do
    out=room/out.${ending[$verb]}
    files=replaced form=limited fault=SIGXFSZ
    for blocks in 0 1; do
        reset
        (ulimit -f $blocks && write "$verb" "$out" 2>&1) 2>/dev/null
        code=$?
        # Some of the files are smaller than a block.
        if [ $code -eq 2 ]; then is_old || wrong "the old file is gone"; else [ $blocks -eq 1 ] || wrong "exit $code"; fi
        [ -z "$(others)" ] || wrong "something is left behind"
        passed=$((passed + 1))
    done
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt $enough ]
