#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
"""amalgamate.py ROOT DIR: writes DIR/landfall.h and DIR/landfall.c, the whole library in two files.

Every header is put in where it is first included, so the order of the sources does not matter; #include lines of the
project go, those of the system stay. Names that are static are unique over all files (the compiler says so here)."""
import os
import re
import sys

INCLUDE = re.compile(r'\s*#\s*include\s+([<"])([^">]+)[">]')


def licence(root, what):
    version = open(os.path.join(root, "VERSION"), encoding="utf-8").read().strip()
    text = open(os.path.join(root, "LICENSE"), encoding="utf-8").read().strip()
    body = "\n".join(("// " + line).rstrip() for line in text.splitlines())
    return f"// Landfall {version}: {what}.\n// Made from many files by tools/amalgamate.py: read and change those.\n//\n{body}\n\n"


class Writer:
    def __init__(self, root):
        self.root = root
        self.seen = set()
        self.out = []
        self.has_public = False  # whether the public header is included yet

    def find(self, path, quote, name):
        """The file of the project that an include names; None for a header of the system."""
        places = [os.path.dirname(path)] if quote == '"' else []
        for folder in [*places, "include"]:
            candidate = os.path.normpath(os.path.join(folder, name))
            if os.path.isfile(os.path.join(self.root, candidate)):
                return candidate
        return None

    def add(self, path, skip=()):
        if path in self.seen:
            return
        self.seen.add(path)
        self.out.append(f"// ---- {path} ----\n")
        for line in open(os.path.join(self.root, path), encoding="utf-8"):
            match = INCLUDE.match(line)
            inner = match and self.find(path, match.group(1), match.group(2))
            if inner in skip:
                # Where it stood first, and not at the top: what is defined before it is for it.
                if not self.has_public:
                    self.out.append('#include "landfall.h"\n')
                self.has_public = True
            elif inner:
                self.add(inner, skip)
            elif not line.startswith(("// SPDX-", "// Copyright")):
                self.out.append(line)


def headers(root):
    """The public headers that landfall.h is made of."""
    writer = Writer(root)
    writer.add(os.path.join("include", "landfall.h"))
    return writer


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    root, folder = sys.argv[1], sys.argv[2]
    os.makedirs(folder, exist_ok=True)
    public = headers(root)
    library = Writer(root)
    for room in sorted(os.listdir(os.path.join(root, "src"))):
        place = os.path.join("src", room)
        for name in sorted(os.listdir(os.path.join(root, place))) if os.path.isdir(os.path.join(root, place)) else []:
            if name.endswith(".c"):
                library.add(os.path.join(place, name), skip=public.seen)
    with open(os.path.join(folder, "landfall.h"), "w", encoding="utf-8") as file:
        file.write(licence(root, "the header") + "".join(public.out))
    with open(os.path.join(folder, "landfall.c"), "w", encoding="utf-8") as file:
        file.write(licence(root, "the library") + "".join(library.out))


if __name__ == "__main__":
    main()
