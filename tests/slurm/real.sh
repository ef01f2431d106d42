#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
#
# real.sh PROGRAM ROOT [MPI_PROGRAM]: the recipes of tools/slurm, and ranks by srun, on a Slurm of one node: munged, slurmctld
# and slurmd with their files in a folder of their own, in namespaces of their own: they have no network but a loopback, and
# when this ends the kernel ends them all.
set -u
skip() {
    echo "skipped: $1"
    exit 77
}
[ $# -ge 2 ] || { echo "usage: real.sh PROGRAM ROOT [MPI_PROGRAM]" >&2 && exit 2; }
if [ "${LANDFALL_INSIDE:-}" != yes ]; then
    for tool in munged slurmctld slurmd sbatch srun; do
        PATH=$PATH:/usr/sbin command -v $tool >/dev/null || skip "there is no $tool (packages slurm-wlm, munge)"
    done
    [ "$(id -u)" -eq 0 ] || skip "slurmd starts tasks as their users, which takes root"
    unshare -n -u -m -p -f --mount-proc --kill-child sh -c 'ip link set lo up && hostname localhost' 2>/dev/null ||
        skip "no namespaces here, or no ip (package iproute2)"
    LANDFALL_INSIDE=yes unshare -n -u -m -p -f --mount-proc --kill-child "$0" "$@"
    exit
fi
PATH=$PATH:/usr/sbin
program=$(realpath "$1")
root=$(realpath "$2")
mpi_program=${3:+$(realpath "$3")}
ip link set lo up
ip address add 192.0.2.1/32 dev lo # for documents, and on the loopback: with 127.0.0.1 alone Slurm finds no address to listen at
hostname localhost
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
chmod 755 . && mkdir -m 755 slurm state spool munge
export SLURM_CONF=$work/slurm/slurm.conf LANDFALL=$program LLVM_PROFILE_FILE=/dev/null
cpus=$(nproc)
cat >"$SLURM_CONF" <<CONF
ClusterName=landfall
SlurmctldHost=localhost(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurm/slurmctld.pid
SlurmdPidFile=$work/slurm/slurmd.pid
SlurmctldLogFile=$work/slurm/slurmctld.log
SlurmdLogFile=$work/slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
SchedulerParameters=sched_min_interval=0
ReturnToService=2
MinJobAge=3600
KillWait=1
NodeName=localhost NodeAddr=127.0.0.1 CPUs=$cpus State=UNKNOWN
PartitionName=main Nodes=localhost Default=YES MaxTime=INFINITE State=UP
CONF
head -c 1024 /dev/urandom >munge/key && chmod 400 munge/key
munged --force --key-file "$work/munge/key" --socket "$work/munge/socket" --pid-file "$work/munge/pid" \
    --log-file "$work/munge/log" --seed-file "$work/munge/seed" 2>munge/said || { cat munge/said && skip "munged does not start here"; }
slurmctld && slurmd || { cat slurm/*.log && skip "Slurm does not start here"; }
for ((i = 0; i < 300; i++)); do
    [ "$(sinfo -h -o %T 2>/dev/null)" != idle ] || break
    sleep 0.1
done
[ "$(sinfo -h -o %T)" = idle ] || { tail -20 slurm/*.log && skip "the node of this Slurm does not come up"; }

failed=0
check() { # TEXT COMMAND...
    if "${@:2}"; then echo "ok: $1"; else failed=$((failed + 1)); echo "FAILED: $1" && tail -n 20 slurm-*.out slurm/*.log; fi
}
state_of() { scontrol show job "$1" -o | grep -oE 'JobState=[A-Z_]+' | sort -u | tr '\n' ' '; }
wait_for() { # JOB: until it is not queued any more
    while [ -n "$(squeue -h -j "$1" -t PD,R,CF,CG,RQ 2>/dev/null)" ]; do sleep 0.1; done
}
"$program" generate islands --size 300x200 --seed 3 -o sea.png
"$program" convert sea.png sea.txt
first=$(head -1 sea.txt)
{
    echo from_x,from_y,to_x,to_y
    for i in $(seq 3000); do
        x=$((i * 37 % 300))
        [ "${first:x:1}" != . ] || echo "0,0,$x,0"
    done
} >q.csv
for y in $(seq 3 37 197); do for x in $(seq 2 43 297); do echo $x,$y; done; done >ends.txt
# So slow that a task can be caught in the middle of it.
batch=(sea.png q.csv --no-times --strategy flood --repeat 60 --quiet)
matrix=(sea.png --from ends.txt --to ends.txt --skip-bad-ends --quiet)
"$program" batch "${batch[@]}" -o whole.csv
"$program" matrix "${matrix[@]}" -o whole.matrix

read -r array merge <<<"$(SBATCH_OPTIONS="--cpus-per-task=1" "$root/tools/slurm/submit" 3 out.csv batch "${batch[@]}")"
wait_for "$merge"
check "batch: the array is done" [ "$(state_of "$array")" = "JobState=COMPLETED " ]
check "batch: the whole" cmp out.csv whole.csv
read -r array merge <<<"$("$root/tools/slurm/submit" 4 out.matrix matrix "${matrix[@]}")"
wait_for "$merge"
check "matrix: the whole" cmp out.matrix whole.matrix
check "nothing is left" [ -z "$(find . -maxdepth 1 -name 'out.*.*')" ]

# A task that is queued again in the middle of its work goes on.
rm out.csv
read -r array merge <<<"$("$root/tools/slurm/submit" 2 out.csv batch "${batch[@]}")"
requeued=no
for ((i = 0; i < 3000; i++)); do
    if [ "$(cat out.csv.1.*.part 2>/dev/null | wc -l)" -gt 50 ]; then
        scontrol requeue "${array}_1" && requeued=yes
        break
    fi
    [ ! -e out.csv.1 ] || break
    sleep 0.01
done
# It would wait two minutes, so that nothing of its first start is left anywhere; at once it is refused.
sleep 5
while [ -n "$(squeue -h -j "$merge" -t PD 2>/dev/null)" ]; do
    scontrol update "jobid=${array}_1" StartTime=now 2>/dev/null
    sleep 0.2
done
wait_for "$merge"
check "a task was queued again ($requeued)" [ $requeued = yes ]
check "and went on" cmp out.csv whole.csv

# A task that fails: nothing is merged, and what is wrong is in its file.
read -r array merge <<<"$("$root/tools/slurm/submit" 2 bad.csv batch nowhere.png q.csv)"
wait_for "$merge"
check "a task that fails: no merging" [ "$(state_of "$merge")" = "JobState=CANCELLED " ]
check "and it says why" grep -q 'nowhere.png: does not exist' slurm-"$array"_1.out

# Ranks, as docs/cluster.md starts them.
if [ -n "$mpi_program" ]; then
    kind=pmix
    ! ldd "$mpi_program" | grep -q libmpich || kind=pmi2
    export OMPI_MCA_btl=self,vader PMIX_MCA_psec=native
    srun --mpi=$kind --ntasks=2 --oversubscribe --overcommit --cpus-per-task=1 "$mpi_program" batch "${batch[@]}" \
        --threads 1 --out ranks.csv --resume >slurm-srun.out 2>&1
    check "ranks by srun --mpi=$kind: the whole" cmp ranks.csv whole.csv
fi
echo "$failed failed"
[ "$failed" -eq 0 ]
