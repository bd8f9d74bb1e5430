//! `iota`: its elements in any layout, from the numbers of threads and registers.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::numbers::immediate;
use crate::ir::ptx::{Class, Opcode, Operand, Reg, Ty};
use crate::ir::thread_bits::thread_bits_at;
use crate::layout::linear::{Layout, MAX_TILE_REGISTERS};
use crate::lower::arith::integer;
use crate::lower::element_type::scalar_of;

/// `iota`, in the layout of the widest accesses if a tile of pointers is computed from the result.
pub(crate) fn iota(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let result = op.results[0];
    let shape = &code.kernel().tile(result).shape;
    // While threads would have nothing else, no bits are best in registers.
    let spare = Layout::splat(shape).bits.len().saturating_sub(code.log2_threads());
    let vector = code.facts().pointer_vector_bits().min(spare);
    let layout = Layout::blocked(shape, &[0], vector, code.log2_threads());
    if layout.registers() > MAX_TILE_REGISTERS {
        return code
            .refuse(op, format!("a tile of {} elements in {} threads", shape[0], 1 << code.log2_threads()));
    }
    let regs = in_layout(code, op, &layout);
    code.set_tile(result, layout, regs);
    Ok(())
}

/// Its registers in a layout: the thread's part of the index is computed once, and registers add constants.
pub(crate) fn in_layout(code: &mut Builder<'_>, op: &Operation, layout: &Layout) -> Vec<Reg> {
    let scalar = scalar_of(code, op.results[0]);
    let pairs: Vec<(usize, usize)> = layout.thread_bits().collect();
    let thread = thread_bits_at(code, &pairs).unwrap_or_else(|| code.mov(Class::B32, 0));
    let mut regs = Vec::new();
    for at in 0..layout.registers() {
        let index = Operand::Int(immediate(layout.index_of(at)));
        let value = code.op(Opcode::Add, Ty::S32, Class::B32, &[thread.into(), index]);
        regs.push(integer::canonical(code, scalar, value));
    }
    regs
}
