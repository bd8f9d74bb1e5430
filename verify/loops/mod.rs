//! Loops: what holds at the head of an arbitrary iteration, found by guessing and then checked by induction.
//!
//! What a loop carries has a shape ([`invariant`]): it advances by the same step each time, is what the round before has
//! left, changes places with others, moves in multiples of a unit, or is arbitrary. Beside that there are facts about
//! what is left open ([`facts`]): bounds, relations. A first pass over the body, whose results are thrown away, suggests
//! both ([`guess`]); further passes assume them at the head and check them at every `continue`, weakening what fails,
//! until nothing fails ([`check`]). Only then is the body run for the record, at an arbitrary iteration.

mod bisect;
mod candidates;
mod guards;
mod houdini;
mod invariant;
mod iteration;
pub(crate) mod loop_header;
mod rate_bounds;
mod relational;
mod relations;

use crate::loops::candidates::{propose_candidates, propose_once};
use crate::loops::houdini::check_inductive;
use crate::loops::invariant::open_invariant;
use crate::loops::loop_header::build_header;
use crate::symbolic::checkpoint::{begin_pass, discard_pass};
use spec::syntax::kernel::Operation;

use crate::symbolic::checkpoint::Checkpoint;
use crate::symbolic::exit::{Exit, ExitKind};
use crate::symbolic::machine::Machine;
use crate::symbolic::state::{Iteration, Mode, Val};
use crate::terms::{Num, Truth, Var, VarKind, Variables, bool_watermark, var_info, watermark};

use self::invariant::{Invariant, Slot};
pub(crate) use self::iteration::IterationVariables;
use self::loop_header::LoopHeader;
use self::relational::Fact;

/// A loop that control has come to.
pub(crate) struct Loop<'k> {
    /// What it carries at first.
    pub(crate) inits: Vec<Val<'k>>,
    /// How iterations are told apart.
    pub(crate) iteration: IterationVariables,
    /// What holds at every head, whatever is carried.
    pub(crate) enter: Truth,
    /// Numbers that bounds may be made of.
    pub(crate) limits: Vec<Num>,
    /// Whether every iteration comes to its end, so that it shows nothing that does not hold anyway.
    pub(crate) completes: bool,
}

/// What is known of a loop at every head.
pub(crate) struct LoopInvariants<'k> {
    around: Loop<'k>,
    invariants: Vec<Invariant>,
    /// Stands for the number of iterations before in facts.
    count: Var,
    facts: Vec<Fact>,
    /// What every iteration has shown that was not the last, in terms of the iteration.
    trail: Truth,
    /// The other ways out of the last pass over the body, where that was as all is known to be and its results are kept:
    /// then the body need not be run again.
    left: Option<Vec<Exit<'k>>>,
}

impl<'k> LoopInvariants<'k> {
    /// Takes the ways out of the loop, where an arbitrary iteration was run already.
    pub(crate) fn take_exits(&mut self) -> Option<Vec<Exit<'k>>> {
        self.left.take()
    }
}

/// The body of a loop: runs one iteration from a head; gives all ways out of it.
pub(crate) type Body<'k, 'b> = dyn FnMut(&mut Machine<'k>, &[Val<'k>]) -> Vec<Exit<'k>> + 'b;

/// How many variables there were before a pass: those that came with it vary from iteration to iteration, and so do the
/// hands of the iteration.
#[derive(Clone, Copy)]
struct Watermark<'a> {
    nums: u32,
    bools: u32,
    iteration: &'a IterationVariables,
}

impl Watermark<'_> {
    /// Whether variables are the same in every iteration and lane.
    fn are_steady(self, variables: &Variables) -> bool {
        self.are_known(variables, |_| false)
    }

    /// Whether variables are the same in every iteration and lane, or say which iteration it is.
    fn are_timed(self, variables: &Variables) -> bool {
        self.are_known(variables, |var| self.iteration.has(var))
    }

    /// Whether variables are the same in every iteration and lane, or excepted.
    fn are_known(self, variables: &Variables, except: impl Fn(Var) -> bool) -> bool {
        let steady =
            |var: Var| var.0 < self.nums && !self.iteration.has(var) && var_info(var).kind != VarKind::Lane;
        variables.nums.iter().all(|var| steady(*var) || except(*var))
            && variables.bools.iter().all(|bit| bit.0 <= self.bools)
    }

    /// Whether a number is the same in every iteration and lane.
    fn is_steady(self, num: &Num) -> bool {
        let mut variables = Variables::default();
        variables.num(num);
        self.are_steady(&variables)
    }
}

/// Finds out what holds at every head of a loop.
pub(crate) fn infer_invariants<'k>(
    machine: &mut Machine<'k>,
    around: Loop<'k>,
    body: &mut Body<'k, '_>,
) -> LoopInvariants<'k> {
    let invariants = around.inits.iter().map(|init| open_invariant(init)).collect();
    let count = Num::fresh("count", 0, crate::terms::UNBOUNDED_ABOVE).as_var().unwrap_or(Var(0));
    let trail = spec::domain::Bool::constant(true);
    let mut known = LoopInvariants { around, invariants, count, facts: Vec::new(), trail, left: None };
    // Where nothing is carried but tokens and control always comes back, there is nothing to find out.
    if known.around.completes && known.around.inits.iter().all(|init| matches!(init, Val::Token)) {
        return known;
    }
    if machine.state.mode == Mode::Propose {
        propose_once(machine, &mut known, body);
        return known;
    }
    propose_candidates(machine, &mut known, body);
    if !check_inductive(machine, &mut known, body) {
        // Not reached: kept for the case that it is, with nothing known.
        known.facts.clear();
        let everywhere = (0..machine.setup.allocations.len()).collect();
        known.invariants =
            known.around.inits.iter().map(|init| Invariant::unknown_element(init, &everywhere)).collect();
    }
    known
}

/// Runs the body from a head that is as it is known to be, looks at it, and forgets it.
fn run_discarded<'k, R>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    mode: Mode,
    body: &mut Body<'k, '_>,
    look: impl FnOnce(&mut Machine<'k>, &LoopHeader<'k>, &[Exit<'k>], Watermark<'_>) -> R,
) -> R {
    let (before, result, _) = run_pass(machine, known, mode, body, look);
    discard_pass(machine, before);
    result
}

/// The same, but does not end the pass: gives where it began, what was seen, and the ways out that lead to no other
/// iteration.
fn run_pass<'k, R>(
    machine: &mut Machine<'k>,
    known: &LoopInvariants<'k>,
    mode: Mode,
    body: &mut Body<'k, '_>,
    look: impl FnOnce(&mut Machine<'k>, &LoopHeader<'k>, &[Exit<'k>], Watermark<'_>) -> R,
) -> (Checkpoint<'k>, R, Vec<Exit<'k>>) {
    let before = begin_pass(machine, mode);
    let iteration = &known.around.iteration;
    let mark = Watermark { nums: watermark(), bools: bool_watermark(), iteration };
    let here = spec::domain::Bool::and(&machine.state.path, &known.around.enter);
    let head = build_header(machine, known, &known.around.iteration.count(), &here);
    machine.state.path = spec::domain::Bool::and(&here, &head.facts);
    let exits = body(machine, &head.values);
    let (exits, left): (Vec<_>, Vec<_>) = exits.into_iter().partition(|exit| exit.kind == ExitKind::Continue);
    let result = look(machine, &head, &exits, mark);
    (before, result, left)
}

/// Runs something as an iteration of a loop.
pub(crate) fn run_iteration<'k, R>(
    machine: &mut Machine<'k>,
    owner: &'k Operation,
    number: &Num,
    run: impl FnOnce(&mut Machine<'k>) -> R,
) -> R {
    machine.state.iterations.push(Iteration { owner, number: number.clone() });
    let result = run(machine);
    machine.state.iterations.pop();
    result
}
