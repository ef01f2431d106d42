#!/usr/bin/env bash
# build-wasm.sh ROOT OUT [FLAG...]: the library and the shim as one WebAssembly module without imports, by clang and wasm-ld
# alone. FLAGs go to the compiler: -msimd128 for vectors. Objects are kept in OUT.objects, and made again if a source, a header
# or this file is newer.
#
# wasm-ld is called directly: the clang driver would run any wasm-opt that it finds, and old ones break vectors. -Oz saves a
# fifth of the bytes and takes twice the time for a query. Without -fno-vectorize the module with vectors is 19 KB larger, and
# the two modules of landfall/sync, packed together, take 136 KB instead of 122.
set -eu
root=$1 out=$2
shift 2
objects=$out.objects
mkdir -p "$objects"
# clang's own <stdint.h> has constants of other signs than a C library's: -Wno-sign-compare.
flags=(--target=wasm32 -nostdlibinc -isystem "$root/js/shim/libc" -std=c17 -O2 -DNDEBUG -Wall -Wextra -Wno-sign-compare -Werror
    -mbulk-memory -msign-ext -mnontrapping-fptoint -fno-vectorize -fno-slp-vectorize -fvisibility=hidden -I"$root/include" "$@")
newest=$(find "$root/include" "$root/src" "$root/js/shim" "$0" -type f ! -name '*.c' -printf '%T@ %p\n' | sort -n | tail -1)
object_of() { echo "$objects/$(echo "${1#"$root"/}" | tr / _).o"; }
compile() { # SOURCE FLAG...
    local object
    object=$(object_of "$1")
    if [ ! "$object" -nt "$1" ] || [ ! "$object" -nt "${newest#* }" ]; then
        "${CLANG:-clang}" "${flags[@]}" "${@:2}" -c "$1" -o "$object.part"
        mv "$object.part" "$object"
    fi
    linked+=("$object")
}
linked=()
# What a query does not spend its time in is made small: -Oz for these rooms saves about 7 KB of the two modules, packed.
for source in "$root"/src/*/*.c; do
    case $source in
    */src/base/* | */src/coarse/* | */src/depth/* | */src/keys/* | */src/overlay/* | */src/search/* | */src/shape/* | */src/tasks/* | */src/world/*) compile "$source" -Oz ;;
    *) compile "$source" ;;
    esac
done
# The shim rewrites arrays in place as numbers of another type. libc.c is the C library: its loops must not become calls of itself.
for source in "$root"/js/shim/*.c; do compile "$source" -fno-strict-aliasing -fno-builtin; done
# The exports are the functions that the shim marks with LFJS.
"${WASM_LD:-wasm-ld}" --no-entry --strip-all --stack-first -z stack-size=262144 --max-memory=4294967296 -O2 "${linked[@]}" -o "$out"
