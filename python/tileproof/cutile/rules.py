"""What cuda.tile requires of a kernel and its bytecode does not say: the kernel compiled a second time, with that as assertions."""
from __future__ import annotations

import contextlib
from typing import Any, Callable, Iterator

# The words of an assertion that stands for the rule; spec/ops/source.rs reads them.
INDEX = "tileproof requires source.index.representable"


@contextlib.contextmanager
def _asserted(cut: list[int]) -> Iterator[None]:
    """While this lasts, an index of 64 bits that is cut to the 32 of its array's index type is asserted to be one of those."""
    from cuda.tile import _bytecode as bc
    from cuda.tile import _ir2bytecode as lowering
    own = lowering.BytecodeContext.index_tuple

    def index_tuple(context: Any, index: tuple[Any, ...], *, keep_i64: bool = False) -> tuple[Any, ...]:
        for item in () if keep_i64 else index:
            ty = item.get_type()
            dtype = getattr(ty, "dtype", ty)
            if dtype.bitwidth > 32:
                cut.append(dtype.bitwidth)
                _assert_fits(bc, context, context.get_value(item), ty)
        return own(context, index, keep_i64=keep_i64)

    lowering.BytecodeContext.index_tuple = index_tuple
    try:
        yield
    finally:
        lowering.BytecodeContext.index_tuple = own


def _assert_fits(bc: Any, context: Any, value: Any, ty: Any) -> None:
    """That −2³¹ ≤ value < 2³¹; of a number that is natural, that it is less."""
    from cuda.tile._datatype import is_signed
    signed = bc.Signedness.Signed if is_signed(ty.dtype) else bc.Signedness.Unsigned
    bit = context.type_table.tile(context.type_table.I1, ())
    compare: Callable[[int, Any], Any] = lambda bound, how: bc.encode_CmpIOp(
        context.builder, bit, value, context.constant(bound, ty), how, signed)
    fits = compare(2**31 - 1, bc.ComparisonPredicate.LESS_THAN_OR_EQUAL)
    if signed is bc.Signedness.Signed:
        above = compare(-2**31, bc.ComparisonPredicate.GREATER_THAN_OR_EQUAL)
        fits = bc.encode_AndIOp(context.builder, bit, fits, above)
    bc.encode_AssertOp(context.builder, fits, INDEX)


def checked(compile: Callable[[], bytes]) -> bytes | None:
    """The bytecode with assertions; none where there is nothing to assert."""
    cut: list[int] = []
    with _asserted(cut):
        made = compile()
    return made if cut else None
