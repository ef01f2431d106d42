#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
"""api_dump.py ROOT: prints the public API, one line for each name, header by header: macros with their values, enums with
their numbers, fields of structs, functions. What LF_EXPERIMENTAL hides is marked, because no version promises it. Comments and
line breaks do not matter. tests/golden/api.txt is the last one that
was agreed on: a test compares, so that a change of API shows in a review (UPDATE=1 tests/api.sh ROOT writes it anew)."""
import os
import re
import sys


def headers(root):
    places = [os.path.join("include", "landfall.h")]
    places += [os.path.join("include", "landfall", name) for name in sorted(os.listdir(os.path.join(root, "include", "landfall")))]
    return places + [os.path.join("io", "landfall_io.h")]


def plain(text):
    """The text without comments and continued lines."""
    text = re.sub(r"/\*.*?\*/", " ", text.replace("\\\n", " "), flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def parts(text):
    """The text that everybody sees, and the text behind LF_EXPERIMENTAL."""
    seen, hidden, depth, since = [], [], 0, None
    for line in text.splitlines(keepends=True):
        if re.match(r"#\s*if", line):
            depth += 1
            if since is None and "LF_EXPERIMENTAL" in line:
                since = depth
        (seen if since is None else hidden).append(line)
        if re.match(r"#\s*endif", line):
            since = None if since == depth else since
            depth -= 1
    return "".join(seen), "".join(hidden)


def squeeze(text):
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"\( ", "(", text)


def statuses(name, value):
    """The rows of a list such as LF_STATUS_MAP(X): X(name, number, text)."""
    for row in re.findall(r'X\((\w+), (-?\d+), "([^"]*)"\)', value):
        yield f"{name} {row[1]} {row[0]}: {row[2]}"


def macros(text):
    for name, arguments, value in re.findall(r"^#define (LF_\w+)(\([^)]*\))?[ \t]*([^\n]*)", text, flags=re.M):
        if name.endswith("_H") or name in ("LF_API", "LF_STATUS_ENUM"):
            continue
        if arguments:
            yield from statuses(name, value)
        else:
            yield squeeze(f"#define {name} {value}")


def enumerators(name, body):
    number = -1
    for entry in filter(None, (squeeze(part) for part in body.split(","))):
        word, _, value = entry.partition(" = ")
        number = int(value, 0) if value else number + 1
        yield f"enum {name} {word} = {number}"


def members(body):
    """The fields of a struct; a bracket keeps a comma or semicolon inside together."""
    return filter(None, (squeeze(part) for part in re.split(r";(?![^(]*\))", body)))


def types(text):
    for kind, name, body in re.findall(r"\b(enum|struct)\s*(\w*)\s*\{([^}]*)\}", text):
        if kind == "enum" and "LF_STATUS_ENUM" not in body and "LF_IO_STATUS" not in body:
            yield from enumerators(name or "-", re.sub(r"^#.*", "", body, flags=re.M))
        elif kind == "struct":
            yield from (f"struct {name}: {field}" for field in members(body))
    yield from (squeeze(line) for line in re.findall(r"^typedef [^{};]*;", text, flags=re.M))


def functions(text):
    return (squeeze(line)[len("LF_API "):] for line in re.findall(r"^LF_API [^;]*;", text, flags=re.M))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for path in headers(sys.argv[1]):
        text = plain(open(os.path.join(sys.argv[1], path), encoding="utf-8").read())
        print(f"== {path}")
        for mark, part in zip(("", "experimental "), parts(text)):
            for line in (*macros(part), *types(part), *functions(part)):
                print(mark + line)


if __name__ == "__main__":
    main()
