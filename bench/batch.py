#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
"""Many queries on one machine: threads, ranks and processes side by side (docs/cluster.md).

    bench/batch.py MAP landfall [landfall-mpi] [--rounds 3] [--keep DIR] [--jobs NAME,...] [--ways NAME,...]

MAP is an OpenFront folder with queries.csv. Makes an index with its almanac and files of queries: random pairs, of which no end
comes again (new...); pairs of 3,000 tiles at shores (ports); and the map's own queries again and again (map). Jobs that
end in -routes are a plain batch, which finds routes but does not write their tiles; all others are --lengths. Runs each
in turns, and prints wall and processor time of the fastest round by wall time, and the median of the wall times. All
outputs are compared. Ranks are shown beside two threads: how much longer they take, with the start of MPI and without.
"""
import argparse
import array
import filecmp
import json
import os
import random
import resource
import statistics
import struct
import subprocess
import tempfile
import time

PORTS = 3000
NEW = {"new100k": 100000, "new1m": 1000000, "new4m": 4000000, "new20m": 20000000}
JOBS = "new100k-routes,new100k,new1m,ports,map-routes,map"
WAYS = "1 thread,2 threads,2 ranks,2 processes"


class World:
    def __init__(self, folder):
        with open(os.path.join(folder, "manifest.json")) as file:
            size = json.load(file)["map"]
        self.folder, self.width, self.height = folder, size["width"], size["height"]
        with open(os.path.join(folder, "map.bin"), "rb") as file:
            self.bytes = file.read()
        self.random = random.Random(1)

    def ocean(self):
        while True:
            tile = self.random.randrange(self.width * self.height)
            if self.bytes[tile] < 128 and self.bytes[tile] & 32:
                return tile

    def shore(self):
        while True:
            tile = self.ocean()
            x, y = tile % self.width, tile // self.width
            if 0 < x < self.width - 1 and 0 < y < self.height - 1:
                if any(self.bytes[tile + step] >= 128 for step in (-1, 1, self.width, -self.width)):
                    return tile

    def pair(self, one, other):
        return f"{one % self.width},{one // self.width},{other % self.width},{other // self.width}\n"


def queries_write(path, count, row):
    with open(path, "w") as file:
        file.write("from_x,from_y,to_x,to_y\n")
        file.writelines(row() for _ in range(count))


def new_make(world, path, count):
    """Random pairs of ocean tiles, in the binary form."""
    oceans = [tile for tile, byte in enumerate(world.bytes) if byte < 128 and byte & 32]
    with open(path, "wb") as file:
        file.write(b"LFQUERY1" + struct.pack("<4I", 16, world.width, world.height, 0))
        for begin in range(0, count, 500000):
            ends = world.random.choices(oceans, k=2 * min(500000, count - begin))
            numbers = array.array("I", (part for tile in ends for part in (tile % world.width, tile // world.width)))
            file.write(numbers.tobytes())


def queries_make(world, folder, name):
    """The file of queries of that name, which is made if there is none."""
    path = os.path.join(folder, name + (".lfq" if name in NEW and NEW[name] > 1000000 else ".csv"))
    if os.path.exists(path):
        return path
    choose = world.random.choice
    if path.endswith(".lfq"):
        new_make(world, path, NEW[name])
    elif name in NEW:
        queries_write(path, NEW[name], lambda: world.pair(world.ocean(), world.ocean()))
    elif name == "ports":
        ports = [world.shore() for _ in range(PORTS)]
        queries_write(path, 2000000, lambda: world.pair(choose(ports), choose(ports)))
    else:
        with open(os.path.join(world.folder, "queries.csv")) as file:
            head, *rows = file.read().splitlines(keepends=True)
        with open(path, "w") as file:
            file.write(head + "".join(rows * (200000 // len(rows))))
    return path


def run(commands):
    """Runs commands at the same time. Returns wall and processor time of all."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    running = [subprocess.Popen(command, stderr=subprocess.DEVNULL) for command in commands]
    for process, command in zip(running, commands):
        if process.wait() not in (0, 1):
            raise SystemExit(f"failed: {' '.join(command)}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - begin, spent


def ways(options, job, path):
    """The commands of each way to answer a file of queries, and whether it writes it whole."""
    base = ["batch", options.map, path, "--no-times", "--quiet", "--index",
            os.path.join(options.keep, "index.lfindex")]
    if not job.endswith("-routes"):
        base += ["--lengths", "--almanac", os.path.join(options.keep, "index.lfalmanac")]
    out = lambda name: ["--out", os.path.join(options.keep, f"{job}.{name}.out")]
    one = [options.program] + base
    yield "1 thread", [one + ["-j1"] + out("1")], "1"
    yield "2 threads", [one + ["-j2"] + out("2")], "2"
    if options.ranks:
        start = ["mpirun", "-n", "2", "--bind-to", "none", options.ranks]
        yield "2 ranks", [start + base + ["-j1"] + out("ranks")], "ranks"
    yield "2 processes", [one + ["-j1", "--shard", f"{i}/2"] + out(f"shard{i}") for i in (1, 2)], None


def start_run(options):
    """The start and the end of MPI itself."""
    return run([["mpirun", "-n", "2", "--bind-to", "none", options.ranks, "--version"]])


def job_run(options, job, path, table):
    """One round of a job."""
    first = None
    for way, commands, whole in ways(options, job, path):
        if way not in options.ways.split(","):
            continue
        table.setdefault((job, way), []).append(run(commands))
        written = os.path.join(options.keep, f"{job}.{whole}.out")
        if whole and first and not filecmp.cmp(first, written, shallow=False):
            raise SystemExit(f"{job}: {way} writes other bytes")
        first = first or (written if whole else None)


def ranks_print(table, jobs):
    """How much longer two ranks take than two threads, by the medians."""
    median = lambda key: statistics.median(wall for wall, _ in table[key])
    start = median(("start of 2 ranks", "2 ranks"))
    print("\nqueries\t2 threads\t2 ranks\tlonger, with the start\tlonger, without")
    for job in jobs:
        if (job, "2 threads") in table and (job, "2 ranks") in table:
            threads, ranks = median((job, "2 threads")), median((job, "2 ranks"))
            print(f"{job}\t{threads:.2f}\t{ranks:.2f}\t{100 * (ranks / threads - 1):.0f} %"
                  f"\t{100 * ((ranks - start) / threads - 1):.0f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map")
    parser.add_argument("program")
    parser.add_argument("ranks", nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--jobs", default=JOBS, help=f"default: {JOBS}; also new4m, new20m, new1m-routes")
    parser.add_argument("--ways", default=WAYS, help=f"default: {WAYS}")
    parser.add_argument("--keep", help="a folder for the files, which are made only if it has none")
    options = parser.parse_args()
    options.keep = options.keep or tempfile.mkdtemp()
    os.makedirs(options.keep, exist_ok=True)
    jobs = options.jobs.split(",")
    world = World(options.map)
    paths = {job: queries_make(world, options.keep, job.removesuffix("-routes")) for job in jobs}
    if not os.path.exists(os.path.join(options.keep, "index.lfalmanac")):
        subprocess.run([options.program, "index", options.map, "--verify",
                        "-o", os.path.join(options.keep, "index.lfindex"),
                        "--almanac", os.path.join(options.keep, "index.lfalmanac")],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    table = {}
    for _ in range(options.rounds):
        if options.ranks:
            table.setdefault(("start of 2 ranks", "2 ranks"), []).append(start_run(options))
        for job in jobs:
            job_run(options, job, paths[job], table)
    print("queries\tway\twall_s\tprocessor_s\tmedian_wall_s")
    for (name, way), times in table.items():
        median = statistics.median(wall for wall, _ in times)
        print(f"{name}\t{way}\t{min(times)[0]:.2f}\t{min(times)[1]:.2f}\t{median:.2f}")
    if options.ranks:
        ranks_print(table, jobs)


if __name__ == "__main__":
    main()
