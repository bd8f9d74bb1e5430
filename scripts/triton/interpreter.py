"""Compares tileproof's interpreter with Triton's own on the kernels of corpus/triton: the same launches, the same random inputs.

usage: python scripts/triton/interpreter.py [NAME…] [--launches N] [--seed N] [--tool PATH]    (pip install triton==3.9.0 torch numpy)

Sources with a `# contract:` are launched with random numbers that keep it; the clauses are read as Python. Sources of
corpus/triton/reports make their own launches. A launch counts if tileproof finds no undefined behavior in it. Integers and
untouched elements must be equal. Floats may differ by rounding: Triton's interpreter adds in the order of numpy, and its functions
are those of numpy. Prints a line for each kernel, then the totals, and ends with 1 if any result differs.
"""
import argparse
import importlib.util
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "corpus" / "triton"
KERNELS = ("right", "wrong")
FLOATS = {"fp64": np.float64, "fp32": np.float32, "fp16": np.float16}
INTEGERS = {"i64": np.int64, "i32": np.int32, "i16": np.int16, "i8": np.int8, "u64": np.uint64, "u32": np.uint32, "u16": np.uint16, "u8": np.uint8}
DTYPES = FLOATS | INTEGERS
# The most elements of an array, and the most programs.
ELEMENTS, PROGRAMS = 1 << 18, 256
TRIES = 20000
# The most seconds of Triton's interpreter for a source.
SECONDS = 120
# The exit code of a run with undefined behavior.
UNDEFINED = 1
# Relative and absolute distances that rounding and functions account for, by the bytes of an element.
NEAR = {2: (1e-2, 1e-3), 4: (2e-5, 1e-5), 8: (1e-12, 1e-12)}


def clauses(text, kernel):
    """The clauses of a kernel's contract as (word, rest)."""
    lines = re.findall(rf"^# contract(?: {kernel})?: (.*)$", text, re.M)
    return [tuple(line.split(" ", 1)) for line in lines]


def as_python(clause):
    """A clause as an expression of Python."""
    clause = clause.replace("&&", " and ").replace("||", " or ").replace("/", "//")
    return re.sub(r"!(?!=)", " not ", clause)


def value_of(clause, names):
    return eval(as_python(clause), {"cdiv": lambda a, b: -(-a // b), "max": max, "min": min}, names)  # noqa: S307


def draw_numbers(rng, types, told):
    """Random integers that keep the contract's clauses about numbers, with the grid."""
    needs = [rest.removeprefix("= ") for word, rest in told if word == "requires"]
    grids = [rest.removeprefix("= ") for word, rest in told if word == "grid"]
    scalars = [name for name, kind in types.items() if kind in ("i32", "i64")]
    for _ in range(TRIES):
        names = {name: rng.choice((rng.randint(1, 9), rng.randint(1, 300), 32 * rng.randint(1, 16))) for name in scalars}
        grid = tuple(int(axis) for axis in np.atleast_1d(value_of(grids[0], names))) if grids else (rng.randint(1, 4),)
        axes = (*grid, 1, 1)[:3]
        names |= {f"grid_{axis}": extent for axis, extent in zip("xyz", axes)}
        fits = all(extent >= 1 for extent in axes) and np.prod(axes) <= PROGRAMS
        if fits and all(value_of(re.sub(r"grid\.([xyz])", r"grid_\1", clause), names) for clause in needs):
            return {name: names[name] for name in scalars}, axes, names
    return None


def draw_array(rng, name, kind, told, names):
    """A random array as long as the contract says, with elements that keep its clauses."""
    sizes = [rest for word, rest in told if word == "buffer" and rest.split(" ")[0] == name]
    length = re.search(r"\[(.*)\]", sizes[-1]).group(1) if sizes else "256"
    count = int(value_of(re.sub(r"grid\.([xyz])", r"grid_\1", length), names))
    if not 0 <= count <= ELEMENTS:
        return None
    kept = [rest.split(" : ", 1)[1] for word, rest in told if word == "contents" and rest.split(" ")[0] == name]
    dtype = DTYPES[kind.removeprefix("*")]
    if np.issubdtype(dtype, np.floating) and not kept:
        return np.array([rng.gauss(0, 1) for _ in range(count)], dtype)

    limits = np.iinfo(dtype) if np.issubdtype(dtype, np.integer) else np.finfo(dtype)

    def element():
        for _ in range(TRIES):
            value = rng.choice((rng.randint(0, 8), rng.randint(-300, 600)))
            if limits.min <= value <= limits.max and all(value_of(clause, {**names, "value": value}) for clause in kept):
                return value
        raise ValueError(f"no element of {name} keeps its clauses")

    return np.array([element() for _ in range(count)], dtype)


def interpret(path, out, launches, seed):
    """In a process with TRITON_INTERPRET=1: runs a source, and writes each launch with its arrays before and after."""
    import torch
    from triton.runtime.interpreter import InterpretedFunction

    cases = []

    def launch(kernel, grid, args):
        """Runs a launch and keeps it."""
        number, constants, scalars, types = len(cases), {}, {}, {}
        annotated = {name for name, kind in kernel.fn.__annotations__.items() if "constexpr" in str(kind)}
        arrays = {name: value for name, value in args.items() if isinstance(value, torch.Tensor)}
        for name, value in args.items():
            if name not in arrays:
                (constants if name in annotated else scalars)[name] = value
        for name, array in arrays.items():
            np.save(out / f"{number}.{name}.before.npy", array.numpy().reshape(-1))
            types[name] = str(array.dtype).removeprefix("torch.")
        original(kernel, grid)(**args)
        for name, array in arrays.items():
            np.save(out / f"{number}.{name}.after.npy", array.numpy().reshape(-1))
        axes = grid(constants) if callable(grid) else grid
        axes = tuple(int(axis) for axis in (axes if isinstance(axes, (tuple, list)) else (axes,)))
        name = kernel.fn.__name__
        cases.append({"kernel": name, "grid": (*axes, 1, 1)[:3], "scalars": scalars, "constants": constants, "types": types})
        # A later launch that writes outside of its arrays may end the process.
        (out / "cases.json").write_text(json.dumps(cases))

    original = InterpretedFunction.__getitem__

    def kept(kernel, grid):
        def run(*args, **named):
            # The launches of wrong kernels may end the process.
            if kernel.fn.__name__ == "wrong":
                return
            options = {"num_warps", "num_stages", "num_ctas"}
            given = dict(zip(kernel.arg_names, args)) | {name: value for name, value in named.items() if name not in options}
            launch(kernel, grid, given)

        return run

    text = path.read_text()
    random_numbers = random.Random(seed)
    torch.manual_seed(seed)
    if path.parent.name == "reports":
        InterpretedFunction.__getitem__ = kept
        module_of_samples(torch)
        load(path)
    else:
        line = re.search(r"^# signature: (.*)$", text, re.M).group(1)
        types, _, constants = line.partition(";")
        types = dict(part.split(": ") for part in types.strip().split(", "))
        constants = {name.strip(): int(value) for name, value in (part.split("=") for part in constants.split(",") if part.strip())}
        module = load(path)
        for kernel in KERNELS:
            told = clauses(text, kernel)
            for _ in range(launches):
                drawn = draw_numbers(random_numbers, types, told)
                if drawn is None:
                    break
                scalars, grid, names = drawn
                arrays = {name: draw_array(random_numbers, name, kind, told, names) for name, kind in types.items() if kind.startswith("*")}
                if any(array is None for array in arrays.values()):
                    continue
                args = {name: torch.from_numpy(arrays[name]) if name in arrays else scalars[name] for name in types}
                try:
                    launch(getattr(module, kernel), grid, args | constants)
                except Exception as error:  # noqa: BLE001
                    # Wrong kernels end in many ways.
                    print(f"{path.stem}.{kernel}: {type(error).__name__}: {str(error)[:120]}", file=sys.stderr)
                    break


def module_of_samples(torch):
    """Stands in for `tileproof.sample` with arrays of random numbers."""
    import types

    import tileproof

    kinds = {"f32": torch.float32, "f16": torch.float16, "i32": torch.int32, "i64": torch.int64}

    def sample(kind, shape, *_, **__):
        dtype = kinds[kind]
        shape = shape if isinstance(shape, tuple) else (shape,)
        return torch.randn(shape).to(dtype) if dtype.is_floating_point else torch.randint(0, 8, shape, dtype=dtype)

    stand_in = types.ModuleType("tileproof")
    stand_in.__dict__.update(tileproof.__dict__)
    stand_in.sample = sample
    sys.modules["tileproof"] = stand_in


def load(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ttir_of(path, case, out):
    """The TTIR of a launch's kernel: the corpus's, or compiled for the types of the launch."""
    if path.parent.name != "reports":
        return path.with_name(f"{path.stem}.{case['kernel']}.ttir")
    sys.path.insert(0, str(ROOT / "python"))
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    short = {"float32": "*fp32", "float16": "*fp16", "bfloat16": "*bf16", "int32": "*i32", "int64": "*i64"}
    kernel = KERNELS_OF.setdefault(path, read_kernels(path))[case["kernel"]]

    def kind(name):
        if name in case["types"]:
            return short[case["types"][name]]
        value = case["scalars"].get(name)
        if value is None:
            return "constexpr"
        return "fp32" if isinstance(value, float) else "i32" if abs(value) < 2**31 else "i64"

    source = ASTSource(fn=kernel, signature={name: kind(name) for name in kernel.arg_names}, constexprs=case["constants"])
    text = out / "kernel.ttir"
    text.write_text(triton.compile(source, target=GPUTarget("cuda", 90, 32)).asm["ttir"])
    return text


KERNELS_OF = {}


def read_kernels(path):
    """The kernels of a source that also launches them, without its launches."""
    import triton

    kept = triton.runtime.JITFunction.run
    triton.runtime.JITFunction.run = lambda *_, **__: None
    try:
        return vars(load(path))
    finally:
        triton.runtime.JITFunction.run = kept


def compare(ours, theirs, before):
    """Whether two results are equal, near, or different, and where."""
    if np.array_equal(ours, theirs, equal_nan=np.issubdtype(ours.dtype, np.floating)):
        return "equal", ""
    if np.issubdtype(ours.dtype, np.floating):
        relative, absolute = NEAR[ours.dtype.itemsize]
        # What a sum of large terms cancels is lost by either.
        scale = float(np.nanmax(np.abs(before), initial=1.0))
        if np.allclose(ours, theirs, rtol=relative * 8, atol=absolute * 8 * max(scale, 1.0), equal_nan=True):
            return "near", ""
    at = int(np.flatnonzero(~np.isclose(ours, theirs, equal_nan=True) if ours.dtype.kind == "f" else ours != theirs)[0])
    return "different", f"at {at}: {ours[at]} here, {theirs[at]} in Triton"


def run_here(tool, text, case, number, out):
    """The arrays after The arrays, or why there are none."""
    given = [f"--arg={name}=@{out}/{number}.{name}.before.npy" for name in case["types"]]
    given += [f"--arg={name}={value}" for name, value in case["scalars"].items()]
    told = [f"--out={name}={out}/{number}.{name}.here.npy" for name in case["types"]]
    grid = ",".join(str(axis) for axis in case["grid"])
    done = subprocess.run([tool, "run", str(text), "--grid", grid, *given, *told], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().split("\n")[0].removeprefix("x ")
        return "undefined" if done.returncode == UNDEFINED else "not run", said[:160]
    return {name: np.load(out / f"{number}.{name}.here.npy").reshape(-1) for name in case["types"]}


def check_source(path, told):
    """The results of all launches of a source, by kernel: `equal`, `near`, `different` or a reason why it does not count."""
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder)
        command = [sys.executable, __file__, "--interpret", str(path), str(out), "--launches", str(told.launches), "--seed", str(told.seed)]
        try:
            done = subprocess.run(command, env={**os.environ, "TRITON_INTERPRET": "1"}, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return {"": [("not run", f"more than {SECONDS} seconds")]}
        if not (out / "cases.json").exists():
            return {"": [("not run", done.stderr.strip().split("\n")[-1][:160])]}
        cases = json.loads((out / "cases.json").read_text())
        for number, case in enumerate(cases):
            here = results.setdefault(case["kernel"], [])
            ran = run_here(told.tool, ttir_of(path, case, out), case, number, out)
            if isinstance(ran, tuple):
                here.append(ran)
                continue
            for name, ours in ran.items():
                before, theirs = (np.load(out / f"{number}.{name}.{when}.npy") for when in ("before", "after"))
                # Integers of the tool have no sign of their own.
                ours = ours.view(theirs.dtype) if theirs.dtype.kind == "u" else ours
                verdict, where = compare(ours, theirs, before)
                here.append((verdict, f"{name} {where}" if where else ""))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--interpret", nargs=2, help=argparse.SUPPRESS)
    parser.add_argument("--launches", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tool", default=str(ROOT / "target" / "release" / "tileproof"))
    told = parser.parse_args()
    if told.interpret:
        sys.path.insert(0, str(ROOT / "python"))
        path, out = map(pathlib.Path, told.interpret)
        return interpret(path, out, told.launches, told.seed)
    paths = sorted(FOLDER.glob("*.py")) + sorted((FOLDER / "reports").glob("*.py"))
    totals, kernels = {}, 0
    for path in paths:
        if told.names and path.stem not in told.names:
            continue
        for kernel, results in check_source(path, told).items():
            counts = {}
            for verdict, _ in results:
                counts[verdict] = counts.get(verdict, 0) + 1
                totals[verdict] = totals.get(verdict, 0) + 1
            kernels += any(verdict in counts for verdict in ("equal", "near", "different"))
            why = next((text for verdict, text in results if text and verdict != "near"), "")
            print(f"{path.stem}.{kernel}: {', '.join(f'{count} {verdict}' for verdict, count in counts.items())}  {why}".rstrip(), flush=True)
    print(f"{kernels} kernels compared: {', '.join(f'{count} {verdict}' for verdict, count in sorted(totals.items()))}")
    return 1 if totals.get("different") else 0


if __name__ == "__main__":
    sys.exit(main())
