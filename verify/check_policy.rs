//! Check policies: the treatment of obligations, the end of a run, and notes about accesses.
//!
//! | policy | obligations | end | used by |
//! |--|--|--|--|
//! | [`CheckPolicy::default`] | decided | all are decided | a report under a contract; properties; equality of two kernels |
//! | [`CheckPolicy::until_violation`] | decided | one launch breaks a rule | the first look at an open launch; the guess of a contract |
//! | [`CheckPolicy::until_open`] | decided | one obligation is not proved | trials of clauses, where only a complete proof counts |
//! | [`CheckPolicy::curtailed`] | decided | little work after the first violation | a check under a complete contract |
//! | [`CheckPolicy::of_defined`] | assumed | all are assumed | the original in a comparison with its repair |
//! | `CheckPolicy::search` | abduced | the search ends | the search for clauses |

use spec::rules::Rule;

/// The treatment of obligations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Obligations {
    /// The solver decides each.
    #[default]
    Decided,
    /// Launches are taken to be defined.
    Assumed,
    /// A search for clauses excludes failures.
    Abduced,
}

/// The end of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum End {
    /// Behind the last obligation.
    #[default]
    Complete,
    /// Behind the first launch with a violation, however large: later failures stay open.
    Violation,
    /// Behind an unproved obligation.
    Open,
    /// Queries get small budgets after the first unproved obligation. After the first broken rule, the rest gets half of the work
    /// so far.
    Curtailed,
}

/// Notes about accesses beside obligations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Notes {
    #[default]
    Nothing,
    /// Accesses with possible promises to be in bounds.
    Promises,
    /// Masks and tests of bounds without an omitted element in any launch.
    Masks,
}

/// The policy of a run, by its purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CheckPolicy {
    obligations: Obligations,
    end: End,
    notes: Notes,
    /// A rule without requirements, to test that the rule matters.
    ignored: Option<Rule>,
}

impl CheckPolicy {
    /// Ends at the first launch with a violation.
    #[must_use]
    pub const fn until_violation(self) -> Self {
        CheckPolicy { end: End::Violation, ..self }
    }

    /// Ends at the first unproved obligation.
    #[must_use]
    pub const fn until_open(self) -> Self {
        CheckPolicy { end: End::Open, ..self }
    }

    /// Spends little after the first unproved obligation.
    #[must_use]
    pub const fn curtailed(self) -> Self {
        CheckPolicy { end: End::Curtailed, ..self }
    }

    /// Assumes the obligations of launches without undefined behavior. [`crate::check`] decides them anyway.
    #[must_use]
    pub const fn of_defined(self) -> Self {
        CheckPolicy { obligations: Obligations::Assumed, ..self }
    }

    /// Decides every obligation.
    pub(crate) const fn decided(self) -> Self {
        CheckPolicy { obligations: Obligations::Decided, ..self }
    }

    /// Searches for clauses, without an early end and without notes.
    pub(crate) const fn search(self) -> Self {
        let Self { ignored, .. } = self;
        CheckPolicy { obligations: Obligations::Abduced, end: End::Complete, notes: Notes::Nothing, ignored }
    }

    /// Notes accesses with possible promises.
    #[must_use]
    pub const fn with_promises(self) -> Self {
        CheckPolicy { notes: Notes::Promises, ..self }
    }

    /// Notes superfluous masks.
    #[must_use]
    pub const fn with_masks(self) -> Self {
        CheckPolicy { notes: Notes::Masks, ..self }
    }

    /// Leaves out the requirements of a rule.
    #[must_use]
    pub const fn without(self, ignored: Option<Rule>) -> Self {
        CheckPolicy { ignored, ..self }
    }

    /// Whether obligations are assumed.
    pub(crate) fn assumes(self) -> bool {
        self.obligations == Obligations::Assumed
    }

    /// Whether the run is a search for clauses.
    pub(crate) fn searches(self) -> bool {
        self.obligations == Obligations::Abduced
    }

    /// Whether one violation suffices.
    pub(crate) fn ends_at_violation(self) -> bool {
        matches!(self.end, End::Violation | End::Open)
    }

    /// Whether one unproved obligation suffices.
    pub(crate) fn ends_at_open(self) -> bool {
        self.end == End::Open
    }

    /// Whether little is spent after the first unproved obligation.
    pub(crate) fn curtails(self) -> bool {
        self.end == End::Curtailed
    }

    /// Whether possible promises of accesses are noted.
    pub(crate) fn notes_promises(self) -> bool {
        self.notes == Notes::Promises
    }

    /// Whether superfluous masks are noted.
    pub(crate) fn notes_masks(self) -> bool {
        self.notes == Notes::Masks
    }

    /// The rule without requirements, if any.
    pub const fn ignored(self) -> Option<Rule> {
        self.ignored
    }

    /// Whether the requirements of a rule are left out.
    pub(crate) fn ignores(self, rule: Rule) -> bool {
        self.ignored == Some(rule)
    }
}
