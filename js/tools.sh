#!/usr/bin/env bash
# tools.sh ROOT: what the package is built and tested with, in ROOT/build/js/tools, in the versions of js/package.json. There is no
# lock file: its addresses would be those of one registry, and npm cannot install from one without them.
set -eu
root=$1 tools=$1/build/js/tools
mkdir -p "$tools"
cmp -s "$root/js/package.json" "$tools/installed.json" && exit 0
cp "$root/js/package.json" "$tools/package.json"
(cd "$tools" && npm install --no-package-lock --ignore-scripts --no-audit --no-fund --loglevel=error)
cp "$root/js/package.json" "$tools/installed.json"
