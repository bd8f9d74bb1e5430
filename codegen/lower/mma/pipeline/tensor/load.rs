//! Loads of tiles as bulk copies of boxes: which map a load needs, and the instructions that
//! copy its tile to a stage.
//!
//! The lines in shared memory are the lines of `cp.async` ([`SwizzledLines`]). A box is a line wide and up to 256 lines
//! high. The accelerator swizzles lines as the matrix instructions read them.

use spec::syntax::kernel::{Kernel, ValueId};

use crate::analysis::facts::KernelFacts;
use crate::ir::builder::Builder;
use crate::ir::numbers::{immediate, log2_of, to_index};
use crate::ir::ptx::{Address, Class, Inst, Opcode, Operand, Reg, TensorCopy, Ty};
use crate::ir::ring::{MadeMap, MapSource, TensorLoad};
use crate::ir::value::bytes;
use crate::layout::swizzled_lines::SwizzledLines;
use crate::lower::mma::pipeline::plan::PipelinedLoad;
use crate::lower::mma::pipeline::tensor::mapped::{
    BoxShape, LONGEST_BOX, MappedView, box_origin, origins, tile_origin,
};

impl TensorLoad {
    /// Of a load whose tensor has a map, from an offset of a stage on.
    pub(crate) fn new(
        kernel: &Kernel,
        facts: &KernelFacts<'_>,
        load: &PipelinedLoad<'_>,
        (offset, log2_parts): (u64, usize),
    ) -> Option<TensorLoad> {
        let view = load.op.operands[0];
        let tiling = kernel.ty(view).tiled()?;
        let size = log2_of(bytes(tiling.tensor.element));
        let mut shape = load.axes.map(|axis| tiling.tile[axis]);
        shape[load.terms] >>= log2_parts;
        let lines = SwizzledLines::new(&shape, load.unit, size);
        let parts_along = (usize::from(load.terms != load.unit), shape[load.terms].into());
        let axes = [load.unit, 1 - load.unit].map(|axis| load.axes[axis]);
        let shape = BoxShape { line_bytes: lines.log2_line_bytes, lines: lines.rows.min(LONGEST_BOX) };
        let (view, indices) = ((view, &tiling), &load.op.operands[1..]);
        let rounds = load.rounded.is_some();
        let (map, axes, is_aligned) =
            match MappedView::of(kernel, facts.definitions(), view, axes, (shape, rounds)) {
                Some(mapped) => {
                    let is_aligned = mapped.is_aligned(facts);
                    (MapSource::Launch(mapped.map), mapped.axes, is_aligned)
                }
                None => {
                    let (made, axes) = MadeMap::of(kernel, facts.definitions(), view, axes, (shape, rounds))?;
                    (made.is_taken(kernel, facts).then_some(MapSource::Code(made))?, axes, false)
                }
            };
        let origins = origins(&axes, &tiling, indices);
        Some(TensorLoad { map, lines, offset, origins, parts_along, next_along: None, is_aligned })
    }

    /// The load of the next tile along the axis of an index, at an offset of a stage.
    pub(crate) fn next(&self, index: ValueId, offset: u64) -> Option<TensorLoad> {
        let next_along = self.origins.iter().position(|(of, _)| *of == index)?;
        Some(TensorLoad { offset, next_along: Some(next_along), ..self.clone() })
    }

    /// Starts the copies of a part of the tile to a stage that begins at an address of shared memory; they arrive at a barrier.
    pub(crate) fn start(
        &self,
        code: &mut Builder<'_>,
        (map, part): (Reg, u32),
        stage: Reg,
        barrier: &Address,
    ) {
        let mut origin = tile_origin(code, &self.origins);
        if part > 0 {
            let (axis, elements) = self.parts_along;
            let further = Operand::Int(i64::from(part) * elements);
            origin[axis] = code.op(Opcode::Add, Ty::S32, Class::B32, &[origin[axis].into(), further]);
        }
        if let Some(axis) = self.next_along {
            let tile = Operand::Int(self.origins[axis].1);
            origin[axis] = code.op(Opcode::Add, Ty::S32, Class::B32, &[origin[axis].into(), tile]);
        }
        let line = 1u32 << (self.lines.log2_line_bytes - self.lines.log2_bytes);
        let high = 1usize << self.lines.rows.min(LONGEST_BOX);
        for along in (0..1u32 << self.lines.unit).step_by(to_index(line)) {
            for row in (0..1usize << self.lines.rows).step_by(high) {
                let coordinates = box_origin(code, &origin, [i64::from(along), immediate(row)]);
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
