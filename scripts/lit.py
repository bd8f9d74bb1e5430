#!/usr/bin/env python3
"""Holds tileproof against the test-suite of NVIDIA's Tile IR dialect.

    python3 scripts/lit.py CHECKOUT [--tileproof PATH] [--only TEXT] [--show] [--write bench/LIT.md]

CHECKOUT is a checkout of the public repository NVIDIA/cuda-tile. Each `.mlir` file under `test` is split at
`// -----`. A segment with `expected-error`, or of a file whose commands all must fail, has to be refused by
`tileproof check` (exit code 4). Every other segment has to be accepted: proved, refuted, unknown and unsupported
kernels are all accepted. The page names each difference with its reason.

NVIDIA's tools put a module around a segment without one. The script does the same, with a function around
operations that stand alone, and writes the unregistered operation `"use_type"() : () -> T` as a parameter of type T.
"""

import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

EXPECTED = re.compile(r"//\s*expected-error(?:-re)?\s*@?[^{]*\{\{(.*)\}\}")
FAILING_COMMAND = re.compile(r"RUN:\s*not\s")
USE_TYPE = re.compile(r"(?:%\w+\s*=\s*)?\"use_type\"\(\)\s*:\s*\(\)\s*->\s*(!.*)")
ILL_FORMED = 4
# A file without a kernel is refused by `check`, and is valid for the dialect.
WITHOUT_KERNEL = "no kernel"

# Reasons for differences, by a part of the file's name and of the expected message. The first that fits counts.
REASONS = [
    ("bytecode/invalid_loc", "", "about writing bytecode: the text is valid, its locations have no encoding"),
    ("bytecode/oldversion", "", "about writing an older version of the bytecode"),
    ("bytecode/versioning", "requires bytecode", "about writing an older version of the bytecode"),
    ("bytecode/versioning", "(the whole file)", "about writing an older version of the bytecode"),
    ("bytecode/versioning", "", "an operation that exists only in NVIDIA's tests of bytecode versions"),
    ("opt_hints_error", "", "refused by NVIDIA's option -Werr-hints only; here accepted with a note, as hints have no meaning for a proof"),
    ("update_symbol_names_fail", "", "about a transformation that renames symbols, not about the text"),
    ("", "Only 'nearest_even' is supported", "13.5 rounds `ftof` in every direction"),
]


def segments(path):
    """Yields (line, text) of each segment of a file."""
    line = 1
    text = path.read_text(encoding="utf-8")
    for part in re.split(r"(?m)^// -----.*$", text):
        if any(code.strip() and not code.strip().startswith("//") for code in part.splitlines()):
            yield line, part
        line += part.count("\n")


def cases(checkout):
    """Yields (file, line, text, expected message or None)."""
    for path in sorted((checkout / "test").rglob("*.mlir")):
        runs = [line for line in path.read_text(encoding="utf-8").splitlines() if "RUN:" in line]
        fails_whole = bool(runs) and all(FAILING_COMMAND.search(run) for run in runs)
        for line, text in segments(path):
            marks = EXPECTED.findall(text)
            expected = marks[0] if marks else ("(the whole file)" if fails_whole else None)
            yield path.relative_to(checkout / "test"), line, text, expected


def without_comments(text):
    return "\n".join(line for line in text.splitlines() if not line.strip().startswith("//"))


def as_module(text):
    """The segment with the module and the function that NVIDIA's tools would put around it."""
    code = without_comments(text)
    if re.search(r"(?m)^\s*(cuda_tile\.module|module|builtin\.module)\b", code):
        return text
    is_alias = lambda line: re.match(r"\s*#\w+\s*=", line)
    aliases = "\n".join(line for line in code.splitlines() if is_alias(line))
    body = "\n".join(line for line in code.splitlines() if not is_alias(line))
    if re.search(r"(?m)^\s*(cuda_tile\.)?(testing\$func|entry|global)\b", body):
        return f"{aliases}\ncuda_tile.module @segment {{\n{body}\n}}\n"
    types = [found.group(1).strip() for found in USE_TYPE.finditer(body)]
    parameters = ", ".join(f"%type{at}: {ty}" for at, ty in enumerate(types))
    body = USE_TYPE.sub("", body)
    return f"{aliases}\ncuda_tile.module @segment {{\ntesting$func @segment({parameters}) {{\n{body}\nreturn\n}}\n}}\n"


def check(tileproof, text, path):
    """Returns whether the segment is accepted, and the first lines of the message."""
    path.write_text(as_module(text), encoding="utf-8")
    command = [tileproof, "check", "--timeout", "1", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    message = (done.stdout + done.stderr).strip()
    path.unlink()
    accepted = done.returncode not in (2, ILL_FORMED) or WITHOUT_KERNEL in message
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    problems = [line for line in lines if "ill-formed: " in line]
    return accepted, (problems or lines)[:1]


def reason_of(file, expected):
    """Why a difference is none of validity; empty if no reason is known."""
    for part, message, reason in REASONS:
        if part in str(file).lower() and message in (expected or ""):
            return reason
    return ""


def page(version, rows):
    """The Markdown page of all results: rows of (file, line, expected, accepted, message)."""
    valid = [row for row in rows if row[2] is None]
    invalid = [row for row in rows if row[2] is not None]
    accepted, refused = sum(row[3] for row in valid), sum(not row[3] for row in invalid)
    different = [row for row in rows if row[3] == (row[2] is not None)]
    lines = [
        "# NVIDIA's tests of the dialect", "",
        f"The test-suite of the public repository NVIDIA/cuda-tile, {version}, segment by segment, through `tileproof check`.", "",
        "```", "python3 scripts/lit.py CHECKOUT --write bench/LIT.md", "```", "",
        "| segments | number | as NVIDIA | different | different without a reason |", "|--|--:|--:|--:|--:|",
    ]
    for name, of, same in [("must be accepted", valid, accepted), ("must be refused", invalid, refused)]:
        unknown = sum(row in of and not reason_of(row[0], row[2]) for row in different)
        lines.append(f"| {name} | {len(of)} | {same} | {len(of) - same} | {unknown} |")
    lines += ["", "## Differences", "", "| segment | NVIDIA | tileproof | reason |", "|--|--|--|--|"]
    for file, line, expected, is_accepted, message in different:
        theirs = f"refused: {expected}" if expected is not None else "accepted"
        ours = "accepted" if is_accepted else f"refused: {message[0] if message else ''}"
        cells = [f"`{file}:{line}`", theirs, ours, reason_of(file, expected) or "**none**"]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--tileproof", default="target/release/tileproof")
    parser.add_argument("--only", default="", help="segments of files whose path has this text")
    parser.add_argument("--show", action="store_true", help="print what the two say about each refused segment")
    parser.add_argument("--version", default="as of its newest commit", help="the version of the checkout, for the page")
    parser.add_argument("--write", type=pathlib.Path)
    options = parser.parse_args()
    if not (options.checkout / "test").is_dir():
        sys.exit(f"{options.checkout} has no folder `test`: give a checkout of NVIDIA/cuda-tile")
    todo = [case for case in cases(options.checkout) if options.only in str(case[0])]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        job = lambda at: check(options.tileproof, todo[at][2], pathlib.Path(folder) / f"segment{at}.mlir")
        found = list(pool.map(job, range(len(todo))))
    rows = [(file, line, expected, *result) for (file, line, _, expected), result in zip(todo, found)]
    counts = collections.Counter(("invalid" if row[2] is not None else "valid", row[3]) for row in rows)
    for file, line, expected, accepted, message in rows:
        if accepted == (expected is not None):
            print(f"DIFFERENT {file}:{line}: NVIDIA: {expected or 'accepted'}; tileproof: {message}")
        elif options.show and not accepted:
            print(f"SAME {file}:{line}: NVIDIA: {expected}; tileproof: {message}")
    print({f"{kind}, {'accepted' if accepted else 'refused'}": count for (kind, accepted), count in counts.items()})
    if options.write:
        options.write.write_text(page(options.version, rows), encoding="utf-8")


main()
