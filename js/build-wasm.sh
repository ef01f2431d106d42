#!/usr/bin/env bash
# build-wasm.sh ROOT OUT MODULE [FLAG...]: the library and a part of the shim as one WebAssembly module without imports, by clang
# and wasm-ld alone. MODULE is routes, small (the same, without cells), dungeons (keys and doors) or playground (all, and
# what web/shim has). The linker leaves out what no function of the shim reaches. FLAGs are for the files that have something to do
# with vectors: -msimd128. Objects are kept beside OUT, those of these files in OUT.objects and all others in objects, and made
# again if a source, a header or this file is newer.
#
# wasm-ld is called directly: the clang driver would run any wasm-opt that it finds, and old ones break vectors.
#
# The size. What landfall/sync takes is two modules packed together, so it matters how large one is and how much the other
# differs (docs/decisions/0010-javascript.md has the figures):
#   - Only the files that compute with vectors see FLAGs. Given -msimd128, clang also copies structs by vectors, everywhere.
#     They are linked last, so that an additional function in them does not give another number to all the others.
#   - Files that nothing spends its time in are made small, -Oz. All of them that way: queries take twice the time.
#   - Loops are not unrolled, nor vectorized by the compiler.
set -eu
root=$1 out=$2 module=$3
shift 3
objects=$(dirname "$out")/objects
mkdir -p "$objects"
# clang's own <stdint.h> has constants of other signs than a C library's: -Wno-sign-compare.
flags=(--target=wasm32 -nostdlibinc -isystem "$root/js/shim/libc" -std=c17 -O2 -DNDEBUG -Wall -Wextra -Wno-sign-compare -Werror
    -mbulk-memory -msign-ext -mnontrapping-fptoint -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -fvisibility=hidden
    -DLF_NO_WORKERS -DLF_NO_SURVEYS -I"$root/include")
version=$("${CLANG:-clang}" --version)
compile() { # SOURCE FLAG...
    local all=("${flags[@]}" "${@:2}") key object
    # What is defined counts by what becomes of the source, all other flags by themselves.
    key=$({ echo "$version" "${all[@]/#-D*/}"; "${CLANG:-clang}" "${all[@]}" -E -P "$1"; } | sha256sum | cut -c 1-16)
    object=$objects/$(echo "${1#"$root"/}" | tr / _).$key.o
    if [ ! -e "$object" ]; then
        "${CLANG:-clang}" "${all[@]}" -c "$1" -o "$object.part"
        mv "$object.part" "$object"
    fi
    linked+=("$object")
}
linked=()
# The shim rewrites arrays in place as numbers of another type. libc.c is the C library: its loops must not become calls of itself.
shims=(edit field index libc matrix seat shape shim weights words)
case $module in
    routes | small) ;;
    playground) shims+=(dungeon puzzle) flags+=(-DLFJS_NO_SAVED) ;;
    dungeons) shims=(dungeon libc puzzle words) ;;
    *) echo "build-wasm.sh: there is no module $module" >&2; exit 2 ;;
esac
for name in "${shims[@]}"; do compile "$root/js/shim/$name.c" -Oz -fno-strict-aliasing -fno-builtin; done
# The playground's module makes maps, too, and shows what a search did.
if [ "$module" = playground ]; then
    for source in "$root"/scenes/*.c "$root"/web/shim/*.c; do
        compile "$source" -Oz -fno-strict-aliasing -DLF_EXPERIMENTAL -I"$root/scenes" -I"$root/js/shim"
    done
fi
# The files that queries, fields and the building of an index spend their time in. All others are made small.
hot=(flood/flood flood/octile flood/waves guided/plan guided/tiles guided/window
    headland/ends headland/haul headland/headland headland/route index/buoys index/contract
    keys/bound keys/climb keys/hunt keys/kept keys/plain keys/points keys/reach keys/retrace keys/rival keys/ways
    sight/lookout spine/spine spine/straight)
# Those of them that compute with vectors.
vectors=(flood/flood flood/waves index/buoys)
# landfall/sync has no room left for cells within its 140 KB of gzip: auto floods there, and finds the same tiles. What is
# fetched has them, with vectors.
# So it is with the playground's module without vectors.
if [ "$module" = small ] || { [ "$module" = playground ] && [ $# -eq 0 ]; }; then flags+=(-DLF_NO_CELLS); fi
# Neither landfall/sync nor the playground has room for ropes (the same routes, but those of thousands of legs take longer)
# and detours (routes that edits have broken are searched, which takes longer; they are as long).
if [ "$module" = small ] || [ "$module" = playground ]; then flags+=(-DLF_NO_ROPES -DLF_NO_DETOURS); fi
# The playground's modules have no room for two parts of the search with keys: it takes longer there on hard dungeons. The
# page never asks for octile costs: its modules have no floods and fields for them.
if [ "$module" = playground ]; then flags+=(-DLF_NO_PATTERNS -DLF_NO_OCTILE); fi
if [ "$module" != small ]; then
    for source in "$root"/src/cells/*.c; do vectors+=("cells/$(basename "$source" .c)"); done
fi
is_one_of() { # NAME NAME...
    local name=$1
    shift
    [[ " $* " == *" $name "* ]]
}
# The page asks each dungeon a few times: its searches with keys are small, too, and make room for puzzles. So are guided
# searches and contraction there: within 250 KB of gzip not everything can be fast.
small=()
# landfall/sync has octile floods, guided searches, `spine`, lookouts, contraction and the writing of routes small, for its 140 KB.
if [ "$module" = small ]; then small=(flood/octile guided/plan guided/tiles guided/window sight/lookout spine/spine spine/straight index/contract headland/route); fi
if [ "$module" = playground ]; then
    small=(flood/octile headland/headland headland/mileage guided/plan guided/tiles guided/window headland/ends headland/route index/contract sight/lookout spine/spine spine/straight)
    for name in "${hot[@]}"; do if [[ $name == keys/* ]]; then small+=("$name"); fi; done
fi
# What it has room for only if it is not quite as fast.
smaller=()
if [ "$module" = small ]; then smaller=(headland/ends headland/headland); fi
for source in "$root"/src/*/*.c; do
    name=${source#"$root"/src/} name=${name%.c}
    if is_one_of "$name" "${vectors[@]}"; then continue; fi
    if is_one_of "$name" ${small[@]+"${small[@]}"}; then compile "$source" -Oz; continue; fi
    if is_one_of "$name" ${smaller[@]+"${smaller[@]}"}; then compile "$source" -Os; continue; fi
    if is_one_of "$name" "${hot[@]}"; then compile "$source"; else compile "$source" -Oz; fi
done
# Buoys are looked along when an index is made: landfall/sync has them small, too, for its 140 KB.
for name in "${vectors[@]}"; do
    size=()
    if [ "$module" = small ] && [[ $name == index/* ]]; then size=(-Oz); fi
    if [ "$module" = playground ] && { [ $# -eq 0 ] || [ "$name" = flood/waves ]; }; then size=(-Oz); fi
    if [ "$module" = playground ] && [[ $name == cells/* || $name == index/* ]]; then size=(-Oz -DLF_NO_EXPANSES); fi
    compile "$root/src/$name.c" ${size[@]+"${size[@]}"} "$@"
done
# The exports are the functions that the shim marks with LFJS.
"${WASM_LD:-wasm-ld}" --no-entry --strip-all --compress-relocations --stack-first -z stack-size=262144 --max-memory=4294967296 -O2 "${linked[@]}" -o "$out"
