#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
"""rooms.py check ROOT: prints every #include that the tables of src/README.md do not allow; exit code 1 if there is one.
rooms.py draw ROOT OUT.svg: draws the rooms of src/ and who uses whom."""
import os
import re
import sys


def tables(root):
    """The rows of both tables: {room: (sentence, [rooms it may use])}."""
    found = []
    for line in open(os.path.join(root, "src", "README.md"), encoding="utf-8"):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| room |") or line.startswith("| folder |"):
            found.append({})
        elif line.startswith("|") and not line.startswith("|---"):
            found[-1][cells[0]] = (cells[1], cells[2].split())
    return found


def sources(root, folder):
    for place, _, names in os.walk(os.path.join(root, folder)):
        for name in sorted(names):
            if name.endswith((".c", ".h", ".cpp")):
                yield os.path.relpath(os.path.join(place, name), root)


def includes(root, path):
    for number, line in enumerate(open(os.path.join(root, path), encoding="utf-8"), 1):
        match = re.match(r'\s*#\s*include\s+["<]([^">]+)[">]', line)
        if match:
            yield number, match.group(1)


def target(root, path, name):
    """The file of the project that an include names, or None for a header of the system."""
    here = os.path.dirname(path)
    for folder in (here, "include", "src", "io", "scenes", "cli", "js/shim", "tests"):
        candidate = os.path.normpath(os.path.join(folder, name))
        if os.path.isfile(os.path.join(root, candidate)):
            return candidate
    return None


def owner(path):
    """The folder that a file belongs to; files of src/ belong to a room."""
    parts = path.split(os.sep)
    return (parts[0], parts[1] if parts[0] == "src" else None)


def faults(root, rooms, folders):
    for folder in ["src", *folders]:
        for path in sources(root, folder):
            for number, name in includes(root, path):
                goal = target(root, path, name)
                if goal is None:
                    continue
                (here, my_room), (there, its_room) = owner(path), owner(goal)
                if here == "src":
                    allowed = [my_room, *rooms.get(my_room, ("", []))[1]]
                    good = there == "include" or (there == "src" and its_room in allowed)
                else:
                    good = there == here or there in folders[here][1]
                if not good:
                    yield f"{path}:{number}: may not include {goal}"


def unknown(root, rooms):
    """Rooms without a row, and rows without a room."""
    there = {entry for entry in os.listdir(os.path.join(root, "src")) if os.path.isdir(os.path.join(root, "src", entry))}
    for room in sorted(there ^ set(rooms)):
        yield f"src/{room}: {'has no row in src/README.md' if room in there else 'has a row in src/README.md and no folder'}"


def depths(rooms):
    """For each room its floor: one above the highest that it uses."""
    floor = {}

    def find(room):
        if room not in floor:
            floor[room] = 1 + max((find(other) for other in rooms[room][1]), default=-1)
        return floor[room]

    for room in rooms:
        find(room)
    return floor


def direct(rooms):
    """Who uses whom, without what follows from the rest."""
    reach = {}

    def find(room):
        if room not in reach:
            reach[room] = set(rooms[room][1]).union(*[find(other) for other in rooms[room][1]])
        return reach[room]

    edges = []
    for room in rooms:
        find(room)
        for other in rooms[room][1]:
            if not any(other in find(between) for between in rooms[room][1] if between != other):
                edges.append((room, other))
    return edges


def draw(root, rooms, out):
    width, height, gap_x, gap_y = 128, 46, 26, 40
    floor = depths(rooms)
    floors = [[room for room in rooms if floor[room] == level] for level in range(max(floor.values()) + 1)]
    total = max(len(row) for row in floors) * (width + gap_x) + gap_x
    tall = len(floors) * (height + gap_y) + gap_y
    place = {}
    for level, row in enumerate(floors):
        left = (total - len(row) * (width + gap_x) + gap_x) / 2
        for i, room in enumerate(row):
            place[room] = (left + i * (width + gap_x), tall - gap_y - height - level * (height + gap_y))
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{total}" height="{tall}" viewBox="0 0 {total} {tall}" '
             'font-family="sans-serif" text-anchor="middle">',
             f'<rect width="{total}" height="{tall}" fill="#fbfaf7"/>']
    for room, other in direct(rooms):
        (x, y), (to_x, to_y) = place[room], place[other]
        x, to_x, y = x + width / 2, to_x + width / 2, y + height
        lines.append(f'<path d="M{x:.0f} {y:.0f} C{x:.0f} {y + gap_y:.0f} {to_x:.0f} {to_y - gap_y:.0f} {to_x:.0f} {to_y:.0f}" '
                     'fill="none" stroke="#8aa0b0" stroke-width="1.6"/>')
    for room, (x, y) in place.items():
        files = len(list(sources(root, os.path.join("src", room))))
        lines.append(f'<rect x="{x:.0f}" y="{y:.0f}" width="{width}" height="{height}" rx="7" fill="#dcebf2" stroke="#3c6478"/>')
        lines.append(f'<text x="{x + width / 2:.0f}" y="{y + 20:.0f}" font-size="15" fill="#173440">{room}</text>')
        lines.append(f'<text x="{x + width / 2:.0f}" y="{y + 36:.0f}" font-size="11" fill="#54707c">{files} files</text>')
    lines.append("</svg>")
    with open(out, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("check", "draw"):
        sys.exit(__doc__)
    root = sys.argv[2]
    rooms, folders = tables(root)
    if sys.argv[1] == "draw":
        draw(root, rooms, sys.argv[3])
        return
    wrong = [*unknown(root, rooms), *faults(root, rooms, folders)]
    print("\n".join(wrong), end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
