//! Matrix products by the matrix instructions of a warp. Who holds which element of a fragment (PTX ISA, matrix fragments for
//! `mma`) is a layout like any other: bits of rows, columns and terms in bits of the lane and of the register.
//!
//! Which terms an instruction adds at once is open, so the bits of a term's number are given to registers and lanes as the
//! operands are likely to lie already: neighbours in one thread.

use spec::problem::Unsupported;
use spec::syntax::attributes::Signedness;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar};

use super::core::scalar_of;
use super::{bits, fma, narrow};
use crate::r#gen::Gen;
use crate::layout::{Layout, Place, log2};
use crate::ptx::{Class, Inst, Reg};
use crate::value::Tile;

/// Bits of the extents of a product.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extents {
    /// Of products side by side.
    pub(crate) batch: usize,
    /// Of rows.
    pub(crate) rows: usize,
    /// Of columns.
    pub(crate) columns: usize,
    /// Of terms.
    pub(crate) terms: usize,
}

impl Extents {
    fn of(code: &Gen<'_>, op: &Operation) -> Self {
        let bits = |at: usize| -> Vec<usize> {
            code.kernel.tile(op.operands[at]).shape.iter().rev().map(|extent| log2(*extent)).collect()
        };
        let (lhs, acc) = (bits(0), bits(2));
        Extents { batch: acc.get(2).copied().unwrap_or(0), rows: acc[1], columns: acc[0], terms: lhs[0] }
    }
}

/// An instruction.
#[derive(Debug, Clone)]
struct Kind {
    /// `mma.sync.aligned.` and this.
    name: String,
    /// Bits of rows and of terms that it takes; columns are always eight.
    rows: usize,
    terms: usize,
    /// Bits of a term's number within a register.
    packed: usize,
    /// Bits of the terms that are side by side where sixteen bytes are.
    wide: usize,
    /// The type of the factors.
    factors: Scalar,
    /// Whether two elements of a sum are in one register.
    halves: bool,
}

impl Kind {
    /// What multiplies factors of a type and adds in another.
    fn of(op: &Operation, factors: Scalar, acc: Scalar) -> Option<Self> {
        let sign = |sign: Option<Signedness>| if sign == Some(Signedness::Unsigned) { "u8" } else { "s8" };
        let sum = if acc == Scalar::F16 { "f16" } else { "f32" };
        let (name, rows, terms) = match factors {
            Scalar::F16 => (format!("m16n8k16.row.col.{sum}.f16.f16.{sum}"), 4, 4),
            Scalar::Bf16 => ("m16n8k16.row.col.f32.bf16.bf16.f32".to_owned(), 4, 4),
            Scalar::Tf32 => ("m16n8k8.row.col.f32.tf32.tf32.f32".to_owned(), 4, 3),
            Scalar::F64 => ("m8n8k4.row.col.f64.f64.f64.f64".to_owned(), 3, 2),
            Scalar::I8 => {
                let (lhs, rhs) = (sign(op.attributes.signedness), sign(op.attributes.second_signedness));
                (format!("m16n8k32.row.col.s32.{lhs}.{rhs}.s32"), 4, 5)
            }
            // Factors of binary32 keep all their digits, and narrower ones become binary16 before.
            Scalar::F32
            | Scalar::F8E4m3fn
            | Scalar::F8E5m2
            | Scalar::F8E8m0fnu
            | Scalar::F4E2m1fn
            | Scalar::I1
            | Scalar::I4
            | Scalar::I16
            | Scalar::I32
            | Scalar::I64 => return None,
        };
        let packed = log2(32 / factors.bits().min(32));
        let wide = log2(128 / factors.bits());
        Some(Kind { name, rows, terms, packed, wide, factors, halves: acc == Scalar::F16 })
    }

    /// The bits of a term's number that lanes have, two side by side.
    fn lanes(&self, terms: usize) -> [usize; 2] {
        let first = self.wide.min(terms - 2).max(self.packed);
        [first, first + 1]
    }

    /// The bit of a term's number that chooses a register of the instruction; and those that choose an instruction.
    fn others(&self, terms: usize) -> (Option<usize>, Vec<usize>) {
        let lanes = self.lanes(terms);
        let mut rest: Vec<usize> = (self.packed..terms).filter(|bit| !lanes.contains(bit)).collect();
        let half = (self.terms > self.packed + 2).then(|| rest.remove(0));
        (half, rest)
    }
}

/// `mmaf`, `mmai`, `mmaf_scaled`.
pub(crate) fn product(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let extents = Extents::of(code, op);
    if op.op == Op::MmafScaled {
        let factors = [0, 1].map(|side| narrow::scaled(code, op, side, extents));
        return fma::product(code, op, extents, (Scalar::F64, factors));
    }
    let (mut factors, acc) = (scalar_of(code, op.operands[0]), scalar_of(code, op.operands[2]));
    let [mut lhs, mut rhs] = [0, 1].map(|at| code.tile(op.operands[at]));
    let small = matches!(factors, Scalar::F8E4m3fn | Scalar::F8E5m2);
    if small {
        [lhs, rhs] = [lhs, rhs].map(|tile| narrow::to_f16(code, factors, &tile));
        factors = Scalar::F16;
    }
    let kind = Kind::of(op, factors, acc)
        .filter(|kind| extents.rows >= kind.rows && extents.columns >= 3 && extents.terms >= kind.terms);
    let Some(kind) = kind else {
        return fma::product(code, op, extents, (factors, [lhs, rhs]));
    };
    let layouts = Fragments::new(code, &kind, extents);
    if layouts.acc.registers() > crate::MOST_REGISTERS {
        return code.refuse(op, format!("a product of {} registers a thread", layouts.acc.registers()));
    }
    let element = Element::Scalar(factors);
    let lhs = code.arranged(&lhs, element, &layouts.lhs);
    let lhs = packed(code, &kind, &lhs, (0..extents.terms).collect());
    let rhs = code.arranged(&rhs, element, &layouts.rhs);
    let rhs = packed(code, &kind, &rhs, (extents.columns..extents.columns + extents.terms).collect());
    let sum = code.tile(op.operands[2]);
    let sum = code.arranged(&sum, Element::Scalar(acc), &layouts.acc);
    let regs = multiplied(code, &kind, extents, (&layouts, &lhs, &rhs, sum.regs));
    code.set_tile(op.results[0], layouts.acc, regs);
    Ok(())
}

/// The layouts of the operands.
struct Fragments {
    lhs: Layout,
    rhs: Layout,
    acc: Layout,
}

impl Fragments {
    fn new(code: &Gen<'_>, kind: &Kind, extents: Extents) -> Self {
        let lane = |from: u8| (0..3).map(move |bit| Place::Thread(from + bit));
        let beyond = |count: usize| vec![Place::Register; count];
        // Lanes have eight rows of sums and four pairs of columns, and eight columns of factors.
        let mut rows: Vec<Place> = lane(2).chain(beyond(extents.rows - 3)).collect();
        let mut columns = vec![Place::Register; extents.columns];
        let mut batch = beyond(extents.batch);
        // Warps share out what is left: products first, then what a warp has more of.
        let mut warps = (5..code.threads as u8).map(Place::Thread);
        for place in &mut batch {
            *place = warps.next().unwrap_or(Place::Register);
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
        let mut terms = beyond(extents.terms);
        for (thread, bit) in (0..).zip(kind.lanes(extents.terms)) {
            terms[bit] = Place::Thread(thread);
        }
        let of_sums = [Place::Register, Place::Thread(0), Place::Thread(1)];
        let of_sums: Vec<Place> = of_sums.into_iter().chain(columns[3..].iter().copied()).collect();
        let of_factors: Vec<Place> = lane(2).chain(columns[3..].iter().copied()).collect();
        Fragments {
            lhs: Layout { bits: [terms.clone(), rows.clone(), batch.clone()].concat() },
            rhs: Layout { bits: [of_factors, terms, batch.clone()].concat() },
            acc: Layout { bits: [of_sums, rows, batch].concat() },
        }
    }
}

/// A fragment's registers as the instruction takes them, by the index of their first element; `terms` are the bits of a term.
struct Words {
    layout: Layout,
    terms: Vec<usize>,
    regs: Vec<Reg>,
}

fn packed(code: &mut Gen<'_>, kind: &Kind, tile: &Tile, terms: Vec<usize>) -> Words {
    let inside = &terms[..kind.packed];
    let mut layout = tile.layout.clone();
    inside.iter().for_each(|bit| layout.bits[*bit] = Place::Same);
    let regs = (0..layout.registers()).map(|at| {
        let start = layout.index_of(at);
        let parts: Vec<Reg> = (0..1usize << kind.packed)
            .map(|k| {
                let index =
                    inside.iter().enumerate().fold(start, |index, (at, bit)| index | (k >> at & 1) << bit);
                tile.regs[tile.layout.register_of(index)]
            })
            .collect();
        bits::side_by_side(code, kind.factors, &parts)
    });
    let regs = regs.collect();
    Words { layout, terms, regs }
}

impl Words {
    /// The register of an element: its place off the terms, and the bits of its term.
    fn at(&self, place: usize, term: usize) -> Reg {
        let index =
            self.terms.iter().enumerate().fold(place, |index, (at, bit)| index | (term >> at & 1) << bit);
        self.regs[self.layout.register_of(index)]
    }
}

/// Every instruction: the terms in the outer loop, so that sums wait for each other least.
fn multiplied(
    code: &mut Gen<'_>,
    kind: &Kind,
    extents: Extents,
    (layouts, lhs, rhs, mut sums): (&Fragments, &Words, &Words, Vec<Reg>),
) -> Vec<Reg> {
    let Extents { batch: _, rows, columns, terms } = extents;
    let (half, steps) = kind.others(terms);
    let halves: Vec<usize> = half.map_or(vec![0], |bit| vec![0, 1 << bit]);
    // The row beside: of two eights of rows.
    let beside: Vec<usize> = if kind.rows == 4 { vec![0, 1 << 3] } else { vec![0] };
    let inside = 1 | beside.last().map_or(0, |row| row << columns);
    let starts: Vec<usize> = (0..layouts.acc.registers())
        .map(|at| layouts.acc.index_of(at))
        .filter(|index| index & inside == 0)
        .collect();
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
            let to = instruction(code, kind, a, b, &c);
            of_sums.iter().zip(to).for_each(|(at, reg)| sums[*at] = reg);
        }
    }
    sums
}

/// One instruction, and its sums.
fn instruction(code: &mut Gen<'_>, kind: &Kind, a: Vec<Reg>, b: Vec<Reg>, c: &[Reg]) -> Vec<Reg> {
    let op = kind.name.clone();
    if !kind.halves {
        let to: Vec<Reg> = c.iter().map(|reg| code.reg(reg.class)).collect();
        code.push(Inst::Mma { op, to: to.clone(), a, b, c: c.to_vec() });
        return to;
    }
    let c = c.chunks(2).map(|pair| bits::side_by_side(code, Scalar::F16, pair)).collect();
    let to = vec![code.reg(Class::B32), code.reg(Class::B32)];
    code.push(Inst::Mma { op, to: to.clone(), a, b, c });
    let apart = |word: Reg| {
        let halves = vec![code.reg(Class::B16), code.reg(Class::B16)];
        code.push(Inst::Unpack { to: halves.clone(), from: word });
        halves
    };
    to.into_iter().flat_map(apart).collect()
}
