"""Operations, attributes and types that no kernel of the corpus has, one kernel a family, written by the writer of
cuTile Python itself: `modules(version)` gives the files of a version, `scripts/bytecode.py` keeps them."""
import struct

from cuda.tile._bytecode import encodings as e
from cuda.tile._bytecode.attribute import (Bool, Bounded, DivBy, EntryHints, Float, Integer, LoadStoreHints,
                                           make_load_store_hints)
from cuda.tile._bytecode.type import PaddingValue as P, PtrAttr, SimpleType as S
from cuda.tile._bytecode.version import BytecodeVersion as V
from cuda.tile._bytecode.writer import write_bytecode

ORDER, SCOPE, ROUND = e.MemoryOrderingSemantics, e.MemoryScope, e.RoundingMode
SIGN, WRAP, RMW = e.Signedness, e.IntegerOverflow, e.AtomicRMWMode
DYNAMIC = -1 << 63
KERNELS = []


def kernel(since=1):
    def keep(write):
        KERNELS.append((since, write))
        return write
    return keep


class Kernel:
    """One kernel while it is written: two parameters, pointers to f32 and to i32."""

    def __init__(self, writer, builder, params):
        self.b, self.p, self.t, self.version = builder, params, writer.type_table, writer.version

    def tile(self, *shape, of=S.F32):
        return self.t.tile(self.t.simple(of), shape)

    def pointers(self, *shape, to=S.F32, attribute=PtrAttr.Missing):
        return self.t.tile(self.t.pointer(self.t.simple(to), attribute), shape)

    def view(self, shape=(64, 64), strides=(64, 1), of=S.F32, attribute=PtrAttr.Missing):
        return self.t.tensor_view(self.t.simple(of), shape, strides, attribute)

    def literal(self, of, data, *shape):
        return e.encode_ConstantOp(self.b, self.tile(*shape, of=of), data)

    def f(self, *shape):
        return self.literal(S.F32, struct.pack("<f", 1.5), *shape)

    def i(self, *shape, value=3, of=S.I32):
        formats = {S.I8: "<b", S.I32: "<i", S.I64: "<q"}
        return self.literal(of, struct.pack(formats[of], value), *shape)

    def true(self, *shape):
        return self.literal(S.I1, b"\xff", *shape)

    def token(self):
        return e.encode_MakeTokenOp(self.b, self.t.Token)

    def op(self, name, *arguments, **attributes):
        return getattr(e, f"encode_{name}Op")(self.b, *arguments, **attributes)

    def region(self, operation, types, ends):
        with operation.new_block(types) as params:
            ends(params)


@kernel()
def splats(k):
    for of, data in [(S.F32, b"\0\0\x80\xff"), (S.F64, struct.pack("<d", -0.1)), (S.F16, b"\1\x80"),
                     (S.BF16, b"\x80\x7f"), (S.TF32, b"\1\xfc\1"), (S.F8E4M3FN, b"\xff"), (S.F8E5M2, b"\x7c"),
                     (S.I8, b"\x80"), (S.I16, b"\xff\x7f"), (S.I64, b"\0" * 7 + b"\x80")]:
        k.literal(of, data, 4)


@kernel()
def elements(k):
    k.literal(S.F32, struct.pack("<4f", 1, 2, 3, 4), 4)
    k.literal(S.F32, struct.pack("<4f", 1, 1, 1, 1), 2, 2)
    k.literal(S.I32, struct.pack("<4i", 1, 2, -3, 4), 2, 2)
    k.literal(S.I32, struct.pack("<i", -3), 1)
    k.literal(S.TF32, b"\1\xfc\1\0\0\2", 2)


TABLE = bytes(range(1, 129))


@kernel()
def tables(k):
    """Constants so long that the disassembler prints their bytes."""
    for of in (S.F16, S.BF16, S.I16):
        k.literal(of, 2 * TABLE, 128)
    for of in (S.F32, S.I32):
        k.literal(of, 4 * TABLE, 8, 16)
    for of in (S.F64, S.I64):
        k.literal(of, 8 * TABLE, 2, 64)
    for of in (S.I8, S.F8E4M3FN, S.F8E5M2):
        k.literal(of, TABLE, 128)
    k.literal(S.TF32, b"\1\xfc\1\0\0\2" * 64, 128)
    k.literal(S.I1, TABLE[:16], 128)
    k.literal(S.I1, TABLE[:16], 1, 8, 16)
    k.literal(S.I8, b"\7" * 128, 128)
    k.literal(S.I1, b"\xff" * 16, 128)


@kernel(since=2)
def table_of_powers(k):
    k.literal(S.F8E8M0FNU, TABLE, 128)


@kernel(since=3)
def table_of_small_floats(k):
    k.literal(S.F4E2M1FN, bytes(i & 15 for i in TABLE), 128)


@kernel()
def bits(k):
    for data, count in [(b"\1\x80", 16), (b"\xff\xff", 16), (b"\x0f", 4), (b"\xff", 4), (b"\0", 4), (b"\1", 4),
                        (b"\1", 8), (b"\2", 2), (b"\3", 2), (b"\1", 1), (b"\xff", 1), (b"\x80", 4), (b"\x0d", 8)]:
        k.literal(S.I1, data, count)


@kernel(since=2)
def powers(k):
    k.literal(S.F8E8M0FNU, b"\x7f", 4)
    k.literal(S.F8E8M0FNU, b"\x7f\x80\x81\x82", 4)


@kernel(since=3)
def small_floats(k):
    k.literal(S.F4E2M1FN, b"\x03", 4)
    k.literal(S.F4E2M1FN, b"\x03\x04\5\6", 4)


@kernel()
def floats(k):
    a, b, T = k.f(4), k.f(4), k.tile(4)
    for name in ("AbsF", "Ceil", "Cos", "CosH", "Floor", "Log", "Log2", "NegF", "Sin", "SinH", "Tan"):
        k.op(name, T, a)
    for name in ("AddF", "SubF", "MulF", "DivF"):
        modes = (ROUND.NEAREST_EVEN, ROUND.ZERO, ROUND.NEGATIVE_INF, ROUND.POSITIVE_INF)
        for mode in modes + ((ROUND.APPROX, ROUND.FULL) if name == "DivF" else ()):
            k.op(name, T, a, b, rounding_mode=mode, flush_to_zero=mode == ROUND.ZERO)
    k.op("Fma", T, a, b, a, rounding_mode=ROUND.ZERO, flush_to_zero=True)
    k.op("Fma", T, a, b, a, rounding_mode=ROUND.NEAREST_EVEN, flush_to_zero=False)
    for name in ("MaxF", "MinF"):
        for nan in (False, True):
            for flush in (False, True):
                k.op(name, T, a, b, propagate_nan=nan, flush_to_zero=flush)
    k.op("RemF", T, a, b)
    k.op("FPowF", T, a, b)
    k.op("Exp2", T, a, flush_to_zero=True)
    k.op("Exp2", T, a, flush_to_zero=False)
    k.op("Rsqrt", T, a, flush_to_zero=True)
    for mode in (ROUND.NEAREST_EVEN, ROUND.APPROX, ROUND.ZERO):
        k.op("Sqrt", T, a, rounding_mode=mode, flush_to_zero=False)
    k.op("Exp", T, a, rounding_mode=ROUND.FULL)
    k.op("TanH", T, a, rounding_mode=ROUND.FULL)
    for predicate in e.ComparisonPredicate:
        for ordering in e.ComparisonOrdering:
            truth = k.op("CmpF", k.tile(4, of=S.I1), a, b, comparison_predicate=predicate,
                         comparison_ordering=ordering)
    k.op("Select", T, truth, a, b)
    k.op("FToF", k.tile(4, of=S.F16), a, rounding_mode=ROUND.NEAREST_EVEN)
    k.op("Bitcast", k.tile(4, of=S.I32), a)


@kernel(since=2)
def floats_of_two(k):
    k.op("TanH", k.tile(4), k.f(4), rounding_mode=ROUND.APPROX)
    k.op("Atan2", k.tile(4), k.f(4), k.f(4))


@kernel(since=3)
def floats_of_three(k):
    k.op("Exp", k.tile(4), k.f(4), rounding_mode=ROUND.APPROX)


@kernel(since=4)
def floats_of_four(k):
    k.op("FPowI", k.tile(4), k.f(4), k.i(4))
    k.op("FToF", k.tile(4, of=S.TF32), k.f(4), rounding_mode=ROUND.NEAREST_AWAY)
    k.op("FToI", k.tile(4, of=S.I32), k.f(4), signedness=SIGN.Signed, rounding_mode=ROUND.NEAREST_INT_TO_ZERO,
         saturating=True)


@kernel()
def integers(k):
    a, b, T = k.i(4), k.i(4, value=5), k.tile(4, of=S.I32)
    for name in ("AndI", "OrI", "XOrI", "MulhiI"):
        k.op(name, T, a, b)
    k.op("AbsI", T, a)
    k.op("NegI", T, a, overflow=WRAP.NONE)
    for wrap in WRAP:
        for name in ("AddI", "SubI", "MulI", "ShLI"):
            k.op(name, T, a, b, overflow=wrap)
        k.op("TruncI", k.tile(4, of=S.I8), a, overflow=wrap)
    for sign in SIGN:
        for name in ("MaxI", "MinI", "RemI", "ShRI"):
            k.op(name, T, a, b, signedness=sign)
        for mode in (ROUND.ZERO, ROUND.POSITIVE_INF) + ((ROUND.NEGATIVE_INF,) if sign == SIGN.Signed else ()):
            k.op("DivI", T, a, b, signedness=sign, rounding=mode)
        for predicate in e.ComparisonPredicate:
            k.op("CmpI", k.tile(4, of=S.I1), a, b, comparison_predicate=predicate, signedness=sign)
        k.op("ExtI", k.tile(4, of=S.I64), a, signedness=sign)
        k.op("IToF", k.tile(4), a, signedness=sign, rounding_mode=ROUND.NEAREST_EVEN)
        k.op("FToI", T, k.f(4), signedness=sign, rounding_mode=ROUND.NEAREST_INT_TO_ZERO, saturating=False)


@kernel(since=2)
def negation(k):
    k.op("NegI", k.tile(4, of=S.I32), k.i(4), overflow=WRAP.NSW)


@kernel()
def shapes(k):
    a, I = k.f(4, 8), k.tile(of=S.I32)
    k.op("Reshape", k.tile(8, 4), a)
    k.op("Permute", k.tile(8, 4), a, permutation=[1, 0])
    k.op("Broadcast", k.tile(4, 8), k.f(1, 8))
    k.op("Iota", k.tile(16, of=S.I32))
    k.op("Cat", k.tile(8, 8), a, a, dim=0)
    k.op("Extract", k.tile(2, 4), a, [k.i(value=0), k.i(value=1)])
    k.op("Offset", k.pointers(), k.p[0], k.i())
    k.op("PtrToInt", k.tile(of=S.I64), k.p[0])
    k.op("IntToPtr", k.pointers(), k.i(of=S.I64))
    k.op("PtrToPtr", k.pointers(to=S.I8), k.p[0])
    k.op("GetTileBlockId", I, I, I)
    k.op("GetNumTileBlocks", I, I, I)


@kernel(since=3)
def packing(k):
    bytes_ = k.op("Pack", k.tile(16, of=S.I8), k.f(4))
    k.op("Unpack", k.tile(4), bytes_)


@kernel(since=3)
def scratch(k):
    k.op("Alloca", k.pointers(), num_elem=16, alignment=32, global_=False)
    k.op("Alloca", k.pointers(), num_elem=16, alignment=32, global_=True)


@kernel(since=4)
def insertion(k):
    k.op("Insert", k.tile(4, 8), k.f(2, 4), k.f(4, 8), [k.i(value=0), k.i(value=1)])


@kernel()
def assumptions(k):
    n, long, T = k.i(value=16), k.i(of=S.I64), k.tile(of=S.I32)
    for predicate in (DivBy(16), Bounded(-5, None), Bounded(None, 1 << 20)):
        k.op("Assume", T, n, predicate=predicate)
    for predicate in (DivBy(1 << 62), Bounded(DYNAMIC, (1 << 63) - 1)):
        k.op("Assume", k.tile(of=S.I64), long, predicate=predicate)
    k.op("Assume", k.tile(16, 4, of=S.I32), k.i(16, 4), predicate=DivBy(4, every=8, along=0))


@kernel()
def texts(k):
    k.op("Assert", k.true(4), message='a "quoted" \\ line\n\0end é')


@kernel()
def printing(k):
    if k.version.minor() == 1:
        k.op("PrintTko", None, [k.i(), k.f(4)], None, "%d %f\n")
        k.op("AddI", k.tile(of=S.I32), k.i(), k.i(), overflow=WRAP.NONE)
        return
    token = k.op("PrintTko", k.t.Token, [k.i(), k.f(4)], None, "%d %f\n")
    k.op("PrintTko", k.t.Token, [], token, "\0")


@kernel()
def atomics(k):
    p, q = k.p
    one, mask, token, T = k.i(), k.true(), k.token(), k.tile(of=S.I32)
    for mode in RMW:
        value, to, ty = (k.f(), p, k.tile()) if mode == RMW.ADDF else (one, q, T)
        k.op("AtomicRMWTko", ty, k.t.Token, to, value, None, None, ORDER.RELAXED, SCOPE.DEVICE, mode)
    for order in (ORDER.RELAXED, ORDER.ACQUIRE, ORDER.RELEASE, ORDER.ACQ_REL):
        for scope in SCOPE:
            k.op("AtomicRMWTko", T, k.t.Token, q, one, mask, token, order, scope, RMW.ADD)
            k.op("AtomicCASTko", T, k.t.Token, q, one, one, mask, token, order, scope)
    k.op("AtomicCASTko", T, k.t.Token, q, one, one, None, token, ORDER.ACQ_REL, SCOPE.SYS)
    k.op("AtomicCASTko", T, k.t.Token, q, one, one, mask, None, ORDER.ACQ_REL, SCOPE.SYS)


@kernel()
def pointer_accesses(k):
    p, mask = k.p[0], k.true()
    token = k.op("JoinTokens", k.t.Token, [k.token(), k.token()])
    hints = make_load_store_hints({"sm_90": LoadStoreHints(4, False), "default": LoadStoreHints(2, True)})
    for m, pad in ((None, None), (mask, None), (mask, k.f())):
        for t in (None, token):
            for order, scope in ((ORDER.WEAK, None), (ORDER.RELAXED, SCOPE.TL_BLK), (ORDER.ACQUIRE, SCOPE.SYS)):
                h = hints if t and order == ORDER.WEAK else None
                k.op("LoadPtrTko", k.tile(), k.t.Token, p, m, pad, t, order, scope, h)
            for order, scope in ((ORDER.WEAK, None), (ORDER.RELAXED, SCOPE.TL_BLK), (ORDER.RELEASE, SCOPE.DEVICE)):
                h = hints if t and order == ORDER.WEAK else None
                k.op("StorePtrTko", k.t.Token, p, k.f(), m, t, order, scope, h)


@kernel()
def view_accesses(k):
    token, zero = k.token(), k.i(value=0)
    tensor = k.op("MakeTensorView", k.view(), k.p[0], [], [])
    plain = [zero, zero]
    views = [("MakePartitionView", k.t.partition_view([16, 8], k.view(), [0, 1], P.Missing), plain),
             ("MakePartitionView", k.t.partition_view([16, 8], k.view(), [1, 0], P.NegInf), plain)]
    if k.version.minor() >= 3:
        views += [("MakeStridedView", k.t.strided_view([16, 8], [8, 4], k.view(), [1, 0], P.Nan), plain),
                  ("MakeGatherScatterView", k.t.gather_scatter_view([16, 8], k.view(), 0, P.PosInf),
                   [k.i(16, value=1), zero]),
                  ("MakeGatherScatterView", k.t.gather_scatter_view([16, 8], k.view(), 1, P.Missing),
                   [zero, k.i(8, value=1)])]
    hints = make_load_store_hints({"default": LoadStoreHints(2, False)})
    promises = [[False, False], [True, False], [True, True]] if k.version.minor() >= 4 else [[False, False]]
    for make, ty, index in views:
        view = k.op(make, ty, tensor)
        for t in (None, token):
            h = hints if t else None
            for inbounds in promises:
                k.op("LoadViewTko", k.tile(16, 8), k.t.Token, view, index, t, ORDER.WEAK, None, h, inbounds)
                k.op("StoreViewTko", k.t.Token, k.f(16, 8), view, index, t, ORDER.WEAK, None, h, inbounds)
        k.op("LoadViewTko", k.tile(16, 8), k.t.Token, view, index, t, ORDER.ACQUIRE, SCOPE.SYS, None, promises[0])
        k.op("StoreViewTko", k.t.Token, k.f(16, 8), view, index, t, ORDER.RELEASE, SCOPE.DEVICE, None, promises[0])


@kernel()
def view_shapes(k):
    n, I = k.i(value=64), k.tile(of=S.I32)
    ty = k.view((DYNAMIC, 8, DYNAMIC), (DYNAMIC, DYNAMIC, 1))
    view = k.op("MakeTensorView", ty, k.p[0], [n, k.i(value=32)], [n, k.i(value=128)])
    k.op("GetTensorShape", [I, I, I], view)
    tiles = k.op("MakePartitionView", k.t.partition_view([4, 4, 4], ty, [0, 1, 2], P.Zero), view)
    k.op("GetIndexSpaceShape", [I, I, I], tiles)


@kernel(since=3)
def view_atomics(k):
    tensor, zero = k.op("MakeTensorView", k.view(), k.p[0], [], []), k.i(value=0)
    view = k.op("MakePartitionView", k.t.partition_view([16, 8], k.view(), [0, 1], P.Missing), tensor)
    for t in (None, k.token()):
        inbounds = [t is None and k.version.minor() == 5, False]
        k.op("AtomicRedViewTko", k.t.Token, view, [zero, zero], k.f(16, 8), t, ORDER.RELAXED, SCOPE.DEVICE,
             RMW.ADDF, inbounds)


@kernel(since=4)
def grids(k):
    token = k.token()
    for t in (None, token):
        k.op("GdcWaitTko", k.t.Token, t)
        k.op("GdcLaunchDependentsTko", k.t.Token, t)
    k.op("MemoryFenceAliasTko", k.t.Token, token)


@kernel()
def products(k):
    half = k.literal(S.F16, b"\0\x3c", 16, 16)
    k.op("MmaF", k.tile(16, 16, of=S.F16), half, half, half, fast_acc=False)
    small = k.i(16, 16, of=S.I8)
    for left in SIGN:
        for right in SIGN:
            k.op("MmaI", k.tile(16, 16, of=S.I32), small, small, k.i(16, 16), signedness_lhs=left,
                 signedness_rhs=right)


@kernel(since=3)
def small_products(k):
    a, b = k.literal(S.F8E4M3FN, b"\x38", 16, 32), k.literal(S.F8E4M3FN, b"\x38", 32, 16)
    k.op("MmaF", k.tile(16, 16), a, b, k.f(16, 16), fast_acc=True)
    left, right = k.literal(S.F8E8M0FNU, b"\x7f", 16, 1), k.literal(S.F8E8M0FNU, b"\x7f", 1, 16)
    k.op("MmaFScaled", k.tile(16, 16), a, b, k.f(16, 16), left, right)


@kernel()
def uses_of_globals(k):
    for name, of in (("plain", S.F32), ("bytes", S.I8), ('od"d name', S.F32)):
        k.op("GetGlobal", k.pointers(to=of), name)


@kernel()
def reductions(k):
    number = lambda value, of, width: Integer(k.t.simple(of), width, value)
    identities = [(S.F32, 4, Float(float("-inf"), S.F32, k.t)), (S.F64, 8, Float(-0.0, S.F64, k.t)),
                  (S.F16, 2, Float(1e-7, S.F16, k.t)), (S.BF16, 2, Float(float("nan"), S.BF16, k.t)),
                  (S.TF32, 3, Float(-1.5, S.TF32, k.t)), (S.F8E4M3FN, 1, Float(-1.5, S.F8E4M3FN, k.t)),
                  (S.F8E5M2, 1, Float(-1.5, S.F8E5M2, k.t)), (S.I32, 4, number(-7, S.I32, 32)),
                  (S.I64, 8, number(DYNAMIC, S.I64, 64)), (S.I8, 1, number(-1, S.I8, 8)), (S.I1, 1, Bool(True)),
                  (S.I1, 1, number(1, S.I1, 1))]
    first = lambda params: k.op("Yield", [params[0]])
    for of, width, identity in identities:
        x, T = k.literal(of, b"\0" * width, 4, 8), k.tile(of=of)
        reduce = k.op("Reduce", [k.tile(4, of=of)], [x], dim=1, identities=[identity])
        k.region(reduce, [T, T], first)
        reduce.done()
        scan = k.op("Scan", [k.tile(4, 8, of=of)], [x], dim=0, reverse=width == 4, identities=[identity])
        k.region(scan, [T, T], first)
        scan.done()
    F, I = k.tile(), k.tile(of=S.I32)
    both = k.op("Reduce", [k.tile(8), k.tile(8, of=S.I32)], [k.f(4, 8), k.i(4, 8)], dim=0,
                identities=[Float(0.0, S.F32, k.t), number(0, S.I32, 32)])
    k.region(both, [F, F, I, I], lambda params: k.op("Yield", [params[1], params[2]]))
    both.done()


@kernel()
def control(k):
    c, n, T = k.true(), k.i(), k.tile(of=S.I32)
    loop = k.op("For", [T], n, n, n, [n], unsignedCmp=False)
    with loop.new_block([T, T]) as (i, x):
        branch = k.op("If", [], c)
        k.region(branch, [], lambda _: k.op("Continue", [i]))
        k.region(branch, [], lambda _: k.op("Yield", []))
        branch.done()
        k.op("Continue", [x])
    [y] = loop.done()
    loop = k.op("For", [], n, n, n, [], unsignedCmp=False)
    k.region(loop, [T], lambda _: k.op("Continue", []))
    loop.done()
    loop = k.op("Loop", [T, T], [y])
    with loop.new_block([T]) as (x,):
        branch = k.op("If", [T, T], c)
        k.region(branch, [], lambda _: k.op("Break", [x, y]))
        k.region(branch, [], lambda _: k.op("Yield", [y, x]))
        _, second = branch.done()
        k.op("Continue", [second])
    loop.done()
    loop = k.op("Loop", [], [])
    k.region(loop, [], lambda _: k.op("Break", []))
    loop.done()
    branch = k.op("If", [], c)
    k.region(branch, [], lambda _: k.op("Return", []))
    k.region(branch, [], lambda _: k.op("Yield", []))
    branch.done()


@kernel(since=2)
def unsigned_loop(k):
    n = k.i()
    loop = k.op("For", [], n, n, n, [], unsignedCmp=True)
    k.region(loop, [k.tile(of=S.I32)], lambda _: k.op("Continue", []))
    loop.done()


class Multicast:
    """The attribute of a pointer to multicast memory, which the writer has no name for."""
    _value_ = b"\2"


def multicast(k):
    of, zero, x, token = S.I32, k.i(value=0), k.i(16, 8), k.token()
    pointer = k.op("IntToPtr", k.pointers(to=of, attribute=Multicast), k.i(of=S.I64))
    ty = k.view(of=of, attribute=Multicast)
    tensor = k.op("MakeTensorView", ty, pointer, [], [])
    view = k.op("MakePartitionView", k.t.partition_view([16, 8], ty, [0, 1], P.Missing), tensor)
    index, both, T = [zero, zero], [True, True], k.tile(16, 8, of=of)
    for kind in e.MultimemReductionKind:
        k.op("MultimemLoadReduceViewTko", T, k.t.Token, view, index, token, ORDER.WEAK, None, kind, both)
        k.op("MultimemReduceViewTko", k.t.Token, view, x, index, None, ORDER.RELAXED, SCOPE.SYS, kind, both)
    k.op("MultimemStoreViewTko", k.t.Token, view, x, index, token, ORDER.WEAK, None, both)


def module(version, kernels):
    """A module of these kernels; what they do has no meaning, only a form."""
    data = bytearray()
    with write_bytecode(len(kernels), data, version) as writer:
        types, debug = writer.type_table, writer.debug_attr_table
        f32 = struct.pack("<f", 2.5)
        writer.global_section.define_global("plain", types.tile(types.F32, [1]), f32)
        writer.global_section.define_global("bytes", types.tile(types.simple(S.I8), [4]), b"\1\2\3\xff",
                                            alignment=16, constant=version.minor() >= 3)
        writer.global_section.define_global('od"d name', types.tile(types.F32, [2]), f32 + b"\0" * 4, alignment=4)
        file = debug.file("operations.py", ".")
        unit = debug.compile_unit(file)
        for line, write in enumerate(kernels, 1):
            scope = debug.subprogram(file, line, write.__name__, write.__name__, unit, line)
            block = debug.lexical_block(scope, file, line, 4)
            here = debug.loc(scope, "operations.py", line, 0)
            params = [types.tile(types.pointer(types.simple(to), PtrAttr.Missing), []) for to in (S.F32, S.I32)]
            hints = {"sm_100": EntryHints(2, 3), "default": EntryHints(None, 1)} if line % 2 else {}
            with writer.function(write.__name__, params, [], True, hints, here) as (builder, values):
                header = debug.loc(scope, "/include/crt/cuda_tile.h", 1, 2)
                helper = debug.loc(scope, "operations.py", 1000, 8)
                call = debug.call_site(header, debug.call_site(helper, debug.loc(block, "operations.py", line, 4)))
                builder.cur_debug_attr = call
                write(Kernel(writer, builder, values))
                builder.cur_debug_attr = here
                e.encode_ReturnOp(builder, [])
    return bytes(data)


def modules(version):
    """The files of a version: all that can be read, and from 13.5 what cannot."""
    yield "all", module(version, [write for since, write in KERNELS if since <= version.minor()])
    if version >= V.V_13_5:
        yield "multicast", module(version, [multicast])
