//! The verifier's state at an obligation, with the moments there.

use std::rc::Rc;

use spec::rules::Rule;

use super::pins::Pin;
use crate::terms::Truth;

/// The number of the run, and the number of the moment.
pub(super) type MomentId = (usize, usize);

/// The verifier's state at an obligation, with the moments there.
pub(super) struct Snapshot {
    pub(super) operation: usize,
    pub(super) rule: Rule,
    pub(super) path: Truth,
    pub(super) facts: Rc<[Truth]>,
    pub(super) cases: Vec<Case>,
}

/// A moment and a choice of lanes, with the equations of both.
pub(super) struct Case {
    pub(super) id: MomentId,
    pub(super) choice: usize,
    pub(super) pins: Vec<Pin>,
}
