#!/usr/bin/env bash
# run.sh BUILD_DIR ROOT VERSION: installs into an empty place, moves it, then builds a user's program against it in three ways:
# find_package, pkg-config, and plain cc with the sources. Runs the installed program. At last uninstalls everything again.
set -eu
build=$1 root=$2 version=$3
work=$(mktemp -d)
# The list of installed files in the build folder is the developer's, who may want to uninstall by it.
manifest=$build/install_manifest.txt
[ ! -e "$manifest" ] || mv "$manifest" "$work/manifest"
put_back() {
    rm -f "$manifest"
    [ ! -e "$work/manifest" ] || mv "$work/manifest" "$manifest"
    rm -rf "$work"
}
trap put_back EXIT
quietly() { "$@" > "$work/log" 2>&1 || { cat "$work/log"; echo "failed: $*"; exit 1; }; }

quietly cmake --install "$build" --prefix "$work/first"
diff <(cd "$2/include" && find . -name '*.h' | sort) <(cd "$work/first/include" && find . -name '*.h' ! -name landfall_io.h | sort) ||
    { echo "not the headers of include/ were installed"; exit 1; }
mv "$work/first" "$work/prefix"
libdir=$(dirname "$(dirname "$(find "$work/prefix" -name landfall.pc)")")

echo "the program and its manual page"
env -u LD_LIBRARY_PATH "$work/prefix/bin/landfall" --version
find "$work/prefix" -name 'landfall.1*' | grep -q . || echo "no manual page (go-md2man was not found)"

export LD_LIBRARY_PATH=$libdir PKG_CONFIG_PATH=$libdir/pkgconfig
echo "find_package"
quietly cmake -S "$root/tests/install" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" \
    -DEXPECTED_VERSION="$version" -DCMAKE_C_FLAGS="${CFLAGS:-}"
quietly cmake --build "$work/consumer"
"$work/consumer/consumer"
"$work/consumer/consumer_io"

echo "pkg-config"
[ "$(pkg-config --modversion landfall)" = "$version" ]
with_pkg_config() { # SOURCE DEFINE ARGUMENT-OF-PKG-CONFIG...
    # shellcheck disable=SC2046  # the flags are meant to be split
    "${CC:-cc}" -std=c17 ${CFLAGS:-} "$2" "$root/tests/install/$1" $(pkg-config --cflags --libs "${@:3}") -o "$work/with_pc"
    "$work/with_pc"
}
with_pkg_config consumer.c -DCORE landfall
with_pkg_config consumer.c -DWITH_IO landfall_io
with_pkg_config consumer.c -DWITH_IO --static landfall_io
with_pkg_config expert.c -DLF_EXPERIMENTAL landfall

echo "plain cc"
"${CC:-cc}" -std=c17 -O2 -I"$root/include" "$root/tests/install/consumer.c" "$root"/src/*/*.c -o "$work/plain"
"$work/plain"

echo "completion is the program's own"
for shell in bash:bash-completion/completions/landfall zsh:zsh/site-functions/_landfall; do
    "$work/prefix/bin/landfall" completion "${shell%%:*}" | cmp - "$work/prefix/share/${shell#*:}"
done

echo "uninstall"
mv "$work/prefix" "$work/first"
touch "$work/first/include/others.h"
quietly cmake --build "$build" --target uninstall
[ "$(find "$work/first" ! -type d)" = "$work/first/include/others.h" ] || { echo "left behind:"; find "$work/first"; exit 1; }
[ ! -e "$work/first/lib/cmake/landfall" ] || { echo "an empty folder of ours was left behind"; exit 1; }
if cmake --build "$build" --target uninstall > "$work/log" 2>&1; then echo "uninstalled what is not installed"; exit 1; fi
grep -q "Nothing to uninstall" "$work/log"
