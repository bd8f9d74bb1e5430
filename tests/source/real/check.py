#!/usr/bin/env python3
"""Sources by their real compilers: `scripts/source.sh` calls it, and bench/SOURCE.md is what it says.

Every .cu and .py of the corpus is checked from source and from the bytecode of the corpus, and both must have the same verdicts; an
array of cuTile has the memory that its extents span, which bytecode does not say, so that from source more may be decided.
$SOURCES names a folder of more sources, beside which their Tile IR lies (same.py); without it, what the page says of one stays.
$GENERATED says how many kernels are generated (generate.py), 60 without it; the sources that must be refused are in constraints.py.
"""
import datetime
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

import constraints
import generate
import indices
import same
import twice

ROOT = Path(__file__).resolve().parents[3]
REAL = ROOT / "tests" / "source" / "real"
TILEPROOF = os.environ["TILEPROOF"]
ENDINGS = {"nothing": (3, "launches no kernel"), "raises": (3, "raised ValueError: no"), "asserts": (3, "no results to compare"),
           "exits": (7, "endings.py: 1 launch: proved"), "fails": (3, "exited with status 3"), "leaves": (3, "exited with status 0"),
           "hangs": (3, "did not end in 10 seconds"), "forks": (3, "starts another process"), "starts": (3, "starts another process"),
           "tries": (4, "TypeCheckingError"), "needs": (3, "it needs a GPU"), "crashes": (3, "ended by signal 11"),
           "beyond": (1, "view.index.space"), "goes": (7, "endings.py: 1 launch: proved")}
failed = []


def run(words, **where):
    done = subprocess.run(words, capture_output=True, text=True, **where)
    return done.returncode, done.stdout, done.stderr


def verdicts(*words, **where):
    """Of each kernel, and whether the program said more."""
    code, out, err = run([TILEPROOF, "check", *map(str, words), "--json", "--timeout", "5"], **where)
    if not out.startswith("{"):
        return {"": f"exit {code}: {err.strip()}"}
    return {kernel["name"]: kernel["verdict"] for kernel in json.loads(out)["kernels"]}


def without_contracts(source, work):
    """A copy without what its comments say to us, if they say anything."""
    text = source.read_text()
    if "tileproof:" not in text:
        return source
    copy = work / source.name
    copy.write_text(text.replace("tileproof:", "without:"))
    return copy


def reads(work):
    """Whether a kernel is compiled anew where anything has changed that its module reads, and only there."""
    folder = work / "reads"
    folder.mkdir()
    shutil.copy(REAL / "reads.py", folder)
    environment = {**os.environ, "TILEPROOF_CACHE": str(folder / "cache")}
    steps = 0

    def is_tile(tile, **variables):
        nonlocal steps
        steps += 1
        code, out, err = run([TILEPROOF, "check", "reads.py:fill", "a=f32[64]"], cwd=folder, env={**environment, **variables})
        if f"cdiv(a.shape[0], {tile})" not in out:
            failed.append(f"reads.py, step {steps}: its tile is not {tile}: {out[:200]}{err[-200:]}")

    is_tile(16)
    is_tile(16)
    is_tile(32, REAL_TILE="32")
    (folder / "tuned.json").write_text("8")
    is_tile(8)
    (folder / "tuned.json").write_text("4")
    is_tile(4)
    (folder / "tuned.json").unlink()
    is_tile(16)
    is_tile(16, REAL_LIST="1")
    (folder / "one.txt").write_text("")
    is_tile(32, REAL_LIST="1")
    return steps


def routed():
    """Launches whose index array decides: their verdicts, by the words of the script."""
    wanted = {("numpy", "inside"): ["proved"], ("numpy", "outside"): ["undefined"]}
    if run([sys.executable, "-c", "import torch"])[0] == 0:
        # Where nobody wrote the array, or a launch may have, or it was computed of that, nothing is known; two such launches are one.
        wanted["torch",] = ["proved", "undefined", "unknown", "proved", "unknown"]
    for words, verdicts in wanted.items():
        code, out, err = run([TILEPROOF, "check", "routed.py", "--json", "--", *words], cwd=REAL)
        found = [one["verdict"] for one in json.loads(out)["kernels"][1:]] if out.startswith("{") else [err]
        if found != verdicts:
            failed.append(f"routed.py {' '.join(words)}: {found}, not {verdicts}")
    return f"{sum(map(len, wanted.values()))} launches whose index array decides, of {' and '.join(sorted({words[0] for words in wanted}))}"


def dropped():
    """Kernels with undefined behavior that nvcc drops, and kernels without."""
    texts = []
    for file, what in [("unset.cu", "read a variable without a value or after its end"), ("assumed.cu", "break an assumption, end without a result or leave a member")]:
        found = verdicts(file, cwd=REAL)
        for kernel, verdict in found.items():
            if (verdict == "proved") == kernel.startswith("wrong"):
                failed.append(f"{file} {kernel}: {verdict}")
        wrong = sum(kernel.startswith("wrong") for kernel in found)
        texts.append(f"none of {wrong} kernels that {what} is proved, and {len(found) - wrong} that do not are")
    return "; ".join(texts)


def outside():
    """What is said of a folder of sources, measured now or before."""
    begin = "Of sources from outside"
    page = ROOT / "bench/SOURCE.md"
    if "SOURCES" not in os.environ:
        return [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith(begin)]
    seen = same.look(os.environ["SOURCES"])
    failed.extend(seen.unlike)
    return [
        f"{begin}, {seen.files} files with {seen.kernels} kernels, {seen.compared} kernels are held against the Tile IR that their "
        f"compilers left: {seen.compared - len(seen.more) - len(seen.unlike)} have the same verdict, {len(seen.more)} are decided from source "
        f"alone. No report names an argument by its position. Of {seen.accesses} places of accesses, {seen.accesses - seen.lines} are where the "
        f"call begins, and {seen.lines} on the line, which has no call or one that the compiler's column misses ({datetime.date.today()})."]


def compare(name, source, bytecode):
    """A row of the page."""
    unlike = [f"{kernel}: {source.get(kernel, 'missing')}, {bytecode.get(kernel, 'missing')}"
              for kernel in sorted(source.keys() | bytecode.keys()) if source.get(kernel) != bytecode.get(kernel)]
    more = [one for one in unlike if one.endswith(", unknown") and ": proved" in one]
    if len(more) < len(unlike):
        failed.append(f"{name}: {'; '.join(unlike)}")
    what = "the same" if not unlike else "; ".join(unlike)
    return f"| `{name}` | {len(source)} | {what} |"


def repairs(case, work):
    """Whether `fix --suggest` and its diff make a kernel with a bug one without."""
    name, stem = case["file"], case["file"].split(".")[0]
    folder = work / f"fix-{name}"
    folder.mkdir()
    (folder / name).write_text((ROOT / "corpus/typical/wrong" / name).read_text())
    words = [f"{name}:{stem}", *case["samples"]] if name.endswith(".py") else [name]
    code, diff, err = run([TILEPROOF, "fix", *words, "--suggest"], cwd=folder)
    if not diff.startswith("--- a/"):
        return False
    (folder / "fix.diff").write_text(diff)
    if run(["git", "apply", "fix.diff"], cwd=folder, env={**os.environ, "GIT_CEILING_DIRECTORIES": str(work)})[0]:
        failed.append(f"{name}: git does not apply what fix prints")
        return False
    reports = json.loads(run([TILEPROOF, "check", *words, "--json"], cwd=folder)[1])["kernels"]
    return all(one["verdict"] in ("proved", "conditional") and not one["likely_bug"] for one in reports)


def main():
    rows = []
    work = Path(os.environ["WORK"])
    for source in sorted([*(ROOT / "corpus/kernels/cpp").glob("*.cu"), *(ROOT / "corpus/kernels/perf").glob("*.cu")]):
        bytecode = ROOT / "corpus/bytecode" / source.parent.name / f"{source.stem}.tilebc"
        rows.append(compare(source.relative_to(ROOT), verdicts(without_contracts(source, work)), verdicts(bytecode)))
    # It exports its kernels into the folder where it runs, each once for every signature.
    exported = {}
    code, out, err = run([TILEPROOF, "check", str(ROOT / "corpus/kernels/py/seeds.py"), "--json", "--timeout", "5"], cwd=work)
    for kernel in json.loads(out)["kernels"] if out.startswith("{") else []:
        exported[kernel["name"]] = kernel["verdict"]
    committed = {}
    for file in sorted((ROOT / "corpus/bytecode/py").glob("seed_*.tilebc")):
        committed[file.stem.removeprefix("seed_")] = "; ".join(verdicts(file).values())
    rows.append(compare(Path("corpus/kernels/py/seeds.py"), exported, committed))

    endings = 0
    for how, (wanted, said) in ENDINGS.items():
        # Importing torch alone takes seconds.
        seconds = "10" if how == "hangs" else "60"
        code, out, err = run([TILEPROOF, "check", "endings.py", "--script-timeout", seconds, "--", how], cwd=REAL)
        endings += code == wanted and said in out + err
        if code != wanted or said not in out + err:
            failed.append(f"endings.py {how}: exit {code}, not {wanted} with `{said}`: {out[-200:]}{err[-200:]}")
    repaired = sum(repairs(case, work) for case in json.loads((ROOT / "corpus/typical/wrong.json").read_text()))
    if repaired < 20:
        failed.append(f"fix repairs {repaired} of the thirty kernels with a bug")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    code, interface, err = run([sys.executable, str(REAL / "interface.py")], env=environment)
    if code:
        failed.append(f"interface.py: {err[-500:]}")
    pytest = [sys.executable, "-m", "pytest", "-q", "-p", "tileproof.pytest_plugin", "-p", "no:cacheprovider", "--tileproof", "test_launches.py"]
    code, out, err = run(pytest, cwd=REAL, env=environment)
    if code != 1 or "X accessed, outside" not in out or not re.search(r"1 failed, [45] passed, 1 skipped", out):
        failed.append(f"pytest --tileproof: exit {code}: {out[-500:]}{err[-200:]}")

    steps, launches, values, more = reads(work), routed(), dropped(), outside()
    counts, unlike = constraints.check(work)
    failed.extend(unlike)
    wrong, generated = generate.check(int(os.environ.get("GENERATED", "60")), 1, work)
    failed.extend(wrong)
    slower, slow, changed = twice.measure(work)
    failed.extend(changed)
    (work / "indices").mkdir()
    cut, changed = indices.measure(work / "indices")
    failed.extend(changed)

    nvcc = re.search(r"release [\d.]+, V([\d.]+)", run([os.environ["NVCC"], "--version"])[1])
    version = run([sys.executable, "-c", "import cuda.tile; print(cuda.tile.__version__)"])[1].strip()
    page = [
        "# From source, by the real compilers", "",
        f"Made on {datetime.date.today()} by `make test-source`: nvcc {nvcc[1] if nvcc else 'of no version'}, cuda.tile {version}, "
        f"Python {platform.python_version()}, no GPU.", "",
        "Every file is checked from source and from the bytecode of the corpus: verdicts of its kernels, without a contract.", "",
        "| source | kernels | from source, from bytecode |", "|--|--:|--|", *rows, "",
        "With the header of the rules of the source (`driver/compile/nvcc/cuda_tile_checked.h`) nvcc compiles a second time, in seconds:", "",
        *slow, "",
        f"Of {len(ENDINGS)} ways in which a script ends, {endings} come to the exit code and the line that they should.",
        f"Of 30 kernels with a typical bug (`corpus/typical/wrong`), `fix --suggest` repairs {repaired}, as the compilers and a second check see it.",
        f"A kernel whose module reads a variable, a file and a list of files is compiled anew where one of these has changed, in {steps} steps.",
        f"Checked with what is in it: {launches}.",
        f"Of undefined behavior that nvcc drops: {values}.",
        f"Of what must not compile, the compilers refuse {counts['wrong']} sources; they accept the nearest right {counts['right']}, and {counts['taken']} that "
        "break a constraint of the documents (FOUND.md, 66 to 68).",
        f"{generated}: both compilations leave the same wherever no rule of the source is broken, and nothing that breaks a rule is proved.",
        slower,
        cut,
        *more,
        f"The Python interface: {interface.strip() or 'fails'}.", "",
        f"**{len(failed)} failures.**" + "".join(f"\n- {one}" for one in failed), "",
    ]
    (ROOT / "bench/SOURCE.md").write_text("\n".join(page), encoding="utf-8")
    for one in failed:
        print(f"FAILED {one}")
    print(f"{len(rows)} files, {len(ENDINGS)} endings, {len(failed)} failures")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
