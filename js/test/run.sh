#!/usr/bin/env bash
# run.sh ROOT: builds the npm package and tries it: in Node, in Chromium, checked by tsc, installed into an empty project as ESM
# and as CommonJS, under esbuild, vite, webpack and rollup. Says what it leaves out. Skipped (77) where it cannot even be built.
#   apt-get install clang lld nodejs npm chromium
set -eu
root=$1
skip() { echo "skipped: $1"; exit 77; }
for tool in clang wasm-ld node npm python3; do
    command -v $tool > /dev/null || skip "no $tool"
done
[ "$(node -p 'process.versions.node.split(".")[0] >= 18')" = true ] || skip "Node is older than 18: $(node --version)"
# Two builds in one folder at once would see each other's halves: presets take turns.
mkdir -p "$root/build/js"
exec 9> "$root/build/js/lock"
command -v flock > /dev/null && flock 9
"$root/js/tools.sh" "$root" || skip "the npm packages of js/package.json cannot be had (no network?)"
node "$root/js/build.mjs"
echo "== Node"
node --test "$root/js/test/node.test.mjs" > "$root/build/js/node.log" 2>&1 || { grep -E '^ *(not ok|error:)' -A2 "$root/build/js/node.log"; exit 1; }
grep -E '^# (pass|fail)' "$root/build/js/node.log"
echo "== Chromium"
node "$root/js/test/chromium.mjs" || [ $? -eq 77 ]
echo "== the package, installed"
node "$root/js/test/package.mjs"
echo "== the example"
node "$root/js/test/game.mjs"
