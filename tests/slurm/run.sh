#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
#
# run.sh PROGRAM ROOT: the recipes of tools/slurm by a stand-in for sbatch, which runs the tasks one after the other, kills
# the first of them once, and starts it again.
set -u
program=$(realpath "$1")
root=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
mkdir bin
cat >bin/sbatch <<'STAND_IN'
#!/usr/bin/env bash
# Runs what it is sent at once; says number 7 for an array, and 8 for a job that depends on it.
set -u
tasks= after=
while [[ ${1:-} = --* ]]; do
    case $1 in
    --array=1-*) tasks=${1#--array=1-} ;;
    --dependency=afterok:*) after=${1#*:} ;;
    --parsable | --kill-on-invalid-dep=yes | --cpus-per-task=*) ;;
    *) echo "sbatch: what is $1?" >&2 && exit 1 ;;
    esac
    shift
done
if [ -n "$after" ]; then
    [ "$after" = 7 ] && [ ! -e failed ] || exit 1
    sh "$@" && echo 8
    exit
fi
for ((i = 1; i <= tasks; i++)); do
    export SLURM_ARRAY_TASK_ID=$i SLURM_ARRAY_TASK_COUNT=$tasks SLURM_CPUS_PER_TASK=2
    [ $i -ne 1 ] || (ulimit -f 4 && sh "$@" 2>>log) # its disk is full; it is queued again
    sh "$@" 2>>log || touch failed
done
echo 7
STAND_IN
chmod +x bin/sbatch
export PATH=$work/bin:$PATH LANDFALL=$program LLVM_PROFILE_FILE=/dev/null
failed=0
check() { # TEXT COMMAND...
    if "${@:2}"; then echo "ok: $1"; else failed=$((failed + 1)); echo "FAILED: $1" && cat log; fi
}
"$program" generate archipelago --size 120x90 --seed 4 -o sea.png
{
    echo from_x,from_y,to_x,to_y
    for i in $(seq 2000); do echo "$((i * 7 % 120)),$((i * 3 % 90)),$((i * 11 % 120)),$((i * 5 % 90))"; done
} >q.csv
for y in 5 20 40 60 80; do for x in 5 30 60 90 110; do echo $x,$y; done; done >ends.txt
"$program" batch sea.png q.csv --no-times --skip-bad-ends --quiet -o whole.csv
"$program" matrix sea.png --from ends.txt --to ends.txt --skip-bad-ends --quiet -o whole.matrix
jobs=$(SBATCH_OPTIONS="--cpus-per-task=2" "$root/tools/slurm/submit" 3 out.csv batch sea.png q.csv --no-times --skip-bad-ends --quiet)
check "batch: two jobs" [ "$jobs" = "7 8" ]
check "batch: the whole" cmp out.csv whole.csv
check "batch: the disk was full once" grep -q 'goes on behind the last one' log
jobs=$("$root/tools/slurm/submit" 4 out.matrix matrix sea.png --from ends.txt --to ends.txt --skip-bad-ends --quiet)
check "matrix: two jobs" [ "$jobs" = "7 8" ]
check "matrix: the whole" cmp out.matrix whole.matrix
check "nothing is left" [ -z "$(find . -name 'out.*.[0-9]*')" ]
"$root/tools/slurm/submit" 4 out 2>/dev/null
check "misuse of submit" [ $? -eq 2 ]
sh "$root/tools/slurm/shards.sbatch" out batch sea.png 2>/dev/null
check "a task without an array" [ $? -eq 2 ]
[ "$failed" -eq 0 ]
