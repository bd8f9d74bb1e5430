"""Holds nvcc and cuda.tile to what the documents require of a source at compile time: constraints.json.

Of each constraint `wrong` must be refused, `warned` warned of, and `right`, the nearest source that keeps it, accepted. `taken` breaks
one too, and the compilers accept it all the same: FOUND.md has these, and one that is refused at last is to be moved to `wrong`.
"""
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FLAGS = ["-std=c++20", "--enable-tile", "-tile-only", "-tilebc", "-arch=sm_90"]
CPP = """#include <cuda_tile.h>
#include <cuda/std/concepts>
#include <cuda/std/type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int N> using ivec = ct::tile<int, ct::shape<N>>;
template <int N> using fvec = ct::tile<float, ct::shape<N>>;
#define KERNEL extern "C" __tile_global__ void
"""
PYTHON = """import sys
import cuda.tile as ct
from cuda.tile.compilation import ArrayConstraint, CallingConvention, KernelSignature, ScalarConstraint as S, export_kernel
f, i32 = ct.float32, ct.int32
def A(element, rank):
    return ArrayConstraint(element, rank, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(), may_alias_internally=False,
                           stride_constant=(None,) * (rank - 1) + (1,), base_addr_divisible_by=16)
def accepts(kernel, parameters):
    signature = KernelSignature(parameters, CallingConvention.cutile_python_v2(), symbol="k")
    try:
        export_kernel(ct.kernel(kernel), [signature], sys.argv[1], gpu_code="sm_90", output_format="tileir_bytecode")
    except Exception as error:
        # A refusal of the source is one of the compiler's own errors; anything else is a failure of this script.
        if type(error).__module__.partition(".")[0] != "cuda":
            raise
        return "refused"
    return "accepted"
"""


def of_cpp(asked, work):
    """What nvcc says of each source; of those that should be accepted in one file, and of each alone where it refuses that."""
    def compiled(at, text):
        file = work / f"constraint{at}.cu"
        file.write_text(CPP + text + "\n")
        done = subprocess.run([os.environ["NVCC"], *FLAGS, "-o", work / f"constraint{at}.tilebc", file], capture_output=True, text=True)
        if done.returncode:
            # A refusal of the source has words of its own; a program that ends otherwise has not.
            return "refused" if "error" in done.stderr.lower() else f"code {done.returncode}: {done.stderr[-200:]}"
        return "warned" if "nodiscard" in done.stderr else "accepted"

    together = "\n".join(case[kind].replace("NAME", case["name"]) for case, kind in asked if kind == "right")
    every = compiled("s", together) == "accepted"
    with ThreadPoolExecutor(2) as pool:
        alone = [kind != "right" or not every for _, kind in asked]
        made = [pool.submit(compiled, at, case[kind].replace("NAME", "k")) if alone[at] else None for at, (case, kind) in enumerate(asked)]
        return [one.result() if one else "accepted" for one in made]


def of_python(cases, work):
    """What cuda.tile says of each source, in one process."""
    script, lines = work / "constraints_of_python.py", [PYTHON]
    for at, (text, parameters) in enumerate(cases):
        lines.append(text.replace("NAME", f"k{at}") + f"print(accepts(k{at}, {parameters}))\n")
    script.write_text("\n".join(lines))
    done = subprocess.run([sys.executable, script, work / "constraint.tilebc"], capture_output=True, text=True)
    if done.returncode:
        return [f"the script fails: {done.stderr[-300:]}"] * len(cases)
    return done.stdout.split()


def check(work):
    """How many sources were as they should be, and what was not."""
    cases = json.loads(Path(__file__).with_name("constraints.json").read_text(encoding="utf-8"))
    asked = [(case, kind) for case in cases for kind in ("wrong", "warned", "taken", "right") if kind in case]
    cpp = [(case, kind) for case, kind in asked if "parameters" not in case]
    python = [(case, kind) for case, kind in asked if "parameters" in case]
    answers = [*zip(cpp, of_cpp(cpp, work)),
               *zip(python, of_python([(case[kind], case["parameters"]) for case, kind in python], work))]
    wanted = {"wrong": "refused", "warned": "warned", "taken": "accepted", "right": "accepted"}
    failed = [f"constraint {case['name']}, {kind}: {answer}" for (case, kind), answer in answers if answer != wanted[kind]]
    counts = {kind: sum(kind == own for (_, own), _ in answers) for kind in wanted}
    return counts, failed


if __name__ == "__main__":
    import tempfile
    with tempfile.TemporaryDirectory() as scratch:
        print(*check(Path(scratch)), sep="\n")
