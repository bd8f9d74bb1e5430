//! Rate bounds: the speed of a carried number, from the summand of each iteration, if independent of the number itself.

use spec::domain::{Number, greatest_signed};

use crate::budget::policy::Purpose;
use crate::loops::carried::{BodyPass, CarryKind};
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Truth, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Variables};

/// Bounds by how many iterations came before.
pub(super) fn propose_rate_bounds<'k>(
    machine: &mut Machine<'k>,
    pass: &BodyPass<'_, 'k>,
    at: usize,
) -> Vec<Truth> {
    let carry = &pass.carries[at];
    if carry.kind != CarryKind::Open {
        return Vec::new();
    }
    let mut own = Variables::default();
    own.num(&carry.start);
    own.nums.retain(|var| var.0 >= pass.mark.nums);
    let (mut down, mut up) = (Some(0), Some(0));
    for (end, exit) in carry.ends.iter().zip(pass.exits) {
        let distance = end.minus(&carry.start);
        let mut variables = Variables::default();
        variables.num(&distance);
        if !variables.nums.is_disjoint(&own.nums) {
            return Vec::new();
        }
        let back = Num::constant(0).sub(&distance);
        up = up.and_then(|up| Some(up.max(find_upper_bound(machine, &distance, &exit.path)?)));
        down = down.and_then(|down: i128| Some(down.min(-find_upper_bound(machine, &back, &exit.path)?)));
    }
    let after = |rate: i128| carry.first.add(&Num::var(pass.known.count).mul(&Num::constant(rate)));
    let below = up.map(|up| carry.value.at_most(&after(up)));
    let above = down.map(|down| after(down).at_most(&carry.value));
    below.into_iter().chain(above).collect()
}

/// The least provable upper bound of a term, if informative.
fn find_upper_bound(machine: &mut Machine<'_>, num: &Num, path: &Truth) -> Option<i128> {
    let (mut low, mut high) = (num.lo(), num.hi());
    if low == high {
        return Some(low);
    }
    if low == UNBOUNDED_BELOW || high == UNBOUNDED_ABOVE || high.checked_sub(low).is_none() {
        return None;
    }
    if !proves_at_most(machine, num, high - 1, path) {
        // Of a whole type's range nothing is learned.
        return (high < greatest_signed(32)).then_some(high);
    }
    while low < high {
        let middle = low + (high - low).div_euclid(2);
        if proves_at_most(machine, num, middle, path) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(high)
}

fn proves_at_most(machine: &mut Machine<'_>, num: &Num, bound: i128, path: &Truth) -> bool {
    machine.solver.proves(&num.at_most(&Num::constant(bound)), path, Purpose::Invariant)
}
