//! Loads of tiles as bulk copies of boxes (PTX ISA, `cp.async.bulk.tensor`): which map a load needs, and the instructions that
//! copy its tile to a stage.
//!
//! In shared memory the tile is in the same lines as by `cp.async` ([`SwizzledLines`]): a box is a line wide and up to 256 lines high,
//! and the accelerator swizzles lines as the matrix instructions read them.

use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::op::{Meaning, Memory, Op};
use spec::syntax::types::Type;

use crate::analysis::definitions::{Definition, Definitions};
use crate::ir::builder::Builder;
use crate::ir::numbers::{immediate, log2_of, to_index};
use crate::ir::ptx::{Address, Class, Inst, Mode, Opcode, Operand, Reg, TensorCopy, Ty};
use crate::ir::ring::TensorLoad;
use crate::ir::value::bytes;
use crate::layout::swizzled_lines::SwizzledLines;
use crate::lower::mma::pipeline::plan::PipelinedLoad;
use crate::tensor_map::{MAP_ALIGNMENT, Number, TensorMap};

/// The most elements of a box along an axis, as a power of two.
const BOX: usize = 8;

/// Bits of the bytes of the shortest line that is swizzled.
const SHORTEST_LINE: usize = 5;

/// The most axes of a tensor that has a map.
const MAX_RANK: usize = 5;

impl TensorLoad {
    /// Of a load whose tensor has a map, from an offset of a stage on.
    pub(crate) fn new(
        kernel: &Kernel,
        definitions: &Definitions<'_>,
        load: &PipelinedLoad<'_>,
        offset: u64,
    ) -> Option<TensorLoad> {
        let view = load.op.operands[0];
        let tiling = kernel.ty(view).tiled()?;
        let size = log2_of(bytes(tiling.tensor.element));
        let lines = SwizzledLines::new(&load.axes.map(|axis| tiling.tile[axis]), load.unit, size);
        let rank = tiling.tile.len();
        if lines.log2_line_bytes < SHORTEST_LINE || rank > MAX_RANK {
            return None;
        }
        // Neighbours first, then the lines, then the rest.
        let [unit, down] = [load.unit, 1 - load.unit].map(|axis| load.axes[axis]);
        let rest = (0..rank).filter(|axis| !load.axes.contains(axis));
        let axes: Vec<usize> = [unit, down].into_iter().chain(rest).collect();
        let tensor = Tensor::of(kernel, definitions, view)?;
        let dims = axes.iter().map(|axis| tiling.dim_map[*axis]);
        let mut box_extents = vec![1; rank];
        box_extents[0] = 1 << (lines.log2_line_bytes - size);
        box_extents[1] = 1 << lines.rows.min(BOX);
        let map = TensorMap {
            pointer: tensor.pointer,
            element_bytes: 1 << size,
            extents: dims.clone().map(|dim| tensor.extents[dim]).collect(),
            strides: dims.skip(1).map(|dim| tensor.strides[dim]).collect(),
            box_extents,
            line_bytes: 1 << lines.log2_line_bytes,
        };
        // A stride that is known not to be one of a map is none in any launch.
        let is_wrong = |stride: &Number| match stride {
            Number::Known(stride) => (*stride << size) % MAP_ALIGNMENT.cast_signed() != 0,
            Number::Value(_) => false,
        };
        if map.strides.iter().any(is_wrong) {
            return None;
        }
        let origins = axes.iter().map(|axis| (load.op.operands[1 + axis], tiling.steps[*axis]));
        Some(TensorLoad { map, lines, offset, origins: origins.collect() })
    }

    /// Starts the copies of the tile to a stage that begins at an address of shared memory; they arrive at a barrier.
    pub(super) fn start(&self, code: &mut Builder<'_>, map: Reg, stage: Reg, barrier: &Address) {
        let origins: Vec<Reg> =
            self.origins.iter().map(|(index, step)| origin(code, *index, *step)).collect();
        let line = self.map.box_extents[0];
        let high = 1usize << self.lines.rows.min(BOX);
        for along in (0..1u32 << self.lines.unit).step_by(to_index(line)) {
            for row in (0..1usize << self.lines.rows).step_by(high) {
                let mut coordinates: Vec<Operand> = origins.iter().map(|reg| Operand::Reg(*reg)).collect();
                for (at, more) in [(0, i64::from(along)), (1, immediate(row))] {
                    if more > 0 {
                        let from = [origins[at].into(), Operand::Int(more)];
                        coordinates[at] = code.op(Opcode::Add, Ty::S32, Class::B32, &from).into();
                    }
                }
                let place = immediate(self.lines.offset(to_index(along), row)) + self.offset.cast_signed();
                code.push(Inst::TensorCopy(TensorCopy {
                    to: Address::at(stage, place),
                    map,
                    coordinates,
                    barrier: barrier.clone(),
                }));
            }
        }
    }
}

/// Where a tile begins along an axis. Its index is in the index space, and the extent has 31 bits.
fn origin(code: &mut Builder<'_>, index: ValueId, step: i64) -> Reg {
    let index = code.natural(index);
    let low = code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, index);
    code.op(Opcode::MulLo, Ty::S32, Class::B32, &[low.into(), Operand::Int(step)])
}

/// What a tensor view is of, where the launch says all of it.
struct Tensor {
    pointer: usize,
    extents: Vec<Number>,
    strides: Vec<Number>,
}

impl Tensor {
    /// Of a view of tiles.
    fn of(kernel: &Kernel, definitions: &Definitions<'_>, tiles: ValueId) -> Option<Tensor> {
        let made = |value| match definitions.get(value)? {
            Definition::Result(op, _) => Some(op),
            Definition::Parameter(_) | Definition::Region(..) => None,
        };
        let view = made(made(tiles)?.operands[0])?;
        let Type::TensorView(ty) = kernel.ty(view.results[0]) else { return None };
        let is_plain = view.op.meaning() == Meaning::Memory(Memory::MakeTensorView);
        if !is_plain || view.attributes.packed.is_some() {
            return None;
        }
        let mut dynamic = view.operands[1..].iter().copied();
        let mut number = |known: &Option<i64>| match known {
            Some(known) => Some(Number::Known(*known)),
            None => dynamic.next().filter(|value| definitions.is_of_launch(*value)).map(Number::Value),
        };
        let extents = ty.shape.iter().map(&mut number).collect::<Option<_>>()?;
        let strides = ty.strides.iter().map(&mut number).collect::<Option<_>>()?;
        Some(Tensor { pointer: parameter(definitions, view.operands[0])?, extents, strides })
    }
}

/// The parameter that a value is, as far as something may have been assumed of it.
fn parameter(definitions: &Definitions<'_>, value: ValueId) -> Option<usize> {
    match definitions.get(value)? {
        Definition::Parameter(at) => Some(at),
        Definition::Result(op, _) if op.op == Op::Assume => parameter(definitions, op.operands[0]),
        Definition::Result(..) | Definition::Region(..) => None,
    }
}
