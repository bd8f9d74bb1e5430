//! The axes of a tile of a view: where it begins along each, how far its elements are apart, how many are inside.

use spec::syntax::types::TiledView;

use crate::analysis::divisibility;
use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Mode, Opcode, Operand, Reg, Ty};
use crate::ir::value::{Num, Tensor, bytes};
use crate::lower::memory::coalescing::VectorRun;
use crate::lower::memory::sparse_rows::SparseRows;

/// A tile axis of an access.
pub(crate) struct ViewAxis {
    /// The first element along the axis.
    pub(crate) origin: Num,
    /// Bytes from an element to the next.
    pub(crate) stride: Num,
    /// The stride in elements, and the bytes of an element.
    pub(crate) apart: (Num, u64),
    /// This thread's part of the index along the axis; `None` if threads do not divide the axis.
    pub(crate) thread: Option<Reg>,
    /// Elements from the origin to the tensor's end, at most the tile's extent, where the tile may not be inside.
    pub(crate) rest: Option<Reg>,
    /// A power of two that divides that number.
    pub(crate) rest_multiple: u64,
    /// Along a sparse axis, the rows.
    pub(crate) rows: Option<SparseRows>,
    /// Bits of the index.
    pub(crate) bits: (usize, usize),
}

/// The bytes of so many strides of elements of so many bytes. The assembler should see a 32-bit stride, because multiply-add is
/// then a single instruction.
pub(crate) fn scale_stride(code: &mut Builder<'_>, stride: Num, size: u64) -> Num {
    let by = Operand::Int(size.cast_signed());
    match stride {
        Num::Known(stride) => Num::Known(stride.wrapping_mul(size.cast_signed())),
        Num::Reg(stride) if code.is_zero_extended(stride) && i32::try_from(size).is_ok() => {
            let low = code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, stride);
            Num::Reg(code.op(Opcode::MulWide, Ty::U32, Class::B64, &[low.into(), by]))
        }
        Num::Reg(stride) => Num::Reg(code.op(Opcode::MulLo, Ty::S64, Class::B64, &[stride.into(), by])),
    }
}

/// Elements from an origin to the end of the tensor, at most a tile's extent.
pub(crate) fn elements_left(code: &mut Builder<'_>, extent: Num, origin: Reg, tile: u32) -> Reg {
    let extent = match extent {
        Num::Known(extent) => code.mov(Class::B64, extent),
        // Read as unsigned; no address is that far.
        Num::Reg(extent) => {
            code.op(Opcode::Min, Ty::U64, Class::B64, &[extent.into(), Operand::Int(i64::MAX)])
        }
    };
    let left = code.op(Opcode::Sub, Ty::S64, Class::B64, &[extent.into(), origin.into()]);
    // At most the tile's extent, so that 32 bits are enough.
    let left = code.op(Opcode::Min, Ty::S64, Class::B64, &[left.into(), Operand::Int(tile.into())]);
    let left = code.op(Opcode::Max, Ty::S64, Class::B64, &[left.into(), Operand::Int(0)]);
    code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, left)
}

/// The same for a tile by its index, if index and extent have 32 bits. The number of whole tiles and the length of the last tile are the
/// same in all iterations of a loop.
pub(crate) fn elements_left_of_tile(
    code: &mut Builder<'_>,
    extent: Num,
    index: Reg,
    tile: u32,
) -> Option<Reg> {
    let extent = match extent {
        Num::Known(extent) => Operand::Int(i64::from(u32::try_from(extent).ok()?)),
        Num::Reg(extent) if code.is_zero_extended(extent) => {
            code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, extent).into()
        }
        Num::Reg(_) => return None,
    };
    if !code.is_zero_extended(index) || !tile.is_power_of_two() {
        return None;
    }
    let index = code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, index);
    let [shift, mask] = [tile.trailing_zeros(), tile - 1].map(|it| Operand::Int(it.into()));
    let whole = code.op(Opcode::Shr, Ty::U32, Class::B32, &[extent, shift]);
    let part = code.op(Opcode::And, Ty::B32, Class::B32, &[extent, mask]);
    let is_part = code.compare(Compare::Eq, Ty::U32, index, whole);
    let is_whole = code.compare(Compare::Lt, Ty::U32, index, whole);
    let rest = code.op(Opcode::Selp, Ty::B32, Class::B32, &[part.into(), Operand::Int(0), is_part.into()]);
    Some(code.op(
        Opcode::Selp,
        Ty::B32,
        Class::B32,
        &[Operand::Int(tile.into()), rest.into(), is_whole.into()],
    ))
}

/// The address of the element of register 0: the base, what the tile's origin adds, and what the thread's own number adds. The origin is the
/// same for all threads, so the assembler may compute it once a warp. For whole tiles in a loop the thread's part comes first: the assembler
/// computes it once in front of the loop. Copies ahead are in a branch of their own, where this gains nothing.
pub(crate) fn tile_address(code: &mut Builder<'_>, base: Reg, axes: &[ViewAxis]) -> Reg {
    let is_whole = axes.iter().all(|axis| axis.rest.is_none() && axis.rows.is_none());
    let origins = axes.iter().map(|axis| (Operand::from(axis.origin), axis.stride));
    let mut parts: Vec<(Operand, Num)> = origins.collect();
    for axis in axes {
        let Some(thread) = axis.thread else { continue };
        let wide = code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, thread);
        parts.push((wide.into(), axis.stride));
    }
    if is_whole && code.is_in_loop() && code.copied_loop().is_none() {
        parts.rotate_left(axes.len());
    }
    parts.into_iter().fold(base, |address, (number, stride)| {
        code.op(Opcode::MadLo, Ty::S64, Class::B64, &[number, stride.into(), address.into()])
    })
}

/// A predicate for runs aligned to their size, unless known.
pub(crate) fn runs_are_aligned(
    code: &mut Builder<'_>,
    axes: &[ViewAxis],
    tiling: &TiledView<'_>,
    tensor: &Tensor,
    run: VectorRun,
) -> Option<Reg> {
    let size = bytes(tiling.tensor.element);
    let wide = size << run.bits;
    let mut unknown = Vec::new();
    // Every address is a sum of these: all of them are multiples of the vector's size if each is.
    if tensor.aligned < wide {
        unknown.push(tensor.base);
    }
    for (axis, of) in axes.iter().enumerate() {
        let multiple = tensor.multiples[tiling.dim_map[axis]].saturating_mul(size);
        let Num::Reg(stride) = of.stride else {
            // Along the axis of runs only where a tile begins matters, elsewhere every stride.
            let Num::Known(stride) = of.stride else { continue };
            if axis != run.axis {
                if divisibility::power_of_two_dividing(stride) < wide {
                    unknown.push(code.mov(Class::B64, stride));
                }
            } else if divisibility::power_of_two_dividing(tiling.steps[axis]) * size < wide {
                let from = [of.origin.into(), Operand::Int(stride)];
                unknown.push(code.op(Opcode::MulLo, Ty::S64, Class::B64, &from));
            }
            continue;
        };
        if multiple < wide {
            unknown.push(stride);
        }
    }
    let all = unknown
        .into_iter()
        .reduce(|all, one| code.op(Opcode::Or, Ty::B64, Class::B64, &[all.into(), one.into()]))?;
    let low = code.op(Opcode::And, Ty::B64, Class::B64, &[all.into(), Operand::Int(wide.cast_signed() - 1)]);
    Some(code.compare(Compare::Eq, Ty::U64, low, 0))
}

/// A predicate for a tile inside the bounds, unless proved.
pub(crate) fn tile_is_inside(
    code: &mut Builder<'_>,
    axes: &[ViewAxis],
    tiling: &TiledView<'_>,
) -> Option<Reg> {
    let mut all = Vec::new();
    for (axis, extent) in axes.iter().zip(tiling.tile) {
        // Of a sparse axis every row of the thread is tested; so this test is not the same for all threads.
        all.extend(axis.rows.iter().flat_map(SparseRows::all_inside));
        if let Some(rest) = axis.rest {
            all.push(code.compare(Compare::Ge, Ty::S32, rest, i64::from(*extent)));
        }
    }
    all.into_iter().reduce(|all, one| code.and(all, one))
}

/// Half of a natural number that is even.
pub(crate) fn halve(code: &mut Builder<'_>, num: Num) -> Num {
    match num {
        Num::Known(number) => Num::Known(number / 2),
        Num::Reg(reg) => Num::Reg(code.op(Opcode::Shr, Ty::U64, Class::B64, &[reg.into(), Operand::Int(1)])),
    }
}
