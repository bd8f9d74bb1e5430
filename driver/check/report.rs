//! What a check says of a kernel.

mod verdict;

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

/// Everything that a check says of one kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct KernelReport {
    /// The kernel; none where the file does not parse.
    pub name: Option<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// What was promised.
    pub contract: Clauses,
    /// What every proof assumes.
    pub axioms: Vec<String>,
    /// Everything that had to be shown.
    pub obligations: Vec<Finding>,
    /// Which of them are broken, and only a compiler can break them.
    pub compilers: Vec<usize>,
    /// What an assumption that is broken means to the author, by where it stands.
    pub meanings: Vec<(usize, String)>,
    /// Where nothing else is broken: what a check says apart from these.
    pub apart: Option<Apart>,
    /// Asserts that may fail, which is not undefined.
    pub asserts: Vec<Place>,
    /// Why the kernel was not checked at all.
    pub problem: Option<Refused>,
    /// What is likely to be a bug, where a proof needs clauses that nobody wrote, or would.
    pub likely_bug: Option<Box<LikelyBug>>,
    /// What the contract ensures, with what became of it.
    pub properties: Vec<Ensured>,
    /// The proof, if the verdict is that there is one.
    pub proof: Option<Box<Proved>>,
    /// By operation and axis of its view, the accesses whose whole tile is always inside though they do not promise it, where a proof
    /// was asked for that.
    pub whole: Vec<(usize, usize)>,
    /// The accesses of a proved kernel whose mask or test of bounds leaves out no element of any launch, where that was asked for.
    pub masks: Vec<Place>,
    /// Clauses under which, all together, the kernel is proved, where it is unknown: somebody has tried.
    pub suggestions: Vec<String>,
    /// Whether the check ended before everything was decided.
    pub ended_early: bool,
    /// Whatever else has to be said.
    pub notes: Vec<String>,
    /// The parameters, to name them.
    pub signature: Signature,
    /// How long it took.
    pub seconds: f64,
    /// The solver's questions, where they were to be kept.
    pub scripts: Vec<Script>,
}

/// What a contract ensures, with what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Ensured {
    /// What it is.
    pub property: Property,
    /// What became of it.
    pub outcome: Outcome,
    /// The blamed operation, if any.
    pub at: Option<Place>,
    /// How long that took.
    pub seconds: f64,
}

/// What became of a property.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// Every launch without undefined behavior has it.
    Proved,
    /// A launch does not have it: the interpreter has run it.
    Violated(Box<Lacking>),
    /// Neither was shown, and why.
    Unknown(String),
}

impl Outcome {
    /// How the report names it.
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
    /// What was seen, in a sentence.
    pub what: String,
}

/// What a check says apart from what only a compiler can break.
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
    /// Assumed by a compiler of the signature that it compiled for, arguments of which the same is assumed together.
    pub signature: Vec<String>,
    /// Found by tileproof; a proof that needs them is conditional.
    pub inferred: Vec<Inferred>,
    /// The first of the inferred clauses, which the author's launches suggest.
    pub assumed: Assumed,
    /// Taken for granted.
    pub trusted: Vec<String>,
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

/// A clause that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Inferred {
    /// In the words of a contract.
    pub clause: Clause,
    /// A launch just outside the clause that breaks a rule; none where no such launch is known.
    pub because: Option<Box<Counterexample>>,
}

/// A proof that needs clauses which no launch keeps that one would make.
#[derive(Debug, Clone, PartialEq)]
pub struct LikelyBug {
    /// A launch that one would make, as the interpreter saw it; none where the clauses themselves are the reason.
    pub example: Option<Box<Counterexample>>,
    /// The rule that is broken without the clauses.
    pub rule: Option<Rule>,
    /// Where.
    pub place: Option<Place>,
    /// What is wrong with the clauses, in a sentence.
    pub why: String,
    /// Clauses of which each, if the author writes it, clears this.
    pub clears: Vec<String>,
}

/// Something that had to be shown, and what came of it after candidates were run.
pub type Finding = Obligation<Status>;

/// What came of an obligation.
#[derive(Debug, Clone, PartialEq)]
pub enum Status {
    /// It holds.
    Proved,
    /// It does not: the interpreter was there.
    Refuted(Box<Counterexample>),
    /// Neither was shown, and why.
    Unknown(String),
    /// It does not hold or may not hold, and the author accepts that, for this reason.
    Accepted(String),
}

impl Status {
    /// How the report names it.
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
    /// What it breaks.
    pub violation: Violation,
    /// The values behind it, where a check looks for them.
    pub explanation: Option<Box<Explanation>>,
}

impl Counterexample {
    /// A launch and the rule that it breaks, without an explanation.
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

    /// A report that says nothing yet.
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

    /// Says that the check ended before everything was decided. What some launch breaks stays undefined where work was
    /// counted, and so is broken in every run; where the clock ended it, nothing is known.
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

    /// The clauses that nobody wrote, in the words of a contract.
    pub fn inferred(&self) -> Vec<String> {
        self.contract.inferred.iter().map(|one| one.clause.to_string()).collect()
    }

    /// Whether a proof needs clauses that nobody wrote.
    pub fn is_conditional(&self) -> bool {
        self.verdict == Verdict::Conditional
    }

    /// How many obligations are not shown, and accepted by the author.
    pub fn accepted(&self) -> usize {
        self.obligations.iter().filter(|one| matches!(one.status, Status::Accepted(_))).count()
    }

    /// What an assumption means to the author that is broken at a place.
    pub fn meaning(&self, at: &Place) -> Option<&str> {
        self.meanings.iter().find(|(offset, _)| *offset == at.offset).map(|(_, meaning)| meaning.as_str())
    }

    /// The launches that break a rule, the smallest for each rule and place; the first is the one to look at.
    pub fn counterexamples(&self) -> Vec<&Counterexample> {
        let mut found: Vec<&Counterexample> = Vec::new();
        // The author's come first, and of these an access that goes wrong before a number that has grown too large.
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
