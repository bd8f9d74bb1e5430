//! Targets that run cases, and the outcome of one case.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fmt, fs};

use interp::{Contents, Options, Stop};
use spec::rules::Rule;
use spec::syntax::array::elements;

use crate::case::{Case, Compared, Difference, Expected};
use crate::corpus::prepare::Pointer;
use driver::accuracy::{ElementRef, read};
use driver::files::npy::Array;

/// A target of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConformTarget {
    /// The interpreter.
    Interp,
    /// Our own code on a GPU, of kernels that are proved.
    Gpu,
    /// A command with two arguments: the case's file, and a folder for results.
    Exec(Vec<String>),
    /// Earlier results of such a command: one folder per case.
    Results(PathBuf),
}

impl ConformTarget {
    /// Reads `interp`, `gpu`, `exec:COMMAND` or `results:DIR`.
    ///
    /// # Errors
    /// The text is no target; the error lists the targets.
    pub fn parse(text: &str) -> Result<Self, String> {
        match (text, text.split_once(':')) {
            ("interp", _) => Ok(ConformTarget::Interp),
            ("gpu", _) => Ok(ConformTarget::Gpu),
            (_, Some(("exec", command))) if !command.trim().is_empty() => {
                Ok(ConformTarget::Exec(command.split_whitespace().map(str::to_owned).collect()))
            }
            (_, Some(("results", folder))) if !folder.is_empty() => Ok(ConformTarget::Results(folder.into())),
            _ => Err("a target is interp, gpu, exec:COMMAND or results:DIR".to_owned()),
        }
    }
}

impl fmt::Display for ConformTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConformTarget::Interp => f.write_str("interp"),
            ConformTarget::Gpu => f.write_str("gpu"),
            ConformTarget::Exec(words) => write!(f, "exec:{}", words.join(" ")),
            ConformTarget::Results(folder) => write!(f, "results:{}", folder.display()),
        }
    }
}

/// How a case ends on a target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// A violation, by the code of the rule.
    Breaks(String),
    /// The final elements of the case's buffers; `None` is an undetermined element.
    Leaves(Vec<Vec<Option<u64>>>),
    /// The case was skipped, with the reason.
    Skipped(String),
    /// The launch did not end well, and why.
    Failed(String),
    /// The outcome is unknown, with the reason.
    Lost(String),
}

/// The judgment of an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Agreement {
    /// The outcome is as expected.
    Agrees,
    /// Something else.
    Disagrees(String),
    /// Something else, and no rule says how far it may differ.
    Undecided(String),
    /// Nothing was run.
    Skipped(String),
    /// The runner broke the protocol, so the outcome is unknown.
    Error(String),
}

impl Agreement {
    /// The name, and the reason.
    pub fn words(&self) -> (&'static str, &str) {
        match self {
            Agreement::Agrees => ("agrees", ""),
            Agreement::Disagrees(why) => ("disagrees", why),
            Agreement::Undecided(why) => ("undecided", why),
            Agreement::Skipped(why) => ("skipped", why),
            Agreement::Error(why) => ("error", why),
        }
    }
}

/// The orders of blocks that the interpreter tries for an order-independent result.
const SEEDS: [Option<u64>; 2] = [None, Some(1)];

/// Runs a case on the interpreter; `ignore` is a rule that it does not look at.
pub fn interpret(case: &Case, ignore: Option<Rule>) -> Ending {
    let mut last = Ending::Skipped("there is no order of blocks".to_owned());
    for seed in SEEDS.into_iter().take(if case.in_order { 1 } else { SEEDS.len() }) {
        let options = Options { ignore, seed, ..Options::default() };
        last = match interp::run(&case.prepared.kernel, &case.prepared.launch, &options) {
            Ok(outcome) => Ending::Leaves(buffers(case, |pointer| of_contents(pointer, &outcome.buffers))),
            Err(Stop::Violation(violation)) => Ending::Breaks(violation.rule.code().to_owned()),
            Err(stop) => Ending::Failed(stop.to_string()),
        };
        if compare_ending(case, &last) != Agreement::Agrees {
            break;
        }
    }
    last
}

/// Maps every buffer of the case.
fn buffers<T>(case: &Case, of: impl FnMut(&Pointer) -> T) -> Vec<T> {
    match &case.expected {
        Expected::Breaks(_) => Vec::new(),
        Expected::Leaves(lists) => {
            lists.iter().map(|left| &case.prepared.pointers[left.pointer]).map(of).collect()
        }
    }
}

fn of_contents(pointer: &Pointer, buffers: &[Contents]) -> Vec<Option<u64>> {
    let contents = &buffers[pointer.buffer];
    let spot = |index| ElementRef::new(pointer.buffer, pointer.element, index);
    (0..pointer.element.count_in(contents.len())).map(|index| read(contents, spot(index))).collect()
}

/// Elements of whole buffers of a launch, as bytes that a device left.
pub(super) fn of_bytes(case: &Case, left: &[Vec<u8>]) -> Ending {
    let all = |pointer: &Pointer| {
        let bytes = left.get(pointer.buffer).map_or(&[][..], Vec::as_slice);
        elements(pointer.element, bytes).into_iter().map(Some).collect()
    };
    Ending::Leaves(buffers(case, all))
}

/// Runs a case by a command.
pub(super) fn execute(case: &Case, command: &[String], file: &Path, folder: &Path) -> Ending {
    let Some((program, words)) = command.split_first() else {
        return Ending::Lost("there is no command".to_owned());
    };
    if let Err(error) = fs::create_dir_all(folder) {
        return Ending::Lost(format!("cannot make {}: {error}", folder.display()));
    }
    let output = Command::new(program).args(words).arg(file).arg(folder).stdin(Stdio::null()).output();
    let output = match output {
        Ok(output) => output,
        Err(error) => return Ending::Lost(format!("cannot start {program}: {error}")),
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        let last = complaint.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("").to_owned();
        return Ending::Lost(format!("the command ends with {}: {last}", output.status));
    }
    said_or_left(case, &said, folder)
}

/// What was written of a case earlier: the line in `said.txt`, or arrays.
pub(super) fn recall(case: &Case, folder: &Path) -> Ending {
    if !folder.is_dir() {
        return Ending::Skipped("the results are missing".to_owned());
    }
    let said = fs::read_to_string(folder.join("said.txt")).unwrap_or_default();
    said_or_left(case, &said, folder)
}

/// A line says `undefined RULE`, `skip WHY` or `failed WHY`; without one, the arrays count.
fn said_or_left(case: &Case, said: &str, folder: &Path) -> Ending {
    for line in said.lines().map(str::trim) {
        if let Some(rule) = line.strip_prefix("undefined ") {
            return Ending::Breaks(rule.trim().to_owned());
        }
        if let Some(why) = line.strip_prefix("skip ") {
            return Ending::Skipped(why.to_owned());
        }
        if let Some(why) = line.strip_prefix("failed ") {
            return Ending::Failed(why.to_owned());
        }
    }
    let array = |pointer: &Pointer| {
        let array = Array::read(&folder.join(format!("{}.npy", pointer.name)), pointer.element);
        let array = array.map_err(|failure| failure.to_string())?;
        Ok(elements(pointer.element, &array.bytes).into_iter().map(Some).collect())
    };
    match buffers(case, array).into_iter().collect::<Result<Vec<_>, String>>() {
        Ok(left) => Ending::Leaves(left),
        Err(why) => Ending::Lost(why),
    }
}

/// Compares the end of a case with its expectation.
pub fn compare_ending(case: &Case, ending: &Ending) -> Agreement {
    match (&case.expected, ending) {
        (_, Ending::Skipped(why)) => Agreement::Skipped(why.clone()),
        (_, Ending::Lost(why)) => Agreement::Error(why.clone()),
        (Expected::Leaves(_), Ending::Failed(_)) if !case.asserts.is_empty() => Agreement::Agrees,
        (_, Ending::Failed(why)) => Agreement::Disagrees(why.clone()),
        (Expected::Breaks(rule), Ending::Breaks(code)) if rule.code() == code => Agreement::Agrees,
        (_, Ending::Breaks(code)) => Agreement::Disagrees(format!("undefined {code}")),
        (Expected::Breaks(rule), Ending::Leaves(_)) => {
            Agreement::Disagrees(format!("it ends well, and breaks {}", rule.code()))
        }
        (Expected::Leaves(lists), Ending::Leaves(found)) => {
            let mut undecided = None;
            for (left, found) in lists.iter().zip(found) {
                let pointer = &case.prepared.pointers[left.pointer];
                match left.compare(&pointer.name, pointer.element, found) {
                    Compared::Agrees => {}
                    Compared::Differs(difference) => return Agreement::Disagrees(say(case, &difference)),
                    Compared::Undecided(difference, why) => {
                        undecided = undecided.or(Some(format!("{}: {why}", say(case, &difference))));
                    }
                }
            }
            undecided.map_or(Agreement::Agrees, Agreement::Undecided)
        }
    }
}

fn say(case: &Case, difference: &Difference) -> String {
    let Difference { name, index, count, expected, found } = difference;
    let more = if *count > 1 { format!(", and {} elements more", count - 1) } else { String::new() };
    let inputs = case.inputs_at(difference);
    let inputs = if inputs.is_empty() { inputs } else { format!("; {inputs}") };
    format!("{name}[{index}] is {found}, not {expected}{more}{inputs}")
}
