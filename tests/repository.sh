#!/usr/bin/env bash
# repository.sh ROOT: rules of the house that a compiler does not check.
set -u
cd "$1" || exit 1
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rule() { # rule TEXT OFFENDERS
    if [ -z "$2" ]; then passed=$((passed + 1)); echo "ok: $1"; else failed=$((failed + 1)); printf 'FAILED: %s\n%s\n' "$1" "$2"; fi
}
listed() { tr -s ' ()\n' '\n' < "$1/CMakeLists.txt" | grep -E '^[a-z0-9_/]+\.c$' | sort -u; }
for dir in src io scenes cli; do
    rule "$dir: the listed sources are the ones there" "$(diff <(listed $dir) <(cd $dir && find . -name '*.c' | sed 's,^\./,,' | sort))"
done
rule "every file of src has a test of its own (tests/owners.txt)" \
    "$(diff <(cd src && find . -name '*.[ch]' | sed 's,^\./,,' | sort) <(sed '/^#/d;s/ .*//' tests/owners.txt | sort))"
rule "src uses no stdio, time or threads" "$(grep -nE '#include <(stdio|time|threads|pthread|unistd|errno|locale|math)' src/*/*.[ch])"
if command -v python3 > /dev/null; then
    rule "every include is one that the tables of src/README.md allow" "$(python3 tools/rooms.py check .)"
    python3 tools/rooms.py draw . "$work/rooms.svg"
    rule "docs/images/rooms.svg is the picture of those tables (tools/rooms.py draw . docs/images/rooms.svg)" \
        "$(diff "$work/rooms.svg" docs/images/rooms.svg)"
else
    echo "skipped: who includes whom (no python3)"
fi
documents=(./*.md docs/*.md docs/decisions/*.md {bench,cli,fuzz,js,src}/*.md)
# Tables cannot be broken, nor can a link that is a line by itself; tests/*.md are tables of their tools.
rule "lines of documents have at most 120 characters" \
    "$(awk 'length > 120 && !/^\|/ && !/^ *[^ ]*\]\([^ ]*$/ { print FILENAME ":" FNR ": " length }' "${documents[@]}")"
links() { grep -oE '\]\([^)#: ]+[)#]' "$1" | sed -E 's/^..(.*).$/\1/'; }
sources() { grep -oE '`[a-z_]+/[a-z0-9_/]+\.(c|h|sh|py)`' "$1" | tr -d '`'; }
rule "links of documents lead to files, and sources that they name are there" \
    "$(for file in "${documents[@]}"; do
        links "$file" | while read -r link; do [ -e "$(dirname "$file")/$link" ] || echo "$file: $link"; done
        sources "$file" | while read -r source; do [ -e "$source" ] || [ -e "src/$source" ] || echo "$file: $source"; done
    done)"
rule "js/package.json has the version of the library" "$(grep -qF "\"version\": \"$(cat VERSION)\"" js/package.json || grep '"version"' js/package.json)"
# Lock files have the addresses of one registry in them.
rule "js has no lock file" "$(find js -name 'package-lock.json' -o -name '.npmrc')"
rule "CITATION.cff has the version of the library" "$(grep -qx "version: $(cat VERSION)" CITATION.cff || grep version: CITATION.cff)"
rule "no float in the core" "$(grep -nwE 'float|double' src/*/*.[ch])"
rule "every source has its licence line" "$(find bench cli examples fuzz include io js scenes src tests web -name "*.[ch]" -o -path 'js/*.ts' -o -path 'js/*.mjs' -o -path 'web/*.ts' -o -path 'web/*.mjs' | xargs grep -L "SPDX-License-Identifier: MIT")"
# CTest's own module would bring a limit of 1500 s; without it ctest has none (tried with 3.25), and the test presets set three years.
rule "no test ends by a time limit" "$(grep -nE 'TIMEOUT [0-9]+|include\(CTest\)' CMakeLists.txt ./*/CMakeLists.txt)"
# A file that was moved or split is still named by the comments that send the reader there. (landfall.c is made by ./dev amalgamate.)
sources=$(find bench cli examples fuzz include io js scenes src tests web -name '*.[ch]')
# shellcheck disable=SC2086
awk 'match($0, /\/\/.*/) { text = substr($0, RSTART) " "
    while (match(text, /[A-Za-z0-9_]+\.[ch][^A-Za-z0-9_]/)) {
        print substr(text, RSTART, RLENGTH - 1), FILENAME ":" FNR
        text = substr(text, RSTART + RLENGTH) } }' $sources | sort -k1,1 > "$work/named"
{ echo landfall.c; echo "$sources" | sed 's,.*/,,'; } | sort -u > "$work/there"
rule "comments name source files that are there" "$(join -v1 "$work/named" "$work/there")"
rule "no open ends" "$(grep -nwE 'TODO|FIXME|XXX' -r src io cli scenes include tests/*.[ch] fuzz/*.[ch] bench/*.[ch] examples)"
# The core as freestanding code: only memcpy-like functions may be missing (__popcountdi2 is the compiler's own).
for file in src/*/*.c; do
    "${CC:-cc}" -std=c17 -O2 -ffreestanding -DLF_NO_MALLOC -Iinclude -c "$file" -o "$work/$(echo "$file" | tr / _).o" || exit 1
done
ld -r -o "$work/all.o" "$work"/*.o
rule "the freestanding core needs memcpy, memset, strcmp and nothing else" \
    "$(nm -u "$work/all.o" | awk '{print $2}' | grep -vxE 'memcpy|memset|memmove|memcmp|strcmp|__popcountdi2|_GLOBAL_OFFSET_TABLE_')"
# Tables are const: what a program can write to is in a section that is neither read-only nor made so by the linker.
# Without optimization: otherwise the compiler makes a table const itself if it sees nobody write to it.
writable() { objdump -t "$@" | awk '/file format/ { file = $1 } / O / && !/rodata|data\.rel\.ro/ { print file, $NF }' | sed 's,.*/,,'; }
mkdir "$work/plain"
for file in src/*/*.c io/*.c scenes/*.c cli/*.c; do
    "${CC:-cc}" -std=gnu17 -O0 -D_XOPEN_SOURCE=700 -DLF_EXPERIMENTAL -Iinclude -Iio -Iscenes -c "$file" -o "$work/plain/$(echo "$file" | tr / _).o" || exit 1
done
rule "the core has no writable data" "$(writable "$work"/plain/src_*)"
# The name of a half-written file is what a signal's handler has to know; --quiet is the whole program's; `completion`
# looks at every verb's options in place of running it.
rule "io, scenes and cli have no writable data but what is known" \
    "$(writable "$work"/plain/{io,scenes,cli}_* | grep -vxE 'cli_output.c.o: (file_under_way|keeping_text)|cli_cli.c.o: cli_quiet|cli_args.c.o: visitor(_user)?|cli_workers.c.o: the_crew')"
# An enum that the headers take or give has a row, or a word, in the test of unknown values.
rule "tests/test_enums.c knows every public enum" \
    "$(sed -nE 's/^typedef enum (lf_[a-z_]+).*/\1/p' include/*.h include/landfall/*.h io/landfall_io.h | while read -r type; do grep -qw "$type" tests/test_enums.c || echo "$type"; done)"
# A message of the program says what its user can do, not what a user of the library can (cli_status_text).
rule "messages of the program name nothing of the library" "$(grep -nE '\blf_|\bLF_|: see [a-z]+_' tests/cli/*.stderr)"
rule "the program words its statuses itself" "$(grep -n 'lf_status_text' cli/*.c | grep -v '^cli/cli.c')"
rule "no two headers have the same guard" "$(grep -hE '^#ifndef [A-Z_]+_H$' include/*.h include/landfall/*.h io/*.h scenes/*.h src/*/*.h cli/*.h | sort | uniq -d)"
# A function that fills a buffer of the caller has a row in the test of short buffers.
rule "tests/test_buffers.c knows every public function with a capacity" \
    "$(sed '/^#/d;s,///.*,,' include/*.h include/landfall/*.h io/landfall_io.h | tr '\n' ' ' | grep -oE 'LF_API [^;]*;' | grep -w capacity |
        sed -E 's/^LF_API [^(]*[ *](lf_[a-z0-9_]+) *\(.*/\1/' | while read -r name; do grep -qw "$name" tests/test_buffers.c || echo "$name"; done)"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
