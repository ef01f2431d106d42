#!/usr/bin/env bash
# repository.sh ROOT: rules of the house that a compiler does not check.
set -u
cd "$1" || exit 1
passed=0 failed=0
rule() { # rule TEXT OFFENDERS
    if [ -z "$2" ]; then passed=$((passed + 1)); echo "ok: $1"; else failed=$((failed + 1)); printf 'FAILED: %s\n%s\n' "$1" "$2"; fi
}
listed() { tr -s ' ()\n' '\n' < "$1/CMakeLists.txt" | grep -E '^[a-z0-9_]+\.c$' | sort -u; }
for dir in src io scenes cli; do
    rule "$dir: the listed sources are the ones there" "$(diff <(listed $dir) <(cd $dir && ls ./*.c | sed 's,^\./,,' | sort))"
done
rule "every file of src has a test of its own (tests/owners.txt)" \
    "$(diff <(find src -name '*.[ch]' | sed 's,.*/,,' | sort) <(sed '/^#/d;s/ .*//' tests/owners.txt | sort))"
rule "src uses no stdio, time or threads" "$(grep -nE '#include <(stdio|time|threads|pthread|unistd|errno|locale|math)' src/*.[ch])"
rule "cli, examples and bench see public headers only" "$(grep -nE '#include "(core|map|moves|bodies|search)\.h"' cli/*.[ch] examples/*.c)"
rule "no float in the core" "$(grep -nwE 'float|double' src/*.[ch])"
rule "every source has its licence line" "$(git ls-files "*.c" "*.h" | xargs grep -L "SPDX-License-Identifier: MIT")"
rule "no open ends" "$(grep -nwE 'TODO|FIXME|XXX' -r src io cli scenes include tests/*.[ch] fuzz/*.[ch] bench/*.[ch] examples)"
# The core as freestanding code: only memcpy-like functions may be missing (__popcountdi2 is the compiler's own).
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for file in src/*.c; do
    "${CC:-cc}" -std=c17 -O2 -ffreestanding -DLF_NO_MALLOC -Iinclude -c "$file" -o "$work/$(basename "$file" .c).o" || exit 1
done
ld -r -o "$work/all.o" "$work"/*.o
rule "the freestanding core needs memcpy, memset, strcmp and nothing else" \
    "$(nm -u "$work/all.o" | awk '{print $2}' | grep -vxE 'memcpy|memset|memmove|memcmp|strcmp|__popcountdi2|_GLOBAL_OFFSET_TABLE_')"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
