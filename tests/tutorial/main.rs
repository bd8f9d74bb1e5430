//! The commands in README, GLOSSARY and `docs/`. Each `console` block is run, and prints the lines of the page; `BLESS=1` writes them anew.
//! Every other command exists, has known flags, and stands in a list with the reason why no test runs it.

mod commands;
mod compilers;
#[allow(dead_code, reason = "each test takes what it needs")]
#[path = "../folder/mod.rs"]
mod folder;
mod page;

use std::path::{Path, PathBuf};
use std::{env, fs, thread};

use compilers::Compilers;
use folder::Folder;
use page::{Block, Output, Page};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README, GLOSSARY and every page of `docs/`.
fn pages() -> Vec<PathBuf> {
    let documents = fs::read_dir(root().join("docs")).expect("docs is readable");
    let mut pages: Vec<_> = documents.map(|entry| entry.expect("docs is readable").path()).collect();
    pages.retain(|path| path.extension().is_some_and(|kind| kind == "md"));
    pages.extend(["README.md", "GLOSSARY.md"].map(|name| root().join(name)));
    pages.sort();
    pages
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the page is readable")
}

/// A folder with the sources and the bytecode of the demo, and with the corpus, as in a clone of the repository.
fn clone(name: &str) -> Folder {
    let mut folder = Folder::new(name);
    for file in
        ["demo/broken.cu", "demo/fixed.cu", "bytecode/demo/broken.tilebc", "bytecode/demo/fixed.tilebc"]
    {
        let (_, name) = file.rsplit_once('/').expect("the file is in a folder");
        folder =
            folder.with(name, fs::read(root().join("corpus").join(file)).expect("the corpus has the file"));
    }
    std::os::unix::fs::symlink(root().join("corpus"), folder.0.join("corpus")).expect("the folder is ours");
    folder
}

/// Writes the files of a page and runs its commands, in order.
fn run(page: &Page<'_>, compilers: &Compilers, name: &str) -> Vec<Output> {
    let mut folder = clone(name);
    let mut outputs = Vec::new();
    for block in &page.blocks {
        if let Some(file) = block.file() {
            folder = folder.with(file, block.text());
        }
        for step in block.steps() {
            let words: Vec<&str> = step.words.iter().map(String::as_str).collect();
            let output = compilers.used_by(folder.command(&words)).output().expect("the program starts");
            outputs.push(Output::new(&step, &output));
        }
    }
    outputs
}

/// Runs one page; the differences, or nothing after they were written into the page.
fn check(path: &Path, compilers: &Compilers) -> (usize, Vec<String>) {
    let text = read(path);
    let page = Page::new(&text);
    let name = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let folder = path
        .parent()
        .and_then(Path::file_name)
        .map_or_else(String::new, |name| if name == "docs" { "docs".to_owned() } else { "root".to_owned() });
    let outputs = run(&page, compilers, &format!("page-{folder}-{name}"));
    let wrong: Vec<_> = outputs.iter().filter_map(Output::difference).collect();
    if !wrong.is_empty() && env::var_os("BLESS").is_some() {
        fs::write(path, page.with_outputs(&outputs)).expect("the page is writable");
        return (outputs.len(), Vec::new());
    }
    (outputs.len(), wrong.into_iter().map(|text| format!("{}: {text}", path.display())).collect())
}

#[test]
fn every_command_prints_the_lines_of_its_page() {
    let compilers = Compilers::new();
    let pages = pages();
    let results: Vec<_> = thread::scope(|scope| {
        let started: Vec<_> = pages.iter().map(|path| scope.spawn(|| check(path, &compilers))).collect();
        started.into_iter().map(|one| one.join().expect("no page panics")).collect()
    });
    let commands: usize = results.iter().map(|(count, _)| count).sum();
    let wrong: Vec<_> = results.into_iter().flat_map(|(_, wrong)| wrong).collect();
    assert!(
        wrong.is_empty(),
        "{} of {commands} print something else; run with BLESS=1, and read the difference:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(commands > 20, "only {commands} commands");
}

/// The most lines of an output on a page; `…` stands for others.
const LONGEST: usize = 40;

/// A reader reads the outputs of a page: renewed outputs must be shortened by hand.
#[test]
fn outputs_are_short() {
    for path in pages() {
        let text = read(&path);
        for step in Page::new(&text).blocks.iter().flat_map(Block::steps) {
            let (lines, command) = (step.shown.len(), step.words.join(" "));
            assert!(lines <= LONGEST, "{}: {lines} lines below `tileproof {command}`", path.display());
        }
    }
}

/// The tables of rules and of exit codes are complete.
#[test]
fn reference_tables_have_every_row() {
    let cells = |page: &str| -> Vec<String> {
        let text = read(&root().join("docs").join(page));
        let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" |").next());
        rows.map(|cell| cell.trim_matches('`').to_owned()).collect()
    };
    let folder = Folder::new("tables");
    let rules = folder.ends(0, &["explain"]);
    let shown = cells("rules.md");
    for code in rules.lines().filter_map(|line| line.split_whitespace().next()) {
        assert_eq!(shown.iter().filter(|cell| *cell == code).count(), 1, "docs/rules.md: {code}");
    }
    let is_rule = |line: &&str| line.split_whitespace().next().is_some_and(|code| code.contains('.'));
    let known = rules.lines().filter(is_rule).count();
    assert_eq!(shown.iter().filter(|cell| cell.contains('.')).count(), known, "docs/rules.md: another rule");
    let shown = cells("exit-codes.md");
    for code in 0..=9 {
        assert!(shown.contains(&code.to_string()), "docs/exit-codes.md: {code}");
    }
}

/// Every example of `tileproof.toml` is a valid configuration.
#[test]
fn the_configuration_of_the_page_is_read() {
    let text = read(&root().join("docs/configuration.md"));
    let page = Page::new(&text);
    let block = page.blocks.iter().find(|block| block.file() == Some("tileproof.toml"));
    let folder = Folder::new("configuration").with("tileproof.toml", block.expect("there is one").text());
    let said = folder.ends(2, &["check"]);
    assert!(!said.contains("tileproof.toml is wrong"), "{said}");
}
