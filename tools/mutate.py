#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Copyright (c) 2026 The Landfall authors
"""Makes small faults in src/, one at a time, and says which of them the tests do not see.

    mutate.py COUNT [--seed S] [FILE...]
    mutate.py --again LOG

Each fault (mutant) changes one token or one statement of one file. It is compiled, linked with that file's own test
(tests/owners.txt) and run. A test that fails, crashes or does not end kills the mutant; one that passes lets it survive.
Faults that do not compile, or that compile to the same machine code, are no mutants, and others are tried instead.
Survivors that tests/mutants.md explains are counted apart. Exit code: 0 = no other survivors, 1 = some, 2 = misuse.
--again makes only the faults that survived in an earlier run, whose output is in LOG: after tests were written.

The sources are copied to build/mutate first (LF_MUTATE_DIR says another folder); the working tree is only read. One compiler
and one test run at a time."""

import argparse
import difflib
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = pathlib.Path(os.environ.get("LF_MUTATE_DIR", ROOT / "build" / "mutate"))
TREE = WORK / "tree"
FLAGS = ["-std=c17", "-O1", "-w", "-DLF_ASSERTS", "-DLF_EXPERIMENTAL", f"-I{TREE}/include", f"-I{TREE}/tests",
         f"-I{TREE}/scenes", f"-I{TREE}/io"]
SHARED = ["tests/oracle.c", "tests/plain.c"]  # beside the core, part of every test
LIBRARIES = ["-lspng", "-ljansson", "-lyaml", "-lgif", "-lm"]  # what io/ needs, for tests that read map files

# --- Finding places for faults ---------------------------------------------------------------------

SWAPS = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
         "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "+=": ["-="],
         "-=": ["+="], "++": ["--"], "--": ["++"], "<<": [">>"], ">>": ["<<"], "|": ["&"], "&": ["|"], "^": ["|"],
         "|=": ["&="], "&=": ["|="], "true": ["false"], "false": ["true"], "break": ["continue"], "continue": ["break"]}
TOKEN = re.compile(r"""(?P<skip>//[^\n]*|/\*.*?\*/|^[ \t]*\#(?:[^\n\\]|\\.)*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')
    |(?P<number>0[xX][0-9a-fA-F]+|[0-9]+)(?P<suffix>[uUlL]*)|(?P<word>[A-Za-z_]\w*)
    |(?P<op><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||\+=|-=|\*=|/=|&=|\|=|\^=|[-+*/%<>=!&|^~?:;,.(){}\[\]])
    |(?P<other>\S)""", re.X | re.S | re.M)
BINARY_ONLY = {"+", "-", "*", "&"}  # signs, pointers and addresses are left alone
TYPES = re.compile(r"^(const|void|char|int|unsigned|bool|static|struct|size_t|u?int\d+_t|lfi?_\w+|sizeof|return)$")


class Token:
    def __init__(self, match):
        self.kind, self.text, self.begin, self.end = match.lastgroup, match.group(), match.start(), match.end()
        if match.group("number") is not None:
            self.kind = "number"


def tokens_of(text):
    return [t for t in map(Token, TOKEN.finditer(text)) if t.kind != "skip"]


def closing(tokens, i):
    """The index of the bracket that closes the one at i."""
    depth = 0
    for k in range(i, len(tokens)):
        depth += tokens[k].text in "([{"
        depth -= tokens[k].text in ")]}"
        if depth == 0:
            return k
    return len(tokens) - 1


def is_binary(tokens, i):
    """Whether the sign at i stands between two values."""
    before = tokens[i - 1]
    if before.kind == "word":
        return not TYPES.match(before.text)
    if before.text == ")" and tokens[i].text in ("*", "&", "-", "+"):  # perhaps a cast: (type)*p
        return not re.search(r"\(\s*(const\s+)?(u?int\d+_t|int|unsigned|size_t|char|lfi?_\w+)\s*\**$", before.context)
    return before.kind == "number" or before.text in (")", "]")


def body_ranges(tokens):
    """The tokens inside functions: places where a statement can be. Tables and structs are outside."""
    ranges, i = [], 0
    while i < len(tokens):
        if tokens[i].text == "{":
            end = closing(tokens, i)
            if i > 0 and tokens[i - 1].text == ")":
                ranges.append((i + 1, end))
            i = end
        i += 1
    return ranges


def token_faults(tokens, i):
    t = tokens[i]
    if t.kind == "number":
        value = int(t.text.rstrip("uUlL"), 0)
        suffix = t.text[len(t.text.rstrip("uUlL")):]
        yield t.begin, t.end, f"{value + 1}{suffix}"
        if value > 0:
            yield t.begin, t.end, f"{value - 1}{suffix}"
    elif t.text in SWAPS and (t.text not in BINARY_ONLY or is_binary(tokens, i)):
        for other in SWAPS[t.text]:
            yield t.begin, t.end, other


def condition_faults(tokens, i):
    if tokens[i].text not in ("if", "while") or tokens[i + 1].text != "(":
        return
    end = closing(tokens, i + 1)
    yield tokens[i + 1].end, tokens[end].begin, lambda inner: f"!({inner})"


def statement_faults(tokens, i):
    """A statement that begins at i and is an assignment or a call vanishes; a returned value changes."""
    if tokens[i - 1].text not in (";", "{", "}", ")", "else", ":"):
        return
    if tokens[i - 1].text == ")" and tokens[i].kind != "word":
        return
    end = i
    while end < len(tokens) and tokens[end].text not in (";", "{", "}"):
        end = closing(tokens, end) + 1 if tokens[end].text in "([" else end + 1
    if end >= len(tokens) or tokens[end].text != ";":
        return
    if tokens[i].text == "return":
        if end > i + 1:
            value = (tokens[i + 1].begin, tokens[end - 1].end)
            yield *value, lambda inner: f"({inner}) + 1"
            yield *value, lambda inner: f"!({inner})"
        return
    if tokens[i].kind == "word" and (tokens[i + 1].kind == "word" or TYPES.match(tokens[i].text)):
        return  # a declaration, or break, goto and the like
    if tokens[i].text in ("if", "for", "while", "switch", "case", "default", "do", "else", "break", "continue"):
        return
    yield tokens[i].begin, tokens[end].begin, lambda inner: "(void)0"


def faults_of(text):
    """Every fault of a source: (begin, end, replacement)."""
    tokens = tokens_of(text)
    for t in tokens:
        t.context = text[max(0, t.begin - 60):t.begin]
    faults = []
    for begin, end in body_ranges(tokens):
        asserted = -1
        for i in range(begin, end):
            if tokens[i].text == "LFI_ASSERT":
                asserted = closing(tokens, i + 1)
            if i <= asserted:
                continue
            for make in (token_faults, condition_faults, statement_faults):
                for b, e, new in make(tokens, i):
                    faults.append((b, e, new(text[b:e]) if callable(new) else new))
    return faults


# --- Building --------------------------------------------------------------------------------------


def die(message):
    print(f"mutate: {message}", file=sys.stderr)
    sys.exit(2)


def read_owners():
    owners = {}
    for line in (ROOT / "tests" / "owners.txt").read_text().splitlines():
        words = line.split("#")[0].split()
        if words:
            owners[words[0]] = words[1]
    return owners


def in_src(path, tree=TREE):
    """The name of a file by its room: map/moves.c."""
    return path.relative_to(tree / "src").as_posix()


def copy_tree():
    shutil.rmtree(WORK, ignore_errors=True)
    (WORK / "objects").mkdir(parents=True)
    for folder in ("src", "include", "tests", "scenes", "io"):
        shutil.copytree(ROOT / folder, TREE / folder)
    FLAGS.append(f"-I{TREE / 'src'}")
    version = (ROOT / "VERSION").read_text().strip()
    FLAGS.append(f'-DLANDFALL_VERSION_TEXT="{version}"')
    (WORK / "lines.c").write_text(
        "#include <stdio.h>\n"
        "__attribute__((constructor)) static void lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }\n")


def object_of(source):
    return WORK / "objects" / (source.relative_to(WORK).with_suffix("").as_posix().replace("/", "+") + ".o")


def compile_source(source):
    """Whether it compiles. Its object stays what it was if not."""
    out = object_of(source)
    fresh = out.with_suffix(".fresh")
    fewer = ["-DTEST_IS_SLOW"] if source.parent.name == "tests" else []  # fewer maps: a fault that those show is found soon
    command = ["cc", *FLAGS, *fewer, "-MMD", "-MF", str(out.with_suffix(".d")), "-c", str(source), "-o", str(fresh)]
    if subprocess.run(command, stderr=subprocess.DEVNULL).returncode != 0:
        return False
    fresh.replace(out)
    return True


class Build:
    """All objects of the core, what they are made from, and the tests that were linked."""

    def __init__(self, tests):
        core = sorted((TREE / "src").rglob("*.c")) + [TREE / s for s in SHARED] + sorted((TREE / "scenes").glob("*.c"))
        self.core = core + [WORK / "lines.c"]
        self.tests = {t: TREE / "tests" / f"{t}.c" for t in tests}
        files = sorted((TREE / "io").glob("*.c"))
        for source in [*self.core, *files, *self.tests.values()]:
            if not compile_source(source):
                die(f"{source} does not compile")
        self.io = WORK / "io.a"  # a test takes from it what it calls: mostly nothing
        subprocess.run(["ar", "rcs", str(self.io), *(str(object_of(s)) for s in files)], check=True)
        self.users = {}
        for source in [*self.core, *self.tests.values()]:
            for name in object_of(source).with_suffix(".d").read_text().replace("\\\n", " ").split()[1:]:
                self.users.setdefault(pathlib.Path(name).resolve(), []).append(source)

    def link(self, test):
        objects = [str(object_of(s)) for s in [self.tests[test], *self.core]]
        command = ["cc", *objects, str(self.io), "-pthread", "-Wl,--as-needed", *LIBRARIES, "-o", str(WORK / test)]
        subprocess.run(command, check=True)

    def rebuild(self, changed, test):
        """Compiles what uses a changed file; "broken", "same" (machine code) or "changed", and the objects that were there."""
        sources = [s for s in self.users.get(changed, []) if s in self.core or s == self.tests[test]]
        before = {object_of(s): object_of(s).read_bytes() for s in sources}
        if not all(compile_source(s) for s in sources):
            return "broken", before
        return "same" if all(o.read_bytes() == b for o, b in before.items()) else "changed", before


def limits(cpu_seconds):
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_test(test, cpu_seconds):
    """None if the test passes, or how it does not. Ends at the first failed check. The limit counts processor time, so a
    busy machine does not kill anything."""
    with subprocess.Popen([str(WORK / test)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
                          env=os.environ | {"MALLOC_PERTURB_": "165"},  # as tests/CMakeLists.txt has it
                          preexec_fn=lambda: limits(cpu_seconds)) as process:
        for line in process.stdout:
            if ": failed: " in line:
                process.kill()
                return "failed check " + line.split(": failed: ")[0].rsplit("/", 1)[-1]
        code = process.wait()
    if code == 0:
        return None
    return {-24: "did not end", -9: "did not end", -6: "assertion"}.get(code, f"ended with {code}")


# --- Explained survivors ---------------------------------------------------------------------------


def read_explained():
    """Faults that tests/mutants.md explains: a heading with the file's name, then a diff of one line each."""
    explained, name, old = set(), None, None
    for line in (ROOT / "tests" / "mutants.md").read_text().splitlines():
        if line.startswith("## "):
            name = line[3:].strip().strip("`")
        elif line.startswith("-    ") or line.startswith("- \t"):
            old = line[1:].strip()
        elif line.startswith("+    "):
            explained.add((name, old, line[1:].strip()))
    return explained


def read_survivors(log):
    """The faults that survived in an earlier run, as read_explained has them, from what the run printed."""
    survivors, diff = set(), None
    for line in [*pathlib.Path(log).read_text().splitlines(), "["]:
        if line.startswith("["):
            if diff is not None:
                survivors.add((diff["name"], " ".join(diff["-"]), " ".join(diff["+"])))
            diff = {"-": [], "+": []} if "SURVIVED" in line else None
        elif line.startswith("+++ src/"):
            diff["name"] = line.removeprefix("+++ src/")
        elif diff is not None and line[:1] in diff and not line.startswith("--- "):
            diff[line[0]].append(line[1:].strip())
    return survivors


def changed_lines(before, after):
    """The changed line, before and after: with all its lines joined, if there are several."""
    a, b = before.splitlines(), after.splitlines()
    same = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    a, b = a[same:], b[same:]
    while a and b and a[-1] == b[-1]:
        del a[-1], b[-1]
    if len(a) == len(b):  # lines between the changed ones
        a, b = [x for x, y in zip(a, b) if x != y], [y for x, y in zip(a, b) if x != y]
    return " ".join(x.strip() for x in a), " ".join(y.strip() for y in b)


# --- The run ---------------------------------------------------------------------------------------


class Run:
    def __init__(self, files, count, seed, again=None):
        self.owners, self.explained = read_owners(), read_explained()
        self.count, self.random = count, random.Random(seed)
        names = {in_src(p, ROOT) for p in (ROOT / "src").rglob("*.[ch]")}
        if names - set(self.owners):
            die(f"tests/owners.txt does not say whose these are: {' '.join(sorted(names - set(self.owners)))}")
        asked = {f.removeprefix("src/") for f in files} or names
        if asked - names:
            die(f"no such file in src/: {' '.join(sorted(asked - names))}")
        copy_tree()
        self.sources = [p for p in sorted((TREE / "src").rglob("*.[ch]")) if in_src(p) in asked]
        self.texts = {p: p.read_text() for p in self.sources}
        self.faults = [(p, f) for p in self.sources if self.owners[in_src(p)] != "-" for f in faults_of(self.texts[p])]
        self.random.shuffle(self.faults)
        if again is not None:
            self.faults = [(p, f) for p, f in self.faults if self.described(p, f) in again]
            self.count = len(self.faults)

    def faulty(self, path, fault):
        begin, end, new = fault
        return self.texts[path][:begin] + new + self.texts[path][end:]

    def described(self, path, fault):
        """A fault as tests/mutants.md knows it: the file, the line before and after."""
        return (in_src(path), *changed_lines(self.texts[path], self.faulty(path, fault)))

    def prepare(self):
        tests = sorted({self.owners[in_src(p)] for p, _ in self.faults})
        print(f"{len(self.faults)} possible faults in {len(self.sources)} files; building {len(tests)} tests", flush=True)
        self.build, self.limits = Build(tests), {}

    def limit(self, test):
        """The processor time that a test may take: three times what it takes without a fault, which is measured once."""
        if test not in self.limits:
            self.build.link(test)
            before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
            how = run_test(test, 3600)
            if how is not None:
                die(f"{test} does not pass without a fault: {how}")
            self.limits[test] = int(3 * (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)) + 3
        return self.limits[test]

    def try_fault(self, path, fault):
        """"broken", "same", None for a survivor, or how it was killed."""
        text, test = self.texts[path], self.owners[in_src(path)]
        limit = self.limit(test)
        path.write_text(self.faulty(path, fault))
        state, before = self.build.rebuild(path, test)
        if state == "changed":
            self.build.link(test)
            state = run_test(test, limit)
        path.write_text(text)
        for name, content in before.items():
            name.write_bytes(content)
        return state

    def report(self, path, fault, how, number):
        text, test = self.texts[path], self.owners[in_src(path)]
        line = text.count("\n", 0, fault[0]) + 1
        where = f"[{number}/{self.count}] {path.relative_to(TREE)}:{line} {test}:"
        if how is not None:
            print(where, how, flush=True)
            return
        known = self.described(path, fault) in self.explained
        print(where, "SURVIVED" + (", explained in tests/mutants.md" if known else ""), flush=True)
        name = str(path.relative_to(TREE))
        after = self.faulty(path, fault).splitlines()
        diff = difflib.unified_diff(text.splitlines(), after, name, name, n=2, lineterm="")
        print("\n".join(diff), flush=True)
        return known

    def run(self):
        self.prepare()
        tried, same, survivors, known = 0, 0, 0, 0
        for path, fault in self.faults:
            if tried == self.count:
                break
            how = self.try_fault(path, fault)
            same += how == "same"
            if how in ("broken", "same"):
                continue
            tried += 1
            explained = self.report(path, fault, how, tried)
            known += explained is True
            survivors += explained is False
        print(f"{tried} faults: {tried - survivors - known} killed, {known} survived and are explained, {survivors} survived"
              f" ({same} more made no difference to the machine code)")
        return 1 if survivors > 0 else 0


def main():
    parser = argparse.ArgumentParser(prog="./dev mutate", description="Makes faults in src/ and says which survive.")
    parser.add_argument("count", type=int, nargs="?", help="how many faults")
    parser.add_argument("--seed", type=int, default=1, help="which ones (1)")
    parser.add_argument("--again", metavar="LOG", help="only the survivors of an earlier run, from its output")
    parser.add_argument("files", nargs="*", help="only in these files of src/")
    args = parser.parse_intermixed_args()
    if args.again is not None and args.count is not None:
        die("either a number of faults or --again")
    if args.again is None and (args.count is None or args.count < 1):
        die("the number of faults must be at least 1")
    again = read_survivors(args.again) if args.again is not None else None
    sys.exit(Run(args.files, args.count, args.seed, again).run())


if __name__ == "__main__":
    main()
