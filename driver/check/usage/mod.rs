//! Launches that an author makes, as facts about the use of a kernel, and the contract that they suggest: equal extents, contiguous
//! arrays, a grid made of extents. The contract admits every launch that it comes from. It is a guess until a check proves the
//! kernel under it.

mod arrays;
mod constants;
mod contents;
mod equal;
mod facts;
mod grid;
mod launches;
#[cfg(test)]
mod tests;
mod told;

use spec::contract::Bound;
use spec::syntax::contract::{Contract, Expr};
use spec::syntax::kernel::{Kernel, Module};
use verify::Clause;

use self::contents::Held;
use self::facts::{Facts, Strength};
pub use self::told::Assumed;
use super::infer::UsualLaunch;
use crate::compile::{LaunchedAt, Passed, Unit};

/// The launches of a kernel, and of the same function compiled for other constants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usage {
    /// The launches.
    samples: Vec<Sample>,
    /// Arrays that are passed with their extents and strides: name and number of axes.
    arrays: Vec<(String, usize)>,
}

/// The numbers of one launch.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Sample {
    /// Blocks along x, y and z.
    grid: [u32; 3],
    /// By parameter, the integer that is passed; `None` for arrays and floats.
    numbers: Vec<Option<i128>>,
    /// By parameter, the elements of an array of integers, as far as they are known.
    held: Vec<Option<Held>>,
    /// Compile-time constants by name.
    constants: Vec<(String, i128)>,
    /// Whether the launch uses the compilation that is checked.
    is_own: bool,
}

/// A contract that launches suggest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Suggested {
    /// What it says of arguments, grid and memory.
    pub(super) clauses: Vec<Clause>,
    /// The same in lines that an author may paste.
    pub(super) lines: Vec<String>,
    /// Launches of other sizes that keep it.
    pub(super) launches: Vec<UsualLaunch>,
    /// The extents of the grid, where all three are known.
    grid: Option<Vec<Expr>>,
}

impl Suggested {
    /// The contract with the clauses added; a `closed` one keeps a check from looking for more.
    pub(super) fn add_to(&self, contract: &Contract, kernel: &Kernel, closed: bool) -> Contract {
        let mut with = contract.clone();
        if with.grid.is_none() {
            with.grid.clone_from(&self.grid);
        }
        let bound = Bound { contract, kernel };
        self.clauses.iter().for_each(|clause| clause.add_to(&bound, &mut with));
        with.closed |= closed;
        with
    }
}

impl Usage {
    /// The launches of a unit, with those of other units that compile the same function.
    pub(super) fn of((own, module): (&Unit, &Module), all: &[(&Unit, &Module)]) -> Self {
        let Some(passed) = own.passed.as_ref().filter(|_| !own.launches.is_empty()) else {
            return Usage::default();
        };
        let mut samples = Vec::new();
        for (unit, _) in all.iter().filter(|other| is_same((own, module), **other)) {
            let constants = unit.passed.iter().flat_map(constants).collect::<Vec<_>>();
            let is_own = std::ptr::eq(*unit, own);
            let sample = |launch: &LaunchedAt| Sample {
                grid: launch.grid,
                numbers: launch
                    .arguments
                    .iter()
                    .map(|one| one.value.as_ref()?.as_i64().map(i128::from))
                    .collect(),
                held: Held::of_launch(module, launch),
                constants: constants.clone(),
                is_own,
            };
            samples.extend(unit.launches.iter().map(sample));
        }
        let arrays = passed.arrays.iter().map(|array| (array.name.clone(), array.shape.len())).collect();
        Usage { samples, arrays }
    }

    /// The contracts that the launches suggest, from the weakest to the strongest.
    pub(super) fn suggest(&self, kernel: &Kernel, bound: &Bound<'_>) -> Vec<Suggested> {
        let Some(facts) = Facts::new(self, kernel, bound) else { return Vec::new() };
        let mut all: Vec<Suggested> = Vec::new();
        for strength in Strength::ALL {
            let one = facts.suggest(strength);
            if !one.clauses.is_empty() && !all.contains(&one) {
                all.push(one);
            }
        }
        all
    }
}

/// Whether two units compile one function, so that their launches pass the same parameters.
fn is_same(one: (&Unit, &Module), other: (&Unit, &Module)) -> bool {
    let key = |(unit, module): (&Unit, &Module)| {
        let kernel = module.kernels.first();
        let arguments = unit
            .launches
            .first()
            .map(|launch| launch.arguments.iter().map(|argument| argument.name.clone()).collect::<Vec<_>>());
        let line = kernel.and_then(|kernel| kernel.at.source.clone());
        (unit.source.name.clone(), kernel.map(|kernel| kernel.name.clone()), line, arguments)
    };
    key(one) == key(other)
}

/// The integer constants of a compilation.
fn constants(passed: &Passed) -> Vec<(String, i128)> {
    let number = |(name, value): (&String, &String)| Some((name.clone(), value.parse().ok()?));
    passed.constants.iter().filter_map(number).collect()
}
