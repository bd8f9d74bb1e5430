//! Shadow memory: every page has records of accesses that a later access may race with, as in FastTrack (Flanagan and Freund, "FastTrack:
//! efficient and precise dynamic race detection", PLDI 2009).
//!
//! FastTrack orders threads by vector clocks, and keeps a single access per location (an epoch) if it is enough. `happens_before` has the
//! clocks. Their components are sets of ranges instead of counters, because tokens order the operations of a block only partially. `cell`
//! has one or several accesses, `record` the record of an access and the race condition, `release_heads` the knowledge gained by an
//! acquire, and `page_shadow` the cells of a page.

pub(crate) mod cell;
pub(crate) mod happens_before;
pub(crate) mod page_shadow;
pub(crate) mod record;
pub(crate) mod release_heads;
