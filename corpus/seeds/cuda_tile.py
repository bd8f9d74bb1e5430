"""The seed documents in cuTile Python, statement by statement: exports its kernels into a folder.

    python cuda_tile.py FOLDER

FOLDER gets NAME.tilebc of every kernel, for which `python/NAME.contract` says what is true.
"""
import pathlib
import sys

import cuda.tile as ct
from cuda.tile.compilation import ArrayConstraint, CallingConvention, KernelSignature, ScalarConstraint, export_kernel

FOLDER = pathlib.Path(sys.argv[1])
CONVENTION = CallingConvention.cutile_python_v2()
C = ct.Constant[int]
S = ScalarConstraint
f, i32 = ct.float32, ct.int32


def A(element, rank):
    """A contiguous array."""
    strides = (None,) * (rank - 1) + (1,)
    return ArrayConstraint(element, rank, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(), may_alias_internally=False,
                           stride_constant=strides, base_addr_divisible_by=16)


def export(kernel, parameters):
    name = kernel._annotated_function.pyfunc.__name__
    export_kernel(kernel, [KernelSignature(parameters, CONVENTION, symbol=name)], str(FOLDER / f"{name}.tilebc"), gpu_code="sm_90",
                  output_format="tileir_bytecode")


@ct.kernel
def vec_add(a, b, c, TILE: C):
    a_view = a.tiled_view((TILE,))
    b_view = b.tiled_view((TILE,))
    c_view = c.tiled_view((TILE,))
    bid = ct.bid(0)
    a_tile = a_view.load((bid,))
    b_tile = b_view.load((bid,))
    c_view.store((bid,), a_tile + b_tile)


export(vec_add, [A(f,1)]*3 + [8])


@ct.kernel
def vec_add1(a, b, c, TILE: C):
    bid = ct.bid(0)
    a_tile = ct.load(a, index=(bid,), shape=(TILE,))
    b_tile = ct.load(b, index=(bid,), shape=(TILE,))
    ct.store(c, index=(bid,), tile=a_tile + b_tile)


export(vec_add1, [A(f,1)]*3 + [8])


@ct.kernel
def edge_safe(arr_in, arr_out, TILE: C):
    bid = ct.bid(0)
    tile = ct.load(arr_in, index=(bid,), shape=(TILE,), padding_mode=ct.PaddingMode.ZERO)
    ct.store(arr_out, index=(bid,), tile=tile)


export(edge_safe, [A(f,1)]*2 + [8])


@ct.kernel
def vec_add_gather(a, b, c, TILE: C):
    bid = ct.bid(0)
    indices = bid * TILE + ct.arange(TILE, dtype=ct.int32)
    a_tile = ct.gather(a, indices)
    b_tile = ct.gather(b, indices)
    ct.scatter(c, indices, a_tile + b_tile)


export(vec_add_gather, [A(f,1)]*3 + [8])


@ct.kernel
def tile_sum(arr, out, TILE: C, N_TILES: C):
    acc = ct.zeros((TILE,), dtype=ct.float32)
    for k in range(N_TILES):
        tile = ct.load(arr, index=(k,), shape=(TILE,))
        acc = acc + tile
    ct.store(out, index=(0,), tile=acc)


export(tile_sum, [A(f,1)]*2 + [8, 4])


@ct.kernel
def conditional_load(arr, out, TILE: C):
    bid = ct.bid(0)
    if bid < ct.num_blocks(0) - 1:
        tile = ct.load(arr, index=(bid,), shape=(TILE,))
    else:
        tile = ct.zeros((TILE,), dtype=ct.float32)
    ct.store(out, index=(bid,), tile=tile)


export(conditional_load, [A(f,1)]*2 + [8])


@ct.kernel
def ld_regular(x, r):
    t = ct.load(x, (0, 0), shape=(2, 4)); ct.store(r, (0,0), t)


export(ld_regular, [A(i32,2)]*2)


@ct.kernel
def ld_F(x, r):
    t = ct.load(x, (0, 0), shape=(4, 2), order='F'); ct.store(r, (0,0), t)


export(ld_F, [A(i32,2)]*2)


@ct.kernel
def ld_021(x, r):
    t = ct.load(x, (0, 0, 0), shape=(8, 4, 2), order=(0, 2, 1)); ct.store(r, (0,0,0), t)


export(ld_021, [A(i32,3)]*2)


@ct.kernel
def ld_0d(x, r):
    t = ct.load(x, (0, 0, 0), shape=()); ct.store(r, (0,), ct.reshape(t, (1,)))


export(ld_0d, [A(i32,3), A(i32,1)])


@ct.kernel
def ld_C_tuple(x, r, i: ct.int32, j: ct.int32):
    t = ct.load(x, (j, i), shape=(4, 2), order=(1, 0), padding_mode=ct.PaddingMode.ZERO); ct.store(r, (0,0), t)


export(ld_C_tuple, [A(i32,2)]*2 + [S(i32)]*2)


@ct.kernel
def ld_cdiv(x, r):
    ct.scatter(r, 0, ct.num_tiles(x, axis=0, shape=(2,4))); ct.scatter(r, 1, ct.num_tiles(x, axis=1, shape=(2,4)))


export(ld_cdiv, [A(i32,2), A(i32,1)])


@ct.kernel
def ld_undet(x, r):
    t = ct.load(x, (0, 1), shape=(2, 4)); ct.store(r, (0,0), t)


export(ld_undet, [A(i32,2)]*2)


@ct.kernel
def ld_hints(x, r):
    t = ct.load(x, (0, 0), shape=(2, 4), latency=10, allow_tma=False); ct.store(r, (0,0), t)


export(ld_hints, [A(i32,2)]*2)


@ct.kernel
def ld_idx(x, r, i: ct.int32, j: ct.int32):
    t = ct.load(x, (i, j), shape=(2, 4), padding_mode=ct.PaddingMode.ZERO); ct.store(r, (0,0), t)


export(ld_idx, [A(i32,2)]*2 + [S(i32)]*2)


@ct.kernel
def view_pad(x, r):
    v = x.tiled_view((2,4), padding_mode=ct.PaddingMode.ZERO)
    t = v.load((0,1)); ct.store(r, (0,0), t)


export(view_pad, [A(i32,2)]*2)


@ct.kernel
def gather_off(x, r, n: ct.int32):
    j = ct.arange(8, dtype=ct.int32) + n
    ct.scatter(r, ct.arange(8, dtype=ct.int32), ct.gather(x, j, check_bounds=False))


export(gather_off, [A(i32,1)]*2 + [S(i32)])


@ct.kernel
def gather_oob(x, r, n: ct.int32):
    j = ct.arange(8, dtype=ct.int32) + n
    ct.scatter(r, ct.arange(8, dtype=ct.int32), ct.gather(x, j))


export(gather_oob, [A(i32,1)]*2 + [S(i32)])


@ct.kernel
def gather_pv(x, r, n: ct.int32):
    j = ct.arange(8, dtype=ct.int32) + n
    ct.scatter(r, j, ct.gather(x, j, padding_value=-7))


export(gather_pv, [A(i32,1)]*2 + [S(i32)])


@ct.kernel
def rng_var(r, n: ct.int32, s: ct.int32):
    for k in range(0, n, s): ct.scatter(r, k, k)


export(rng_var, [A(i32,1), S(i32), S(i32)])


@ct.kernel
def rng_nested(r, n: ct.int32):
    for i in range(n):
        j = 0
        while j < 4:
            ct.scatter(r, i*4+j, i); j += 1


export(rng_nested, [A(i32,1), S(i32)])


@ct.kernel
def return_in_loop(r, n: ct.int32):
    for k in range(n):
        if k == 3: return
        ct.scatter(r, k, k)


export(return_in_loop, [A(i32,1), S(i32)])


@ct.kernel
def pad_nan_int(x, r):
    ct.store(r, (0,0), ct.load(x, (0,0), shape=(2,4), padding_mode=ct.PaddingMode.NAN))


export(pad_nan_int, [A(i32,2)]*2)


@ct.kernel
def idx_i64(x, r, i: ct.int64):
    ct.store(r, (0,), ct.load(x, (i,), shape=(4,), padding_mode=ct.PaddingMode.ZERO))


export(idx_i64, [A(i32,1)]*2+[S(ct.int64)])
