//! The limits of questions to the solver, in one table: a question says what it is for. Steps are z3's own measure of work
//! (`rlimit`), so that no answer depends on the load of a machine.

/// The steps of an ordinary question; most that are answered need fewer.
pub(crate) const QUICK: u32 = 60_000;

/// The steps of a question whose answer only helps others.
pub(crate) const BRIEF: u32 = 60_000;

/// The steps of a question about the factors of products alone, which get small values.
pub(crate) const SMALL: u32 = 20_000;

/// The steps of a question with the facts alone that speak of nothing but its variables.
pub(crate) const CLOSE: u32 = 20_000;

/// The most steps of a question to a solver of its own; others are left for the ways behind it.
pub(crate) const AFRESH: u32 = 250_000;

/// The most steps of a question with lemmas about products.
pub(crate) const LEMMAS: u32 = 400_000;

/// The steps of a question that no other way has answered, unless it may have twice as many.
pub(crate) const LAST: u32 = 400_000;

/// What a question is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Decides a requirement, or a step of its proof.
    Requirement,
    /// Decides what a clause excludes, and what it leaves.
    Clause,
    /// Decides a property that a loop may have.
    Invariant,
    /// Simplifies later questions.
    Simplification,
    /// Tells whether control may come to a place, where later questions tell it too.
    Reachability,
    /// Adds a note to a report.
    Note,
    /// Proves what a name for a number stands for.
    Definition,
    /// Proves a number of two instances equal.
    SameNumber(Effort),
    /// Proves the blocks of two instances equal.
    SameBlock(Effort),
    /// Proves digits of two places equal.
    SameDigits,
    /// Proves a part of a sum natural.
    Term,
    /// Excludes a race of places with equal digits.
    RaceOfDigits,
    /// Excludes a race whose places have names.
    RaceOfNames,
    /// Tells whether there are two blocks at all.
    OtherBlocks,
    /// Finds a launch.
    Example,
}

/// How much an attempt may cost that others follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// A first attempt.
    Easy,
    /// The last attempt.
    Most,
}

/// The ways to an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ways {
    /// All ways, cheap ones first.
    All,
    /// Cheap ways and a solver of its own.
    Brief,
    /// Cheap ways, whose answers are not kept.
    Cheap,
    /// A solver of its own.
    Afresh,
    /// Lemmas about products, with the relevant facts.
    Lemmas,
    /// Lemmas about products, with facts about the variables of the formula alone.
    CloseLemmas,
    /// Ways that find values.
    Values,
}

/// The limits of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Policy {
    /// The most steps, within those of the kernel's solver.
    pub(crate) steps: u32,
    pub(crate) ways: Ways,
}

impl Purpose {
    /// The limits of a purpose.
    pub(crate) const fn policy(self) -> Policy {
        let (steps, ways) = match self {
            Purpose::Requirement | Purpose::Clause => (u32::MAX, Ways::All),
            // Many properties are proposed, and most do not hold.
            Purpose::Invariant => (120_000, Ways::All),
            // Without an answer, the later question is asked as it is.
            Purpose::Simplification => (60_000, Ways::All),
            // What follows is right wherever control comes.
            Purpose::Reachability => (10_000, Ways::All),
            Purpose::Note => (60_000, Ways::Cheap),
            // Useful, and rarely found otherwise (bench/CHECK.md).
            Purpose::Definition => (250_000, Ways::Brief),
            Purpose::SameNumber(effort) => (effort.steps(), Ways::Afresh),
            Purpose::SameBlock(effort) => (effort.steps(), Ways::CloseLemmas),
            Purpose::Term => (40_000, Ways::CloseLemmas),
            Purpose::SameDigits => (100_000, Ways::CloseLemmas),
            // Further attempts follow these.
            Purpose::RaceOfDigits => (200_000, Ways::CloseLemmas),
            Purpose::RaceOfNames => (200_000, Ways::Lemmas),
            Purpose::OtherBlocks => (60_000, Ways::Cheap),
            Purpose::Example => (u32::MAX, Ways::Values),
        };
        Policy { steps, ways }
    }
}

impl Effort {
    const fn steps(self) -> u32 {
        match self {
            Effort::Easy => 60_000,
            Effort::Most => 400_000,
        }
    }
}
