#!/usr/bin/env bash
# doxygen.sh ROOT [DIR]: makes the HTML reference of the public headers and docs/ in DIR (a temporary folder). A warning is an error.
set -eu
command -v doxygen > /dev/null || { echo "skipped: no doxygen"; exit 77; }
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
out=${2:-$work/docs}
mkdir -p "$out"
LANDFALL_VERSION=$(cat VERSION) LANDFALL_DOCS=$out doxygen docs/Doxyfile 2> "$work/warnings" > /dev/null || { cat "$work/warnings"; exit 1; }
[ ! -s "$work/warnings" ] || { cat "$work/warnings"; exit 1; }
grep -q lf_search_between "$out/html/landfall_8h.html" || { echo "lf_search_between is not in the reference"; exit 1; }
echo "$out/html/index.html"
