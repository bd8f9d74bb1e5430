//! Warp specialization: which part of a kernel the producer runs, the thread that starts all copies of tiles that loops of products
//! read. The slice is backward (M. Weiser, "Program slicing", IEEE TSE 10(4), 1984): control, up to the copies, and the numbers
//! that control and the places of tiles depend on. Roles are cut from the dependency graph as in "Tawa: Automatic warp
//! specialization for modern GPUs with asynchronous references" (arXiv 2510.14719).
//!
//! Only numbers that every thread computes alone can be in a slice: a reduction or a product would need other threads. A loaded
//! number can be in the slice if no access writes the array that is read. The kernel must have no such access, and no access that
//! orders the writes of another block. The producer may then load earlier or later than the consumers.

use std::collections::HashSet;
use std::ptr;

use spec::syntax::attributes::MemoryOrder;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Core, Meaning, Memory};

use crate::analysis::definitions::{Definition, induction_variable};
use crate::analysis::effects::writes_memory;
use crate::analysis::facts::KernelFacts;

/// The operations of the producer.
#[derive(Debug, Default)]
pub(crate) struct ProducerSlice {
    values: HashSet<ValueId>,
    /// Control operations, by address in the kernel.
    control: HashSet<*const Operation>,
}

/// A slice in the making.
struct Slicing<'a, 'k> {
    kernel: &'k Kernel,
    facts: &'a KernelFacts<'k>,
    /// The loops whose copies are started, by their induction variables.
    loops: &'a HashSet<ValueId>,
    slice: ProducerSlice,
    /// Values whose definitions were not looked at.
    rest: Vec<ValueId>,
}

impl ProducerSlice {
    /// The slice for loops, given by their induction variables, with the values that their copies need. `None` if a single thread cannot
    /// compute some number in the slice.
    pub(crate) fn of<'k>(
        kernel: &'k Kernel,
        facts: &KernelFacts<'k>,
        loops: &HashSet<ValueId>,
        indices: impl IntoIterator<Item = ValueId>,
    ) -> Option<ProducerSlice> {
        let slice = ProducerSlice::default();
        let mut slicing = Slicing { kernel, facts, loops, slice, rest: indices.into_iter().collect() };
        for op in &kernel.body.ops {
            if slicing.must_run(op) {
                slicing.keep(op);
            }
        }
        while let Some(value) = slicing.rest.pop() {
            if slicing.slice.values.insert(value) {
                slicing.trace(value)?;
            }
        }
        Some(slicing.slice)
    }

    /// Adds the copy of a tile, whose place is in the slice.
    pub(crate) fn add_copy(&mut self, load: &Operation) {
        self.control.insert(ptr::from_ref(load));
    }

    /// Whether a value is in the slice.
    pub(crate) fn has(&self, value: ValueId) -> bool {
        self.values.contains(&value)
    }

    /// Whether an operation is in the slice.
    pub(crate) fn keeps(&self, op: &Operation) -> bool {
        let ends_region = matches!(
            op.op.meaning(),
            Meaning::Control(Control::Yield | Control::Continue | Control::Break | Control::Return)
        );
        ends_region
            || self.control.contains(&ptr::from_ref(op))
            || op.results.iter().any(|result| self.has(*result))
    }
}

impl<'k> Slicing<'_, 'k> {
    /// Whether control may come to a copy inside an operation, or leave what is around it.
    fn must_run(&self, op: &Operation) -> bool {
        match op.op.meaning() {
            Meaning::Control(Control::Return | Control::Break | Control::Continue) => true,
            Meaning::Control(Control::For | Control::Loop) => {
                self.is_copied(op)
                    || op.regions.iter().flat_map(|region| &region.ops).any(|op| self.reaches(op))
            }
            Meaning::Control(Control::If) => {
                op.regions.iter().flat_map(|region| &region.ops).any(|op| self.must_run(op))
            }
            Meaning::Control(Control::Yield)
            | Meaning::Elementwise
            | Meaning::Core(_)
            | Meaning::Memory(_)
            | Meaning::Unsupported => false,
        }
    }

    /// The same of an operation in a loop: `break` and `continue` leave no more than the loop.
    fn reaches(&self, op: &Operation) -> bool {
        match op.op.meaning() {
            Meaning::Control(Control::Return) => true,
            Meaning::Control(Control::For | Control::Loop) => self.must_run(op),
            Meaning::Control(Control::If) => {
                op.regions.iter().flat_map(|region| &region.ops).any(|op| self.reaches(op))
            }
            Meaning::Control(Control::Yield | Control::Break | Control::Continue)
            | Meaning::Elementwise
            | Meaning::Core(_)
            | Meaning::Memory(_)
            | Meaning::Unsupported => false,
        }
    }

    fn is_copied(&self, op: &Operation) -> bool {
        induction_variable(op).is_some_and(|variable| self.loops.contains(&variable))
    }

    /// Adds a control operation to the slice, with its dependencies and the inner operations that must run.
    fn keep(&mut self, op: &'k Operation) {
        if !self.slice.control.insert(ptr::from_ref(op)) {
            return;
        }
        let numbers = match op.op.meaning() {
            Meaning::Control(Control::If) => 1,
            Meaning::Control(Control::For) => 3,
            Meaning::Control(_)
            | Meaning::Elementwise
            | Meaning::Core(_)
            | Meaning::Memory(_)
            | Meaning::Unsupported => 0,
        };
        self.rest.extend(op.operands.iter().take(numbers));
        // The body of a loop whose tiles are copied is not run, but its copies are.
        if self.is_copied(op) {
            return;
        }
        for inside in op.regions.iter().flat_map(|region| &region.ops) {
            if self.must_run(inside) {
                self.keep(inside);
            }
        }
    }

    /// Traces the dependencies of a value.
    fn trace(&mut self, value: ValueId) -> Option<()> {
        if self.kernel.ty(value).tile().is_some_and(|tile| tile.len() != 1) {
            return None;
        }
        match self.facts.definitions().get(value)? {
            Definition::Parameter(_) => return Some(()),
            Definition::Result(op, _) => match op.op.meaning() {
                Meaning::Control(Control::For) => {}
                Meaning::Control(_) => self.keep(op),
                meaning if is_scalar_code(meaning) => self.rest.extend(&op.operands),
                Meaning::Memory(Memory::LoadViewTko | Memory::LoadPtrTko) if self.reads_constants(op) => {
                    self.rest.extend(&op.operands);
                }
                Meaning::Elementwise | Meaning::Core(_) | Meaning::Memory(_) | Meaning::Unsupported => {
                    return None;
                }
            },
            // Products compute the carried values of a loop whose tiles are copied.
            Definition::Region(op, at) if self.is_copied(op) && at > 0 => return None,
            Definition::Region(op, _) => self.keep(op),
        }
        self.rest.extend(self.facts.definitions().arriving(value));
        Some(())
    }
}

impl Slicing<'_, '_> {
    /// Whether a load reads constant memory: nobody writes the array while the kernel runs.
    fn reads_constants(&self, load: &Operation) -> bool {
        let is_weak = load.attributes.memory_order.is_none_or(|order| order == MemoryOrder::Weak);
        let writes = |op: &Operation| writes_memory(op.op) && self.facts.aliases().may_alias(load, op);
        is_weak && !self.facts.orders_other_blocks() && !self.kernel.operations().any(writes)
    }
}

/// Whether each thread computes the operation's numbers alone.
fn is_scalar_code(meaning: Meaning) -> bool {
    matches!(
        meaning,
        Meaning::Elementwise
            | Meaning::Core(
                Core::Constant
                    | Core::GetTileBlockId
                    | Core::GetNumTileBlocks
                    | Core::Select
                    | Core::Assume
                    | Core::Reshape
                    | Core::Broadcast
                    | Core::Offset
                    | Core::IntToPtr
                    | Core::PtrToPtr
            )
            | Meaning::Memory(
                Memory::MakeTensorView
                    | Memory::MakePartitionView
                    | Memory::MakeStridedView
                    | Memory::GetTensorShape
                    | Memory::GetIndexSpaceShape
            )
    )
}
