//! The order of tile blocks. Blocks of a launch are unordered, so any permutation of their numbers is an equal launch. In products of two
//! matrices, concurrent blocks should share rows and columns for the cache. They go down groups of a few columns, as in the grouped order
//! of Triton's matrix multiplication tutorial.

use spec::problem::Unsupported;
use spec::syntax::kernel::{Operation, ValueId};

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Opcode, Operand, Reg, Ty};
use crate::ir::tile_block::{Pair, Pairing};
use crate::layout::linear::Layout;

/// Columns of a group: concurrent blocks, one per multiprocessor, span more rows than columns. Measured on an H200 with 132 blocks, in
/// TFLOP/s, for 6, 8 and 12 columns. Products of 8192³: f16 712, 713, 700; bytes 1499, 1492, 1382; fp8 1574, 1585,
/// 1449. Products of 4096³: tf32 394, 388, 353.
pub(crate) const GROUP: u32 = 6;

/// Pairs of columns of a group where blocks have two tiles, so that what runs at once is about as wide as high. Measured likewise, for 5, 6 and 8: bf16 of 8192³ 618, 617,
/// 612, of 4096³ 717, 718, 722, a persistent loop 609, 612, 627, a batch 683, 689, 697.
const PAIRS: u32 = 8;

/// The binary logarithm of the most tile blocks in a group of columns with the longest ones first. A group has a few tile blocks for each
/// multiprocessor, and its columns share the cache. Keys and values of 512 tile blocks with 128 queries and heads of 128 have 32 MiB.
const LOG2_TILES: i64 = 9;

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
        None => {
            let id = ["%ctaid.x", "%ctaid.y", "%ctaid.z"].map(|name| code.special(name));
            if code.facts().longest_first() { longest_first(code, id) } else { id }
        }
    }
}

/// The number of the tile block that the block of threads with an index runs, if later tile blocks along the first axis are longer.
///
/// Blocks start in the order of their indices, the first axis running fastest. A group of columns starts with the longest tile block of
/// each column, then the second longest of each, and so on. So the last blocks to start are short in all columns of the last group,
/// and multiprocessors finish together. The first group has what is left over.
fn longest_first(code: &mut Builder<'_>, [x, y, z]: [Reg; 3]) -> [Reg; 3] {
    let [rows, columns] = ["%nctaid.x", "%nctaid.y"].map(|name| code.special(name));
    let last = u32_op(code, Opcode::Sub, rows, Operand::Int(1));
    // 2^k columns of at most 2^LOG2_TILES tile blocks: the rows are fewer than 2^(32 - zeros).
    let zeros = code.op(Opcode::Clz, Ty::B32, Class::B32, &[last.into()]);
    let spare = code.op(Opcode::Sub, Ty::S32, Class::B32, &[zeros.into(), Operand::Int(32 - LOG2_TILES)]);
    let log2_width = code.op(Opcode::Max, Ty::S32, Class::B32, &[spare.into(), Operand::Int(0)]);
    let one = code.mov(Class::B32, 1);
    let full = u32_op(code, Opcode::Shl, one, log2_width);
    let mask = u32_op(code, Opcode::Sub, full, Operand::Int(1));
    let rest = code.op(Opcode::And, Ty::B32, Class::B32, &[columns.into(), mask.into()]);
    // Behind the rest, groups begin at multiples of their width.
    let behind = u32_op(code, Opcode::Sub, y, rest);
    let inside = code.op(Opcode::And, Ty::B32, Class::B32, &[behind.into(), mask.into()]);
    let first = u32_op(code, Opcode::Sub, y, inside);
    let is_rest = code.compare(Compare::Lt, Ty::U32, y, rest);
    let zero = code.mov(Class::B32, 0);
    let [first, width] =
        [(zero, first), (rest, full)].map(|(small, large)| code.choose(is_rest, small, large));
    // A group of several columns has at most 2^LOG2_TILES tile blocks, so no position wraps around.
    let at = u32_op(code, Opcode::Sub, y, first);
    let position = code.op(Opcode::MadLo, Ty::U32, Class::B32, &[at.into(), rows.into(), x.into()]);
    let row = u32_op(code, Opcode::Div, position, width);
    let column = u32_op(code, Opcode::Rem, position, width);
    [u32_op(code, Opcode::Sub, last, row), u32_op(code, Opcode::Add, first, column), z]
}

/// The position that a persistent block of threads takes in a round. Every second round is dealt backwards: the block with the longest
/// tile block of a round then has the shortest one of the next. Positions behind the last tile block are in the last round alone.
pub(crate) fn back_and_forth(code: &mut Builder<'_>, position: Reg, [own, blocks]: [Reg; 2]) -> Reg {
    let round = u32_op(code, Opcode::Div, position, blocks);
    let parity = code.op(Opcode::And, Ty::B32, Class::B32, &[round.into(), Operand::Int(1)]);
    let comes_back = code.compare(Compare::Ne, Ty::U32, parity, 0);
    let last = u32_op(code, Opcode::Sub, blocks, Operand::Int(1));
    let from_behind = u32_op(code, Opcode::Sub, last, own);
    let first = u32_op(code, Opcode::Sub, position, own);
    let other = u32_op(code, Opcode::Add, first, from_behind);
    code.choose(comes_back, other, position)
}

/// The tile block at a position in the order of their lengths, over all columns of the grid.
pub(crate) fn longest(code: &mut Builder<'_>, position: Reg, [rows, columns, planes]: [Reg; 3]) -> [Reg; 3] {
    let across = u32_op(code, Opcode::MulLo, columns, planes);
    let row = u32_op(code, Opcode::Div, position, across);
    let inside = u32_op(code, Opcode::Rem, position, across);
    let last = u32_op(code, Opcode::Sub, rows, Operand::Int(1));
    let x = u32_op(code, Opcode::Sub, last, row);
    [x, u32_op(code, Opcode::Rem, inside, columns), u32_op(code, Opcode::Div, inside, columns)]
}

/// How many positions of a grid there are: tile blocks, or pairs of them.
pub(crate) fn positions(
    code: &mut Builder<'_>,
    [rows, columns, planes]: [Reg; 3],
    pairing: Option<Pairing>,
) -> Reg {
    let columns = columns_of_pairs(code, columns, pairing);
    let plane = u32_op(code, Opcode::MulLo, rows, columns);
    u32_op(code, Opcode::MulLo, plane, planes)
}

/// The tile block of that position in a grid of those extents: plane after plane, in each in groups of columns. In a pair, the tile
/// block is the warpgroup's own; a warpgroup without a tile block gets its neighbor's.
pub(crate) fn grouped(
    code: &mut Builder<'_>,
    position: Reg,
    [rows, columns, _]: [Reg; 3],
    pairing: Option<Pairing>,
) -> ([Reg; 3], Option<Pair>) {
    let across = columns_of_pairs(code, columns, pairing);
    let plane = u32_op(code, Opcode::MulLo, rows, across);
    let z = u32_op(code, Opcode::Div, position, plane);
    let linear = u32_op(code, Opcode::Rem, position, plane);
    let [row, at] = grouped_in_plane(code, linear, [rows, across], pairing);
    let Some(pairing) = pairing else { return ([row, at, z], None) };
    let (column, pair) = column_of_pair(code, at, columns, pairing);
    ([row, column, z], Some(pair))
}

/// A persistent loop whose tiles may be made in any order.
pub(crate) struct TileLoop {
    /// Tiles of a column, and all of them.
    rows: Reg,
    all: Reg,
    /// The number of full columns, and the tiles of a column.
    columns: Reg,
    full: Reg,
    /// The pairing, if tile blocks run side by side.
    pairing: Option<Pairing>,
    /// How many positions the loop goes through: tiles, or pairs of them.
    pub(crate) positions: Reg,
}

impl TileLoop {
    /// The reordering of the loop with this variable, bound type and block-count step; `None` if the order of iterations matters.
    pub(crate) fn of(
        code: &mut Builder<'_>,
        variable: ValueId,
        (end, ty): (Reg, Ty),
        blocks: Reg,
    ) -> Option<TileLoop> {
        let order = code.facts().tile_order().filter(|order| order.variable == variable)?;
        let rows = code.scalar(order.rows);
        // A negative end means no tiles; unsigned, the end would be very large.
        let some = code.compare(Compare::Gt, ty, end, 0);
        let none = code.mov(Class::B32, 0);
        let all = code.choose(some, end, none);
        let columns = u32_op(code, Opcode::Div, all, rows);
        let full = u32_op(code, Opcode::MulLo, rows, columns);
        let one = code.mov(Class::B32, 1);
        let grid = [rows, columns, one];
        let pairing = code.group().map(|group| pairing(code, group, grid, blocks));
        let positions = match pairing {
            None => all,
            Some(_) => {
                let pairs = positions(code, grid, pairing);
                let rest = u32_op(code, Opcode::Sub, all, full);
                u32_op(code, Opcode::Add, pairs, rest)
            }
        };
        Some(TileLoop { rows, all, columns, full, pairing, positions })
    }

    /// Enters the tile at a position; the following code belongs to its pair. Tiles of full columns come first, in groups of
    /// columns; left-over tiles follow one by one.
    pub(crate) fn enter(&self, code: &mut Builder<'_>, position: Reg) -> Reg {
        let TileLoop { rows, all, columns, full, pairing, positions } = *self;
        let rest = u32_op(code, Opcode::Sub, all, full);
        let pairs = u32_op(code, Opcode::Sub, positions, rest);
        let is_full = code.compare(Compare::Lt, Ty::U32, position, pairs);
        let zero = code.mov(Class::B32, 0);
        let linear = code.choose(is_full, position, zero);
        // Without a full column there is no group, and the group's numbers are unused.
        let across = columns_of_pairs(code, columns, pairing);
        let across = u32_op(code, Opcode::Max, across, Operand::Int(1));
        let [row, at] = grouped_in_plane(code, linear, [rows, across], pairing);
        let column = match pairing {
            None => at,
            Some(pairing) => {
                let (column, pair) = column_of_pair(code, at, columns, pairing);
                let has_second = code.and(pair.has_second, is_full);
                let is_first = code.compare(Compare::Eq, Ty::U32, pairing.group, 0);
                let is_own = code.choose(is_full, pair.is_own, is_first);
                code.set_pair(Some(Pair { has_second, is_own }));
                column
            }
        };
        let first = u32_op(code, Opcode::MulLo, column, rows);
        let number = u32_op(code, Opcode::Add, first, row);
        let further = u32_op(code, Opcode::Sub, position, pairs);
        let behind = u32_op(code, Opcode::Add, full, further);
        code.choose(is_full, number, behind)
    }
}

/// How the tile blocks of a grid are run by so many blocks of threads: two by two where that takes no more rounds of tiles than one by one.
pub(crate) fn pairing(code: &mut Builder<'_>, group: Reg, grid: [Reg; 3], blocks: Reg) -> Pairing {
    let [zero, one] = [0, 1].map(|number| code.mov(Class::B32, number));
    let rounds = |code: &mut Builder<'_>, pairing| {
        let positions = positions(code, grid, pairing);
        let more = u32_op(code, Opcode::Add, positions, blocks);
        let more = u32_op(code, Opcode::Sub, more, Operand::Int(1));
        u32_op(code, Opcode::Div, more, blocks)
    };
    let single = rounds(code, None);
    let double = rounds(code, Some(Pairing { group, log2_width: one }));
    let double = u32_op(code, Opcode::Shl, double, Operand::Int(1));
    let pays = code.compare(Compare::Le, Ty::U32, double, single);
    Pairing { group, log2_width: code.choose(pays, one, zero) }
}

/// The number of columns, or of pairs of columns; the last pair may be a single column.
fn columns_of_pairs(code: &mut Builder<'_>, columns: Reg, pairing: Option<Pairing>) -> Reg {
    let Some(Pairing { log2_width, .. }) = pairing else { return columns };
    let more = u32_op(code, Opcode::Add, columns, log2_width);
    u32_op(code, Opcode::Shr, more, log2_width)
}

/// The column of this warpgroup's tile block in a pair; the first column if its own is missing.
fn column_of_pair(code: &mut Builder<'_>, at: Reg, columns: Reg, pairing: Pairing) -> (Reg, Pair) {
    let Pairing { group, log2_width } = pairing;
    let first = u32_op(code, Opcode::Shl, at, log2_width);
    let second = u32_op(code, Opcode::Add, first, log2_width);
    let is_wide = code.compare(Compare::Ne, Ty::U32, log2_width, 0);
    let is_inside = code.compare(Compare::Lt, Ty::U32, second, columns);
    let has_second = code.and(is_wide, is_inside);
    let is_second = code.compare(Compare::Ne, Ty::U32, group, 0);
    let runs_second = code.and(is_second, has_second);
    let is_first = code.compare(Compare::Eq, Ty::U32, group, 0);
    let is_own = code.choose(is_first, is_first, has_second);
    (code.choose(runs_second, second, first), Pair { has_second, is_own })
}

/// Row and column, or pair of columns, of a position in a plane of less than 2³² of them.
fn grouped_in_plane(
    code: &mut Builder<'_>,
    linear: Reg,
    [rows, columns]: [Reg; 2],
    pairing: Option<Pairing>,
) -> [Reg; 2] {
    let usual = if pairing.is_some() { PAIRS } else { GROUP };
    let group = Operand::Int(code.options().group.unwrap_or(usual).max(1).into());
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
    // PTX has shifts to the left of bits alone.
    let ty = if op == Opcode::Shl { Ty::B32 } else { Ty::U32 };
    code.op(op, ty, Class::B32, &[a.into(), b.into()])
}
