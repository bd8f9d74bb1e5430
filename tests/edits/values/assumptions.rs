//! Assumptions: dropped, with other numbers, and about unpromised facts.

use spec::syntax::attributes::{Assumption, Attributes, Every};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Type};

use crate::edits::addresses::indices::used;
use crate::edits::edit::is_integer;
use crate::edits::sites::Sites;

/// A divisor that no contract promises.
const DIVISOR: u64 = 1 << 13;

/// A bound that no contract keeps.
const BOUND: i64 = 7;

/// A bound from below that no contract keeps.
const LEAST: i64 = 10_000;

/// Every assumption, dropped.
pub(crate) fn dropped(sites: &mut Sites<'_>) {
    for (number, op) in sites.of(&[Op::Assume]) {
        if matches!(sites.kernel.ty(op.operands[0]), Type::Tile(_)) {
            // Something must go on defining the result: the operand in its own shape.
            sites.change(number, "dropped", |draft| {
                draft.op.op = Op::Reshape;
                draft.op.attributes = Attributes::default();
                draft.replace(op.results[0], op.operands[0]);
            });
        }
    }
}

/// Every assumption, with changed numbers.
pub(crate) fn changed(sites: &mut Sites<'_>) {
    for (number, op) in sites.of(&[Op::Assume]) {
        for (change, other) in op.attributes.assumption.iter().flat_map(others) {
            sites.change(number, &change, |draft| draft.op.attributes.assumption = Some(other));
        }
    }
}

fn others(assumption: &Assumption) -> Vec<(String, Assumption)> {
    match assumption {
        Assumption::DivBy { divisor, every } => {
            let with = |divisor| Assumption::DivBy { divisor, every: *every };
            let mut others = vec![
                ("twice the divisor".to_owned(), with(2 * divisor)),
                ("half the divisor".to_owned(), with((divisor / 2).max(1))),
            ];
            if let Some(Every { stride, axis }) = every {
                let with = |stride| Assumption::DivBy {
                    divisor: *divisor,
                    every: Some(Every { stride, axis: *axis }),
                };
                others.push(("runs twice as long".to_owned(), with(2 * stride)));
                others.push(("runs half as long".to_owned(), with((stride / 2).max(1))));
            }
            others
        }
        Assumption::Bounded { lower, upper } => {
            let lowers = [Some(LEAST), lower.map(|lower| lower + 1), lower.map(|lower| lower - 1), None];
            let uppers =
                [upper.map_or(Some(BOUND), |upper| Some(upper - 1)), upper.map(|upper| upper + 1), None];
            let lowers = lowers.map(|other| {
                let change = other.map_or("no lower bound".to_owned(), |other| format!("at least {other}"));
                (change, Assumption::Bounded { lower: other, upper: *upper })
            });
            let uppers = uppers.map(|other| {
                let change = other.map_or("no upper bound".to_owned(), |other| format!("at most {other}"));
                (change, Assumption::Bounded { lower: *lower, upper: other })
            });
            lowers.into_iter().chain(uppers).collect()
        }
        Assumption::SameElements(shape) => {
            let axes = 0..shape.len();
            let other = |axis: usize, extent: u32| {
                let mut shape = shape.clone();
                shape[axis] = extent;
                (format!("partitions of {extent} along {axis}"), Assumption::SameElements(shape))
            };
            axes.flat_map(|axis| [other(axis, 2 * shape[axis]), other(axis, (shape[axis] / 2).max(1))])
                .collect()
        }
    }
}

/// Every argument and every place in the grid, assumed to be what nobody promises.
pub(crate) fn added(sites: &mut Sites<'_>) {
    for param in sites.kernel.params.clone() {
        let name = sites.kernel.name(param);
        let divisible = Assumption::DivBy { divisor: DIVISOR, every: None };
        let exact = |element| match element {
            Element::Scalar(scalar) => scalar.is_integer(),
            Element::Pointer(_) => true,
        };
        if exact(sites.kernel.tile(param).element) {
            sites.change(0, &format!("{name} assumed a multiple of {DIVISOR}"), |draft| {
                draft.assume(param, divisible);
            });
        }
        if is_integer(sites.kernel, param) {
            let bounded = Assumption::Bounded { lower: None, upper: Some(BOUND) };
            sites.change(0, &format!("{name} assumed at most {BOUND}"), |draft| draft.assume(param, bounded));
        }
    }
    for (number, op) in sites.of(&[Op::GetTileBlockId]) {
        for axis in used(sites, op) {
            let first = Assumption::Bounded { lower: None, upper: Some(0) };
            let change = format!("{} assumed zero", ["x", "y", "z"][axis]);
            sites.change(number, &change, |draft| draft.assume_result(axis, first));
        }
    }
}
