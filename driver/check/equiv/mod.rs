//! Whether two kernels agree in every common launch of both contracts: undefined behavior first, then launches that both run, then
//! a proof for all of them.

mod arrays;
mod bounds;
mod comparison;
mod contract;
mod defined;
mod fill;
mod open;
mod trial;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use spec::contract::Bound;
use spec::ops::contraction::contracted;
use spec::problem::Refused;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};
use spec::syntax::launch::Launch;
use spec::valid::Valid;
use verify::{Budget, Equality, ObligationId, Question, Rewrites};

use self::contract::{in_common, positions};
pub(super) use self::fill::Floats;
use self::fill::PERIODS;
use self::open::is_open;
pub(super) use self::trial::{Runner, Trial};
use super::completion::Completion;
use super::kernel::check_under;
use super::options::Options;
use super::report::{KernelReport, Status, Verdict};
use super::search::drawn_pairs;
use crate::failure::Failure;
use crate::load::{Source, function_name};

pub use self::comparison::{Answer, Comparison, Difference};
pub use self::defined::{Kept, keeps_results};
pub use self::trial::Differing;

/// The most pairs of launches that are run.
const RUNS: usize = 40;

/// The work of all runs without a proof, in units of counted work.
const WORK: u64 = 3_000_000;

/// The work of the runs before a proof, in the same units: most kernels that differ show it here, and a proof is held against these runs.
const FIRST_WORK: u64 = WORK / 10;

/// One in so many launches has infinities and NaN in memory.
const SPECIAL: u64 = 4;

/// A kernel to compare.
#[derive(Debug, Clone, Copy)]
pub struct Compared<'a> {
    /// The origin.
    pub source: &'a Source,
    /// The module.
    pub module: &'a Module,
    /// The kernel.
    pub kernel: &'a Arc<Kernel>,
    /// The contract.
    pub contract: &'a Contract,
}

/// The question of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// The scalar arguments that differ in the second kernel's launches.
    pub vary: Vec<String>,
    /// The formulas that count as equal.
    pub rewrites: Rewrites,
}

/// Why a kernel without a proof is compared with no other kernel.
fn unproved(side: &Compared<'_>, report: &KernelReport) -> String {
    let name = function_name(&side.kernel.name);
    let why = match (&report.likely_bug, report.verdict) {
        (Some(_), _) => format!("@{name} has a likely bug: `tileproof check` shows the launch"),
        (None, Verdict::Conditional) => {
            let clauses = report.inferred().join(", ");
            format!("@{name} is proved only if {clauses}: add these clauses to its contract")
        }
        (None, Verdict::Undefined) => {
            format!("@{name} has undefined behavior: `tileproof check` shows the launch")
        }
        (None, verdict) => format!("@{name} is {}: `tileproof check` gives the reason", verdict.name()),
    };
    format!("only proved kernels are compared, and {why}")
}

/// Compares two kernels.
///
/// # Errors
/// The kernels take different arguments, the contracts contradict one another, or an argument is missing.
pub fn compare(
    one: &Compared<'_>,
    other: &Compared<'_>,
    asked: &Asked,
    options: &Options,
) -> Result<Comparison, Failure> {
    let start = Instant::now();
    let contracts = in_common((one.kernel, one.contract), (other.kernel, other.contract))?;
    let sides = [one, other];
    let varied = positions((one.kernel, one.source), &contracts[0], &asked.vary)?;
    let reports = [0, 1].map(|at| check_under(sides[at].module, sides[at].kernel, &contracts[at], options));
    for (report, side) in reports.iter().zip(sides) {
        if let Some(Refused::IllFormed(_)) = &report.problem {
            let problem = report.problem.as_ref().map(|problem| Failure::refused(problem, side.source));
            return problem.map_or_else(|| Err(Failure::ill_formed("a kernel is ill-formed")), Err);
        }
    }
    let mut comparison = Comparison::new(Answer::Unknown(String::new()), [&reports[0], &reports[1]]);
    comparison.answer = match sides.iter().zip(&reports).find(|(_, report)| report.verdict != Verdict::Proved)
    {
        Some((side, report)) => Answer::Unknown(unproved(side, report)),
        None => {
            let kernels = [valid(one)?, valid(other)?];
            let pair = Pair {
                kernels: [&kernels[0], &kernels[1]],
                contracts: &contracts,
                varied,
                same_grid: false,
                asked,
                options,
            };
            pair.decide(&reports, &mut comparison)?
        }
    };
    comparison.seconds = start.elapsed().as_secs_f64();
    Ok(comparison)
}

/// Whether a proof alone shows that kernels are equivalent, independent of launches and of the kernels' own proofs. For
/// tests, a fault of the verifier may be injected.
///
/// # Errors
/// As of [`compare`].
#[doc(hidden)]
pub fn is_proved(
    one: &Compared<'_>,
    other: &Compared<'_>,
    asked: &Asked,
    flaw: Option<verify::Flaw>,
) -> Result<bool, Failure> {
    let contracts = in_common((one.kernel, one.contract), (other.kernel, other.contract))?;
    let varied = positions((one.kernel, one.source), &contracts[0], &asked.vary)?;
    let kernels = [valid(one)?, valid(other)?];
    let options = Options::default();
    let pair = Pair {
        kernels: [&kernels[0], &kernels[1]],
        contracts: &contracts,
        varied,
        same_grid: false,
        asked,
        options: &options,
    };
    let limits = || verify::Options { flaw, ..options.limits(&options.budget()) };
    let proved = pair.prove(&[limits(), limits()]);
    Ok(proved.map_err(|problem| Failure::ill_formed(problem.message))? == Equality::Proved)
}

fn valid(of: &Compared<'_>) -> Result<Valid, Failure> {
    Valid::new(Arc::clone(of.kernel)).map_err(|problem| Failure::refused(&problem, of.source))
}

/// Two proved kernels.
struct Pair<'a> {
    kernels: [&'a Valid; 2],
    contracts: &'a [Contract; 2],
    varied: BTreeSet<usize>,
    /// Whether both launches have one grid, even if the contracts leave it open.
    same_grid: bool,
    asked: &'a Asked,
    options: &'a Options,
}

impl Pair<'_> {
    fn decide(&self, reports: &[KernelReport; 2], into: &mut Comparison) -> Result<Answer, Failure> {
        let wrong = |problem: spec::problem::IllFormed| Failure::ill_formed(problem.message);
        let bounds = [
            Bound::new(&self.contracts[0], self.kernels[0]).map_err(wrong)?,
            Bound::new(&self.contracts[1], self.kernels[1]).map_err(wrong)?,
        ];
        let budget = self.options.budget();
        let limits = [0, 1].map(|at: usize| self.limits(&reports[at], &budget));
        let (proved, trials) = self.settle(&bounds, &limits, into).map_err(wrong)?;
        let told = |why: &str| {
            let [ordinary, field] = into.agreed;
            format!("{why}; {ordinary} launches leave the same bits, {field} the same in a finite field")
        };
        Ok(match (proved, trials) {
            (_, Trials::Different(found)) => Answer::Different(found),
            (Equality::Proved, Trials::Apart(why)) if self.asked.rewrites == Rewrites::default() => {
                into.notes
                    .push("the proof and the runs contradict each other: a bug of tileproof".to_owned());
                Answer::Unknown(why)
            }
            (Equality::Proved, Trials::Same | Trials::Apart(_)) => {
                into.trusted.extend(self.trusted());
                Answer::Equivalent
            }
            (Equality::Open(why), Trials::Apart(apart)) => Answer::Unknown(format!("{why}; {apart}")),
            (Equality::Open(why), Trials::Same) => Answer::Unknown(told(&why)),
        })
    }

    /// Runs a few launches, looks for a proof, and runs more without one.
    fn settle(
        &self,
        bounds: &[Bound<'_>; 2],
        limits: &[verify::Options; 2],
        into: &mut Comparison,
    ) -> Result<(Equality, Trials), spec::problem::IllFormed> {
        let first = self.try_launches(bounds, FIRST_WORK, into);
        if let Trials::Different(_) = first {
            return Ok((Equality::Open("a launch shows different results".to_owned()), first));
        }
        let proved = self.prove(limits)?;
        let trials = match proved {
            Equality::Proved => first,
            Equality::Open(_) => self.try_launches(bounds, WORK, into),
        };
        Ok((proved, trials))
    }

    /// What a proof of equal formulas takes for granted of an implementation.
    fn trusted(&self) -> Vec<String> {
        let mut trusted = Vec::new();
        if self.kernels.iter().any(|kernel| is_open(kernel) || contracted(kernel).is_some()) {
            trusted.push(
                "an operation with several permitted results gives equal results for equal operands in both kernels"
                    .to_owned(),
            );
        }
        if self.asked.rewrites.contraction {
            trusted.push("a product and a sum count as equal, rounded together or apart".to_owned());
        }
        if self.asked.rewrites.reassociation {
            trusted.push("sums of the same terms count as equal in any order".to_owned());
        }
        trusted
    }

    /// Runs launches of both, up to an amount of work.
    fn try_launches(&self, bounds: &[Bound<'_>; 2], work: u64, into: &mut Comparison) -> Trials {
        into.agreed = [0, 0];
        let varied: Vec<usize> = self.varied.iter().copied().collect();
        let budget = self.options.budget();
        let completion = |at: usize| Completion::new(self.kernels[at], &bounds[at], None, &budget);
        let runner =
            Runner { sides: [completion(0), completion(1)], is_varied: !varied.is_empty(), only: None };
        let pairs = drawn_pairs(&bounds[0], &bounds[1], &varied);
        let every = pairs.len().div_ceil(RUNS).max(1);
        let mut trials = Trials::Same;
        for (seed, pair) in (1u64..).zip(pairs.iter().step_by(every).take(RUNS)) {
            if budget.spent() > work || budget.is_spent() {
                break;
            }
            // If every bit counts, infinities and NaN count, too.
            let is_special = self.is_exact() && seed.is_multiple_of(SPECIAL);
            let floats = if is_special { Floats::Special } else { Floats::Ordinary };
            let Some(ordinary) = runner.complete(pair, floats, seed) else { continue };
            let field = runner.complete(pair, Floats::Field, seed);
            let field = field.map_or(Trial::Abstained, |field| runner.run(&field, Floats::Field));
            into.agreed[1] += usize::from(field == Trial::Same);
            let element = match runner.run(&ordinary, floats) {
                Trial::Abstained => continue,
                Trial::Same => {
                    into.agreed[0] += 1;
                    if let Trial::Different(element) = field {
                        into.note_in_field(*element);
                    }
                    continue;
                }
                Trial::Different(element) => *element,
            };
            let is_rounding = match field {
                // A NaN, an infinity or a zero's sign makes the difference, not a rounding.
                Trial::Same if is_special => None,
                Trial::Same => Some(true),
                Trial::Different(_) => Some(false),
                Trial::Abstained => None,
            };
            if self.is_exact() {
                let difference = Difference { launches: ordinary, element, is_rounding };
                return Trials::Different(Box::new(difference));
            }
            if let Some(element) = runner.find_apart(&ordinary, self.asked.rewrites) {
                let difference = Difference { launches: ordinary, element, is_rounding };
                return Trials::Different(Box::new(difference));
            }
            if let Some((launches, element)) = self.find_settled(&runner, pair, seed) {
                return Trials::Different(Box::new(Difference { launches, element, is_rounding }));
            }
            let Differing { array, place, values: [a, b] } = &element;
            trials = Trials::Apart(format!(
                "{array}[{place}] is {a} and {b}; permitted roundings explain this difference"
            ));
        }
        trials
    }

    /// Finds launches with different results independent of choices that the rules leave open. The parts of each reduction add up to equal
    /// sums in every order, so the written order makes the difference.
    fn find_settled(
        &self,
        runner: &Runner<'_>,
        pair: &[Launch; 2],
        seed: u64,
    ) -> Option<([Launch; 2], Differing)> {
        if self.asked.rewrites != Rewrites::default() {
            return None;
        }
        (0..PERIODS).find_map(|more| {
            let launches = runner.complete(pair, Floats::Sparse, PERIODS * seed + more)?;
            match runner.run(&launches, Floats::Sparse) {
                Trial::Different(element) => Some((launches, *element)),
                Trial::Same | Trial::Abstained => None,
            }
        })
    }

    /// Whether every bit counts: no result is the implementation's to choose, and no other rounding is allowed.
    fn is_exact(&self) -> bool {
        self.asked.rewrites == Rewrites::default() && !self.kernels.iter().any(|kernel| is_open(kernel))
    }

    /// Proves equal results.
    fn prove(&self, limits: &[verify::Options; 2]) -> Result<Equality, spec::problem::IllFormed> {
        let folded = self.kernels.map(spec::fold::kernel);
        let bounds =
            [Bound::new(&self.contracts[0], &folded[0])?, Bound::new(&self.contracts[1], &folded[1])?];
        let side =
            |at: usize| verify::Side { kernel: &folded[at], contract: &bounds[at], options: &limits[at] };
        let question = Question {
            varied: self.varied.clone(),
            rewrites: self.asked.rewrites,
            same_grid: self.same_grid,
            only: None,
            outside: None,
        };
        Ok(verify::compare(&side(0), &side(1), &question))
    }

    fn limits(&self, report: &KernelReport, budget: &Budget) -> verify::Options {
        let proved = report.obligations.iter().filter(|one| matches!(one.status, Status::Proved));
        let established: BTreeSet<ObligationId> = proved.map(super::report::Finding::id).collect();
        verify::Options { established: Arc::new(established), ..self.options.limits(budget) }
    }
}

/// The result of test launches.
#[derive(Debug, Clone, PartialEq)]
enum Trials {
    /// The results agree.
    Same,
    /// Some results differ, within the freedom of the rules.
    Apart(String),
    /// A launch shows different results.
    Different(Box<Difference>),
}
