//! Warpgroup matrix instructions, `wgmma` (PTX ISA, Asynchronous warpgroup-level matrix instructions): products of four warps
//! together, whose factors are in shared memory.
//!
//! A descriptor describes a factor's lines: the start, the distance between groups of eight lines, the distance along the
//! neighbors, and the swizzle of pieces. All addresses count units of sixteen bytes.

use spec::syntax::types::Element;

use crate::ir::builder::Builder;
use crate::ir::numbers::{bytes_to_index, immediate, log2_of, to_index};
use crate::ir::ptx::{
    Class, FactorModifiers, Inst, LeftFactor, Mode, Opcode, Operand, Reg, Shuffle, Ty, Wgmma,
};
use crate::ir::shuffle::shuffle;
use crate::ir::thread_bits::thread_bits_at;
use crate::ir::value::Tile;
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, Layout};
use crate::layout::swizzled_lines::SwizzledLines;
use crate::lower::arith::bitcast::pack_in_register;
use crate::lower::mma::pipeline::plan::{PipelinePlan, PipelinedLoad};
use crate::lower::mma::product_kind::{ProductKind, ROWS};

/// Bits of a thread's number within a group.
const GROUP: usize = 7;

/// Bits of the most columns of an instruction.
const COLUMNS: usize = 8;

/// Where a factor lies in a stage.
#[derive(Debug, Clone, Copy)]
pub(super) struct StagedFactor {
    /// The byte offset.
    offset: u64,
    /// The lines.
    lines: SwizzledLines,
    /// Whether the elements of a line are terms; else they are rows or columns.
    terms_in_lines: bool,
}

impl StagedFactor {
    /// What is loaded lies so: from an offset on, in lines.
    pub(super) fn new(load: &PipelinedLoad<'_>, (offset, lines): (u64, SwizzledLines)) -> Self {
        StagedFactor { offset, lines, terms_in_lines: load.terms == load.unit }
    }

    /// A factor that came from registers, of a side.
    pub(super) fn written(kind: &ProductKind, side: usize) -> Self {
        StagedFactor { offset: 0, lines: kind.lines(side), terms_in_lines: true }
    }

    /// The unswizzled offset of an element in bytes, by its row or column, and its term.
    fn inside(&self, other: usize, term: usize) -> usize {
        if self.terms_in_lines { self.lines.offset(term, other) } else { self.lines.offset(other, term) }
    }

    /// The descriptor of a part, but for where the stage begins.
    fn descriptor(&self, other: usize, term: usize) -> i64 {
        let StagedFactor { offset, lines, terms_in_lines } = *self;
        let start = (bytes_to_index(offset) + self.inside(other, term)) >> 4;
        // Where terms are neighbours a part is inside one line, and the first distance does not matter.
        let along = if terms_in_lines { 1 } else { 1 << (lines.rows + lines.log2_line_bytes - 4) };
        let down = 1 << (lines.log2_line_bytes - 1);
        let mode: i64 = 8 - immediate(lines.log2_line_bytes);
        // The fields of the descriptor: start, leading dimension, stride, swizzle mode.
        immediate(start) | along << 16 | down << 32 | mode << 62
    }
}

/// The left factor of a product that is started.
#[derive(Debug, Clone, Copy)]
pub(super) enum Left<'r> {
    /// In a stage that begins at an address, in units of sixteen bytes.
    Stage(Reg),
    /// In the fragment's registers.
    Fragment(&'r [Reg]),
}

/// A product's factors, in stages or the left one in registers, and how its sums lie.
pub(super) struct WarpgroupMma {
    kind: ProductKind,
    /// The distribution of rows and columns over groups: bits of rows, then of columns.
    groups: [usize; 2],
    /// The layout of the sums.
    pub(super) layout: Layout,
    /// For the bits of a row of the instructions, their places in the row's number ([`ProductKind::row_bits`]).
    row_bits: Vec<usize>,
    /// The left factor, if in a stage, and the right factor.
    left: Option<StagedFactor>,
    right: StagedFactor,
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
        let factor = |at: usize| StagedFactor::new(&plan.loads[at], places[at]);
        plan.products
            .iter()
            .map(|product| {
                let [left, right] = product.factors.map(factor);
                WarpgroupMma::new(code, &product.kind, Some(left), right)
            })
            .collect()
    }

    /// A product of the given factors; a left factor outside of stages is in registers.
    pub(super) fn new(
        code: &mut Builder<'_>,
        kind: &ProductKind,
        left: Option<StagedFactor>,
        right: StagedFactor,
    ) -> Option<Self> {
        let [rows, columns, _] = kind.bits;
        let groups = share_out([rows, columns], code.log2_threads())?;
        let row_bits = kind.row_bits(groups[0]);
        let layout = sums_layout(kind, groups);
        let moved = [None; 2];
        let mut made = WarpgroupMma { kind: kind.clone(), groups, layout, row_bits, left, right, moved };
        made.moved[0] = left.and_then(|left| made.descriptor_offset(code, &left, 0));
        made.moved[1] = made.descriptor_offset(code, &right, 1);
        Some(made)
    }

    /// The same where groups have tile blocks of their own: that of number 1 has the factor of a side so many bytes further on.
    pub(super) fn of_group(
        mut self,
        code: &mut Builder<'_>,
        group: Reg,
        (side, bytes): (usize, u64),
    ) -> Self {
        let bytes = Operand::Int((bytes >> 4).cast_signed());
        let further = code.op(Opcode::MulLo, Ty::U32, Class::B32, &[group.into(), bytes]);
        self.moved[side] = Some(code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, further));
        self
    }

    /// The offset in a factor's descriptor for this thread's group.
    fn descriptor_offset(&self, code: &mut Builder<'_>, factor: &StagedFactor, side: usize) -> Option<Reg> {
        let [down, across] = self.groups;
        let (skipped, count) = if side == 0 { (0, down) } else { (down, across) };
        if count == 0 {
            return None;
        }
        let first = if side == 0 { ROWS } else { self.kind.bits[1] - across };
        let pairs: Vec<(usize, usize)> = (0..count)
            .map(|bit| {
                let offset = factor.inside(1 << (first + bit), 0) >> 4;
                (GROUP + skipped + bit, to_index(offset.trailing_zeros()))
            })
            .collect();
        let part = thread_bits_at(code, &pairs)?;
        // The value is equal in all lanes, and the shuffle shows so to the assembler.
        let part = shuffle(code, Shuffle::Idx, part, Operand::Int(0));
        Some(code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, part))
    }

    /// How a left factor that is in none of the stages lies in registers, as the instructions take it: the bits of the terms, and of the rows. A
    /// register has four bytes of terms (PTX ISA, wgmma, register fragments of A).
    pub(super) fn fragment_bits(&self) -> [Vec<BitSource>; 2] {
        let [rows, _, terms] = self.kind.bits;
        let own = 2 - log2_of(self.kind.factors.bytes());
        let register = |count: usize| vec![BitSource::Register; count];
        let of_terms = [register(own), threads(0, 2), register(terms - 2 - own)];
        let mut of_rows = register(rows);
        for (place, source) in self.row_bits.iter().zip(row_sources(rows, self.groups[0])) {
            of_rows[*place] = source;
        }
        [of_terms.concat(), of_rows]
    }

    /// The registers of such a factor: for each step of terms, for each 64 rows of the group, four.
    pub(super) fn fragment(&self, code: &mut Builder<'_>, tile: &Tile) -> Vec<Reg> {
        let [rows, _, terms] = self.kind.bits;
        let mut bits = self.fragment_bits();
        if self.kind.is_transposed {
            // The tile has the terms along its first axis.
            bits.reverse();
        }
        let wanted = Layout { bits: bits.concat() };
        let index = |row: usize, term: usize| {
            if self.kind.is_transposed { term << rows | row } else { row << terms | term }
        };
        let tile = convert_layout(code, tile, Element::Scalar(self.kind.factors), &wanted);
        let together = 4 >> log2_of(self.kind.factors.bytes());
        let mut regs = Vec::new();
        for term in (0..1usize << terms).step_by(1 << self.kind.terms) {
            for row in 0..1usize << (rows - ROWS - self.groups[0]) {
                for part in 0..4 {
                    // Two eights of rows, then two halves of the terms.
                    let row = row << (ROWS + self.groups[0]) | (part & 1) << 3;
                    let row = self.row(row);
                    let first = term | (part >> 1) << (self.kind.terms - 1);
                    let parts: Vec<Reg> = (first..first + together)
                        .map(|term| tile.regs[wanted.register_of(index(row, term))])
                        .collect();
                    regs.push(pack_in_register(code, self.kind.factors, &parts));
                }
            }
        }
        regs
    }

    /// Starts the instructions of a product, for a right factor in a stage that begins at that address in units of sixteen bytes. `[first, later]`
    /// say whether the first terms are added to what the sums were, and true.
    pub(super) fn start(
        &self,
        code: &mut Builder<'_>,
        (left, right): (Left<'_>, Reg),
        sums: &[Reg],
        [first, later]: [Reg; 2],
    ) {
        let [rows, columns, terms] = self.kind.bits;
        let own_rows = rows - ROWS - self.groups[0];
        let own_columns = columns - self.groups[1];
        let wide = own_columns.min(COLUMNS);
        let right = self.own_part(code, right, 1);
        let left = match left {
            Left::Stage(stage) => Left::Stage(self.own_part(code, stage, 0)),
            Left::Fragment(regs) => Left::Fragment(regs),
        };
        let op = format!("m64n{}k{}.{}", 1 << wide, 1 << self.kind.terms, self.kind.types);
        for (step, term) in (0..1usize << terms).step_by(1 << self.kind.terms).enumerate() {
            let accumulates = if step == 0 { first } else { later };
            for row in 0..1usize << own_rows {
                let at = step << own_rows | row;
                let row = row << (ROWS + self.groups[0]);
                for column in (0..1usize << own_columns).step_by(1 << wide) {
                    let part = |code: &mut Builder<'_>, base: Reg, factor: &StagedFactor, other| {
                        let descriptor = Operand::Int(factor.descriptor(other, term));
                        code.op(Opcode::Add, Ty::U64, Class::B64, &[base.into(), descriptor])
                    };
                    let a = match (left, &self.left) {
                        (Left::Stage(base), Some(left)) => {
                            LeftFactor::Descriptor(part(code, base, left, row))
                        }
                        (Left::Fragment(regs), _) => LeftFactor::Fragment(regs[4 * at..4 * at + 4].to_vec()),
                        (Left::Stage(_), None) => unreachable!("a left factor in no stage is in registers"),
                    };
                    let b = part(code, right, &self.right, column);
                    let (op, to) = (op.clone(), self.registers(sums, row, column, wide));
                    let modifiers = self.modifiers();
                    code.push(Inst::Wgmma(Wgmma::Start { op, to, a, b, accumulates, modifiers }));
                }
            }
        }
    }

    /// The address of the group's own part of a factor; for one group all of it.
    fn own_part(&self, code: &mut Builder<'_>, stage: Reg, side: usize) -> Reg {
        match self.moved[side] {
            None => stage,
            Some(moved) => code.op(Opcode::Add, Ty::U64, Class::B64, &[stage.into(), moved.into()]),
        }
    }

    /// Of factors of two bytes, whether their rows or columns are neighbours, not their terms; of all others terms are.
    fn modifiers(&self) -> FactorModifiers {
        let left = self.left.is_some_and(|left| !left.terms_in_lines);
        match self.right.lines.log2_bytes {
            1 => FactorModifiers::Transposed([left, !self.right.terms_in_lines]),
            _ if self.kind.factors.is_integer() => FactorModifiers::Integers,
            _ => FactorModifiers::Floats,
        }
    }

    /// The row that the instructions number so.
    fn row(&self, number: usize) -> usize {
        self.row_bits.iter().enumerate().map(|(bit, place)| (number >> bit & 1) << place).sum()
    }

    /// The registers of an instruction's sums: pairs of columns, of two eights of rows, eight columns after eight.
    fn registers(&self, sums: &[Reg], row: usize, column: usize, wide: usize) -> Vec<Reg> {
        let [rows, columns, _] = self.kind.bits;
        let count = 1usize << (wide - 1);
        // The order of registers is the instruction's (PTX ISA, wgmma, matrix fragment D).
        let index = |at: usize| {
            let of_row = self.row(row | (at >> 1 & 1) << 3);
            let of_column = column | (at & 1) | (at >> 2) << 3;
            if self.kind.is_transposed { of_column << rows | of_row } else { of_row << columns | of_column }
        };
        (0..count).map(|at| sums[self.layout.register_of(index(at))]).collect()
    }
}

/// Bits of the thread's number.
fn threads(from: usize, count: usize) -> Vec<BitSource> {
    (from..from + count).map(BitSource::Thread).collect()
}

/// How the groups of so many threads share out sums of so many bits of rows and of columns: bits of rows, then of columns. They share out the rows first:
/// each then reads its own part of the left factor only.
pub(super) fn share_out([rows, columns]: [usize; 2], log2_threads: usize) -> Option<[usize; 2]> {
    let groups = log2_threads.checked_sub(GROUP)?;
    let down = groups.min(rows.checked_sub(ROWS)?);
    let across = groups - down;
    // An instruction has eight columns at least.
    (columns >= across + 3).then_some([down, across])
}

/// How sums lie: sixteen rows a warp, as for the instructions of one warp; groups have rows first, then columns.
pub(super) fn plain_layout([rows, columns]: [usize; 2], [down, across]: [usize; 2]) -> Layout {
    Layout { bits: [column_sources(columns, [down, across]), row_sources(rows, down)].concat() }
}

/// How the sums of a product of a kind lie, whose rows may have another order, and whose sums may be transposed.
pub(super) fn sums_layout(kind: &ProductKind, groups: [usize; 2]) -> Layout {
    let [rows, columns, _] = kind.bits;
    let mut of_rows = vec![BitSource::Register; rows];
    for (place, source) in kind.row_bits(groups[0]).iter().zip(row_sources(rows, groups[0])) {
        of_rows[*place] = source;
    }
    let of_columns = column_sources(columns, groups);
    let bits = if kind.is_transposed { [of_rows, of_columns] } else { [of_columns, of_rows] };
    Layout { bits: bits.concat() }
}

/// Where the bits of a column are.
fn column_sources(columns: usize, [down, across]: [usize; 2]) -> Vec<BitSource> {
    let register = |count: usize| vec![BitSource::Register; count];
    [register(1), threads(0, 2), register(columns - 3 - across), threads(GROUP + down, across)].concat()
}

/// Where the bits of a row are, as the instructions number rows.
fn row_sources(rows: usize, down: usize) -> Vec<BitSource> {
    let register = |count: usize| vec![BitSource::Register; count];
    [threads(2, 3), register(1), threads(5, 2), threads(GROUP, down), register(rows - ROWS - down)].concat()
}
