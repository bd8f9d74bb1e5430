#!/usr/bin/env python3
"""A second opinion: cvc5 answers the questions that decide the corpus.

    cargo build --release
    pip install cvc5
    python3 tests/recheck.py [--seconds N] [--report FILE] [--keep DIR] [PATH…]

`tileproof check --emit-smt2` writes every question that decides an obligation of the corpus, and every lemma, as an
SMT-LIB 2 script; cvc5 reads the script and answers for itself. It shares no code with z3, so where both say `unsat` it
would take two mistakes to prove something wrong.

Most obligations are never asked: the ranges of their numbers decide them. Each of these ranges is a question too, about
the definition of its term over variables whose declared ranges alone are stated. An obligation that ranges decide has a
second opinion where cvc5 agrees with every range of its kernel. Neither way looks over how questions are made of kernels,
nor the normal form of polynomials.

An answer other than z3's is a disagreement, and ends the whole with 1. That cvc5 gives up in its time is none.
"""

import argparse
import collections
import glob
import json
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOL = os.path.join(ROOT, "target", "release", "tileproof")

# `decides` counts obligations that the answer decides, `kind` is the kind of question.
Result = collections.namedtuple("Result", "name kind decides expected answer seconds")


def ask(path, text, seconds, options=()):
    """The answers to the questions of a script, by a solver of its own, in at most so many seconds each."""
    import cvc5

    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(int(seconds * 1000)))
    for name, value in options:
        solver.setOption(name, value)
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, path)
    symbols = parser.getSymbolManager()
    answer = ""
    while not (command := parser.nextCommand()).isNull():
        # The status is what z3 says: it must not steer cvc5, nor make it complain.
        if not str(command).startswith("(set-info :status"):
            answer += command.invoke(solver, symbols)
    answers = answer.split("\n")[:-1] if answer.endswith("\n") else [answer]
    return [answer if answer in ("sat", "unsat", "unknown") else f"error: {answer}" for answer in answers]


def solve(task):
    """The results of one script, a result a question."""
    path, seconds = task
    with open(path, encoding="utf-8") as file:
        text = file.read()
    name = os.path.basename(path)
    expected = re.search(r"^\(set-info :status (\w+)\)$", text, re.M).group(1)
    decides = len(re.findall(r"^; decides ", text, re.M))
    start = time.monotonic()
    head, *claims = text.split("\n(push 1)\n")
    if not claims:
        (answer,) = ask(path, text, seconds)
        kind = "obligation" if decides else "lemma"
        return [Result(name, kind, decides, expected, answer, time.monotonic() - start)]
    return [
        Result(name, "range", decides, expected, answer, (time.monotonic() - start) / len(claims))
        for answer in ask_ranges(path, head, claims, seconds)
    ]


def ask_ranges(path, head, claims, seconds):
    """The answers about ranges: all of a kernel at once, and those that this leaves open one by one."""
    text = head + "\n(push 1)\n" + "\n(push 1)\n".join(claims)
    answers = ask(path, text, min(seconds, 1), [("incremental", "true")])
    if len(answers) != len(claims):
        answers = ["unknown"] * len(claims)
    for at, claim in enumerate(claims):
        if answers[at] not in ("sat", "unsat"):
            alone = claim.replace("(pop 1)\n", "")
            (answers[at],) = ask(path, f"{head}\n{alone}", seconds)
    return answers


def guarded(task):
    """As `solve`, with whatever goes wrong as the answer."""
    try:
        return solve(task)
    except Exception as error:
        return [Result(os.path.basename(task[0]), "?", 1, "?", f"error: {error}", 0.0)]


def bar(done, total, start):
    """How far it is, where somebody watches."""
    if sys.stderr.isatty():
        width = 40
        filled = width * done // max(total, 1)
        line = f"\r[{'#' * filled}{'.' * (width - filled)}] {done}/{total} {time.monotonic() - start:.0f} s"
        print(line, end="" if done < total else "\n", file=sys.stderr, flush=True)


def outcome(result):
    """One word for a result."""
    if result.answer.startswith("error"):
        return "error"
    if result.answer == "unknown":
        return "gave up"
    if result.expected == "unknown":
        return "decided where z3 gave up"
    return "agrees" if result.answer == result.expected else "DISAGREES"


def emit(files, folder):
    """The scripts of all files, in the order in which they were written, and how many obligations there are."""
    said = subprocess.run([TOOL, "check", "--json", "--emit-smt2", folder, *files], capture_output=True, text=True)
    scripts = sorted(glob.glob(os.path.join(folder, "*.smt2")))
    if not scripts:
        sys.exit(f"no scripts were written:\n{said.stderr}")
    kernels = json.loads(said.stdout)["kernels"]
    return scripts, sum(len(kernel["obligations"]) for kernel in kernels)


def table(results):
    """How often each outcome is, by what the question is for and what z3 said."""
    columns = ["agrees", "gave up", "decided where z3 gave up", "DISAGREES", "error"]
    rows = collections.defaultdict(collections.Counter)
    for result in results:
        rows[f"{result.kind}, {result.expected}"][outcome(result)] += 1
        rows["all"][outcome(result)] += 1
    lines = ["| question, expected answer | questions | " + " | ".join(columns) + " |"]
    lines.append("|--|--:|" + "--:|" * len(columns))
    for row in sorted(rows, key=lambda row: (row == "all", row)):
        counts = [str(rows[row][column]) for column in columns]
        lines.append(f"| {row} | {sum(rows[row].values())} | " + " | ".join(counts) + " |")
    return "\n".join(lines)


def counted(results):
    """Each name with the answers expected and given, and how often they are, where that is more than once."""
    counts = collections.Counter((r.name, r.expected, r.answer) for r in results)
    return [(*key, f" ({count} times)" if count > 1 else "") for key, count in counts.items()]


def report(results, files, obligations, seconds, spent):
    """The whole as Markdown."""
    import cvc5

    times = sorted(result.seconds for result in results)
    middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
    asked = sum(result.decides for result in results if result.kind != "range")
    kernels = {result.name: result.decides for result in results if result.kind == "range"}
    doubted = {result.name for result in results if result.kind == "range" and outcome(result) != "agrees"}
    seconded = sum(count for name, count in kernels.items() if name not in doubted)
    text = f"""# A second opinion

Every question that decides an obligation of the corpus, and every lemma, answered by cvc5 {cvc5.__version__}
in at most {seconds:g} s each (`python3 tests/recheck.py`).

{len(files)} files, {len(results)} questions, {spent:.0f} s; a question takes cvc5 {middle * 1000:.0f} ms in the
median, {late * 1000:.0f} ms in 95 of 100. Questions decide {asked} of {obligations} obligations. The ranges of numbers
decide the others before anything is asked. Each range that decides something is a question too; of these obligations
{seconded} are of a kernel with all of whose ranges cvc5 agrees, {sum(kernels.values()) - seconded} of a kernel with a range on
which it gives up or disagrees, and {obligations - asked - sum(kernels.values())} of one where no range decides anything: the normal form does, or a launch.

{table(results)}
"""
    for word in ("DISAGREES", "error", "decided where z3 gave up", "gave up"):
        named = [result for result in results if outcome(result) == word]
        if named:
            text += f"\n{word}:\n\n"
            text += "".join(f"- `{name}`: expected {said}, cvc5 {answer}{times}\n" for name, said, answer, times in counted(named))
    return text


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=20, help="for one script")
    options.add_argument("--report", default=os.path.join(ROOT, "bench", "RECHECK.md"))
    options.add_argument("--keep", help="a new folder for the scripts, which are thrown away otherwise")
    options.add_argument("paths", nargs="*", default=[os.path.join(ROOT, "corpus")], help="files or folders")
    options = options.parse_args()
    try:
        import cvc5  # noqa: F401
    except ImportError:
        print("cvc5 is not installed (pip install cvc5): nothing was rechecked", file=sys.stderr)
        return 0
    if not os.path.exists(TOOL):
        sys.exit("target/release/tileproof is missing: cargo build --release")
    files = []
    for path in options.paths:
        inside = sorted(glob.glob(os.path.join(path, "**", "*.tile"), recursive=True))
        files += inside if os.path.isdir(path) else [path]
    files = [os.path.relpath(file, os.getcwd()) for file in files]
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        scripts, obligations = emit(files, options.keep or temporary)
        tasks = [(path, options.seconds) for path in scripts]
        results = []
        # Processes are replaced now and then, so that what cvc5 leaves behind does not pile up.
        with multiprocessing.get_context("fork").Pool(maxtasksperchild=50) as pool:
            for done, some in enumerate(pool.imap(guarded, tasks, chunksize=4)):
                results += some
                bar(done + 1, len(tasks), start)
    text = report(results, files, obligations, options.seconds, time.monotonic() - start)
    with open(options.report, "w", encoding="utf-8") as file:
        file.write(text)
    print(text)
    return 1 if any(outcome(result) in ("DISAGREES", "error") for result in results) else 0


if __name__ == "__main__":
    sys.exit(main())
