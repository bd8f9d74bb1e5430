//! Prefix scans: in a thread's registers, then over lanes by a logarithmic number of shuffles, then over warps through shared
//! memory. The total before a thread's first element is combined with all its prefixes.
//!
//! What came before is the combiner's first side, a later element the second, so the order is kept. With
//! `reverse` places along the axis are counted from its end: every bit of a place is then inverted.

use std::ops::Range;

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::numbers::immediate;
use crate::ir::ptx::{Class, Compare, Opcode, Operand, Reg, Shuffle, Ty};
use crate::ir::shuffle::shuffle;
use crate::ir::thread_bits::thread_bits_at;
use crate::ir::value::Tile;
use crate::layout::conversion::convert_layout;
use crate::layout::linear::{BitSource, LANE_BITS, Layout, MAX_TILE_REGISTERS, axis_bits};
use crate::lower::operands::unify_operands;
use crate::lower::reduce::{Combiner, LowerCombiner, choose_all};

/// `scan`.
pub(crate) fn scan(code: &mut Builder<'_>, op: &Operation, lower: LowerCombiner) -> Result<(), Unsupported> {
    let (layout, regs) = unify_operands(code, op);
    let shape = &code.kernel().tile(op.operands[0]).shape;
    let axis = op.attributes.axis();
    let (low, count) = axis_bits(shape)[axis];
    // Prefixes need places in order: registers, lanes, warps.
    let wanted = if is_in_order(&layout, low, count) {
        layout.clone()
    } else {
        ordered_layout(layout.bits.len(), (low, count), code.log2_threads())
    };
    if wanted.registers() > MAX_TILE_REGISTERS {
        return code.refuse(op, format!("a scan of {} registers a thread", wanted.registers()));
    }
    let mut values = Vec::new();
    for (value, regs) in op.operands.iter().zip(regs) {
        let element = code.kernel().tile(*value).element;
        values.push(convert_layout(code, &Tile { layout: layout.clone(), regs }, element, &wanted).regs);
    }
    let mut scan = Scan {
        combiner: Combiner::new(code, op, lower),
        layout: wanted,
        axis: low..low + count,
        reverse: op.attributes.reverse.unwrap_or(false),
        values,
    };
    scan.scan_registers(code)?;
    scan.scan_threads(code)?;
    for at in 0..scan.values[0].len() {
        let own = scan.at(at);
        let done = scan.combiner.with_identity(code, own)?;
        scan.set(at, done);
    }
    for (result, regs) in op.results.iter().zip(scan.values) {
        code.set_tile(*result, scan.layout.clone(), regs);
    }
    Ok(())
}

/// Whether places along the axis are counted by registers first, then lanes, then warps.
fn is_in_order(layout: &Layout, low: usize, count: usize) -> bool {
    let rank = |place: &BitSource| match place {
        BitSource::Register => Some(0),
        // Lanes come before warps; the thread's number gives the order.
        BitSource::Thread(thread) => Some(1 + *thread),
        BitSource::Broadcast => None,
    };
    let ranks: Vec<Option<usize>> = layout.bits[low..low + count].iter().map(rank).collect();
    ranks.iter().all(Option::is_some) && ranks.is_sorted()
}

/// A layout of that order: as many lanes along the axis as it has elements for, and warps as far as other axes leave any.
fn ordered_layout(bits: usize, (low, count): (usize, usize), log2_threads: usize) -> Layout {
    let mut layout = Layout { bits: vec![BitSource::Register; bits] };
    // Other axes come before warps: prefixes over warps go through shared memory.
    let others = bits - count;
    let lanes = count.min(LANE_BITS);
    let warps = (log2_threads.saturating_sub(lanes)).saturating_sub(others).min(count - lanes);
    let warps = warps.min(log2_threads - LANE_BITS);
    let along = (0..lanes).chain(log2_threads - warps..log2_threads);
    for (bit, thread) in (low + count - lanes - warps..low + count).zip(along) {
        layout.bits[bit] = BitSource::Thread(thread);
    }
    let rest = lanes..log2_threads - warps;
    for (bit, thread) in (0..low).chain(low + count..bits).zip(rest) {
        layout.bits[bit] = BitSource::Thread(thread);
    }
    layout
}

struct Scan<'r> {
    combiner: Combiner<'r>,
    layout: Layout,
    axis: Range<usize>,
    reverse: bool,
    /// By operand, the registers.
    values: Vec<Vec<Reg>>,
}

impl Scan<'_> {
    fn at(&self, register: usize) -> Vec<Reg> {
        self.values.iter().map(|regs| regs[register]).collect()
    }

    fn set(&mut self, register: usize, values: Vec<Reg>) {
        self.values.iter_mut().zip(values).for_each(|(regs, value)| regs[register] = value);
    }

    /// The registers of each run along the axis, in the order of the scan.
    fn runs(&self) -> Vec<Vec<usize>> {
        let inside: Vec<usize> =
            self.axis.clone().filter(|bit| self.layout.bits[*bit] == BitSource::Register).collect();
        let mask: usize = inside.iter().map(|bit| 1 << bit).sum();
        let starts = (0..self.layout.registers()).map(|at| self.layout.index_of(at));
        let run = |start: usize| {
            let place = |k: usize| {
                // From the end, every bit of a place is inverted.
                let k = if self.reverse { !k } else { k };
                inside.iter().enumerate().fold(start, |index, (at, bit)| index | (k >> at & 1) << bit)
            };
            (0..1 << inside.len()).map(|k| self.layout.register_of(place(k))).collect()
        };
        starts.filter(|index| index & mask == 0).map(run).collect()
    }

    /// Prefixes in a thread's own registers.
    fn scan_registers(&mut self, code: &mut Builder<'_>) -> Result<(), Unsupported> {
        for run in self.runs() {
            for pair in run.windows(2) {
                let next = self.combiner.combine(code, &self.at(pair[1]), &self.at(pair[0]))?;
                self.set(pair[1], next);
            }
        }
        Ok(())
    }

    /// The bits of the thread's number along the axis: of lanes, of warps; the lowest place first.
    fn thread_bits(&self) -> (Vec<usize>, Vec<usize>) {
        let bits = self.axis.clone().filter_map(|bit| match self.layout.bits[bit] {
            BitSource::Thread(thread) => Some(thread),
            BitSource::Register | BitSource::Broadcast => None,
        });
        bits.partition(|thread| *thread < LANE_BITS)
    }

    /// Combines the total before a thread's first element with its prefixes.
    fn scan_threads(&mut self, code: &mut Builder<'_>) -> Result<(), Unsupported> {
        let (lanes, warps) = self.thread_bits();
        if lanes.is_empty() && warps.is_empty() {
            return Ok(());
        }
        // The steps of the scan over lanes are the same for all runs.
        let lanes = Lanes::new(code, &lanes, self.reverse);
        let runs = self.runs();
        let mut totals: Vec<Vec<Reg>> = runs.iter().map(|run| self.at(run[run.len() - 1])).collect();
        // The total before a run: lanes of the warp, then earlier warps.
        let mut before: Vec<Option<Vec<Reg>>> = vec![None; runs.len()];
        for (total, before) in totals.iter_mut().zip(&mut before) {
            *total = lanes.prefixes(code, &self.combiner, total.clone())?;
            if let Some(previous) = lanes.previous {
                *before = Some(
                    total.iter().map(|reg| shuffle(code, Shuffle::Idx, *reg, previous.into())).collect(),
                );
            }
        }
        let mut some = lanes.some;
        if !warps.is_empty() {
            let last = |code: &mut Builder<'_>, reg: Reg| match lanes.last {
                Some(last) => shuffle(code, Shuffle::Idx, reg, last.into()),
                None => reg,
            };
            let totals: Vec<Vec<Reg>> =
                totals.iter().map(|regs| regs.iter().map(|reg| last(code, *reg)).collect()).collect();
            let (whole, first) = self.scan_warps(code, &warps, &totals)?;
            for (before, whole) in before.iter_mut().zip(whole) {
                *before = Some(match (before.take(), some) {
                    (Some(own), Some(some)) => {
                        let both = self.combiner.combine(code, &own, &whole)?;
                        // In the first warp there is nothing before the lanes, in the first lane nothing after it.
                        let lanes = choose_all(code, first, &own, &both);
                        choose_all(code, some, &lanes, &whole)
                    }
                    (_, _) => whole,
                });
            }
            let later = code.op(Opcode::Not, Ty::Pred, Class::Pred, &[first.into()]);
            some = Some(match some {
                Some(some) => code.op(Opcode::Or, Ty::Pred, Class::Pred, &[some.into(), later.into()]),
                None => later,
            });
        }
        let Some(some) = some else { return Ok(()) };
        for (run, before) in runs.iter().zip(before) {
            let Some(before) = before else { continue };
            for at in run {
                let own = self.at(*at);
                let with = self.combiner.combine(code, &own, &before)?;
                let chosen = choose_all(code, some, &with, &own);
                self.set(*at, chosen);
            }
        }
        Ok(())
    }

    /// For every run, the total of the warps before this warp, and whether this warp is the first.
    fn scan_warps(
        &mut self,
        code: &mut Builder<'_>,
        warps: &[usize],
        totals: &[Vec<Reg>],
    ) -> Result<(Vec<Vec<Reg>>, Reg), Unsupported> {
        // A tile of totals has no bits along the axis but those of warps.
        let kept: Vec<usize> = (0..self.layout.bits.len())
            .filter(|bit| match self.layout.bits[*bit] {
                BitSource::Thread(thread) => !self.axis.contains(bit) || thread >= LANE_BITS,
                BitSource::Register | BitSource::Broadcast => !self.axis.contains(bit),
            })
            .collect();
        let from = Layout { bits: kept.iter().map(|bit| self.layout.bits[*bit]).collect() };
        let mut to = from.clone();
        let mut along = Vec::new();
        for (at, bit) in kept.iter().enumerate() {
            if self.axis.contains(bit) {
                to.bits[at] = BitSource::Register;
                along.push(at);
            }
        }
        let mut gathered = Vec::new();
        for (operand, element) in self.combiner.elements.clone().into_iter().enumerate() {
            let regs = totals.iter().map(|total| total[operand]).collect();
            gathered.push(convert_layout(code, &Tile { layout: from.clone(), regs }, element, &to).regs);
        }
        let pairs: Vec<(usize, usize)> = warps.iter().copied().zip(0..).collect();
        let own = thread_bits_at(code, &pairs).unwrap_or(code.thread());
        let count = 1usize << warps.len();
        let reversed = |warp: usize| if self.reverse { count - 1 - warp } else { warp };
        let first = code.compare(Compare::Eq, Ty::U32, own, immediate(reversed(0)));
        let mut all = Vec::new();
        for run in 0..totals.len() {
            let start = from.index_of(run);
            let total = |warp: usize| -> Vec<Reg> {
                let place = along.iter().enumerate();
                let index = place.fold(start, |index, (at, bit)| index | (reversed(warp) >> at & 1) << bit);
                gathered.iter().map(|regs| regs[to.register_of(index)]).collect()
            };
            let mut running = total(0);
            let mut before = running.clone();
            // Every warp adds up the totals of all warps, and keeps what is before its own.
            for warp in 1..count - 1 {
                running = self.combiner.combine(code, &total(warp), &running)?;
                let here = code.compare(Compare::Eq, Ty::U32, own, immediate(reversed(warp + 1)));
                before = choose_all(code, here, &running, &before);
            }
            all.push(before);
        }
        Ok((all, first))
    }
}

/// The lanes along an axis: each number has a place in the order of the scan.
struct Lanes {
    /// For every step the lane that ends the half before, and whether this lane is in the half behind.
    steps: Vec<(Reg, Reg)>,
    /// The lane before; any lane for the first.
    previous: Option<Reg>,
    /// The lane at the end.
    last: Option<Reg>,
    /// Whether a lane precedes the current lane.
    some: Option<Reg>,
}

impl Lanes {
    fn new(code: &mut Builder<'_>, bits: &[usize], reverse: bool) -> Self {
        let mask: i64 = bits.iter().map(|bit| 1 << bit).sum();
        if mask == 0 {
            return Lanes { steps: Vec::new(), previous: None, last: None, some: None };
        }
        let word = |code: &mut Builder<'_>, opcode: Opcode, reg: Reg, value: i64| {
            code.op(opcode, Ty::B32, Class::B32, &[reg.into(), Operand::Int(value)])
        };
        let lane = word(code, Opcode::And, code.thread(), 31);
        // A lane's place is its number, with the bits along the axis inverted for `reverse`; inversion is its
        // own inverse.
        let reversed = |code: &mut Builder<'_>, lane: Reg| {
            if reverse { word(code, Opcode::Xor, lane, mask) } else { lane }
        };
        let place = reversed(code, lane);
        let mut steps = Vec::new();
        for (at, bit) in bits.iter().enumerate() {
            let below: i64 = bits[..at].iter().map(|bit| 1 << bit).sum();
            let half = word(code, Opcode::And, place, !(1 << bit) & 31);
            let end = if below == 0 { half } else { word(code, Opcode::Or, half, below) };
            let end = reversed(code, end);
            let own = word(code, Opcode::And, place, 1 << bit);
            steps.push((end, code.compare(Compare::Ne, Ty::U32, own, 0)));
        }
        // The first lane along the axis has nothing before it.
        let along = word(code, Opcode::And, place, mask);
        let some = code.compare(Compare::Ne, Ty::U32, along, 0);
        let less = code.op(Opcode::Sub, Ty::U32, Class::B32, &[along.into(), Operand::Int(1)]);
        let less = word(code, Opcode::And, less, mask);
        let beside = word(code, Opcode::And, place, !mask & 31);
        let previous = code.op(Opcode::Or, Ty::B32, Class::B32, &[less.into(), beside.into()]);
        let last = word(code, Opcode::Or, place, mask);
        let (previous, last) = (reversed(code, previous), reversed(code, last));
        Lanes { steps, previous: Some(previous), last: Some(last), some: Some(some) }
    }

    /// Each lane's value combined with those of the lanes before.
    fn prefixes(
        &self,
        code: &mut Builder<'_>,
        combiner: &Combiner<'_>,
        mut values: Vec<Reg>,
    ) -> Result<Vec<Reg>, Unsupported> {
        for (end, behind) in &self.steps {
            let before: Vec<Reg> =
                values.iter().map(|reg| shuffle(code, Shuffle::Idx, *reg, (*end).into())).collect();
            let with = combiner.combine(code, &values, &before)?;
            values = choose_all(code, *behind, &with, &values);
        }
        Ok(values)
    }
}
