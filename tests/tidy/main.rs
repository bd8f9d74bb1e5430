//! The rules of the tree: sizes, names, words, and who may depend on whom.

mod cycles;
mod documents;
mod fallbacks;
mod folders;
mod functions;
mod layers;
mod modules;
mod numbers;
mod prose;
mod sentences;
mod tokens;
mod variables;
mod versions;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

/// Crates with the only members allowed to name them.
const DOORS: [(&str, &[&str]); 4] = [
    ("cudarc", &["launch"]),
    ("pest", &["spec", "frontends"]),
    ("pest_derive", &["spec", "frontends"]),
    ("z3", &["verify"]),
];

/// The members that each member may depend on; the command line may depend on all. The tests of a generator of code may ask
/// the interpreter what is right, and read kernels of Triton.
const BELOW: [(&str, &[&str]); 12] = [
    ("spec", &[]),
    ("interp", &["spec"]),
    ("verify", &["spec"]),
    ("frontends", &["spec"]),
    ("codegen", &["spec", "interp", "frontends"]),
    ("launch", &["spec"]),
    ("driver", &["spec", "interp", "verify", "frontends", "codegen", "launch"]),
    ("bench", &["spec", "interp", "codegen", "launch", "driver"]),
    ("report", &["spec", "verify", "driver"]),
    ("debugger", &["spec", "interp", "driver", "report"]),
    ("server", &["spec", "launch", "driver", "report"]),
    ("conform", &["spec", "interp", "verify", "frontends", "launch", "driver", "report"]),
];

/// Forbidden words, cut in two to keep the file free of them.
const WORDS: [&str; 5] = [
    concat!("../", "shared"),
    concat!("TO", "DO"),
    concat!("FIX", "ME"),
    concat!("X", "XX"),
    concat!("sess", "ion"),
];

const MAX_LINES: usize = 400;
const MEDIAN_LINES: usize = 150;

/// A text file of the tree, by its path from the root.
#[derive(Clone)]
struct File {
    path: String,
    text: String,
}

impl File {
    fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    fn folder(&self) -> &str {
        self.path.split_once('/').map_or("", |(folder, _)| folder)
    }

    fn is(&self, kinds: &[&str]) -> bool {
        self.name().rsplit_once('.').is_some_and(|(_, kind)| kinds.contains(&kind))
    }

    fn is_test(&self) -> bool {
        let is_crate = self.path.starts_with("bench/gpu/");
        let in_folder =
            !is_crate && self.path.split('/').any(|part| matches!(part, "tests" | "bench" | "benches"));
        in_folder || self.name() == "tests.rs" || self.name().ends_with("_tests.rs")
    }

    /// The lines, numbered from 1, and whether each is code: no comment, and not inside `#[cfg(test)]`.
    fn lines(&self) -> impl Iterator<Item = (usize, &str, bool)> {
        let mut hidden: Option<usize> = None;
        (1..).zip(self.text.lines()).map(move |(number, line)| {
            let code = line.trim_start();
            let indent = line.len() - code.len();
            let ends = code.starts_with('}') || code.ends_with([';', '}']);
            let shown = hidden.is_none() && code != "#[cfg(test)]";
            hidden = match hidden {
                None => (!shown).then_some(indent),
                Some(start) => Some(start).filter(|start| !(ends && indent == *start)),
            };
            (number, line, shown && !code.starts_with("//"))
        })
    }
}

/// Every text file of the tree.
fn files() -> Vec<File> {
    static FILES: OnceLock<Vec<File>> = OnceLock::new();
    FILES.get_or_init(read_files).clone()
}

/// Every text file that git tracks or would: .gitignore names folders of the root only.
fn read_files() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ignored = fs::read_to_string(root.join(".gitignore")).expect(".gitignore is readable");
    let mut skipped: Vec<_> = ignored.lines().map(|line| root.join(line.trim_matches('/'))).collect();
    skipped.push(root.join(".git"));
    skipped.extend(env::var_os("CARGO_TARGET_DIR").map(|target| root.join(target)));

    let mut files = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder is readable") {
            let entry = entry.expect("an entry is readable");
            let (path, kind) = (entry.path(), entry.file_type().expect("an entry has a type"));
            if skipped.contains(&path) {
                continue;
            } else if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file()
                && let Ok(text) = fs::read_to_string(&path)
            {
                let path = path.strip_prefix(root).expect("the walk stays inside").display().to_string();
                files.push(File { path, text });
            }
        }
    }
    files.sort_by(|one, other| one.path.cmp(&other.path));
    files
}

fn rust_files() -> Vec<File> {
    let mut files = files();
    files.retain(|file| file.is(&["rs"]));
    files
}

/// The manifests of the packages: folder ("" is the root) to the names of the dependencies of every kind.
fn manifests() -> BTreeMap<String, Vec<String>> {
    let manifests = files().into_iter().filter(|file| file.name() == "Cargo.toml");
    manifests.map(|file| (file.folder().to_owned(), dependencies(&file.text))).collect()
}

/// The keys of every `[…dependencies]` section, and the last part of every `[…dependencies.key]`.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in manifest.lines().map(str::trim) {
        if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            inside = section.ends_with("dependencies") && !section.starts_with("workspace");
            let key = section.split_once("dependencies.").filter(|_| !section.starts_with("workspace"));
            found.extend(key.map(|(_, key)| key.to_owned()));
        } else if inside && line.starts_with(|first: char| first.is_alphanumeric()) {
            found.extend(line.split(['.', '=', ' ']).next().map(str::to_owned));
        }
    }
    found
}

#[track_caller]
fn none(what: &str, offenders: &[String]) {
    assert!(offenders.is_empty(), "{what}:\n  {}\n", offenders.join("\n  "));
}

/// Fails with every line of `files` that `offends`; the last argument says whether it is code.
#[track_caller]
fn no_line(what: &str, files: &[File], offends: impl Fn(&File, &str, bool) -> bool) {
    let mut offenders = Vec::new();
    for file in files {
        let lines = file.lines().filter(|(_, line, code)| offends(file, line, *code));
        offenders.extend(lines.map(|(number, line, _)| format!("{}:{number}: {}", file.path, line.trim())));
    }
    none(what, &offenders);
}

#[test]
fn every_file_says_first_what_it_is() {
    let silent = rust_files().into_iter().filter(|file| !file.text.starts_with("//!"));
    none("does not start with //!", &silent.map(|file| file.path).collect::<Vec<_>>());
}

#[test]
fn no_file_is_long_without_a_reason() {
    let long = files().into_iter().filter(|file| file.is(&["rs", "pest"])).filter_map(|file| {
        let lines = file.text.lines().count();
        let reason =
            file.text.lines().next().is_some_and(|first| first.to_lowercase().contains("long because"));
        (lines > MAX_LINES && !reason).then(|| format!("{}: {lines} lines", file.path))
    });
    none("over 400 lines, and the first line has no `long because`", &long.collect::<Vec<_>>());
}

#[test]
fn the_median_file_is_short() {
    let mut lengths: Vec<_> = rust_files().iter().map(|file| file.text.lines().count()).collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median < MEDIAN_LINES, "the median .rs file has {median} lines, not below {MEDIAN_LINES}");
}

#[test]
fn no_file_is_a_drawer() {
    let drawers = rust_files().into_iter().filter(|file| {
        file.path
            .split(['/', '.'])
            .any(|part| matches!(part, "util" | "utils" | "helper" | "helpers" | "common"))
    });
    none("a name that says nothing", &drawers.map(|file| file.path).collect::<Vec<_>>());
}

#[test]
fn nothing_is_ignored_or_unfinished() {
    let marks = [concat!("#[ign", "ore"), concat!("to", "do!("), concat!("unimple", "mented!(")];
    no_line("ignored or unfinished", &rust_files(), |_, line, _| {
        marks.iter().any(|mark| line.contains(mark))
    });
}

#[test]
fn nothing_unwraps_outside_tests() {
    no_line(
        "unwraps: say with `expect` why it cannot fail, or handle it",
        &rust_files(),
        |file, line, code| code && !file.is_test() && line.contains(".unwrap()"),
    );
}

#[test]
fn no_word_is_out_of_place() {
    let mut files = files();
    files.retain(|file| file.is(&["rs", "md", "toml", "sh"]) || file.name() == "Makefile");
    no_line("a word that does not belong", &files, |_, line, _| {
        WORDS.iter().any(|word| line.contains(word) || line.to_lowercase().contains(word))
    });
}

/// A recorded launch, a snapshot or a kernel made on one machine does not mention that machine's folders.
#[test]
fn no_file_names_a_folder_of_the_machine_that_made_it() {
    let homes = [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/"), concat!("/Us", "ers/")];
    let tests = concat!("/ho", "me/me/");
    no_line("a folder of one machine", &files(), |_, line, _| {
        homes.iter().any(|home| line.replace(tests, "").contains(home))
    });
}

#[test]
fn members_depend_on_members_below_them() {
    let manifests = manifests();
    let mut offenders = Vec::new();
    for (member, dependencies) in manifests.iter().filter(|(folder, _)| !folder.is_empty()) {
        let below = BELOW.iter().find(|(above, _)| above == member).map_or(&[][..], |(_, below)| below);
        if !BELOW.iter().any(|(above, _)| above == member) {
            offenders.push(format!("nobody says what {member} may depend on"));
        }
        let wrong = dependencies.iter().filter(|name| manifests.contains_key(*name));
        let wrong = wrong.filter(|name| !below.contains(&name.as_str()));
        offenders.extend(wrong.map(|name| format!("{member} depends on {name}")));
    }
    none("a member depends on one that is not below it", &offenders);
}

#[test]
fn every_foreign_crate_has_one_door() {
    let mut offenders = Vec::new();
    for (member, dependencies) in manifests() {
        let wrong = DOORS.iter().filter(|(krate, doors)| {
            !doors.contains(&member.as_str()) && dependencies.iter().any(|d| d == krate)
        });
        offenders
            .extend(wrong.map(|(krate, doors)| format!("{member}/Cargo.toml: {krate} belongs to {doors:?}")));
    }
    none("a foreign crate in the wrong manifest", &offenders);

    no_line("a foreign crate in the wrong member", &rust_files(), |file, line, code| {
        code && DOORS.iter().any(|(krate, doors)| !doors.contains(&file.folder()) && names(line, krate))
    });
}

#[test]
fn only_a_check_and_a_proof_file_make_a_kernel_proved() {
    let makers = [concat!("Proved::", "trusting"), concat!(".with_whole", "_tiles")];
    let may = |path: &str| path.starts_with("driver/check/") || path.starts_with("driver/proof/");
    no_line("takes somebody's word for a proof", &rust_files(), |file, line, code| {
        code && !may(&file.path) && !file.is_test() && makers.iter().any(|maker| line.contains(maker))
    });
}

/// Only a feature brings the verifier, and with it the solver, into the command line and the libraries below it.
#[test]
fn the_solver_can_be_left_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words =
        ["tree", "--offline", "--package", "tileproof", "--edges", "normal,build", "--prefix", "none"];
    let tree = |more: &[&str]| {
        let output =
            Command::new(&cargo).args(words).args(more).current_dir(root).output().expect("cargo starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let solver = |tree: &str| tree.lines().any(|line| line.starts_with("z3") || line.starts_with("verify "));
    assert!(solver(&tree(&[])), "the command line has a solver");
    assert!(!solver(&tree(&["--no-default-features"])), "the solver is there without its feature");
}

/// Whether `line` has the path `krate::…`, and not as the end of a longer name.
fn names(line: &str, krate: &str) -> bool {
    line.match_indices(&format!("{krate}::"))
        .any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'))
}

#[test]
fn every_dependency_is_explained() {
    let manifests = manifests();
    let Some(text) = files().into_iter().find(|file| file.path == "ARCHITECTURE.md").map(|file| file.text)
    else {
        return;
    };
    let table: Vec<_> = text.lines().filter(|line| line.trim_start().starts_with('|')).collect();
    let foreign = manifests.values().flatten().filter(|name| !manifests.contains_key(*name));
    let missing = foreign.filter(|name| !table.iter().any(|row| row.contains(&format!("`{name}`"))));
    none("no row of ARCHITECTURE.md's table of dependencies", &missing.cloned().collect::<Vec<_>>());
}
