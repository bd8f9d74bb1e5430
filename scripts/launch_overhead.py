"""The time on the host of a call of a compiled kernel, beside PyTorch's own addition and, if cuda.tile is installed, `ct.launch`.

    python3 launch_overhead.py FILE.tile [PROOF] [--most 10]

FILE.tile has the kernel `vector_add` of corpus/kernels/perf/perf.tile. Medians of 200 rounds of 100 calls, in microseconds. The tensors are
small, so the GPU never falls behind. Ends with 1 if a call takes more than `--most` microseconds.
"""
import argparse
import os
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
for folder in (os.path.join(HERE, "python"), os.path.join(HERE, "..", "python")):
    if os.path.isdir(folder):
        sys.path.insert(0, folder)

import torch

import tileproof


def microseconds(call):
    rounds = []
    for _ in range(200):
        begin = time.perf_counter()
        for _ in range(100):
            call()
        rounds.append((time.perf_counter() - begin) * 1e4)
        torch.cuda.synchronize()
    return statistics.median(rounds)


def cutile(a, b, o):
    """The same kernel by `ct.launch`; none without cuda.tile."""
    try:
        import cuda.tile as ct
    except ImportError:
        return None

    @ct.kernel
    def add(a, b, o):
        i = ct.bid(0)
        ct.store(o, i, ct.load(a, i, 1024) + ct.load(b, i, 1024))

    stream = torch.cuda.current_stream()
    return lambda: ct.launch(stream, (o.numel() // 1024, 1, 1), add, (a, b, o))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("proof", nargs="?")
    parser.add_argument("--most", type=float, default=10)
    options = parser.parse_args()
    a, b, o = (torch.ones(4096, device="cuda") for _ in range(3))
    f = tileproof.compile(options.file, "vector_add", proof=options.proof)
    calls = {"tileproof": lambda: f(a, b, o, 4096), "torch.add(out=)": lambda: torch.add(a, b, out=o)}
    other = cutile(a, b, o)
    if other is not None:
        calls["ct.launch"] = other
    measured = {}
    for name, call in calls.items():
        try:
            call()
            torch.cuda.synchronize()
        except Exception as error:
            print(f"{name}: {type(error).__name__} {error}")
            if name == "tileproof":
                raise
            continue
        measured[name] = microseconds(call)
        print(f"{name}: {measured[name]:.2f} microseconds")
    print(f"a call takes {measured['tileproof']:.2f} microseconds, {options.most:g} allowed")
    sys.exit(measured["tileproof"] > options.most)


if __name__ == "__main__":
    main()
