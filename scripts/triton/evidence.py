#!/usr/bin/env python3
"""Evidence for the meaning of Triton: small kernels, compiled by Triton itself, and the PTX or TTIR that answers a question.

    pip install triton==3.9.0
    python3 scripts/triton/evidence.py [NAME …]

No GPU is needed. Each question has a kernel and an answer that is read from the generated code; a changed answer fails.
`spec/triton.md` cites the answers.
"""
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource

TARGET = GPUTarget("cuda", 90, 32)
QUESTIONS = []


def compiled(kernel, signature, constants=None, warps=4, attributes=None):
    """The generated code of a kernel: `ttir`, `ttgir`, `ptx`."""
    constants = constants or {}
    types = {name: "constexpr" if name in constants else signature[name] for name in kernel.arg_names}
    source = ASTSource(fn=kernel, signature=types, constexprs=constants, attrs=attributes or {})
    return triton.compile(source, target=TARGET, options={"num_warps": warps}).asm


def events(ptx):
    """Memory accesses, barriers and votes of a PTX text, in order."""
    kinds = r"(?:ld\.global|st\.global|ld\.shared|st\.shared|atom|red\.|bar\.|barrier|membar|fence|cp\.async|shfl)"
    found = []
    for line in ptx.splitlines():
        match = re.search(rf"\b({kinds}[.\w:]*)", line)
        if match and not line.lstrip().startswith("//"):
            found.append(match[1])
    return found


def between(ptx, first, second):
    """The events after the first access of one kind and before the next access of another kind."""
    found = events(ptx)
    start = next(at for at, one in enumerate(found) if one.startswith(first))
    end = next((at for at, one in enumerate(found[start:], start) if one.startswith(second)), None)
    if end is None:
        return None
    return found[start + 1:end]


def has_barrier(listed):
    """Whether a barrier of the block stands in a list of events."""
    return listed is not None and any(one.startswith(("bar.", "barrier")) for one in listed)


def question(words):
    """Registers a function that returns an answer in words."""
    def register(function):
        QUESTIONS.append((words, function))
        return function
    return register


@triton.jit
def reverse_kernel(x, y, B: tl.constexpr, DEBUG: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(x + i, i)
    if DEBUG:
        tl.debug_barrier()
    tl.store(y + i, tl.load(x + B - 1 - i))


POINTERS = {"x": "*i32", "y": "*i32"}


@question("store x[i], load x[B-1-i]: a barrier between them?")
def store_then_reversed_load():
    ptx = compiled(reverse_kernel, POINTERS, {"B": 1024, "DEBUG": False})["ptx"]
    assert not has_barrier(between(ptx, "st.global", "ld.global")), events(ptx)
    return "no: st.global is followed by ld.global of other threads' elements"


@question("the same with tl.debug_barrier()?")
def store_barrier_load():
    ptx = compiled(reverse_kernel, POINTERS, {"B": 1024, "DEBUG": True})["ptx"]
    assert has_barrier(between(ptx, "st.global", "ld.global")), events(ptx)
    return "yes: bar.sync"


@triton.jit
def same_place_kernel(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(x + i, i)
    tl.store(y + i, tl.load(x + i))


@question("store x[i], load x[i] of the same tile: same thread?")
def store_then_load():
    code = compiled(same_place_kernel, POINTERS, {"B": 1024})
    assert not has_barrier(between(code["ptx"], "st.global", "ld.global"))
    layouts = set(re.findall(r"tt\.(?:load|store) .*?tensor<1024x!tt\.ptr<i32>, (#\w+)>", code["ttgir"]))
    assert len(layouts) == 1, layouts
    return "no barrier; both accesses have one layout here, so each thread reads its own elements"


@triton.jit
def two_layouts_kernel(x, y, n, B: tl.constexpr):
    i = tl.arange(0, B)
    wide = tl.multiple_of(i, 16)
    tl.store(x + wide, i)
    half = tl.arange(0, B // 2)
    tl.store(y + half, tl.load(x + half) + tl.load(x + half + B // 2))


@question("store of B elements, loads of its halves: a barrier?")
def store_then_halves():
    code = compiled(two_layouts_kernel, {**POINTERS, "n": "i32"}, {"B": 1024}, attributes={(0,): [["tt.divisibility", 16]]})
    assert not has_barrier(between(code["ptx"], "st.global", "ld.global")), events(code["ptx"])
    return "no: a tile of another length has another layout, and nothing waits for the store"


@triton.jit
def two_widths_kernel(x, y, z, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(x + i, i)
    value = tl.load(x + i)
    tl.store(y + i, value + tl.load(z + i))


@question("store x[i], load x[i], the load used beside a load of int8: one layout?")
def store_then_load_of_another_layout():
    aligned = {(at,): [["tt.divisibility", 16]] for at in range(3)}
    code = compiled(two_widths_kernel, {**POINTERS, "z": "*i8"}, {"B": 4096}, attributes=aligned)
    store = re.search(r"tt\.store .*?tensor<4096x!tt\.ptr<i32>, (#\w+)>", code["ttgir"])[1]
    load = re.search(r"tt\.load .*?tensor<4096x!tt\.ptr<i32>, (#\w+)>", code["ttgir"])[1]
    assert store != load and not has_barrier(between(code["ptx"], "st.global", "ld.global")), code["ttgir"]
    return "no: 4 elements per thread are stored, 16 are loaded, no barrier: even the same pointers do not order a load after a store"


@triton.jit
def overwritten_kernel(x, y, z, B: tl.constexpr):
    i = tl.arange(0, B)
    value = tl.load(x + i)
    tl.store(x + i, i)
    tl.store(y + i, value + tl.load(z + i))


@question("load x[i], store x[i] of a value that does not depend on the load: one layout?")
def load_then_store_of_another_layout():
    aligned = {(at,): [["tt.divisibility", 16]] for at in range(3)}
    code = compiled(overwritten_kernel, {**POINTERS, "z": "*i8"}, {"B": 4096}, attributes=aligned)
    store = re.search(r"tt\.store .*?tensor<4096x!tt\.ptr<i32>, (#\w+)>", code["ttgir"])[1]
    load = re.search(r"tt\.load .*?tensor<4096x!tt\.ptr<i32>, (#\w+)>", code["ttgir"])[1]
    assert store != load and not has_barrier(between(code["ptx"], "ld.global", "st.global")), code["ttgir"]
    return "no: another thread may store before the load; only a store of values computed from the load waits for them"


@triton.jit
def two_dimensional_kernel(x, y, n, B: tl.constexpr):
    i = tl.arange(0, B)[:, None]
    j = tl.arange(0, B)[None, :]
    tl.store(x + i * B + j, i + j)
    tl.store(y + i * B + j, tl.load(x + j * B + i))


@question("store x[i, j], load x[j, i] (a transpose through memory): a barrier?")
def store_then_transposed():
    ptx = compiled(two_dimensional_kernel, {**POINTERS, "n": "i32"}, {"B": 32})["ptx"]
    found = between(ptx, "st.global", "ld.global")
    assert found is not None
    return "bar.sync, from a layout conversion of registers" if has_barrier(found) else "no"


@triton.jit
def two_stores_kernel(x, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(x + i, i)
    tl.store(x + B - 1 - i, i + 1)


@question("store x[i], store x[B-1-i]: a barrier?")
def store_then_store():
    ptx = compiled(two_stores_kernel, {"x": "*i32"}, {"B": 1024})["ptx"]
    found = events(ptx)
    stores = [at for at, one in enumerate(found) if one.startswith("st.global")]
    assert not has_barrier(found[stores[0]:stores[-1]]), found
    return "no: the two stores race between threads"


@triton.jit
def load_then_store_kernel(x, B: tl.constexpr):
    i = tl.arange(0, B)
    value = tl.load(x + B - 1 - i)
    tl.store(x + i, value)


@question("load x[B-1-i], store x[i] (reverse in place): a barrier?")
def load_then_store():
    ptx = compiled(load_then_store_kernel, {"x": "*i32"}, {"B": 1024})["ptx"]
    assert not has_barrier(between(ptx, "ld.global", "st.global")), events(ptx)
    return "no: a thread may store before another thread has loaded"


@triton.jit
def reduce_between_kernel(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    value = tl.load(x + i)
    total = tl.sum(value)
    tl.store(x + i, value + total)


@question("load x[i], sum over the tile, store x[i]: a barrier between load and store?")
def reduction_between():
    ptx = compiled(reduce_between_kernel, {"x": "*i32", "y": "*i32"}, {"B": 1024})["ptx"]
    assert has_barrier(between(ptx, "ld.global", "st.global")), events(ptx)
    one_warp = compiled(reduce_between_kernel, {"x": "*i32", "y": "*i32"}, {"B": 1024}, warps=1)["ptx"]
    assert not has_barrier(between(one_warp, "ld.global", "st.global")), events(one_warp)
    return "with 4 warps bar.sync, from the reduction; with 1 warp none, only shuffles"


@triton.jit
def atomic_kernel(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(x + i, i)
    tl.atomic_add(y, 1, sem="release")


@question("store x[i], then a scalar atomic with release: a barrier before the atomic?")
def store_then_atomic():
    ptx = compiled(atomic_kernel, POINTERS, {"B": 1024})["ptx"]
    found = between(ptx, "st.global", "atom") if "atom." in ptx else between(ptx, "st.global", "red.")
    assert found is not None and has_barrier(found), events(ptx)
    return "yes: bar.sync stands before the atomic"


@triton.jit
def acquire_kernel(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    ready = tl.atomic_cas(y, 1, 0, sem="acquire")
    tl.store(x + B + i, tl.load(x + i) + ready)


@triton.jit
def acquire_unused_kernel(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    while tl.atomic_cas(y, 1, 0, sem="acquire") != 1:
        pass
    tl.store(x + B + i, tl.load(x + i))


@question("a scalar atomic_cas, then a load: a barrier after the atomic?")
def atomic_then_load():
    used = compiled(acquire_kernel, POINTERS, {"B": 1024})["ptx"]
    spun = compiled(acquire_unused_kernel, POINTERS, {"B": 1024})["ptx"]
    results = [has_barrier(between(ptx, "atom", "ld.global")) for ptx in (used, spun)]
    assert results[1], events(spun)
    return f"result used as data: {results[0]}; spin loop: {results[1]}"


@triton.jit
def tensor_atomic_kernel(x, y, B: tl.constexpr, SEM: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(x + i, i)
    tl.atomic_add(y + i, 1, sem=SEM)


@question("store x[i], then atomics of a whole tile: a barrier?")
def store_then_tensor_atomics():
    relaxed = compiled(tensor_atomic_kernel, POINTERS, {"B": 1024, "SEM": "relaxed"})["ptx"]
    release = compiled(tensor_atomic_kernel, POINTERS, {"B": 1024, "SEM": "release"})["ptx"]
    word = "atom" if "atom." in relaxed else "red."
    return ", ".join(f"{sem}: {'bar.sync' if has_barrier(between(ptx, 'st.global', word)) else 'none'}"
                     for sem, ptx in (("relaxed", relaxed), ("release", release)))


@triton.jit
def masked_kernel(x, y, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(y + i, tl.load(x + i, mask=i < n))


@question("masked load without other: what do masked-off lanes hold in PTX?")
def masked_load():
    code = compiled(masked_kernel, {"x": "*fp32", "y": "*fp32", "n": "i32"}, {"B": 128})
    assert re.search(r"tt\.load %\S+, %\S+ :", code["ttir"]), "TTIR has two operands, no other"
    given = re.search(r"mov\.u32 (%\w+), (\w+);\s*@%p\d+ ld\.global\.b32 \{ (%\w+) \}", code["ptx"])
    assert given and given[1] == given[3] and int(given[2], 0) == 0, code["ptx"]
    return "TTIR gives no value; this PTX sets the register to 0 before the predicated ld.global"


@triton.jit
def overflow_kernel(x, stride, B: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, B)
    tl.store(x + pid * stride + i, i)


@question("pid * stride + i with 32-bit stride: 32 or 64 bits, nsw or not?")
def offsets_wrap():
    code = compiled(overflow_kernel, {"x": "*i32", "stride": "i32"}, {"B": 128})
    assert re.search(r"arith\.muli %\S+, %stride\S* : i32", code["ttir"]), code["ttir"]
    assert "overflow<" not in code["ttir"]
    ir = code["llir"]
    flagged = re.findall(r"= (?:mul|add) (nsw|nuw)[^\n]*", ir)
    assert re.search(r"mul(?:\.lo)?\.s32", code["ptx"])
    return f"32 bits, wraps: no overflow flag in TTIR, nsw in LLVM IR: {'yes' if flagged else 'no'}; sign-extended for the address"


@triton.jit
def division_kernel(x, y, a, b):
    tl.store(x, a // b)
    tl.store(y, a % b)


@question("// and % of signed integers: towards zero?")
def signed_division():
    ttir = compiled(division_kernel, {**POINTERS, "a": "i32", "b": "i32"})["ttir"]
    assert "arith.divsi" in ttir and "arith.remsi" in ttir and "floordiv" not in ttir, ttir
    return "towards zero: arith.divsi and arith.remsi, so -7 // 2 == -3 and -7 % 2 == -1 (Python says -4 and 1)"


@triton.jit
def maximum_kernel(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    b = tl.load(y + i)
    tl.store(x + i, tl.maximum(a, b))
    tl.store(y + i, tl.max(a, 0) + tl.maximum(a, b, propagate_nan=tl.PropagateNan.ALL))


@question("tl.maximum, tl.max of floats: NaN?")
def nan_of_maximum():
    code = compiled(maximum_kernel, {"x": "*fp32", "y": "*fp32"}, {"B": 128})
    ops = sorted(set(re.findall(r"arith\.(max\w+)", code["ttir"])))
    assert ops == ["maximumf", "maxnumf"], ops
    assert "max.NaN.f32" in code["ptx"] and re.search(r"max\.f32", code["ptx"])
    return "default is arith.maxnumf (max.f32: a NaN operand is ignored), also in tl.max; PropagateNan.ALL is arith.maximumf"


@triton.jit
def convert_kernel(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(y + i, tl.load(x + i).to(tl.int32))


@question("float to integer out of range?")
def float_to_integer():
    code = compiled(convert_kernel, {"x": "*fp32", "y": "*i32"}, {"B": 128})
    assert "arith.fptosi" in code["ttir"] and "fptosi" in code["llir"]
    assert "cvt.rzi.s32.f32" in code["ptx"]
    return "arith.fptosi (poison out of range in MLIR and LLVM); PTX is cvt.rzi, which saturates, but LLVM may assume the range"


@triton.jit
def loop_kernel(x, n, step):
    total = 0
    for i in range(0, n, step):
        total += i
    tl.store(x, total)


@question("for over range(0, n, step): signed compare, overflow of the index?")
def loop_index():
    code = compiled(loop_kernel, {"x": "*i32", "n": "i32", "step": "i32"})
    assert re.search(r"scf\.for %\S+ = %\S+ to %n\S* step %step", code["ttir"]), code["ttir"]
    assert "icmp slt" in code["llir"] or "icmp sge" in code["llir"] or "icmp sgt" in code["llir"], code["llir"]
    return "scf.for of i32, compared as signed; index + step wraps near 2^31, and a step of 0 never ends"


@triton.jit
def contract_kernel(x, y, B: tl.constexpr):
    i = tl.arange(0, B)
    a = tl.load(x + i)
    tl.store(y + i, a * a + a)


@question("a * a + a of floats: contracted?")
def contraction():
    ptx = compiled(contract_kernel, {"x": "*fp32", "y": "*fp32"}, {"B": 128})["ptx"]
    return "fma.rn: contracted by default (enable_fp_fusion)" if "fma.rn" in ptx else "mul and add stay"


@triton.jit
def assume_kernel(x, n):
    tl.assume(n > 0)
    tl.store(x, 16 // n)


@question("tl.assume?")
def assumption():
    code = compiled(assume_kernel, {"x": "*i32", "n": "i32"})
    assert "llvm.intr.assume" in code["ttir"]
    return "llvm.intr.assume in TTIR: undefined behavior where the condition is false"


@triton.jit
def assert_kernel(x, n):
    tl.device_assert(n > 0, "n")
    tl.store(x, n)


@question("tl.device_assert by default?")
def assertion():
    code = compiled(assert_kernel, {"x": "*i32", "n": "i32"})
    return "kept as tt.assert" if "tt.assert" in code["ttir"] else "removed unless debug=True or TRITON_DEBUG=1: it promises nothing"


@triton.jit
def division_by_zero_kernel(x, a, b, n):
    i = tl.arange(0, 128)
    value = tl.load(x + i, mask=i < n, other=0)
    tl.store(x + i, a // value, mask=i < n)


@question("integer division in masked-off lanes: guarded?")
def masked_division():
    code = compiled(division_by_zero_kernel, {"x": "*i32", "a": "i32", "b": "i32", "n": "i32"})
    assert re.search(r"sdiv i32", code["llir"])
    return "no guard: sdiv by other=0 is executed in masked-off lanes (undefined in LLVM, any value in PTX)"


@triton.jit
def program_id_kernel(x):
    tl.store(x + tl.program_id(0) + tl.program_id(1), tl.num_programs(0))


@question("program ids: width and limits?")
def program_ids():
    code = compiled(program_id_kernel, {"x": "*i32"})
    assert "tt.get_program_id x : i32" in code["ttir"]
    assert "%ctaid.x" in code["ptx"]
    return "i32 from %ctaid: CUDA's limits, 2^31 - 1 along x and 65535 along y and z"


@triton.jit
def duplicate_store_kernel(x, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(x + i // 2, i)


@question("one store, two lanes to one element: which value?")
def duplicate_store():
    ptx = compiled(duplicate_store_kernel, {"x": "*i32"}, {"B": 1024})["ptx"]
    assert sum(one.startswith("st.global") for one in events(ptx)) >= 1
    return "plain st.global of several threads: a race within the block, any of the values"


@triton.jit
def scalar_store_kernel(x, y):
    tl.store(x, tl.load(x) + 1)
    tl.store(y, tl.load(x))


@question("scalar store, then scalar load of it?")
def scalar_store_then_load():
    ptx = compiled(scalar_store_kernel, POINTERS)["ptx"]
    found = between(ptx, "st.global", "ld.global")
    predicated = re.search(r"@%p\d+ st\.global", ptx) is not None
    return f"one thread stores (predicated: {predicated}), every thread loads; barrier between: {has_barrier(found)}"


def main(wanted):
    failed = 0
    print("Triton", triton.__version__, "for sm_90")
    for words, answer in QUESTIONS:
        if wanted and answer.__name__ not in wanted:
            continue
        try:
            print(f"- {answer.__name__}: {words}\n  {answer()}")
        except (AssertionError, StopIteration) as error:
            failed += 1
            print(f"- {answer.__name__}: {words}\n  CHANGED: {str(error)[:1500]}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
