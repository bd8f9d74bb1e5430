//! What a check says of a kernel.

mod refute;
mod verdict;

use std::any::Any;

use spec::problem::{Refused, Violation};
use spec::proof::Proved;
use spec::rules::Rule;
use spec::syntax::contract::Property;
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::span::Place;
use spec::syntax::types::Element;
use verify::{Budget, Clause, Obligation, Script};

pub use self::verdict::Verdict;
use super::explanation::values::Explanation;
pub use super::usage::Assumed;
use crate::scalar::integer;
use crate::signature::{Parameter, Signature};

/// The results of a check for one kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct KernelReport {
    /// The kernel; none where the file does not parse.
    pub name: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// The promises.
    pub contract: Clauses,
    /// The assumptions of every proof.
    pub axioms: Vec<String>,
    /// All obligations.
    pub obligations: Vec<Finding>,
    /// The broken obligations that only a compiler can break.
    pub compilers: Vec<usize>,
    /// The meaning of a broken assumption to the author, by its place.
    pub meanings: Vec<(usize, String)>,
    /// If nothing else is broken: the findings without these.
    pub apart: Option<Apart>,
    /// Asserts that may fail, without undefined behavior.
    pub asserts: Vec<Place>,
    /// Why the kernel was not checked at all.
    pub problem: Option<Refused>,
    /// A likely bug, if a proof needs clauses that nobody wrote, or would.
    pub likely_bug: Option<Box<LikelyBug>>,
    /// The properties ensured by the contract, with results.
    pub properties: Vec<Ensured>,
    /// The proof, if the verdict is a proof.
    pub proof: Option<Box<Proved>>,
    /// By operation and view axis, the accesses whose whole tile is always inside without a promise, if requested.
    pub whole: Vec<(usize, usize)>,
    /// The accesses of a proved kernel whose mask or test of bounds leaves out no element of any launch, where that was asked for.
    pub masks: Vec<Place>,
    /// Clauses that together give a proof of an unknown kernel, tested.
    pub suggestions: Vec<String>,
    /// Whether the check ended before everything was decided.
    pub ended_early: bool,
    /// Further notes.
    pub notes: Vec<String>,
    /// The parameters, for their names.
    pub signature: Signature,
    /// The time in seconds.
    pub seconds: f64,
    /// The solver's queries, if kept.
    pub scripts: Vec<Script>,
}

/// A property ensured by a contract, with its result.
#[derive(Debug, Clone, PartialEq)]
pub struct Ensured {
    /// The property.
    pub property: Property,
    /// The result.
    pub outcome: Outcome,
    /// The blamed operation, if any.
    pub at: Option<Place>,
    /// The time in seconds.
    pub seconds: f64,
}

/// The result of a property.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Every launch without undefined behavior has it.
    Proved,
    /// A launch violates the property: the interpreter has run it.
    Violated(Box<Lacking>),
    /// Neither was shown, and why.
    Unknown(String),
}

impl Outcome {
    /// The name in reports.
    pub const fn name(&self) -> &'static str {
        match self {
            Outcome::Proved => "proved",
            Outcome::Violated(_) => "violated",
            Outcome::Unknown(_) => "unknown",
        }
    }
}

/// A launch without undefined behavior that lacks a property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lacking {
    /// The launch.
    pub launch: Launch,
    /// The observation, in a sentence.
    pub what: String,
    /// The parameter and the index of the stored element that is no number.
    pub element: Option<(usize, u64)>,
}

/// The findings of a check besides violations that only a compiler can cause.
#[derive(Debug, Clone, PartialEq)]
pub struct Apart {
    /// The verdict.
    pub verdict: Verdict,
    /// The clauses that it needs and nobody wrote, in the words of a contract.
    pub inferred: Vec<String>,
}

/// The clauses of a contract, as text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Clauses {
    /// Written by the author.
    pub given: Vec<String>,
    /// A compiler's assumptions about its compiled signature, grouped by equal assumptions.
    pub signature: Vec<String>,
    /// Inferred by tileproof; a proof that needs them is conditional.
    pub inferred: Vec<Inferred>,
    /// The first of the inferred clauses, which the author's launches suggest.
    pub assumed: Assumed,
    /// Taken for granted.
    pub trusted: Vec<String>,
    /// What is supposed of the script; a proof that needs it is conditional.
    pub decided: Option<Supposed>,
}

/// What a proof of a launch supposes of the script around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Supposed {
    /// The way of a branch that depends on a result.
    Way(String),
    /// That earlier launches write all that is read.
    Written(String),
}

impl Supposed {
    /// The condition in words.
    pub fn words(&self) -> &str {
        match self {
            Supposed::Way(words) | Supposed::Written(words) => words,
        }
    }
}

/// A clause in the words of [`Inferred`], as it stands in a contract.
pub fn as_written(clause: &str) -> String {
    let kind = clause.split(' ').next().unwrap_or_default();
    if ["buffer", "align", "contents"].contains(&kind) {
        clause.to_owned()
    } else {
        format!("requires = {clause}")
    }
}

/// An inferred clause.
#[derive(Debug, Clone, PartialEq)]
pub struct Inferred {
    /// In the words of a contract.
    pub clause: Clause,
    /// A launch just outside the clause that breaks a rule; `None` if unknown.
    pub because: Option<Box<Counterexample>>,
}

/// A proof that needs clauses broken by every typical launch.
#[derive(Debug, Clone, PartialEq)]
pub struct LikelyBug {
    /// A typical launch, as the interpreter saw it; `None` if the clauses themselves are the reason.
    pub example: Option<Box<Counterexample>>,
    /// The rule that is broken without the clauses; `None` if the launch breaks no rule, and leaves an output unwritten.
    pub rule: Option<Rule>,
    /// The place.
    pub place: Option<Place>,
    /// What is wrong with the clauses, in a sentence.
    pub why: String,
    /// Clauses that each clear the finding if the author writes them.
    pub clears: Vec<String>,
}

/// An obligation with its status after candidates were run.
pub type Finding = Obligation<Status>;

/// The status of an obligation.
#[derive(Debug, Clone, PartialEq)]
pub enum Status {
    /// The obligation holds.
    Proved,
    /// The obligation fails: the interpreter was there.
    Refuted(Box<Counterexample>),
    /// Neither was shown, and why.
    Unknown(String),
    /// The obligation fails or may fail, and the author accepts it, for this reason.
    Accepted(String),
}

impl Status {
    /// The name in reports.
    pub const fn name(&self) -> &'static str {
        match self {
            Status::Proved => "proved",
            Status::Refuted(_) => "refuted",
            Status::Unknown(_) => "unknown",
            Status::Accepted(_) => "accepted",
        }
    }
}

/// A launch that breaks a rule, as the interpreter saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// The launch.
    pub launch: Launch,
    /// The violation.
    pub violation: Violation,
    /// The values behind the violation, if a check looks for them.
    pub explanation: Option<Box<Explanation>>,
}

impl Counterexample {
    /// A launch and its violation, without an explanation.
    pub const fn new(launch: Launch, violation: Violation) -> Self {
        Counterexample { launch, violation, explanation: None }
    }
}

impl KernelReport {
    /// A report on a kernel that was not checked.
    pub fn refused(name: Option<String>, problem: Refused) -> Self {
        let verdict = match problem {
            Refused::IllFormed(_) => Verdict::IllFormed,
            Refused::Unsupported(_) => Verdict::Unsupported,
        };
        KernelReport { name, verdict, problem: Some(problem), ..KernelReport::unknown() }
    }

    /// A report on a kernel after an internal error: nothing is known, and other kernels continue.
    pub(super) fn after_panic(panic: &(dyn Any + Send)) -> Self {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let message = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        let note = format!("tileproof failed on this kernel, which is a bug of ours: {message}");
        KernelReport { notes: vec![note], ..KernelReport::unknown() }
    }

    /// An empty report.
    pub fn unknown() -> Self {
        KernelReport {
            name: None,
            verdict: Verdict::Unknown,
            contract: Clauses::default(),
            axioms: Vec::new(),
            obligations: Vec::new(),
            compilers: Vec::new(),
            meanings: Vec::new(),
            apart: None,
            asserts: Vec::new(),
            problem: None,
            likely_bug: None,
            properties: Vec::new(),
            proof: None,
            whole: Vec::new(),
            masks: Vec::new(),
            suggestions: Vec::new(),
            ended_early: false,
            notes: Vec::new(),
            signature: Signature::default(),
            seconds: 0.0,
            scripts: Vec::new(),
        }
    }

    /// Says that the check ended before everything was decided. A violation by some launch stays undefined if the work
    /// limit ended the check, and so appears in every run. If the clock ended it, nothing is known.
    pub fn end_early(&mut self, budget: &Budget, seconds: f64) {
        if self.verdict.is_proof() || budget.was_late() {
            self.verdict = Verdict::Unknown;
        }
        self.ended_early = true;
        let decided = self.obligations.iter().filter(|one| matches!(one.status, Status::Proved)).count();
        let why =
            if budget.was_late() { "it takes longer than its work should" } else { "its budget is spent" };
        self.notes.push(format!(
            "the check ended before everything was decided, since {why} (--timeout {seconds}): {decided} obligations are \
             proved, the others are open; give it more (--timeout {})",
            seconds * 4.0
        ));
    }

    /// Leaves out what differs from run to run: how long things took.
    pub fn forget_times(&mut self) {
        self.seconds = 0.0;
        self.obligations.iter_mut().for_each(|finding| finding.seconds = 0.0);
    }

    /// The clauses that nobody wrote, in the words of a contract, and the way of a branch of the script. Clauses about two arrays may say the same about an extent.
    pub fn inferred(&self) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        for one in &self.contract.inferred {
            let clause = one.clause.to_string();
            if !words.contains(&clause) {
                words.push(clause);
            }
        }
        words.extend(self.contract.decided.iter().map(|one| one.words().to_owned()));
        words
    }

    /// Whether a proof needs clauses that nobody wrote.
    pub fn is_conditional(&self) -> bool {
        self.verdict == Verdict::Conditional
    }

    /// How many obligations are not shown, and accepted by the author.
    pub fn accepted(&self) -> usize {
        self.obligations.iter().filter(|one| matches!(one.status, Status::Accepted(_))).count()
    }

    /// The meaning to the author of an assumption broken at a place.
    pub fn meaning(&self, at: &Place) -> Option<&str> {
        self.meanings.iter().find(|(offset, _)| *offset == at.offset).map(|(_, meaning)| meaning.as_str())
    }

    /// Whether neither a proof nor a bug was found.
    pub(super) fn is_open(&self) -> bool {
        self.verdict == Verdict::Unknown && self.likely_bug.is_none()
    }

    /// The launches that break a rule, the smallest for each rule and place; the first is the one to look at.
    pub fn counterexamples(&self) -> Vec<&Counterexample> {
        let mut found: Vec<&Counterexample> = Vec::new();
        // The author's come first, and of these a bad access before an oversized number.
        let mut all: Vec<_> = self.obligations.iter().enumerate().collect();
        all.sort_by_key(|(at, finding)| (self.compilers.contains(at), is_about_numbers(finding.rule)));
        for (_, finding) in all {
            let Status::Refuted(example) = &finding.status else { continue };
            match found.iter_mut().find(|other| is_same(&other.violation, &example.violation)) {
                None => found.push(example),
                Some(known) if self.size(&example.launch) < self.size(&known.launch) => *known = example,
                Some(_) => {}
            }
        }
        found
    }

    /// How large a launch is: by its grid, then by its integer arguments, natural numbers before negative ones and both
    /// by magnitude.
    fn size(&self, launch: &Launch) -> ([u32; 3], Vec<(bool, i128)>) {
        let of = |(argument, parameter): (&Argument, &Parameter)| match (argument, parameter.element) {
            (Argument::Scalar(bits), Element::Scalar(scalar)) if scalar.is_integer() => {
                Some(integer(scalar, *bits, parameter.unsigned))
            }
            (Argument::Scalar(_) | Argument::Pointer { .. }, Element::Scalar(_) | Element::Pointer(_)) => {
                None
            }
        };
        let numbers = launch.arguments.iter().zip(&self.signature.0).filter_map(of);
        (launch.grid, numbers.map(|number| (number < 0, number.abs())).collect())
    }
}

fn is_same(one: &Violation, other: &Violation) -> bool {
    one.rule == other.rule && one.party.at.offset == other.party.at.offset
}

/// Whether a rule speaks of numbers that grow with the launch, which only large launches break.
pub fn is_about_numbers(rule: Rule) -> bool {
    [
        Rule::SignedOverflow,
        Rule::UnsignedOverflow,
        Rule::TruncationSigned,
        Rule::TruncationUnsigned,
        Rule::LoopOverflow,
        Rule::ViewOffset,
        Rule::OffsetOverflow,
        Rule::ShapeRange,
    ]
    .contains(&rule)
}
