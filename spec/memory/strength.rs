//! Strengths of accesses, and relations of two accesses at one location (semantics D.2, D.3, RACE-1 to RACE-5). The interpreter's
//! shadow, the verifier's races and the memory model's axioms share the definitions.

use super::access::Form;
use crate::domain::Bool;
use crate::syntax::attributes::{Attributes, MemoryOrder, Scope};
use crate::syntax::kernel::{Block, Kernel, Operation};

/// The manner of an access: reads and writes, memory order, and scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Manner {
    /// The access reads its location.
    pub reads: bool,
    /// The access writes its location. An update reads and writes in one step.
    pub writes: bool,
    /// The memory order of the operation.
    pub order: MemoryOrder,
    /// The scope of the operation; `None` for weak order.
    pub scope: Option<Scope>,
}

impl Manner {
    /// The manner of an operation's access; `None` without an access.
    pub fn of(op: &Operation) -> Option<Self> {
        let form = Form::of(op)?;
        Some(Manner::new(&op.attributes, form.reads, form.writes))
    }

    fn new(attributes: &Attributes, reads: bool, writes: bool) -> Self {
        let order = attributes.memory_order.unwrap_or(MemoryOrder::Weak);
        Manner { reads, writes, order, scope: attributes.scope }
    }

    /// Whether other agents may access the location concurrently.
    pub fn is_strong(&self) -> bool {
        self.order != MemoryOrder::Weak
    }

    /// Whether waiters also wait for everything before a release whose value the access reads.
    pub fn acquires(&self) -> bool {
        self.reads && matches!(self.order, MemoryOrder::Acquire | MemoryOrder::AcqRel)
    }

    /// Whether an acquire that reads the value waits for everything before the access.
    pub fn releases(&self) -> bool {
        self.writes && matches!(self.order, MemoryOrder::Release | MemoryOrder::AcqRel)
    }

    /// Whether the scope contains the other blocks of the launch.
    pub fn reaches_other_blocks(&self) -> bool {
        matches!(self.scope, Some(Scope::Device | Scope::System))
    }
}

/// The meeting of two accesses, in one reading's truth values.
#[derive(Debug, Clone)]
pub struct Meeting<B> {
    /// One block makes both.
    pub same_block: B,
    /// The accesses have a common byte.
    pub overlap: B,
    /// The accesses have all bytes in common: equal addresses and equal sizes.
    pub same_location: B,
}

/// Whether two accesses conflict: a byte in common, and at least one of them writes.
pub fn conflict<B: Bool>(a: &Manner, b: &Manner, meeting: &Meeting<B>) -> B {
    meeting.overlap.and(&B::constant(a.writes || b.writes))
}

/// Whether each scope contains the other's block. A weak access has no scope.
pub fn scopes_include_each_other<B: Bool>(a: &Manner, b: &Manner, same_block: &B) -> B {
    let includes = |one: &Manner| B::constant(one.reaches_other_blocks()).or(same_block);
    B::constant(a.is_strong() && b.is_strong()).and(&includes(a)).and(&includes(b))
}

/// Whether two accesses are strong enough for one another to be made at the same time: both strong, each within the
/// other's scope, and of the very same location.
pub fn morally_strong<B: Bool>(a: &Manner, b: &Manner, meeting: &Meeting<B>) -> B {
    scopes_include_each_other(a, b, &meeting.same_block).and(&meeting.same_location)
}

/// Whether two accesses are a data race: they conflict, neither happens before the other, and they are not morally
/// strong. `ordered`: an access happens before the other, by tokens or by a release that an acquire reads.
pub fn race<B: Bool>(a: &Manner, b: &Manner, meeting: &Meeting<B>, ordered: &B) -> B {
    let allowed = ordered.or(&morally_strong(a, b, meeting));
    conflict(a, b, meeting).and(&allowed.not())
}

/// Whether a kernel has both sides of an order between blocks: a release and an acquire that reach other
/// blocks.
pub fn may_order_blocks(kernel: &Kernel) -> bool {
    let (mut acquires, mut releases) = (false, false);
    let mut blocks: Vec<&Block> = vec![&kernel.body];
    while let Some(block) = blocks.pop() {
        for op in &block.ops {
            if let Some(manner) = Manner::of(op).filter(Manner::reaches_other_blocks) {
                acquires |= manner.acquires();
                releases |= manner.releases();
            }
            blocks.extend(&op.regions);
        }
    }
    acquires && releases
}
