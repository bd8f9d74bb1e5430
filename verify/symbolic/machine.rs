//! The symbolic machine: one arbitrary block of every launch of a contract, at one place of its kernel. It joins the
//! [`Setup`] of the contract, the [`Solver`], the [`State`] of execution and the [`Recorder`].

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use spec::domain::{Bool as _, Number};
use spec::memory::strength;
use spec::rules::Rule;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::span::Place;
use spec::syntax::types::TileType;

use crate::budget::effort;
use crate::check_policy::CheckPolicy;
use crate::fault_injection::Flaw;
use crate::memory::relations::known::Relations;
use crate::memory::suppositions::StableContents;
use crate::options::Options;
use crate::report::{ObligationId, Pace, Status};
use crate::smt::fact::{Fact, Guard};
use crate::smt::facts::Role;
use crate::smt::reason::{Always, Under};
use crate::smt::script::Decided;
use crate::smt::solver::Solver;
use crate::symbolic::exit::Exit;
use crate::symbolic::observer::Observer;
use crate::symbolic::recorder::Recorder;
use crate::symbolic::setup::Setup;
use crate::symbolic::state::{Mode, State, Val};
use crate::terms::{Num, Truth};
use crate::values::arithmetic::Arithmetic;
use crate::values::domain::Symbolic;
use crate::values::element::Element;
use crate::values::tile::{Node, Tile, TileKind};

/// The least remaining work for other obligations after a launch that breaks a rule.
const MORE: u64 = 500_000;

/// The two functions that everything recursive goes through. Elements are evaluated through every kind of tile, and loops
/// run blocks that have loops: bound late, their modules need not import each other in a circle.
#[derive(Clone, Copy)]
pub(crate) struct Evaluator<'k> {
    /// Evaluates the element of a tile at a lane.
    pub(crate) evaluate: fn(&mut Machine<'k>, &Tile<'k>, &[Num]) -> Element,
    /// Runs a block; returns every exit of control.
    pub(crate) run_block: fn(&mut Machine<'k>, &'k Block) -> Vec<Exit<'k>>,
}

/// The machine.
pub(crate) struct Machine<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) setup: Setup<'k>,
    pub(crate) solver: Solver,
    pub(crate) state: State<'k>,
    pub(crate) recorder: Recorder<'k>,
    /// The observers of the execution; each is taken out while it acts.
    pub(crate) observers: Vec<Option<Box<dyn Observer<'k>>>>,
    /// The treatment of obligations, the end of the run, and notes.
    pub(crate) policy: CheckPolicy,
    /// How much work there was when the first was found.
    refuted_at: Option<u64>,
    /// Whether anything of the kernel can order two blocks.
    pub(crate) synchronizes: bool,
    /// The suppositions about buffers that the kernel reads and writes.
    pub(crate) stable: StableContents,
    /// What the contract says of several elements at once.
    pub(crate) relations: Relations,
    /// What the run assumes of arithmetic.
    pub(crate) arithmetic: Arithmetic,
    evaluator: Evaluator<'k>,
    /// The variables of lanes, by copy, axis and extent.
    lanes: HashMap<(usize, usize, u32), Num>,
    /// Obligations proved for more launches, and so not decided again.
    established: Arc<BTreeSet<ObligationId>>,
    /// The most that may be spent until each obligation, as far as that is said.
    pace: Arc<Pace>,
    /// The obligation that ends a search for clauses.
    until: Option<ObligationId>,
    /// Whether that was looked at, and then whether anything else was to be.
    until_seen: bool,
    has_ended: bool,
    /// Whether some launch satisfies a path condition, as far as it was asked.
    pub(crate) reachable: HashMap<Truth, Option<bool>>,
}

impl<'k> Machine<'k> {
    /// A machine in front of the first operation.
    pub(crate) fn new(
        kernel: &'k Kernel,
        setup: Setup<'k>,
        mut solver: Solver,
        evaluator: Evaluator<'k>,
        options: &Options,
    ) -> Self {
        for fact in &setup.facts {
            solver.assume(&Fact::always(fact, Always::Launch));
        }
        let mut env = HashMap::new();
        for (param, element) in kernel.params.iter().zip(&setup.arguments) {
            env.insert(*param, Val::Tile(Node::tile(kernel.tile(*param), TileKind::Splat(element.clone()))));
        }
        Machine {
            kernel,
            setup,
            solver,
            state: State::new(env),
            recorder: Recorder::default(),
            observers: Vec::new(),
            policy: options.policy,
            refuted_at: None,
            synchronizes: strength::may_order_blocks(kernel),
            stable: StableContents::default(),
            relations: Relations::default(),
            established: options.established.clone(),
            pace: options.pace.clone(),
            until: options.until,
            until_seen: false,
            has_ended: false,
            arithmetic: Arithmetic::default(),
            evaluator,
            lanes: HashMap::new(),
            reachable: HashMap::new(),
        }
    }

    /// Runs a block; returns every exit of control.
    pub(crate) fn run_block(&mut self, block: &'k Block) -> Vec<Exit<'k>> {
        (self.evaluator.run_block)(self, block)
    }

    /// The element of a tile at a lane.
    pub(crate) fn at(&mut self, tile: &Tile<'k>, lane: &[Num]) -> Element {
        if let Some(element) = self.state.look_up(tile, lane) {
            return element;
        }
        let element = (self.evaluator.evaluate)(self, tile, lane);
        self.state.memoize(tile, lane, &element);
        element
    }

    /// A tile value.
    ///
    /// # Panics
    /// The value is not a tile, which `valid` excludes.
    pub(crate) fn tile(&self, value: ValueId) -> Tile<'k> {
        match self.state.env.get(&value) {
            Some(Val::Tile(tile)) => tile.clone(),
            Some(Val::Token | Val::Tensor(_) | Val::View(_)) | None => {
                unreachable!("{} is no tile", self.kernel.name(value))
            }
        }
    }

    /// The element of a rank-0 tile.
    pub(crate) fn scalar(&mut self, value: ValueId) -> Element {
        let tile = self.tile(value);
        self.at(&tile, &[])
    }

    /// An arbitrary lane of a shape. Every axis of every shape has a variable of its own; `copy` tells apart lanes
    /// that must be able to differ.
    pub(crate) fn lane(&mut self, shape: &[u32], copy: usize) -> Vec<Num> {
        let copy = if self.setup.has(Flaw::OneLaneOfStore) { 0 } else { copy };
        let of = |(axis, extent): (usize, &u32)| {
            if *extent == 1 {
                return Num::constant(0);
            }
            let new = || Num::lane(axis, *extent);
            *self.lanes.entry((copy, axis, *extent)).or_insert_with(new)
        };
        shape.iter().enumerate().map(of).collect()
    }

    /// A domain for one application here, under a condition beside the path.
    pub(crate) fn domain(&mut self, condition: &Truth) -> Symbolic<'_> {
        if self.state.mode == Mode::Propose {
            return Symbolic::proposing();
        }
        self.arithmetic.seeks_natural = self.policy.searches() && self.state.mode == Mode::Record;
        let never = self.setup.has(Flaw::NothingWraps);
        let path = if never { Truth::constant(false) } else { self.state.path.and(condition) };
        Symbolic::deciding(&mut self.solver, &mut self.arithmetic, &path)
    }

    /// Takes for granted, from now on, a formula that is true of executions in which control comes here.
    pub(crate) fn assume_here(&mut self, formula: &Truth, why: Under, role: Role) {
        let anywhere = self.setup.has(Flaw::FactLeavesPath);
        let path = if anywhere { Truth::constant(true) } else { self.state.path };
        self.solver.assume(&Fact::under(Guard::control(&path), formula, why).with_role(role));
    }

    /// Whether the run may stop: one launch breaks a rule, or the results do not count.
    pub(crate) fn is_done(&self) -> bool {
        self.stable.is_wrong()
            || self.has_ended
            || (self.policy.ends_at_violation() && self.recorder.has_just_refuted())
            || (self.policy.ends_at_open() && self.recorder.has_just_left_open())
            || self.is_curtailed()
    }

    /// Whether so much was asked since a launch was found that breaks a rule that the check ends.
    pub(crate) fn is_curtailed(&self) -> bool {
        self.policy.curtails() && self.refuted_at.is_some_and(|at| effort::spent() > at + MORE.max(at / 4))
    }

    /// Records the status of an obligation: after the first unproved obligation, queries are small.
    pub(crate) fn note_status(&mut self, status: &Status) {
        if !self.policy.curtails() {
            return;
        }
        match status {
            Status::Refuted(_) => {
                self.refuted_at = self.refuted_at.or_else(|| Some(effort::spent()));
                self.solver.curtail();
            }
            Status::Unknown(_) => self.solver.curtail(),
            Status::Proved | Status::Doubtful(..) => {}
        }
    }

    /// Starts an obligation; an obligation after the target of a search ends the search. An obligation may have
    /// several parts.
    pub(crate) fn come_to(&mut self, rule: Rule, op: &Operation, other: Option<&Place>) {
        tracing::trace!(
            target: "verify::obligation",
            kernel = self.kernel.name,
            rule = rule.code(),
            operation = op.id.index(),
        );
        if self.state.mode != Mode::Record {
            return;
        }
        if other.is_none() {
            self.tell(|observer, machine| observer.reach(machine, op, rule));
        }
        let id = ObligationId::new(rule, op.id.index(), other);
        self.keep_pace(id);
        if self.until.is_none() {
            return;
        }
        self.has_ended |= self.until_seen && self.until != Some(id);
        self.until_seen |= self.until == Some(id);
    }

    /// Notes how much was spent until an obligation. A check that reaches the next obligation too late is
    /// stopped.
    fn keep_pace(&mut self, id: ObligationId) {
        self.recorder.coverage.pace.entry(id).or_insert_with(effort::spent);
        if let Some(here) = self.pace.get(&id) {
            let next = self.pace.values().copied().filter(|pace| pace > here).min();
            effort::keep_pace(next.unwrap_or(u64::MAX));
        }
    }

    /// Whether a search for clauses has ended before the kernel does.
    pub(crate) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Ends the check here.
    pub(crate) fn end(&mut self) {
        self.has_ended = true;
    }

    /// Whether a rule was proved of an operation for more launches than these.
    pub(crate) fn is_established(&self, rule: Rule, op: &Operation, other: Option<&Place>) -> bool {
        let id = ObligationId::new(rule, op.id.index(), other);
        self.state.mode == Mode::Record && (self.policy.assumes() || self.established.contains(&id))
    }

    /// Notes that control may come to an operation.
    pub(crate) fn visit(&mut self, op: &Operation) {
        if self.state.mode == Mode::Record {
            let position = op.id.index();
            self.recorder.coverage.visited.insert(position);
        }
    }

    /// Records that a rule of an operation is decided here.
    pub(crate) fn consider(&mut self, op: &Operation, rule: Rule) {
        if self.state.mode == Mode::Record {
            let operation = op.id.index();
            self.recorder.coverage.considered.insert(spec::proof::Obligation { operation, rule });
            self.tell(|observer, machine| observer.decide(machine, op, rule));
        }
    }

    /// Records the obligation that the solver's latest answer decides, if queries are kept.
    pub(crate) fn note_decided(&mut self, decided: Decided) {
        if let Some(scripts) = &mut self.solver.scripts {
            scripts.decides(decided);
        }
    }

    /// The type of a result.
    pub(crate) fn result_type(&self, op: &Operation) -> &'k TileType {
        self.kernel.tile(op.results[0])
    }

    /// Binds a result.
    pub(crate) fn bind(&mut self, value: ValueId, val: Val<'k>) {
        self.state.bind(value, val);
    }
}
