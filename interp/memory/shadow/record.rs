//! The access record: the shadow's memory of an access. Two records race if the accesses conflict and neither happens
//! before the other.

use std::ops::Range;
use std::sync::Arc;

use spec::memory::dependence::Dependences;
use spec::memory::layouts::Layouts;
use spec::memory::strength::{self, Manner, Meeting};
use spec::rules::Rule;
use spec::syntax::kernel::ValueId;

use crate::memory::shadow::happens_before::{Execution, HappensBefore, Token};
use crate::values::element::number::Truth;

/// An access to neighbouring locations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AccessRecord {
    /// The block, by execution order.
    pub(crate) block: u32,
    /// The first of the represented events: executions of one operation.
    pub(crate) first: Execution,
    /// The last of the represented events.
    pub(crate) last: Execution,
    pub(crate) manner: Manner,
    /// Bytes of an element.
    pub(crate) bytes: u8,
    /// The byte in the page where the element of `lane` starts; negative if the element starts in an earlier
    /// page.
    pub(crate) start: i32,
    pub(crate) lane: u32,
    /// How far apart the lanes of neighbouring elements are.
    pub(crate) lane_step: u32,
}

impl AccessRecord {
    /// The lane whose element has the given byte of the page.
    pub(crate) fn lane_at(&self, byte: u16) -> u32 {
        let distance = (i32::from(byte) - self.start).unsigned_abs() / u32::from(self.bytes);
        self.lane + distance * self.lane_step
    }

    /// Whether the access happens before an access of `block` that waits for the token.
    pub(crate) fn is_before(&self, block: u32, token: &Token) -> bool {
        if self.block == block {
            token.covers(self.first, self.last)
        } else {
            token.covers_other(self.block, self.first, self.last)
        }
    }
}

/// The overlap of two accesses with a common byte. Every element is aligned to its size, so elements of one size with a common byte are
/// equal.
pub(crate) fn meeting(a: &AccessRecord, b: &AccessRecord) -> Meeting<Truth> {
    Meeting {
        same_block: Truth(a.block == b.block),
        overlap: Truth(true),
        same_location: Truth(a.bytes == b.bytes),
    }
}

/// An earlier access that races with the recorded access, and the broken rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rival {
    pub(crate) rule: Rule,
    pub(crate) earlier: AccessRecord,
}

impl Rival {
    /// The race, at a byte of the page that both touch.
    pub(crate) fn at(self, byte: u16) -> Race {
        Race { rule: self.rule, earlier: self.earlier, byte }
    }
}

/// Two racing accesses, and a common byte of the page.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Race {
    pub(crate) rule: Rule,
    pub(crate) earlier: AccessRecord,
    pub(crate) byte: u16,
}

/// The order before an access, and the knowledge gained by it.
#[derive(Debug)]
pub(crate) struct SyncContext<'a> {
    /// The token that the access waits for.
    pub(crate) token: &'a Token,
    /// Operations of other blocks that happen before waiters of the access.
    pub(crate) acquired: &'a mut HappensBefore,
    /// A rule to ignore.
    pub(crate) ignore: Option<Rule>,
    /// Whether anything of the kernel can order two blocks.
    pub(crate) synchronizes: bool,
    /// The order of the access's lanes behind lanes of loads that they are computed from.
    pub(crate) dependence: Option<LaneOrder>,
}

/// The data dependences and layouts of an access: they order lanes of one block.
#[derive(Debug, Clone)]
pub(crate) struct LaneOrder {
    pub(crate) dependences: Arc<Dependences>,
    /// The layouts in the codes that run in this launch.
    pub(crate) layouts: Arc<Layouts>,
    /// The token of the access.
    pub(crate) token: ValueId,
}

impl LaneOrder {
    /// Whether each lane of an access, at some bytes of a page, is behind the earlier access there. Such a lane is computed from the loaded
    /// element, or accessed by the same thread.
    ///
    /// A dependence speaks of one iteration of the loops around both accesses. A run applies the dependence to all iterations, and
    /// so finds fewer races than a proof excludes.
    pub(crate) fn orders(&self, earlier: &AccessRecord, later: &AccessRecord, bytes: &Range<u16>) -> bool {
        let token = ValueId(earlier.first.op());
        let between = self.dependences.between_tokens(token, self.token);
        let is_one_layout = self.layouts.between(token, self.token).is_some();
        let is_ordered = |from: u32, to: u32| {
            is_one_layout && from == to || between.is_some_and(|between| between.orders(from, to))
        };
        let step = usize::from(later.bytes.max(1));
        let mut starts = bytes.clone().step_by(step);
        earlier.block == later.block
            && starts.all(|byte| is_ordered(earlier.lane_at(byte), later.lane_at(byte)))
    }
}

/// The rule that two accesses to one location break; the later access waits for `token`.
pub(crate) fn find_race(earlier: &AccessRecord, later: &AccessRecord, token: &Token) -> Option<Rule> {
    let meeting = meeting(earlier, later);
    if !strength::conflict(&earlier.manner, &later.manner, &meeting).0 {
        return None;
    }
    // Both are the same execution: two lanes of one operation, not ordered by any token.
    let lanes = earlier.block == later.block && earlier.last == later.first;
    let ordered = Truth(!lanes && earlier.is_before(later.block, token));
    let rule = match (lanes, earlier.block == later.block) {
        (true, _) => Rule::RaceLane,
        (false, true) => Rule::RaceToken,
        (false, false) => Rule::RaceBlock,
    };
    strength::race(&earlier.manner, &later.manner, &meeting, &ordered).0.then_some(rule)
}
