//! The axes of a tile of a view: where it begins along each, how far its elements are apart, how many are inside.

use spec::syntax::types::TiledView;

use super::rows::Rows;
use crate::r#gen::Gen;
use crate::multiples;
use crate::ptx::{Class, Compare, Mode, Opcode, Operand, Reg, Ty};
use crate::value::{Num, Tensor, bytes};

/// One tile axis of an access.
pub(super) struct Axis {
    /// The first element along it.
    pub(super) origin: Num,
    /// Bytes from an element to the next.
    pub(super) stride: Num,
    /// The same in elements, and the bytes of one.
    pub(super) apart: (Num, u64),
    /// This thread's part of the index along it, where there is one.
    pub(super) thread: Option<Reg>,
    /// Elements from the origin to the tensor's end, at most the tile's extent, where the tile may not be inside.
    pub(super) rest: Option<Reg>,
    /// Along a sparse axis, the rows.
    pub(super) rows: Option<Rows>,
    /// Bits of the index.
    pub(super) bits: (usize, usize),
}

/// The bytes of so many strides of elements of so many bytes. Where the stride has 32 bits the assembler shall see it: to add the
/// product is one instruction then.
pub(super) fn scaled(code: &mut Gen<'_>, stride: Num, size: u64) -> Num {
    let by = Operand::Int(size as i64);
    match stride {
        Num::Known(stride) => Num::Known(stride.wrapping_mul(size as i64)),
        Num::Reg(stride) if code.short.contains(&stride) && i32::try_from(size).is_ok() => {
            let low = code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, stride);
            Num::Reg(code.op(Opcode::MulWide, Ty::U32, Class::B64, &[low.into(), by]))
        }
        Num::Reg(stride) => Num::Reg(code.op(Opcode::MulLo, Ty::S64, Class::B64, &[stride.into(), by])),
    }
}

/// Elements from an origin to the end of the tensor, at most a tile's extent.
pub(super) fn rest(code: &mut Gen<'_>, extent: Num, origin: Reg, tile: u32) -> Reg {
    let extent = match extent {
        Num::Known(extent) => code.mov(Class::B64, extent),
        // Read as unsigned; no address is that far.
        Num::Reg(extent) => {
            code.op(Opcode::Min, Ty::U64, Class::B64, &[extent.into(), Operand::Int(i64::MAX)])
        }
    };
    let left = code.op(Opcode::Sub, Ty::S64, Class::B64, &[extent.into(), origin.into()]);
    let left = code.op(Opcode::Min, Ty::S64, Class::B64, &[left.into(), Operand::Int(tile.into())]);
    let left = code.op(Opcode::Max, Ty::S64, Class::B64, &[left.into(), Operand::Int(0)]);
    code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, left)
}

/// The address of the element of register 0.
pub(super) fn address(code: &mut Gen<'_>, base: Reg, axes: &[Axis]) -> Reg {
    let mut address = base;
    for axis in axes {
        address = code.op(
            Opcode::MadLo,
            Ty::S64,
            Class::B64,
            &[operand(axis.origin), axis.stride.into(), address.into()],
        );
    }
    for axis in axes {
        let Some(thread) = axis.thread else { continue };
        let wide = code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, thread);
        address =
            code.op(Opcode::MadLo, Ty::S64, Class::B64, &[wide.into(), axis.stride.into(), address.into()]);
    }
    address
}

fn operand(num: Num) -> Operand {
    num.into()
}

/// A predicate that runs begin at multiples of their size, where that is not known.
pub(super) fn alignment(
    code: &mut Gen<'_>,
    axes: &[Axis],
    tiling: &TiledView<'_>,
    tensor: &Tensor,
    (run_axis, run_bits): (usize, usize),
) -> Option<Reg> {
    let size = bytes(tiling.tensor.element);
    let wide = size << run_bits;
    let mut unknown = Vec::new();
    if tensor.aligned < wide {
        unknown.push(tensor.base);
    }
    for (axis, of) in axes.iter().enumerate() {
        let multiple = tensor.multiples[tiling.dim_map[axis]].saturating_mul(size);
        let Num::Reg(stride) = of.stride else {
            // Along the axis of runs only where a tile begins matters, elsewhere every stride.
            let Num::Known(stride) = of.stride else { continue };
            if axis != run_axis {
                if multiples::of_number(stride) < wide {
                    unknown.push(code.mov(Class::B64, stride));
                }
            } else if multiples::of_number(tiling.steps[axis]) * size < wide {
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
    let low = code.op(Opcode::And, Ty::B64, Class::B64, &[all.into(), Operand::Int(wide as i64 - 1)]);
    Some(code.compare(Compare::Eq, Ty::U64, low, 0))
}

/// A predicate that the whole tile is inside, where that was not proved.
pub(super) fn full(code: &mut Gen<'_>, axes: &[Axis], tiling: &TiledView<'_>) -> Option<Reg> {
    let mut all = Vec::new();
    for (axis, extent) in axes.iter().zip(tiling.tile) {
        all.extend(axis.rows.iter().flat_map(Rows::all_inside));
        if let Some(rest) = axis.rest {
            all.push(code.compare(Compare::Ge, Ty::S32, rest, i64::from(*extent)));
        }
    }
    all.into_iter().reduce(|all, one| code.and(all, one))
}
