//! Whether two versions of a kernel leave the same: both are run with launches that are drawn, of which the first is defined.

use interp::{Options, Outcome};
use spec::contract::Bound;
use spec::syntax::contract::{Contract, Expr};
use spec::syntax::kernel::Module;
use spec::syntax::launch::Launch;
use spec::valid::Valid;

use super::infer::{Usual, UsualLaunch};
use super::search::{drawn_launches, launches_of};
use crate::load::{Flags, find_contract};

/// Steps of one run.
const FUEL: u64 = 2_000_000;

/// Grids that are tried where no contract states one.
const GRIDS: [[u32; 2]; 3] = [[1, 1], [3, 1], [2, 2]];

/// The most launches of a kernel that both versions run.
const LAUNCHES: usize = 24;

/// How many launches left the same; else the kernel and what differs.
///
/// # Errors
/// A launch that the first version runs to its end, and of which the second leaves something else.
pub fn compare_results(before: &Module, after: &Module) -> Result<usize, String> {
    let mut compared = 0;
    for old in &before.kernels {
        let Some(new) = after.kernels.iter().find(|new| new.name == old.name) else {
            return Err(format!("@{} is gone", old.name));
        };
        if old == new {
            continue;
        }
        let (Ok(one), Ok(other)) = (Valid::new(old.clone()), Valid::new(new.clone())) else {
            return Err(format!("@{} is not well-formed", old.name));
        };
        let Ok(contract) = find_contract(before, old, &Flags::default()) else { continue };
        let usual = usual(&one, &contract).into_iter();
        let launches = usual.chain(GRIDS.iter().flat_map(|grid| launches(&one, &contract, *grid)));
        let options = Options { fuel: FUEL, ..Options::default() };
        let runs = launches.filter_map(|launch| Some((interp::run(&one, &launch, &options).ok()?, launch)));
        for (left, launch) in runs.take(LAUNCHES) {
            match interp::run(&other, &launch, &options) {
                Ok(now) if is_same(&left, &now) => compared += 1,
                Ok(_) => return Err(format!("@{} leaves other results", old.name)),
                Err(_) => return Err(format!("@{} no longer ends where it did", old.name)),
            }
        }
    }
    Ok(compared)
}

/// Launches of the contract; with this grid where it states none.
fn launches(kernel: &Valid, contract: &Contract, grid: [u32; 2]) -> Vec<Launch> {
    let mut contract = contract.clone();
    if contract.grid.is_none() {
        contract.grid = Some(grid.iter().map(|extent| Expr::Number((*extent).into())).collect());
    } else if grid != GRIDS[0] {
        return Vec::new();
    }
    Bound::new(&contract, kernel).map(|bound| drawn_launches(&bound)).unwrap_or_default()
}

/// Launches that one would make, whole tiles among them.
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
