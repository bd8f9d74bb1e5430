//! Claims against launches.

use driver::check::add_signature;
use driver::check::report::Counterexample;
use interp::{Options, Stop};
use spec::contract::Bound;
use spec::memory::strength;
use spec::parse::contract_clauses;
use spec::problem::Violation;
use spec::rules::Rule;
use spec::syntax::contract::{Contract, MAX_ALLOCATION};
use spec::syntax::kernel::ValueId;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use crate::claim::{Claim, Conditions, Refutation};
use crate::inferred;
use crate::launches::{Draw, HIGH, NEAR, Point, all, drawn, states_more};
use crate::subject::Subject;

/// Steps of a run.
const FUEL: u64 = 1 << 20;

/// The number of runs with all steps; the others have a limit per block. Endless blocks get the limit once more,
/// because violations of other blocks still count.
const PATIENCE: usize = 3;
const SHARE: u64 = 1 << 14;

/// The number of searches for a launch of a claimed empty contract.
const NONE: usize = 10;

/// Element operations of the launches of one kernel, approximately, per wanted launch.
const ELEMENTS: usize = 10_000;

/// How often a point is run, with something else in memory each time, where there are few points.
const TIMES: usize = 4;

/// The orders of blocks for launches with communication between blocks.
const ORDERS: &[Option<u64>] = &[None, Some(1), Some(2), Some(3), Some(4)];

/// The contradiction of a claim.
#[derive(Debug)]
pub(crate) enum Disagreement {
    /// The kernel is proved, and this launch breaks a rule.
    Breaks(Box<Counterexample>),
    /// The launch that is shown does not keep the contract, or breaks nothing, or something else.
    NoReplay(String, Box<Counterexample>),
    /// The claim says that no launch meets the contract, and the launch does.
    Meets(Box<Launch>),
}

/// The result of trying a claim.
#[derive(Default)]
pub(crate) struct Trial {
    /// How many launches were run.
    pub(crate) launches: usize,
    /// How many inferred clauses a launch just outside shows to be needed: one that is shown with the clause.
    pub(crate) shown: usize,
    /// The number of launches drawn here.
    pub(crate) drawn: usize,
    /// Inferred clauses without a launch outside, or only with endless ones.
    pub(crate) unreached: Vec<String>,
    /// Inferred clauses that are stronger than need be: all launches outside are defined.
    pub(crate) needless: Vec<String>,
    /// Whether a launch smaller than any that is shown breaks a rule.
    pub(crate) is_not_least: bool,
    /// Whether all small launches of the contract were, but for what memory holds.
    pub(crate) complete: bool,
    /// The contradiction of the claim.
    pub(crate) disagreement: Option<Disagreement>,
}

/// Tries what is claimed of a kernel under a contract, with so many launches or a few more.
pub(crate) fn trial(subject: &Subject, contract: &Contract, claim: &Claim, most: usize) -> Trial {
    let heavy = (most * ELEMENTS / subject.weight().max(1)).max(8);
    // A launch of another signature is none of this compiled kernel.
    let with_signature = || add_signature(&subject.kernel, contract).unwrap_or_else(|_| contract.clone());
    match claim {
        Claim::Proved(conditions) => {
            inferred::proved(subject, &with_signature(), conditions, most.min(heavy))
        }
        Claim::Undefined(refutation) => undefined(subject, contract, refutation),
        Claim::IllFormed(_) => empty(subject, contract),
        Claim::Unknown(_) | Claim::Unsupported => Trial::default(),
    }
}

/// Looks for a launch of a contract claimed to be empty; an invalid kernel has none.
fn empty(subject: &Subject, contract: &Contract) -> Trial {
    let mut trial = Trial::default();
    let Ok(kernel) = Valid::new(subject.kernel.clone()) else { return trial };
    let Ok(bound) = Bound::new(contract, &kernel) else { return trial };
    let mut draw = Draw::named(&subject.name);
    let meets = [NEAR, HIGH].repeat(NONE).into_iter().find_map(|reach| {
        let points = drawn(&bound, 1, reach, &mut draw);
        points.first().and_then(|point| point.launch(&bound, &mut draw))
    });
    trial.disagreement = meets.map(|launch| Disagreement::Meets(Box::new(launch)));
    trial
}

/// How a run ends.
pub(crate) enum Ran {
    /// With undefined behavior.
    Broken(Box<Violation>),
    /// With results.
    Well,
    /// The run exceeds the limits.
    TooLong,
}

/// Runs a launch.
pub(crate) fn ran(kernel: &Valid, launch: &Launch) -> Ran {
    ordered(kernel, launch, None, &mut 1)
}

/// Runs a launch with its blocks in the seed's order.
fn ordered(kernel: &Valid, launch: &Launch, seed: Option<u64>, patience: &mut usize) -> Ran {
    if *patience > 0 {
        match run(kernel, launch, seed, None) {
            Ran::TooLong => *patience -= 1,
            ended @ (Ran::Broken(_) | Ran::Well) => return ended,
        }
    }
    run(kernel, launch, seed, Some(SHARE))
}

fn run(kernel: &Valid, launch: &Launch, seed: Option<u64>, share: Option<u64>) -> Ran {
    let options = Options { fuel: FUEL, share, seed, ..Options::default() };
    let ended = interp::run(kernel, launch, &options);
    if seed.is_none() {
        let measured = interp::measure(kernel, launch, &options).and_then(|measured| measured.ended);
        let is_shorter = matches!(ended, Err(Stop::Exhausted(_)));
        assert!(
            is_shorter || measured.err() == ended.as_ref().err().cloned(),
            "{}: without what decides nothing",
            kernel.name
        );
    }
    match ended {
        Err(Stop::Violation(violation)) => Ran::Broken(violation),
        Ok(_) => Ran::Well,
        Err(Stop::Exhausted(_)) => Ran::TooLong,
        Err(stop @ (Stop::Unsupported(_) | Stop::BadLaunch(_))) => panic!("a launch was drawn wrong: {stop}"),
    }
}

/// The rule that a launch breaks within the limits of a run.
pub(crate) fn broken(kernel: &Valid, launch: &Launch) -> Option<Violation> {
    match ran(kernel, launch) {
        Ran::Broken(violation) => Some(*violation),
        Ran::Well | Ran::TooLong => None,
    }
}

/// Runs launches of a contract of which it is claimed that none breaks a rule: all small ones if there are at most so
/// many, else a sample.
pub(crate) fn inside(subject: &Subject, contract: &Contract, conditions: &Conditions, most: usize) -> Trial {
    let kernel = Valid::new(subject.kernel.clone()).expect("it was checked");
    let bound = Bound::new(contract, &kernel).expect("it was checked");
    let mut draw = Draw::named(&subject.name);
    let small = all(&bound);
    let complete = small.as_ref().is_some_and(|points| points.len() <= most);
    let mut points = small.unwrap_or_else(|| drawn(&bound, most, NEAR, &mut draw));
    thin(&mut points, most, &mut draw);
    // Small launches alone say little of a contract with large numbers.
    points.extend(drawn(&bound, most / 4, NEAR, &mut draw));
    if states_more(contract, NEAR) {
        points.extend(drawn(&bound, most / 2, HIGH, &mut draw));
    }
    if conditions.trusted.iter().any(|clause| clause.contains("as large as the views")) {
        // A negative extent is read as one of 2⁶³ and more, which no buffer is as large as, nor as extents and strides whose
        // product no allocation has.
        points.retain(|point| {
            point.scalars.iter().all(|scalar| *scalar >= 0) && fits_allocation(&point.scalars)
        });
    }
    // The effect of floats depends on their values.
    let of_floats = |param: &ValueId| {
        let element = kernel.tile(*param).element;
        element.scalar().or(element.pointee()).is_some_and(|scalar| !scalar.is_integer())
    };
    let limit = if kernel.params.iter().any(of_floats) { most.max(1) } else { TIMES };
    let times = (most / points.len().max(1)).clamp(1, limit);
    let mut trial = Trial { complete, ..Trial::default() };
    let mut patience = PATIENCE;
    for point in points {
        for _ in 0..times {
            let Some(launch) = point.launch(&bound, &mut draw) else { continue };
            trial.launches += 1;
            let orders = if strength::may_order_blocks(&kernel) { ORDERS } else { &ORDERS[..1] };
            let violation =
                orders.iter().find_map(|seed| match ordered(&kernel, &launch, *seed, &mut patience) {
                    Ran::Broken(violation) => Some(*violation),
                    Ran::Well | Ran::TooLong => None,
                });
            let is_trusted = |rule: Rule| {
                let is_said = |clause: &String| clause.contains("wherever the kernel assumes");
                rule == Rule::AssumeAligned && conditions.trusted.iter().any(is_said)
            };
            let counts =
                |found: &Violation| !conditions.accepted.contains(&found.rule) && !is_trusted(found.rule);
            if let Some(violation) = violation.filter(counts) {
                let example = Counterexample::new(launch, violation);
                trial.disagreement = Some(Disagreement::Breaks(Box::new(example)));
                return trial;
            }
        }
    }
    trial
}

/// Whether no two of these numbers, as an extent and a stride, span more than an allocation may have.
fn fits_allocation(scalars: &[i128]) -> bool {
    let mut sorted = scalars.to_vec();
    sorted.sort_unstable();
    let [.., one, other] = sorted[..] else { return true };
    one.checked_mul(other).is_some_and(|product| product <= MAX_ALLOCATION)
}

/// Leaves the given number of points: the first ones, which are the smallest, and random others.
fn thin(points: &mut Vec<Point>, most: usize, draw: &mut Draw) {
    if points.len() > most {
        for at in most / 4..most {
            let other = at + draw.below(points.len() - at);
            points.swap(at, other);
        }
        points.truncate(most);
    }
}

/// Runs the shown launches, and all smaller launches. Without open obligations, the least of the shown launches should
/// be the least that breaks anything.
fn undefined(subject: &Subject, contract: &Contract, refutation: &Refutation) -> Trial {
    let kernel = Valid::new(subject.kernel.clone()).expect("it was checked");
    let bound = Bound::new(contract, &kernel).expect("it was checked");
    let mut trial = Trial::default();
    let signed = add_signature(&subject.kernel, contract).unwrap_or_else(|_| contract.clone());
    let signed = Bound::new(&signed, &kernel).expect("it was checked");
    for example in &refutation.shown {
        trial.launches += 1;
        let seen = broken(&kernel, &example.launch);
        let wrong = match (spec::admit::admit(&bound, &example.launch), seen) {
            (Err(clause), _) => format!("it does not keep {clause}"),
            (Ok(()), None) => "it breaks nothing".to_owned(),
            // Outside of the compiled signature, the kernel is meant as its author wrote it: an assumption of the compiler ends the run.
            (Ok(()), Some(seen))
                if seen.rule.code().starts_with("assume.")
                    && spec::admit::admit(&signed, &example.launch).is_err() =>
            {
                continue;
            }
            (Ok(()), Some(seen)) if seen.rule != example.violation.rule => format!("it breaks {}", seen.rule),
            (Ok(()), Some(_)) => continue,
        };
        trial.disagreement = Some(Disagreement::NoReplay(wrong, Box::new(example.clone())));
        return trial;
    }
    // A smaller launch must keep the trusted assumptions.
    let contract = trusting(contract, &refutation.trusted);
    let bound = Bound::new(&contract, &kernel).expect("it was checked");
    let shown = refutation.shown.iter().map(|example| Point::of(&bound, &example.launch));
    let least = shown.min_by(Point::order).filter(|_| refutation.decided);
    let Some((least, mut points)) = least.zip(all(&bound)) else { return trial };
    points.retain(|point| point.order(&least).is_lt());
    trial.complete = true;
    let mut draw = Draw::named(&subject.name);
    for point in points {
        let Some(launch) = point.launch(&bound, &mut draw) else { continue };
        trial.launches += 1;
        if broken(&kernel, &launch).is_some() {
            trial.is_not_least = true;
            return trial;
        }
    }
    trial
}

/// A contract with the trusted clauses that can be written: alignments. Buffers without a size are drawn larger
/// than any small launch needs, and apart, whatever is trusted of them.
pub(crate) fn trusting(contract: &Contract, trusted: &[String]) -> Contract {
    let mut contract = contract.clone();
    for clause in trusted {
        let words = clause.split(" (").next().unwrap_or_default();
        let aligns = contract_clauses(words).map(|clause| clause.aligns).unwrap_or_default();
        contract.aligns.extend(aligns);
    }
    contract
}
