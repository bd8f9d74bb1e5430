//! Every launch of the corpus keeps each contract that it suggests.

use std::fs;
use std::path::{Path, PathBuf};

use spec::contract::Bound;
use spec::parse::contract_clauses;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};

use super::{Suggested, Usage};
use crate::check::launched::{Made, find_broken};
use crate::compile::{Asked, Unit, open};
use crate::load::{Flags, find_contract};
use crate::signature::Signature;

/// The tables below a folder.
fn tables(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("an entry is readable").path();
        if path.is_dir() {
            tables(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "launches") {
            found.push(path);
        }
    }
}

/// The number of launches of a unit, each of which keeps what is suggested.
fn admitted((unit, module): (&Unit, &Module), all: &[(&Unit, &Module)]) -> usize {
    let Some(kernel) = module.kernels.first() else { return 0 };
    let contract = find_contract(module, kernel, &Flags::default()).expect("the contract fits");
    let bound = Bound::new(&contract, kernel).expect("the contract fits");
    let suggested = Usage::of((unit, module), all).suggest(kernel, &bound);
    let signature = Signature::new(kernel, &contract);
    for launched in &unit.launches {
        let made = Made::new(launched, &signature).expect("the launch fits");
        for one in &suggested {
            let with = one.add_to(&contract, kernel, false);
            let bound = Bound::new(&with, kernel).expect("the suggested contract fits");
            let pasted = pasted(kernel, &bound, &one.lines);
            Bound::new(&pasted, kernel).expect("the pasted lines fit");
            for contract in [&with, &pasted] {
                let broken = find_broken(kernel, contract, &made);
                assert_eq!(broken, None, "{} of {:?}", launched.place, one.lines);
            }
        }
    }
    if suggested.is_empty() { 0 } else { unit.launches.len() }
}

/// The contract of an author who pastes the lines.
fn pasted(kernel: &Kernel, bound: &Bound<'_>, lines: &[String]) -> Contract {
    let names: Vec<&str> = (0..kernel.params.len()).map(|at| bound.argument_name(at)).collect();
    let text = format!("names = ({})\n{}", names.join(", "), lines.join("\n"));
    contract_clauses(&text).unwrap_or_else(|problem| panic!("{}: {text}", problem.message))
}

#[test]
fn every_launch_keeps_what_it_suggests() {
    let mut found = Vec::new();
    tables(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus"), &mut found);
    let mut count = 0;
    for file in found {
        let asked = Asked { file: file.clone(), ..Asked::default() };
        let opened = open(&asked).unwrap_or_else(|failure| panic!("{}: {failure:?}", file.display()));
        let modules: Vec<_> = opened.units.iter().map(|unit| unit.source.module()).collect();
        let read = opened.units.iter().zip(&modules);
        let all: Vec<(&Unit, &Module)> =
            read.filter_map(|(unit, module)| Some((unit, module.as_ref().ok()?))).collect();
        count += all.iter().map(|one| admitted(*one, &all)).sum::<usize>();
    }
    assert!(count >= 24, "only {count} launches suggest a contract");
}

#[test]
fn one_square_launch_does_not_say_that_all_are_square() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/scripts/right/matmul.py.launches");
    let opened = open(&Asked { file, ..Asked::default() }).expect("the table is there");
    let unit = &opened.units[0];
    let module = unit.source.module().expect("it is a kernel");
    let kernel = &module.kernels[0];
    let contract = find_contract(&module, kernel, &Flags::default()).expect("the contract fits");
    let bound = Bound::new(&contract, kernel).expect("the contract fits");
    let all: Vec<Suggested> = Usage::of((unit, &module), &[(unit, &module)]).suggest(kernel, &bound);
    let lines = all.last().expect("there is one").lines.join("\n");
    let shape = |array: &str| {
        let (_, rest) = lines.split_once(&format!("{array}[")).expect("the shape is told");
        let (shape, _) = rest.split_once(']').expect("the shape ends");
        shape.split_once(", ").expect("there are two axes")
    };
    assert_eq!(shape("a").1, shape(" b").0, "{lines}");
    assert!(shape("a").0 != shape("a").1 && !lines.contains("256"), "{lines}");
}
