//! Files of the command line: Tile IR, or sources with their compilers; and kernels by their authors' names.

#[cfg(feature = "solver")]
mod beside;
#[cfg(feature = "solver")]
mod find;
mod kernel_arguments;

#[cfg(feature = "solver")]
use std::num::NonZero;
use std::path::{Path, PathBuf};
#[cfg(feature = "solver")]
use std::thread;

use driver::compile::{Asked, Opened, Unit, open};
use driver::failure::Failure;
use driver::load::Source;
#[cfg(feature = "solver")]
use driver::pool::Progress;

#[cfg(feature = "solver")]
pub(crate) use self::beside::beside;
#[cfg(feature = "solver")]
pub(crate) use self::find::{Found, find, find_with_kernels};
pub(crate) use self::kernel_arguments::{KernelArguments, KernelFile};
use crate::output::{eprint, style_of_stderr};

/// What the words of a command line ask for: files, of which `FILE.py:KERNEL` may be followed by samples, `NAME=f32[1000]`.
pub(crate) fn asked(
    files: &[PathBuf],
    contract: Option<&Path>,
    words: &[String],
    seconds: Option<u64>,
) -> Result<Vec<Asked>, Failure> {
    let mut asked: Vec<Asked> = Vec::new();
    for file in files {
        let text = file.to_string_lossy();
        let last = asked.last_mut().filter(|last| last.kernel.is_some());
        if let Some(last) = last.filter(|_| text.contains('=') && !file.exists()) {
            last.samples.push(text.into_owned());
            continue;
        }
        if let Some((path, kernel)) = text.rsplit_once(':').filter(|(path, _)| is_file_of_kernels(file, path))
        {
            let message = format!("{text}: a kernel of {path} is named by --kernel");
            return Err(Failure::usage(message).help(format!("write {path} --kernel {kernel}")));
        }
        let named = text.rsplit_once(':').filter(|(path, _)| path.ends_with(".py") && !file.exists());
        let (path, kernel) =
            named.map_or((file.clone(), None), |(path, kernel)| (path.into(), Some(kernel.to_owned())));
        let contract = contract.map(Path::to_owned);
        asked.push(Asked { file: path, contract, kernel, seconds, ..Asked::default() });
    }
    if contract.is_some() && asked.len() > 1 {
        return Err(Failure::usage("--contract belongs to one file, and there are several").help(
            "bytecode has its contracts in a file of its own name: kernel.contract for kernel.tilebc",
        ));
    }
    let takers = |one: &&mut Asked| driver::compile::Language::of(&one.file).is_some();
    for one in asked.iter_mut().filter(takers) {
        let words = words.iter().cloned();
        // For a single kernel no script runs, so words can only be samples.
        if one.kernel.is_some() { one.samples.extend(words) } else { one.words.extend(words) }
    }
    if !words.is_empty() && asked.iter().all(|one| one.words.is_empty() && one.samples.is_empty()) {
        return Err(Failure::usage("words behind `--` are for a compiler or a script, and no file has one")
            .help("files of Tile C++ end in .cu, of cuTile Python in .py"));
    }
    Ok(asked)
}

/// Whether words name a kernel behind a file that is there, of a language whose kernels `--kernel` names.
fn is_file_of_kernels(words: &Path, file: &str) -> bool {
    !words.exists() && Path::new(file).is_file() && !file.ends_with(".py")
}

/// Opens all files, and says what their authors should know.
fn open_all(asked: &[Asked]) -> Result<Opened, Failure> {
    let mut all = Opened::default();
    for one in asked {
        all.add(open(one)?);
    }
    tell_notes(&all);
    Ok(all)
}

/// The most files that are compiled at once: the script in each may fill much memory.
#[cfg(feature = "solver")]
const AT_ONCE: usize = 4;

/// Opens the files of a search, several at once.
///
/// # Errors
/// A named file has an error.
#[cfg(feature = "solver")]
pub(crate) fn open_found(
    found: &Found,
    asked: &[Asked],
    jobs: Option<NonZero<usize>>,
) -> Result<Opened, Failure> {
    let jobs = jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZero::get);
    let mut read = Vec::new();
    driver::pool::run(asked, jobs.min(AT_ONCE), open, |progress| match progress {
        Progress::Done(opened) => read.push(opened),
        Progress::Waiting => {}
    });
    let mut all = Opened { problems: found.unread(), ..Opened::default() };
    for (one, opened) in asked.iter().zip(read) {
        match opened {
            Ok(mut opened) => {
                let of = |problem: Failure| match problem.file_name() {
                    Some(_) => problem,
                    None => problem.of_file(&one.file),
                };
                opened.problems = opened.problems.into_iter().map(of).collect();
                all.add(opened);
            }
            // Among several files, an error in one does not hide the others.
            Err(failure)
                if (asked.len() > 1 || found.searched.contains(&one.file))
                    && !driver::interrupt::is_asked() =>
            {
                all.problems.push(failure.of_file(&one.file));
            }
            Err(failure) => return Err(failure),
        }
    }
    tell_notes(&all);
    Ok(found.named(all))
}

fn tell_notes(opened: &Opened) {
    for note in &opened.notes {
        eprint(&format!("note: {note}\n"));
    }
}

/// Opens the file of the intended kernel, `wanted` if named.
pub(crate) fn open_one(
    file: &Path,
    contract: Option<&Path>,
    words: &[String],
    wanted: Option<&str>,
) -> Result<Source, Failure> {
    let opened = open_all(&asked(&[file.to_owned()], contract, words, None)?)?;
    for problem in &opened.problems {
        eprint(&style_of_stderr().render(problem));
    }
    let has = |unit: &&Unit| wanted.is_none_or(|wanted| symbols(&unit.source, wanted).next().is_some());
    let mut meant = opened.units.iter().filter(has);
    match (meant.next(), meant.next()) {
        (Some(unit), None) => Ok(unit.source.clone()),
        (Some(_), Some(_)) => Err(Failure::usage(format!(
            "{} has several kernels, and --kernel says not which",
            file.display()
        ))
        .help(format!("there are {}", listed(&opened)))),
        // A single file reports its own contents.
        (None, _) => match opened.units.as_slice() {
            [unit] => Ok(unit.source.clone()),
            [] => Err(opened
                .problems
                .into_iter()
                .next()
                .unwrap_or_else(|| Failure::ill_formed("there is no kernel"))),
            _ => Err(Failure::usage(format!("there is no kernel @{}", wanted.unwrap_or_default()))
                .help(format!("there are {}", listed(&opened)))),
        },
    }
}

fn listed(opened: &Opened) -> String {
    let names = |unit: &Unit| unit.source.names().map(|(_, called)| format!("@{called}")).collect::<Vec<_>>();
    opened.units.iter().flat_map(names).collect::<Vec<_>>().join(", ")
}

/// The kernels of a source that a name may select: by symbol, by the author's name, or without template arguments.
fn symbols<'a>(source: &'a Source, wanted: &'a str) -> impl Iterator<Item = String> + 'a {
    let wanted = wanted.trim_start_matches('@');
    let is_it = move |(symbol, called): &(&str, &str)| {
        *symbol == wanted || *called == wanted || called.split(['<', '(']).next() == Some(wanted)
    };
    source.names().filter(is_it).map(|(symbol, _)| symbol.to_owned())
}

/// The symbol of the intended kernel; an unknown name is kept.
pub(crate) fn symbol(sources: &[&Source], wanted: &str) -> Result<String, Failure> {
    let mut found: Vec<String> = sources.iter().flat_map(|source| symbols(source, wanted)).collect();
    found.dedup();
    match found.as_slice() {
        [] => Ok(wanted.to_owned()),
        [one] => Ok(one.clone()),
        several => {
            let called = |symbol: &String| {
                let known =
                    sources.iter().map(|source| source.called(symbol)).find(|called| called != symbol);
                format!("@{}", known.unwrap_or(symbol))
            };
            Err(Failure::usage(format!("there are several kernels @{wanted}"))
                .help(format!("they are {}", several.iter().map(called).collect::<Vec<_>>().join(", "))))
        }
    }
}
