//! Which accesses wait for which: barriers as tokens (`spec/triton.md`, *Order inside a program*).
//!
//! An access waits for the last barrier before it. A barrier waits for all accesses before it. Gathers and histograms go through arrays
//! of the program, whose accesses wait for each other and for nothing else. A file without any of these has no tokens.

use std::collections::HashSet;

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use super::builder::{Builder, Lowered};
use crate::triton::read::syntax::{File, Operation};
use crate::triton::schema::{Function, Meaning, meaning};

/// The tokens at one place.
#[derive(Debug, Clone, Default)]
pub(super) struct Order {
    /// Whether the file has a barrier.
    pub(super) active: bool,
    /// The reductions whose code has a barrier, by their places in the text.
    barriers: HashSet<usize>,
    /// Whether the place is in a loop of which Triton may make loads ahead: past atomic updates, and not past barriers of the text.
    pub(super) is_pipelined: bool,
    /// The token of the last barrier.
    barrier: Option<ValueId>,
    /// The tokens of all accesses that no later barrier has waited for.
    open: Vec<ValueId>,
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
        Order { active, barriers, has_scratch, ..Order::default() }
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
pub(super) fn may_be_pipelined(op: &Operation<'_>) -> bool {
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
        let open = std::mem::take(&mut self.order.open);
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
        Ok(Some(token))
    }

    /// A barrier: what follows waits for everything before.
    pub(super) fn barrier(&mut self) -> Lowered<()> {
        self.order.barrier = self.wait_for_all()?;
        Ok(())
    }

    /// The token that an atomic update waits for. A release waits for everything before, and outside of pipelined loops so does everything
    /// behind the update.
    pub(super) fn released(&mut self, releases: bool) -> Lowered<Option<ValueId>> {
        match (releases, self.order.is_pipelined) {
            (false, _) => {}
            (true, true) => return Ok(self.wait_for_all()?.or(self.awaited())),
            (true, false) => self.barrier()?,
        }
        Ok(self.awaited())
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
