#!/usr/bin/env bash
# run.sh ROOT [PROGRAM]: builds the playground and tries it in a real Chromium, from a sub-folder, as any static host would serve
# it. With the program landfall, the files that the page saves and the command lines that it shows are given to it.
# Skipped (77) where it cannot be built, or where there is no Chromium.
#   apt-get install clang lld nodejs npm chromium
set -eu
root=$1
. "$root/js/test/built.sh"
node "$root/web/build.mjs" "$root/build/web"
LANDFALL=${2:-} node "$root/web/test/main.mjs" "$root/build/web"
