//! A table of kernels and launches, as Python writes it: a file of lines, each an object of JSON, so that what was seen is there
//! however a script ends. docs/launches.md describes the format.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use spec::syntax::kernel::Module;

use super::conditions::{find_kept, forget_changed};
use super::decisions::{DecisionLine, Decisions};
use super::opened::{Decided, LaunchedArgument, LaunchedAt, Offered, Opened, Passed, PassedArray, Unit};
use super::shared::mark_shared;
use super::tuned::Tuned;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::launch_file::bytes_of;
use crate::load::comments::{Clause, Origin, Said};
use crate::load::second::Marks;
use crate::load::{Checked, Compiled, Source};

/// The `schema` field that identifies a table.
pub const TABLE: &str = "tileproof.launches/1";

/// A line.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Line {
    /// The first.
    Schema(String),
    Kernel(Box<KernelLine>),
    Launch(LaunchLine),
    /// A decision of the script by a result.
    Decision(DecisionLine),
    /// Clauses that all launches of some kernels keep.
    Offer(OfferLine),
    Problem(ProblemLine),
    Note(String),
    /// The files that were read for a kernel. Older packages list them; nothing depends on the list.
    Read(IgnoredAny),
    /// The last line, after a complete script.
    End(#[expect(dead_code, reason = "whoever reads the table may want the words")] String),
}

#[derive(Debug, Deserialize)]
struct KernelLine {
    id: usize,
    symbol: String,
    called: String,
    file: String,
    line: usize,
    /// Tile IR in hexadecimal; none where the kernel is of Triton.
    #[serde(default)]
    bytecode: Option<String>,
    /// The text of Triton's IR.
    #[serde(default)]
    ttir: Option<String>,
    /// The kernel with the rules of the source as assertions, if any.
    #[serde(default)]
    checked: Option<String>,
    /// The reason for missing rules.
    #[serde(default)]
    unchecked: Option<String>,
    names: Vec<String>,
    #[serde(default)]
    arrays: Vec<PassedArray>,
    #[serde(default)]
    constants: BTreeMap<String, i64>,
    /// All constants, as Python shows them.
    #[serde(default)]
    fixed: BTreeMap<String, String>,
    #[serde(default)]
    clauses: Vec<ClauseLine>,
    /// The samples of the arguments, if the author stated some.
    #[serde(default)]
    sample: Vec<LaunchedArgument>,
    /// The autotuner of the kernel, if any.
    #[serde(default)]
    tuned: Option<Tuned>,
    /// Whether to check the kernel for all launches, besides those of the table.
    #[serde(default = "yes")]
    general: bool,
}

fn yes() -> bool {
    true
}

#[derive(Debug, Deserialize)]
struct ClauseLine {
    text: String,
    /// The line from one; `None` if the words are in no comment.
    #[serde(default)]
    line: Option<usize>,
}

#[derive(Debug, Deserialize)]
struct LaunchLine {
    kernel: usize,
    file: String,
    line: usize,
    grid: [u32; 3],
    arguments: Vec<LaunchedArgument>,
    /// The number by which later launches name this one.
    #[serde(default)]
    number: usize,
    /// Whether an earlier launch differs from this one in the conditions of its contents only.
    #[serde(default)]
    repeats: bool,
}

#[derive(Debug, Deserialize)]
struct OfferLine {
    kernels: Vec<usize>,
    #[serde(default)]
    is_grid_guessed: bool,
    clauses: Vec<String>,
    /// Optional clauses for stronger proofs.
    #[serde(default)]
    stronger: Vec<String>,
    #[serde(default)]
    narrow: Vec<String>,
    #[serde(default)]
    special: Vec<String>,
    #[serde(default)]
    doubtful: Vec<String>,
    /// How many launches of different sizes keep them.
    sizes: usize,
}

#[derive(Debug, Deserialize)]
struct ProblemLine {
    exit: u8,
    message: String,
    #[serde(default)]
    help: Option<String>,
}

/// A table, as far as it was written.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) opened: Opened,
    /// Whether the first line was read.
    pub(super) begun: bool,
    /// Whether the last line was read.
    pub(super) ended: bool,
}

/// Reads a complete table.
///
/// # Errors
/// A file that cannot be read, or is no table.
pub(super) fn read(path: &Path) -> Result<Opened, Failure> {
    let table = read_as_far(path)?;
    match (table.begun, table.ended) {
        (true, true) => Ok(table.opened),
        (true, false) => Err(Failure::usage(format!("{} ends in the middle", path.display()))),
        (false, _) => Err(Failure::usage(format!(
            "{} is no table of launches: its first line is not {{\"schema\": \"{TABLE}\"}}",
            path.display()
        ))),
    }
}

/// Reads as much of a table as there is.
///
/// # Errors
/// The file cannot be read, or has invalid lines.
pub(super) fn read_as_far(path: &Path) -> Result<Table, Failure> {
    let text = fs::read_to_string(path).map_err(|error| Failure::file(path, "read", &error))?;
    let mut table = Table::default();
    let mut ids = Vec::new();
    let mut kept: BTreeSet<(usize, String)> = BTreeSet::new();
    let mut decisions = Decisions::default();
    // An incomplete last line is dropped.
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    for (number, line) in (1..).zip(whole.lines()) {
        let wrong = |what: String| {
            Failure::usage(format!("{}:{number} is no line of a table of launches: {what}", path.display()))
        };
        match serde_json::from_str(line).map_err(|error| wrong(error.to_string()))? {
            Line::Schema(schema) => table.begun = schema == TABLE,
            Line::Kernel(mut kernel) => {
                let id = kernel.id;
                ids.push(id);
                let (general, passed, is_triton) =
                    (kernel.general, Some(kernel.passed()), kernel.ttir.is_some());
                let (tuned, names) = (kernel.tuned.take(), kernel.names.clone());
                let sample = std::mem::take(&mut kernel.sample);
                let place = format!("{}:{}", kernel.file, kernel.line);
                let source =
                    kernel.source().map_err(|failure| failure.of(&format!("{}:{number}", path.display())))?;
                if let Ok(module) = source.module()
                    && let [kernel] = module.kernels.as_slice()
                {
                    let problems = tuned.iter().flat_map(|tuned| tuned.problems(kernel, &names, &place));
                    table.opened.problems.extend(problems);
                    kept.extend(find_kept(kernel, &names, is_triton).into_iter().map(|name| (id, name)));
                }
                table.opened.units.push(Unit { general, passed, sample, ..Unit::alone(source) });
            }
            Line::Launch(mut launch) => {
                let arguments = launch.arguments.iter_mut();
                let forgotten: usize = arguments.map(|argument| forget_changed(argument, &kept)).sum();
                if launch.repeats && forgotten == 0 {
                    continue;
                }
                let mut units = ids.iter().zip(&mut table.opened.units);
                let unit = units.find(|(id, _)| **id == launch.kernel);
                let (_, unit) = unit.ok_or_else(|| wrong(format!("there is no kernel {}", launch.kernel)))?;
                unit.launches.push(launch.launched(decisions.before()));
            }
            Line::Decision(decision) => decisions.add(decision, &kept),
            Line::Offer(offer) => {
                let units = ids.iter().zip(&mut table.opened.units);
                let offered = units.filter(|(id, _)| offer.kernels.contains(id));
                offered.for_each(|(_, unit)| unit.offered = Some(offer.offered()));
            }
            Line::Problem(problem) => table.opened.problems.push(problem.failure()),
            Line::Note(note) => table.opened.notes.push(note),
            Line::Read(IgnoredAny) => {}
            Line::End(_) => table.ended = true,
        }
    }
    mark_shared(&mut table.opened.units);
    table.opened.notes.extend(decisions.notes());
    Ok(table)
}

impl LaunchLine {
    /// The launch behind a decision, if any.
    fn launched(mut self, decided: Option<Decided>) -> LaunchedAt {
        for argument in &mut self.arguments {
            // Results of launches count as written until the launches are considered.
            argument.uninit &= !argument.may_be_written();
        }
        let place = format!("{}:{}", self.file, self.line);
        LaunchedAt { place, grid: self.grid, arguments: self.arguments, number: self.number, decided }
    }
}

impl OfferLine {
    fn offered(&self) -> Offered {
        let OfferLine { is_grid_guessed, clauses, stronger, narrow, special, doubtful, sizes, .. } = self;
        Offered {
            is_grid_guessed: *is_grid_guessed,
            clauses: clauses.clone(),
            stronger: stronger.clone(),
            narrow: narrow.clone(),
            special: special.clone(),
            doubtful: doubtful.clone(),
            sizes: *sizes,
        }
    }
}

impl KernelLine {
    fn passed(&self) -> Passed {
        let mut constants: BTreeMap<String, String> =
            self.constants.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        constants.extend(self.fixed.clone());
        Passed { arrays: self.arrays.clone(), constants, are_pointers: self.ttir.is_some() }
    }

    fn source(self) -> Result<Source, Failure> {
        let bytes = match (&self.bytecode, &self.ttir) {
            (Some(hex), _) => bytes_of(hex).map_err(Failure::usage)?,
            (None, Some(text)) => text.clone().into_bytes(),
            (None, None) => {
                return Err(Failure::usage(format!(
                    "the kernel {} has neither `bytecode` nor `ttir`",
                    self.id
                )));
            }
        };
        let file = Path::new(&self.file);
        let text = fs::read_to_string(file).unwrap_or_default();
        let folders =
            file.parent().map(Path::to_owned).into_iter().chain([std::path::PathBuf::new()]).collect();
        let mut compiled = Compiled::new(&self.file, bytes, folders);
        if let Some(checked) = self.checked()? {
            compiled = compiled.with_checked(checked);
        }
        Source::compiled(compiled, None, |module| self.describe(module, &text))
    }

    /// The second compilation, or the reason for its failure; `None` if not needed.
    fn checked(&self) -> Result<Option<Result<Checked, String>>, Failure> {
        let second = |bytes| Checked { bytes, marks: Marks::None, left_out: Vec::new(), unset: Vec::new() };
        match (&self.checked, &self.unchecked) {
            (Some(bytes), _) => bytes_of(bytes).map(|bytes| Some(Ok(second(bytes)))).map_err(Failure::usage),
            (None, Some(why)) => Ok(Some(Err(why.clone()))),
            (None, None) => Ok(None),
        }
    }

    fn describe(self, module: &Module, text: &str) -> (Vec<Said>, Vec<(String, String)>, Origin) {
        let offset = start_of(text, self.line);
        let clause = |clause: ClauseLine| {
            let line = clause.line.map_or(offset, |line| start_of(text, line));
            let found = text.get(line..).and_then(|rest| rest.lines().next()?.find(&clause.text));
            Clause { offset: line + found.unwrap_or(0), text: clause.text }
        };
        let mut clauses: Vec<Clause> = self.clauses.into_iter().map(clause).collect();
        let own =
            |array: &&PassedArray| !clauses.iter().any(|clause| speaks_of_memory(&clause.text, &array.name));
        let is_contiguous = |name: &String| {
            let stated = clauses.iter().filter_map(|clause| clause.text.trim().strip_prefix("contiguous "));
            let mut names = stated.flat_map(|names| names.split(','));
            names.any(|other| other.split('[').next().is_some_and(|other| other.trim() == name))
        };
        let clause = |array: &PassedArray| array.clause((&self.names, is_contiguous(&array.name)), module);
        let arrays = self.arrays.iter().filter(own).filter_map(clause);
        let arrays: Vec<Clause> = arrays.map(|text| Clause { text, offset }).collect();
        clauses.extend(arrays);
        let said = Said {
            symbol: self.symbol.clone(),
            names: self.names,
            constants: self.constants.into_iter().map(|(name, value)| (name, value.into())).collect(),
            clauses,
            offset,
        };
        (vec![said], vec![(self.symbol, self.called)], Origin::new(text))
    }
}

/// Whether a clause says how large an array is.
fn speaks_of_memory(clause: &str, name: &str) -> bool {
    let mut words = clause.split(|c: char| c.is_whitespace() || c == ':').filter(|word| !word.is_empty());
    words.next().is_some_and(|word| ["buffer", "array"].contains(&word)) && words.next() == Some(name)
}

impl PassedArray {
    /// The clause that an array has the memory of its extents, like every array of cuTile Python. The span of several
    /// axes is a product, and 0 for an empty axis. Such a clause is for contiguous arrays: views are trusted to lie in memory.
    fn clause(&self, (names, is_contiguous): (&[String], bool), module: &Module) -> Option<String> {
        let kernel = module.kernels.first()?;
        let position = names.iter().position(|name| *name == self.name)?;
        let element = kernel.tile(*kernel.params.get(position)?).element.pointee()?;
        let name = &self.name;
        match (self.shape.as_slice(), self.strides.as_slice()) {
            ([], []) => Some(format!("buffer {name} : {element}[1]")),
            ([None], [Some(1)]) => Some(format!("array {name} : {element}[{name}.shape[0]]")),
            ([Some(extent)], [Some(1)]) => Some(format!("buffer {name} : {element}[{extent}]")),
            (extents, _) if is_contiguous && extents.len() > 1 => {
                let extents = (0..extents.len()).map(|axis| format!("{name}.shape[{axis}]"));
                Some(format!("buffer {name} : {element}[{}]", extents.collect::<Vec<_>>().join(" * ")))
            }
            (_, _) => None,
        }
    }
}

/// The start of a line, counted from one.
fn start_of(text: &str, line: usize) -> usize {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1));
    before.map(str::len).sum::<usize>().min(text.len())
}

impl ProblemLine {
    fn failure(self) -> Failure {
        let exits = [Exit::Undefined, Exit::Usage, Exit::Unknown, Exit::IllFormed];
        let exit = exits.into_iter().find(|exit| exit.code() == self.exit).unwrap_or(Exit::Unknown);
        let mut failure = Failure::usage(self.message);
        failure.exit = exit;
        match self.help {
            Some(help) => failure.help(help),
            None => failure,
        }
    }
}
