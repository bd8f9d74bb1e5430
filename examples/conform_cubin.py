"""Runs a case of the suite on NVIDIA's compiler, for `tileproof conform --target 'exec:python3 examples/conform_cubin.py'`.

With $CUBINS the code is $CUBINS/KERNELS/ENTRY.cubin; without it tileiras (on PATH, or $TILEIRAS) compiles the bytecode for
$ARCH. Needs numpy and cuda-bindings (pip install cuda-bindings). The protocol is in corpus/CONFORM.md.
"""
import json, os, pathlib, subprocess, sys, tempfile

import numpy
from cuda.bindings import driver as cuda

case_file, folder = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
case = json.loads(case_file.read_text())
root = case_file.parents[len(pathlib.PurePath(case["name"]).parts) + 1]
kernel, launch = case["kernel"], case["launch"]


def end(line):
    sys.exit(print(line))


def do(result):
    if result[0] != cuda.CUresult.CUDA_SUCCESS:
        end(f"failed {result[0].name}")
    return result[1] if len(result) > 1 else None


if "breaks" in case["expected"] or launch["order"] != "any" or "bytecode" not in kernel:
    end("skip it breaks a rule, wants its blocks in order, or has no bytecode")
if "CUBINS" in os.environ:
    cubin = (pathlib.Path(os.environ["CUBINS"]) / kernel["bytecode"]).with_suffix(".cubin").read_bytes()
else:
    with tempfile.NamedTemporaryFile(suffix=".cubin") as made:
        done = subprocess.run([os.environ.get("TILEIRAS", "tileiras"), "--gpu-name", os.environ.get("ARCH", "sm_90"), "-o",
                               made.name, root / kernel["bytecode"]], capture_output=True, text=True)
        if done.returncode:
            end(f"skip the compiler does not take it: {done.stderr.strip().splitlines()[-1]}")
        cubin = pathlib.Path(made.name).read_bytes()

do(cuda.cuInit(0))
do(cuda.cuCtxSetCurrent(do(cuda.cuDevicePrimaryCtxRetain(do(cuda.cuDeviceGet(0))))))
function = do(cuda.cuModuleGetFunction(do(cuda.cuModuleLoadData(cubin)), kernel["entry"].encode()))
# bf16 and floats of eight bits are their bits; the rest of the names are numpy's.
TYPES = {"bf16": "u2", "tf32": "f4", "i1": "?", **{f"i{n * 8}": f"i{n}" for n in (1, 2, 4, 8)}, **{f"f{n * 8}": f"f{n}" for n in (2, 4, 8)}}
values, buffers = [], {}
for argument in launch["arguments"]:
    kind, buffer = numpy.dtype(TYPES.get(argument["element"], "u1")), argument.get("buffer")
    if buffer is None:
        values.append(numpy.array([int(argument["bits"], 16)], dtype=f"u{kind.itemsize}"))
        continue
    array = numpy.load(root / buffer["contents"]) if "contents" in buffer else numpy.empty(buffer["shape"], kind)
    if argument["element"] == "f4E2M1FN":
        # In memory two share a byte, the first in its low half; in a file each has one.
        halves = numpy.append(array.ravel(), numpy.zeros(array.size % 2, kind))
        array = halves[::2] | halves[1::2] << 4
    align = buffer["alignment"]
    base = int(do(cuda.cuMemAlloc(array.nbytes + 2 * align + 1)))
    address = base + align if align < 256 else -(-base // align) * align
    do(cuda.cuMemcpyHtoD(address, array.ctypes.data, array.nbytes))
    values.append(numpy.array([address], dtype="u8"))
    buffers[argument["name"]] = array, address, argument
pointers = numpy.array([value.ctypes.data for value in values], dtype="u8")
do(cuda.cuLaunchKernel(function, *launch["grid"], 1, 1, 1, 0, 0, pointers.ctypes.data, 0))
do(cuda.cuCtxSynchronize())
for left in case["expected"]["leaves"]:
    array, address, argument = buffers[left["name"]]
    do(cuda.cuMemcpyDtoH(array.ctypes.data, address, array.nbytes))
    if argument["element"] == "f4E2M1FN":
        shape = argument["buffer"]["shape"]
        array = numpy.stack([array & 15, array >> 4], 1).ravel()[:numpy.prod(shape, dtype=int)].reshape(shape)
    numpy.save(folder / f"{left['name']}.npy", array)
