#!/usr/bin/env bash
# dev.sh ROOT: ./dev from a source archive, without git, on machines that lack what it needs. The machines are made of a PATH
# with the few tools that any system has, and with apt-get, sudo and id that only tell what they were asked.
set -u
root=$1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0
check() { # TEXT COMMAND...
    if "${@:2}"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "FAILED: $1"; cat "$work/out"; fi
}

# The tree as an archive has it: no .git, nothing built.
mkdir "$work/tree"
tar -C "$root" --exclude=./.git --exclude=./build --exclude=./.cache -cf - . | tar -C "$work/tree" -xf -

machine() { # USER_ID TOOL...: a PATH with these tools beside the ones that any system has
    rm -rf "${work:?}/bin" "$work/asked"
    mkdir "$work/bin"
    local tool
    for tool in bash env dirname sed grep cat sort find head mktemp rm; do ln -s "$(command -v "$tool")" "$work/bin/$tool"; done
    printf '#!/bin/sh\necho %s\n' "$1" > "$work/bin/id"
    for tool in "${@:2}"; do
        printf '#!/bin/sh\necho "%s $*" >> "%s"\n' "$tool" "$work/asked" > "$work/bin/$tool"
    done
    [ ! -e "$work/bin/sudo" ] || printf '#!/bin/sh\necho "sudo $*" >> "%s"\nexec "$@"\n' "$work/asked" > "$work/bin/sudo"
    chmod +x "$work"/bin/*
}
dev() { PATH=$work/bin "$work/tree/dev" "$@" > "$work/out" 2>&1 < /dev/null; code=$?; }
exits() { [ "$code" -eq "$1" ]; }
says() { grep -qF -- "$1" "$work/out"; }
asked() { grep -qF -- "$1" "$work/asked"; }
silent() { [ ! -e "$work/asked" ]; }
command="apt-get update && apt-get install --no-install-recommends gcc libc6-dev cmake ninja-build pkg-config libspng-dev \
libjansson-dev libyaml-dev libgif-dev libxxhash-dev"

machine 1000 apt-get
dev demo
check "no root and no sudo: exit code 2" exits 2
check "no root and no sudo: the exact command" says "$command"
check "no root and no sudo: apt-get is not even tried" silent
check "demo needs no clang" eval '! says clang'
dev test
check "test without root: exit code 2" exits 2
check "test without root: names clang too" says "libxxhash-dev g++ python3 clang clang-format clang-tidy go-md2man"

dev js
check "js without root: exit code 2" exits 2
check "js without root: what it needs" says "clang lld nodejs npm python3"

dev page
check "page without root: what it needs" says "clang lld nodejs npm python3"

machine 1000
dev demo
check "not Debian: exit code 2" exits 2
check "not Debian: says so" says "not a Debian or Ubuntu machine"

# Nothing becomes installed by the apt-get above, so ./dev goes on and fails at cmake; what was asked is what matters.
machine 0 apt-get
dev demo
check "root: apt-get is asked directly" asked "apt-get install -y -q --no-install-recommends gcc libc6-dev cmake"
machine 1000 apt-get sudo
dev demo
check "sudo: it is asked" asked "sudo env LC_ALL=C DEBIAN_FRONTEND=noninteractive apt-get install"
printf '#!/bin/sh\necho "you are not in the sudoers file"\nexit 1\n' > "$work/bin/sudo"
dev demo
check "sudo refuses: exit code 2" exits 2
check "sudo refuses: the exact command" says "$command"

machine 1000
dev
check "help" exits 0
check "help says what there is" says "./dev demo"
dev dmeo
check "an unknown command: exit code 2" exits 2

# Formatting and the rules of the house find the sources without git.
printf '#!/bin/sh\nprintf "%%s\\n" "$@" >> "%s"\n' "$work/asked" > "$work/bin/clang-format"
ln -s "$(command -v xargs)" "$work/bin/xargs"
chmod +x "$work/bin/clang-format"
dev format
check "format without git: exit code 0" exits 0
check "format without git: finds the sources" asked "src/map/map.c"
check "format without git: finds every source" \
    [ "$(grep -c '\.[ch]$' "$work/asked")" -eq "$(find "$work/tree" -name '*.[ch]' | wc -l)" ]

# clang-tidy sees every source, and what it finds is a failure; another version than the reference is not asked.
machine 0 apt-get cc c++ cmake ninja pkg-config
for tool in xargs nproc; do ln -s "$(command -v "$tool")" "$work/bin/$tool"; done
tidy() { # VERSION EXIT_CODE
    printf '#!/bin/sh\n[ "$1" != --version ] || { echo "LLVM version %s"; exit; }\necho "$*" >> "%s"\necho "1 warning generated."\nexit %s\n' \
        "$1" "$work/asked" "$2" > "$work/bin/clang-tidy"
    chmod +x "$work/bin/clang-tidy"
    rm -f "$work/asked"
    dev tidy "${@:3}"
}
tidied() { grep -c '^-p build/install --quiet [^ ]*\.c$' "$work/asked"; }
mkdir -p "$work/tree/build/install"
echo '[]' > "$work/tree/build/install/compile_commands.json"
tidy 14.0.6 0
check "tidy: without MPI, every source but that of ranks" \
    [ "$(tidied)" -eq "$(cd "$work/tree" && find src io scenes cli -name '*.c' ! -path 'cli/mpi/*' | wc -l)" ]
echo '[{"file": "cli/mpi/ranks.c"}]' > "$work/tree/build/install/compile_commands.json"
tidy 14.0.6 0
check "tidy: exit code 0" exits 0
check "tidy: every source of the library and the program" \
    [ "$(tidied)" -eq "$(cd "$work/tree" && find src io scenes cli -name '*.c' | wc -l)" ]
check "tidy: nothing but its name is said" eval '! says warning'
tidy 14.0.6 0 io/png.c
check "tidy: one file" [ "$(tidied)" -eq 1 ]
tidy 14.0.6 1
check "tidy: a finding fails" eval '! exits 0'
tidy 19.1.0 1
check "tidy: another version is not asked" exits 0
check "tidy: another version is named" says "this is version 19.1.0"

# Every target, on a machine that has the usual tools and can install no more: it says what it skips and tests the rest.
machine 0 cc c++ gcc cmake ctest ninja pkg-config python3 clang-format clang-tidy go-md2man doxygen apt-get
for tool in xargs nproc; do ln -s "$(command -v "$tool")" "$work/bin/$tool"; done
answer() { printf '#!/bin/sh\n%s\n' "$2" > "$work/bin/$1"; chmod +x "$work/bin/$1"; }
answer clang-tidy 'echo "LLVM version 19.1.0"'
answer gcc 'echo 12'
mkdir "$work/runtime"
: > "$work/runtime/libclang_rt.fuzzer.a"
answer clang "case \$1 in --version) echo 'clang version 14.0.6' ;; *) echo '$work/runtime' ;; esac"
all() {
    rm -f "$work/asked"
    dev test --all
}
tested() { grep -o '^ctest --preset [a-z0-9_]*' "$work/asked" | sed 's/.* //' | paste -sd ' '; }
installed() { grep -F 'apt-get install' "$work/asked" | grep -qE -- " $1( |\$)"; }
all
check "all targets: exit code 0" exits 0
check "all targets: tested" [ "$(tested)" = "release clang asan tsan tsan_program shared openmpi mpich tsan msan m32 musl s390x aarch64" ]
for package in libclang-rt-14-dev-wasm32 libopenmpi-dev libmpich-dev slurm-wlm gcc-12-multilib musl-tools libc6-dev-s390x-cross libc6-dev-arm64-cross; do
    check "all targets: $package is installed" installed "$package"
done
check "all targets: nothing unknown is called" eval '! says "not found"'
answer apt-get 'exit 1'
all
check "targets that cannot be: exit code 0" exits 0
check "targets that cannot be: the others are tested" [ "$(tested)" = "release clang asan tsan tsan_program shared tsan msan" ]
check "targets that cannot be: named" says "not tested here: m32 musl s390x aarch64"
check "targets that cannot be: WebAssembly" says "WebAssembly will be skipped"
check "targets that cannot be: the npm package" says "the npm package will be skipped"
check "targets that cannot be: a browser" says "no Chromium here"
answer ctest 'case $* in *musl*) exit 8 ;; esac'
answer apt-get true
all
check "a target that fails is a failure" eval '! exits 0'

# The maps of the benchmarks: missing, another file of that name, and the right one.
ln -s "$(command -v sha256sum)" "$work/bin/sha256sum"
data=$work/data
mkdir -p "$data/maps/world"
echo other > "$data/maps/world/map.bin"
echo right > "$data/right"
(cd "$data" && sha256sum right) >> "$work/tree/bench/maps.sha256"
LF_SHARED_DATA=$data dev maps
check "maps: exit code 1" exits 1
check "maps: one is missing" says "missing: maps/achiran/map.bin"
check "maps: one differs" says "differs: maps/world/map.bin"
check "maps: one is right" says "1 of $(wc -l < "$work/tree/bench/maps.sha256") files are in $data"
check "maps: where they come from" says "https://github.com/openfrontio/OpenFrontIO"
(cd "$data" && sha256sum right) > "$work/tree/bench/maps.sha256"
LF_SHARED_DATA=$data dev maps
check "maps: all here" exits 0
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
