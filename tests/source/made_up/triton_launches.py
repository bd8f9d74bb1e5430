"""Launches kernels of a Triton that is made up, and looks at the table: every line here must hold."""
import json
import os
import sys

from tileproof import sample
from tileproof.cutile.table import Table
from tileproof.triton.capture import Capture

table = Table(os.path.abspath("triton.launches"))
capture = Capture(table)
capture.install_when_loaded()

import triton
import triton.language as tl


@triton.autotune(configs=[triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 128})], key=["n"])
@triton.jit
def add(x_ptr, y_ptr, n, scale, BLOCK: tl.constexpr):
    return "add.ttir"


@triton.heuristics({"BLOCK": lambda args: triton.next_power_of_2(args["n_cols"])})
@triton.jit
def rows(o_ptr, x_ptr, o_row_stride, x_row_stride, n_cols, BLOCK: tl.constexpr):
    return "add.ttir"


@triton.jit
def product(a, b, M, N, K, stride_am, stride_ak, stride_bk, stride_bn, BM: tl.constexpr):
    return "add.ttir"


@triton.jit
def missing(x_ptr, n):
    return "absent.ttir"


@triton.jit
def three(x_ptr, a, b):
    return "add.ttir"


with open("add.ttir", "w", encoding="utf-8") as file:
    file.write("module {}")


def launch_add(length):
    x, y = sample("f32", length), sample("f32", length)
    add[lambda meta: (triton.cdiv(length, meta["BLOCK"]),)](x, y, length, 2.0)
    return x


x = launch_add(1000)
launch_add(333)
for m, n in ((300, 781), (7, 33)):
    o, i = sample("f32", (m, n)), sample("f32", (m, n))
    rows[(m,)](o, i, o.strides[0], i.strides[0], n)
for m, n, k in ((64, 48, 32), (100, 90, 80)):
    a, b = sample("f16", (m, k)), sample("f16", (k, n))
    product[lambda meta: (triton.cdiv(m, meta["BM"]) * n,)](a, b, m, n, k, *a.strides, *b.strides, BM=16)
missing[(1,)](x, 3)
missing[(1,)](x, 3)
three[(2**31,)](x, 1, 2)
three[(1, 65536)](x, 1, 2)
three[(0,)](x, 1, 2)
three[(4,)](x, 1, 2**40)
three[(4,)](x, (1, 2), 2)
three.warmup(x, 5, None, grid=(1,))
assert three[(4,)](x, 1, 2**40).n_regs == 32
capture.end()

lines = [json.loads(line) for line in open("triton.launches", encoding="utf-8")]
of = {kind: [line[kind] for line in lines if kind in line] for kind in ("kernel", "launch", "problem", "offer", "note")}
kernels = {one["called"]: one for one in of["kernel"]}
assert list(kernels) == ["add(BLOCK=64)", "rows(BLOCK=1024)", "rows(BLOCK=64)", "product(BM=16)", "three", "three(b=None)"], list(kernels)
one = kernels["add(BLOCK=64)"]
assert one["names"] == ["x_ptr", "y_ptr", "n", "scale"] and one["constants"] == {"BLOCK": 64} and one["ttir"] == 'module attributes {"ttg.num-warps" = 4 : i32} {}', one
assert one["file"].endswith("triton_launches.py") and one["general"]
[first, second] = [one for one in of["launch"] if one["kernel"] == 1]
assert first["grid"] == [16, 1, 1] and second["grid"] == [6, 1, 1]
assert first["arguments"][0]["bytes"] == 4000 and first["arguments"][0]["shape"] == [1000], first
assert [one.get("value") for one in first["arguments"]] == [None, None, 1000, "2.0"]
assert first["line"] == launch_add.__code__.co_firstlineno + 2, "the author's line, not Triton's"
said = [one["message"] for one in of["problem"]]
assert len(said) == 4, said
for words, message in zip(["FileNotFoundError", "2147483648 blocks along x", "65536 blocks along y", "`a` is a tuple"], said):
    assert words in message, (words, message)
offers = [(one["clauses"], one["sizes"]) for one in of["offer"]]
assert offers == [
    (["grid = (cdiv(n, BLOCK))", "array x_ptr : f32[n]", "array y_ptr : f32[n]"], 2),
    (["requires = grid.y == 1", "requires = grid.z == 1", "array o_ptr : f32[grid.x, n_cols] strides = (o_row_stride, 1)",
      "array x_ptr : f32[grid.x, n_cols] strides = (x_row_stride, 1)"], 2),
    (["grid = (cdiv(M, BM) * N)", "array a : f16[M, K] strides = (stride_am, stride_ak)",
      "array b : f16[K, N] strides = (stride_bk, stride_bn)"], 2),
    (["requires = grid.y == 1", "requires = grid.z == 1"], 1),
], offers
assert len(of["note"]) == 1 and "add has 2 configurations" in of["note"][0]
sys.exit(0)
