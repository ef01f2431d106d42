#!/usr/bin/env bash
# run.sh ROOT: the core and its tests as WebAssembly, run by Node: 32-bit sizes, another compiler back end, the same golden hashes.
# Skipped (77) where clang for WebAssembly, its runtime, wasi-libc or Node are missing:
#   apt-get install clang lld wasi-libc libclang-rt-14-dev-wasm32 nodejs
set -eu
root=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skip() { echo "skipped: $1"; exit 77; }
command -v clang > /dev/null || skip "no clang"
command -v node > /dev/null || skip "no node"
compile() {
    clang --target=wasm32-wasi --sysroot=/usr -isystem /usr/include/wasm32-wasi -L/usr/lib/wasm32-wasi -std=c17 -O2 \
        -DLF_ASSERTS -DLF_EXPERIMENTAL -I"$root/include" -I"$root/src" -I"$root/scenes" -Wl,-z,stack-size=1048576 "$@"
}
echo 'int main(void) { return 0; }' > "$work/probe.c"
compile "$work/probe.c" -o "$work/probe.wasm" 2> /dev/null || skip "clang cannot build for WebAssembly here"
node --no-warnings "$root/tests/wasm/run.mjs" "$work/probe.wasm" 2> /dev/null || skip "node has no WASI"
# test_search, test_threads and test_world_threads need threads and are left out; the tests of io and of the program need files and libraries.
mkdir "$work/objects"
# The warnings of the native build, too: here sizes have 32 bits, and what does not fit is seen.
for source in "$root"/src/*/*.c "$root"/scenes/*.c "$root/tests/oracle.c" "$root/tests/plain.c"; do
    compile -Wall -Wextra -Wconversion -Werror -Wno-unused-command-line-argument -c "$source" -o "$work/objects/$(echo "${source#"$root"/}" | tr / _).o"
done
for name in core cost map route_check oracle ends partial tasks flood levels coarse guided spine keys puzzle headland hierarchy index_bytes strip overlay flips follow depth shape golden contract world world_dungeon field matrix weights; do
    echo "== $name"
    # All memory at once: while memory of some hundred MB grows step by step, Node 20.20.2 itself crashes at times (3 of 4 runs of
    # test_field; none of 8 like this).
    compile -Wl,--initial-memory=805306368 -Wall -Wextra -Wconversion -Werror -DLANDFALL_VERSION_TEXT="\"$(cat "$root/VERSION")\"" "$root/tests/test_$name.c" "$work"/objects/*.o -o "$work/$name.wasm"
    node --no-warnings "$root/tests/wasm/run.mjs" "$work/$name.wasm"
done
