#!/usr/bin/env python3
"""`tileproof check` on kernels that others ship: verdicts and seconds of processor, as the table of bench/PUBLIC.md.

    cargo build --release
    python3 bench/public.py EXPORTS [--filter TEXT] [--ways bare,natural,at]

EXPORTS (or $PUBLIC_KERNELS) is the folder of the exports, which are no part of this project: each kernel as
`FOLDER/NAME.tilebc`, and beside it `NAME.json` with the launch that its author makes (`grid`, and `flat`, the arguments in
order). bench/natural has a contract for each, whose first line names the export. One process at a time, three of them a kernel:

    bare     nothing promised
    natural  under its contract in bench/natural
    at       its author's launch alone: every number and the grid, with the arrays and what is in them by the contract

Without a filter and with all ways the table of bench/PUBLIC.md is written anew; what stands above the table stays.
"""

import argparse
import glob
import json
import os
import resource
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TOOL = os.path.join(ROOT, "target", "release", "tileproof")
PAGE = os.path.join(HERE, "PUBLIC.md")
WAYS = {"bare": "nothing promised", "natural": "natural contract", "at": "the author's launch"}
VERDICTS = {"conditional": "proved if"}
LIMIT = 60


def kernels():
    """Repository, name, contract and the export that its first line names, of every contract."""
    for contract in sorted(glob.glob(os.path.join(HERE, "natural", "*", "*.contract"))):
        with open(contract, encoding="utf-8") as text:
            export = text.readline().removeprefix("//").strip()
        repository = os.path.basename(os.path.dirname(contract))
        yield repository, os.path.basename(contract).removesuffix(".contract"), contract, export


def author_launch(export):
    """The launch beside an export, as `--at` takes it."""
    with open(export + ".json", encoding="utf-8") as text:
        launch = json.load(text)
    numbers = [f"arg{at}={int(value)}" for at, (_, kind, value) in enumerate(launch["flat"]) if kind in ("int", "bool")]
    grid = ",".join(str(axis) for axis in (*launch["grid"], 1, 1)[:3])
    return ",".join([*numbers, f"grid=({grid})"])


def flags(way, contract, export):
    """What `check` is told in a way."""
    launch = ["--at", author_launch(export)] if way == "at" else []
    return [] if way == "bare" else ["--contract", contract, *launch]


def check(tool, export, told):
    """The verdict, the rule that an undefined kernel breaks, and the seconds of processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(
            [tool, "check", export + ".tilebc", "--no-cache", "--json", *told], capture_output=True, text=True, timeout=LIMIT, check=False
        )
    except subprocess.TimeoutExpired:
        return "none", "", float(LIMIT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    try:
        (report,) = json.loads(done.stdout)["kernels"]
    except (ValueError, KeyError):
        return "error", (done.stderr or done.stdout).strip().split("\n")[0], took
    shown = report.get("counterexample")
    return VERDICTS.get(report["verdict"], report["verdict"]), shown["rule"] if shown else "", took


def summary(way, rows):
    """How many of each verdict, and the middle, the 95th hundredth and the greatest of the seconds."""
    counts = {}
    for verdict, _, _ in rows:
        counts[verdict] = counts.get(verdict, 0) + 1
    said = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items(), key=lambda each: -each[1]))
    times = sorted(took for _, _, took in rows)
    at = [times[(len(times) - 1) * share // 100] for share in (50, 95, 100)]
    return f"{WAYS[way]}: {said}; median {at[0]:.2f} s, 95 % {at[1]:.2f} s, most {at[2]:.2f} s"


def write_page(lines):
    """Replaces the table of the page."""
    with open(PAGE, encoding="utf-8") as text:
        prose = [line for line in text.read().split("\n") if not line.startswith("|")]
    with open(PAGE, "w", encoding="utf-8") as text:
        text.write("\n".join(prose).rstrip("\n") + "\n\n" + "\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exports", nargs="?", default=os.environ.get("PUBLIC_KERNELS"))
    parser.add_argument("--filter", default="", help="only kernels whose repository/name has this")
    parser.add_argument("--ways", default=",".join(WAYS), help="of bare, natural and at")
    parser.add_argument("--program", default=TOOL, help="the program that is measured")
    told = parser.parse_args()
    ways = [way for way in WAYS if way in told.ways.split(",")]
    if not told.exports or not os.path.isdir(told.exports):
        sys.exit("public.py: give the folder of the exports, or set PUBLIC_KERNELS")
    titles = " | ".join(f"{WAYS[way]} | s" for way in ways)
    lines = [f"| kernel | {titles} |", "|--|" + "--|--:|" * len(ways)]
    print("\n".join(lines), flush=True)
    results = {way: [] for way in ways}
    for repository, name, contract, export in kernels():
        if told.filter not in f"{repository}/{name}":
            continue
        export = os.path.join(told.exports, export)
        if not os.path.exists(export + ".tilebc"):
            print(f"public.py: {repository}/{name}: no export of it", file=sys.stderr)
            continue
        cells = []
        for way in ways:
            found = check(told.program, export, flags(way, contract, export))
            results[way].append(found)
            cells.append(f"{found[0]} {found[1]}".strip() + f" | {found[2]:.2f}")
        lines.append(f"| {repository}: {name} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    for way in ways:
        if results[way]:
            print(summary(way, results[way]), file=sys.stderr)
    if not told.filter and len(ways) == len(WAYS):
        write_page(lines)


if __name__ == "__main__":
    main()
