//! The results of many kernels.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use spec::rules::Rule;
use spec::syntax::kernel::Block;
use spec::syntax::op::{Meaning, Op};

use crate::claim::Claim;
use crate::subject::Subject;
use crate::trial::Trial;

/// Counts.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) proved: usize,
    pub(crate) undefined: usize,
    /// Why something is unknown: the first reason of each kernel, cut short.
    unknown: BTreeMap<String, usize>,
    unsupported: usize,
    /// Invalid kernels, with reasons.
    pub(crate) ill_formed: Vec<String>,
    /// How often all small launches were run.
    complete: usize,
    /// Proved kernels without a tested launch.
    untried: usize,
    launches: usize,
    /// Inferred clauses shown to be needed: by the launch shown with them, and by a drawn launch.
    clauses: [usize; 2],
    /// Inferred clauses without a runnable launch outside.
    unreached: Vec<String>,
    /// Inferred clauses that are stronger than need be.
    needless: Vec<String>,
    /// Refuted kernels of which a smaller launch than any that is shown breaks a rule.
    not_least: Vec<String>,
    /// Seconds of claims and of launches, of all kernels.
    seconds: [f64; 2],
    /// The kernels that took longest, with how long.
    slowest: Vec<(f64, String)>,
    /// Rules that are broken, by how many kernels.
    broken: BTreeMap<Rule, usize>,
    /// Operations of kernels.
    operations: BTreeSet<Op>,
    /// What contradicts a claim, a line each.
    pub(crate) wrong: Vec<String>,
}

/// Rules that no kernel of the generator breaks: those of sources, for which no generated kernel has marks, and those that
/// kernels of the corpus break by hand.
const UNREACHED: [Rule; 16] = [
    Rule::AssumeDivisible,
    Rule::AssumeAligned,
    Rule::AssumeStrided,
    Rule::SourceIndex,
    Rule::SourceStatic,
    Rule::SourceRank,
    Rule::SourceExtent,
    Rule::SourceNegative,
    Rule::SourceInjective,
    Rule::SourceStep,
    Rule::SourceAssumption,
    Rule::SourceReturn,
    Rule::SourceSubscript,
    Rule::ViewPacked,
    Rule::ViewOffset,
    Rule::ShapeRange,
];

/// So many of each whole hundred of clauses may be stronger than need be, and so many of each whole hundred of launches larger. In the
/// daily sample there are fewer, so none may.
const FEW: usize = 5;

/// How many of the slowest kernels are named.
const SLOWEST: usize = 5;

fn sums<T: std::ops::Add<Output = T>>([a, b]: [T; 2], [c, d]: [T; 2]) -> [T; 2] {
    [a + c, b + d]
}

impl Tally {
    /// Counts a kernel.
    pub(crate) fn add(&mut self, subject: &Subject, claim: &Claim, trial: &Trial, seconds: [f64; 2]) {
        self.launches += trial.launches;
        self.clauses = sums(self.clauses, [trial.shown, trial.drawn]);
        self.unreached.extend_from_slice(&trial.unreached);
        self.needless.extend_from_slice(&trial.needless);
        self.not_least.extend(trial.is_not_least.then(|| subject.name.clone()));
        self.seconds = sums(self.seconds, seconds);
        self.took(seconds[0] + seconds[1], subject.name.clone());
        self.complete += usize::from(trial.complete);
        self.untried += usize::from(matches!(claim, Claim::Proved(_)) && trial.launches == 0);
        self.operations(&subject.kernel.body);
        match claim {
            Claim::Proved(_) => self.proved += 1,
            Claim::Undefined(refutation) => {
                self.undefined += 1;
                let rules: BTreeSet<Rule> = refutation.shown.iter().map(|e| e.violation.rule).collect();
                for rule in rules {
                    *self.broken.entry(rule).or_default() += 1;
                }
            }
            Claim::Unknown(why) => *self.unknown.entry(why.chars().take(72).collect()).or_default() += 1,
            Claim::Unsupported => self.unsupported += 1,
            Claim::IllFormed(why) => {
                self.ill_formed.push(format!("{}: {why}: {:?}", subject.name, subject.contract))
            }
        }
    }

    /// Keeps a kernel among the slowest, if it is.
    fn took(&mut self, seconds: f64, name: String) {
        let at = self.slowest.partition_point(|(other, _)| *other >= seconds);
        self.slowest.insert(at, (seconds, name));
        self.slowest.truncate(SLOWEST);
    }

    fn operations(&mut self, block: &Block) {
        for op in &block.ops {
            self.operations.insert(op.op);
            op.regions.iter().for_each(|region| self.operations(region));
        }
    }

    /// Both.
    pub(crate) fn and(mut self, other: Tally) -> Tally {
        self.proved += other.proved;
        self.undefined += other.undefined;
        self.unsupported += other.unsupported;
        self.complete += other.complete;
        self.untried += other.untried;
        self.launches += other.launches;
        self.clauses = sums(self.clauses, other.clauses);
        self.unreached.extend(other.unreached);
        self.needless.extend(other.needless);
        self.not_least.extend(other.not_least);
        self.seconds = sums(self.seconds, other.seconds);
        other.slowest.into_iter().for_each(|(seconds, name)| self.took(seconds, name));
        self.operations.extend(other.operations);
        self.ill_formed.extend(other.ill_formed);
        self.wrong.extend(other.wrong);
        for (why, count) in other.unknown {
            *self.unknown.entry(why).or_default() += count;
        }
        for (rule, count) in other.broken {
            *self.broken.entry(rule).or_default() += count;
        }
        self
    }

    fn unknown(&self) -> usize {
        self.unknown.values().sum()
    }

    /// How often each rule is broken, why something is unknown, and what no kernel has.
    pub(crate) fn details(&self) -> String {
        let rules = self.broken.iter().map(|(rule, count)| format!("  {count:4} {rule}\n"));
        let unknown = self.unknown.iter().map(|(why, count)| format!("  {count:4} unknown: {why}\n"));
        let slowest = self.slowest.iter().map(|(seconds, name)| format!("  {seconds:6.1} s {name}\n"));
        let unreached = self.unreached.iter().map(|clause| format!("  no launch outside: {clause}\n"));
        let needless = self.needless.iter().map(|clause| format!("  needed by no launch: {clause}\n"));
        let not_least = self.not_least.iter().map(|name| format!("  not the least launch: {name}\n"));
        let missing: Vec<&str> = Op::ALL
            .iter()
            .filter(|op| op.meaning() != Meaning::Unsupported && !self.operations.contains(op))
            .map(|op| op.mnemonic())
            .collect();
        format!(
            "{}{}{}{}{}{}  in no kernel: {}",
            rules.collect::<String>(),
            unknown.collect::<String>(),
            slowest.collect::<String>(),
            unreached.collect::<String>(),
            needless.collect::<String>(),
            not_least.collect::<String>(),
            missing.join(", ")
        )
    }

    /// Fails if more than a few clauses are stronger than need be, or more than a few launches are larger than need be.
    #[track_caller]
    pub(crate) fn is_tight(&self) {
        let few = |count: usize, all: usize| count <= all / 100 * FEW;
        let clauses = self.clauses[0] + self.clauses[1] + self.needless.len();
        assert!(few(self.needless.len(), clauses), "stronger than need be: {:?}", self.needless);
        assert!(few(self.not_least.len(), self.undefined), "larger than need be: {:?}", self.not_least);
    }

    /// Fails unless the generator reaches its purpose.
    pub(crate) fn is_interesting(&self) {
        assert!(self.ill_formed.is_empty(), "{}", self.ill_formed.join("\n"));
        let all = self.proved + self.undefined + self.unknown();
        let share = |count: usize| 100 * count / all;
        assert!(share(self.proved) >= 35 && share(self.undefined) >= 35, "too one-sided: {self}");
        assert!(share(self.unknown()) <= 12, "too much is unknown: {self}\n{}", self.details());
        let wrong = |rule: &&Rule| self.broken.contains_key(rule) == UNREACHED.contains(rule);
        let wrong: Vec<&Rule> = Rule::ALL.iter().filter(wrong).collect();
        assert!(
            wrong.is_empty(),
            "generated kernels break these, or do not, against what is said: {wrong:?}"
        );
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} proved ({} without a launch), {} undefined, {} unknown, {} unsupported, {} ill-formed; {} launches, all small ones of {}; \
             {} clauses needed by launches that are shown, {} by launches drawn, {} out of reach, {} by none; \
             {} launches larger than need be; {:.0} s for claims, {:.0} s for launches",
            self.proved,
            self.untried,
            self.undefined,
            self.unknown(),
            self.unsupported,
            self.ill_formed.len(),
            self.launches,
            self.complete,
            self.clauses[0],
            self.clauses[1],
            self.unreached.len(),
            self.needless.len(),
            self.not_least.len(),
            self.seconds[0],
            self.seconds[1]
        )
    }
}
