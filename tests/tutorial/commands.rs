//! Commands that no test runs: each begins with words of a list that gives the reason. Every command of tileproof, also inside a sentence,
//! has a known verb and known flags.

use std::collections::{BTreeMap, BTreeSet};

use crate::folder::Folder;
use crate::page::Page;
use crate::{pages, read};

/// The first words of commands in `sh` blocks, and the reason why no test runs them.
const NOT_RUN: [(&str, &str); 39] = [
    ("pip install", "needs a package registry or a built wheel"),
    ("make demo", "builds the whole project"),
    ("make test", "builds the whole project"),
    ("cp corpus/", "the tests copy these files"),
    ("tar ", "unpacks the archive of the suite, which takes long to make"),
    ("mv ", "renames the unpacked suite"),
    ("cc -o client", "compiles a client of the suite, tested in tests/conform"),
    ("python3 suite/conform_run.py", "needs the unpacked suite, tested in tests/conform"),
    ("pytest ", "needs cuda.tile"),
    ("nvcc ", "needs nvcc"),
    ("code ", "needs VS Code"),
    ("sh scripts/server.sh", "needs Node and npm"),
    ("sh bench/cubins.sh", "needs NVIDIA's Tile compiler"),
    ("python3 integrations/ray/fleet.py", "needs Ray"),
    ("tileproof init", "tested with folders of its own in tests/formats"),
    ("tileproof check\n", "checks the files of a configuration, tested in tests/formats"),
    (
        "tileproof check kernels",
        "a folder of the reader, tested in tests/asked, tests/source and tests/formats",
    ),
    ("tileproof check kernel.tile", "a file of the reader, tested in tests/source"),
    ("tileproof check saxpy.tilebc", "needs the bytecode of nvcc; write-a-contract.md checks bytecode"),
    ("tileproof check --merge", "reports of other machines, tested in tests/formats"),
    ("tileproof check FILE", "a file of the reader, tested in tests/asked"),
    ("tileproof check scale.py", "needs Triton, tested in tests/source"),
    ("tileproof fix scale.py", "needs Triton"),
    ("tileproof fix train.py", "needs cuda.tile"),
    ("tileproof run fixed.tilebc --proof fixed.proof --device", "needs a GPU"),
    ("tileproof tune", "needs a GPU"),
    ("tileproof ptx kernel.tile --tuned", "needs the result of a GPU"),
    ("tileproof bench", "needs a GPU"),
    ("tileproof conform --archive", "packs the whole suite, tested in tests/conform"),
    ("tileproof conform --suite", "needs an implementation, tested in tests/conform"),
    ("tileproof equiv matmul.tile", "files of the reader, tested in tests/equiv"),
    ("tileproof equiv norm.tile", "files of the reader, tested in tests/equiv"),
    ("tileproof certify kernels.tilebc", "files of the reader, tested in tests/certify"),
    ("tileproof certify fixed.tilebc", "gpu.md runs it, and tests/certify tests each fact"),
    ("tileproof completions", "prints a long script"),
    ("tileproof man", "writes a page for every verb"),
    ("TILEPROOF_LOG=verify::smt", "a file of the reader"),
    ("TILEPROOF_LOG=verify::loops", "a file of the reader"),
    ("TILEPROOF_LOG=verify::infer", "a file of the reader"),
];

/// Flags in sentences that are not flags of tileproof.
const FOREIGN: [(&str, &str); 6] = [
    ("--tileproof", "pytest"),
    ("--tileproof-strict", "pytest"),
    ("--ship", "integrations/ray/fleet.py"),
    ("--retries", "integrations/ray/fleet.py"),
    ("--certified", "bench/cubins.sh"),
    ("--worker", "the server's own processes"),
];

/// The verbs of the program with the flags of each.
struct Verbs(BTreeMap<String, BTreeSet<String>>);

impl Verbs {
    fn read() -> Self {
        let folder = Folder::new("verbs");
        let help = folder.ends(0, &["help"]);
        let commands = help.split("Commands:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
        let names = commands.unwrap_or_default().lines().filter_map(|line| {
            line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?.split_whitespace().next()
        });
        let verbs = names
            .filter(|name| *name != "help")
            .map(|name| (name.to_owned(), flags(&folder.ends(0, &[name, "--help"]))));
        let mut verbs: BTreeMap<_, _> = verbs.collect();
        verbs.insert("--version".to_owned(), BTreeSet::new());
        Verbs(verbs)
    }

    /// The first thing wrong with a command of tileproof.
    fn objection(&self, command: &str) -> Option<String> {
        let mut words = command.split_whitespace().skip(1).take_while(|word| !matches!(*word, "--" | "|"));
        let verb = words.next().unwrap_or_default();
        if verb.is_empty() || verb.chars().all(|c| c.is_uppercase() || c == '…') {
            return None;
        }
        let Some(known) = self.0.get(verb) else { return Some(format!("no verb `{verb}`: {command}")) };
        let flag = words.map(|word| word.split('=').next().unwrap_or_default());
        let mut wrong = flag.filter(|word| is_flag(word) && !known.contains(*word));
        wrong.next().map(|flag| format!("`{verb}` has no flag `{flag}`: {command}"))
    }

    fn is_flag_of_some(&self, flag: &str) -> bool {
        self.0.values().any(|flags| flags.contains(flag)) || FOREIGN.iter().any(|(known, _)| *known == flag)
    }
}

fn is_flag(word: &str) -> bool {
    let name = word.trim_start_matches('-');
    word.starts_with('-') && name.starts_with(char::is_alphabetic)
}

/// The flags of a help text.
fn flags(help: &str) -> BTreeSet<String> {
    let lines = help.lines().map(str::trim).filter(|line| line.starts_with('-'));
    let words = lines.flat_map(|line| line.split([' ', ',']).take(3));
    words.filter(|word| is_flag(word)).map(str::to_owned).collect()
}

/// The code in sentences.
fn spans(prose: &str) -> Vec<&str> {
    prose.split('`').skip(1).step_by(2).filter(|span| !span.contains('\n')).collect()
}

/// Commands in blocks of code: the line without `$` and comments.
fn commands<'t>(page: &'t Page<'_>) -> Vec<(&'t str, bool)> {
    let blocks = page.blocks.iter().filter(|block| matches!(block.info, "sh" | "console"));
    let lines = blocks.flat_map(|block| block.lines.iter().map(|line| (*line, block.info == "sh")));
    let commands = lines.filter(|(line, is_sh)| *is_sh || line.starts_with("$ "));
    commands.map(|(line, is_sh)| (line.trim_start_matches("$ "), is_sh)).collect()
}

#[test]
fn commands_that_are_not_run_have_a_reason() {
    let mut used = BTreeSet::new();
    let mut wrong = Vec::new();
    for path in pages() {
        let text = read(&path);
        for (command, _) in commands(&Page::new(&text)).into_iter().filter(|(_, is_sh)| *is_sh) {
            let command = format!("{command}\n");
            match NOT_RUN.iter().find(|(begin, _)| command.starts_with(begin)) {
                Some((begin, _)) => drop(used.insert(*begin)),
                None => wrong.push(format!("{}: {command}", path.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "neither run nor in the list:\n{}", wrong.join(""));
    let unused: Vec<_> = NOT_RUN.iter().filter(|(begin, _)| !used.contains(begin)).collect();
    assert!(unused.is_empty(), "no page has these: {unused:?}");
}

#[test]
fn every_verb_and_flag_exists() {
    let verbs = Verbs::read();
    let mut wrong = Vec::new();
    for path in pages() {
        let text = read(&path);
        let page = Page::new(&text);
        let prose = page.prose();
        let mut found: Vec<String> = commands(&page).into_iter().map(|(line, _)| line.to_owned()).collect();
        for span in spans(&prose) {
            let first = span.split_whitespace().next().unwrap_or_default();
            if first == "tileproof" {
                found.push(span.to_owned());
            } else if verbs.0.contains_key(first) && span.contains(" -") {
                found.push(format!("tileproof {span}"));
            } else if is_flag(first) && first.starts_with("--") {
                let flag = first.split(['=', ' ']).next().unwrap_or_default();
                let is_known = verbs.is_flag_of_some(flag);
                wrong.extend((!is_known).then(|| format!("{}: no verb has `{flag}`", path.display())));
            }
        }
        for command in found {
            let command = command.split_once("tileproof ").map(|(before, after)| (before.trim_end(), after));
            let Some((before, after)) = command else { continue };
            if before.split(' ').all(|word| word.is_empty() || word.contains('=')) {
                let objection = verbs.objection(&format!("tileproof {after}"));
                wrong.extend(objection.map(|text| format!("{}: {text}", path.display())));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn flags_are_read() {
    let help =
        "Options:\n      --color <WHEN>\n          Some --words\n  -o, --output <FILE>\n  -h, --help\n";
    let all: Vec<_> = flags(help).into_iter().collect();
    assert_eq!(all, ["--color", "--help", "--output", "-h", "-o"]);
    let verbs = Verbs(BTreeMap::from([("check".to_owned(), flags(help))]));
    assert_eq!(verbs.objection("tileproof check a.cu -o b -- -DN=3"), None);
    assert!(
        verbs.objection("tileproof check --strict").is_some() && verbs.objection("tileproof prove").is_some()
    );
    assert_eq!(spans("a `b` c `d e`"), ["b", "d e"]);
}
