//! The heads of release sequences: releases that wrote the value of a location. An acquire that reads the value
//! synchronizes with the heads. PTX's memory model has the rule (Lustig, Sahasrabuddhe and Giroux, "A formal analysis
//! of the NVIDIA PTX memory consistency model", ASPLOS 2019).

use spec::memory::strength::{self, Manner};

use crate::memory::shadow::happens_before::{HappensBefore, Token};
use crate::memory::shadow::record::{AccessRecord, meeting};

/// The releases whose value, or a value made of it by updates, a location has.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReleaseHeads {
    heads: Vec<ReleaseHead>,
}

/// A release, with the published knowledge.
#[derive(Debug, Clone)]
struct ReleaseHead {
    access: AccessRecord,
    past: HappensBefore,
}

impl ReleaseHeads {
    /// The knowledge that an acquire receives.
    pub(crate) fn acquired_by(&self, access: &AccessRecord) -> HappensBefore {
        let acquired = self.heads.iter().filter(|head| head.reaches(access));
        acquired.fold(HappensBefore::NONE, |all, head| all.join(&head.past))
    }

    /// The knowledge in the location after a write. An update passes on the knowledge that it reads, and so does a later
    /// strong write by the releasing block. Any other write ends the release sequence.
    pub(crate) fn after_write(
        before: Option<Box<Self>>,
        access: &AccessRecord,
        token: &Token,
    ) -> Option<Box<Self>> {
        let mut heads = before.map_or_else(Vec::new, |before| before.heads);
        let own = |head: &ReleaseHead| {
            head.access.block == access.block && head.access.is_before(access.block, token)
        };
        heads.retain(|head| head.reaches(access) && (access.manner.reads || own(head)));
        if access.manner.releases() {
            let past = token.release(access.block, access.first);
            let mut head = ReleaseHead { access: *access, past };
            // Readers of the new release also receive older releases of at least its scope.
            heads.retain(|older| {
                let covered = reaches_other_blocks(&older.access.manner)
                    == reaches_other_blocks(&access.manner)
                    && (reaches_other_blocks(&access.manner) || older.access.block == access.block);
                if covered {
                    head.past = head.past.join(&older.past);
                }
                !covered
            });
            heads.push(head);
        }
        (!heads.is_empty()).then(|| Box::new(ReleaseHeads { heads }))
    }
}

fn reaches_other_blocks(manner: &Manner) -> bool {
    manner.reaches_other_blocks()
}

impl ReleaseHead {
    /// Whether an access that reads the value is within reach.
    fn reaches(&self, access: &AccessRecord) -> bool {
        strength::morally_strong(&self.access.manner, &access.manner, &meeting(&self.access, access)).0
    }
}
