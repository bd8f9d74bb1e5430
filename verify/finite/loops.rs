//! Loops: bounds of carried values at the first head and at all other heads (loop peeling: Blanchet and others, "A Static Analyzer
//! for Large Safety-Critical Software", PLDI 2003). Carried sums grow by their summands, once per iteration. A value that keeps at
//! least a part in each iteration keeps the part's power. All other values are joined until nothing changes, and given up after
//! too many rounds.

use spec::ops::accuracy::least_normal;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::Analysis;
use super::error::parts;
use super::mean::Summed;
use super::value::{Floor, Range, Sum, Value};
use super::weights::Ratio;
use crate::fault_injection::Flaw;
use crate::values::float::bounds::{ANY, Bounds};

/// How often a loop is gone round before what still changes is given up.
const ROUNDS: usize = 8;

/// How many additions of one iteration are counted for each sum.
const ADDITIONS: f64 = 8.0;

/// The distance of a kept sum above the least normal number of its format, so that each step rounds off at most a part.
const ABOVE_NORMAL: f64 = 16.0;

/// An analyzed loop.
struct Round<'a> {
    op: &'a Operation,
    region: &'a Block,
    /// The carried values.
    params: Vec<ValueId>,
    /// The maximum number of iterations.
    most: f64,
}

/// How often a loop is gone round, and with which numbers.
pub(super) struct Iterations {
    /// Whether the loop has at least one iteration.
    is_entered: bool,
    /// The maximum number of iterations.
    pub(super) most: f64,
    /// The number of the first, and of all others.
    numbers: [Option<Range>; 2],
}

impl<'a> Analysis<'a> {
    /// A loop.
    pub(super) fn looped(&mut self, op: &'a Operation) {
        let Some(region) = op.regions.first() else { return };
        let is_for = op.op == Op::For;
        let params = region.params[usize::from(is_for)..].to_vec();
        let skipped = if is_for { 3 } else { 0 };
        let starts: Vec<Value> = op.operands[skipped..].iter().map(|init| self.value(*init)).collect();
        let inits: Vec<Bounds> = starts.iter().map(|start| start.bounds).collect();
        let iterations = self.iterations(op);
        let round = Round { op, region, params, most: iterations.most };
        let number = region.params.first().filter(|_| is_for).copied();
        number.into_iter().for_each(|id| self.set_range(id, iterations.numbers[0]));
        self.enter(&round, &inits);
        let nowhere = || vec![None; inits.len()];
        let first = self.carried(op, Op::Continue).unwrap_or_else(nowhere);
        let mut left = self.carried(op, Op::Break);
        let (mut ratios, mut sums) = (self.ratios(&round, &inits, &inits), self.sums(&round));
        let Some(first) = first.into_iter().collect::<Option<Vec<Bounds>>>() else {
            // No iteration goes on to another.
            return self.leave(op, left, (!iterations.is_entered).then_some(inits));
        };
        number.into_iter().for_each(|id| self.set_range(id, iterations.numbers[1]));
        let heads = self.rest(&round, first);
        left = either(left, self.carried(op, Op::Break));
        let rest = self.ratios(&round, &inits, &heads);
        ratios = ratios.into_iter().zip(rest).map(|(a, b)| a?.either(b?)).collect();
        sums = sums.into_iter().zip(self.sums(&round)).map(|(a, b)| Some(a?.either(&b?))).collect();
        let ended = heads.iter().zip(&inits).map(|(head, init)| {
            if iterations.is_entered || self.has(Flaw::LoopsAreEntered) { *head } else { head.or(init) }
        });
        let ended = ended.collect();
        self.leave(op, left, Some(ended));
        for (at, result) in op.results.iter().enumerate().filter(|_| is_for) {
            let Some(format) = self.format(*result) else { continue };
            let around = starts[at].plus.zip(sums[at]);
            let plus = around.and_then(|(start, sum)| nested(start, sum, round.most, format));
            if let Some(value) = self.values.get_mut(result) {
                value.means.ratio = ratios[at].take();
                value.plus = plus;
            }
        }
    }

    /// The summands of an iteration for each carried value, on every path to the next iteration.
    fn sums(&self, round: &Round<'a>) -> Vec<Option<Sum>> {
        let exits = leaving(round.op, Op::Continue);
        let of = |(at, param): (usize, &ValueId)| {
            let added = |exit: &&Operation| self.value(exit.operands[at]).plus.filter(|sum| sum.of == *param);
            let all: Option<Vec<Sum>> = exits.iter().map(added).collect();
            all?.into_iter().reduce(|a, b| a.either(&b))
        };
        round.params.iter().enumerate().map(of).collect()
    }

    /// The ratios of carried values behind a loop, from the effects of its iterations.
    fn ratios(&self, round: &Round<'a>, inits: &[Bounds], heads: &[Bounds]) -> Vec<Option<Ratio>> {
        let exits = leaving(round.op, Op::Continue);
        let [exit] = exits.as_slice() else { return vec![None; inits.len()] };
        let summed = |at: usize| Summed {
            init: inits[at],
            head: heads[at],
            param: round.params[at],
            end: exit.operands[at],
            result: round.op.results[at],
        };
        let floats: Vec<usize> =
            (0..inits.len()).filter(|at| self.format(round.params[*at]).is_some()).collect();
        let of = |at: usize| {
            let beside = floats.iter().filter(|mass| **mass != at && floats.contains(&at));
            beside.map(|mass| self.ratio([&summed(at), &summed(*mass)], round.most)).find_map(|ratio| ratio)
        };
        (0..inits.len()).map(of).collect()
    }

    /// Goes round once, from bounds of what is carried.
    fn enter(&mut self, round: &Round<'a>, heads: &[Bounds]) {
        for (param, head) in round.params.iter().zip(heads) {
            if self.format(*param).is_some() {
                let plus = Some(Sum::head(*param));
                let floor = Some(Floor::head(*param)).filter(|_| head.lo >= 0.0 && !head.nan);
                self.values.insert(*param, Value { plus, floor, ..Value::plain(*head) });
            }
        }
        self.block(round.region);
    }

    /// The carried values at all later heads, from the ends of the first iteration.
    fn rest(&mut self, round: &Round<'a>, first: Vec<Bounds>) -> Vec<Bounds> {
        let mut heads = first.clone();
        for count in 0..=ROUNDS {
            self.enter(round, &heads);
            let mut next = heads.clone();
            for (position, param) in round.params.iter().enumerate() {
                if let Some(format) = self.format(*param) {
                    next[position] = self.next(round, (position, *param), &first[position], format);
                }
            }
            // What still changes in the end may be anything.
            let gives_up = count + 2 >= ROUNDS;
            let join = |(head, next): (&Bounds, &Bounds)| {
                let both = head.or(next);
                if gives_up && both != *head { ANY } else { both }
            };
            let joined: Vec<Bounds> = heads.iter().zip(&next).map(join).collect();
            if joined == heads {
                return heads;
            }
            heads = joined;
        }
        // The analysis did not converge: carried values may be anything.
        let anything = vec![ANY; heads.len()];
        self.enter(round, &anything);
        anything
    }

    /// The next head's bounds, from the ends of iterations.
    fn next(
        &self,
        round: &Round<'a>,
        (position, param): (usize, ValueId),
        first: &Bounds,
        format: Scalar,
    ) -> Bounds {
        let exits = leaving(round.op, Op::Continue);
        let ends: Vec<Value> = exits.iter().map(|exit| self.value(exit.operands[position])).collect();
        let joined = ends.iter().fold(*first, |all, end| all.or(&end.bounds));
        let summed = self.sums(round)[position];
        let mut next = summed.map_or(joined, |sum| self.summed(first, &sum, round.most, format));
        let floors = ends.iter().map(|end| end.floor(param)).reduce(|a, b| a.either(b).unwrap_or(a));
        if let Some(floor) = floors {
            // Each iteration keeps at least the part of its start value, or the number.
            let one = if self.has(Flaw::PartsAreKept) { 1.0 } else { floor.part.min(1.0) };
            let part = one.powf(round.most) * (1.0 - 1e-9);
            let least = first.lo.min(floor.or) * part;
            if least > ABOVE_NORMAL * least_normal(format) {
                let least = Bounds::new(least, least).rounded(format, false).lo;
                next.lo = next.lo.max(least).min(next.hi);
            }
        }
        next
    }

    /// The bounds of a loop that adds such a sum in every iteration.
    fn summed(&self, init: &Bounds, sum: &Sum, turns: f64, format: Scalar) -> Bounds {
        if self.has(Flaw::SumsDoNotGrow) {
            return *init;
        }
        let grown = grown(&sum.added, turns, format);
        let total = init.add(&grown).or(init);
        let total = if sum.shrinks { init.with_zero().add(&grown.with_zero()) } else { total };
        let drifted = total.mul(&Bounds::new(1.0, (turns * sum.drift).exp())).with_zero();
        let total = if sum.drift > 0.0 { total.or(&drifted) } else { total };
        let total = total.rounded(format, false);
        // An infinite sum meets the summand of the next iteration.
        Bounds { nan: total.add(&sum.added).nan || sum.shrinks && !total.is_finite(), ..total }
    }

    /// The values passed on by the loop's operations of a kind; `None` without such operations.
    fn carried(&self, op: &'a Operation, how: Op) -> Option<Vec<Option<Bounds>>> {
        let exits = leaving(op, how);
        let count = exits.first()?.operands.len();
        let of =
            |at: usize| exits.iter().map(|exit| self.value(exit.operands[at]).bounds).reduce(|a, b| a.or(&b));
        Some((0..count).map(of).collect())
    }

    /// Binds the results of a loop: the join of values at its exits and at its regular end.
    fn leave(&mut self, op: &'a Operation, left: Option<Vec<Option<Bounds>>>, ended: Option<Vec<Bounds>>) {
        let ended = ended.filter(|_| op.op == Op::For).map(|ended| ended.into_iter().map(Some).collect());
        let all = either(left, ended).unwrap_or_default();
        for (position, result) in op.results.iter().enumerate() {
            if self.format(*result).is_some() {
                let bounds = all.get(position).copied().flatten().unwrap_or(ANY);
                self.values.insert(*result, Value::plain(bounds));
            }
        }
    }

    /// The number of iterations.
    #[expect(clippy::as_conversions, reason = "a count that is rounded up")]
    pub(super) fn iterations(&self, op: &Operation) -> Iterations {
        let unknown =
            Iterations { is_entered: op.op == Op::Loop, most: f64::INFINITY, numbers: [None, None] };
        if op.op != Op::For {
            return unknown;
        }
        let [lower, upper, step] = [0, 1, 2].map(|position| self.range(op.operands[position]));
        if op.attributes.unsigned_compare && (lower.0 < 0 || upper.0 < 0) {
            return unknown;
        }
        let step = step.0.max(1);
        let most = ((((upper.1 - lower.0).max(1) - 1) / step + 1) as f64).next_up();
        let numbers = [(lower.0, lower.1.min(upper.1 - 1)), (lower.0 + step, upper.1 - 1)];
        Iterations { is_entered: lower.1 < upper.0, most, numbers: numbers.map(Some) }
    }
}

/// What so many iterations add: rounding to the nearest makes no more than twice of what is added.
fn grown(added: &Bounds, turns: f64, format: Scalar) -> Bounds {
    added.times(turns * ADDITIONS, parts(format)).or(&added.times(turns, f64::MAX))
}

/// The summands of an inner loop for a sum of the outer loop.
fn nested(start: Sum, sum: Sum, turns: f64, format: Scalar) -> Option<Sum> {
    let drift = if sum.drift > 0.0 { (turns * sum.drift).exp_m1() } else { 0.0 };
    let added = start.with(&grown(&sum.added, turns, format), 0.0).added;
    let added = added.mul(&Bounds::new(1.0, 1.0 + drift)).with_zero();
    let off = start.drift + drift * (1.0 + start.drift);
    off.is_finite().then_some(Sum { added, drift: off, shrinks: start.shrinks || sum.shrinks, ..start })
}

/// The facts of either of two paths, if any.
fn either(a: Option<Vec<Option<Bounds>>>, b: Option<Vec<Option<Bounds>>>) -> Option<Vec<Option<Bounds>>> {
    let (Some(a), Some(b)) = (&a, &b) else { return a.or(b) };
    let both = |(a, b): (&Option<Bounds>, &Option<Bounds>)| a.zip(*b).map(|(a, b)| a.or(&b)).or(*a).or(*b);
    Some(a.iter().zip(b).map(both).collect())
}

/// The operations that leave an iteration of a loop in this way, at any depth outside of inner loops.
pub(super) fn leaving(op: &Operation, how: Op) -> Vec<&Operation> {
    fn add<'o>(block: &'o Block, how: Op, to: &mut Vec<&'o Operation>) {
        for op in &block.ops {
            if op.op == how {
                to.push(op);
            } else if op.op == Op::If {
                op.regions.iter().for_each(|region| add(region, how, to));
            }
        }
    }
    let mut found = Vec::new();
    op.regions.iter().for_each(|region| add(region, how, &mut found));
    found
}
