#!/usr/bin/env bash
# example.sh PROGRAM SOURCE: runs an example and compares what it prints with the comment after "// Output:".
set -eu
expected=$(sed -n '/^\/\/ Output:/,$p' "$2" | tail -n +2 | sed 's,^// \{0\,1\},,')
[ -n "$expected" ] || { echo "$2 has no output comment"; exit 1; }
cd "$(dirname "$2")"
diff <(printf '%s\n' "$expected") <("$1" | sed 's/ *$//')
