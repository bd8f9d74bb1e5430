//! Declarations and documentation are the same sets: operations, rules, chapters, examples.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{env, fs};

use driver::check::report::{KernelReport, Status};
use driver::check::{Options, check_module};
use spec::chapters::{self, Example};
use spec::ops::accuracy::{self, What};
use spec::prose::block;
use spec::rules::Rule;
use spec::syntax::op::{Meaning, Op};

const BEGIN: &str = "<!-- generated -->";
const END: &str = "<!-- end -->";

/// Fails for elements of only one set.
#[track_caller]
fn same<'a>(
    left: (&str, impl IntoIterator<Item = &'a str>),
    right: (&str, impl IntoIterator<Item = &'a str>),
) {
    let (left_set, right_set): (BTreeSet<_>, BTreeSet<_>) =
        (left.1.into_iter().collect(), right.1.into_iter().collect());
    let only = |name: &str, these: &BTreeSet<&str>, those: &BTreeSet<&str>| -> String {
        these.difference(those).map(|item| format!("\n  only among {name}: {item}")).collect()
    };
    let difference = only(left.0, &left_set, &right_set) + &only(right.0, &right_set, &left_set);
    assert!(difference.is_empty(), "{} and {} differ:{difference}\n", left.0, right.0);
}

/// Fails for duplicates.
#[track_caller]
fn once<'a>(what: &str, items: impl IntoIterator<Item = &'a str>) {
    let mut count = BTreeMap::new();
    items.into_iter().for_each(|item| *count.entry(item).or_insert(0) += 1);
    let twice: Vec<_> = count.into_iter().filter(|(_, count)| *count > 1).collect();
    assert!(twice.is_empty(), "{what} that stand more than once: {twice:?}");
}

fn codes() -> impl Iterator<Item = &'static str> {
    Rule::ALL.iter().map(|rule| rule.code())
}

/// The headings of a rank.
fn headings(rank: usize) -> Vec<&'static str> {
    chapters::sections()
        .iter()
        .filter(|section| section.rank == rank)
        .map(|section| section.heading)
        .collect()
}

/// The headings below a `## Operations`.
fn operations_with_a_section() -> Vec<&'static str> {
    let mut found = Vec::new();
    let mut inside = false;
    for section in chapters::sections() {
        match section.rank {
            3 if inside => found.push(section.heading),
            1 | 2 => inside = section.heading == "Operations",
            _ => {}
        }
    }
    found
}

fn mnemonics(unsupported: bool) -> impl Iterator<Item = &'static str> {
    let ops = Op::ALL.iter().filter(move |op| (op.meaning() == Meaning::Unsupported) == unsupported);
    ops.map(|op| op.mnemonic())
}

#[test]
fn every_chapter_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("spec");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder is readable") {
            let path = entry.expect("an entry is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| kind == "md") {
                files.push(path.strip_prefix(&root).expect("the walk stays inside").display().to_string());
            }
        }
    }
    let listed = chapters::ALL.iter().map(|(path, _)| *path);
    same(("listed chapters", listed), ("files", files.iter().map(String::as_str)));
}

#[test]
fn every_rule_has_one_section() {
    once("rule headings", headings(4));
    same(("rules", codes()), ("`####` headings", headings(4)));
}

#[test]
fn every_operation_with_a_meaning_has_one_section() {
    once("operation headings", operations_with_a_section());
    same(("operations", mnemonics(false)), ("`###` headings", operations_with_a_section()));
}

#[test]
fn every_operation_without_a_meaning_has_one_row() {
    let text = chapters::ALL.iter().find(|(path, _)| path.ends_with("unsupported.md")).map(|(_, text)| *text);
    let rows: Vec<_> = text
        .unwrap_or_default()
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split_once('`').map(|(mnemonic, _)| mnemonic))
        .collect();
    once("rows", rows.iter().copied());
    same(("unsupported operations", mnemonics(true)), ("rows of the table", rows));
}

#[test]
fn every_rule_is_broken_and_only_just_kept() {
    let mut broken = BTreeSet::new();
    let mut kept = BTreeSet::new();
    for Example { heading, breaks, .. } in chapters::examples() {
        match breaks {
            Some((code, _)) if code == heading => _ = broken.insert(code),
            None => _ = kept.insert(heading),
            Some(_) => {}
        }
    }
    let kept = kept.into_iter().filter(|heading| headings(4).contains(heading));
    same(("rules", codes()), ("rules that an example of their section breaks", broken));
    same(("rules", codes()), ("rules that an example of their section keeps", kept));
}

fn reports(example: &Example) -> Vec<KernelReport> {
    check_module(example.text, &Options::default())
}

#[test]
fn every_rule_is_reported_by_the_interpreter() {
    let mut reported = BTreeSet::new();
    for example in chapters::examples().iter().filter(|example| example.breaks.is_some()) {
        let reports = reports(example);
        let found = reports.iter().flat_map(KernelReport::counterexamples);
        reported.extend(found.map(|found| found.violation.rule.code()));
    }
    same(("rules", codes()), ("rules that the interpreter reports of an example", reported));
}

#[test]
fn every_rule_is_kept_where_it_matters() {
    let mut kept = BTreeSet::new();
    for example in chapters::examples().iter().filter(|example| example.breaks.is_none()) {
        for finding in reports(example).iter().flat_map(|report| &report.obligations) {
            let here = finding.rule.code() == example.heading;
            if here && finding.status == Status::Proved && finding.reached == Some(true) {
                kept.insert(finding.rule.code());
            }
        }
    }
    same(("rules", codes()), ("rules that an example of their section reaches and keeps", kept));
}

#[test]
fn examples_name_rules() {
    let named = chapters::examples().into_iter().filter_map(|example| example.breaks).map(|(code, _)| code);
    same(("rules", codes()), ("codes after //~", named));
}

#[test]
fn codes_and_mnemonics_are_unique() {
    once("codes", codes());
    once("mnemonics", Op::ALL.iter().map(|op| op.mnemonic()));
}

#[test]
fn codes_stand_together_by_chapter() {
    let mut groups: Vec<_> = codes().map(|code| code.split('.').next().unwrap_or(code)).collect();
    groups.dedup();
    once("groups of codes", groups);
}

#[test]
fn every_formula_of_a_rule_is_found() {
    let silent = Rule::ALL.iter().filter(|rule| spec::prose::requirements(**rule).is_empty());
    same(
        ("rules without a formula", silent.map(|rule| rule.code())),
        ("races", codes().filter(|code| code.starts_with("race."))),
    );
}

/// What belongs into the generated block below a heading.
fn generated(path: &str, heading: &str) -> String {
    let rule = Rule::from_code(heading).map(block::rule);
    let operation = || Op::from_mnemonic(heading).map(block::operation);
    let table = || path.ends_with("unsupported.md").then(block::unsupported);
    let accuracies = || path.ends_with("accuracy.md").then(block::accuracies);
    rule.or_else(operation).or_else(table).or_else(accuracies).unwrap_or_else(|| {
        panic!("{path}: a generated block below `{heading}`, which is no rule and no operation")
    })
}

/// The chapter with every generated block renewed.
fn renewed(path: &str, text: &str) -> String {
    let (mut renewed, mut heading, mut inside) = (String::new(), "", false);
    for line in text.lines() {
        if line == END {
            inside = false;
        }
        if !inside {
            renewed.push_str(line);
            renewed.push('\n');
        }
        if line.starts_with('#') && !inside {
            heading = line.trim_start_matches('#').trim();
        }
        if line == BEGIN {
            inside = true;
            renewed.push_str(&generated(path, heading));
        }
    }
    assert!(!inside, "{path}: {BEGIN} without {END}");
    renewed
}

#[test]
fn generated_blocks_are_current() {
    let mut stale = Vec::new();
    for (path, _) in chapters::ALL {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("spec").join(path);
        let text = fs::read_to_string(&file).expect("a chapter is readable");
        let renewed = renewed(path, &text);
        if renewed == text {
            continue;
        }
        if env::var_os("BLESS").is_some() {
            fs::write(&file, renewed).expect("a chapter is writable");
        } else {
            let changed = text.lines().zip(renewed.lines()).find(|(old, new)| old != new);
            stale.push(format!("{path}: {changed:?}"));
        }
    }
    assert!(stale.is_empty(), "run with BLESS=1, and read the difference:\n{}", stale.join("\n"));
}

#[test]
fn every_operation_that_computes_says_how_near_its_result_is() {
    let listed: BTreeSet<Op> = accuracy::ROWS
        .iter()
        .flat_map(|row| match row.what {
            What::Each(ops) => ops,
            What::Integers => Op::INTEGERS,
            What::Along(_) => &[Op::Reduce, Op::Scan],
        })
        .copied()
        .collect();
    let computes = |op: &&Op| matches!(op.meaning(), Meaning::Elementwise | Meaning::Core(_));
    let silent = Op::ALL.iter().filter(computes).filter(|op| !listed.contains(op)).map(|op| op.mnemonic());
    assert_eq!(
        silent.collect::<Vec<_>>(),
        Vec::<&str>::new(),
        "operations without a row in spec/ops/tolerance/accuracy.rs"
    );
}

#[test]
fn every_section_of_a_rule_or_an_operation_has_a_generated_block() {
    let named: BTreeSet<_> = codes().chain(mnemonics(false)).collect();
    let sections = chapters::sections().iter().filter(|section| named.contains(section.heading));
    let without = sections.filter(|section| !section.text.starts_with(BEGIN)).map(|section| section.heading);
    assert_eq!(without.collect::<Vec<_>>(), Vec::<&str>::new(), "sections that do not begin with {BEGIN}");
}
