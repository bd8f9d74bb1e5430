"""Every .py of the corpus, compiled as it is and with the assertions of cuda.tile's own rules (python/tileproof/cutile/rules.py): which kernels
have another verdict because of them. `python3 -m tileproof.cutile` is run by an interpreter in which the second compilation is left out.

    PYTHON=… TILEPROOF=… python3 tests/source/real/indices.py
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

# What Python reads at its start: the module of the rules, once it is loaded, compiles nothing twice.
WITHOUT = """
import importlib.abc, importlib.machinery, sys

class Without(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name != "tileproof.cutile.rules":
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path)
        own = spec.loader.exec_module
        def exec_module(module):
            own(module)
            module.checked = lambda compile: None
        spec.loader.exec_module = exec_module
        return spec

sys.meta_path.insert(0, Without())
"""


# The kernels that only a rule of cuda.tile makes undefined.
BROKEN = {"index_broken"}


def kernels_of_the_corpus():
    """A folder, and the words that name the kernels of a file there."""
    for kind in ("right", "wrong"):
        for case in json.loads((ROOT / f"corpus/typical/{kind}.json").read_text()):
            if case["file"].endswith(".py"):
                yield ROOT / "corpus/typical" / kind, [f"{case['file']}:{case['file'][:-3]}", *case["samples"]]
    for kernel in ("index_broken", "index_kept"):
        yield ROOT / "corpus/source", [f"index.py:{kernel}", "x=i32[8]", "r=i32[4]", "i=1"]
    yield ROOT / "corpus/source", ["index.py:index_wide", "x=i32[8]", "r=i32[4]", "i=1"]
    yield ROOT / "corpus/kernels/py", ["seeds.py"]
    yield ROOT / "corpus/seeds", ["cuda_tile.py", "--", "."]


def verdicts(folder, words, work, python):
    """Of each kernel: the verdict, and the rule that it breaks if it breaks one."""
    place = work / folder.name
    place.mkdir(exist_ok=True)
    file = words[0].split(":")[0]
    (place / file).write_text((folder / file).read_text())
    environment = {**os.environ, "PYTHON": str(python)}
    done = subprocess.run([os.environ["TILEPROOF"], "check", "--json", "--no-cache", "--timeout", "5", *words], cwd=place,
                          capture_output=True, text=True, env=environment)
    if not done.stdout.startswith("{"):
        return {"": (f"exit {done.returncode}", done.stderr.strip()[-200:])}
    return {one["name"]: (one["verdict"], (one["counterexample"] or {}).get("rule")) for one in json.loads(done.stdout)["kernels"]}


def interpreter(work):
    """An interpreter in which nothing is compiled twice."""
    (work / "start").mkdir()
    (work / "start/sitecustomize.py").write_text(WITHOUT)
    script = work / "python"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{work}/start:$PYTHONPATH" exec "{os.environ["PYTHON"]}" "$@"\n')
    script.chmod(0o755)
    return script


def measure(work):
    """A sentence, and what should not be."""
    alone_by = interpreter(work)
    wrong, kernels, files, broken = [], 0, set(), set()
    for folder, words in kernels_of_the_corpus():
        alone, both = verdicts(folder, words, work, alone_by), verdicts(folder, words, work, os.environ["PYTHON"])
        files.add((folder, words[0].split(":")[0]))
        kernels += len(both)
        for kernel in sorted(alone.keys() | both.keys()):
            one, two = alone.get(kernel, ("missing", None)), both.get(kernel, ("missing", None))
            by_rule = two[0] == "undefined" and str(two[1]).startswith("source.")
            if kernel == "" or "missing" in (one[0], two[0]) or (one[0] != two[0] and not by_rule):
                wrong.append(f"{words[0]} {kernel}: {one} as it is, {two} with the rules of cuda.tile")
            if one[0] != two[0] and by_rule:
                broken.add(kernel)
        if not both:
            wrong.append(f"{words[0]}: no kernel is checked")
    if broken != BROKEN:
        wrong.append(f"a rule of cuda.tile alone is broken by {', '.join(sorted(broken)) or 'no kernel'}, not by {', '.join(sorted(BROKEN))}")
    said = (f"Of {kernels} kernels in {len(files)} files of cuTile Python, a rule of the source alone makes {len(broken)} undefined; nothing else changes its "
            "verdict because of the second compilation.")
    return said, wrong


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        sentence, faults = measure(Path(scratch))
    print(sentence, *faults, f"{len(faults)} failures", sep="\n")
    sys.exit(bool(faults))
