//! The symbolic machine: the state of one block at one place of a kernel, for every launch of the contract at once.

use crate::counterexample::find_counterexample;
use crate::infer::abduce::{abduce, keep_reachable};
use crate::memory::suppositions::InPlace;
use crate::race::check_races;
use crate::values::access::{Access, FloatRecord, Fork, LoadRecord};
use crate::values::element::Element;
use crate::values::view::{TensorView, View, Written};
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Instant;

use spec::domain::{Bool as _, Number};
use spec::memory::strength;
use spec::rules::Rule;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::span::Place;
use spec::syntax::types::TileType;

use crate::Options;
use crate::fault_injection::Flaw;
use crate::infer::Inference;

use crate::race::token_order::TokenOrder;
use crate::report::{Coverage, Obligation, Status};
use crate::smt::script::Decided;
use crate::smt::solver::{Answer, Solver};
use crate::symbolic::setup::Setup;
use crate::terms::{Num, Substitution, Truth};
use crate::values::domain::Symbolic;
use crate::values::tile::{Node, Tile};

/// What a value of the kernel is.
#[derive(Debug, Clone)]
pub(crate) enum Val<'k> {
    /// A tile.
    Tile(Tile<'k>),
    /// A token: ordering is found apart, without values.
    Token,
    /// A tensor view.
    Tensor(Rc<TensorView>),
    /// A view of its tiles.
    View(Rc<View<'k>>),
}

impl<'k> Val<'k> {
    /// The tile, if it is one.
    pub(crate) fn tile(&self) -> Option<&Tile<'k>> {
        if let Val::Tile(tile) = self { Some(tile) } else { None }
    }
}

/// What a pass over operations is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// To find out what a loop carries: nothing wraps, nothing is recorded, nothing is believed afterwards.
    Guess,
    /// To check what was found: as the last pass, but nothing is recorded.
    Check,
    /// For the record.
    Final,
}

/// An iteration of a loop, by the loop and the number of the iteration.
#[derive(Debug, Clone)]
pub(crate) struct Iteration<'k> {
    pub(crate) owner: &'k Operation,
    pub(crate) number: Num,
}

/// Elements that were found before, by the tile's address and the lane.
pub(crate) type Memo<'k> = HashMap<(usize, Vec<Num>), (Tile<'k>, Element)>;

/// The machine.
pub(crate) struct Machine<'k> {
    pub(crate) kernel: &'k Kernel,
    pub(crate) setup: Setup<'k>,
    pub(crate) solver: Solver,
    /// A rule whose requirements are ignored, to test that it matters.
    pub(crate) ignore: Option<Rule>,
    /// Whether one launch that breaks a rule is enough.
    pub(crate) first: bool,
    /// Whether to find out what accesses could promise.
    pub(crate) whole: bool,
    pub(crate) env: HashMap<ValueId, Val<'k>>,
    /// What is known to hold here.
    pub(crate) path: Truth,
    pub(crate) mode: Mode,
    pub(crate) obligations: Vec<Obligation>,
    /// How far it has come.
    pub(crate) coverage: Coverage,
    /// The positions of the operations, by their addresses.
    positions: HashMap<usize, usize>,
    /// Asserts that may fail.
    pub(crate) asserts: Vec<Place>,
    pub(crate) accesses: Vec<Access<'k>>,
    pub(crate) loads: Vec<LoadRecord>,
    /// Stores to memory that is undetermined before.
    pub(crate) written: Vec<Rc<Written<'k>>>,
    /// Loaded floats, where their values matter.
    pub(crate) floats: Vec<FloatRecord>,
    pub(crate) loops: Vec<Iteration<'k>>,
    pub(crate) trusted_views: Vec<String>,
    /// The choices between tokens.
    pub(crate) forks: Vec<Fork<'k>>,
    /// Whether anything of the kernel can order two blocks.
    pub(crate) synchronizes: bool,
    /// What is taken to hold of buffers that the kernel reads and writes.
    pub(crate) in_place: InPlace,
    /// The search for clauses, where that is what this is for.
    pub(crate) inference: Option<Inference>,
    lanes: HashMap<(usize, usize, u32), Num>,
    pub(crate) memo: Memo<'k>,
    reached: HashMap<Truth, Option<bool>>,
}

impl<'k> Machine<'k> {
    /// A machine before the first operation.
    pub(crate) fn new(kernel: &'k Kernel, setup: Setup<'k>, mut solver: Solver, options: &Options) -> Self {
        for fact in &setup.facts {
            solver.assume(fact);
        }
        let mut env = HashMap::new();
        for (param, element) in kernel.params.iter().zip(&setup.arguments) {
            let tile = Node::tile(kernel.tile(*param), crate::values::tile::Kind::Splat(element.clone()));
            env.insert(*param, Val::Tile(tile));
        }
        Machine {
            kernel,
            setup,
            solver,
            ignore: options.ignore,
            first: options.first,
            whole: options.whole,
            env,
            path: Truth::constant(true),
            mode: Mode::Final,
            obligations: Vec::new(),
            coverage: Coverage::default(),
            positions: kernel.operations().enumerate().map(|(at, op)| (address(op), at)).collect(),
            asserts: Vec::new(),
            accesses: Vec::new(),
            loads: Vec::new(),
            written: Vec::new(),
            floats: Vec::new(),
            loops: Vec::new(),
            forks: Vec::new(),
            trusted_views: Vec::new(),
            synchronizes: strength::may_order_blocks(kernel),
            in_place: InPlace::default(),
            inference: None,
            lanes: HashMap::new(),
            memo: HashMap::new(),
            reached: HashMap::new(),
        }
    }

    /// Runs the kernel, and looks for races.
    pub(crate) fn run(&mut self) {
        let kernel = self.kernel;
        self.block(&kernel.body);
        if !self.in_place.is_wrong() {
            check_races(self, &TokenOrder::new(kernel));
        }
    }

    /// A tile value.
    ///
    /// # Panics
    /// Where the value is no tile: `valid` has checked that it is.
    pub(crate) fn tile(&self, value: ValueId) -> Tile<'k> {
        match self.env.get(&value) {
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
            self.lanes.entry((copy, axis, *extent)).or_insert_with(new).clone()
        };
        shape.iter().enumerate().map(of).collect()
    }

    /// What was found for a lane of a tile before.
    pub(crate) fn remembered(&self, tile: &Tile<'k>, lane: &[Num]) -> Option<Element> {
        let key = (Rc::as_ptr(tile).addr(), lane.to_vec());
        self.memo.get(&key).map(|(_, element)| element.clone())
    }

    /// Remembers the element of a lane; the tile is kept alive, so that its address stays its own.
    pub(crate) fn remember(&mut self, tile: &Tile<'k>, lane: &[Num], element: &Element) {
        let key = (Rc::as_ptr(tile).addr(), lane.to_vec());
        self.memo.insert(key, (tile.clone(), element.clone()));
    }

    /// A domain for one application here, under a condition beside the path.
    pub(crate) fn domain(&mut self, condition: &Truth) -> Symbolic<'_> {
        if self.mode == Mode::Guess {
            return Symbolic::guessing();
        }
        self.solver.seeks_natural = self.inference.is_some() && self.mode == Mode::Final;
        let never = self.setup.has(Flaw::NothingWraps);
        let path = if never { Truth::constant(false) } else { self.path.and(condition) };
        Symbolic::deciding(&mut self.solver, &path)
    }

    /// Something that holds here from now on.
    pub(crate) fn assume(&mut self, fact: &Truth) {
        let anywhere = self.setup.has(Flaw::FactLeavesPath);
        let guarded = if anywhere { fact.clone() } else { self.path.implies(fact) };
        self.solver.assume(&guarded);
    }

    /// Whether enough is known: one launch that breaks a rule, or that what was found does not count.
    pub(crate) fn is_done(&self) -> bool {
        let enough = |obligation: &Obligation| matches!(obligation.status, Status::Refuted(_));
        self.in_place.is_wrong() || (self.first && self.obligations.last().is_some_and(enough))
    }

    /// What must hold here. `open` names an allocation whose size nobody stated: what depends on it is not refuted.
    pub(crate) fn require(&mut self, op: &Operation, required: Vec<(Rule, Truth)>, open: Option<&str>) {
        for (rule, holds) in required {
            if self.is_done() {
                return;
            }
            if self.ignore == Some(rule) {
                continue;
            }
            self.consider(op, rule);
            if self.mode == Mode::Final && self.inference.is_some() {
                let path = self.path.clone();
                keep_reachable(self, &path);
                abduce(self, rule, &op.at, &path, &path.and(&holds.not()));
            } else if self.mode == Mode::Final {
                let start = Instant::now();
                let open = if rule == Rule::MemoryBounds { open } else { None };
                let decided = Decided { rule, at: op.at.clone(), other: None };
                let status = self.status(&holds, open, decided);
                let reached = self.reached();
                let seconds = start.elapsed().as_secs_f64();
                let (operation, at) = (self.position(op), op.at.clone());
                self.record(Obligation { rule, operation, at, other: None, status, reached, seconds });
            }
            self.assume(&holds);
        }
    }

    /// The position of an operation.
    pub(crate) fn position(&self, op: &Operation) -> usize {
        self.positions.get(&address(op)).copied().unwrap_or(usize::MAX)
    }

    /// Notes that control may come to an operation.
    pub(crate) fn visit(&mut self, op: &Operation) {
        if self.mode == Mode::Final {
            let position = self.position(op);
            self.coverage.visited.insert(position);
        }
    }

    /// Notes that what a rule asks of an operation is decided here, one way or another.
    pub(crate) fn consider(&mut self, op: &Operation, rule: Rule) {
        if self.mode == Mode::Final {
            let operation = self.position(op);
            self.coverage.considered.insert(spec::proof::Obligation { operation, rule });
        }
    }

    /// Notes which obligation the solver's latest answer decides, where questions are kept.
    pub(crate) fn decides(&mut self, decided: Decided) {
        if let Some(scripts) = &mut self.solver.scripts {
            scripts.decides(decided);
        }
    }

    /// Keeps an obligation.
    pub(crate) fn record(&mut self, obligation: Obligation) {
        self.obligations.push(obligation);
    }

    fn status(&mut self, holds: &Truth, open: Option<&str>, decided: Decided) -> Status {
        let broken = self.path.and(&holds.not());
        let answer = self.solver.check(&broken);
        self.decides(decided);
        match answer {
            Answer::Impossible => Status::Proved,
            Answer::Unknown => Status::Unknown("the solver gave up".to_owned()),
            Answer::Possible => match open {
                Some(name) => {
                    Status::Unknown(format!("the size of `{name}` is not stated: add a `buffer` clause"))
                }
                None => {
                    let blocks = vec![self.setup.block.clone()];
                    self.refuted(&broken, &blocks, None)
                }
            },
        }
    }

    /// A launch that makes the formula true.
    pub(crate) fn refuted(
        &mut self,
        broken: &Truth,
        blocks: &[[Num; 3]],
        other: Option<&mut Substitution>,
    ) -> Status {
        match find_counterexample(self, broken, blocks, other) {
            Some(launch) => Status::Refuted(Box::new(launch)),
            None => Status::Unknown("no launch could be made of the solver's model".to_owned()),
        }
    }

    /// Whether some launch of the contract comes here.
    pub(crate) fn reached(&mut self) -> Option<bool> {
        if let Some(known) = self.reached.get(&self.path) {
            return *known;
        }
        let path = self.path.clone();
        let reached = match self.solver.check(&path) {
            Answer::Impossible => Some(false),
            Answer::Possible => Some(true),
            Answer::Unknown => None,
        };
        self.reached.insert(path, reached);
        reached
    }

    /// The type of a result.
    pub(crate) fn result_type(&self, op: &Operation) -> &'k TileType {
        self.kernel.tile(op.results[0])
    }

    /// Binds a result.
    pub(crate) fn bind(&mut self, value: ValueId, val: Val<'k>) {
        self.env.insert(value, val);
    }
}

fn address(op: &Operation) -> usize {
    std::ptr::from_ref(op).addr()
}
