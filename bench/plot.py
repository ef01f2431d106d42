#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
"""Draws columns of a result as an SVG line chart: TSV of the benchmarks, CSV of `landfall bench --csv` and `landfall batch`.

    bench/plot.py RESULT.tsv OUT.svg --x keys --y ms [--series goal] [--where dungeon=keys-*] [--log x] [--log y]
                  [--title TEXT] [--x-label TEXT] [--y-label TEXT] [--band fastest_ms,slowest_ms]
    landfall bench world --csv > bench.csv && bench/plot.py bench.csv bench.svg --x strategy --y median_us --log y
    landfall batch world queries.csv -o answers.csv; bench/plot.py answers.csv times.svg --x length --y us --log y

Lines that begin with # are comments, the first other line names the columns (with tabs between them, or with commas), - and
nothing are missing values. Where no value of --x is a number, the values are names, side by side. --where keeps the rows whose
column matches the pattern (* and ? as in file names) and may be repeated. --series makes one line for each value of a column.
--band shades from one column to another around each line. Nothing but Python's standard library is needed."""

import argparse
import csv
import fnmatch
import math
import sys

COLORS = ("#2471a3", "#c0392b", "#1e8449", "#b9770e", "#7d3c98", "#117a65", "#5d6d7e")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 440, 76, 24, 44, 60


def read(path):
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            lines = [line for line in file if line.strip() and not line.startswith("#")]
    except OSError as problem:
        sys.exit(f"{path}: {problem.strerror}")
    if not lines:
        sys.exit(f"{path}: no rows")
    rows = list(csv.reader(lines, delimiter="\t" if "\t" in lines[0] else ","))
    return rows[0], [dict(zip(rows[0], row)) for row in rows[1:]]


def number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return None


class NameAxis:
    """An axis of names, each with a place of its own; a value is the number of its name."""

    def __init__(self, names, begin, end):
        self.names, self.begin, self.end = names, begin, end
        self.ticks = range(len(names))

    def at(self, value):
        return self.begin + (value + 0.5) * (self.end - self.begin) / len(self.names)

    def text(self, tick):
        return self.names[tick]


class Axis:
    """One axis: from values to pixels, and its ticks."""

    def __init__(self, values, log, begin, end):
        low, high = min(values), max(values)
        self.log, self.begin, self.end = log, begin, end
        if log:
            low, high = 10 ** math.floor(math.log10(low)), 10 ** math.ceil(math.log10(high))
            if low == high:
                high *= 10
            self.ticks = [10.0 ** e for e in range(round(math.log10(low)), round(math.log10(high)) + 1)]
        else:
            step = self.step((high - min(low, 0)) or 1)
            low = min(0, math.floor(low / step) * step)
            high = math.ceil(high / step) * step or step
            self.ticks = [low + i * step for i in range(round((high - low) / step) + 1)]
        self.low, self.high = low, high

    @staticmethod
    def step(span):
        raw = span / 8
        base = 10 ** math.floor(math.log10(raw))
        return next(base * k for k in (1, 2, 5, 10) if base * k >= raw)

    def at(self, value):
        if self.log:
            share = math.log10(value / self.low) / math.log10(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return self.begin + share * (self.end - self.begin)

    @staticmethod
    def text(tick):
        return f"{tick:g}"


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def names_of(rows, column):
    """The values of a column in their order, if none of them is a number; otherwise nothing."""
    values = [row.get(column) for row in rows if row.get(column) not in (None, "", "-")]
    return list(dict.fromkeys(values)) if all(number(value) is None for value in values) else []


def points_of(rows, args, names):
    """The lines of the chart: name -> sorted list of (x, y, low, high)."""
    band = args.band.split(",") if args.band else None
    lines = {}
    for row in rows:
        x = names.index(row[args.x]) if row.get(args.x) in names else number(row.get(args.x))
        y = number(row.get(args.y))
        low, high = (number(row.get(name)) for name in band) if band else (y, y)
        logs = ((x, "x" in args.log and not names), (y, "y" in args.log))
        values = [v for v, log in logs if v is None or (log and v <= 0)]
        if values or low is None or high is None:
            continue
        lines.setdefault(row.get(args.series, args.y) if args.series else args.y, []).append((x, y, low, high))
    return {name: sorted(line) for name, line in lines.items()}


def draw(lines, args, names):
    every = [point for line in lines.values() for point in line]
    x_axis = NameAxis(names, LEFT, WIDTH - RIGHT) if names else Axis([p[0] for p in every], "x" in args.log, LEFT, WIDTH - RIGHT)
    y_axis = Axis([v for p in every for v in p[1:]], "y" in args.log, HEIGHT - BOTTOM, TOP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
           f'<text x="{LEFT}" y="24" font-size="16" fill="#1d2733">{escape(args.title or args.y)}</text>']
    for tick in y_axis.ticks:
        y = y_axis.at(tick)
        out.append(f'<line x1="{LEFT}" y1="{y:.1f}" x2="{WIDTH - RIGHT}" y2="{y:.1f}" stroke="#dde2e6"/>')
        out.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#5d6d7e">{y_axis.text(tick)}</text>')
    for tick in x_axis.ticks:
        x = x_axis.at(tick)
        out.append(f'<line x1="{x:.1f}" y1="{HEIGHT - BOTTOM}" x2="{x:.1f}" y2="{HEIGHT - BOTTOM + 5}" stroke="#5d6d7e"/>')
        out.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#5d6d7e">{escape(x_axis.text(tick))}</text>')
    middle = (TOP + HEIGHT - BOTTOM) / 2
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 14}" text-anchor="middle" fill="#1d2733">{escape(args.x_label or args.x)}</text>')
    out.append(f'<text x="18" y="{middle}" text-anchor="middle" transform="rotate(-90 18 {middle})" fill="#1d2733">{escape(args.y_label or args.y)}</text>')
    for i, (name, line) in enumerate(lines.items()):
        color = COLORS[i % len(COLORS)]
        if args.band:
            edge = [(p[0], p[2]) for p in line] + [(p[0], p[3]) for p in reversed(line)]
            shape = " ".join(f"{x_axis.at(x):.1f},{y_axis.at(y):.1f}" for x, y in edge)
            out.append(f'<polygon points="{shape}" fill="{color}" opacity="0.14"/>')
        shape = " ".join(f"{x_axis.at(p[0]):.1f},{y_axis.at(p[1]):.1f}" for p in line)
        out.append(f'<polyline points="{shape}" fill="none" stroke="{color}" stroke-width="2"/>')
        out.extend(f'<circle cx="{x_axis.at(p[0]):.1f}" cy="{y_axis.at(p[1]):.1f}" r="3" fill="{color}"/>' for p in line)
        out.append(f'<rect x="{LEFT + 14}" y="{TOP + 8 + 20 * i}" width="14" height="4" fill="{color}"/>')
        out.append(f'<text x="{LEFT + 36}" y="{TOP + 14 + 20 * i}" fill="#1d2733">{escape(name)}</text>')
    out.append("</svg>")
    return "\n".join(out) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Draws columns of a TSV or CSV result as an SVG line chart.")
    parser.add_argument("result")
    parser.add_argument("out")
    parser.add_argument("--x", required=True)
    parser.add_argument("--y", required=True)
    parser.add_argument("--series")
    parser.add_argument("--band", help="two columns, with a comma: shade between them")
    parser.add_argument("--where", action="append", default=[], help="COLUMN=PATTERN")
    parser.add_argument("--log", action="append", default=[], choices=("x", "y"))
    parser.add_argument("--title")
    parser.add_argument("--x-label")
    parser.add_argument("--y-label")
    args = parser.parse_args()
    names, rows = read(args.result)
    for column in [args.x, args.y] + ([args.series] if args.series else []) + (args.band.split(",") if args.band else []):
        if column not in names:
            sys.exit(f"{args.result}: no column '{column}', expected one of {', '.join(names)}")
    for condition in args.where:
        column, _, pattern = condition.partition("=")
        rows = [row for row in rows if fnmatch.fnmatch(row.get(column, ""), pattern)]
    x_names = names_of(rows, args.x)
    lines = points_of(rows, args, x_names)
    if not lines:
        sys.exit(f"{args.result}: no rows with numbers in {args.x} and {args.y}")
    with open(args.out, "w", encoding="utf-8") as file:
        file.write(draw(lines, args, x_names))


if __name__ == "__main__":
    main()
