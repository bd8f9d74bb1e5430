"""Runs cases of the suite on NVIDIA's compiler and a GPU: `tileproof conform --batch --target 'exec:python3 conform_cubin.py'`.

With $CUBINS the code is what `scripts/conform.py` left there; without it tileiras (on PATH, or $TILEIRAS) compiles the bytecode
for $ARCH. With $UNDEFINED, for sanitizers, launches that break a rule are run, too, and buffers are no larger than they must be.
Needs the driver, and no package. The protocol is in CONFORM.md.
"""
import ctypes, functools, json, os, pathlib, subprocess, sys, tempfile, time

SIZES = {"i16": 2, "f16": 2, "bf16": 2, "i32": 4, "f32": 4, "tf32": 4, "i64": 8, "f64": 8}  # bytes of an element; others have one
LIMIT = 5.0  # seconds that a launch may take


class Skip(Exception):
    pass


def call(name, *arguments):
    if code := getattr(cuda, name)(*arguments):
        raise RuntimeError(f"{name} gives {code}")


@functools.cache
def cubin(bytecode):
    """The file of a kernel's code."""
    if "CUBINS" in os.environ:
        name, why = kept[bytecode]
        made = name and pathlib.Path(os.environ["CUBINS"]) / name
    else:
        made = pathlib.Path(scratch.name) / (bytecode.replace("/", "-") + ".cubin")
        done = subprocess.run([os.environ.get("TILEIRAS", "tileiras"), "--gpu-name", os.environ.get("ARCH", "sm_90"), "-o", made,
                               root / bytecode], capture_output=True, text=True)
        made, why = (None, done.stderr.strip()[-200:]) if done.returncode else (made, None)
    if not made:
        raise Skip(f"NVIDIA's compiler does not take it: {why}")
    return made


@functools.cache
def module(path, launch):  # a launch that needs a fresh one has a number of its own
    handle = ctypes.c_void_p()
    call("cuModuleLoadData", ctypes.byref(handle), path.read_bytes())
    return handle


def run(case, number):
    kernel, launch, left = case["kernel"], case["launch"], {}
    may_run = sanitized if "breaks" in case["expected"] else launch["order"] == "any"
    if not may_run or "bytecode" not in kernel:
        raise Skip("it breaks a rule, wants its blocks in order, or has no bytecode")
    function, values, buffers = ctypes.c_void_p(), [], {}
    # A global keeps what the launch before wrote.
    loaded = module(cubin(kernel["bytecode"]), number if "get_global" in case["operations"] else None)
    call("cuModuleGetFunction", ctypes.byref(function), loaded, kernel["entry"].encode())
    for argument in launch["arguments"]:
        size, buffer, base = SIZES.get(argument["element"], 1), argument.get("buffer"), ctypes.c_uint64()
        if buffer is None:
            values.append(ctypes.c_uint64(int(argument["bits"], 16)))  # whose low bytes are the scalar
            continue
        count, align = functools.reduce(int.__mul__, buffer["shape"], size), buffer["alignment"]
        data = bytes(count)
        if "contents" in buffer:
            data = (root / buffer["contents"]).read_bytes()
            data = data[10 + int.from_bytes(data[8:10], "little"):]
        if argument["element"] == "f4E2M1FN":  # in memory two share a byte, the first in its low half
            data = bytes(low | high << 4 for low, high in zip(data[::2], data[1::2] + b"\0"))
        before = 0 if align == 256 else align  # what cuMemAlloc gives is a multiple of 256
        size_of_all = max(len(data) + before, 1) if sanitized else len(data) + 2 * align + 4096
        call("cuMemAlloc_v2", ctypes.byref(base), ctypes.c_size_t(size_of_all))
        if not sanitized:
            call("cuMemsetD8_v2", base, ctypes.c_ubyte(0xA5), ctypes.c_size_t(size_of_all))
        address = ctypes.c_uint64(base.value + align if align < 256 else -(-base.value // align) * align)
        if "contents" in buffer:
            call("cuMemcpyHtoD_v2", address, data, ctypes.c_size_t(len(data)))
        values.append(address)
        buffers[argument["name"]] = base, address, len(data), count, argument["element"]
    pointers = (ctypes.c_void_p * len(values))(*map(ctypes.addressof, values))
    call("cuLaunchKernel", function, *launch["grid"], 1, 1, 1, 0, None, pointers, None)
    end = time.monotonic() + LIMIT
    while cuda.cuStreamQuery(None) == 600:
        if time.monotonic() > end:
            raise RuntimeError(f"the launch does not end in {LIMIT} s")
    call("cuCtxSynchronize")
    for name in (one["name"] for one in case["expected"].get("leaves", [])):
        _, address, size, count, element = buffers[name]
        data = ctypes.create_string_buffer(max(size, 1))
        call("cuMemcpyDtoH_v2", data, address, ctypes.c_size_t(size))
        data = data.raw[:size]
        if element == "f4E2M1FN":
            data = bytes(half for both in data for half in (both & 15, both >> 4))[:count]
        left[name] = data.hex()
    for base, *_ in buffers.values():
        call("cuMemFree_v2", base)
    return {"left": left}


root = pathlib.Path(json.loads(sys.stdin.readline())["root"])
kept = json.loads((pathlib.Path(os.environ["CUBINS"]) / "cubins.json").read_text()) if "CUBINS" in os.environ else {}
scratch, sanitized = tempfile.TemporaryDirectory(), "UNDEFINED" in os.environ
cuda, device, context = ctypes.CDLL("libcuda.so.1"), ctypes.c_int(), ctypes.c_void_p()
call("cuInit", 0)
call("cuDeviceGet", ctypes.byref(device), 0)
call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
call("cuCtxSetCurrent", context)
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # what kernels print is no answer
print(json.dumps({"schema": "tileproof.batch/1", "in_flight": 8}), file=answers, flush=True)
for question in map(json.loads, sys.stdin):
    try:
        answer = run(json.loads((root / "cases" / question["case"] / "case.json").read_text()), question["id"])
    except Skip as why:
        answer = {"skip": str(why)}
    except RuntimeError as error:
        answer = {"failed": str(error), "ends": True}  # the context may be gone: another process goes on
    print(json.dumps({"id": question["id"], **answer}), file=answers, flush=True)
    if "ends" in answer:
        os._exit(0)
