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
    launches all exported launches of the kernel, as of a script: the verdict for all sizes, and the lines of the preconditions

Without a filter and with the first three ways the table of bench/PUBLIC.md is written anew; what stands above the table stays.
`launches` is only for cuTile Python, and only if it is asked for.
"""

import argparse
import ast
import glob
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TOOL = os.path.join(ROOT, "target", "release", "tileproof")
PAGE = os.path.join(HERE, "PUBLIC.md")
WAYS = {"bare": "nothing promised", "natural": "natural contract", "at": "the author's launch"}
BITS = re.compile(r"\d+")
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


def same_kernel(export):
    """The exports of one function, the given one first, or the first of its name if that one is not there."""
    stem = os.path.join(os.path.dirname(export), os.path.basename(export).rsplit(".", 1)[0])
    others = sorted(path.removesuffix(".json") for path in glob.glob(glob.escape(stem) + ".*.json"))
    return [export, *(other for other in others if other != export)] if export in others else others


def arguments_of(launch, place):
    """The arguments of a launch, its arrays with the constants of the signature, and the next free address."""
    arguments, arrays = [], []
    signature = [fixed for fixed in launch["cons"] if "shape_constant" in fixed]
    constants = {what: [ast.literal_eval(found) for one in signature for found in re.findall(what + r"_constant=(\([^)]*\))", one)]
                 for what in ("shape", "stride")}
    span = lambda shape, strides: 0 if 0 in shape else 1 + sum((extent - 1) * stride for extent, stride in zip(shape, strides))
    pointers = [name for name, kind, _ in launch["flat"] if kind in ("ptr", "listptr")]
    for name, kind, value in launch["flat"]:
        name = re.sub(r"^len\((.*)\)$", r"\1.len", name.replace(".stride[", ".strides["))
        if kind not in ("ptr", "listptr"):
            arguments.append({"name": name, "value": repr(value) if kind == "float" else int(value)})
            continue
        listed = []
        for one in value if kind == "listptr" else [value]:
            bits = BITS.search(one["dtype"])
            size = (span(one["shape"], one["strides"]) * (int(bits[0]) if bits else 8) + 7) // 8
            listed.append({"address": place, "bytes": size, "shape": one["shape"], "strides": one["strides"]})
            place += -(-size // 512) * 512 + 512
        if kind == "listptr":
            size = len(value) * (1 + 2 * len(value[0]["shape"])) * 8
            element = re.sub(r"^b?float", lambda found: "bf" if found[0][0] == "b" else "f", value[0]["dtype"])
            arguments.append({"name": name, "address": place, "bytes": size, "element": element, "arrays": listed})
            place += -(-size // 512) * 512 + 512
            continue
        held = {"contents": value["contents"]} if "contents" in value else {}
        arguments.append({"name": name, "address": listed[0]["address"], "bytes": listed[0]["bytes"], **held})
        fixed = {what: list(constants[what][pointers.index(name)]) for what in constants}
        arrays.append({"name": name, "dtype": value["dtype"], "shape": fixed["shape"], "strides": fixed["stride"]})
    return arguments, arrays, place


def table(export):
    """All exported launches of the kernel of an export, as a table of launches; only this export's kernel is checked for all sizes."""
    with open(export + ".json", encoding="utf-8") as text:
        own = json.load(text)
    lines = [{"schema": "tileproof.launches/1"}]
    place = 1 << 40
    for number, other in enumerate(same_kernel(export), 1):
        with open(other + ".json", encoding="utf-8") as text:
            launch = json.load(text)
        if launch["fid"] != own["fid"]:
            continue
        arguments, arrays, place = arguments_of(launch, place)
        names = [argument["name"] for argument in arguments]
        compiled = {name for name, fixed in zip(launch["params"], launch["cons"]) if fixed.startswith("ConstantConstraint")}
        fixed = {name: value for name, value in launch["consts"].items() if name in compiled}
        numbers = {name: int(value) for name, value in fixed.items() if value.lstrip("-").isdigit()}
        with open(other + ".tilebc", "rb") as file:
            bytecode = file.read().hex()
        kernel = {"id": number, "symbol": launch["kernel"], "called": launch["kernel"], "file": "kernels.py", "line": launch["line"]}
        grid = (*launch["grid"], 1, 1)[:3]
        lines.append({"kernel": {**kernel, "names": names, "arrays": arrays, "constants": numbers, "fixed": fixed,
                                 "clauses": [], "general": other == export, "bytecode": bytecode}})
        lines.append({"launch": {"kernel": number, "file": "kernels.py", "line": launch["line"], "grid": grid, "arguments": arguments}})
    return "".join(json.dumps(line) + "\n" for line in [*lines, {"end": "all launches"}])


def check_launches(tool, export):
    """The verdict for all sizes of a kernel with its launches, the lines of its preconditions or its likely bug, and the seconds."""
    with tempfile.NamedTemporaryFile("w", suffix=".launches", encoding="utf-8") as file:
        file.write(table(export))
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([tool, "check", file.name, "--no-cache"], capture_output=True, text=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    lines = done.stdout.split("\n")
    launches = lines[0].partition(": ")[2]
    # The last verdict is of the kernel for all sizes; a wrapped line goes on with two spaces.
    heads = [at for at, line in enumerate(lines) if line.startswith("kernels.py: ")]
    if not heads:
        return "error", (done.stderr or done.stdout).strip().split("\n")[0], took
    own = lines[heads[-1]:]
    end = next((at for at, line in enumerate(own) if at and not line.startswith("  ")), len(own))
    verdict = " ".join(line.strip() for line in own[:end] if not line.startswith(("  needs", "    "))).partition(": ")[2]
    verdict = next((word for word in ("likely bug", "proved", "unknown", "unsupported", "undefined") if word in verdict), verdict)
    assumed = sum(line.startswith("    ") and not line.startswith("     ") for line in own[:end])
    more = sum(int(found[1]) for found in map(re.compile(r"  and (\d+) more \(-v\)").match, own[:end]) if found)
    needs = sum(line.startswith("  needs ") for line in own[:end]) + more
    return verdict, f"({assumed} + {needs} lines; {launches})", took


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
    parser.add_argument("--ways", default=",".join(WAYS), help="of bare, natural, at and launches")
    parser.add_argument("--program", default=TOOL, help="the program that is measured")
    told = parser.parse_args()
    ways = told.ways.split(",")
    WAYS["launches"] = "its launches"
    if not told.exports or not os.path.isdir(told.exports):
        sys.exit("public.py: give the folder of the exports, or set PUBLIC_KERNELS")
    titles = " | ".join(f"{WAYS[way]} | s" for way in ways)
    lines = [f"| kernel | {titles} |", "|--|" + "--|--:|" * len(ways)]
    print("\n".join(lines), flush=True)
    results = {way: [] for way in ways}
    for repository, name, contract, export in kernels():
        is_cpp = repository.endswith("-cpp") or repository == "flashinfer"
        if told.filter not in f"{repository}/{name}" or is_cpp and "launches" in ways:
            continue
        export = os.path.join(told.exports, export)
        if ways == ["launches"]:
            export = next(iter(same_kernel(export)), export)
        if not os.path.exists(export + ".tilebc"):
            print(f"public.py: {repository}/{name}: no export of it", file=sys.stderr)
            continue
        cells = []
        for way in ways:
            if way == "launches":
                found = check_launches(told.program, export)
            else:
                found = check(told.program, export, flags(way, contract, export))
            results[way].append(found)
            cells.append(f"{found[0]} {found[1]}".strip() + f" | {found[2]:.2f}")
        lines.append(f"| {repository}: {name} | {' | '.join(cells)} |")
        print(lines[-1], flush=True)
    for way in ways:
        if results[way]:
            print(summary(way, results[way]), file=sys.stderr)
    if not told.filter and ways == list(WAYS)[:3]:
        write_page(lines)


if __name__ == "__main__":
    main()
