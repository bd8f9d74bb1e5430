//! The seed documents from source: every directive in `corpus/seeds/*.cu`, and in the contracts beside the bytecode of `cuda_tile.py`,
//! by the program itself, and the table of their statements. The compiler is made up: it gives both compilations that stand beside a file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use conform::corpus::directive::{Directive, ExpectedBuffer, ExpectedOutcome, ExpectedVerdict, Task, parse};
use driver::files::Array;
use driver::scalar;
use serde::Deserialize;
use spec::rules::Rule;
use spec::syntax::array;
use spec::syntax::types::Scalar;

use super::{Folder, program, said, workers};

/// The note on a kernel without a checked statement.
const UNCHECKED: &str = "//@ unchecked @";

fn seeds(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/seeds").join(name)
}

/// The checked files: `.cu`, and bytecode of Python with the directives in its contract file.
fn files() -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for (folder, kind, text) in [(seeds(""), "cu", "cu"), (seeds("python"), "tilebc", "contract")] {
        for entry in fs::read_dir(folder).expect("the folder is readable") {
            let path = entry.expect("an entry is readable").path();
            if path.extension().is_some_and(|own| own == kind) {
                let text = fs::read_to_string(path.with_extension(text)).expect("the directives are there");
                files.push((path, text));
            }
        }
    }
    files.sort();
    files
}

/// A folder with the file, and an nvcc that gives both compilations of it.
fn folder(path: &Path, text: &str, purpose: &str) -> Folder {
    let stem = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    let folder = Folder::new(&format!("seeds-{purpose}-{stem}"));
    if path.extension().is_some_and(|kind| kind == "tilebc") {
        let bytes = fs::read(path).expect("the bytecode is there");
        return folder.with(&format!("{stem}.tilebc"), bytes).with(&format!("{stem}.contract"), text);
    }
    let script = format!(
        "#!/bin/sh\nmade=plain\nfor word; do case $word in -include) made=checked;; esac; done\n\
         while [ $# -gt 1 ]; do [ \"$1\" = -o ] && out=$2; shift; done\ncp '{}.'$made.tilebc \"$out\"\n",
        path.with_extension("").display()
    );
    program(folder.with(&format!("{stem}.cu"), text), &script)
}

#[derive(Deserialize)]
struct Report {
    kernels: Vec<Checked>,
}

#[derive(Deserialize)]
struct Checked {
    name: String,
    verdict: String,
    counterexample: Option<Broken>,
    likely_bug: Option<Likely>,
}

#[derive(Deserialize)]
struct Broken {
    rule: String,
}

#[derive(Deserialize)]
struct Likely {
    launch: Option<Broken>,
}

impl Checked {
    fn is(&self, expected: &ExpectedVerdict) -> bool {
        let breaks =
            |broken: Option<&Broken>, rule: &Rule| broken.is_some_and(|own| own.rule == rule.to_string());
        match expected {
            ExpectedVerdict::Proved => self.verdict == "proved",
            ExpectedVerdict::Conditional => self.verdict == "conditional" && self.likely_bug.is_none(),
            ExpectedVerdict::LikelyBug(rule) => {
                let likely = self.likely_bug.as_ref().and_then(|bug| bug.launch.as_ref());
                self.verdict == "conditional" && breaks(likely, rule)
            }
            ExpectedVerdict::Unsuspicious => false,
            ExpectedVerdict::Unknown => self.verdict == "unknown",
            ExpectedVerdict::Unsupported => self.verdict == "unsupported",
            ExpectedVerdict::IllFormed => self.verdict == "ill-formed",
            ExpectedVerdict::Undefined(rule, _) => {
                self.verdict == "undefined" && breaks(self.counterexample.as_ref(), rule)
            }
        }
    }
}

/// Whether a line with an unchecked kernel names the broken rule, and is still needed.
fn unchecked(line: &str, seen: &BTreeMap<String, Checked>) -> Option<String> {
    let (kernel, rule) = line.strip_prefix(UNCHECKED)?.split_once(" => ")?;
    let verdict = seen.get(kernel).map_or("missing", |one| one.verdict.as_str());
    let caught = verdict == "undefined" || verdict == "missing" || rule.is_empty();
    caught.then(|| format!("{line}: it is {verdict}; say so with `//@ check`"))
}

#[test]
fn every_verdict_of_the_seeds_is_as_it_should_be() {
    check_all(&files(), |path, text| folder(path, text, "check"));
}

/// Checks every kernel of these files, and fails with those whose verdict contradicts a directive.
#[track_caller]
pub(super) fn check_all(files: &[(PathBuf, String)], folder: impl Fn(&Path, &str) -> Folder + Sync) {
    let failures = Mutex::new(Vec::new());
    workers::each(files.len(), |at| {
        let (path, text) = &files[at];
        let folder = folder(path, text);
        let file = path.file_name().expect("it has a name").to_string_lossy();
        let (_, said) = said(&mut folder.command(&["check", &file, "--json", "--no-cache"]));
        let report: Report = serde_json::from_str(&said).unwrap_or_else(|why| panic!("{why}: {said}"));
        let seen: BTreeMap<_, _> = report.kernels.into_iter().map(|one| (one.name.clone(), one)).collect();
        let mut wrong: Vec<_> = text.lines().filter_map(|line| unchecked(line, &seen)).collect();
        for (line, written) in text.lines().enumerate().filter(|(_, line)| !line.starts_with(UNCHECKED)) {
            let Some(case) = parse(line + 1, written) else { continue };
            let case = case.expect("it is a directive");
            let Task::Check { verdict, .. } = &case.task else { continue };
            match seen.get(case.kernel.as_deref().unwrap_or_default()) {
                Some(one) if one.is(verdict) => {}
                Some(one) => wrong.push(format!("{written}: it is {}", one.verdict)),
                None => wrong.push(format!("{written}: there is no such kernel")),
            }
        }
        let silent = seen.keys().filter(|kernel| !text.contains(&format!("@{kernel} ")));
        wrong.extend(silent.map(|kernel| format!("nothing is said of @{kernel}")));
        failures.lock().expect("no thread failed").extend(wrong);
    });
    let failures = failures.into_inner().expect("no thread failed");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// One launch, as words of the program; arrays of listed elements, and of results, are files of the folder.
struct Launch<'a> {
    folder: &'a Folder,
    words: Vec<String>,
    elements: BTreeMap<String, Scalar>,
}

/// `f32[4x8]@16:iota` in parts: the type, the extents and the contents.
fn buffer(text: &str) -> Option<(Scalar, Vec<u64>, &str)> {
    let (kind, contents) = text.split_once(':')?;
    let (element, extents) = kind.split_once('@').map_or(kind, |(kind, _)| kind).split_once('[')?;
    let extents = extents.strip_suffix(']')?.split('x').map(|extent| extent.parse().ok());
    Some((Scalar::from_name(element)?, extents.collect::<Option<_>>()?, contents))
}

impl Launch<'_> {
    fn give(&mut self, name: &str, value: &str, number: usize, tensor: bool) {
        let mut argue = |word: String| self.words.extend(["--arg".to_owned(), word]);
        let Some((element, shape, contents)) = buffer(value) else { return argue(format!("{name}={value}")) };
        let extents = shape.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        if contents.starts_with('[') {
            let values = conform::corpus::directive::parse_elements(contents).expect("it is a list");
            let bits = values.iter().map(|value| scalar::parse(element, value).expect("it is an element"));
            let bytes = array::bytes(element, bits.collect::<Vec<_>>());
            let file = format!("{number}-{name}.npy");
            let array = Array { element, shape: shape.clone(), bytes };
            array.write(&self.folder.0.join(&file)).expect("the folder is writable");
            argue(format!("{name}=@{file}"));
        } else {
            argue(format!("{name}={contents}:{element}[{extents}]"));
        }
        if tensor {
            for (axis, extent) in shape.iter().enumerate() {
                argue(format!("{name}{axis}={extent}"));
                argue(format!("{name}_stride{axis}={}", shape[axis + 1..].iter().product::<u64>()));
            }
        }
        self.elements.insert(name.to_owned(), element);
    }

    /// The error in the final contents of a buffer.
    fn differs(&self, expected: &ExpectedBuffer, number: usize) -> Option<String> {
        let element = self.elements[&expected.name];
        let path = self.folder.0.join(format!("{number}-{}.out.npy", expected.name));
        let seen = Array::read(&path, element).expect("the result is there").bytes;
        let nan = |bits: u64| scalar::float(element, bits).is_some_and(f64::is_nan);
        let width = seen.len() / expected.elements.len();
        let same = expected.elements.iter().zip(seen.chunks(width)).all(|(text, bytes)| {
            let bits = bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
            if text == "nan" { nan(bits) } else { scalar::parse(element, text) == Ok(bits) }
        });
        let whole = seen.len() as u64 == element.bytes_of(expected.elements.len() as u64)?;
        (!(same && whole)).then(|| format!("{} holds {seen:?}", expected.name))
    }
}

/// The error of a run.
fn run(case: &Directive, folder: &Folder, file: &str) -> Option<String> {
    let Task::Run { grid, arguments, result, .. } = &case.task else { return None };
    let grid = grid.map(|extent| extent.to_string()).join(",");
    let kernel = case.kernel.clone().unwrap_or_default();
    let words = ["run", file, "--kernel", &kernel, "--grid", &grid].map(str::to_owned).to_vec();
    let mut launch = Launch { folder, words, elements: BTreeMap::new() };
    for (name, value) in arguments {
        launch.give(name, value, case.line, file.ends_with(".tilebc"));
    }
    if let ExpectedOutcome::Leaves(buffers) = result {
        for one in buffers {
            launch.words.extend(["--out".to_owned(), format!("{0}={1}-{0}.out.npy", one.name, case.line)]);
        }
    }
    let words: Vec<_> = launch.words.iter().map(String::as_str).collect();
    let (code, said) = said(&mut folder.command(&words));
    match result {
        ExpectedOutcome::Breaks(rule) if code == Some(1) && said.contains(&rule.to_string()) => None,
        ExpectedOutcome::Leaves(buffers) if code == Some(0) => {
            buffers.iter().find_map(|one| launch.differs(one, case.line))
        }
        ExpectedOutcome::Breaks(_) | ExpectedOutcome::Leaves(_) => Some(said),
    }
}

#[test]
fn every_run_of_the_seeds_leaves_what_the_documents_say() {
    let files = files();
    let folders: Vec<_> = files.iter().map(|(path, text)| folder(path, text, "run")).collect();
    let runs: Vec<_> = (0..files.len())
        .flat_map(|at| files[at].1.lines().enumerate().map(move |(line, words)| (at, line, words)))
        .filter(|(_, _, words)| words.starts_with("//@ run "))
        .collect();
    let failures = Mutex::new(Vec::new());
    workers::each(runs.len(), |number| {
        let (at, line, words) = runs[number];
        let case = parse(line + 1, words).expect("it is a directive").expect("it is right");
        let file = files[at].0.file_name().expect("it has a name").to_string_lossy();
        if let Some(why) = run(&case, &folders[at], &file) {
            failures.lock().expect("no thread failed").push(format!("{words}\n    {why}"));
        }
    });
    let failures = failures.into_inner().expect("no thread failed");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(runs.len() >= 150, "{}", runs.len());
}

#[test]
fn every_statement_has_a_kernel() {
    let kernels: BTreeSet<String> = files()
        .iter()
        .flat_map(|(_, text)| text.lines())
        .filter_map(|line| line.strip_prefix("//@ ")?.split_once('@')?.1.split(' ').next())
        .map(str::to_owned)
        .collect();
    let snippets = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/source/real/constraints.json");
    let snippets: Vec<BTreeMap<String, String>> =
        serde_json::from_str(&fs::read_to_string(snippets).expect("the snippets are there"))
            .expect("they are a table");
    let snippets: BTreeSet<_> = snippets.iter().map(|one| one["name"].clone()).collect();
    let table = fs::read_to_string(seeds("TABLE.md")).expect("the table is there");
    let table = table.split(BY_RULE).next().unwrap_or_default();
    let (mut rows, mut used) = (0, BTreeSet::new());
    for row in table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| document")) {
        rows += 1;
        let [_, _, _, by, verdict, _] = row.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("four cells: {row}")
        };
        let names: Vec<_> = by.split(", ").map(|name| name.trim_matches('`')).collect();
        for name in names {
            let known = match verdict {
                "refused" => snippets.contains(name),
                "holds" | "unchecked" => kernels.contains(name) || snippets.contains(name),
                _ => panic!("neither holds, refused nor unchecked: {row}"),
            };
            assert!(known, "`{name}` is no kernel: {row}");
            used.insert(name.to_owned());
        }
    }
    assert!(rows >= 140, "{rows} rows");
    let idle: Vec<_> = kernels.union(&snippets).filter(|name| !used.contains(*name)).collect();
    assert!(idle.is_empty(), "no statement is for {idle:?}");
}

/// The heading of the part of the table that is ordered by rules.
const BY_RULE: &str = "\n## By rule\n";

/// By kernel, the broken rules in its directives.
fn broken_rules() -> BTreeMap<String, BTreeSet<String>> {
    let mut broken: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (_, text) in files() {
        for line in text.lines().filter_map(|line| line.strip_prefix("//@ ")) {
            let Some((case, rule)) = line.split_once(" => undefined ") else { continue };
            let kernel = case.split_once('@').and_then(|(_, rest)| rest.split(' ').next());
            let rule = rule.split(' ').next().unwrap_or_default();
            if let Some(kernel) = kernel {
                broken.entry(kernel.to_owned()).or_default().insert(rule.to_owned());
            }
        }
    }
    broken
}

/// A statement is about the rules that its kernels break.
#[test]
fn statements_are_listed_by_rule() {
    let path = seeds("TABLE.md");
    let table = fs::read_to_string(&path).expect("the table is there");
    let statements = table.split(BY_RULE).next().unwrap_or_default();
    let broken = broken_rules();
    let mut rows = BTreeSet::new();
    for (at, row) in statements.lines().enumerate().filter(|(_, line)| line.starts_with("| ")) {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        for kernel in cells[3].split(", ").map(|name| name.trim_matches('`')) {
            for rule in broken.get(kernel).into_iter().flatten() {
                rows.insert((rule.clone(), at, format!("| `{rule}` | {} | {} |\n", cells[1], cells[2])));
            }
        }
    }
    assert!(rows.len() >= 20 && rows.iter().all(|(rule, ..)| Rule::from_code(rule).is_some()));
    let rows: String = rows.into_iter().map(|(_, _, row)| row).collect();
    let intro = "A statement is about the rules that its kernels break; `tileproof explain RULE` and the book show them.";
    let expected = format!(
        "{}\n{BY_RULE}\n{intro}\n\n| rule | document | statement |\n|--|--|--|\n{rows}",
        statements.trim_end()
    );
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &expected).expect("the table is written");
    }
    assert!(table == expected, "`BLESS=1 cargo test --test typical by_rule` writes the part by rule anew");
}
