//! What a contract ensures: properties of launches without undefined behavior. They are decided for a proved kernel, under the
//! clauses of its proof, and a violating launch is run before it is shown.

mod floats;
mod outside;
mod waits;
mod written;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use spec::contract::Bound;
use spec::origins::Origins;
use spec::problem::{IllFormed, Refused};
use spec::syntax::contract::{Contract, Property, ranking};
use spec::syntax::launch::Launch;
use spec::syntax::op::Op;
use spec::syntax::span::Place;
use spec::valid::Valid;
use verify::{Budget, ObligationId};

use self::floats::Floats;
use self::outside::Outside;
use self::waits::{Waits, unread};
use self::written::Written;
use super::completion::Completion;
use super::options::Options;
use super::report::{Ensured, KernelReport, Lacking, Outcome, Status, Verdict};
use super::search::small_launches;
use crate::check::replay::fuel;

/// The most runs of launches to find a violating launch.
const RUNS: usize = 400;

/// The most runs of launches to find an endless launch.
const WAITS: usize = 60;

/// The most combinations of sizes that launches are made of.
const POINTS: usize = 4000;

/// The work of looking for one, in units of counted work.
const WORK: u64 = 1_500_000;

/// The report with the results of the properties that the contract ensures.
///
/// # Errors
/// A property has no subject.
pub(super) fn with_properties(
    kernel: &Valid,
    contract: &Contract,
    report: KernelReport,
    options: &Options,
) -> Result<KernelReport, Refused> {
    if contract.ensures.is_empty() {
        return Ok(report);
    }
    let bound = Bound::new(contract, kernel)?;
    let mut completed = contract.clone();
    report.contract.inferred.iter().for_each(|one| one.clause.add_to(&bound, &mut completed));
    let (mut properties, mut notes) = (Vec::new(), report.notes.clone());
    for property in each(&bound) {
        let start = Instant::now();
        let decided = if report.verdict.is_proof() {
            let asked = Asked { kernel, contract: &completed, property: &property, budget: options.budget() };
            asked.decide(&report, options)?
        } else {
            // A launch without undefined behavior that lacks the property needs no proof of the others.
            let lacking = (report.verdict == Verdict::Unknown)
                .then(|| find_lacking(kernel, &completed, &property, options));
            let why =
                || format!("undefined behavior comes first, and the verdict is {}", report.verdict.name());
            let lacks = |lacking| Outcome::Violated(Box::new(lacking));
            Decided::of(lacking.flatten().map_or_else(|| Outcome::Unknown(why()), lacks))
        };
        let Decided { outcome, at, note } = decided;
        notes.extend(note);
        properties.push(Ensured { property, outcome, at, seconds: start.elapsed().as_secs_f64() });
    }
    if contract.ensures.iter().any(|one| matches!(one, Property::Progress { .. })) {
        notes.extend(unread(&bound, &Origins::new(kernel)));
    }
    Ok(KernelReport { properties, notes, ..report })
}

/// A small launch of a contract that violates a property, if found: a test of the proof.
pub fn find_lacking(
    kernel: &Valid,
    contract: &Contract,
    property: &Property,
    options: &Options,
) -> Option<Lacking> {
    let bound = Bound::new(contract, kernel).ok()?;
    let asked = Asked { kernel, contract, property, budget: options.budget() };
    match property {
        Property::Progress { .. } => {
            let loops: Vec<usize> = loops(kernel);
            match asked.find_waiting(&bound, &loops, options).outcome {
                Outcome::Violated(lacking) => Some(*lacking),
                Outcome::Proved | Outcome::Unknown(_) => None,
            }
        }
        Property::Writes { .. } | Property::Finite { .. } | Property::Independent { .. } => {
            asked.find(&bound, None, options)
        }
    }
}

/// A launch of a contract, if a run shows that it lacks a property.
pub(super) fn run_for(
    kernel: &Valid,
    contract: &Contract,
    property: &Property,
    (launch, options): (&Launch, &Options),
) -> Option<Lacking> {
    let bound = Bound::new(contract, kernel).ok()?;
    let asked = Asked { kernel, contract, property, budget: options.budget() };
    asked.lacks(&Completion::new(kernel, &bound, options.ignore, &asked.budget), launch)
}

/// The positions of the loops of a kernel that may have no end.
fn loops(kernel: &Valid) -> Vec<usize> {
    kernel
        .operations()
        .enumerate()
        .filter(|(_, op)| op.op == Op::Loop)
        .map(|(position, _)| position)
        .collect()
}

/// The properties, those of all arrays for each array that the kernel may write.
fn each(bound: &Bound<'_>) -> Vec<Property> {
    let origins = Origins::new(bound.kernel);
    let mut all: Vec<Property> = Vec::new();
    for property in &bound.contract.ensures {
        let fits = |position: &usize| match property {
            Property::Finite { .. } => bound.pointee(*position).is_some_and(|element| !element.is_integer()),
            Property::Writes { .. } | Property::Independent { .. } | Property::Progress { .. } => true,
        };
        let written = origins.written.positions().filter(|position| *position < bound.kernel.params.len());
        let names: Vec<String> =
            written.filter(|at| fits(at)).map(|at| bound.argument_name(at).to_owned()).collect();
        let new: Vec<_> = property.of_each(&names).into_iter().filter(|one| !all.contains(one)).collect();
        all.extend(new);
    }
    all
}

/// Assumptions of a proof of `progress` for blocks that wait for locks.
const OF_LOCKS: &str = "`progress` assumes fair scheduling, because blocks wait for a lock: a started block keeps running, and its \
                        writes become visible after finite time. The holder of the lock gives it back";

/// Assumptions of a proof of `progress` for blocks that wait for flags.
const OF_FLAGS: &str = "`progress` assumes fair scheduling, because blocks wait for flags of blocks with lower numbers: a started block \
                        keeps running, and its writes become visible after finite time. Blocks start in the order of their \
                        numbers, x first, or are all resident together";

/// The result of a property.
struct Decided {
    outcome: Outcome,
    /// The blamed loop.
    at: Option<Place>,
    /// A remark for the report.
    note: Option<String>,
}

impl Decided {
    /// Nothing else.
    const fn of(outcome: Outcome) -> Self {
        Decided { outcome, at: None, note: None }
    }
}

/// A property to decide.
struct Asked<'a> {
    kernel: &'a Valid,
    /// With the clauses that the proof needs.
    contract: &'a Contract,
    property: &'a Property,
    budget: Budget,
}

impl Asked<'_> {
    fn decide(&self, report: &KernelReport, options: &Options) -> Result<Decided, Refused> {
        let folded = spec::fold::kernel(self.kernel);
        let proved = report.obligations.iter().filter(|one| matches!(one.status, Status::Proved));
        let established: BTreeSet<ObligationId> = proved.map(|one| one.id()).collect();
        let limits = verify::Options { established: Arc::new(established), ..options.limits(&self.budget) };
        let bound = Bound::new(self.contract, &folded)?;
        let (candidate, why) = match verify::ensure(&folded, &bound, self.property, &limits) {
            verify::Ensured::Proved => return Ok(Decided::of(Outcome::Proved)),
            verify::Ensured::ProvedOfLocks => {
                return Ok(Decided { note: Some(OF_LOCKS.to_owned()), ..Decided::of(Outcome::Proved) });
            }
            verify::Ensured::ProvedOfFlags => {
                return Ok(Decided { note: Some(OF_FLAGS.to_owned()), ..Decided::of(Outcome::Proved) });
            }
            verify::Ensured::Open { candidate, why } => (candidate, why),
            verify::Ensured::Endless { loops } => {
                let bound = Bound::new(self.contract, self.kernel)?;
                return Ok(self.find_waiting(&bound, &loops, options));
            }
            verify::Ensured::Vacuous => {
                let message = format!("`{}` speaks of no element of any launch", self.property);
                let help =
                    Some("it would be kept by every kernel: state which elements are meant".to_owned());
                return Err(IllFormed { message, at: self.contract.at.clone(), help }.into());
            }
        };
        let bound = Bound::new(self.contract, self.kernel)?;
        let found = self.find(&bound, candidate.map(|launch| *launch), options);
        let lacks = |lacking| Outcome::Violated(Box::new(lacking));
        Ok(Decided::of(found.map_or(Outcome::Unknown(why), lacks)))
    }

    /// The result of `progress` for loops without a termination proof.
    fn find_waiting(&self, bound: &Bound<'_>, loops: &[usize], options: &Options) -> Decided {
        let completion = Completion::new(self.kernel, bound, options.ignore, &self.budget);
        let origins = Origins::new(self.kernel);
        let waits = Waits { completion: &completion, origins: &origins };
        let op = loops.first().and_then(|position| self.kernel.operations().nth(*position));
        let at = op.map(|op| op.at.clone());
        let begun = self.budget.spent();
        let is_left = |_: &Launch| self.budget.spent() < begun + WORK && !self.budget.is_spent();
        let launches = small_launches(bound, POINTS).take(WAITS).take_while(is_left);
        let found = launches.into_iter().find_map(|launch| waits.lacks(&launch));
        let given = match self.property {
            Property::Progress { rankings } if !rankings.is_empty() => {
                let all: Vec<String> = rankings.iter().map(|parts| ranking(parts)).collect();
                format!("; `{}` was not shown to go down in every iteration", all.join(", "))
            }
            Property::Progress { .. }
            | Property::Writes { .. }
            | Property::Finite { .. }
            | Property::Independent { .. } => String::new(),
        };
        let why = || op.map(|op| waits.describe(op) + &given).unwrap_or_default();
        let lacks = |lacking| Outcome::Violated(Box::new(lacking));
        Decided { at, ..Decided::of(found.map_or_else(|| Outcome::Unknown(why()), lacks)) }
    }

    /// A launch that violates the property: the solver's, or a small launch.
    fn find(&self, bound: &Bound<'_>, candidate: Option<Launch>, options: &Options) -> Option<Lacking> {
        let completion = Completion::new(self.kernel, bound, options.ignore, &self.budget);
        let candidate = candidate.map(|launch| Launch { blocks: None, ..launch });
        let begun = self.budget.spent();
        let is_left = |_: &Launch| self.budget.spent() < begun + WORK && !self.budget.is_spent();
        candidate
            .into_iter()
            .chain(small_launches(bound, POINTS).take(RUNS))
            .take_while(is_left)
            .find_map(|launch| self.lacks(&completion, &launch))
    }

    /// The launch, if a run shows that it lacks the property.
    fn lacks(&self, completion: &Completion<'_>, launch: &Launch) -> Option<Lacking> {
        let property = self.property;
        match property {
            Property::Writes { .. } => Written { completion, property }.lacks(launch),
            Property::Finite { .. } => {
                let found = Floats { completion, property }.lacks(launch)?;
                // The run needs no more memory than it reaches.
                let launch = completion.completed(&found.launch, fuel::MEMORY_OF_LAUNCH);
                Some(Lacking { launch, ..found })
            }
            Property::Independent { .. } => Outside { completion, property }.lacks(launch),
            Property::Progress { .. } => None,
        }
    }
}
