//! Values that are worth trying: the numbers around a kernel's constants.

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::contract::{Contract, Expr, Relation};
use spec::syntax::format;
use spec::syntax::kernel::{Block, Kernel, ValueId};
use spec::syntax::types::{Element, Scalar};

use super::tied::find_tied;
use crate::scalar;

/// The most values to try for one argument.
const VALUES: usize = 48;

/// The most constants of a kernel that memory is filled with.
const LITERALS: usize = 24;

/// The bits to try, for each scalar argument; a pointer has nothing to try, nor has an argument that nothing asks for, or that
/// others decide.
pub(super) fn candidates(contract: &Bound<'_>) -> Vec<Vec<u64>> {
    let numbers = numbers(contract);
    let tied = find_tied(contract);
    let of = |position: usize| match contract.kernel.tile(contract.kernel.params[position]).element {
        Element::Pointer(_) => vec![0],
        Element::Scalar(_) if tied[position] || !matters(contract, position) => vec![0],
        Element::Scalar(scalar) if scalar.is_integer() => {
            let mut bits: Vec<_> = numbers.iter().filter_map(|n| scalar::from_integer(scalar, *n)).collect();
            let mut seen = BTreeSet::new();
            bits.retain(|bits| seen.insert(*bits));
            bits.truncate(VALUES);
            bits
        }
        Element::Scalar(scalar) => {
            let simple = [1.0, 0.0].iter().filter_map(|value| scalar::from_float(scalar, *value));
            let all = simple.chain(literals(contract.kernel).into_iter().filter_map(|one| one.of(scalar)));
            match contract.float_interval(position) {
                None => all.collect(),
                Some(stated) => {
                    let ends = [stated.least, stated.greatest].map(|end| scalar::from_float(scalar, end));
                    let lies =
                        |bits: &u64| format::value(*bits, scalar).is_some_and(|value| stated.has(value));
                    all.chain(ends.into_iter().flatten()).filter(lies).collect()
                }
            }
        }
    };
    (0..contract.kernel.params.len()).map(of).collect()
}

/// Whether the kernel uses an argument, or its contract mentions it.
fn matters(contract: &Bound<'_>, position: usize) -> bool {
    let mut names = expressions(contract.contract).flat_map(Expr::names);
    let is_named = names.any(|name| contract.position(name) == Some(position));
    is_named || uses(&contract.kernel.body, contract.kernel.params[position])
}

fn uses(block: &Block, value: ValueId) -> bool {
    block
        .ops
        .iter()
        .any(|op| op.operands.contains(&value) || op.regions.iter().any(|region| uses(region, value)))
}

/// A constant of a kernel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known {
    scalar: Scalar,
    bits: u64,
}

impl Known {
    /// The bits in a type: unchanged for equal widths, or the nearest float of another format.
    pub(super) fn of(self, scalar: Scalar) -> Option<u64> {
        if scalar.bits() == self.scalar.bits() {
            return Some(self.bits);
        }
        scalar::from_float(scalar, scalar::float(self.scalar, self.bits)?)
    }
}

/// Constants that a kernel may compare loads with: its nonzero constants, the first one of a list. Floats come before integers,
/// with their neighbors and NaN.
pub(super) fn literals(kernel: &Kernel) -> Vec<Known> {
    let (mut floats, mut integers) = (Vec::new(), Vec::new());
    for op in kernel.operations() {
        let scalar = op.results.first().and_then(|value| kernel.ty(*value).tile()?.element.scalar());
        let (Some(constant), Some(scalar)) = (&op.attributes.constant, scalar) else { continue };
        let bits = match constant {
            Constant::Splat(Literal(bits)) => *bits,
            Constant::Dense(literals) => literals.first().map_or(0, |Literal(bits)| *bits),
        };
        let known = |bits: u64| Known { scalar, bits: bits & (u64::MAX >> (64 - scalar.bits())) };
        if bits == 0 || scalar == Scalar::I1 {
            continue;
        }
        if scalar.is_integer() {
            integers.push(known(bits));
        } else {
            floats.extend([bits, bits.wrapping_add(1), bits - 1].map(known));
        }
    }
    let nan = scalar::from_float(Scalar::F32, f64::NAN).map(|bits| Known { scalar: Scalar::F32, bits });
    let mut found: Vec<Known> = nan.into_iter().collect();
    for known in floats.into_iter().chain(integers) {
        if !found.contains(&known) {
            found.push(known);
        }
    }
    found.truncate(LITERALS);
    found
}

/// Numbers around the constants of the kernel and its contract, the smallest first.
pub(super) fn numbers(contract: &Bound<'_>) -> Vec<i128> {
    let mut constants = BTreeSet::from([0, 1, 2, 4, 8, 16, 32, 64, 128]);
    of_kernel(contract.kernel, &contract.kernel.body, &mut constants);
    of_contract(contract.contract, &mut constants);
    let around = constants.iter().flat_map(|c| {
        let twice = c.saturating_mul(2);
        [c.saturating_sub(1), *c, c.saturating_add(1), twice, twice.saturating_add(1)]
    });
    let mut numbers: Vec<_> = around.collect::<BTreeSet<_>>().into_iter().collect();
    numbers.sort_by_key(|n| (n.unsigned_abs(), *n < 0));
    numbers
}

fn of_kernel(kernel: &Kernel, block: &Block, constants: &mut BTreeSet<i128>) {
    for op in &block.ops {
        for result in op.results.iter().filter_map(|value| kernel.ty(*value).tile()) {
            constants.extend(result.shape.iter().map(|extent| i128::from(*extent)));
            if let (Some(Constant::Splat(Literal(bits))), Element::Scalar(scalar)) =
                (&op.attributes.constant, result.element)
                && scalar.is_integer()
            {
                constants.insert(scalar::integer(scalar, *bits, false));
            }
        }
        op.regions.iter().for_each(|region| of_kernel(kernel, region, constants));
    }
}

fn of_contract(contract: &Contract, constants: &mut BTreeSet<i128>) {
    expressions(contract).for_each(|expr| of_expr(expr, constants));
}

/// Every expression of a contract.
fn expressions(contract: &Contract) -> impl Iterator<Item = &Expr> {
    let sizes = contract.buffers.iter().map(|buffer| &buffer.len);
    let contents = contract.contents.iter().map(|(_, expr)| expr);
    let relations = contract.relations.iter().filter_map(|(_, relation)| match relation {
        Relation::Along(holds) => Some(holds),
        Relation::Distinct(among) => among.as_ref(),
    });
    contract.grid.iter().flatten().chain(&contract.requires).chain(sizes).chain(contents).chain(relations)
}

fn of_expr(expr: &Expr, constants: &mut BTreeSet<i128>) {
    match expr {
        Expr::Number(number) => {
            constants.insert(*number);
        }
        Expr::Name(_) => {}
        Expr::Unary(_, operand) | Expr::Element(_, operand) => of_expr(operand, constants),
        Expr::Binary(_, lhs, rhs) => {
            of_expr(lhs, constants);
            of_expr(rhs, constants);
        }
    }
}
