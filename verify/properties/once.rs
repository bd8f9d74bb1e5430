//! `writes_once`: in addition to `writes`, no element is written twice. That is the question of races between any two instances
//! of writes, whether they are ordered or not.

use spec::domain::{Bool as _, Number};
use spec::memory::access::Access;
use spec::syntax::contract::Property;
use spec::syntax::kernel::Operation;

use super::elements::{Element, elements_of};
use super::ensured::Ensured;
use crate::budget::policy::Effort;
use crate::budget::policy::Purpose;
use crate::counterexample::find_counterexample;
use crate::fault_injection::Flaw;
use crate::race::instance::{fresh_instance, instantiate, precedes};
use crate::race::overlap::{express_overlap, may_alias};
use crate::smt::answer::Answer;
use crate::symbolic::cut::equate_cuts;
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Substitution, Truth, Var};
use crate::values::access::SymbolicAccess;

/// Whether no element is written twice.
pub(crate) fn decide_once<'k>(
    machine: &mut Machine<'k>,
    property: &Property,
    array: &str,
    accesses: &[SymbolicAccess<'k>],
) -> Ensured {
    let position = machine.setup.bound.position(array);
    let Some(which) = position.and_then(|position| machine.setup.find_allocation(position)) else {
        return Ensured::unknown(format!("no pointer is called `{array}`"));
    };
    // Of all elements, how many there are does not matter.
    let element = property.among().and_then(|_| elements_of(machine, property, array).pop());
    if property.among().is_some() && element.is_none() {
        return Ensured::unknown(format!(
            "the size of `{array}` is not stated: add a `buffer` or `array` clause"
        ));
    }
    let among = element.as_ref();
    let block = machine.setup.block;
    let writes: Vec<&SymbolicAccess<'k>> = accesses.iter().filter(|access| access.manner.writes).collect();
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for a in 0..writes.len() {
        for b in a..writes.len() {
            let is_to =
                |one: &SymbolicAccess<'k>| machine.setup.touched_through(&one.pointer).contains(&which);
            if (is_to(writes[a]) || is_to(writes[b])) && may_alias(machine, writes[a], writes[b]) {
                pairs.push((a, b));
            }
        }
    }
    let ends = machine.solver.mark();
    let mut other = fresh_instance(machine, &[]);
    let moved = block.map(|axis| other.num(&axis));
    let differ =
        block.iter().zip(&moved).fold(Truth::constant(false), |any, (a, b)| any.or(&a.equals(b).not()));
    for (a, b) in &pairs {
        let twice = [differ];
        if let Some(open) = decide_pair(machine, (writes[*a], writes[*b]), &twice, among, &mut other) {
            return open;
        }
    }
    machine.solver.forget(ends);
    let kept: Vec<Var> = block.iter().filter_map(Num::as_var).collect();
    let mut other = fresh_instance(machine, &kept);
    for (a, b) in &pairs {
        let copy = instantiate(writes[*a], &mut other);
        let mut twice = vec![precedes(&copy, writes[*b]), precedes(writes[*b], &copy)];
        // Two lanes of a weak store are two places, or there is undefined behavior.
        if a == b && writes[*a].manner.is_strong() && !machine.setup.has(Flaw::LanesWriteOnce) {
            twice.push(same_run(&copy, writes[*b]).and(&other_lane(machine, writes[*a].op, &mut other)));
        }
        if let Some(open) = decide_pair(machine, (writes[*a], writes[*b]), &twice, among, &mut other) {
            return open;
        }
    }
    machine.solver.forget(ends);
    Ensured::Proved
}

/// The open condition for two writes that differ in one of several ways; `None` if the writes never meet.
fn decide_pair<'k>(
    machine: &mut Machine<'k>,
    (a, b): (&SymbolicAccess<'k>, &SymbolicAccess<'k>),
    twice: &[Truth],
    among: Option<&Element>,
    other: &mut Substitution,
) -> Option<Ensured> {
    let copy = instantiate(a, other);
    let meet = express_overlap(machine, b, &copy);
    // A write may be narrower or wider than an element: the property speaks of it where the two share a byte.
    let spoken_of = among.map_or(Truth::constant(true), |element| {
        let unit = Num::constant(machine.setup.allocations[element.which].element.bytes().into());
        let from = Num::constant(1 - i128::from(b.bytes));
        let distance = b.pointer.offset.sub(&element.place.mul(&unit));
        // The offset of a write to an overlapping array does not determine the element.
        let is_own = b.pointer.which.equals(&Num::index(element.which));
        is_own.implies(&element.holds.and(&from.at_most(&distance)).and(&distance.less(&unit)))
    });
    for differ in twice {
        let both = differ.and(&b.when).and(&copy.when).and(&meet).and(&spoken_of);
        let both = equate_cuts(machine, &both, other, Effort::Most);
        let why = match machine.solver.ask(&both, Purpose::Requirement) {
            Answer::Impossible => continue,
            Answer::Possible => "two writes to an element were not excluded".to_owned(),
            Answer::Unknown => "the solver neither found nor excluded two writes to an element".to_owned(),
        };
        let candidate = find_counterexample(machine, &both, &[], Some(other)).map(Box::new);
        return Some(Ensured::Open { candidate, why });
    }
    None
}

/// Whether two accesses of one operation are in equal iterations.
fn same_run(a: &SymbolicAccess<'_>, b: &SymbolicAccess<'_>) -> Truth {
    a.iterations
        .iter()
        .zip(&b.iterations)
        .fold(Truth::constant(true), |all, ((_, x), (_, y))| all.and(&x.equals(y)))
}

/// Whether the lane of the copy is another, among those of a write's tile.
fn other_lane(machine: &mut Machine<'_>, op: &Operation, other: &mut Substitution) -> Truth {
    let value = Access::of(machine.kernel, op).and_then(|access| access.value);
    let shape = value.and_then(|value| machine.kernel.ty(value).tile()).map(|tile| tile.shape.clone());
    let lanes = machine.lane(&shape.unwrap_or_default(), 0);
    lanes.iter().fold(Truth::constant(false), |any, lane| any.or(&lane.equals(&other.num(lane)).not()))
}
