#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
"""Many queries on one machine: threads, ranks and processes side by side (docs/cluster.md).

    bench/batch.py MAP landfall [landfall-mpi] [--rounds 3] [--keep DIR]

MAP is an OpenFront folder with queries.csv. Makes an index with its almanac and four files of queries: random pairs, of which no end
comes again; pairs of 3,000 tiles at shores ("ports"); and the map's own queries again and again. Runs each in turns, and
prints wall and processor time of the fastest round by wall time. All outputs are compared.
"""
import argparse
import filecmp
import json
import os
import random
import resource
import subprocess
import tempfile
import time

PORTS = 3000


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


def queries_make(world, folder):
    ports = [world.shore() for _ in range(PORTS)]
    choose = world.random.choice
    new = lambda: world.pair(world.ocean(), world.ocean())
    again = lambda: world.pair(choose(ports), choose(ports))
    queries_write(os.path.join(folder, "new100k.csv"), 100000, new)
    queries_write(os.path.join(folder, "new1m.csv"), 1000000, new)
    queries_write(os.path.join(folder, "ports.csv"), 2000000, again)
    with open(os.path.join(world.folder, "queries.csv")) as file:
        head, *rows = file.read().splitlines(keepends=True)
    with open(os.path.join(folder, "map.csv"), "w") as file:
        file.write(head + "".join(rows * (200000 // len(rows))))


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


def ways(options, queries, lengths):
    """The commands of each way to answer a file of queries, and whether it writes it whole."""
    base = ["batch", options.map, os.path.join(options.keep, queries + ".csv"), "--no-times", "--quiet", "--index",
            os.path.join(options.keep, "index.lfindex")]
    if lengths:
        base += ["--lengths", "--almanac", os.path.join(options.keep, "index.lfalmanac")]
    out = lambda name: ["--out", os.path.join(options.keep, f"{queries}.{name}.out")]
    one = [options.program] + base
    yield "1 thread", [one + ["-j1"] + out("1")], "1"
    yield "2 threads", [one + ["-j2"] + out("2")], "2"
    if options.ranks:
        start = ["mpirun", "-n", "2", "--bind-to", "none", options.ranks]
        yield "2 ranks", [start + base + ["-j1"] + out("ranks")], "ranks"
    yield "2 processes", [one + ["-j1", "--shard", f"{i}/2"] + out(f"shard{i}") for i in (1, 2)], None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("map")
    parser.add_argument("program")
    parser.add_argument("ranks", nargs="?")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", help="a folder for the files, which are made only if it has none")
    options = parser.parse_args()
    options.keep = options.keep or tempfile.mkdtemp()
    os.makedirs(options.keep, exist_ok=True)
    if not os.path.exists(os.path.join(options.keep, "map.csv")):
        queries_make(World(options.map), options.keep)
        subprocess.run([options.program, "index", options.map, "--verify",
                        "-o", os.path.join(options.keep, "index.lfindex"),
                        "--almanac", os.path.join(options.keep, "index.lfalmanac")],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    table = {}
    for _ in range(options.rounds):
        if options.ranks:
            table.setdefault(("start of 2 ranks", ""), []).append(
                run([["mpirun", "-n", "2", "--bind-to", "none", options.ranks, "--version"]]))
        for queries, lengths in (("new100k", False), ("new100k", True), ("new1m", True), ("ports", True), ("map", True)):
            name = queries + (" --lengths" if lengths else "")
            for way, commands, whole in ways(options, queries, lengths):
                table.setdefault((name, way), []).append(run(commands))
                if whole not in (None, "1") and not filecmp.cmp(
                        *(os.path.join(options.keep, f"{queries}.{n}.out") for n in ("1", whole)), shallow=False):
                    raise SystemExit(f"{name}: {way} writes other bytes than 1 thread")
    print("queries\tway\twall_s\tprocessor_s")
    for (name, way), times in table.items():
        print(f"{name}\t{way}\t{min(times)[0]:.2f}\t{min(times)[1]:.2f}")


if __name__ == "__main__":
    main()
