#!/usr/bin/env bash
# run.sh ROOT [PROGRAM]: builds the playground and tries it in a real Chromium, from a sub-folder, as any static host would serve
# it. With the program landfall, the files that the page saves and the command lines that it shows are given to it.
# Skipped (77) where it cannot be built, or where there is no Chromium.
#   apt-get install clang lld nodejs npm chromium
set -eu
root=$1
skip() { echo "skipped: $1"; exit 77; }
for tool in clang wasm-ld node npm python3; do
    command -v $tool > /dev/null || skip "no $tool"
done
[ "$(node -p 'process.versions.node.split(".")[0] >= 18')" = true ] || skip "Node is older than 18: $(node --version)"
# The package is built in one folder: its test and this one take turns.
mkdir -p "$root/build/js"
exec 9> "$root/build/js/lock"
command -v flock > /dev/null && flock 9
"$root/js/tools.sh" "$root" || skip "the npm packages of js/package.json cannot be had (no network?)"
node "$root/js/build.mjs"
node "$root/web/build.mjs" "$root/build/web"
LANDFALL=${2:-} node "$root/web/test/main.mjs" "$root/build/web"
