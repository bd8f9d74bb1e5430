"""Compiles every kernel of the suite with NVIDIA's compiler, for examples/conform_cubin.py on a machine that has none.

    conform.py SUITE CUBINS [ARCH]     compiles with tileiras (on PATH, or $TILEIRAS) for ARCH, sm_90 if not given

What was compiled stays in CUBINS, by a digest of the bytecode; cubins.json says which kernel is where, or why it is nowhere.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import subprocess
import sys


def compiled(bytecode, arch, cubins, flags=()):
    """The cubin's name, or why there is none; what was made once is kept."""
    name = "".join([hashlib.sha256(bytecode.read_bytes()).hexdigest()[:24], ".", arch, *flags])
    made, why = cubins / f"{name}.cubin", cubins / f"{name}.err"
    if not made.exists() and not why.exists():
        tool, part = os.environ.get("TILEIRAS", "tileiras"), made.with_suffix(".part")
        done = subprocess.run([tool, "--gpu-name", arch, *flags, "-o", part, bytecode], capture_output=True, text=True)
        if done.returncode == 0:
            part.rename(made)
        else:
            why.write_text(done.stderr or f"error: it ends with {done.returncode}")
    if made.exists():
        return made.name, None
    lines = [line for line in why.read_text().splitlines() if "error" in line.lower()] or ["it says nothing"]
    return None, lines[0].split("error:")[-1].strip()


def bundle(suite, one, arch, cubins):
    """The cubin of every kernel of a bundle; where one is refused, each alone."""
    name, _ = compiled(suite / one["path"], arch, cubins)
    if name:
        return {path: (name, None) for path in one["kernels"]}
    return {path: compiled(suite / path, arch, cubins) for path in one["kernels"]}


def main(suite, cubins, arch="sm_90"):
    suite, cubins, found = pathlib.Path(suite), pathlib.Path(cubins), {}
    cubins.mkdir(parents=True, exist_ok=True)
    bundles = json.loads((suite / "suite.json").read_text())["bundles"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for made in pool.map(lambda one: bundle(suite, one, arch, cubins), bundles):
            found.update(made)
    (cubins / "cubins.json").write_text(json.dumps(found, indent=0))
    used = {name for name, _ in found.values()}
    for old in cubins.glob("*.cubin"):
        if old.name not in used:
            old.unlink()  # of another suite
    refused = {}
    for path, (name, why) in sorted(found.items()):
        if not name:
            refused.setdefault(why, []).append(path)
    print(f"{len(found)} kernels, {len(found) - sum(map(len, refused.values()))} compiled")
    for why, paths in refused.items():
        print(f"  {len(paths)} not, as {paths[0]}: {why}")


if __name__ == "__main__":
    main(*sys.argv[1:]) if len(sys.argv) in (3, 4) else sys.exit(__doc__)
