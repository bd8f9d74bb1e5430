//! Every element-wise operation has a case with a known result for every type of elements that it can have, every other
//! operation has one, and so has every type.

#[allow(dead_code, reason = "each test takes what it needs")]
mod harness;

use std::collections::BTreeSet;
use std::sync::Arc;

use harness::directive::{ExpectedOutcome, Task};
use harness::{File, all, files, report};
use spec::syntax::kernel::{Block, Kernel};
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::{Element, Scalar, Type};
use spec::valid::Valid;

/// An operation with the elements of its first operand and of its first result.
type Shown = (Op, Option<Scalar>, Option<Scalar>);

/// The line of an element-wise operation from one element type to another, by its form.
fn line(op: Op, from: Scalar, to: Scalar) -> String {
    let types = |part: &str| -> String {
        let kinds = part.split_whitespace().map(|word| match word {
            word if word.split('=').any(|one| one == "R") && !word.contains('T') => format!("tile<{to}>"),
            // The exponent of a float.
            "T1" if op == Op::Fpowi => "tile<i32>".to_owned(),
            word if word.starts_with('T') && word.contains("T1") && !word.contains("T0") => {
                format!("tile<{to}>")
            }
            word if word.starts_with('T') => format!("tile<{from}>"),
            word => word.to_owned(),
        });
        kinds.collect::<Vec<_>>().join(" ")
    };
    let (words, kinds) = op.form().split_once(':').unwrap_or((op.form(), ""));
    let words = words.split_whitespace().map(|word| match word {
        "%0" => "%a".to_owned(),
        "%1" if op == Op::Fpowi => "%c".to_owned(),
        "%1" | "%2" => "%b".to_owned(),
        "$signedness" => "signed".to_owned(),
        "$comparison" => "equal".to_owned(),
        "$ordering" => "ordered".to_owned(),
        word if word.starts_with('$') => String::new(),
        word => word.to_owned(),
    });
    let words = words.collect::<Vec<_>>().join(" ");
    format!("%r = {} {words} : {}", op.mnemonic(), types(kinds))
}

/// Whether the operation can have such elements.
fn is_legal(op: Op, from: Scalar, to: Scalar) -> bool {
    let params = format!("%a: tile<{from}>, %b: tile<{from}>, %c: tile<i32>");
    let text = format!("entry @k({params}) {{\n  {}\n  return\n}}\n", line(op, from, to));
    let Ok(module) = spec::parse::module(&text) else { return false };
    Valid::new(Arc::clone(&module.kernels[0])).is_ok()
}

/// The contents of kernels with known results.
fn shown(files: &[File]) -> BTreeSet<Shown> {
    let mut shown = BTreeSet::new();
    for item in all(files) {
        let Task::Run { result: ExpectedOutcome::Leaves(_), .. } = item.case.task else { continue };
        let Ok(module) = &item.file.module else { continue };
        for kernel in module.kernels.iter().filter(|kernel| Some(&kernel.name) == item.case.kernel.as_ref()) {
            gather(kernel, &kernel.body, &mut shown);
        }
    }
    shown
}

fn gather(kernel: &Kernel, block: &Block, into: &mut BTreeSet<Shown>) {
    for op in &block.ops {
        let of = |values: &[_]| values.first().and_then(|value| scalar(kernel.ty(*value)));
        into.insert((op.op, of(&op.operands), of(&op.results)));
        op.regions.iter().for_each(|region| gather(kernel, region, into));
    }
}

fn scalar(ty: &Type) -> Option<Scalar> {
    match ty.tile()?.element {
        Element::Scalar(scalar) => Some(scalar),
        Element::Pointer(_) => None,
    }
}

fn scalars() -> impl Iterator<Item = Scalar> + Clone {
    Scalar::NAMES.iter().map(|(scalar, _)| *scalar)
}

#[test]
fn every_operation_has_a_result_for_every_type_of_elements() {
    let shown = shown(files());
    let (mut legal, mut missing) = (0, Vec::new());
    for op in Op::ALL.iter().filter(|op| op.meaning() == Meaning::Elementwise) {
        let same = op.form().contains("=R");
        let pairs: Vec<_> = scalars()
            .flat_map(|from| scalars().map(move |to| (from, to)))
            .filter(|(from, to)| !same || from == to)
            .filter(|(from, to)| is_legal(*op, *from, *to))
            .collect();
        assert!(
            !pairs.is_empty(),
            "no line of `{}` is read: {}",
            op.mnemonic(),
            line(*op, Scalar::F32, Scalar::F32)
        );
        let operands: BTreeSet<_> = pairs.iter().map(|(from, _)| *from).collect();
        let results: BTreeSet<_> = pairs.iter().map(|(_, to)| *to).collect();
        legal += operands.len() + results.len();
        let without = |kind: &str, wanted: BTreeSet<Scalar>, has: &dyn Fn(&Shown, Scalar) -> bool| {
            let names: Vec<_> = wanted
                .into_iter()
                .filter(|scalar| !shown.iter().any(|case| case.0 == *op && has(case, *scalar)))
                .map(Scalar::name)
                .collect();
            (!names.is_empty()).then(|| format!("{} {kind} {}", op.mnemonic(), names.join(" ")))
        };
        missing.extend(without("of", operands, &|case, scalar| case.1 == Some(scalar)));
        missing.extend(without("to", results, &|case, scalar| case.2 == Some(scalar)));
    }
    report("operations have no result for some types", legal, &missing);
}

#[test]
fn every_other_operation_has_a_result() {
    let shown = shown(files());
    let other = |op: &&Op| !matches!(op.meaning(), Meaning::Elementwise | Meaning::Unsupported);
    let missing: Vec<_> = Op::ALL
        .iter()
        .filter(other)
        .filter(|op| !shown.iter().any(|case| case.0 == **op))
        .map(|op| op.mnemonic().to_owned())
        .collect();
    report("operations have no result", Op::ALL.len(), &missing);
}

#[test]
fn every_type_has_a_result() {
    let shown = shown(files());
    let has = |scalar: Scalar| shown.iter().any(|case| case.1 == Some(scalar) || case.2 == Some(scalar));
    let missing: Vec<_> =
        scalars().filter(|scalar| !has(*scalar)).map(|scalar| scalar.name().to_owned()).collect();
    report("types have no result", Scalar::NAMES.len(), &missing);
}
