"""Launches every proved kernel of the benchmark in three ways, from Python, by its C header, and by `tileproof run`, and compares the results.
Then checks streams, CUDA graphs, refusals and an operator of PyTorch.

    python3 gpu_launches.py [--filter TEXT] [--seconds 200]

Runs in the folder that `pack_gpu.sh` makes. Needs PyTorch and cuda-bindings; the C headers need cc and cuda.h. Ends with 1 if results differ.
"""
import argparse
import glob
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "python"))
os.environ.setdefault("TILEPROOF", os.path.join(HERE, "tileproof"))

import torch

import tileproof
from tileproof.launcher.cuda import Gpu
from tileproof.launcher.host import body, header

SIZES = [1, 2, 3, 4, 16, 64, 128, 256, 512, 1024, 2048, 4096]
TYPES = {"f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64, "i8": torch.int8, "i16": torch.int16,
         "i32": torch.int32, "i64": torch.int64, "i1": torch.bool, "tf32": torch.float32, "f8E4M3FN": torch.float8_e4m3fn,
         "f8E5M2": torch.float8_e5m2}
MOST_BYTES = 1 << 24


def kernels(text):
    """File and name of each kernel with a proof."""
    for proof in sorted(glob.glob(os.path.join(HERE, "proofs", "kernels", "perf", "*", "*.proof"))):
        file, kernel = proof.split(os.sep)[-2], os.path.basename(proof)[:-len(".proof")]
        if text in f"{file} {kernel}":
            yield os.path.join(HERE, "corpus", "kernels", "perf", f"{file}.tile"), kernel, proof


def sizes(description):
    """Numbers of a launch that keeps the contract, with arrays as small as the contract allows."""
    draw = random.Random(7)
    parameters = description.parameters
    integers = [at for at, one in enumerate(parameters) if one["kind"] == "integer"]
    places = list(description.names)
    best = None
    for attempt in range(20000):
        chosen = {at: draw.choice(SIZES) for at in integers}
        numbers = [0] * len(places)
        for at, one in enumerate(parameters):
            if one["kind"] == "pointer":
                numbers[places.index(one["address"])] = (at + 1) << 41
                numbers[places.index(one["bytes"])] = MOST_BYTES
            elif one["number"]:
                numbers[places.index(one["number"])] = chosen[at]
        numbers[-1] = 132
        try:
            numbers[:3] = description.grid(numbers)
        except ZeroDivisionError:
            continue
        if description.first_broken(numbers) >= 0 or numbers[0] * numbers[1] * numbers[2] > 4096:
            continue
        work = numbers[0] * numbers[1] * numbers[2]
        # Several blocks and large sizes show more than one block and small sizes.
        score = (4 <= work <= 256, sum(size.bit_length() for size in chosen.values()))
        if best is None or score > best[0]:
            best = (score, numbers)
    if best is None:
        return None
    numbers = best[1]
    for one in parameters:
        if one["kind"] == "pointer":
            at = places.index(one["bytes"])
            low, high = 0, MOST_BYTES // 16
            while low < high:
                middle = (low + high) // 2
                numbers[at] = 16 * middle
                low, high = (low, middle) if description.first_broken(numbers) < 0 else (middle + 1, high)
            numbers[at] = 16 * low
    return numbers


def contents(description, numbers, at, generator):
    """An array of the host as large as the launch says, with elements that keep the clauses about it."""
    one = description.parameters[at]
    dtype = TYPES[one["type"]]
    size = numbers[list(description.names).index(one["bytes"])]
    count = size // torch.empty((), dtype=dtype).element_size()
    if dtype.is_floating_point:
        return torch.randn(count, generator=generator).to(dtype)
    clauses = [holds for name, _, holds in description.conditions.contents if name == one["name"]]
    # Sorted elements keep clauses about neighbors, too.
    for most in [4, *sorted(set(numbers[3:-1]), reverse=True), 1, 0]:
        made = torch.randint(0, min(most, 1 << 16) + 1, (count,), generator=generator)
        made = made.sort().values if clauses else made
        broken = (holds is not None and description.conditions.is_broken_by(holds, numbers[:-1], made.tolist()) for holds in clauses)
        if not any(broken):
            return made.to(dtype)
    raise ValueError(f"no elements for {one['name']}")


def bytes_of(tensor):
    return tensor.reshape(-1).view(torch.uint8).numpy().tobytes()


PROGRAM = r"""
#define TILEPROOF_ACCEPT_%(kernel)s
#include "%(kernel)s.h"
#include <stdio.h>
#include <stdlib.h>
#define CHECK(call) do { CUresult r_ = (call); if (r_ != CUDA_SUCCESS) { printf("%%s: %%d\n", #call, (int)r_); return 1; } } while (0)
static CUdeviceptr array(const char* name, size_t bytes) {
  CUdeviceptr address = 0;
  void* host = malloc(bytes);
  FILE* file = fopen(name, "rb");
  if (!file || fread(host, 1, bytes, file) != bytes || cuMemAlloc(&address, bytes) || cuMemcpyHtoD(address, host, bytes)) exit(3);
  fclose(file);
  free(host);
  return address;
}
static void keep(const char* name, CUdeviceptr address, size_t bytes) {
  void* host = malloc(bytes);
  FILE* file = fopen(name, "wb");
  if (!file || cuMemcpyDtoH(host, address, bytes) || fwrite(host, 1, bytes, file) != bytes) exit(4);
  fclose(file);
}
int main(void) {
  CUdevice device; CUcontext context; CUstream stream; tileproof_status status;
  CHECK(cuInit(0)); CHECK(cuDeviceGet(&device, 0)); CHECK(cuDevicePrimaryCtxRetain(&context, device)); CHECK(cuCtxSetCurrent(context));
  CHECK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
%(arrays)s
  status = launch_%(kernel)s(stream, %(arguments)s);
  if (!tileproof_is_launched(status)) { printf("%%d %%s\n", (int)status.cuda, status.clause ? status.clause : ""); return 1; }
  CHECK(cuStreamSynchronize(stream));
%(kept)s
  printf("%%s\n", status.variant);
  return 0;
}
"""


def by_header(folder, file, kernel, proof, parameters, values):
    """The arrays that a launch by the C header leaves, and the version that ran."""
    program = os.environ["TILEPROOF"]
    text = subprocess.run([program, "ptx", file, "--kernel", kernel, "--proof", proof, "--launcher", "c"], capture_output=True, check=True).stdout
    with open(f"{folder}/{kernel}.h", "wb") as out:
        out.write(text)
    arrays, arguments, kept, names = [], [], [], []
    for at, (one, value) in enumerate(zip(parameters, values)):
        if one["kind"] != "pointer":
            arguments.append(repr(value))
            continue
        data = bytes_of(value)
        with open(f"{folder}/{at}.in", "wb") as out:
            out.write(data)
        arrays.append(f'  CUdeviceptr a{at} = array("{at}.in", {len(data)});')
        kept.append(f'  keep("{at}.out", a{at}, {len(data)});')
        arguments += [f"a{at}", str(len(data))]
        names.append(f"{folder}/{at}.out")
    with open(f"{folder}/main.c", "w", encoding="utf-8") as out:
        out.write(PROGRAM % {"kernel": kernel, "arrays": "\n".join(arrays), "arguments": ", ".join(arguments), "kept": "\n".join(kept)})
    toolkit = next((one for one in (os.environ.get("CUDA_HOME"), "/usr/local/cuda") if one and os.path.exists(f"{one}/include/cuda.h")), None)
    if toolkit is None:
        raise FileNotFoundError("no cuda.h: set CUDA_HOME")
    stub = f"{toolkit}/lib64/stubs" if os.path.isdir(f"{toolkit}/lib64/stubs") else f"{toolkit}/lib64"
    done = subprocess.run(["cc", "-O1", "main.c", "-I.", f"-I{toolkit}/include", f"-L{stub}", "-lcuda", "-o", "main"], cwd=folder, capture_output=True, text=True)
    if done.returncode == 0:
        done = subprocess.run(["./main"], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)
    return [open(name, "rb").read() for name in names], done.stdout.strip()


def by_program(folder, file, kernel, proof, parameters, values, grid):
    """The arrays that `tileproof run` leaves."""
    words = [os.environ["TILEPROOF"], "run", file, "--kernel", kernel, "--proof", proof, "--device", "gpu", "--grid", ",".join(map(str, grid))]
    names = []
    for at, (one, value) in enumerate(zip(parameters, values)):
        if one["kind"] != "pointer":
            words += ["--arg", f"{one['name']}={value!r}"]
            continue
        data = bytes_of(value)
        with open(f"{folder}/{at}.npy", "wb") as out:
            out.write(header(one["type"], len(data)) + data)
        names.append(f"{folder}/{at}.left")
        words += ["--arg", f"{one['name']}=@{folder}/{at}.npy", "--out", f"{one['name']}={names[-1]}"]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stdout + done.stderr)
    return [body(open(name, "rb").read()) for name in names]


def compare(file, kernel, proof):
    """One kernel in three ways; the words of the result."""
    f = tileproof.compile(file, kernel, proof=proof, contents="trust")
    description = f._description(None, Gpu.of(0).capability)
    parameters, numbers = description.parameters, sizes(description)
    if numbers is None:
        return "FAILED: no launch keeps the contract"
    places, generator = list(description.names), torch.Generator().manual_seed(1)
    values = []
    for at, one in enumerate(parameters):
        if one["kind"] == "pointer":
            values.append(contents(description, numbers, at, generator))
        else:
            values.append(numbers[places.index(one["number"])] if one["number"] else 0.5)
    given = [value.cuda() if isinstance(value, torch.Tensor) else value for value in values]
    f(*given)
    torch.cuda.synchronize()
    ours = [bytes_of(value.cpu()) for value in given if isinstance(value, torch.Tensor)]
    changed = sum(bytes_of(value) != left for value, left in zip((v for v in values if isinstance(v, torch.Tensor)), ours))
    with tempfile.TemporaryDirectory() as folder:
        others = {"run": by_program(folder, file, kernel, proof, parameters, values, numbers[:3]),
                  "Python again": again(f, values, given)}
        variant = ""
        if shutil.which("cc"):
            others["C"], variant = by_header(folder, file, kernel, proof, parameters, values)
    kinds = [one["type"] for one in parameters if one["kind"] == "pointer"]
    for name, left in others.items():
        for kind, mine, theirs in zip(kinds, ours, left):
            if mine == theirs:
                continue
            a, b = (torch.frombuffer(bytearray(one), dtype=TYPES[kind]).to(torch.float32) for one in (mine, theirs))
            # Only atomic sums of floats may come in another order.
            if not torch.allclose(a, b, rtol=1e-4, atol=1e-4, equal_nan=True):
                return f"WRONG: Python and {name} differ by {(a - b).abs().max()}"
    if changed == 0:
        return "FAILED: no array was written"
    way = "long way" if f.short is None else "short way"
    return f"equal ({', '.join(others)}), grid {numbers[:3]}, {variant or 'no cc'}, {way}"


def again(f, values, given):
    """The arrays after one more launch, when the short way of calls is taken."""
    for _ in range(3):
        for value, own in zip(values, given):
            if isinstance(value, torch.Tensor):
                own.copy_(value)
        f(*given)
    torch.cuda.synchronize()
    return [bytes_of(value.cpu()) for value in given if isinstance(value, torch.Tensor)]


def streams_and_graphs(file, kernel, proof):
    """Launches on another stream and in a CUDA graph."""
    f = tileproof.compile(file, kernel, proof=proof)
    a, b = (torch.randn(1 << 20, device="cuda") for _ in range(2))
    o = torch.zeros_like(a)
    n = a.numel()
    f(a, b, o, n)
    assert torch.equal(o, a + b)
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        o.zero_()
        f(a, b, o, n)
    stream.synchronize()
    assert torch.equal(o, a + b)
    # A new thread has no current context.
    o.zero_()
    torch.cuda.synchronize()
    for _ in range(2):
        thread = threading.Thread(target=f, args=(a, b, o, n))
        thread.start()
        thread.join()
    torch.cuda.synchronize()
    assert torch.equal(o, a + b)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        f(a, b, o, n)
    a.fill_(3)
    graph.replay()
    torch.cuda.synchronize()
    assert torch.equal(o, a + b)
    for args in ((a, b, o, n + 1), (a, a, a, n), (a[1:], b, o, n - 1024), (a, b, o[:512], n)):
        try:
            f(*args)
        except tileproof.LaunchRefused as refused:
            print(f"refused: {refused}")
        else:
            raise AssertionError("a launch outside the contract was made")


def tuned(file, kernel, proof):
    """Tuned code is kept for later programs, and leaves the same."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TILEPROOF_CACHE"] = folder
        f = tileproof.compile(file, kernel, proof=proof)
        a, b = (torch.randn(1 << 20, device="cuda") for _ in range(2))
        o = torch.zeros_like(a)
        print(f.tune(a, b, o, a.numel(), runs=5))
        assert not o.any() and os.listdir(folder)
        for g in (f, tileproof.compile(file, kernel, proof=proof)):
            o.zero_()
            g(a, b, o, a.numel())
            assert torch.equal(o, a + b)
        del os.environ["TILEPROOF_CACHE"]


def operator(file, kernel, proof):
    """An operator in `torch.compile`, with a gradient."""
    import tileproof.torch
    f = tileproof.compile(file, kernel, proof=proof)
    add = tileproof.torch.register(f, "tileproof_gpu::add", results=["o"], like=lambda a, b, n: torch.empty_like(a))
    add.register_autograd(lambda context, grad: (grad, grad, None))
    a, b = (torch.randn(4096, device="cuda", requires_grad=True) for _ in range(2))
    function = torch.compile(lambda a, b: (add(a, b, a.numel()) * 2).sum(), fullgraph=True)
    function(a, b).backward()
    torch.testing.assert_close(a.grad, torch.full_like(a, 2))
    torch.library.opcheck(add, (a, b, a.numel()))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--filter", default="")
    parser.add_argument("--seconds", type=float, default=200)
    options = parser.parse_args()
    begin, wrong, count = time.time(), 0, 0
    for file, kernel, proof in kernels(options.filter):
        if time.time() - begin > options.seconds:
            print("FAILED: out of time")
            wrong += 1
            break
        try:
            said = compare(file, kernel, proof)
        except Exception as error:
            said = f"FAILED: {type(error).__name__} {error}"
        count += 1
        wrong += not said.startswith("equal")
        print(f"{said if not said.startswith('equal') else 'ok'}: {kernel}: {said}", flush=True)
    add = next(kernels("perf vector_add"), None)
    for check in (streams_and_graphs, tuned, operator):
        if add is not None and not options.filter:
            try:
                check(*add)
                print(f"ok: {check.__name__}")
            except Exception as error:
                wrong += 1
                print(f"FAILED: {check.__name__}: {type(error).__name__} {error}")
    print(f"{count} kernels launched, {wrong} wrong")
    sys.exit(wrong > 0 or count == 0)


if __name__ == "__main__":
    main()
