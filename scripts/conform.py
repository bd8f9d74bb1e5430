"""Runs the suite of `tileproof conform --export` on NVIDIA's compiler: compiled on one machine, run on another.

    conform.py pack SUITE OUT [ARCH [KEPT]]   compiles every kernel with tileiras (on PATH, or $TILEIRAS); OUT can be
                                       carried, KEPT has the cubins for the next time
    conform.py run OUT RESULTS         runs OUT on a GPU by the driver alone; no package is needed
    conform.py unpack RESULTS DIR      what `tileproof conform --target results:DIR` takes

Cases that break a rule are not run: what they would do says nothing. A kernel that faults or hangs costs its own case.
"""
import concurrent.futures
import ctypes
import functools
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time
import zlib

SIZES = {"i1": 1, "i4": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "f16": 2, "bf16": 2, "f32": 4, "tf32": 4, "f64": 8}
HALVES = {"f4E2M1FN"}  # two elements a byte
LIMIT = 5.0  # seconds that a kernel may take


def npy(path, element):
    data = path.read_bytes()
    data = data[10 + int.from_bytes(data[8:10], "little"):]
    # In memory two elements of four bits share a byte, the first in its low half.
    return bytes(a | b << 4 for a, b in zip(data[::2], data[1::2] + b"\0")) if element in HALVES else data


def compiled(bytecode, arch, kept):
    """The cubin of a file, or why there is none; what was made once is kept."""
    name = hashlib.sha256(bytecode.read_bytes()).hexdigest()[:24]
    made, why = kept / f"{name}.cubin", kept / f"{name}.err"
    if not made.exists() and not why.exists():
        tool, part = os.environ.get("TILEIRAS", "tileiras"), made.with_suffix(".part")
        done = subprocess.run([tool, "--gpu-name", arch, "-o", part, bytecode], capture_output=True, text=True)
        if done.returncode == 0:
            part.rename(made)
        else:
            why.write_text(done.stderr or f"error: it ends with {done.returncode}")
    if made.exists():
        return made.read_bytes(), None
    lines = [line for line in why.read_text().splitlines() if "error" in line.lower()] or ["it says nothing"]
    return None, lines[0].split("error:")[-1].strip()


def bundle(suite, one, arch, kept):
    """The cubin of every kernel of a bundle; where one is refused, each alone."""
    cubin, _ = compiled(suite / one["path"], arch, kept)
    if cubin:
        return {path: (cubin, None) for path in one["kernels"]}
    return {path: compiled(suite / path, arch, kept) for path in one["kernels"]}


def pack(suite, out, arch="sm_90", kept=None):
    suite, out = pathlib.Path(suite), pathlib.Path(out)
    kept = pathlib.Path(kept) if kept else out.with_name(out.name + ".cubins")
    out.mkdir(parents=True, exist_ok=True)
    kept.mkdir(parents=True, exist_ok=True)
    listed = json.loads((suite / "suite.json").read_text())
    cases = [json.loads((suite / "cases" / name / "case.json").read_text()) for name in listed["cases"]]
    cubins = {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for made in pool.map(lambda one: bundle(suite, one, arch, kept), listed["bundles"]):
            cubins.update(made)
    blob, jobs, places = bytearray(), [], {}

    def put(data):
        if data not in places:
            places[data] = [len(blob), len(data)]
            blob.extend(data)
        return places[data]

    for case in cases:
        job, kernel = {"name": case["name"]}, case["kernel"]
        jobs.append(job)
        cubin, why = cubins.get(kernel.get("bytecode"), (None, "it has no bytecode"))
        if "breaks" in case["expected"]:
            job["skip"] = "what breaks a rule is not run"
        elif case["launch"]["order"] != "any":
            job["skip"] = "the order of the blocks is not ours to choose"
        elif cubin is None:
            job["skip"] = f"NVIDIA's compiler does not take it: {why}"
        else:
            job.update(entry=kernel["entry"], cubin=put(cubin), grid=case["launch"]["grid"], arguments=[])
            if "get_global" in case["operations"]:
                job["fresh"] = True  # a global keeps what the launch before wrote
            wanted_names = [left["name"] for left in case["expected"]["leaves"]]
            for argument in case["launch"]["arguments"]:
                size, buffer = SIZES.get(argument["element"], 1), argument.get("buffer")
                if buffer is None:
                    job["arguments"].append({"size": size, "bits": int(argument["bits"], 16)})
                    continue
                count = size
                for extent in buffer["shape"]:
                    count *= extent
                if argument["element"] in HALVES:
                    count = -(-count // 2)
                contents = buffer.get("contents")
                job["arguments"].append({
                    "bytes": count, "align": buffer["alignment"],
                    "contents": put(npy(suite / contents, argument["element"])) if contents else None,
                    "left": [argument["name"], argument["element"], buffer["shape"]]
                            if argument["name"] in wanted_names else None})
    (out / "data.z").write_bytes(zlib.compress(bytes(blob), 9))
    (out / "jobs.json").write_text(json.dumps(jobs))
    (out / "conform.py").write_bytes(pathlib.Path(__file__).read_bytes())
    skipped = {}
    for job in jobs:
        if "skip" in job:
            skipped[job["skip"]] = skipped.get(job["skip"], 0) + 1
    print(f"{len(jobs)} cases, {len(cubins)} kernels, {sum(1 for c, _ in cubins.values() if c)} compiled")
    for why, count in sorted(skipped.items()):
        print(f"  {count} not run: {why}")


class Driver:
    def __init__(self):
        self.cuda, self.modules = ctypes.CDLL("libcuda.so.1"), {}
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.do("cuInit", 0)
        self.do("cuDeviceGet", ctypes.byref(device), 0)
        self.do("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self.do("cuCtxSetCurrent", context)
        name, version = ctypes.create_string_buffer(100), ctypes.c_int()
        self.do("cuDeviceGetName", name, 100, device)
        self.do("cuDriverGetVersion", ctypes.byref(version))
        self.name = f"{name.value.decode()}, CUDA {version.value // 1000}.{version.value % 1000 // 10}"

    def do(self, what, *arguments):
        code = getattr(self.cuda, what)(*arguments)
        if code:
            raise RuntimeError(f"{what} gives {code}")

    def run(self, job, data):
        cubin = tuple(job["cubin"])
        if cubin not in self.modules or job.get("fresh"):
            module = ctypes.c_void_p()
            self.do("cuModuleLoadData", ctypes.byref(module), data[cubin[0]:cubin[0] + cubin[1]])
            self.modules[cubin] = module
        function = ctypes.c_void_p()
        self.do("cuModuleGetFunction", ctypes.byref(function), self.modules[cubin], job["entry"].encode())
        values, buffers = [], []
        for one in job["arguments"]:
            if "bits" in one:
                kind = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32, 8: ctypes.c_uint64}[one["size"]]
                values.append(kind(one["bits"]))
                continue
            base, shift = ctypes.c_uint64(), one["align"] if one["align"] < 256 else 0
            room = one["bytes"] + 4096 + one["align"]
            self.do("cuMemAlloc_v2", ctypes.byref(base), ctypes.c_size_t(room))
            self.do("cuMemsetD8_v2", base, ctypes.c_ubyte(0xA5), ctypes.c_size_t(room))
            address = base.value + shift if shift else -(-base.value // one["align"]) * one["align"]
            if one["contents"] and one["bytes"]:
                at, size = one["contents"]
                self.do("cuMemcpyHtoD_v2", ctypes.c_uint64(address), data[at:at + size], ctypes.c_size_t(size))
            values.append(ctypes.c_uint64(address))
            buffers.append((one, base, address))
        pointers = (ctypes.c_void_p * len(values))(*[ctypes.addressof(value) for value in values])
        self.do("cuLaunchKernel", function, *job["grid"], 1, 1, 1, 0, None, pointers, None)
        end = time.monotonic() + LIMIT
        while self.cuda.cuStreamQuery(None) == 600:
            if time.monotonic() > end:
                os._exit(3)
        self.do("cuCtxSynchronize")
        left = []
        for one, base, address in buffers:
            if one["left"]:
                found = ctypes.create_string_buffer(max(one["bytes"], 1))
                self.do("cuMemcpyDtoH_v2", found, ctypes.c_uint64(address), ctypes.c_size_t(one["bytes"]))
                left.append(one["left"] + [found.raw[:one["bytes"]].hex()])
            self.do("cuMemFree_v2", base)
        return left


def work(out, first, lines):
    """Runs the jobs from one on; a line of JSON each, so that a fault loses one."""
    jobs = json.loads((out / "jobs.json").read_text())
    data, driver = zlib.decompress((out / "data.z").read_bytes()), Driver()
    with open(lines, "a") as to:
        for at in range(first, len(jobs)):
            job = jobs[at]
            result = {"name": job["name"], "device": driver.name}
            if "skip" in job:
                result["said"] = f"skip {job['skip']}"
            else:
                try:
                    result["left"] = driver.run(job, data)
                except RuntimeError as error:
                    to.write(json.dumps(dict(result, said=f"failed {error}")) + "\n")
                    to.flush()
                    os._exit(4)  # the context may be gone
            to.write(json.dumps(result) + "\n")
            to.flush()


def run(out, results):
    out, results = pathlib.Path(out), pathlib.Path(results)
    lines, jobs = results.with_suffix(".lines"), json.loads((out / "jobs.json").read_text())
    lines.parent.mkdir(parents=True, exist_ok=True)
    lines.write_text("")
    deaths = 0
    while True:
        done = len(lines.read_text().splitlines())
        if done == len(jobs) or deaths > 60:
            break
        code = subprocess.run([sys.executable, __file__, "work", out, str(done), lines]).returncode
        deaths += code != 0
        if code == 1:
            sys.exit("the GPU cannot be used")
        if code not in (0, 4):
            with open(lines, "a") as to:
                to.write(json.dumps({"name": jobs[len(lines.read_text().splitlines())]["name"],
                                     "said": f"failed it does not end, or ends the process: {code}"}) + "\n")
    results.write_bytes(zlib.compress(lines.read_bytes(), 9))
    lines.unlink()
    print(f"{done} of {len(jobs)} cases, {deaths} ended their process; {results} has {results.stat().st_size} bytes")


TYPES = {"i1": "|b1", "i8": "|i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "f16": "<f2", "bf16": "<u2", "f32": "<f4",
         "tf32": "<f4", "f64": "<f8"}


def unpack(results, folder):
    for line in zlib.decompress(pathlib.Path(results).read_bytes()).decode().splitlines():
        result = json.loads(line)
        to = pathlib.Path(folder) / result["name"]
        to.mkdir(parents=True, exist_ok=True)
        if "said" in result:
            (to / "said.txt").write_text(result["said"] + "\n")
        for name, element, shape, data in result.get("left", []):
            data = bytes.fromhex(data)
            if element in HALVES:
                count = functools.reduce(lambda product, extent: product * extent, shape, 1)
                data = bytes(half for both in data for half in (both & 15, both >> 4))[:count]
            shape = "(" + "".join(f"{extent}, " for extent in shape).rstrip() + ")"
            head = f"{{'descr': '{TYPES.get(element, '|u1')}', 'fortran_order': False, 'shape': {shape}, }}"
            head += " " * (-(len(head) + 11) % 64) + "\n"
            (to / f"{name}.npy").write_bytes(b"\x93NUMPY\1\0" + len(head).to_bytes(2, "little") + head.encode()
                                             + data)


if __name__ == "__main__":
    if len(sys.argv) < 4 or sys.argv[1] not in ("pack", "run", "unpack", "work"):
        sys.exit(__doc__)
    if sys.argv[1] == "work":
        work(pathlib.Path(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        {"pack": pack, "run": run, "unpack": unpack}[sys.argv[1]](*sys.argv[2:])
