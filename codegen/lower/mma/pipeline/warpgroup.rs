//! Warpgroup matrix instructions, `wgmma` (PTX ISA, Asynchronous warpgroup-level matrix instructions): products of four warps
//! together, whose factors are in shared memory.
//!
//! A factor's lines are told by a descriptor: where they begin, how far apart eights of them are, how far apart line after line
//! along the neighbours is, how pieces are exchanged in them; all addresses in units of sixteen bytes.

use crate::ir::builder::Builder;
use crate::ir::numbers::{bytes_to_index, immediate, to_index};
use crate::ir::ptx::{Class, Inst, Mode, Opcode, Operand, Reg, Shuffle, Ty, Wgmma};
use crate::ir::shuffle::shuffle;
use crate::ir::thread_bits::thread_bits_at;
use crate::layout::linear::{BitSource, Layout};
use crate::layout::swizzled_lines::SwizzledLines;
use crate::lower::mma::pipeline::plan::{PipelinePlan, PipelinedProduct, ROWS};

/// Bits of a thread's number within a group.
const GROUP: usize = 7;

/// Bits of the most columns of an instruction.
const COLUMNS: usize = 8;

/// Where a factor lies in a stage.
#[derive(Debug, Clone, Copy)]
struct StagedFactor {
    /// Where it begins, in bytes.
    offset: u64,
    /// Its lines.
    lines: SwizzledLines,
    /// Whether the elements of a line are terms; else they are rows or columns.
    terms_in_lines: bool,
}

/// A product's factors in a stage, and how its sums lie.
pub(super) struct WarpgroupMma {
    product: PipelinedProduct,
    /// Which group has which rows and columns: bits of rows, then of columns.
    groups: [usize; 2],
    /// The layout of the sums.
    pub(super) layout: Layout,
    /// The left factor and the right one.
    factors: [StagedFactor; 2],
    /// By factor, what the group's number adds to a descriptor.
    moved: [Option<Reg>; 2],
}

impl WarpgroupMma {
    /// The products of a loop whose loads lie so in a stage: from an offset on, in lines.
    pub(super) fn of_loop(
        code: &mut Builder<'_>,
        plan: &PipelinePlan<'_>,
        places: &[(u64, SwizzledLines)],
    ) -> Option<Vec<Self>> {
        let factor = |at: usize| {
            let (load, (offset, lines)) = (&plan.loads[at], places[at]);
            StagedFactor { offset, lines, terms_in_lines: load.terms == load.unit }
        };
        plan.products
            .iter()
            .map(|product| WarpgroupMma::new(code, product, product.factors.map(factor)))
            .collect()
    }

    /// A product of factors that lie so.
    fn new(code: &mut Builder<'_>, product: &PipelinedProduct, factors: [StagedFactor; 2]) -> Option<Self> {
        // Warpgroups share out the rows first: each then reads its own part of the left factor only.
        let groups = code.log2_threads().checked_sub(GROUP)?;
        let down = groups.min(product.bits[0] - ROWS);
        let across = groups - down;
        // An instruction has eight columns at least.
        if product.bits[1] < across + 3 {
            return None;
        }
        let layout = layout(product.bits, [down, across]);
        let mut made = WarpgroupMma {
            product: product.clone(),
            groups: [down, across],
            layout,
            factors,
            moved: [None; 2],
        };
        made.moved = [0, 1].map(|side| made.descriptor_offset(code, side));
        Some(made)
    }

    /// What the number of this thread's group adds to a factor's descriptor.
    fn descriptor_offset(&self, code: &mut Builder<'_>, side: usize) -> Option<Reg> {
        let [down, across] = self.groups;
        let (skipped, count) = if side == 0 { (0, down) } else { (down, across) };
        if count == 0 {
            return None;
        }
        let first = if side == 0 { ROWS } else { self.product.bits[1] - across };
        let pairs: Vec<(usize, usize)> = (0..count)
            .map(|bit| {
                let offset = self.inside(side, 1 << (first + bit), 0) >> 4;
                (GROUP + skipped + bit, to_index(offset.trailing_zeros()))
            })
            .collect();
        let part = thread_bits_at(code, &pairs)?;
        // The same in all lanes, which the assembler should see.
        let part = shuffle(code, Shuffle::Idx, part, Operand::Int(0));
        Some(code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, part))
    }

    /// Where a factor's element is, in bytes from its start, off the swizzle: by its row or column, and its term.
    fn inside(&self, side: usize, other: usize, term: usize) -> usize {
        let StagedFactor { offset: _, lines, terms_in_lines } = self.factors[side];
        if terms_in_lines { lines.offset(term, other) } else { lines.offset(other, term) }
    }

    /// The descriptor of a part of a factor, but for where the stage begins.
    fn descriptor(&self, side: usize, other: usize, term: usize) -> i64 {
        let StagedFactor { offset, lines, terms_in_lines } = self.factors[side];
        let start = (bytes_to_index(offset) + self.inside(side, other, term)) >> 4;
        // Where terms are neighbours a part is inside one line, and the first distance does not matter.
        let along = if terms_in_lines { 1 } else { 1 << (lines.rows + lines.log2_line_bytes - 4) };
        let down = 1 << (lines.log2_line_bytes - 1);
        let mode: i64 = 8 - immediate(lines.log2_line_bytes);
        // The fields of the descriptor: start, leading dimension, stride, swizzle mode.
        immediate(start) | along << 16 | down << 32 | mode << 62
    }

    /// Starts the instructions of an iteration, for a stage that begins at that address in units of sixteen bytes.
    pub(super) fn start(&self, code: &mut Builder<'_>, stage: Reg, sums: &[Reg], always: Reg) {
        let [rows, columns, terms] = self.product.bits;
        let own_rows = rows - ROWS - self.groups[0];
        let own_columns = columns - self.groups[1];
        let wide = own_columns.min(COLUMNS);
        // The group's own part of a factor; for one group all of it.
        let bases = self.moved.map(|moved| match moved {
            None => stage,
            Some(moved) => code.op(Opcode::Add, Ty::U64, Class::B64, &[stage.into(), moved.into()]),
        });
        let op = format!("m64n{}k{}.{}", 1 << wide, 1 << self.product.terms, self.product.types);
        // Of factors of two bytes their rows and columns may be neighbours, not their terms.
        let is_of_two_bytes = self.factors.iter().all(|factor| factor.lines.log2_bytes == 1);
        let transposed = is_of_two_bytes.then(|| self.factors.map(|factor| !factor.terms_in_lines));
        for term in (0..1usize << terms).step_by(1 << self.product.terms) {
            for row in 0..1usize << own_rows {
                let row = row << (ROWS + self.groups[0]);
                for column in (0..1usize << own_columns).step_by(1 << wide) {
                    let [a, b] = [(0, row), (1, column)].map(|(side, other)| {
                        let descriptor = Operand::Int(self.descriptor(side, other, term));
                        code.op(Opcode::Add, Ty::U64, Class::B64, &[bases[side].into(), descriptor])
                    });
                    let to = self.registers(sums, row, column, wide);
                    code.push(Inst::Wgmma(Wgmma::Start { op: op.clone(), to, a, b, always, transposed }));
                }
            }
        }
    }

    /// The registers of an instruction's sums: pairs of columns, of two eights of rows, eight columns after eight.
    fn registers(&self, sums: &[Reg], row: usize, column: usize, wide: usize) -> Vec<Reg> {
        let columns = self.product.bits[1];
        let count = 1usize << (wide - 1);
        // The order of registers is the instruction's (PTX ISA, wgmma, matrix fragment D).
        let index = |at: usize| {
            let of_row = row | (at >> 1 & 1) << 3;
            let of_column = column | (at & 1) | (at >> 2) << 3;
            of_row << columns | of_column
        };
        (0..count).map(|at| sums[self.layout.register_of(index(at))]).collect()
    }
}

/// How sums lie: sixteen rows a warp, as for the instructions of one warp; groups have rows first, then columns.
fn layout(bits: [usize; 3], [down, across]: [usize; 2]) -> Layout {
    let [rows, columns, _] = bits;
    let thread = |from: usize, count: usize| (from..from + count).map(BitSource::Thread);
    let register = |count: usize| vec![BitSource::Register; count];
    let of_columns = register(1)
        .into_iter()
        .chain(thread(0, 2))
        .chain(register(columns - 3 - across))
        .chain(thread(GROUP + down, across));
    let of_rows = thread(2, 3)
        .chain(register(1))
        .chain(thread(5, 2))
        .chain(thread(GROUP, down))
        .chain(register(rows - ROWS - down));
    Layout { bits: of_columns.chain(of_rows).collect() }
}
