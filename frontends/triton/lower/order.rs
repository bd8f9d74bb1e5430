//! Which accesses wait for which: barriers as tokens (`spec/triton.md`, *Order inside a program*).
//!
//! An access waits for the last barrier before it. A barrier waits for all accesses before it. Gathers and histograms go through arrays
//! of the program, whose accesses wait for each other and for nothing else. A file without any of these has no tokens.

use std::collections::HashSet;
use std::rc::Rc;

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use super::builder::{Builder, Lowered};
use crate::triton::read::syntax::{File, Operation};
use crate::triton::schema::{Function, Meaning, meaning};

/// What Triton's compiler may move within the block of a place (`spec/triton.md`, *Pipelines*).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Moves {
    /// Nothing but loads past atomic updates.
    #[default]
    Nothing,
    /// Branches to the front or the end of the loop's body, and atomic updates whose results are used to the front.
    Branches,
    /// Every access: a flattened nest of loops, or a loop whose parts have threads of their own.
    Everything,
}

/// The tokens at one place.
#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    /// Whether the file has a barrier.
    pub(super) active: bool,
    /// The reductions whose code has a barrier, by their places in the text.
    barriers: Rc<HashSet<usize>>,
    /// The operations whose results are used, by their places in the text.
    used: Rc<HashSet<usize>>,
    /// Whether the place is in a loop of which Triton may make loads ahead: past atomic updates, and not past barriers of the text.
    is_pipelined: bool,
    moves: Moves,
    /// The token of the last barrier.
    barrier: Option<ValueId>,
    /// The tokens of all accesses that no later barrier has waited for.
    open: Vec<ValueId>,
    /// The tokens of accesses that may be moved to the end of the loop's body.
    moved: Vec<ValueId>,
    /// Whether the file has gathers or histograms, which go through arrays of the program.
    has_scratch: bool,
    /// The token of the last access to such an array. Nothing else waits for it.
    scratch: Option<ValueId>,
}

impl Order {
    /// At the beginning of a kernel, where the code of some reductions has a barrier.
    pub(super) fn new(file: &File<'_>, barriers: HashSet<usize>) -> Self {
        let has_scratch = file.operations.iter().any(goes_through_scratch);
        let active = has_scratch || !barriers.is_empty() || file.operations.iter().any(has_barrier);
        let (mut names, mut used) = (HashSet::new(), HashSet::new());
        file.operations.iter().for_each(|op| visit(op, &mut |op| names.extend(op.operands())));
        let mut note = |op: &Operation<'_>| {
            if op.results.iter().any(|(name, _)| names.contains(name)) {
                used.insert(op.at.start);
            }
        };
        file.operations.iter().for_each(|op| visit(op, &mut note));
        let (barriers, used) = (Rc::new(barriers), Rc::new(used));
        Order { active, barriers, used, has_scratch, ..Order::default() }
    }

    /// Goes into the body of a counted loop.
    pub(super) fn enter_loop(&mut self, op: &Operation<'_>) {
        self.is_pipelined = may_be_pipelined(op);
        let has = |name| op.attribute_names().any(|own| own == name);
        self.moves = if self.moves == Moves::Everything || has(SPECIALIZED) {
            Moves::Everything
        } else if has_own_barrier(op) {
            Moves::Nothing
        } else if has(FLATTENED) {
            Moves::Everything
        } else if self.is_pipelined {
            Moves::Branches
        } else {
            Moves::Nothing
        };
        self.moved.clear();
    }

    /// Whether code keeps the order of accesses in the entered loop: nothing is pipelined, and no barrier gives another order.
    pub(super) fn is_in_order(&self, op: &Operation<'_>) -> bool {
        self.moves == Moves::Nothing && !self.is_pipelined && !has_barrier(op)
    }

    /// Goes into a branch or the body of a `while`. A branch that may be moved waits for nothing around it.
    pub(super) fn enter_block(&mut self, is_branch: bool) {
        if is_branch && self.moves != Moves::Nothing {
            self.open = self.barrier.into_iter().collect();
        }
        if self.moves == Moves::Branches {
            self.moves = Moves::Nothing;
        }
        self.moved.clear();
    }

    /// Comes back from a branch to what was before. Until the loop's body ends, nothing waits for what may have moved.
    pub(super) fn leave_branch(&mut self, before: Order) {
        if before.moves == Moves::Nothing {
            return;
        }
        let moved = std::mem::take(&mut self.open);
        let scratch = self.scratch;
        *self = Order { scratch, ..before };
        self.moved.extend(moved);
    }

    /// Whether an operation accesses memory or is a barrier, or has an operation inside that does or is.
    fn concerns(&self, op: &Operation<'_>) -> bool {
        is_access(op) || self.barriers.contains(&op.at.start) || inner(op).any(|op| self.concerns(op))
    }
}

/// Whether an operation is a barrier, or orders other accesses as one does, or has one inside.
pub(super) fn has_barrier(op: &Operation<'_>) -> bool {
    let own = match meaning(op.name) {
        Some(Meaning::Function(Function::Barrier)) => true,
        Some(Meaning::Function(Function::AtomicUpdate | Function::AtomicExchange)) => {
            op.keywords().any(|word| ["acquire", "release", "acq_rel"].contains(&word))
        }
        Some(Meaning::Function(_) | Meaning::Same(..) | Meaning::Unsupported(_)) | None => false,
    };
    own || inner(op).any(has_barrier)
}

/// The attribute of a loop whose parts may have threads of their own.
const SPECIALIZED: &str = "tt.warp_specialize";

/// The attribute of a nest of loops that may become one loop.
const FLATTENED: &str = "tt.flatten";

/// Whether an operation is a loop whose parts may have threads of their own, or has one inside.
pub(super) fn is_specialized(op: &Operation<'_>) -> bool {
    op.attribute_names().any(|name| name == SPECIALIZED) || inner(op).any(is_specialized)
}

/// Whether an operation is a barrier of the text, or has one inside. Triton leaves such loops as they are.
fn has_own_barrier(op: &Operation<'_>) -> bool {
    meaning(op.name) == Some(Meaning::Function(Function::Barrier)) || inner(op).any(has_own_barrier)
}

/// Visits an operation and all inside.
fn visit<'o, 't>(op: &'o Operation<'t>, each: &mut dyn FnMut(&'o Operation<'t>)) {
    each(op);
    inner(op).for_each(|op| visit(op, each));
}

/// Whether an operation goes through an array that only the program sees, or has such an operation inside.
fn goes_through_scratch(op: &Operation<'_>) -> bool {
    let own = matches!(meaning(op.name), Some(Meaning::Function(Function::Gather | Function::Histogram)));
    own || inner(op).any(goes_through_scratch)
}

/// Whether an operation accesses memory, or is a barrier of the text.
fn is_access(op: &Operation<'_>) -> bool {
    matches!(
        meaning(op.name),
        Some(Meaning::Function(
            Function::Load
                | Function::Store
                | Function::AtomicUpdate
                | Function::AtomicExchange
                | Function::DescriptorLoad
                | Function::DescriptorStore
                | Function::DescriptorUpdate
                | Function::Barrier
                | Function::Gather
                | Function::Histogram
                | Function::Print
                | Function::Call
        ))
    )
}

/// Whether Triton may make the loads of a loop ahead: with `num_stages`, or for a product of matrices in its own body.
fn may_be_pipelined(op: &Operation<'_>) -> bool {
    op.atom("tt.num_stages").is_some_and(|stages| stages != "1") || inner(op).any(has_product)
}

/// Whether an operation is a product of matrices, or has one inside that is in no other loop.
fn has_product(op: &Operation<'_>) -> bool {
    match meaning(op.name) {
        Some(Meaning::Function(Function::Dot | Function::ScaledDot)) => true,
        Some(Meaning::Function(Function::For | Function::While)) => false,
        Some(Meaning::Function(_) | Meaning::Same(..) | Meaning::Unsupported(_)) | None => {
            inner(op).any(has_product)
        }
    }
}

fn inner<'o, 't>(op: &'o Operation<'t>) -> impl Iterator<Item = &'o Operation<'t>> {
    op.regions().into_iter().flatten().flat_map(|block| &block.operations)
}

impl<'t> Builder<'_, 't> {
    /// The token that an access waits for.
    pub(super) fn awaited(&self) -> Option<ValueId> {
        self.order.barrier
    }

    /// Notes the token of an access.
    pub(super) fn accessed(&mut self, token: ValueId) {
        if self.order.active {
            self.order.open.push(token);
        }
    }

    /// A token that waits for all accesses so far.
    pub(super) fn wait_for_all(&mut self) -> Lowered<Option<ValueId>> {
        if !self.order.active {
            return Ok(None);
        }
        let open = [std::mem::take(&mut self.order.open), std::mem::take(&mut self.order.moved)].concat();
        self.wait_for(open).map(Some)
    }

    /// A token that waits for some accesses, and stands for them from now on.
    fn wait_for(&mut self, open: Vec<ValueId>) -> Lowered<ValueId> {
        let token = match open.as_slice() {
            [] => {
                self.emit(Op::MakeToken, &[], None, vec![Type::Token], Attributes::default(), Vec::new())?[0]
            }
            [one] => *one,
            all => {
                self.emit(Op::JoinTokens, all, None, vec![Type::Token], Attributes::default(), Vec::new())?[0]
            }
        };
        self.order.open = vec![token];
        Ok(token)
    }

    /// A barrier: what follows waits for everything before. Threads of other parts of a program do not wait.
    pub(super) fn barrier(&mut self) -> Lowered<()> {
        if self.order.moves != Moves::Everything {
            self.order.barrier = self.wait_for_all()?;
        }
        Ok(())
    }

    /// The token that an atomic update waits for. A release waits for everything before that stays before, and outside of pipelined
    /// loops so does everything behind the update.
    pub(super) fn released(&mut self, op: &Operation<'t>, releases: bool) -> Lowered<Option<ValueId>> {
        let stays = match self.order.moves {
            Moves::Nothing => true,
            Moves::Branches => !self.order.used.contains(&op.at.start),
            Moves::Everything => false,
        };
        if !releases || !stays || !self.order.active {
            return Ok(self.awaited());
        }
        if !self.order.is_pipelined {
            self.barrier()?;
            return Ok(self.awaited());
        }
        let open = std::mem::take(&mut self.order.open);
        self.wait_for(open).map(Some)
    }

    /// Behind an acquire, everything waits for what is before. Loads of a pipeline do not.
    pub(super) fn acquired(&mut self, acquires: bool) -> Lowered<()> {
        if acquires && !self.order.is_pipelined { self.barrier() } else { Ok(()) }
    }

    /// The barrier in the code of a reduction, if it has one.
    pub(super) fn barrier_of_reduction(&mut self, op: &Operation<'t>) -> Lowered<()> {
        if self.order.barriers.contains(&op.at.start) { self.barrier() } else { Ok(()) }
    }

    /// `ttg.barrier all`, `gpu.barrier`. A barrier of some memories only is not read.
    pub(super) fn named_barrier(&mut self, op: &Operation<'t>) -> Lowered<()> {
        match op.keywords().find(|word| *word != "all") {
            Some(word) => Err(self.unsupported(format!("a barrier of `{word}` memory only"))),
            None => self.barrier(),
        }
    }

    /// Whether the regions of an operation hand tokens on.
    pub(super) fn carries_tokens(&self, op: &Operation<'t>) -> bool {
        self.order.active && self.order.concerns(op)
    }

    /// The tokens that a region hands on: of the last barrier, of all accesses, and of arrays of the program if the file has some.
    pub(super) fn tokens(&mut self) -> Lowered<Vec<ValueId>> {
        let all = self.wait_for_all()?;
        let barrier = self.token_or_new(self.order.barrier)?;
        let mut tokens = vec![barrier, all.unwrap_or(barrier)];
        if self.order.has_scratch {
            tokens.push(self.token_or_new(self.order.scratch)?);
        }
        Ok(tokens)
    }

    fn token_or_new(&mut self, token: Option<ValueId>) -> Lowered<ValueId> {
        match token {
            Some(token) => Ok(token),
            None => Ok(self.emit(
                Op::MakeToken,
                &[],
                None,
                vec![Type::Token],
                Attributes::default(),
                Vec::new(),
            )?[0]),
        }
    }

    /// Goes on from the tokens that a region has handed on.
    pub(super) fn resume(&mut self, tokens: &[ValueId]) {
        if let [barrier, all, scratch @ ..] = tokens {
            self.order.barrier = Some(*barrier);
            self.order.open = vec![*all];
            self.order.scratch = scratch.first().copied();
        }
    }

    /// The types of the tokens that regions hand on.
    pub(super) fn token_types(&self) -> Vec<Type> {
        vec![Type::Token; if self.order.has_scratch { 3 } else { 2 }]
    }

    /// The token that an access to an array of the program waits for.
    pub(super) const fn awaited_in_scratch(&self) -> Option<ValueId> {
        self.order.scratch
    }

    /// Notes the token of an access to an array of the program.
    pub(super) const fn accessed_scratch(&mut self, token: ValueId) {
        self.order.scratch = Some(token);
    }
}
