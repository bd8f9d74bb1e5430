//! Reads the corpus and runs its directives.

#[cfg(feature = "solver")]
pub(crate) mod check;
pub(crate) mod claim;
#[cfg(feature = "solver")]
pub(crate) mod ensure;
pub(crate) mod run;
pub(crate) mod workers;

use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex};
use std::{env, fs};

pub(crate) use conform::corpus::directive;

use directive::Directive;
use spec::problem::IllFormed;
use spec::syntax::kernel::Module;
use spec::syntax::span::Place;

/// As in the program: z3 and the verifier allocate most of the time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A file of the corpus.
pub(crate) struct File {
    /// The path below the corpus's folder.
    pub(crate) path: String,
    /// The text.
    pub(crate) text: String,
    /// The parsed text.
    pub(crate) module: Result<Module, IllFormed>,
    /// Its directives, and errors for invalid lines.
    pub(crate) cases: Vec<Result<Directive, String>>,
}

impl File {
    /// The line of a place, counted from 1.
    pub(crate) fn line(&self, place: &Place) -> usize {
        1 + self.text.bytes().take(place.offset).filter(|byte| *byte == b'\n').count()
    }
}

/// Every `.tile` file below `corpus/`, or below the folder that `CORPUS` names, in order, read once in a process.
pub(crate) fn files() -> &'static [File] {
    static FILES: LazyLock<Vec<File>> = LazyLock::new(read_files);
    &FILES
}

fn read_files() -> Vec<File> {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let root = env::var_os("CORPUS").map_or_else(own, PathBuf::from);
    let mut paths: Vec<PathBuf> = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the corpus is readable") {
            let path = entry.expect("an entry is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "tile") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a corpus file is readable");
        let path = path.strip_prefix(&root).expect("the walk stays inside").display().to_string();
        let lines = (1..).zip(text.lines());
        let cases = lines.filter_map(|(line, text)| directive::parse(line, text)).collect();
        File { path, module: spec::parse::module(&text), text, cases }
    };
    paths.into_iter().map(read).collect()
}

/// A case with the file it stands in.
#[derive(Clone, Copy)]
pub(crate) struct Item<'a> {
    /// The file.
    pub(crate) file: &'a File,
    /// The case.
    pub(crate) case: &'a Directive,
}

impl Item<'_> {
    /// The place and the text.
    pub(crate) fn label(&self) -> String {
        format!("corpus/{}:{}: {}", self.file.path, self.case.line, self.case.text)
    }
}

/// Every case.
pub(crate) fn all(files: &[File]) -> Vec<Item<'_>> {
    files.iter().flat_map(|file| file.cases.iter().flatten().map(move |case| Item { file, case })).collect()
}

/// The cases selected by `FILTER`: all without it. `FILTER` is a part of a label.
pub(crate) fn picked() -> Vec<Item<'static>> {
    let filter = env::var("FILTER").unwrap_or_default();
    all(files()).into_iter().filter(|item| item.label().contains(&filter)).collect()
}

/// Does something for every item, as many at once as there are processors; gives what went wrong, in order.
pub(crate) fn every(
    items: &[Item<'_>],
    work: impl Fn(&Item<'_>) -> Result<(), String> + Sync,
) -> Vec<String> {
    let failures = Mutex::new(Vec::new());
    workers::each(items.len(), |index| {
        let item = &items[index];
        let done = panic::catch_unwind(AssertUnwindSafe(|| work(item)));
        if let Err(why) = done.unwrap_or_else(|_| Err(format!("{}\n    seen: it panics", item.label()))) {
            failures.lock().expect("no worker panics").push((index, why));
        }
    });
    let mut failures = failures.into_inner().expect("no worker panics");
    failures.sort();
    failures.into_iter().map(|(_, why)| why).collect()
}

/// Fails with everything that went wrong, if anything did.
#[track_caller]
pub(crate) fn report(what: &str, of: usize, failures: &[String]) {
    let heading = format!("{} of {of} {what}", failures.len());
    assert!(failures.is_empty(), "{heading}:\n\n{}\n\n{heading}\n", failures.join("\n"));
}
