"""Compiled kernels, launched by a driver that records calls: `python compiled.py FOLDER` with the corpus's benchmark."""
import array
import sys

import tileproof
import tensors
import torch
from cuda.bindings import driver

PERF = sys.argv[1]

# Two elements share a byte.
COPY = """
contract @copy { closed
  names = (x, y)
  grid = (1)
  buffer x : f4E2M1FN[32]
  buffer y : f4E2M1FN[32]
  disjoint = (x, y)
}
entry @copy(%x: tile<ptr<f4E2M1FN>>, %y: tile<ptr<f4E2M1FN>>) {
  %zero = constant <i32: 0> : tile<i32>
  %xv = make_tensor_view %x, shape = [32], strides = [1] : tensor_view<32xf4E2M1FN, strides=[1]>
  %xp = make_partition_view %xv : partition_view<tile=(32), tensor_view<32xf4E2M1FN, strides=[1]>>
  %t, %k = load_view_tko weak %xp[%zero] : partition_view<tile=(32), tensor_view<32xf4E2M1FN, strides=[1]>>, tile<i32> -> tile<32xf4E2M1FN>, token
  %yv = make_tensor_view %y, shape = [32], strides = [1] : tensor_view<32xf4E2M1FN, strides=[1]>
  %yp = make_partition_view %yv : partition_view<tile=(32), tensor_view<32xf4E2M1FN, strides=[1]>>
  %s = store_view_tko weak %t, %yp[%zero] : tile<32xf4E2M1FN>, partition_view<tile=(32), tensor_view<32xf4E2M1FN, strides=[1]>>, tile<i32> -> token
  return
}
"""

# Stores to the element that the second element of an array names.
PICK = """
contract @pick { closed
  names = (at, x, m)
  requires = m >= 1, grid.x * 65536 <= 65536, grid.y == 1, grid.z == 1
  buffer at : i32[2]
  buffer x : i32[m]
  disjoint = (at, x)
  contents at : 0 <= value && value < m
}
entry @pick(%at: tile<ptr<i32>>, %x: tile<ptr<i32>>, %m: tile<i32>) {
  %one = constant <i32: 1> : tile<i32>
  %p = offset %at, %one : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %v, %k = load_ptr_tko weak %p : tile<ptr<i32>> -> tile<i32>, token
  %q = offset %x, %v : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
  %s = store_ptr_tko weak %q, %one : tile<ptr<i32>>, tile<i32> -> token
  return
}
"""


class Narrow:
    """A number that wraps at 32 bits, as those of NumPy do."""

    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number

    def __mul__(self, other):
        return Narrow((self.number * int(other)) % (1 << 32))

    def __le__(self, other):
        return self.number <= int(other)


class Tensor:
    """An array on a GPU that is nowhere, with the interface of torch."""

    def __init__(self, address, count, dtype="torch.float32", size=4, device=0):
        self.address, self.count, self.dtype, self.size, self.on = address, count, dtype, size, device
        self.shape, self.nbytes = (count,), count * size

    def get_device(self):
        return self.on

    def data_ptr(self):
        return self.address

    def is_contiguous(self):
        return True

    def numel(self):
        return self.count

    def element_size(self):
        return self.size

    @property
    def device(self):
        return type("Device", (), {"type": "cuda", "index": self.on})


# The short way is for tensors of torch alone.
Tensor.__module__ = "torch"
torch._C = type("Inside", (), {"_cuda_getCurrentRawStream": staticmethod(lambda number: 0),
                               "_cuda_getDevice": staticmethod(lambda: driver.context[-1] - 100)})


class Interface:
    """The same with an array interface."""

    def __init__(self, address, count):
        self.interface = {"data": (address, False), "shape": (count,), "typestr": "<f4", "version": 3}

    @property
    def __cuda_array_interface__(self):
        return self.interface


def refused(call, *args, **named):
    try:
        call(*args, **named)
    except (tileproof.LaunchRefused, TypeError) as error:
        return str(error)
    return "launched"


def last():
    return [call for call in driver.calls if call.startswith("launch")][-1]


def vector_add():
    f = tileproof.compile(f"{PERF}/perf.tile", "vector_add")
    driver.sizes[:] = [8, 8, 8, 4]
    A, B, O = 0x100000, 0x200000, 0x300000
    a, b, o = Tensor(A, 1024), Interface(B, 1024), Tensor(O, 1024)
    f(a, b, o, 1024)
    assert f"launch (1, 1, 1)" in last() and last().endswith(f"stream 0 in 100 with {[A, B, O, 1024]}"), last()
    b = Tensor(B, 1024)
    f(a, b, o, 1024)
    f(a, b, o, 1024)
    assert len(f.entries) == 1 and last().endswith(f"with {[A, B, O, 1024]}")
    f(a, b, o, 1024)
    f(a, b, o, 1024)
    assert f.short((a, b, o, 1024), None, None) and last().endswith(f"with {[A, B, O, 1024]}")
    # Anything unusual takes the long way.
    wide = Tensor(A, 1024, "torch.float64", 8)
    for args, grid, stream in [((a, b, o), None, None), ((a, b, wide, 1024), None, None), ((a, b, o, True), None, None),
                               ((a, b, o, 1024), 1, None), ((a, b, o, 1024), None, object()), ((a, b, o, 512), None, None),
                               ((a, Interface(B, 1024), o, 1024), None, None), ((a, b, a, 1024), None, None)]:
        assert not f.short(args, grid, stream), args
    driver.context.append(101)
    assert not f.short((a, b, o, 1024), None, None)
    driver.context.pop()
    f(a, b, o, 1024, stream=0x55)
    assert "stream 85" in last()
    assert driver.calls.count("load") == 1
    assert f.parameters == [("a", "pointer", "f32"), ("b", "pointer", "f32"), ("o", "pointer", "f32"), ("n", "integer", "i32")]
    # Another device: its context is current during the launch alone.
    f(*(Tensor(address, 1024, device=1) for address in (A, B, O)), 1024)
    assert "in 101" in last() and driver.context == [100]
    # Every clause of the contract, broken once.
    broken = {
        "`n >= 1024` (n = 512)": (a, b, o, 512),
        "`n % 1024 == 0` (n = 1025)": (a, b, o, 1025),
        "`-2147483648 <= n && n <= 2147483647` (n = 4294968320)": (a, b, o, (1 << 32) + 1024),
        "`buffer a : not at address 0` (address of a = 0)": (Tensor(0, 1024), b, o, 1024),
        "`buffer b : not at address 0` (address of b = 0)": (a, Tensor(0, 1024), o, 1024),
        "`buffer o : not at address 0` (address of o = 0)": (a, b, Tensor(0, 1024), 1024),
        "`buffer a : at most 2^48 bytes` (bytes of a = 1125899906842624)": (Tensor(A, 1 << 48), b, o, 1024),
        "`buffer b : at most 2^48 bytes` (bytes of b = 1125899906842624)": (a, Tensor(B, 1 << 48), o, 1024),
        "`buffer o : at most 2^48 bytes` (bytes of o = 1125899906842624)": (a, b, Tensor(O, 1 << 48), 1024),
        "`buffer a : as large as the views on it` (n = 1024, bytes of a = 4092)": (Tensor(A, 1023), b, o, 1024),
        "`buffer b : as large as the views on it` (n = 2048, bytes of b = 4096)": (Tensor(A, 2048), b, o, 2048),
        "`buffer o : as large as the views on it` (n = 1024, bytes of o = 4)": (a, b, Tensor(O, 1), 1024),
        "`align a : 16` (address of a = 1048584)": (Tensor(A + 8, 1024), b, o, 1024),
        "`align b : 16` (address of b = 2097156)": (a, Tensor(B + 4, 1024), o, 1024),
        "`align o : 16` (address of o = 3145736)": (a, b, Tensor(O + 8, 1024), 1024),
        "`disjoint = (a, b)` (bytes of a = 4096, bytes of b = 4096, address of a = 1048576, address of b = 1052656)":
            (a, Tensor(A + 4080, 1024), o, 1024),
        "`disjoint = (a, o)`": (a, b, a, 1024),
        "`disjoint = (b, o)`": (a, b, Tensor(B - 4080, 1024), 1024),
    }
    count = len(driver.calls)
    for clause, args in broken.items():
        said = refused(f, *args)
        assert said.startswith(f"@vector_add is not proved for this launch: it breaks {clause}"), (clause, said)
    said = refused(f, a, b, o, 1024, grid=(2, 1, 1))
    assert said.endswith("it breaks `grid.x == n / 1024` (grid.x = 2, n = 1024)"), said
    assert refused(f, a, b, o, 1024, grid=(1, 2)).endswith("it breaks `grid.y == 1` (grid.y = 2)")
    assert refused(f, a, b, o, 1024, grid=(1, 1, 2)).endswith("it breaks `grid.z == 1` (grid.z = 2)")
    assert "`1 <= grid.x && grid.x <= 16777215` (grid.x = 0)" in refused(f, a, b, o, 1024, grid=0)
    conditions = {clause.split("`")[1] for clause in broken}
    own = next(iter(f.described.values()))
    left = [one["clause"] for one in own.ordered if one["clause"] not in conditions]
    assert all("grid." in clause or clause.endswith(": 4") for clause in left), left
    # Other mistakes.
    assert "takes 4 arguments (a, b, o, n), 3 are given" in refused(f, a, b, o)
    assert "`a` has elements of f32, and an array of float16 is given" in refused(f, Tensor(A, 1024, "torch.float16", 2), b, o, 1024)
    assert "`n` is an integer" in refused(f, a, b, o, 1024.0)
    assert "`o` is an array of f32, and a number is given" in refused(f, a, b, 3, 1024)
    assert "on another device" in refused(f, a, b, Tensor(O, 1024, device=1), 1024)
    assert "a str is no array" in refused(f, a, b, "o", 1024)
    assert len(driver.calls) == count, driver.calls[count:]
    assert refused(f.tune, a, b, o, 1025).endswith("it breaks `n % 1024 == 0` (n = 1025)")
    try:
        f.tune(a, b, o, 1024)
    except RuntimeError as error:
        # The driver here is made up, and `tileproof tune` looks for a real one.
        assert "driver" in str(error), error
    else:
        raise AssertionError("tuned without a GPU")


def product():
    f = tileproof.compile(f"{PERF}/hopper.tile", "matmul_nt_bf16")
    driver.sizes[:] = [8, 8, 8, 4, 4, 4, 4, 4, 4, 128, 128, 128]
    half = lambda address, count: Tensor(address, count, "torch.bfloat16", 2)
    args = (half(0x100000, 256 * 64), half(0x200000, 128 * 64), half(0x300000, 256 * 128), 256, 128, 64)
    f(*args)
    f(*args)
    maps = [call for call in driver.calls if call.startswith("map")]
    f(*args)
    f(*args)
    assert f.short(args, None, None)
    # Maps are encoded once for equal numbers.
    assert maps == ["map BFLOAT16 at 0x100000 extents [64, 256] strides [128] box [64, 128] 128B",
                    "map BFLOAT16 at 0x200000 extents [64, 128] strides [128] box [64, 128] 128B",
                    "map BFLOAT16 at 0x300000 extents [128, 256] strides [256] box [64, 16] 128B"], maps
    assert "launch (2, 1, 1) block (384, 1, 1)" in last()
    assert last().endswith(f"{[0x100000, 0x200000, 0x300000, 256, 128, 64, 2, 1, 1, 0x100000, 0x200000, 0x300000]}"), last()
    driver.takes_maps = False
    driver.sizes[:] = [8, 8, 8, 4, 4, 4]
    f(half(0x400000, 256 * 64), *args[1:])
    assert last().endswith(f"{[0x400000, 0x200000, 0x300000, 256, 128, 64]}"), last()
    # A version that the driver has refused has no short way.
    other = (half(0x400000, 256 * 64), *args[1:])
    for _ in range(3):
        f(*other)
    assert f.short is None and last().endswith(f"{[0x400000, 0x200000, 0x300000, 256, 128, 64]}"), last()
    driver.takes_maps = True


def ragged():
    half = lambda address, count: Tensor(address, count, "torch.bfloat16", 2)
    args = (half(0x100000, 200 * 64), half(0x200000, 2 * 64 * 128), half(0x300000, 200 * 128), Tensor(0x400000, 3, "torch.int32"), 2, 200, 128, 64)
    f = tileproof.compile(f"{PERF}/ragged.tile", "matmul_ragged_bf16")
    assert "is proved for `contents starts : 0 <= value && value <= rows`, which nobody has checked" in refused(f, *args), refused(f, *args)
    f = tileproof.compile(f"{PERF}/ragged.tile", "matmul_ragged_bf16", contents="trust")
    driver.sizes[:] = [8, 8, 8, 8, 4, 4, 4, 4, 4, 4, 4, 8]
    f(*args)
    kinds = [call.split()[0] for call in driver.calls[-3:]]
    assert kinds == ["allocate", "launch", "free"] and last().endswith("28672]"), driver.calls[-3:]


def on_the_host():
    f = tileproof.compile(f"{PERF}/perf.tile", "vector_add", device="cpu")
    base = array.array("f", bytes(4 * 4096))
    start = -(base.buffer_info()[0] // 4) % 4

    class Part(array.array):
        pass

    def aligned(values, code="f"):
        """An array at a multiple of 16 bytes."""
        while True:
            one = array.array(code, values)
            if one.buffer_info()[0] % 16 == 0:
                return one
            kept.append(one)

    kept = [base, start, Part]
    a, b, o = (aligned(values) for values in (range(1024), [2.0] * 1024, [0.0] * 1024))
    f(a, b, o, 1024)
    assert list(o) == [value + 2 for value in range(1024)]
    assert refused(f, a, b, o, 512).endswith("it breaks `n >= 1024` (n = 512)")
    assert "compiled for a GPU" in refused(f.tune, a, b, o, 1024)
    assert "takes arrays of the host" in refused(f, Tensor(0x100000, 1024), b, o, 1024)
    # bf16: 0x4280 is 64, of which this function returns 64.
    f = tileproof.compile(f"{PERF}/perf.tile", "gelu_bf16", device="cpu")
    x, y = aligned([0x4280] * 2048, "H"), aligned([0] * 2048, "H")
    f(x, y, 2048)
    assert list(y) == [0x4280] * 2048
    with open("copy.tile", "w", encoding="utf-8") as file:
        file.write(COPY)
    f = tileproof.compile("copy.tile", "copy", device="cpu")
    x, y = aligned(range(0, 256, 16), "B"), aligned([0xab] * 16, "B")
    f(x, y)
    assert list(y) == list(x)
    g = tileproof.compile(f"{PERF}/perf.tile", "vector_add")
    assert "tileproof.compile(…, device=\"cpu\") takes arrays of the host" in refused(g, a, b, o, 1024)


def slices_and_grids():
    f = tileproof.compile(PICK, contents="check")
    driver.sizes[:] = [8, 8, 4]
    x = tensors.Tensor(range(2), 0x200000)
    f(tensors.Tensor([1, 1], 0x100000), x, 2, grid=1)
    # The kernel takes the address of a slice, and reads what lies between the elements of the slice.
    said = refused(f, tensors.Tensor([0, 9, 1], 0x100000, step=2), x, 2, grid=1)
    assert "it breaks `contents at : 0 <= value && value < m` (at holds 9)" in said, said
    said = refused(f, tensors.Tensor([0, 1], 0x100000), x, 2, grid=(Narrow(65536),))
    assert "it breaks `grid.x * 65536 <= 65536`" in said, said
    assert "a grid has one to three axes, not 4" in refused(f, tensors.Tensor([0, 1], 0x100000), x, 2, grid=(1, 1, 1, 5))


vector_add()
product()
slices_and_grids()
ragged()
on_the_host()
