#!/usr/bin/env bash
# run.sh BUILD_DIR ROOT VERSION: installs into an empty place, then builds a user's program against it in three ways:
# find_package, pkg-config, and plain cc with the sources.
set -eu
build=$1 root=$2 version=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" > "$work/install.log"
[ -f "$work/prefix/include/landfall.h" ] || { cat "$work/install.log"; exit 1; }

echo "find_package"
cmake -S "$root/tests/install" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DEXPECTED_VERSION="$version" -DCMAKE_C_FLAGS="${CFLAGS:-}" > "$work/log" || { cat "$work/log"; exit 1; }
cmake --build "$work/consumer" > "$work/log" || { cat "$work/log"; exit 1; }
"$work/consumer/consumer"
"$work/consumer/consumer_io"

echo "pkg-config"
libdir=$(dirname "$(find "$work/prefix" -name landfall.pc)")
export PKG_CONFIG_PATH=$libdir
[ "$(pkg-config --modversion landfall)" = "$version" ]
# shellcheck disable=SC2046  # the flags are meant to be split
"${CC:-cc}" -std=c17 ${CFLAGS:-} "$root/tests/install/consumer.c" $(pkg-config --cflags --libs landfall) -o "$work/with_pc"
"$work/with_pc"
# shellcheck disable=SC2046
"${CC:-cc}" -std=c17 ${CFLAGS:-} -DWITH_IO "$root/tests/install/consumer.c" $(pkg-config --cflags --libs --static landfall_io) -o "$work/with_io_pc"
"$work/with_io_pc"

echo "plain cc"
"${CC:-cc}" -std=c17 -O2 -I"$root/include" "$root/tests/install/consumer.c" "$root"/src/*.c -o "$work/plain"
"$work/plain"

echo "the program and its manual page"
"$work/prefix/bin/landfall" --version
find "$work/prefix" -name 'landfall.1*' | grep -q . || echo "no manual page (go-md2man was not found)"
# Where there is completion, it is the program's own.
for shell in bash:bash-completion/completions/landfall zsh:zsh/site-functions/_landfall; do
    "$work/prefix/bin/landfall" completion "${shell%%:*}" | cmp - "$work/prefix/share/${shell#*:}"
done
