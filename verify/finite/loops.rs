//! Loops: what they carry, at every head. Sums that they carry grow by what is added, as often as there are iterations; all else is
//! joined until nothing changes, and given up where that takes long.

use spec::syntax::attributes::Signedness;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;

use spec::syntax::types::Scalar;

use super::bounds::{ANY, Bounds};
use super::eval::parts;
use super::value::{Sum, Value};
use super::{Analysis, Range};
use crate::fault_injection::Flaw;

/// How often a loop is gone round before what still changes is given up.
const ROUNDS: usize = 8;

/// How many additions of one iteration are counted for each sum.
const ADDITIONS: f64 = 8.0;

impl<'a> Analysis<'a> {
    /// A loop.
    pub(super) fn looped(&mut self, op: &'a Operation) {
        let skipped = if op.op == Op::For { 3 } else { 0 };
        let Some(region) = op.regions.first() else { return };
        let params = region.params[usize::from(op.op == Op::For)..].to_vec();
        let inits: Vec<Bounds> = op.operands[skipped..].iter().map(|init| self.value(*init).bounds).collect();
        let turns = self.turns(op);
        let mut heads = inits.clone();
        let mut sums: Vec<bool> = vec![true; heads.len()];
        for round in 0..=ROUNDS {
            for ((param, head), is_sum) in params.iter().zip(&heads).zip(&sums) {
                let format = self.format(*param);
                let nothing = Bounds::new(0.0, 0.0);
                let plus = is_sum.then_some(Sum { of: *param, added: nothing, drift: 0.0 });
                let value = Value { plus, ..Value::plain(*head) };
                if format.is_some() {
                    self.values.insert(*param, value);
                }
            }
            self.block(region);
            let exits = leaving(op, Op::Continue);
            let mut next = heads.clone();
            for (position, param) in params.iter().enumerate() {
                let Some(format) = self.format(*param) else { continue };
                let ends: Vec<Value> = exits.iter().map(|exit| self.value(exit.operands[position])).collect();
                let added = |end: &Value| end.plus.filter(|sum| sum.of == *param);
                let all: Option<Vec<Sum>> = ends.iter().map(added).collect();
                let summed = all.filter(|all| sums[position] && !all.is_empty());
                sums[position] = summed.is_some();
                next[position] = match summed {
                    Some(all) => self.summed(&inits[position], &all, turns, format),
                    None => ends.iter().fold(inits[position], |all, end| all.or(&end.bounds)),
                };
            }
            if next == heads {
                return self.leave(op, &heads, &inits);
            }
            // What still changes in the end may be anything.
            let gives_up = round + 2 >= ROUNDS;
            let joined = |(head, next): (&Bounds, &Bounds)| {
                let both = head.or(next);
                if gives_up && both != *head { ANY } else { both }
            };
            heads = heads.iter().zip(&next).map(joined).collect();
        }
        // It did not come to rest: it may carry anything.
        let floats: Vec<ValueId> = params.into_iter().filter(|param| self.format(*param).is_some()).collect();
        self.values.extend(floats.into_iter().map(|param| (param, Value::any())));
        self.block(region);
        self.leave(op, &vec![ANY; inits.len()], &inits);
    }

    /// What a loop comes to that adds one of these sums in every iteration: rounding to the nearest makes no more than twice of what is
    /// added.
    fn summed(&self, init: &Bounds, sums: &[Sum], turns: f64, format: Scalar) -> Bounds {
        let added = sums.iter().map(|sum| sum.added).fold(Bounds::new(0.0, 0.0), |all, one| all.or(&one));
        if self.has(Flaw::SumsDoNotGrow) {
            return init.add(&added).or(init).rounded(format, false);
        }
        let grown = added.times(turns * ADDITIONS, parts(format)).or(&added.times(turns, f64::MAX));
        let total = init.add(&grown).or(init);
        let drift = sums.iter().map(|sum| sum.drift).fold(0.0, f64::max);
        let drifted = total.mul(&Bounds::new(1.0, (turns * drift).exp())).with_zero();
        let total = if drift > 0.0 { total.or(&drifted) } else { total };
        let total = total.rounded(format, false);
        // What has become infinite meets what is added in the next iteration.
        Bounds { nan: total.add(&added).nan, ..total }
    }

    /// What a loop hands over behind it.
    fn leave(&mut self, op: &'a Operation, heads: &[Bounds], inits: &[Bounds]) {
        let ends = leaving(op, Op::Break);
        for (position, result) in op.results.iter().enumerate() {
            if self.format(*result).is_none() {
                continue;
            }
            let bounds = if op.op == Op::For {
                heads[position].or(&inits[position])
            } else {
                let of = |end: &&Operation| self.value(end.operands[position]).bounds;
                ends.iter().map(of).reduce(|a, b| a.or(&b)).unwrap_or(ANY)
            };
            self.values.insert(*result, Value::plain(bounds));
        }
    }

    /// How many iterations there are at most.
    #[expect(clippy::as_conversions, reason = "a count that is rounded up")]
    fn turns(&self, op: &Operation) -> f64 {
        if op.op != Op::For || op.attributes.unsigned_compare {
            return f64::INFINITY;
        }
        let [lower, upper, step] = [0, 1, 2].map(|position| self.range(op.operands[position]));
        let distance = (upper.1 - lower.0).max(0);
        ((distance / step.0.max(1) + 1) as f64).next_up()
    }

    /// An integer scalar: what is made of others by sums, products and quotients.
    pub(super) fn arithmetic(&mut self, op: &Operation) {
        let result = op.results[0];
        let Some(range) = self.computed(op) else {
            self.integers.remove(&result);
            return;
        };
        let half = 1i128 << (self.bits(result).max(2) - 1);
        // What wraps may be anything.
        if range.0 >= -half && range.1 < half {
            self.integers.insert(result, range);
        } else {
            self.integers.remove(&result);
        }
    }

    fn computed(&self, op: &Operation) -> Option<Range> {
        let of = |position: usize| op.operands.get(position).map(|operand: &ValueId| self.range(*operand));
        if op.op == Op::Constant {
            return self.literal(op);
        }
        let (a, b) = (of(0), of(1));
        let same = [Op::Reshape, Op::Broadcast, Op::Assume];
        if same.contains(&op.op) {
            return a;
        }
        if op.op == Op::Exti && self.bits(op.operands[0]) == 1 {
            return Some(self.read(op.operands[0], op.attributes.signedness));
        }
        if op.op == Op::Exti && (op.attributes.signedness == Some(Signedness::Signed) || a?.0 >= 0) {
            return a;
        }
        let (a, b) = (a?, b?);
        if op.op == Op::Addi {
            return Some((a.0 + b.0, a.1 + b.1));
        }
        if op.op == Op::Subi {
            return Some((a.0 - b.1, a.1 - b.0));
        }
        if op.op == Op::Muli {
            let corners = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
            return Some((corners.into_iter().min()?, corners.into_iter().max()?));
        }
        // Of natural numbers, however it is rounded.
        (op.op == Op::Divi && a.0 >= 0 && b.0 >= 1).then(|| (a.0 / b.1, a.1 / b.0 + 1))
    }

    fn literal(&self, op: &Operation) -> Option<Range> {
        let spec::syntax::attributes::Constant::Splat(literal) = op.attributes.constant.as_ref()? else {
            return None;
        };
        let scalar =
            self.kernel.ty(op.results[0]).tile()?.element.scalar().filter(|scalar| scalar.is_integer())?;
        let (bits, value) = (scalar.bits(), i128::from(literal.0));
        let half = 1i128 << (bits.max(2) - 1);
        let signed = if bits > 1 && value >= half { value - 2 * half } else { value };
        Some((signed, signed))
    }
}

/// The operations that leave an iteration of a loop that way, wherever they stand in it but for loops inside.
fn leaving(op: &Operation, how: Op) -> Vec<&Operation> {
    fn add<'o>(block: &'o spec::syntax::kernel::Block, how: Op, to: &mut Vec<&'o Operation>) {
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
