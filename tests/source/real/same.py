"""Sources of a folder held against the Tile IR beside them, as their compilers left it: `c.cu` against `c.mlir`, each kernel `k` of
`c.py` against a file that ends in `_k.mlir`. From both the verdicts must be the same, where contracts in comments are left out; no
report on a source may speak of `arg3`; and every access must be pointed at where its call begins.

    TILEPROOF=… NVCC=… PYTHON=… python3 tests/source/real/same.py FOLDER
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TILEPROOF = os.environ["TILEPROOF"]
SECONDS = "5"
# What an obligation about an access to memory is called.
ACCESS = re.compile(r"view\.(index|tile|offset)|(memory|race|atomic)\.|undetermined\.stored")
NAMED = re.compile(r"\b(load|store|gather|scatter|atomic_)\w*\s*[(<]")
CALL = re.compile(r"[A-Za-z_][^;=]*?\b(load|store|gather|scatter|atomic_)\w*\s*(?:<[^;]*?>)?\s*\(|[A-Za-z_]\w*\s*(?:<[^;]*?>)?\s*\(")


def check(*words, **where):
    done = subprocess.run([TILEPROOF, "check", "--timeout", SECONDS, *map(str, words)], capture_output=True, text=True, **where)
    return done.stdout, done.stderr


def kernels(*words, **where):
    """The reports as data."""
    out, err = check("--json", *words, **where)
    return json.loads(out)["kernels"] if out.startswith("{") else [{"name": "", "verdict": err.strip(), "obligations": []}]


def end_of(words, call):
    """Where the call of an access ends, on its line."""
    depth = 0
    for at in range(call.end() - 1, len(words)):
        depth += (words[at] in "([{") - (words[at] in ")]}")
        if depth == 0 and words[at] == ")":
            return at
    return len(words)


class Same:
    """What is held, and what is not so."""

    def __init__(self):
        self.files = self.kernels = self.compared = self.accesses = self.lines = 0
        self.more, self.unlike = [], []

    def look(self, source, work):
        """One source."""
        text = source.read_text()
        arch = re.search(r"^// ARCH: (\w+)", text, re.M)
        flags = ["--", f"-arch={arch[1]}"] if arch else []
        reports = kernels(source, *flags, cwd=work)
        if not any(one["name"] for one in reports):
            return
        self.files += 1
        self.kernels += len(reports)
        for out in check(source, "-v", *flags, cwd=work):
            for line in out.splitlines():
                if re.search(r"\barg\d+\b", line):
                    self.unlike.append(f"{source.name}: `{line.strip()}`")
        lines = text.splitlines()
        spans = {(one["rule"].split(".")[0], span["line"], span["column"]) for report in reports for one in report["obligations"]
                 if ACCESS.match(one["rule"]) for span in (one["span"],) if Path(span["file"]).name == source.name}
        self.accesses += len(spans)
        for rule, line, column in sorted(spans):
            words = lines[line - 1]
            # Of what is no call, as `p[i]`, the beginning of a word is underlined, or the line.
            inside = any(call.start() < column - 1 < end_of(words, call) for call in NAMED.finditer(words))
            whole = not inside and not re.fullmatch(r"\w\w|.\s", words[max(column - 2, 0):column])
            if CALL.match(words[column - 1:]):
                continue
            self.lines += whole
            if not whole:
                self.unlike.append(f"{source.name}:{line}:{column}: {rule} is at `{words[column - 1:]}`")
        self.compare(source, text, flags, work)

    def compare(self, source, text, flags, work):
        """Its verdicts with those of what lies beside it."""
        whole = source.with_suffix(".mlir")
        if whole.exists():
            copy = work / source.name
            copy.write_text(text.replace("tileproof:", "without:"))
            words = flags or ["--"]
            found = {one["name"]: one["verdict"] for one in kernels(copy, *words, f"-I{source.parent}", cwd=work)}
            beside = {one["name"]: one["verdict"] for one in kernels(whole, cwd=work)}
        else:
            found, beside = {}, {}
            for one in kernels(source, *flags, cwd=work):
                ending = [file for file in source.parent.glob("*.mlir") if file.stem == f"{source.stem.removesuffix('s')}_{one['name']}"]
                if ending:
                    found[one["name"]] = one["verdict"]
                    beside[one["name"]] = kernels(ending[0], cwd=work)[0]["verdict"]
        for name in sorted(found.keys() | beside.keys()):
            self.compared += 1
            pair = (found.get(name, "missing"), beside.get(name, "missing"))
            # An array of cuTile has the memory that its extents span, which its Tile IR does not say.
            if pair[0] != pair[1] and pair[1] == "unknown":
                self.more.append(f"@{name}")
            elif pair[0] != pair[1]:
                self.unlike.append(f"{source.name} @{name}: {pair[0]} from source, {pair[1]} from Tile IR")


def look(folder):
    """Everything in a folder."""
    same = Same()
    for source in sorted(file for kind in ("*.cu", "*.py") for file in Path(folder).rglob(kind)):
        with tempfile.TemporaryDirectory() as work:
            same.look(source.resolve(), Path(work))
    return same


def main():
    same = look(sys.argv[1])
    print(f"{same.files} files, {same.kernels} kernels, {same.compared} compared, {len(same.more)} decided from source alone; "
          f"{same.accesses} accesses, {same.lines} of them pointed at by line; {len(same.unlike)} unlike")
    print("\n".join(same.unlike))
    return bool(same.unlike)


if __name__ == "__main__":
    sys.exit(main())
