//! The findings of an audit.

use std::fmt;

use spec::rules::Rule;

use super::judge::Verdict;

/// The results of an audit of a kernel.
#[derive(Debug, Clone, Default)]
pub struct Audited {
    /// Moments excluded by the verifier.
    pub excluded: Vec<Excluded>,
    /// Obligations that the interpreter came to and the verifier did not.
    pub missed: Vec<Missed>,
    /// The number of satisfiable queries: no launch is excluded there.
    pub possible: usize,
    /// Queries that the solver gave up on.
    pub unknown: usize,
    /// Whether the verifier finished; it never decides the remaining obligations otherwise.
    pub complete: bool,
}

/// A moment of a run that the verifier excludes.
#[derive(Debug, Clone)]
pub struct Excluded {
    /// The number of the run.
    pub run: usize,
    /// The position of the operation.
    pub operation: usize,
    /// The rule of the obligation; none where the block ends.
    pub rule: Option<Rule>,
    /// The block.
    pub block: [u32; 3],
    /// The iterations of the loops around, outermost first.
    pub rounds: Vec<u64>,
    /// An unsatisfiable core of the facts and values. Small cores are minimal.
    pub core: Vec<String>,
}

/// An obligation of a moment that the verifier did not decide.
#[derive(Debug, Clone)]
pub struct Missed {
    /// The number of the run.
    pub run: usize,
    /// The position of the operation.
    pub operation: usize,
    /// The rule.
    pub rule: Rule,
    /// The block.
    pub block: [u32; 3],
    /// The iterations of the loops around, outermost first.
    pub rounds: Vec<u64>,
}

impl Audited {
    /// Counts an answer; says whether a moment is excluded.
    pub(super) fn count(&mut self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Possible => self.possible += 1,
            Verdict::Unknown => self.unknown += 1,
            Verdict::Impossible => {}
        }
        verdict == Verdict::Impossible
    }
}

impl fmt::Display for Excluded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Excluded { run, operation, rule, block, rounds, core } = self;
        let what = rule.map_or_else(|| "end".to_owned(), |rule| rule.to_string());
        writeln!(f, "run {run}, operation {operation}, {what}, block {block:?}, iterations {rounds:?}:")?;
        core.iter().try_for_each(|part| writeln!(f, "    {part}"))
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Missed { run, operation, rule, block, rounds } = self;
        write!(
            f,
            "run {run}, operation {operation}, {rule}, block {block:?}, iterations {rounds:?}: not decided"
        )
    }
}
