//! Tickets: every block adds 1 to a counter once, by an update, and who finds the greatest count is the last.
//!
//! Let all writes to a place be updates by one operation that adds 1, outside of loops and on one element, so a block
//! makes at most one. Updates of a place are totally ordered, and each finds the result of the one before. So
//! - two blocks find different numbers, as long as there are no more blocks than numbers;
//! - where the place held v at launch, a block that finds v + N − 1 or more of N blocks is the last of all.
//!
//! If every update releases, the last update, or an acquire of the place that waits for it, observes them all. Operations of
//! each block before its own update then happen before operations that wait for this acquire. The last block may write to the
//! place freely, for example to reset it: no update comes later.

use spec::domain::{Bool as _, Number, greatest_signed};
use spec::syntax::attributes::Rmw;
use spec::syntax::op::Op;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::race::instance::{Side, fresh_instance, instantiate};
use crate::race::overlap::may_alias;
use crate::race::token_order::TokenOrder;
use crate::symbolic::machine::Machine;
use crate::symbolic::ops::access::bytes_overlap;
use crate::terms::{Num, Substitution, Truth};
use crate::values::access::{Exchange, SymbolicAccess};

impl SymbolicAccess<'_> {
    /// Whether every block does so at most once, with one element.
    pub(crate) fn is_once(&self) -> bool {
        self.iterations.is_empty() && self.exchange.is_some() && self.manner.reaches_other_blocks()
    }

    /// Whether the access counts: adds 1, once.
    pub(crate) fn draws_ticket(&self) -> bool {
        let one = |exchange: &Exchange| exchange.operand.value() == Some(1);
        let adds = self.op.op == Op::AtomicRmwTko && self.op.attributes.rmw == Some(Rmw::Add);
        adds && self.is_once() && self.exchange.as_ref().is_some_and(one)
    }

    /// Whether it runs before another access of the same instance, in equal iterations: the loops around it are around both. The
    /// first rounds of a loop are accesses of their own, so an access of an earlier round does not lead one of a later round.
    pub(crate) fn leads(&self, later: &SymbolicAccess<'_>) -> bool {
        let shared = self.iterations.iter().zip(&later.iterations).all(|(x, y)| x == y);
        shared && self.iterations.len() <= later.iterations.len() && self.position < later.position
    }
}

/// Whether two blocks cannot both reach the race, because they would have found equal numbers.
pub(crate) fn draw_distinct_tickets<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    other: &mut Substitution,
) -> bool {
    for draw in accesses.iter().filter(|access| access.draws_ticket()) {
        let moved = instantiate(draw, other);
        let (Some(mine), Some(theirs)) = (&draw.exchange, &moved.exchange) else { continue };
        let both = draw.when.and(&moved.when);
        let place = bytes_overlap(machine, (&draw.pointer, draw.bytes), (&moved.pointer, moved.bytes));
        let one = if machine.setup.has(Flaw::AllCountsAreOne) { Truth::constant(true) } else { place };
        if !holds_where_racing(machine, race, &both.and(&one)) {
            continue;
        }
        // If both may have found different numbers they race, unless the numbers would be too far apart.
        let equal = mine.found.equals(&theirs.found);
        let near = may_both_be_found(machine, mine, &theirs.found);
        if !(holds_where_racing(machine, race, &equal) || holds_where_racing(machine, race, &near.not())) {
            continue;
        }
        let enough = count_blocks(machine).at_most(&Num::constant(greatest_signed(mine.bits)));
        if holds_where_racing(machine, race, &enough) && is_only_counted(machine, accesses, order, race, draw)
        {
            return true;
        }
    }
    false
}

/// Whether the taker is the last of all blocks that count, and the giver's access comes before it counts.
pub(crate) fn is_ordered_by_count<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    giver: &SymbolicAccess<'k>,
    taker: &mut Side<'_, 'k>,
) -> bool {
    let second = taker.access;
    for draw in accesses.iter().filter(|access| access.draws_ticket() && access.manner.releases()) {
        // A release publishes itself, too.
        let given = order.coverage(giver.op, draw.op);
        let waits = given.latest && given.earlier || machine.setup.has(Flaw::CountedTooSoon);
        let published = waits && giver.position < draw.position;
        if !(published || giver.op.id == draw.op.id) {
            continue;
        }
        let mut own = |access: &SymbolicAccess<'k>| match &mut taker.copy {
            Some(copy) => instantiate(access, copy),
            None => access.clone(),
        };
        let drawn = own(draw);
        let anyhow = machine.setup.has(Flaw::LastHearsAnyhow);
        let heard: Vec<SymbolicAccess<'k>> = accesses
            .iter()
            .filter(|access| waits_for_place(order, draw, access, anyhow))
            .filter(|access| order.coverage(access.op, second.op).latest)
            .map(own)
            .filter(|access| access.leads(second))
            .collect();
        let hears = heard.iter().any(|access| {
            let place =
                bytes_overlap(machine, (&access.pointer, access.bytes), (&drawn.pointer, drawn.bytes));
            holds_where_racing(machine, race, &access.when.and(&place))
        });
        if hears
            && holds_where_racing(machine, race, &drawn.when)
            && is_last(machine, race, &drawn)
            && is_only_counted(machine, accesses, order, race, &drawn)
        {
            return true;
        }
    }
    false
}

/// Whether something holds wherever two accesses race.
pub(crate) fn holds_where_racing(machine: &mut Machine<'_>, race: &Truth, fact: &Truth) -> bool {
    machine.solver.excludes(&race.and(&fact.not()), Purpose::Requirement)
}

/// Whether two blocks may find these numbers: N blocks find numbers that differ by less than N, modulo the range of the
/// type.
fn may_both_be_found(machine: &Machine<'_>, mine: &Exchange, theirs: &Num) -> Truth {
    let (blocks, apart) = (count_blocks(machine), mine.found.sub(theirs));
    let all = Num::constant(2 * (greatest_signed(mine.bits) + 1));
    let distance = Num::choose(&apart.less(&Num::constant(0)), &Num::constant(0).sub(&apart), &apart);
    let near = distance.less(&blocks).or(&all.sub(&blocks).less(&distance));
    near.and(&mine.found.equals(theirs).not())
}

/// The number of blocks.
pub(crate) fn count_blocks(machine: &Machine<'_>) -> Num {
    let [x, y, z] = &machine.setup.grid;
    x.mul(y).mul(z)
}

/// Whether a counting update finds at least the last block's number, for any launch value. It finds the launch value, and
/// at most one count for each other block.
fn is_last<'k>(machine: &mut Machine<'k>, race: &Truth, drawn: &SymbolicAccess<'k>) -> bool {
    let Some(exchange) = &drawn.exchange else { return false };
    let Some((first, initial)) = find_initial_value(machine, drawn, exchange.bits) else { return false };
    let greatest = first.add(&count_blocks(machine)).sub(&Num::constant(1));
    let fits = greatest.at_most(&Num::constant(greatest_signed(exchange.bits)));
    let counted = first.at_most(&exchange.found).and(&exchange.found.at_most(&greatest));
    let race = race.and(&initial);
    if machine.setup.has(Flaw::AnyCountIsLast) {
        return true;
    }
    holds_where_racing(machine, &race, &fits)
        && holds_where_racing(machine, &race.and(&counted), &greatest.equals(&exchange.found))
}

/// Any number that the place of an access may hold at launch, with the contract's facts.
pub(crate) fn find_initial_value<'k>(
    machine: &Machine<'k>,
    access: &SymbolicAccess<'k>,
    bits: u32,
) -> Option<(Num, Truth)> {
    let [which] = *access.pointer.may else { return None };
    let allocation = &machine.setup.allocations[which];
    let (Some(clause), false) = (&allocation.contents, allocation.uninit) else { return None };
    let element = machine.kernel.tile(*access.op.results.first()?).element.scalar()?;
    if !allocation.holds_elements_of(element) {
        return None;
    }
    let greatest = greatest_signed(bits);
    let first = Num::fresh("first", -greatest - 1, greatest);
    let initial = machine.setup.of_element(clause, &first);
    Some((first, initial))
}

/// Whether the only other writes to an update's place are the same update in other blocks, and writes of the last
/// block behind its own update.
fn is_only_counted<'k>(
    machine: &mut Machine<'k>,
    accesses: &[SymbolicAccess<'k>],
    order: &TokenOrder<'k>,
    race: &Truth,
    drawn: &SymbolicAccess<'k>,
) -> bool {
    let mut third = fresh_instance(machine, &[]);
    for write in accesses.iter().filter(|access| access.manner.writes) {
        if machine.setup.has(Flaw::OnlyTicketsWrite) {
            break;
        }
        if write.op.id == drawn.op.id || !may_alias(machine, write, drawn) {
            continue;
        }
        let writer = instantiate(write, &mut third);
        let overlap = bytes_overlap(machine, (&writer.pointer, writer.bytes), (&drawn.pointer, drawn.bytes));
        let here = race.and(&writer.when).and(&overlap);
        if machine.solver.excludes(&here, Purpose::Requirement) {
            continue;
        }
        let Some(own) = accesses.iter().find(|access| access.op.id == drawn.op.id) else {
            return false;
        };
        if !(own.leads(write) && order.coverage(own.op, write.op).latest) {
            return false;
        }
        let own = instantiate(own, &mut third);
        let place = bytes_overlap(machine, (&own.pointer, own.bytes), (&drawn.pointer, drawn.bytes));
        if !(holds_where_racing(machine, &here, &own.when.and(&place)) && is_last(machine, &here, &own)) {
            return false;
        }
    }
    true
}

/// Whether an access acquires the observations of its block's update: the update itself, or a read of the place
/// behind it.
fn waits_for_place<'k>(
    order: &TokenOrder<'k>,
    draw: &SymbolicAccess<'k>,
    access: &SymbolicAccess<'k>,
    anyhow: bool,
) -> bool {
    let behind =
        || access.iterations.is_empty() && draw.leads(access) && order.coverage(draw.op, access.op).latest;
    let acquires = access.manner.acquires() && access.manner.reaches_other_blocks() || anyhow;
    acquires && access.bytes == draw.bytes && (access.op.id == draw.op.id || behind())
}
