#!/usr/bin/env bash
# build-wasm.sh ROOT OUT [FLAG...]: the library and the shim as one WebAssembly module without imports, by clang and wasm-ld
# alone. FLAGs are for the files that have something to do with vectors: -msimd128. Objects are kept beside OUT, those of these
# files in OUT.objects and all others in objects, for every module, and made again if a source, a header or this file is newer.
#
# wasm-ld is called directly: the clang driver would run any wasm-opt that it finds, and old ones break vectors.
#
# The size. What landfall/sync takes is two modules packed together, so it matters how large one is and how much the other
# differs (docs/decisions/0010-javascript.md has the figures):
#   - Only the files that compute with vectors see FLAGs. Given -msimd128, clang also copies structs by vectors, everywhere.
#     They are linked last, so that an additional function in them does not give another number to all the others.
#   - Rooms that a query does not spend its time in are made small, -Oz. All of them that way: queries take twice the time.
#   - Loops are not unrolled, nor vectorized by the compiler.
set -eu
root=$1 out=$2
shift 2
shared=$(dirname "$out")/objects
mkdir -p "$out.objects" "$shared"
# clang's own <stdint.h> has constants of other signs than a C library's: -Wno-sign-compare.
flags=(--target=wasm32 -nostdlibinc -isystem "$root/js/shim/libc" -std=c17 -O2 -DNDEBUG -Wall -Wextra -Wno-sign-compare -Werror
    -mbulk-memory -msign-ext -mnontrapping-fptoint -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fvisibility=hidden
    -I"$root/include")
newest=$(find "$root/include" "$root/src" "$root/js/shim" "$0" -type f ! -name '*.c' -printf '%T@ %p\n' | sort -n | tail -1)
compile() { # FOLDER SOURCE FLAG...
    local object
    object="$1/$(echo "${2#"$root"/}" | tr / _).o"
    if [ ! "$object" -nt "$2" ] || [ ! "$object" -nt "${newest#* }" ]; then
        "${CLANG:-clang}" "${flags[@]}" "${@:3}" -c "$2" -o "$object.part"
        mv "$object.part" "$object"
    fi
    linked+=("$object")
}
linked=()
# The shim rewrites arrays in place as numbers of another type. libc.c is the C library: its loops must not become calls of itself.
for source in "$root"/js/shim/*.c; do compile "$shared" "$source" -Oz -fno-strict-aliasing -fno-builtin; done
vectors=()
for source in "$root"/src/*/*.c; do
    case ${source#"$root"/src/} in
    headland/obstructed.c) compile "$shared" "$source" -Oz ;;
    headland/now.c | headland/route.c | headland/views.c) compile "$shared" "$source" ;; # no vectors in these
    field/planes.c | flood/flood.c | flood/waves.c | headland/* | index/buoys.c | index/locate.c) vectors+=("$source") ;;
    base/* | coarse/* | depth/* | keys/* | overlay/* | search/* | shape/* | tasks/* | world/*) compile "$shared" "$source" -Oz ;;
    field/clearance.c | field/owners.c | field/follow.c | index/build.c | index/bytes.c | index/effort.c | index/former.c) compile "$shared" "$source" -Oz ;;
    field/field.c | flood/strip.c | guided/optimal.c | index/headlands.c | index/hierarchy.c | index/contract.c | index/landmarks.c | index/legs.c) compile "$shared" "$source" -Oz ;;
    index/index.c | index/order.c | map/bodies_*.c | map/bodies.c | map/flips.c | map/map.c | map/moves.c | map/route_check.c | query/* | sight/extras.c | sight/stops.c) compile "$shared" "$source" -Oz ;;
    *) compile "$shared" "$source" ;;
    esac
done
for source in "${vectors[@]}"; do compile "$out.objects" "$source" "$@"; done
# The exports are the functions that the shim marks with LFJS.
"${WASM_LD:-wasm-ld}" --no-entry --strip-all --compress-relocations --stack-first -z stack-size=262144 --max-memory=4294967296 -O2 "${linked[@]}" -o "$out"
