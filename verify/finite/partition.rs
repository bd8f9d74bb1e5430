//! The two cases of a maximum of two tiles: the first or the second. In an online softmax (Milakov and Gimelshein, "Online
//! Normalizer Calculation for Softmax", 2018), the sum beside a carried maximum is at least one in both cases. If the maximum
//! stays, the sum is not scaled down; if the maximum rises, its own term is one. Operations are evaluated in both cases as long as
//! each element belongs to one element of the maximum. Common results hold.

use std::rc::Rc;

use spec::syntax::kernel::Operation;
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::Scalar;

use super::Analysis;
use super::integers::axis_behind;
use super::value::{Cases, Value};
use crate::fault_injection::Flaw;

impl Analysis<'_> {
    /// The result of an operation, with its facts in both cases of a choice.
    pub(super) fn evaluate_in_cases(&self, op: &Operation, format: Scalar) -> Value {
        let all = self.evaluate(op, format);
        let chosen = if op.op == Op::Maxf { self.choice(op, &all) } else { None };
        let Some(cases) = chosen.or_else(|| self.cases(op, format)) else { return all };
        let [first, second] = &cases.sides;
        let bounds = all.bounds.within(&first.bounds.or(&second.bounds));
        let carried = [first, second].iter().find_map(|side| side.floor).map(|floor| floor.of);
        let floor = carried.and_then(|of| first.floor(of).either(second.floor(of)));
        let either = first.join(second);
        let peaks = either.peaks.into_iter().chain(all.peaks.iter().copied()).collect();
        Value { bounds, floor: floor.or(all.floor), peaks, cases: Some(Rc::new(cases)), ..all }
    }

    /// The two cases of the greater of two tiles, one of which is a greatest, or carried by a loop.
    fn choice(&self, op: &Operation, all: &Value) -> Option<Cases> {
        let [a, b] = [self.value(op.operands[0]), self.value(op.operands[1])];
        let is_running = |one: &Value| one.greatest.is_some() || one.plus.is_some();
        if op.attributes.flush_to_zero || !(is_running(&a) || is_running(&b)) {
            return None;
        }
        let side = |one: &Value, at: usize| Value {
            bounds: all.bounds.within(&one.bounds),
            greatest: one.greatest.or(all.greatest),
            same: Some(op.operands[at]),
            plus: None,
            cases: None,
            ..all.clone()
        };
        let are_numbers = !a.bounds.nan && !b.bounds.nan;
        let sides = if are_numbers && b.bounds.lo >= a.bounds.hi {
            [side(&b, 1), side(&b, 1)]
        } else if are_numbers && a.bounds.lo >= b.bounds.hi || self.has(Flaw::GreatestStays) {
            [side(&a, 0), side(&a, 0)]
        } else {
            [side(&a, 0), side(&b, 1)]
        };
        let shape = &self.kernel.tile(op.results[0]).shape;
        let axes = (0..shape.len()).filter(|axis| shape[*axis] != 1).collect();
        Some(Cases { greater: op.results[0], axes, sides })
    }

    /// The facts about a result in the two cases of its operands' latest choice.
    fn cases(&self, op: &Operation, format: Scalar) -> Option<Cases> {
        let known = |id| self.values.get(id).and_then(|value| value.cases.as_ref());
        let all = || op.operands.iter().filter_map(known);
        let latest = all().max_by_key(|cases| cases.greater.index())?;
        let greater = latest.greater;
        if all().any(|cases| cases.greater == greater && cases.axes != latest.axes) {
            return None;
        }
        let axes = self.axes_of_result(op, &latest.axes)?;
        let sides = [0, 1].map(|side| {
            self.case.set(Some((greater, side)));
            let mut value = self.evaluate(op, format);
            // A line that other elements of the greater belong to is in neither case as a whole.
            value.peaks.retain(|(axis, _)| !axes.contains(axis));
            value
        });
        self.case.set(None);
        Some(Cases { greater, axes, sides })
    }

    /// The axes of a result that correspond to these axes of the operands; `None` if an element combines elements of different groups.
    fn axes_of_result(&self, op: &Operation, axes: &[usize]) -> Option<Vec<usize>> {
        let is_elementwise = op.op.meaning() == Meaning::Elementwise;
        if is_elementwise || matches!(op.op, Op::Select | Op::Assume | Op::Broadcast) {
            return Some(axes.to_vec());
        }
        let [from, to] = [op.operands.first()?, op.results.first()?].map(|id| &self.kernel.tile(*id).shape);
        if op.op == Op::Reshape {
            return axes.iter().map(|axis| axis_behind(from, to, *axis)).collect();
        }
        if op.op == Op::Reduce {
            let along = op.attributes.axis();
            let behind = |axis: &usize| (*axis != along).then(|| axis - usize::from(*axis > along));
            return axes.iter().map(behind).collect();
        }
        None
    }
}
