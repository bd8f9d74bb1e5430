//! Matrix products by the matrix instructions of a warp, `mma.sync`. The assignment of fragment elements (PTX ISA, matrix fragments
//! for `mma`) is a linear layout: bits of rows, columns and terms in bits of lanes and registers.
//!
//! PTX does not specify the terms of an instruction's single addition. So term bits go to registers and lanes as the
//! operands likely have them: neighbors in one thread.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Inst, Reg};
use crate::ir::value::Tile;
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, Layout, MAX_TILE_REGISTERS};
use crate::lower::arith::bitcast::pack_in_register;
use crate::lower::element_type::scalar_of;
use crate::lower::mma::extents::Extents;
use crate::lower::mma::instruction::MmaInstruction;

/// The layouts of the operands.
struct Fragments {
    lhs: Layout,
    rhs: Layout,
    acc: Layout,
}

impl Fragments {
    fn new(code: &Builder<'_>, kind: &MmaInstruction, extents: Extents) -> Self {
        let lane = |from: usize| (0..3).map(move |bit| BitSource::Thread(from + bit));
        let beyond = |count: usize| vec![BitSource::Register; count];
        // Lanes have eight rows of sums and four pairs of columns, and eight columns of factors.
        let mut rows: Vec<BitSource> = lane(2).chain(beyond(extents.rows - 3)).collect();
        let mut columns = vec![BitSource::Register; extents.columns];
        let mut batch = beyond(extents.batch);
        // Warps share out what is left: products first, then what a warp has more of.
        let mut warps = (5..code.log2_threads()).map(BitSource::Thread);
        for place in &mut batch {
            *place = warps.next().unwrap_or(BitSource::Register);
        }
        let (mut row, mut column) = (kind.rows, 3);
        while row < extents.rows || column < extents.columns {
            let Some(warp) = warps.next() else { break };
            if extents.rows - row >= extents.columns - column {
                rows[row] = warp;
                row += 1;
            } else {
                columns[column] = warp;
                column += 1;
            }
        }
        // A quad of lanes shares out the terms of a row.
        let mut terms = beyond(extents.terms);
        for (thread, bit) in (0..).zip(kind.lane_bits(extents.terms)) {
            terms[bit] = BitSource::Thread(thread);
        }
        let of_sums = [BitSource::Register, BitSource::Thread(0), BitSource::Thread(1)];
        let of_sums: Vec<BitSource> = of_sums.into_iter().chain(columns[3..].iter().copied()).collect();
        let of_factors: Vec<BitSource> = lane(2).chain(columns[3..].iter().copied()).collect();
        Fragments {
            lhs: Layout { bits: [terms.clone(), rows.clone(), batch.clone()].concat() },
            rhs: Layout { bits: [of_factors, terms, batch.clone()].concat() },
            acc: Layout { bits: [of_sums, rows, batch].concat() },
        }
    }
}

/// A fragment's registers as the instruction takes them, by the index of their first element; `terms` are the bits of a term.
struct FragmentRegisters {
    layout: Layout,
    terms: Vec<usize>,
    regs: Vec<Reg>,
}

fn pack_fragment(
    code: &mut Builder<'_>,
    kind: &MmaInstruction,
    tile: &Tile,
    terms: Vec<usize>,
) -> FragmentRegisters {
    let inside = &terms[..kind.packed];
    let mut layout = tile.layout.clone();
    inside.iter().for_each(|bit| layout.bits[*bit] = BitSource::Broadcast);
    let regs = (0..layout.registers()).map(|at| {
        let start = layout.index_of(at);
        let parts: Vec<Reg> = (0..1usize << kind.packed)
            .map(|k| {
                let index =
                    inside.iter().enumerate().fold(start, |index, (at, bit)| index | (k >> at & 1) << bit);
                tile.regs[tile.layout.register_of(index)]
            })
            .collect();
        pack_in_register(code, kind.factors, &parts)
    });
    let regs = regs.collect();
    FragmentRegisters { layout, terms, regs }
}

impl FragmentRegisters {
    /// The register of an element: its place off the terms, and the bits of its term.
    fn at(&self, place: usize, term: usize) -> Reg {
        let index =
            self.terms.iter().enumerate().fold(place, |index, (at, bit)| index | (term >> at & 1) << bit);
        self.regs[self.layout.register_of(index)]
    }
}

/// Every instruction: the terms in the outer loop, so that sums wait for each other least.
fn emit_instructions(
    code: &mut Builder<'_>,
    kind: &MmaInstruction,
    extents: Extents,
    layouts: &Fragments,
    [lhs, rhs]: [&FragmentRegisters; 2],
    mut sums: Vec<Reg>,
) -> Vec<Reg> {
    let Extents { batch: _, rows, columns, terms } = extents;
    let (half, steps) = kind.register_and_step_bits(terms);
    let halves: Vec<usize> = half.map_or(vec![0], |bit| vec![0, 1 << bit]);
    // The row beside: of two eights of rows.
    // An instruction of sixteen rows has two eights of them in each lane.
    let beside: Vec<usize> = if kind.rows == 4 { vec![0, 1 << 3] } else { vec![0] };
    let inside = 1 | beside.last().map_or(0, |row| row << columns);
    let starts: Vec<usize> = (0..layouts.acc.registers())
        .map(|at| layouts.acc.index_of(at))
        .filter(|index| index & inside == 0)
        .collect();
    // The terms are the outer loop: neighbouring instructions add to different sums.
    for step in 0..1usize << steps.len() {
        let term = steps.iter().enumerate().fold(0, |term, (at, bit)| term | (step >> at & 1) << bit);
        for start in &starts {
            let (column, row) = (start & ((1 << columns) - 1), start >> columns & ((1 << rows) - 1));
            let batch = start >> (columns + rows);
            let (of_row, of_column) =
                ((batch << rows | row) << terms, batch << (terms + columns) | column & !7);
            let a: Vec<Reg> = halves
                .iter()
                .flat_map(|half| beside.iter().map(move |beside| (half, beside)))
                .map(|(half, beside)| lhs.at(of_row | beside << terms, term | half))
                .collect();
            let b = halves.iter().map(|half| rhs.at(of_column, term | half)).collect();
            let of_sums: Vec<usize> = beside
                .iter()
                .flat_map(|beside| [0, 1].map(|column| start | beside << columns | column))
                .map(|index| layouts.acc.register_of(index))
                .collect();
            let c: Vec<Reg> = of_sums.iter().map(|at| sums[*at]).collect();
            let to = emit_instruction(code, kind, a, b, &c);
            of_sums.iter().zip(to).for_each(|(at, reg)| sums[*at] = reg);
        }
    }
    sums
}

/// Emits an instruction and its sums.
fn emit_instruction(
    code: &mut Builder<'_>,
    kind: &MmaInstruction,
    a: Vec<Reg>,
    b: Vec<Reg>,
    c: &[Reg],
) -> Vec<Reg> {
    let op = kind.name.clone();
    if !kind.packs_sums {
        let to: Vec<Reg> = c.iter().map(|reg| code.reg(reg.class)).collect();
        code.push(Inst::Mma { op, to: to.clone(), a, b, c: c.to_vec() });
        return to;
    }
    let c = c.chunks(2).map(|pair| pack_in_register(code, Scalar::F16, pair)).collect();
    let to = vec![code.reg(Class::B32), code.reg(Class::B32)];
    code.push(Inst::Mma { op, to: to.clone(), a, b, c });
    let apart = |word: Reg| {
        let halves = vec![code.reg(Class::B16), code.reg(Class::B16)];
        code.push(Inst::Unpack { to: halves.clone(), from: word });
        halves
    };
    to.into_iter().flat_map(apart).collect()
}

/// A product by a matrix instruction of a warp.
pub(crate) fn product(
    code: &mut Builder<'_>,
    op: &Operation,
    extents: Extents,
    kind: &MmaInstruction,
    [lhs, rhs]: [Tile; 2],
) -> Result<(), Unsupported> {
    let acc = scalar_of(code, op.operands[2]);
    let layouts = Fragments::new(code, kind, extents);
    if layouts.acc.registers() > MAX_TILE_REGISTERS {
        return code.refuse(op, format!("a product of {} registers a thread", layouts.acc.registers()));
    }
    let element = Element::Scalar(kind.factors);
    let lhs = convert_layout(code, &lhs, element, &layouts.lhs);
    let lhs = pack_fragment(code, kind, &lhs, (0..extents.terms).collect());
    let rhs = convert_layout(code, &rhs, element, &layouts.rhs);
    let rhs = pack_fragment(code, kind, &rhs, (extents.columns..extents.columns + extents.terms).collect());
    let sum = code.tile(op.operands[2]);
    let sum = convert_layout(code, &sum, Element::Scalar(acc), &layouts.acc);
    let regs = emit_instructions(code, kind, extents, &layouts, [&lhs, &rhs], sum.regs);
    code.set_tile(op.results[0], layouts.acc, regs);
    Ok(())
}
