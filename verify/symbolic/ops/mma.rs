//! Matrix products over terms: floats are not followed, integers by their bounds.

use spec::domain::{Int as _, greatest_signed, least_signed};
use spec::syntax::attributes::Signedness;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Core;
use spec::syntax::types::Scalar;

use crate::symbolic::machine::Machine;
use crate::symbolic::state::Val;
use crate::values::lanes::LaneSet;
use crate::values::tile::{Aggregate, Combined, Node, Tile, TileKind};

/// `mmaf`, `mmai`, `mmaf_scaled`
pub(crate) fn run_mma<'k>(machine: &mut Machine<'k>, op: &'k Operation, core: Core) {
    let places = [LaneSet::Row, LaneSet::Column, LaneSet::Same, LaneSet::Row, LaneSet::Column];
    let parts: Vec<(Tile<'k>, LaneSet)> =
        op.operands.iter().map(|operand| machine.tile(*operand)).zip(places).collect();
    let value = if core == Core::Mmai { bound_product_sum(machine, op, &parts) } else { Combined::Anything };
    let scale = op.operands.get(3).and_then(|scale| machine.kernel.tile(*scale).element.scalar());
    let ty = machine.result_type(op);
    // A scale of this type may be negative.
    let doubtful = scale == Some(Scalar::F8E4m3fn);
    let aggregate = Aggregate { op, position: 0, here: machine.state.path, parts, value, doubtful };
    machine.bind(op.results[0], Val::Tile(Node::tile(ty, TileKind::Aggregate(aggregate.into()))));
}

/// The bounds of a sum of products of integers; where it may leave 32 bits it wraps, and can be anything.
fn bound_product_sum<'k>(
    machine: &mut Machine<'k>,
    op: &Operation,
    parts: &[(Tile<'k>, LaneSet)],
) -> Combined {
    let signs = [op.attributes.signedness, op.attributes.second_signedness, None];
    let mut ranges = Vec::new();
    for ((tile, _), sign) in parts.iter().zip(signs) {
        let lane = machine.lane(&tile.ty.shape, 0);
        let element = machine.at(tile, &lane);
        let Some(int) = element.as_int() else { return Combined::Anything };
        let number = if sign == Some(Signedness::Unsigned) { int.unsigned() } else { int.signed() };
        ranges.push((number.lo(), number.hi()));
    }
    let [lhs, rhs, acc] = ranges.as_slice() else { return Combined::Anything };
    let terms = parts[0].0.ty.shape.last().map_or(1, |extent| i128::from(*extent));
    let corners = [(lhs.0, rhs.0), (lhs.0, rhs.1), (lhs.1, rhs.0), (lhs.1, rhs.1)];
    // A carried value may have no bounds yet, and then its sums have none.
    let sums = |first: i128| -> Option<Vec<i128>> {
        corners.iter().map(|(a, b)| a.checked_mul(*b)?.checked_mul(terms)?.checked_add(first)).collect()
    };
    let (Some(least), Some(most)) = (sums(acc.0), sums(acc.1)) else { return Combined::Anything };
    let (Some(least), Some(most)) = (least.into_iter().min(), most.into_iter().max()) else {
        return Combined::Anything;
    };
    let fits = least >= least_signed(32) && most <= greatest_signed(32);
    if fits { Combined::Between(least, most) } else { Combined::Anything }
}
