#!/usr/bin/env bash
# amalgamation.sh ROOT NAME=OBJECT:OBJECT... : makes the library as two files in an empty folder, compiles it there with every
# compiler that is here, with all warnings, links a user's program in C and in C++ and an expert's, and links the objects of the core's tests
# (NAME) with it and runs them.
set -eu
root=$1
shift
command -v python3 > /dev/null || { echo "skipped: no python3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 "$root/tools/amalgamate.py" "$root" "$work"
cp "$root/tests/install/consumer.c" "$work/my.c"
cd "$work"
[ "$(echo ./*)" = "./landfall.c ./landfall.h ./my.c" ] || { echo "more or less than two files were made: $(echo ./*)"; exit 1; }
answers() { [ "$("$1")" = "LF_OK, 2 moves" ] || { echo "$1 says: $("$1")"; exit 1; }; }

echo "cc my.c landfall.c"
cc -I. my.c landfall.c -o my
answers ./my

strict=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
for compiler in gcc clang; do
    command -v $compiler > /dev/null || { echo "skipped: no $compiler"; continue; }
    for level in -O0 -O2; do
        echo "$compiler $level, all warnings"
        $compiler -std=c17 "${strict[@]}" $level -c landfall.c -o "$compiler$level.o"
        $compiler -std=c17 $level -I. my.c "$compiler$level.o" -o "$compiler$level"
        answers "./$compiler$level"
    done
done

echo "from C++"
c++ -std=c++20 -Wall -Wextra -Wpedantic -Wno-missing-field-initializers -Werror -I. -x c++ -c my.c -o my_cpp.o
cc -O2 -c landfall.c -o library.o
c++ my_cpp.o library.o -o my_cpp
answers ./my_cpp

echo "for experts, and for nobody else"
cp "$root/tests/install/expert.c" .
if cc -I. -fsyntax-only expert.c 2> log; then echo "an expert's program compiles without LF_EXPERIMENTAL"; exit 1; fi
grep -q "lf_expert_options" log || { cat log; exit 1; }
cc -I. -DLF_EXPERIMENTAL expert.c library.o -o expert
[ "$(./expert)" = "LF_E_FRONTIER, tile 1 was met" ] || { echo "the expert's program says: $(./expert)"; exit 1; }

echo "in one file with its user, who is no expert"
cat my.c landfall.c > one.c
cc -std=c17 -Wall -Wextra -Werror -I. one.c -o one
answers ./one

echo "without a system"
cc -std=c17 "${strict[@]}" -O2 -ffreestanding -DLF_NO_MALLOC -c landfall.c -o free.o
missing=$(nm -u free.o | awk '{print $2}' | grep -vxE 'memcpy|memset|memmove|memcmp|strcmp|__popcountdi2|_GLOBAL_OFFSET_TABLE_' || true)
[ -z "$missing" ] || { echo "it needs more than memcpy and the like:"; echo "$missing"; exit 1; }

for test in "$@"; do
    IFS=: read -ra objects <<< "${test#*=}"
    cc "${objects[@]}" library.o -lpthread -lm -o "${test%%=*}"
    "./${test%%=*}" > log 2>&1 || { tail -40 log; echo "${test%%=*} fails with the two files"; exit 1; }
    echo "${test%%=*}: $(tail -1 log)"
done
