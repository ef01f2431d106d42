#!/usr/bin/env bash
# fuzz_table.sh ROOT: the tables of fuzz/README.md against the headers and the targets. Every public function stands in the first
# table, once; one that takes bytes has a target; a target that a row names calls the function; every target has its numbers in
# the second table, and a corpus.
set -u
cd "$1" || exit 1
readme=fuzz/README.md
failed=0
complain() { failed=$((failed + 1)); echo "FAILED: $*"; }

declarations() { sed '/^#/d;s,///.*,,' include/*.h include/landfall/*.h io/landfall_io.h | tr '\n' ' ' | grep -oE 'LF_API [^;]*;'; }
functions() { declarations | sed -E 's/^LF_API [^(]*[ *](lf_[a-z0-9_]+) *\(.*/\1/' | sort; }
readers() { declarations | grep -E '(parse|load)[a-z_]*\([^;]*const void \*(bytes|yaml|manifest)' | sed -E 's/^LF_API [^(]*[ *](lf_[a-z0-9_]+) *\(.*/\1/'; }
rows() { sed -n '/^| public function/,/^$/p' "$readme" | tail -n +3 | grep '^|'; }
row_of() { rows | grep -F "\`$1\`"; }
listed() { rows | cut -d '|' -f 2 | grep -oE '`lf_[a-z0-9_]+`' | tr -d '\`' | sort; }
targets() { ls fuzz/fuzz_*.c | sed -E 's,fuzz/(fuzz_[a-z0-9_]+)\.c,\1,'; }

# The sources of a target: its own, fuzz.h, and the swarm's if it uses that.
sources_of() {
    echo "fuzz/$1.c fuzz/fuzz.h"
    grep -q swarm_bytes.h "fuzz/$1.c" && echo tests/swarm/check.c tests/swarm/truth.c tests/oracle.c
    grep -q dungeon_judge.h "fuzz/$1.c" && echo tests/dungeon_judge.h tests/dungeons.h
    grep -q replay_check.h "fuzz/$1.c" && echo cli/edits.c
}

[ "$(functions | wc -l)" -gt 100 ] || complain "only $(functions | wc -l) public functions were found in the headers"
for name in $(comm -23 <(functions) <(listed | uniq)); do complain "$name is in no row of the table in $readme"; done
for name in $(comm -13 <(functions) <(listed | uniq)); do complain "$name is in the table of $readme, but in no header"; done
for name in $(listed | uniq -d); do complain "$name is in several rows of $readme"; done
for name in $(readers); do
    row_of "$name" | grep -q '`fuzz_' || complain "$name reads bytes, but no target does it"
done
while read -r row; do
    for target in $(echo "$row" | cut -d '|' -f 3 | grep -oE '`fuzz_[a-z0-9_]+`' | tr -d '\`'); do
        [ -f "fuzz/$target.c" ] || { complain "there is no $target"; continue; }
        for name in $(echo "$row" | cut -d '|' -f 2 | grep -oE '`lf_[a-z0-9_]+`' | tr -d '\`'); do
            # shellcheck disable=SC2046
            grep -qE "\b$name\(" $(sources_of "$target") || complain "$target does not call $name"
        done
    done
done < <(rows)
for target in $(targets); do
    grep -qE "^\| \`$target\` \| [0-9]" "$readme" || complain "$target has no numbers in $readme"
    [ -n "$(ls "fuzz/corpus/${target#fuzz_}" 2> /dev/null)" ] || complain "$target has no corpus"
done
echo "$(functions | wc -l) public functions, $(targets | wc -l) targets, $failed failed"
[ "$failed" -eq 0 ]
