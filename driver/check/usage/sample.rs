//! The numbers of launches, and the clauses that they suggest.

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::syntax::array;
use spec::syntax::contract::{ArrayClause, Contract, Expr};
use spec::syntax::count::u64_from_usize;
use spec::syntax::kernel::{Kernel, Module};
use verify::{Clause, Observed};

use super::listed::Listed;
use crate::check::infer::UsualLaunch;
use crate::compile::{LaunchedArgument, Offered, Passed, Unit};
use crate::files::launch_file::bytes_of;
use crate::scalar;

/// Sets of parameters that are equal, each in order.
pub(super) type Equal = Vec<Vec<usize>>;

/// The launches of a kernel, and of the same function compiled for other constants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Usage {
    /// The launches.
    pub(super) samples: Vec<Sample>,
    /// Arrays that are passed with their extents and strides: name, and by axis the extent that the kernel is compiled for.
    pub(super) arrays: Vec<(String, Vec<Option<i64>>)>,
    /// Contracts in lines of text that the script's arguments suggest, the weakest first.
    pub(super) offered: Vec<Vec<String>>,
    /// Whether an extent of the grid is unknown for other sizes, or a guess: no formula, several that fit, or launches with one block only.
    pub(in crate::check) is_grid_guessed: bool,
    /// Whether the script launches the kernel; else these are samples of arguments.
    pub(in crate::check) is_launched: bool,
    /// The launches that inferred clauses have to admit.
    pub(in crate::check) observed: Vec<Observed>,
}

/// The numbers of one launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sample {
    /// Blocks along x, y and z; `None` for samples of arguments alone.
    pub(super) grid: Option<[u32; 3]>,
    /// By parameter, the integer that is passed; `None` for arrays and floats.
    pub(super) numbers: Vec<Option<i128>>,
    /// By parameter, the elements of an array of integers, as far as they are known.
    pub(super) held: Vec<Option<Held>>,
    /// The parameters whose arrays nobody has written.
    pub(super) empty: Vec<usize>,
    /// The unwritten arrays without another launch of the script.
    pub(super) own: Vec<usize>,
    /// Pairs of parameters whose arrays share memory.
    pub(super) shared: Vec<(usize, usize)>,
    /// Pairs of parameters with one array: equal addresses and lengths.
    pub(super) same: Vec<(usize, usize)>,
    /// The lists of arrays.
    pub(super) lists: Vec<Listed>,
    /// Compile-time constants by name.
    pub(super) constants: Vec<(String, i128)>,
    /// Whether the launch uses the compilation that is checked.
    pub(super) is_own: bool,
}

/// How much of what launches show is assumed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// Shapes, strides and the grid.
    #[default]
    Shapes,
    /// Extents that equal constants too.
    Constants,
    /// Elements of arrays of indices too.
    Indices,
    /// No two elements of these arrays are equal, too.
    Distinct,
}

impl Strength {
    /// The weakest first.
    pub(super) const ALL: [Strength; 4] =
        [Strength::Shapes, Strength::Constants, Strength::Indices, Strength::Distinct];
}

/// The selection of facts for a contract.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) strength: Strength,
    /// Further equations of sizes.
    pub(super) more: Vec<Expr>,
    /// Whether empty arrays are left out.
    pub(super) is_filled: bool,
}

/// A contract suggested by launches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::check) struct Suggested {
    /// The clauses about arguments, grid and memory.
    pub(in crate::check) clauses: Vec<Clause>,
    /// The shapes behind clauses about memory: they leave contents open, which a stated size does not.
    pub(super) arrays: Vec<ArrayClause>,
    /// The sizes of all arrays.
    pub(in crate::check) rooms: Vec<Clause>,
    /// The pairs of arrays that may share memory.
    pub(super) aliases: Vec<(String, String)>,
    /// The sets of pointers with one array.
    pub(super) same_arrays: Vec<Vec<String>>,
    /// The arrays that nobody has written before.
    pub(in crate::check) empty: Vec<String>,
    /// The lists of arrays, as contracts of their own.
    pub(in crate::check) lists: Vec<Contract>,
    /// The clauses in lines to paste.
    pub(in crate::check) lines: Vec<String>,
    /// Whether samples of arguments suggest the clauses.
    pub(in crate::check) is_of_samples: bool,
    /// The arrays that every launch passes empty, and to no other launch.
    pub(in crate::check) outputs: Vec<String>,
    /// The smallest launch that the author makes, if integers in memory may decide something.
    pub(in crate::check) made: Option<UsualLaunch>,
    /// The selection of facts behind the clauses.
    pub(super) asked: Asked,
    /// Further relations of every launch, which may be accidents.
    pub(in crate::check) likely: Vec<Clause>,
    /// Launches of other sizes under the suggested contract.
    pub(in crate::check) launches: Vec<UsualLaunch>,
    /// The extents of the grid, where all three are known.
    pub(super) grid: Option<Vec<Expr>>,
}

impl Suggested {
    /// Whether two suggestions add the same clauses to a contract.
    pub(super) fn is_same_contract(&self, other: &Suggested) -> bool {
        self.clauses == other.clauses
            && (&self.arrays, &self.aliases) == (&other.arrays, &other.aliases)
            && self.same_arrays == other.same_arrays
            && (&self.empty, &self.lists, &self.grid) == (&other.empty, &other.lists, &other.grid)
    }

    /// The same with further clauses.
    pub(super) fn with(&self, clauses: &[Clause]) -> Self {
        let mut with = self.clone();
        with.lines.extend(clauses.iter().map(Clause::to_string));
        with.clauses.extend(clauses.iter().cloned());
        with
    }

    /// The contract with the clauses added; a `closed` one keeps a check from looking for more.
    pub(in crate::check) fn add_to(&self, contract: &Contract, kernel: &Kernel, closed: bool) -> Contract {
        let mut with = contract.clone();
        if with.grid.is_none() {
            with.grid.clone_from(&self.grid);
        }
        let bound = Bound { contract, kernel };
        self.clauses.iter().for_each(|clause| clause.add_to(&bound, &mut with));
        if !closed {
            let is_stated = |name: &str| contract.arrays.iter().any(|array| array.name == name);
            with.arrays.extend(self.arrays.iter().filter(|array| !is_stated(&array.name)).cloned());
        }
        with.aliases.extend(self.aliases.iter().cloned());
        for names in &self.same_arrays {
            // The author's clause about some of them holds for all.
            match with.same_arrays.iter_mut().find(|known| names.iter().any(|name| known.contains(name))) {
                Some(known) => {
                    let more: Vec<String> =
                        names.iter().filter(|name| !known.contains(name)).cloned().collect();
                    known.extend(more);
                }
                None => with.same_arrays.push(names.clone()),
            }
        }
        for list in &self.lists {
            with.lists.extend(list.lists.iter().cloned());
            with.requires.extend(list.requires.iter().cloned());
            with.buffers.extend(list.buffers.iter().cloned());
        }
        let is_empty = |name: &String| self.empty.contains(name);
        with.buffers
            .iter_mut()
            .filter(|clause| is_empty(&clause.name))
            .for_each(|clause| clause.uninit = true);
        with.arrays
            .iter_mut()
            .filter(|clause| is_empty(&clause.name))
            .for_each(|clause| clause.uninit = true);
        with.closed |= closed;
        with
    }

    /// The contract with the sizes of the arrays that it does not state: a property is about their elements.
    pub(in crate::check) fn add_sizes(&self, contract: &Contract, kernel: &Kernel) -> Contract {
        let mut with = contract.clone();
        let bound = Bound { contract, kernel };
        let is_stated = |name: &String| contract.buffers.iter().any(|clause| clause.name == *name);
        let missing = self
            .rooms
            .iter()
            .filter(|clause| matches!(clause, Clause::Buffer { name, .. } if !is_stated(name)));
        missing.for_each(|clause| clause.add_to(&bound, &mut with));
        with
    }
}

impl Usage {
    /// Whether some launch shows the elements of an array.
    pub(in crate::check) fn shows_contents(&self, parameter: usize) -> bool {
        self.samples.iter().any(|sample| sample.held.get(parameter).copied().flatten().is_some())
    }

    /// The launches of a unit and of other units with the same function.
    pub(in crate::check) fn of((own, module): (&Unit, &Module), all: &[(&Unit, &Module)]) -> Self {
        let with_constants = |lines: Vec<String>| -> Vec<String> {
            lines.iter().map(|line| own.source.with_constants(line)).collect()
        };
        let offered = own.offered.iter().flat_map(Offered::contracts).map(with_constants).collect();
        let is_launched = !own.launches.is_empty();
        let is_grid_guessed = match own.offered.as_slice() {
            [] => is_launched && own.launches.iter().all(|launch| launch.grid == [1; 3]),
            offered => offered.iter().all(|one| one.is_grid_guessed),
        };
        let Some(passed) = own.passed.as_ref().filter(|_| is_launched || !own.sample.is_empty()) else {
            return Usage { offered, is_grid_guessed, is_launched, ..Usage::default() };
        };
        let mut samples = Vec::new();
        let is_as = |other: &Passed| words(other) == words(passed) && dense_axes(other) == dense_axes(passed);
        let is_alike = |unit: &Unit| unit.passed.as_ref().is_some_and(is_as);
        for (unit, _) in all.iter().filter(|other| is_same((own, module), **other) && is_alike(other.0)) {
            let constants = unit.passed.iter().flat_map(constants).collect::<Vec<_>>();
            let is_own = std::ptr::eq(*unit, own);
            let sample =
                |grid, arguments| Sample::new(module, (grid, arguments), (constants.clone(), is_own));
            let launches = unit.launches.iter().map(|launch| sample(Some(launch.grid), &launch.arguments));
            samples.extend(launches);
            samples.extend((!is_launched && is_own).then(|| sample(None, &own.sample)));
        }
        let arrays = passed.arrays.iter().map(|array| (array.name.clone(), array.shape.clone())).collect();
        Usage { samples, arrays, offered, is_grid_guessed, is_launched, observed: Vec::new() }
    }
}

impl Sample {
    /// The numbers of a launch, or of samples without a grid.
    fn new(
        module: &Module,
        (grid, arguments): (Option<[u32; 3]>, &[LaunchedArgument]),
        (constants, is_own): (Vec<(String, i128)>, bool),
    ) -> Self {
        let places = |is_it: &dyn Fn(&LaunchedArgument) -> bool| {
            (0..).zip(arguments).filter(|(_, one)| is_it(one)).map(|(at, _)| at).collect()
        };
        Sample {
            grid,
            numbers: arguments.iter().map(|one| one.value.as_ref()?.as_i64().map(i128::from)).collect(),
            held: Held::of_launch(module, arguments),
            empty: places(&|one| one.uninit),
            own: places(&|one| one.uninit && !one.is_shared),
            shared: shared(arguments, |one, other| one.0.max(other.0) < one.1.min(other.1)),
            same: shared(arguments, |one, other| one == other && one.0 < one.1),
            lists: Listed::of_launch(arguments),
            constants,
            is_own,
        }
    }
}

/// What launches say of an array's strides.
#[derive(Debug)]
pub(super) struct Strides {
    /// The array.
    pub(super) name: String,
    /// The axes from the outermost to the innermost, if there are no gaps between elements.
    pub(super) order: Option<Vec<usize>>,
    /// The conditions on the strides that the kernel uses.
    pub(super) clauses: Vec<Expr>,
    /// The conditions on all strides.
    pub(super) all: Vec<Expr>,
}

/// The contents of an array of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) struct Held {
    pub(in crate::check) least: i128,
    pub(in crate::check) most: i128,
    /// The single negative element, such as the label of ignored tokens, and the least natural element.
    pub(in crate::check) mark: Option<(i128, i128)>,
    /// Whether there are several elements, and no two are equal.
    pub(in crate::check) are_distinct: bool,
    /// The only repeated element, beside several others.
    pub(in crate::check) padding: Option<i128>,
}

impl Held {
    /// By parameter, the elements of the arrays of a launch.
    pub(super) fn of_launch(module: &Module, arguments: &[LaunchedArgument]) -> Vec<Option<Self>> {
        let Some(kernel) = module.kernels.first() else { return Vec::new() };
        let arguments = arguments.iter().zip(&kernel.params);
        arguments
            .map(|(argument, param)| {
                let element = kernel.tile(*param).element.pointee().filter(|element| element.is_integer())?;
                let bytes = bytes_of(argument.contents.as_deref()?).ok()?;
                // Contents of a part say nothing of the other elements.
                let is_whole = argument.bytes.is_none_or(|all| u64_from_usize(bytes.len()) == all);
                let bytes = Some(bytes).filter(|_| is_whole)?;
                let values = array::elements(element, &bytes).into_iter();
                Held::of(&values.map(|bits| scalar::integer(element, bits, false)).collect::<Vec<_>>())
            })
            .collect()
    }

    /// The facts about the elements of an array; `None` for an empty one.
    pub(in crate::check) fn of(values: &[i128]) -> Option<Self> {
        let (least, most) = (*values.iter().min()?, *values.iter().max()?);
        let different: BTreeSet<i128> = values.iter().copied().collect();
        let mark = different.range(0..).next().map(|other| (least, *other));
        let mark = mark.filter(|(least, _)| *least < 0 && different.range(..0).count() == 1);
        let are_distinct = values.len() > 1 && different.len() == values.len();
        let mut seen = BTreeSet::new();
        let repeated: BTreeSet<i128> = values.iter().copied().filter(|value| !seen.insert(*value)).collect();
        let padding = repeated.first().copied().filter(|_| repeated.len() == 1 && different.len() > 2);
        Some(Held { least, most, mark, are_distinct, padding })
    }
}

/// The pairs of arrays of a launch whose first and last addresses are related.
fn shared(
    arguments: &[LaunchedArgument],
    related: impl Fn((u64, u64), (u64, u64)) -> bool,
) -> Vec<(usize, usize)> {
    let place = |argument: &LaunchedArgument| {
        let start = argument.address?;
        Some((start, start.saturating_add(argument.bytes?)))
    };
    let arrays = (0..)
        .zip(arguments)
        .filter(|(_, one)| one.arrays.is_empty())
        .filter_map(|(at, one)| Some((at, place(one)?)));
    let arrays: Vec<(usize, (u64, u64))> = arrays.collect();
    let mut found = Vec::new();
    for (number, (second, other)) in arrays.iter().enumerate() {
        let earlier = arrays[..number].iter().filter(|(_, one)| related(*one, *other));
        found.extend(earlier.map(|(first, _)| (*first, *second)));
    }
    found
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

/// The constants of a compilation without the numbers. They choose between branches, for example between the layouts of a product, so
/// launches with different words belong to different kernels.
fn words(passed: &Passed) -> Vec<(&String, &String)> {
    passed.constants.iter().filter(|(_, value)| value.parse::<f64>().is_err()).collect()
}

/// The axes with neighboring elements that the arrays of a compilation have. Arrays with other axes belong to different kernels.
fn dense_axes(passed: &Passed) -> Vec<Vec<bool>> {
    let axes =
        passed.arrays.iter().map(|array| array.strides.iter().map(|stride| *stride == Some(1)).collect());
    axes.collect()
}
