#!/usr/bin/env bash
# run.sh ROOT: builds the npm package and tries it: in Node, in Chromium, checked by tsc, installed into an empty project as ESM
# and as CommonJS, under esbuild, vite, webpack and rollup. Says what it leaves out. Skipped (77) where it cannot even be built.
#   apt-get install clang lld nodejs npm chromium
set -eu
root=$1
. "$root/js/test/built.sh"
echo "== Node"
node --test "$root/js/test/node.test.mjs" > "$root/build/js/node.log" 2>&1 || { grep -E '^ *(not ok|error:)' -A2 "$root/build/js/node.log"; exit 1; }
grep -E '^# (pass|fail)' "$root/build/js/node.log"
echo "== Chromium"
node "$root/js/test/chromium.mjs" || [ $? -eq 77 ]
echo "== the package, installed"
node "$root/js/test/package.mjs"
echo "== the example"
node "$root/js/test/game.mjs"
