#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
"""Says which lines and branches of src/ and io/ the tests have reached.

    coverage.py BUILD

BUILD is a build folder of the preset `coverage` whose tests have run and left their counters in BUILD/profiles. Prints a
table, a line a file, and then every outcome of a condition in src/ that no test has seen and tests/uncovered.md does not
explain. Exit code: 0 = more than 95 % of the branches of src/ and every other one explained, 1 = not so."""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LEAST = 95.0  # percent of the outcomes of conditions in src/
# What the compiler decides, or the machine: which way it stores numbers (the preset s390x runs the other one).
DECIDED = r"true|false|\d+|!?LFI_HAS_\w+|LFI_(EXPANSES|SURVEYS) [!=]= 0|!?lfi_machine_is_low_first\(\)"


def measure(build):
    """The counters of all test programs, merged, as llvm-cov exports them."""
    profiles = sorted(str(p) for p in (build / "profiles").glob("*.profraw"))
    merged = build / "all.profdata"
    subprocess.run(["llvm-profdata", "merge", "-sparse", *profiles, "-o", str(merged)], check=True)
    programs = [p for p in sorted(build.rglob("*")) if p.is_file() and p.read_bytes()[:4] == b"\x7fELF" and p.suffix == ""]
    objects = [word for p in programs[1:] for word in ("-object", str(p))]
    command = ["llvm-cov", "export", "-instr-profile", str(merged), str(programs[0]), *objects]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)["data"][0]["files"]


def text_between(lines, begin_line, begin, end_line, end):
    if begin_line == end_line:
        return lines[begin_line - 1][begin - 1:end - 1]
    rows = [lines[begin_line - 1][begin - 1:], *lines[begin_line:end_line - 1], lines[end_line - 1][:end - 1]]
    return " ".join(row.strip() for row in rows)


def branches_of(entry):
    """{place: [line, text, times true, times false]}, without conditions that are DECIDED; a function in a header
    has counters in every file that uses it."""
    lines = pathlib.Path(entry["filename"]).read_text().splitlines()
    found = {}
    for begin_line, begin, end_line, end, true, false, *_ in entry["branches"]:
        text = text_between(lines, begin_line, begin, end_line, end)
        branch = found.setdefault((begin_line, begin, end_line, end), [begin_line, text, 0, 0])
        branch[2] += true
        branch[3] += false
    return {place: b for place, b in found.items() if not re.fullmatch(DECIDED, b[1])}


def read_explained():
    """(file, condition, outcome) of each row of the table in tests/uncovered.md."""
    rows = set()
    for line in (ROOT / "tests" / "uncovered.md").read_text().splitlines():
        cells = [c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line)]
        if len(cells) >= 5 and cells[3] in ("never true", "never false"):
            rows.add((cells[1].strip("`"), cells[2].strip("`"), cells[3]))
    return rows


class Total:
    def __init__(self):
        self.lines = self.lines_seen = self.outcomes = self.outcomes_seen = 0

    def add(self, lines, lines_seen, outcomes, outcomes_seen):
        self.lines += lines
        self.lines_seen += lines_seen
        self.outcomes += outcomes
        self.outcomes_seen += outcomes_seen

    def percent(self):
        return 100.0 * self.outcomes_seen / max(1, self.outcomes)

    def show(self, name):
        line_percent = 100.0 * self.lines_seen / max(1, self.lines)
        print(f"{name:28}{self.lines:7}{line_percent:8.1f} %{self.outcomes:10}{self.percent():8.1f} %"
              f"{self.outcomes - self.outcomes_seen:8}")


def missing_of(name, branches):
    for line, text, true, false in branches.values():
        if true == 0:
            yield name, line, text, "never true"
        if false == 0:
            yield name, line, text, "never false"


def main():
    if len(sys.argv) != 2:
        print(__doc__.splitlines()[2].strip(), file=sys.stderr)
        sys.exit(2)
    totals, missing = {"src": Total(), "io": Total()}, []
    print(f"{'file':28}{'lines':>7}{'reached':>10}{'branches':>10}{'reached':>10}{'missing':>8}")
    for entry in measure(pathlib.Path(sys.argv[1]).resolve()):
        path = pathlib.Path(entry["filename"]).resolve().relative_to(ROOT)
        if path.parts[0] not in totals:
            continue
        branches, lines, one = branches_of(entry), entry["summary"]["lines"], Total()
        unseen = list(missing_of(path.relative_to(path.parts[0]).as_posix(), branches))
        numbers = lines["count"], lines["covered"], 2 * len(branches), 2 * len(branches) - len(unseen)
        one.add(*numbers)
        one.show(str(path))
        totals[path.parts[0]].add(*numbers)
        missing += unseen if path.parts[0] == "src" else []
    for folder, total in totals.items():
        total.show(f"all of {folder}/")
    explained = read_explained()
    unknown = [m for m in missing if (m[0], m[2], m[3]) not in explained]
    print(f"\n{len(missing)} outcomes of conditions in src/ not seen, {len(missing) - len(unknown)} of them explained in tests/uncovered.md")
    for name, line, text, outcome in unknown:
        print(f"{name}:{line}: {outcome}: {text}")
    # No failure: with the real maps at hand the tests see more than without them.
    for name, text, outcome in sorted(explained - {(m[0], m[2], m[3]) for m in missing}):
        print(f"tests/uncovered.md explains what was seen, or is gone: {name}: {outcome}: {text}")
    sys.exit(1 if unknown or totals["src"].percent() <= LEAST else 0)


if __name__ == "__main__":
    main()
