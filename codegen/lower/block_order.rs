//! The order of tile blocks. Blocks of a launch are ordered by nothing, so any permutation of their numbers is the same launch. Where
//! blocks multiply tiles of two matrices, those that run at the same time should share rows and columns, so that the cache has them:
//! they go down groups of a few columns, as the grouped order of Triton's matrix multiplication tutorial does in the source.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Opcode, Operand, Reg, Ty};
use crate::layout::linear::Layout;

/// Columns of a group: what runs at once, a block for each multiprocessor, has some rows more than columns. Measured on an H200 with 132 blocks,
/// in TFLOP/s, for 6, 8 and 12 columns: f16 of 8192³ 712, 713, 700, bytes 1499, 1492, 1382, fp8 1574, 1585, 1449, tf32 of 4096³ 394, 388, 353.
pub(crate) const GROUP: u32 = 6;

/// `get_tile_block_id`.
pub(crate) fn tile_block_id(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let id = block_id(code);
    set_numbers(code, op, id)
}

/// `get_num_tile_blocks`.
pub(crate) fn num_tile_blocks(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let extents = match code.tile_block() {
        Some(block) => block.grid,
        None => ["%nctaid.x", "%nctaid.y", "%nctaid.z"].map(|name| code.special(name)),
    };
    set_numbers(code, op, extents)
}

fn set_numbers(code: &mut Builder<'_>, op: &Operation, numbers: [Reg; 3]) -> Result<(), Unsupported> {
    for (result, reg) in op.results.iter().zip(numbers) {
        code.set_tile(*result, Layout::splat(&[]), vec![reg]);
    }
    Ok(())
}

/// The number of the tile block along each axis.
pub(crate) fn block_id(code: &mut Builder<'_>) -> [Reg; 3] {
    match code.tile_block() {
        Some(block) => block.id,
        None => ["%ctaid.x", "%ctaid.y", "%ctaid.z"].map(|name| code.special(name)),
    }
}

/// The tile block of that position in a grid of those extents: plane after plane, in each in groups of columns.
pub(crate) fn grouped(code: &mut Builder<'_>, position: Reg, [rows, columns, _]: [Reg; 3]) -> [Reg; 3] {
    let plane = u32_op(code, Opcode::MulLo, rows, columns);
    let z = u32_op(code, Opcode::Div, position, plane);
    let linear = u32_op(code, Opcode::Rem, position, plane);
    let [row, column] = grouped_in_plane(code, linear, [rows, columns]);
    [row, column, z]
}

/// The number of the tile that comes at a position of a persistent loop whose tiles may be made in any order, of so many in all. Those that fill
/// columns are in groups of columns; what is left over, if anything, stays where it is.
pub(crate) fn reordered(code: &mut Builder<'_>, position: Reg, (rows, all): (Reg, Reg)) -> Reg {
    let columns = u32_op(code, Opcode::Div, all, rows);
    // One column that is not full is left as it is too: its group is itself.
    let columns = u32_op(code, Opcode::Max, columns, Operand::Int(1));
    let full = u32_op(code, Opcode::MulLo, rows, columns);
    let is_full = code.compare(Compare::Lt, Ty::U32, position, full);
    let zero = code.mov(Class::B32, 0);
    let linear = code.choose(is_full, position, zero);
    let [row, column] = grouped_in_plane(code, linear, [rows, columns]);
    let first = u32_op(code, Opcode::MulLo, column, rows);
    let number = u32_op(code, Opcode::Add, first, row);
    code.choose(is_full, number, position)
}

/// Row and column of a position in a plane of less than 2³² tiles.
fn grouped_in_plane(code: &mut Builder<'_>, linear: Reg, [rows, columns]: [Reg; 2]) -> [Reg; 2] {
    let group = Operand::Int(code.options().group.unwrap_or(GROUP).max(1).into());
    // No more columns than there are: a group has no more tiles than the plane.
    let group = u32_op(code, Opcode::Min, columns, group);
    let of_group = u32_op(code, Opcode::MulLo, rows, group);
    let at = u32_op(code, Opcode::Div, linear, of_group);
    let first = u32_op(code, Opcode::MulLo, at, group);
    let inside = u32_op(code, Opcode::Rem, linear, of_group);
    // The last group may have fewer columns.
    let left = u32_op(code, Opcode::Sub, columns, first);
    let wide = u32_op(code, Opcode::Min, left, group);
    let row = u32_op(code, Opcode::Div, inside, wide);
    let column = u32_op(code, Opcode::Rem, inside, wide);
    let column = u32_op(code, Opcode::Add, first, column);
    [row, column]
}

fn u32_op(code: &mut Builder<'_>, op: Opcode, a: Reg, b: impl Into<Operand>) -> Reg {
    code.op(op, Ty::U32, Class::B32, &[a.into(), b.into()])
}
