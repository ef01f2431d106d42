#!/usr/bin/env bash
# shared.sh ROOT VERSION: the same with shared libraries: the installed program finds them wherever the tree was moved, and the
# libraries show what is public and nothing else.
set -eu
root=$1 version=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
quietly() { "$@" > "$work/log" 2>&1 || { cat "$work/log"; echo "failed: $*"; exit 1; }; }
quietly cmake -S "$root" --preset install -B "$work/build" -DBUILD_SHARED_LIBS=ON
quietly cmake --build "$work/build"
"$root/tests/install/run.sh" "$work/build" "$root" "$version"

echo "names"
for library in "$work/build/src/liblandfall.so" "$work/build/io/liblandfall_io.so"; do
    hidden=$(nm -D --defined-only "$library" | awk '{print $3}' | grep -v '^lf_' || true)
    [ -z "$hidden" ] || { echo "$library shows what is not public: $hidden"; exit 1; }
done
soname=$(readelf -d "$work/build/src/liblandfall.so" | sed -n 's/.*soname: \[\(.*\)\]/\1/p')
case $version in
    0.*) expected=${version%.*} ;;
    *) expected=${version%%.*} ;;
esac
[ "$soname" = "liblandfall.so.$expected" ] || { echo "soname $soname for version $version"; exit 1; }
