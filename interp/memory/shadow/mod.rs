//! Shadow memory: beside every page stands which accesses a later one must not race with, as in FastTrack (Flanagan and
//! Freund, "FastTrack: efficient and precise dynamic race detection", PLDI 2009).
//!
//! FastTrack orders what threads do by vector clocks, and remembers of a location one access where one is enough: its
//! epochs. Both are found here again: `happens_before` has the clocks, whose components are sets of ranges rather than
//! single counters, since tokens order the operations of a block only in part; `cell` has one access or several,
//! `record` what is remembered of each and when two race, `release_heads` what an acquire of the value learns, and
//! `page_shadow` the cells of a page.

pub(crate) mod cell;
pub(crate) mod happens_before;
pub(crate) mod page_shadow;
pub(crate) mod record;
pub(crate) mod release_heads;
