#!/usr/bin/env python3
"""Kernels of corpus/triton on a GPU: tileproof's code, Triton's own code, and PyTorch.

    python3 bench/triton/contest.py export DIR     makes both compilers' code, without a GPU; needs Triton 3.9 and tileproof ($TILEPROOF)
    python3 DIR/contest.py run DIR [--seconds 1] [--filter TEXT]

`run` needs a GPU, PyTorch and cuda-bindings. A launch has aligned arrays and sizes, and Triton's code is specialized for them. Of several
configurations of Triton the fastest counts; of our code the one that tileproof chooses. Beside it stands the fastest of our code for blocks of
several sizes (`tileproof ptx --threads`). Medians by device events; the contestants take turns. Each result is held against PyTorch. Ends with 1 if
a result is wrong.
"""
import argparse
import ctypes
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")
# An exported folder has the package beside this file.
sys.path[:0] = [HERE, os.path.join(HERE, "python"), os.path.join(ROOT, "python")]

import contest_cases  # noqa: E402

# Triton passes a divisibility by 16 of addresses and integers to its compiler.
SPECIAL = 16
# The alignment of addresses from PyTorch's allocator.
ALIGNED = 512


# ---- export, without a GPU


def exported(name):
    """The source of a kernel, with its types, constants and clauses."""
    sys.path.insert(0, os.path.join(ROOT, "scripts", "triton"))
    import corpus
    path = corpus.FOLDER / f"{name}.py"
    types, constants = corpus.read_signature(path.read_text())
    return corpus, path, types, constants


def write_contract(path, to):
    clauses = re.findall(r"^# contract: (.*)$", path.read_text(), re.M)
    to.write("contract @right {\n" + "".join(f"  {clause}\n" for clause in clauses) + "}\n")


def description_of(name, threads=None):
    """The file with our code for blocks of so many threads, or of as many as tileproof chooses."""
    return f"{name}.{threads}.json" if threads else f"{name}.json"


def compile_ours(name, folder, threads=None):
    """Exports our code's versions and their launches; returns what speaks against it."""
    _, path, _, _ = exported(name)
    contract, description = os.path.join(folder, f"{name}.contract"), os.path.join(folder, description_of(name, threads))
    with open(contract, "w") as to:
        write_contract(path, to)
    program = os.environ.get("TILEPROOF", os.path.join(ROOT, "target", "release", "tileproof"))
    words = [program, "ptx", str(path.with_suffix("")) + ".right.ttir", "--contract", contract, "--launch", description]
    words += ["--threads", str(threads)] if threads else []
    done = subprocess.run(words, capture_output=True, text=True)
    os.remove(contract)
    if done.returncode != 0:
        return done.stderr.strip()
    return None


def compile_theirs(case, config, stem):
    """Triton's code for the launch of a case; the words that a launch needs beside it."""
    import importlib.util

    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource
    _, path, types, constants = exported(case.kernel)
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kernel = module.right
    constants = {**constants, **config.constants}
    signature = {one: types.get(one, "constexpr") for one in kernel.arg_names}
    numbers = case.numbers
    is_special = lambda one: types[one].startswith("*") or types[one].startswith("i") and numbers[one] % SPECIAL == 0
    attributes = {(at,): [["tt.divisibility", SPECIAL]] for at, one in enumerate(kernel.arg_names) if one in types and is_special(one)}
    source = ASTSource(fn=kernel, signature=signature, constexprs=constants, attrs=attributes)
    options = {"num_warps": config.warps, "num_stages": config.stages}
    made = triton.compile(source, target=GPUTarget("cuda", 90, 32), options=options)
    meta = made.metadata
    if meta.global_scratch_size or meta.profile_scratch_size:
        raise ValueError(f"{case.kernel} needs scratch memory")
    with open(stem + ".cubin", "wb") as to:
        to.write(made.asm["cubin"])
    entry = re.search(r"\.entry (\w+)\((.*?)\)", made.asm["ptx"], re.S)
    return {"entry": meta.name, "threads": 32 * meta.num_warps, "shared": meta.shared, "grid": case.grid_of(constants),
            "types": [types[one] for one in kernel.arg_names if one in types],
            "names": [one for one in kernel.arg_names if one in types], "parameters": entry.group(2).count(".param"), "label": config.label}


def ptxas_errors(name, folder):
    """Messages of Triton's assembler about the versions of our code."""
    import triton
    with open(os.path.join(folder, f"{name}.json")) as file:
        description = json.load(file)
    assembler = os.path.join(os.path.dirname(triton.__file__), "backends", "nvidia", "bin", "ptxas")
    for variant in description["variants"]:
        text = os.path.join(folder, "variant.ptx")
        with open(text, "w") as to:
            to.write(variant["ptx"])
        done = subprocess.run([assembler, "-v", "-arch", "sm_90a", "-o", os.devnull, text], capture_output=True, text=True)
        os.remove(text)
        used = re.search(r"Used (\d+) registers", done.stderr)
        spilled = re.search(r"(\d+) bytes spill stores", done.stderr)
        words = f"{used.group(1)} registers, {spilled.group(1)} bytes spilled" if used and spilled else done.stderr.strip()
        print(f"  {variant['name']}: {words}, {variant['shared']['dynamic']} bytes of shared memory, {len(variant['tensor_maps'])} maps")


def chosen(case, folder):
    """The name of our version for the launch of a case with aligned arrays, with a broken clause if there is one."""
    from tileproof.launcher.description import Description
    with open(os.path.join(folder, f"{case.kernel}.json")) as file:
        description = Description(json.load(file))
    numbers = list(case.grid)
    for at, parameter in enumerate(description.parameters):
        if parameter["kind"] == "pointer":
            numbers += [(at + 1) << 40, case.bytes_of(parameter["name"])]
        elif parameter["number"]:
            numbers.append(case.numbers[parameter["name"]])
    numbers.append(132)
    broken = description.broken(numbers)
    return broken or next((one.name for one in description.variants if one.is_for(numbers)), "no version")


def export(folder, text):
    os.makedirs(folder, exist_ok=True)
    kernels, theirs, blocks = {}, {}, {}
    for at, case in enumerate(contest_cases.all_cases()):
        if text not in case.kernel:
            continue
        if case.kernel not in kernels:
            kernels[case.kernel] = compile_ours(case.kernel, folder)
            print(f"{case.kernel}: {kernels[case.kernel] or 'has code'}")
            if kernels[case.kernel] is None:
                ptxas_errors(case.kernel, folder)
                blocks[case.kernel] = [threads for threads in case.blocks if compile_ours(case.kernel, folder, threads) is None]
        if kernels[case.kernel] is None:
            print(f"  {case.label}: {chosen(case, folder)}")
        for number, config in enumerate(case.configs):
            stem = f"{at}.{number}"
            theirs[stem] = compile_theirs(case, config, os.path.join(folder, stem))
    with open(os.path.join(folder, "theirs.json"), "w") as to:
        json.dump({"problems": kernels, "blocks": blocks, "cubins": theirs}, to, indent=1)
    for file in ("contest.py", "contest_cases.py"):
        shutil.copy(os.path.join(HERE, file), folder)
    package = os.path.join(folder, "python", "tileproof")
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(os.path.join(ROOT, "python", "tileproof"), package, ignore=shutil.ignore_patterns("__pycache__"))


# ---- run, on a GPU


class Ours:
    """Our code for the launch of a case, of blocks of so many threads."""

    def __init__(self, case, arguments, folder, threads=None):
        import torch
        from tileproof.launcher.compiled import Loaded
        from tileproof.launcher.cuda import Gpu
        from tileproof.launcher.description import Description
        with open(os.path.join(folder, description_of(case.kernel, threads))) as file:
            description = Description(json.load(file))
        gpu = Gpu.of(0)
        self.loaded = Loaded(description, gpu)
        self.numbers, self.floats = list(case.grid), {}
        for at, parameter in enumerate(description.parameters):
            value = arguments[parameter["name"]]
            if parameter["kind"] == "pointer":
                self.numbers += [value.data_ptr(), value.numel() * value.element_size()]
            elif parameter["number"]:
                self.numbers.append(value)
            else:
                self.floats[at] = value
        self.numbers.append(gpu.multiprocessors)
        broken = description.broken(self.numbers)
        if broken:
            raise ValueError(f"the launch breaks {broken}")
        self.stream = torch.cuda.current_stream().cuda_stream
        self.label = ""

    def __call__(self):
        self.label = self.loaded.launch(self.numbers, self.floats, self.stream)


class Theirs:
    """Code of Triton for the launch of a case."""

    WORDS = {"i32": ctypes.c_int32, "i64": ctypes.c_int64, "fp32": ctypes.c_float}

    def __init__(self, said, arguments, path):
        import torch
        from tileproof.launcher.cuda import bindings, checked
        driver = bindings()
        with open(path, "rb") as file:
            self.library = checked(driver.cuLibraryLoadData(file.read(), [], [], 0, [], [], 0))
        kernel = checked(driver.cuLibraryGetKernel(self.library, said["entry"].encode()))
        shared = driver.CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
        checked(driver.cuKernelSetAttribute(shared, said["shared"], kernel, checked(driver.cuDeviceGet(0))))
        self.driver, self.function, self.said, self.label = driver, driver.CUfunction(int(kernel)), said, said["label"]
        words = []
        for name, kind in zip(said["names"], said["types"]):
            value = arguments[name]
            words.append(ctypes.c_uint64(value.data_ptr()) if kind.startswith("*") else self.WORDS[kind](value))
        # Two addresses of scratch memory end the parameters.
        words += [ctypes.c_uint64(0)] * (said["parameters"] - len(words))
        self.words = words
        self.list = (ctypes.c_void_p * len(words))(*(ctypes.addressof(word) for word in words))
        self.stream = torch.cuda.current_stream().cuda_stream

    def __call__(self):
        said = self.said
        code, = self.driver.cuLaunchKernel(self.function, *said["grid"], said["threads"], 1, 1, said["shared"], self.stream,
                                           ctypes.addressof(self.list), 0)
        if int(code) != 0:
            raise RuntimeError(f"the launch of {said['entry']} failed: {code}")


def in_turns(contestants, seconds):
    """The median of every contestant's time in milliseconds. Each batch takes about 20 ms; the first half of the rounds warms up."""
    import torch

    def batch(work, count):
        begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        for _ in range(count):
            work()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) / count

    counts = {name: max(1, int(20 / max(batch(work, 3), 0.01))) for name, work in contestants.items()}
    times = {name: [] for name in contestants}
    end = time.monotonic() + seconds * len(contestants)
    while time.monotonic() < end or len(next(iter(times.values()))) < 4:
        for name, work in contestants.items():
            times[name].append(batch(work, counts[name]))
    return {name: statistics.median(all_times[len(all_times) // 2:]) for name, all_times in times.items()}


def rate(case, milliseconds):
    if milliseconds is None:
        return "-"
    if case.operations:
        return f"{case.operations / milliseconds / 1e9:.0f} TFLOP/s"
    return f"{case.bytes / milliseconds / 1e6:.0f} GB/s"


def run_case(case, at, said, folder, seconds):
    """A line of the table, the speeds of all sizes of blocks, and problems."""
    import torch
    torch.manual_seed(7)
    arguments = case.arguments()
    problems, contestants, results = [], {}, {}
    makers = {"ours": lambda: Ours(case, arguments, folder)}
    for threads in said["blocks"].get(case.kernel, []):
        makers[f"ours, {threads} threads"] = lambda threads=threads: Ours(case, arguments, folder, threads)
    for stem, one in said["cubins"].items():
        if stem.startswith(f"{at}."):
            makers[f"triton {one['label']}"] = lambda stem=stem, one=one: Theirs(one, arguments, os.path.join(folder, f"{stem}.cubin"))
    for name, make in makers.items():
        try:
            case.reset(arguments)
            work = make()
            work()
            torch.cuda.synchronize()
        except Exception as error:
            problems.append(f"{case.kernel}, {case.label}, {name}: {type(error).__name__}: {error}")
            continue
        contestants[name] = work
        results[name] = {one: arguments[one].clone() for one in case.results}
    wrong = case.check(arguments, results)
    problems += [f"{case.kernel}, {case.label}, {words}" for words in wrong]
    case.reset(arguments)
    contestants["torch"] = case.peer(arguments)
    times = in_turns(contestants, seconds)
    triton = {name: took for name, took in times.items() if name.startswith("triton")}
    best = min(triton, key=triton.get) if triton else None
    ours = times.get("ours")
    part = f"{min(triton.values()) / ours:.2f}" if ours and triton else "-"
    version = contestants["ours"].label if "ours" in contestants else "-"
    sizes = {name: took for name, took in times.items() if name.startswith("ours, ")}
    block = min(sizes, key=sizes.get) if sizes else None
    tried = "; ".join(f"{name.removeprefix('ours, ')} {rate(case, took)}" for name, took in sizes.items())
    note = [f"{case.kernel}, {case.label}: {tried}"] if sizes else []
    of_block = f"{rate(case, sizes[block])} ({block.removeprefix('ours, ')})" if sizes else "-"
    rates = [rate(case, ours), of_block, rate(case, triton.get(best)), rate(case, times["torch"])]
    return [case.kernel, case.label, *rates, part, version, best or "-"], note, problems


def run(folder, seconds, text):
    import torch
    with open(os.path.join(folder, "theirs.json")) as file:
        said = json.load(file)
    print(torch.cuda.get_device_name(0), torch.__version__)
    problems, notes = [], []
    columns = ["kernel", "size", "tileproof", "tileproof, fastest block", "Triton", "PyTorch", "tileproof / Triton", "version of the code"]
    print("| " + " | ".join([*columns, "configuration of Triton"]) + " |\n" + "|--" * (len(columns) + 1) + "|")
    for at, case in enumerate(contest_cases.all_cases()):
        if text not in case.kernel or case.kernel not in said["problems"]:
            continue
        line, note, wrong = run_case(case, at, said, folder, seconds)
        print("| " + " | ".join(line) + " |", flush=True)
        problems += wrong
        notes += note
        torch.cuda.empty_cache()
    print("", *notes, "", sep="\n")
    for problem in problems:
        print(problem)
    print("every result is right" if not problems else f"{len(problems)} problems")
    return bool(problems)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("verb", choices=("export", "run"))
    parser.add_argument("folder")
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--filter", default="")
    options = parser.parse_args()
    if options.verb == "export":
        export(options.folder, options.filter)
    else:
        sys.exit(run(options.folder, options.seconds, options.filter))


if __name__ == "__main__":
    main()
