//! What a location's value makes known: the releases that an acquire of it hears of.

use spec::memory::strength::{self, Manner};

use super::shadow::{Access, meeting};
use super::token::{Past, Token};

/// The releases whose value, or a value made of it by updates, a location has.
#[derive(Debug, Clone, Default)]
pub(crate) struct Released {
    heads: Vec<Head>,
}

/// A release, and what it makes known.
#[derive(Debug, Clone)]
struct Head {
    access: Access,
    past: Past,
}

impl Released {
    /// What an acquire hears.
    pub(super) fn heard_by(&self, access: &Access) -> Past {
        let heard = self.heads.iter().filter(|head| head.reaches(access));
        heard.fold(Past::NONE, |all, head| all.join(&head.past))
    }

    /// What the location makes known once it is written. An update hands on what it reads; so does a strong write by the
    /// block of a release, behind that; any other write makes what was there unheard of.
    pub(super) fn after(before: Option<Box<Self>>, access: &Access, token: &Token) -> Option<Box<Self>> {
        let mut heads = before.map_or_else(Vec::new, |before| before.heads);
        let own =
            |head: &Head| head.access.block == access.block && head.access.is_before(access.block, token);
        heads.retain(|head| head.reaches(access) && (access.manner.reads || own(head)));
        if access.manner.releases() {
            let past = token.published(access.block, access.first);
            let mut head = Head { access: *access, past };
            // Whoever hears of the new release hears of those too that reach as far.
            heads.retain(|older| {
                let covered = reach(&older.access.manner) == reach(&access.manner)
                    && (reach(&access.manner) || older.access.block == access.block);
                if covered {
                    head.past = head.past.join(&older.past);
                }
                !covered
            });
            heads.push(head);
        }
        (!heads.is_empty()).then(|| Box::new(Released { heads }))
    }
}

fn reach(manner: &Manner) -> bool {
    manner.reaches_other_blocks()
}

impl Head {
    /// Whether an access that reads the value is within reach.
    fn reaches(&self, access: &Access) -> bool {
        strength::morally_strong(&self.access.manner, &access.manner, &meeting(&self.access, access)).0
    }
}
