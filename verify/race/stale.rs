//! Loads supposed to return launch contents: a store of the same block may come before. See
//! [`crate::memory::stable_contents`].

use spec::domain::Bool as _;

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::memory::stable_contents::suppose_stable;
use crate::race::instance::{fresh_instance, instantiate, precedes};
use crate::race::overlap::{express_overlap, may_alias};
use crate::symbolic::machine::Machine;
use crate::terms::{Num, Var};
use crate::values::access::SymbolicAccess;

/// Checks every load supposed to return the launch contents: its block may have stored there before.
pub(super) fn find_stale<'k>(machine: &mut Machine<'k>, accesses: &[SymbolicAccess<'k>]) {
    if machine.stable.hoped.is_empty() || machine.setup.has(Flaw::NeverStale) {
        return;
    }
    let block: Vec<Var> = machine.setup.block.iter().filter_map(Num::as_var).collect();
    let mut other = fresh_instance(machine, &block);
    for load in accesses.iter().filter(|access| access.manner.reads && !access.manner.writes) {
        let position = load.op.id.index();
        if !machine.stable.hoped.contains(&position) {
            continue;
        }
        for write in accesses.iter().filter(|access| access.manner.writes) {
            if machine.stable.stale.contains(&position) || !may_alias(machine, write, load) {
                continue;
            }
            let earlier = instantiate(write, &mut other);
            let before = precedes(&earlier, load);
            if crate::smt::lower::is_false(&before) {
                continue;
            }
            let meet = express_overlap(machine, load, &earlier);
            let found = before.and(&load.when).and(&earlier.when).and(&meet);
            if !machine.solver.excludes(&found, Purpose::Requirement) {
                machine.stable.stale.insert(position);
                machine.stable.wrong = true;
                load.pointer.may.iter().for_each(|which| suppose_stable(machine, *which));
            }
        }
    }
}
