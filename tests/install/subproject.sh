#!/usr/bin/env bash
# subproject.sh ROOT: landfall inside another project by FetchContent. It optimizes itself and nothing else, leaves the parent's
# settings alone, and installs nothing unless asked to. And what users build by the README has no -Werror.
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILED: $*"; exit 1; }
quietly() { "$@" > "$work/log" 2>&1 || { cat "$work/log"; fail "$*"; }; }
# The parent is configured anew with these options; the log stays.
parent() { rm -rf "$work/build"; quietly env -u CFLAGS cmake -S "$root/tests/install/parent" -B "$work/build" -G Ninja \
    -DLANDFALL_ROOT="$root" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON "$@"; }
# The command that compiles a file, by the end of its name.
command_of() { grep '"command"' "$work/build/compile_commands.json" | grep -- "$1\"" | head -1; }
optimizes() { command_of "$1" | grep -oE -- ' -O[0-9a-z]*' | tr -d '\n '; }
note="landfall: no build type given, so its own targets are compiled with -O2"

echo "no build type"
parent
grep -q -- "$note" "$work/log" || fail "CMake says nothing of the missing build type"
grep -q '^CMAKE_BUILD_TYPE:STRING=$' "$work/build/CMakeCache.txt" || fail "the parent's build type was changed"
[ "$(optimizes src/map/map.c)" = -O2 ] || fail "the library is compiled with '$(optimizes src/map.c)'"
[ "$(optimizes consumer.c)" = "" ] || fail "the parent is compiled with '$(optimizes consumer.c)'"
command_of consumer.c | grep -q -- -Wconversion && fail "the parent inherits our warnings"
quietly cmake --build "$work/build"
"$work/build/parent"
quietly cmake --install "$work/build" --prefix "$work/prefix"
[ "$(find "$work/prefix" ! -type d)" = "$work/prefix/bin/parent" ] || fail "installed: $(find "$work/prefix" ! -type d)"

echo "asked to install"
parent -DLANDFALL_INSTALL=ON
quietly cmake --build "$work/build"
quietly cmake --install "$work/build" --prefix "$work/prefix"
[ -f "$work/prefix/include/landfall.h" ] || fail "LANDFALL_INSTALL=ON installs no header"

echo "a build type, or flags of the parent"
parent -DCMAKE_BUILD_TYPE=Debug
[ "$(optimizes src/map/map.c)" = "" ] || fail "a Debug build is compiled with '$(optimizes src/map.c)'"
grep -q -- "$note" "$work/log" && fail "the note stands in a Debug build"
parent -DCMAKE_C_FLAGS="-g -O3"
[ "$(optimizes src/map/map.c)" = -O3 ] || fail "with -O3 of the parent it is compiled with '$(optimizes src/map.c)'"

echo "on its own"
rm -rf "$work/build"
quietly cmake -S "$root" -B "$work/build" -G Ninja -DLANDFALL_TESTS=OFF
[ "$(optimizes src/map/map.c)" = -O3 ] || fail "without a build type it is compiled with '$(optimizes src/map.c)'"
rm -rf "$work/build"
quietly cmake -S "$root" --preset install -B "$work/build" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
[ "$(optimizes src/map/map.c)" = -O3 ] || fail "the preset install compiles with '$(optimizes src/map.c)'"
grep -q -- -Werror "$work/build/compile_commands.json" && fail "the preset install has -Werror"
grep -q "cmake --preset install" "$root/README.md" || fail "the README does not name the preset install"
exit 0
