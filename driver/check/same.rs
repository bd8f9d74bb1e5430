//! Whether two versions of a kernel keep results: by a proof for every launch that the first version defines, and in random
//! launches of both.

use std::sync::Arc;

use interp::{Options, Outcome};
use spec::contract::Bound;
use spec::syntax::contract::{Contract, Expr};
use spec::syntax::kernel::{Kernel, Module};
use spec::syntax::launch::{Argument, Launch};
use spec::valid::Valid;

use super::equiv::{Compared, Kept, keeps_results};
use super::infer::{Usual, UsualLaunch};
use super::options;
use super::report::KernelReport;
use super::search::{drawn_launches, launches_of};
use crate::check::replay::fuel;
use crate::load::{Flags, Source, find_contract, function_name};

/// The grids to try without a stated grid.
const GRIDS: [[u32; 2]; 3] = [[1, 1], [3, 1], [2, 2]];

/// The most launches of a kernel that both versions run.
const LAUNCHES: usize = 24;

/// Proves that the changed kernels of a file keep the results of every launch that the original kernels define. The launches are
/// those of the contracts in the reports on the changed kernels.
///
/// # Errors
/// The first kernel without a proof, with the reason.
pub fn prove_same_results(
    before: &Module,
    after: &Module,
    reports: &[KernelReport],
    options: &options::Options,
) -> Result<(), Unkept> {
    for old in &before.kernels {
        let Some(new) = after.kernels.iter().find(|new| new.name == old.name) else {
            return Err(Unkept::Different(format!("@{} is gone", function_name(&old.name))));
        };
        if old == new {
            continue;
        }
        let kept = kept((before, old), (after, new), reports, options);
        let named = |why: String| format!("@{}: {why}", function_name(&old.name));
        match kept.unwrap_or_else(Kept::Open) {
            Kept::Same => {}
            Kept::Different(why) => return Err(Unkept::Different(named(why))),
            Kept::Open(why) => return Err(Unkept::Open(named(why))),
        }
    }
    Ok(())
}

/// Why a change is not known to keep results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unkept {
    /// A launch leaves something else.
    Different(String),
    /// The kernel was not proved.
    Open(String),
}

/// What becomes of the results of one kernel; an error says why nothing can be said.
fn kept(
    (before, old): (&Module, &Arc<Kernel>),
    (after, new): (&Module, &Arc<Kernel>),
    reports: &[KernelReport],
    options: &options::Options,
) -> Result<Kept, String> {
    let report = reports.iter().find(|report| report.name.as_ref() == Some(&new.name));
    let report = report.ok_or("it was not checked")?;
    if !report.verdict.is_proof() || report.likely_bug.is_some() {
        return Err("the changed kernel is not proved".to_owned());
    }
    let mut contract = find_contract(after, new, &Flags::default()).map_err(|problem| problem.message)?;
    let own = contract.clone();
    let bound = Bound::new(&own, new).map_err(|problem| problem.message)?;
    report.contract.inferred.iter().for_each(|one| one.clause.add_to(&bound, &mut contract));
    let source = Source::new(&new.name, "");
    let one = Compared { source: &source, module: before, kernel: old, contract: &contract };
    let other = Compared { source: &source, module: after, kernel: new, contract: &contract };
    keeps_results(&one, &other, report, options).map_err(|failure| failure.to_string())
}

/// Launches that gave equal results before and after a change. They are trials and no proof.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Trials {
    /// The number of launches.
    pub launches: usize,
    /// The elements of the largest array.
    pub elements: u64,
}

impl Trials {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Trials) -> Trials {
        Trials { launches: self.launches + other.launches, elements: self.elements.max(other.elements) }
    }
}

/// The launches with equal results; else the kernel and the difference.
///
/// # Errors
/// A launch that the first version runs to its end, with different results of the second.
pub fn compare_results(before: &Module, after: &Module) -> Result<Trials, String> {
    let mut compared = Trials::default();
    for old in &before.kernels {
        let Some(new) = after.kernels.iter().find(|new| new.name == old.name) else {
            return Err(format!("@{} is gone", function_name(&old.name)));
        };
        if old == new {
            continue;
        }
        let (Ok(one), Ok(other)) = (Valid::new(old.clone()), Valid::new(new.clone())) else {
            return Err(format!("@{} is not well-formed", function_name(&old.name)));
        };
        let Ok(contract) = find_contract(before, old, &Flags::default()) else { continue };
        let usual = usual(&one, &contract).into_iter();
        let launches = usual.chain(GRIDS.iter().flat_map(|grid| launches(&one, &contract, *grid)));
        let options = Options { fuel: fuel::SAME, ..Options::default() };
        let runs = launches.filter_map(|launch| Some((interp::run(&one, &launch, &options).ok()?, launch)));
        for (left, launch) in runs.take(LAUNCHES) {
            match interp::run(&other, &launch, &options) {
                Ok(now) if is_same(&left, &now) => {
                    let elements = largest(&one, &contract, &launch);
                    compared = compared.and(Trials { launches: 1, elements });
                }
                Ok(_) => return Err(format!("@{} leaves different results", function_name(&old.name))),
                Err(_) => return Err(format!("@{} ends at a different place", function_name(&old.name))),
            }
        }
    }
    Ok(compared)
}

/// The elements of the largest array of a launch.
fn largest(kernel: &Kernel, contract: &Contract, launch: &Launch) -> u64 {
    let bound = Bound { contract, kernel };
    let elements = launch.arguments.iter().enumerate().filter_map(|(at, argument)| {
        let Argument::Pointer { buffer, .. } = argument else { return None };
        Some(bound.pointee(at)?.count_in(launch.buffers.get(*buffer)?.bytes))
    });
    elements.max().unwrap_or(0)
}

/// Launches of the contract, with this grid unless the contract states one.
fn launches(kernel: &Valid, contract: &Contract, grid: [u32; 2]) -> Vec<Launch> {
    let mut contract = contract.clone();
    if contract.grid.is_none() {
        contract.grid = Some(grid.iter().map(|extent| Expr::Number((*extent).into())).collect());
    } else if grid != GRIDS[0] {
        return Vec::new();
    }
    Bound::new(&contract, kernel).map(|bound| drawn_launches(&bound)).unwrap_or_default()
}

/// Usual launches, with whole tiles among them.
fn usual(kernel: &Valid, contract: &Contract) -> Vec<Launch> {
    let folded = spec::fold::kernel(kernel);
    let Ok(bound) = Bound::new(contract, &folded) else { return Vec::new() };
    let Some(usual) = Usual::of(&folded, &bound, &[]) else { return Vec::new() };
    let with = |launch: UsualLaunch| {
        let grid = launch.grid.iter().map(|extent| Expr::Number((*extent).into())).collect();
        let contract = Contract { grid: contract.grid.clone().or(Some(grid)), ..contract.clone() };
        Bound::new(&contract, kernel).map(|bound| launches_of(&bound, &launch.bits)).unwrap_or_default()
    };
    usual.launches().into_iter().flat_map(with).collect()
}

fn is_same(one: &Outcome, other: &Outcome) -> bool {
    let pairs = || one.buffers.iter().zip(&other.buffers);
    pairs().all(|(one, other)| {
        one.len() == other.len()
            && one.touched().chain(other.touched()).all(|range| {
                let holes = one.undetermined(range.clone());
                let (ours, theirs) = (one.bytes(range.clone()), other.bytes(range.clone()));
                let bytes = ours.iter().zip(&theirs).zip(&holes);
                holes == other.undetermined(range) && bytes.into_iter().all(|((a, b), hole)| *hole || a == b)
            })
    })
}
