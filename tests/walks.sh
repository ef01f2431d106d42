#!/usr/bin/env bash
# walks.sh ROOT: the table of walks in docs/architecture.md has the numbers of files that the walks of tests/walks.c touch:
# files of src/ that their own files include, directly or not, and files of src/ with a line that runs. Counted with
# gcc and gcov; skipped without them.
set -eu
cd "$1"
command -v gcc gcov > /dev/null || { echo "skipped: no gcc and gcov"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$PWD
own() { # the files that are the walk's own
    case $1 in
    flood) echo src/flood/flood.c ;;
    expand) echo src/guided/{guide,plan,tiles}.c ;;
    deepest) echo src/depth/*.c src/query/*.c ;;
    index) echo src/sight/*.c src/index/*.c ;;
    *) echo "src/$1"/*.c ;;
    esac
}
included() { # shellcheck disable=SC2046
    gcc -MM -Iinclude $(own "$1") | tr ' \\' '\n\n' | grep '^src/' | xargs realpath | sort -u | wc -l
}
ran() {
    rm -f "$work"/*.gcda
    "$work/walks" "$1" || { echo "the walk $1 fails" >&2; exit 1; }
    (cd "$work" && gcov -n ./*.gcda 2> /dev/null) | awk -v src="$root/src/" '
        /^File / { file = substr($0, 7, length($0) - 7) }
        /^Lines executed:/ && !/:0\.00%/ && index(file, src) == 1 { print file }' | xargs -r realpath | sort -u | wc -l
}
(cd "$work" && gcc -std=c17 -O0 --coverage -I"$root/include" "$root"/src/*/*.c "$root/tests/walks.c" -o walks)
for walk in flood expand spine headland keys deepest index; do
    seen=$(included $walk)
    run=$(ran $walk)
    echo "$walk $seen $run"
done > "$work/counted"
# | walk | its own files | included before | included now | run before | run now |
awk -F' *[|] *' '/^\| walk \|/ {on = 1; next} on && !/^\|/ {exit} on && !/^\|-/ {print $2, $5, $7}' docs/architecture.md > "$work/told"
diff "$work/told" "$work/counted" || { echo "< docs/architecture.md   > counted: walk, files included, files run"; exit 1; }
