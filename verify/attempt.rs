//! Runs a kernel repeatedly, until a run makes no supposition that turns out wrong.

use spec::contract::Bound;
use spec::valid::Valid;

use crate::budget::effort::until_stopped;
use crate::memory::relations::state_relations;
use crate::memory::suppositions::StableContents;
use crate::options::Options;
use crate::proving::Proving;
use crate::race::check_races;
use crate::race::ticket_bounds::Tickets;
use crate::race::token_order::TokenOrder;
use crate::smt::solver::Solver;
use crate::symbolic::eval::evaluate_lane;
use crate::symbolic::exec::run_block;
use crate::symbolic::machine::{Evaluator, Machine};
use crate::symbolic::setup::Setup;
use crate::terms::{self, Num, bool_watermark, watermark};

/// Runs a kernel under a contract. `prepare` sees each machine before its run, and may already have the result; `finish` sees
/// the last machine, and whether the budget stopped the run.
pub(crate) fn run_until_stable<R: Send>(
    kernel: &Valid,
    contract: &Bound<'_>,
    options: &Options,
    prepare: &(dyn Fn(&mut Machine<'_>) -> Option<R> + Sync),
    finish: &(dyn Fn(Machine<'_>, bool) -> R + Sync),
) -> R {
    let mut stable = StableContents::default();
    loop {
        let attempted = terms::in_own_arena(|| {
            if options.scripts {
                terms::record_claims();
            }
            let origins = contract.origins();
            let setup = Setup::new(contract.clone(), &origins, options.flaw, &[]);
            let evaluator = Evaluator { evaluate: evaluate_lane, run_block };
            let mut machine = Machine::new(
                kernel,
                setup,
                Solver::new(options.rlimit, options.answers.clone()),
                evaluator,
                options,
            );
            add_observers(&mut machine);
            machine.stable = stable;
            state_relations(&mut machine);
            if let Some(result) = prepare(&mut machine) {
                return Ok(result);
            }
            let stopped = until_stopped(|| run(&mut machine)).is_err();
            if machine.stable.is_wrong() && !stopped {
                return Err(machine.stable.without_wrong());
            }
            Ok(finish(machine, stopped))
        });
        match attempted {
            Ok(result) => return result,
            Err(less) => stable = less,
        }
    }
}

/// Runs a kernel beside another kernel with equal scalar arguments, as far as given: in the other's arena, with its facts.
/// `prepare` sees each machine before its run; `finish` sees the last machine, and whether the budget stopped it.
pub(crate) fn run_beside<R>(
    (kernel, contract): (&Valid, &Bound<'_>),
    options: &Options,
    given: &[Option<Num>],
    mut solver: Solver,
    prepare: &dyn Fn(&mut Machine<'_>),
    finish: impl FnOnce(Machine<'_>, bool) -> R,
) -> R {
    let (mut stable, before) = (StableContents::default(), solver.mark());
    loop {
        let origins = contract.origins();
        let setup = Setup::new(contract.clone(), &origins, options.flaw, given);
        let evaluator = Evaluator { evaluate: evaluate_lane, run_block };
        let mut machine = Machine::new(kernel, setup, solver, evaluator, options);
        add_observers(&mut machine);
        machine.stable = stable;
        state_relations(&mut machine);
        prepare(&mut machine);
        let stopped = until_stopped(|| run(&mut machine)).is_err();
        if stopped || !machine.stable.is_wrong() {
            return finish(machine, stopped);
        }
        stable = machine.stable.without_wrong();
        solver = machine.solver;
        solver.forget(before);
    }
}

/// Adds the observers of every run. A search for clauses proves nothing.
fn add_observers(machine: &mut Machine<'_>) {
    machine.watch(Tickets);
    if !machine.policy.searches() {
        machine.watch(Proving);
    }
}

/// Runs the kernel, and looks for races.
fn run(machine: &mut Machine<'_>) {
    let kernel = machine.kernel;
    machine.run_block(&kernel.body);
    machine.tell(|observer, machine| observer.end(machine));
    let facts = machine.solver.mark();
    if let Some(endings) = &mut machine.recorder.endings {
        (endings.facts, endings.variables, endings.bools) = (facts, watermark(), bool_watermark());
    }
    if !machine.stable.is_wrong() {
        check_races(machine, &TokenOrder::new(kernel));
    }
}
