//! The request to open a file, and its result: bytecode with contracts, and the launches of its author.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::failure::Failure;
use crate::load::Source;

/// A file to read, with options for its compiler.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// The file.
    pub file: PathBuf,
    /// A file of contracts.
    pub contract: Option<PathBuf>,
    /// For Python, one kernel of the file, instead of its launches.
    pub kernel: Option<String>,
    /// For one Python kernel, samples of its arguments.
    pub samples: Vec<String>,
    /// Samples for arguments with these names, taken before others.
    pub hints: Vec<String>,
    /// For the compiler of C++, or for a script.
    pub words: Vec<String>,
    /// The most seconds that a script may run.
    pub seconds: Option<u64>,
    /// The original file of a changed copy in another folder: its flags and its includes or imports apply.
    pub instead_of: Option<PathBuf>,
}

impl LaunchedArgument {
    /// Whether an array of `torch.empty` may hold elements that the script or an earlier launch has written.
    pub fn may_be_written(&self) -> bool {
        !self.written_by.is_empty() || !self.written.is_empty()
    }
}

impl Asked {
    /// The folder of the author's own file, from the root, where a changed copy stands for it.
    pub(super) fn folder_of_original(&self) -> Option<PathBuf> {
        let file = fs::canonicalize(self.instead_of.as_deref()?).ok()?;
        file.parent().map(Path::to_owned)
    }
}

/// A read file: bytecode with contracts, and launches made by its author.
#[derive(Debug)]
pub struct Unit {
    /// The kernels.
    pub source: Source,
    /// The launches, in order.
    pub launches: Vec<LaunchedAt>,
    /// Whether the kernels are to be checked for all launches.
    pub general: bool,
    /// The name of the script or table that makes launches; none without launches.
    pub script: Option<String>,
    /// The specialization of the kernel to passed Python arguments.
    pub passed: Option<Passed>,
    /// The clauses that all launches of the kernel keep, if any were found.
    pub offered: Option<Offered>,
    /// The samples of the arguments, for a kernel without launches.
    pub sample: Vec<LaunchedArgument>,
}

impl Unit {
    /// A source without launches, whose kernels are checked for all launches.
    pub fn alone(source: Source) -> Self {
        Unit {
            source,
            launches: Vec::new(),
            general: true,
            script: None,
            passed: None,
            offered: None,
            sample: Vec::new(),
        }
    }
}

/// Clauses of a contract that are read off launches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// Whether an extent of the grid is unknown for other sizes, or a guess.
    pub is_grid_guessed: bool,
    /// The clauses, in the names of the kernel's parameters.
    pub clauses: Vec<String>,
    /// Optional clauses for stronger proofs, for example contiguous rows.
    pub stronger: Vec<String>,
    /// Clauses beside all others that a kernel with offsets of 32 bits needs: the elements of each array can be counted in 31 bits.
    pub narrow: Vec<String>,
    /// What the code of the launches is specialized for.
    pub special: Vec<String>,
    /// Formulas of the grid that few launches confirm.
    pub doubtful: Vec<String>,
    /// The number of launches with different sizes that keep them.
    pub sizes: usize,
}

impl Offered {
    /// Contracts in lines of text, the weakest first.
    pub fn contracts(&self) -> Vec<Vec<String>> {
        let mut contract = self.clauses.clone();
        let mut all = vec![contract.clone()];
        for more in [&self.stronger, &self.narrow, &self.special] {
            contract.extend(more.iter().cloned());
            all.extend(Some(contract.clone()).filter(|_| !more.is_empty()));
        }
        // The search for more clauses begins with the last contract, which has no doubtful ones.
        if !self.doubtful.is_empty() {
            all.insert(all.len() - 1, [contract, self.doubtful.clone()].concat());
        }
        all
    }
}

/// What a kernel of Python was compiled for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passed {
    /// The arrays, as far as known.
    pub arrays: Vec<PassedArray>,
    /// The constants, as Python prints them.
    pub constants: BTreeMap<String, String>,
    /// Whether arrays are passed as pointers alone, without their extents and strides.
    pub are_pointers: bool,
}

impl Passed {
    /// The type of an array's elements, as cuda.tile names it.
    #[cfg(feature = "solver")]
    pub(crate) fn dtype(&self, name: &str) -> Option<&str> {
        self.arrays.iter().find(|array| array.name == name)?.dtype.as_deref()
    }
}

/// An array passed with its extents and strides; known ones are compile-time constants of the kernel.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PassedArray {
    /// The parameter.
    pub name: String,
    /// The element type, with cuda.tile's name.
    #[serde(default)]
    pub dtype: Option<String>,
    /// The extents.
    pub shape: Vec<Option<i64>>,
    /// The strides, in elements.
    pub strides: Vec<Option<i64>>,
}

/// The result of a source.
#[derive(Debug, Default)]
pub struct Opened {
    /// One unit per kernel, or a single unit with all kernels.
    pub units: Vec<Unit>,
    /// Notes for the author.
    pub notes: Vec<String>,
    /// Problems that did not stop the recording.
    pub problems: Vec<Failure>,
}

impl Opened {
    /// Adds the result of another file.
    pub fn add(&mut self, other: Opened) {
        self.units.extend(other.units);
        self.notes.extend(other.notes);
        self.problems.extend(other.problems);
    }
}

/// An argument of a launch: the address and size of an array, or a number.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct LaunchedArgument {
    /// The parameter.
    pub name: String,
    /// The value of a number.
    #[serde(default)]
    pub value: Option<serde_json::Value>,
    /// The address of an array's first element.
    #[serde(default)]
    pub address: Option<u64>,
    /// The number of bytes from there on.
    #[serde(default)]
    pub bytes: Option<u64>,
    /// The number of bytes of memory before the first element, if the array is a view.
    #[serde(default)]
    pub before: u64,
    /// The number of bytes of memory behind the last element.
    #[serde(default)]
    pub behind: u64,
    /// The contents at launch, in hexadecimal, if independent of earlier launches.
    #[serde(default)]
    pub contents: Option<String>,
    /// The contents are of use only if these kernels of earlier launches do not write to what these parameters point to.
    #[serde(default)]
    pub unless_written: Vec<(usize, String)>,
    /// Whether nobody has written the array, as one of `torch.empty`.
    #[serde(default)]
    pub uninit: bool,
    /// Earlier launches with an array of `torch.empty`: number, parameter, and the offset in bytes of their array in this one. Only these may
    /// have written the array.
    #[serde(default)]
    pub written_by: Vec<(usize, String, i64)>,
    /// The ranges of bytes that the script has written of an array of `torch.empty`; none if it has written nothing or all.
    #[serde(default)]
    pub written: Vec<(u64, u64)>,
    /// Whether another launch of the script passes memory of the array.
    #[serde(skip)]
    pub is_shared: bool,
    /// The extents of an array that the kernel takes as a pointer alone.
    #[serde(default)]
    pub shape: Vec<u64>,
    /// The strides of such an array, in elements.
    #[serde(default)]
    pub strides: Vec<u64>,
    /// The element type of the arrays of a list.
    #[serde(default)]
    pub element: Option<String>,
    /// The arrays of a list; the argument itself is the table.
    #[serde(default)]
    pub arrays: Vec<ListedArray>,
}

/// An array of a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ListedArray {
    /// The address of the first element.
    pub address: u64,
    /// The number of bytes from there on.
    pub bytes: u64,
    /// The extents.
    pub shape: Vec<u64>,
    /// The strides, in elements.
    pub strides: Vec<u64>,
    /// The contents at launch, in hexadecimal, if independent of earlier launches.
    #[serde(default)]
    pub contents: Option<String>,
    /// The condition of the contents, as for an argument.
    #[serde(default)]
    pub unless_written: Vec<(usize, String)>,
    /// Whether nobody has written the array.
    #[serde(default)]
    pub uninit: bool,
    /// Whether another launch of the script passes memory of the array.
    #[serde(skip)]
    pub is_shared: bool,
}

/// A launch of a script.
#[derive(Debug, Clone, PartialEq)]
pub struct LaunchedAt {
    /// The line of the launch, as `train.py:40`.
    pub place: String,
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// One for each parameter of the kernel.
    pub arguments: Vec<LaunchedArgument>,
    /// The number of the launch in `written_by` of later launches.
    pub number: usize,
    /// A decision of the script by a result, before the launch.
    pub decided: Option<Decided>,
}

/// A decision of a script by a result of a launch, which was recorded and not executed; with the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decided {
    /// A branch, which may go the other way on a GPU.
    Branch(String),
    /// An integer, which may be the grid or an argument.
    Number(String),
}
