#!/usr/bin/env python3
"""`tileproof check` on exports of Triton kernels that others ship, without contracts: the tables of bench/TRITON.md.

    python3 bench/triton/public.py EXPORTS [--tool PATH] [--part K/N] [--filter TEXT] [--results FILE]
    python3 bench/triton/public.py EXPORTS --table --results FILE

EXPORTS is the folder that export.py fills. Each result is a line of JSON in the results; kernels with a result are not checked again. `--part
2/10` takes every tenth kernel, from the second on. `--table` writes the results to bench/TRITON.md.
"""

import argparse
import collections
import glob
import itertools
import json
import os
import re
import resource
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PAGE = os.path.join(ROOT, "bench", "TRITON.md")
MARK = "<!-- written by bench/triton/public.py -->"
# Verdicts that answer without a likely bug, in the order of the table.
DECIDED = ("proved", "conditional", "undefined")
ORDER = (*DECIDED, "unknown", "unsupported", "ill_formed", "crashed")
SECONDS = 10
# No check may hold up the others: seconds by the clock.
LIMIT = 240
# A size or an element of at most one.
ONE = re.compile(r"\w+ <= [01]")
# Numbers of blocks, and of all else, for which a clause is tried.
BLOCKS = (2, 3, 4, 64, 1000, 65535)
SIZES = (1, 2, 65, 1000, 4096, 1 << 20)


def check(tool, path):
    """The result of a check, as the table has it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        run = subprocess.run([tool, "check", "--format", "json", path], capture_output=True, text=True, timeout=LIMIT,
                             env={**os.environ, "TILEPROOF_CACHE": ""})
        output, error = run.stdout, run.stderr
    except subprocess.TimeoutExpired:
        output, error = "", f"more than {LIMIT} seconds"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    result = read(output, error)
    with open(path, encoding="utf-8") as text:
        return {"seconds": round(seconds, 2), **result, "narrow": is_narrow(result.get("clauses") or [], text.read())}


def is_narrow(clauses, text):
    """Whether clauses leave one block along an axis that the kernel reads, or at most one element: seldom what an author would write."""
    axes = sorted(set(re.findall(r"tt\.get_program_id ([xyz])", text)))
    return any(ONE.fullmatch(clause.split(" : ")[-1]) or any(leaves_one(clause, f"grid.{axis}") for axis in axes) for clause in clauses)


def leaves_one(clause, axis):
    """Whether a condition on sizes holds for no number of blocks along an axis but one, whatever the sizes are."""
    if axis not in clause or " : " in clause:
        return False
    names = sorted(set(re.findall(r"[A-Za-z_][\w.]*", clause)) - {"cdiv", "min", "max", axis})
    python = re.sub(r"[A-Za-z_][\w.]*", lambda name: name.group().replace(".", "_"), clause)
    python = python.replace("/", "//").replace("&&", " and ").replace("||", " or ")
    known = {"cdiv": lambda a, b: -(-a // b), "min": min, "max": max}
    # More sizes than these take too long.
    if len(names) > 4:
        return False
    for blocks, sizes in itertools.product(BLOCKS, itertools.product(SIZES, repeat=len(names))):
        numbers = {name.replace(".", "_"): size for name, size in zip((axis, *names), (blocks, *sizes))}
        try:
            if eval(python, known | numbers):
                return False
        except (ArithmeticError, NameError, SyntaxError, TypeError):
            return False
    return True


def read(output, error):
    """Verdict, clauses and open rules of a report."""
    try:
        report = json.loads(output)
    except ValueError:
        return {"verdict": "crashed", "reason": (error or output).strip()[-300:]}
    kernel = next(iter(report.get("kernels", [])), None)
    if kernel is None:
        problem = next(iter(report.get("errors", [])), {})
        return {"verdict": "unsupported", "reason": str(problem.get("message", problem))[:300]}
    open_rules = [f"{one['rule']} {(one['span'] or {}).get('line', '')}: {one['reason'] or ''}"
                  for one in kernel["obligations"] if one["status"] not in ("proved", "accepted")]
    bug = kernel["likely_bug"]
    return {"verdict": kernel["verdict"], "clauses": kernel["contract"]["inferred"], "open": open_rules[:6],
            "bug": bug and str(bug.get("rule") or bug.get("why"))}


def results(path):
    """The results of a file, by kernel."""
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as lines:
        return {line["kernel"]: line for line in map(json.loads, lines)}


def measure(args):
    """Checks the kernels of a part that have no result yet."""
    part, parts = map(int, args.part.split("/"))
    done = results(args.results)
    paths = sorted(glob.glob(os.path.join(args.exports, "*", "*.ttir")))[part - 1::parts]
    for path in paths:
        name = os.path.relpath(path, args.exports).removesuffix(".ttir")
        if name in done or args.filter not in name:
            continue
        result = {"kernel": name, **check(args.tool, path)}
        with open(args.results, "a", encoding="utf-8") as file:
            print(json.dumps(result), file=file)
        print(name, result["verdict"], result["seconds"], result.get("reason", ""), flush=True)


def percentile(seconds, share):
    """The number that a share of seconds does not exceed."""
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def is_decided(one):
    """Whether a result answers: a proof for several blocks, a launch that breaks a rule in every contract, or a likely bug with its cause."""
    return one["verdict"] in DECIDED and not one.get("narrow") or bool(one.get("bug"))


def row(name, found):
    """The line of a table for the kernels of a project."""
    counts = collections.Counter(one["verdict"] for one in found)
    seconds = [one["seconds"] for one in found]
    fast = sum(is_decided(one) and one["seconds"] <= SECONDS for one in found)
    bugs = sum(bool(one.get("bug")) for one in found)
    narrow = sum(one["verdict"] == "conditional" and bool(one.get("narrow")) for one in found)
    cells = [name, len(found), *(counts[verdict] for verdict in ORDER), bugs, narrow, f"{100 * fast / len(found):.0f} %",
             f"{statistics.median(seconds):.1f}", f"{percentile(seconds, 0.95):.1f}", f"{max(seconds):.1f}"]
    return "| " + " | ".join(map(str, cells)) + " |"


def shape(text):
    """A clause or reason without names and numbers, to count its kind."""
    text = re.sub(r"(?<![.\w])(?!grid|cdiv|max|min|buffer|of|all)[A-Za-z_]\w*(?!\()", "x", text)
    return re.sub(r"\d+", "N", text)


def table(found):
    """The tables, as text."""
    projects = collections.defaultdict(list)
    for one in found.values():
        projects[one["kernel"].split("/")[0]].append(one)
    lines = ["| project | kernels | proved | proved if | undefined | unknown | unsupported | ill-formed | no answer | likely bugs "
             f"| for one block or element | decided in {SECONDS} s | median s | 95 % | most |", "|--" * 15 + "|"]
    lines += [row(name, projects[name]) for name in sorted(projects)] + [row("all", list(found.values()))]
    reasons = collections.Counter(shape(one.get("reason", "")) for one in found.values() if one["verdict"] in ("unsupported", "crashed", "ill_formed"))
    reasons.pop("", None)
    lines += [] if not reasons else ["", "| reason for no answer | kernels |", "|--|--|", *(f"| {reason[:150]} | {count} |" for reason, count in reasons.most_common(12))]
    rules = collections.Counter(one["open"][0].split(" ")[0] for one in found.values() if one["verdict"] == "unknown" and one.get("open"))
    lines += ["", "| first open rule of unknown kernels | kernels |", "|--|--|", *(f"| `{rule}` | {count} |" for rule, count in rules.most_common(12))]
    clauses = collections.Counter(kind for one in found.values() for kind in {shape(clause) for clause in one.get("clauses") or []})
    lines += ["", "| inferred clause, without names and numbers | kernels |", "|--|--|",
              *(f"| `{clause[:100]}` | {count} |" for clause, count in clauses.most_common(20))]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exports")
    parser.add_argument("--tool", default=os.path.join(ROOT, "target", "release", "tileproof"))
    parser.add_argument("--part", default="1/1")
    parser.add_argument("--filter", default="")
    parser.add_argument("--results", default="triton.jsonl")
    parser.add_argument("--table", action="store_true")
    args = parser.parse_args()
    if not args.table:
        measure(args)
        return 0
    with open(PAGE, encoding="utf-8") as page:
        before, _, after = page.read().partition(MARK)
    with open(PAGE, "w", encoding="utf-8") as page:
        page.write(before + MARK + "\n\n" + table(results(args.results)) + "\n\n" + MARK + after.partition(MARK)[2])
    return 0


if __name__ == "__main__":
    sys.exit(main())
