//! The operations, with the element types for which the corpus has a result.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use spec::chapters;
use spec::syntax::kernel::{Block, Kernel};
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::{Element, Scalar, Type};

use crate::harness::directive::{ExpectedOutcome, Task};
use crate::harness::{File, all};
use crate::page::anchor;

/// Every operation with its section, and its element types in kernels with known results.
pub(crate) fn table(files: &[File]) -> String {
    let mut types: BTreeMap<Op, BTreeSet<Scalar>> = BTreeMap::new();
    for item in all(files) {
        let Task::Run { result: ExpectedOutcome::Leaves(_), .. } = item.case.task else { continue };
        let Ok(module) = &item.file.module else { continue };
        for kernel in module.kernels.iter().filter(|kernel| Some(&kernel.name) == item.case.kernel.as_ref()) {
            gather(kernel, &kernel.body, &mut types);
        }
    }
    let mut text = String::from(
        "# Operations\n\nEvery operation of Tile IR 13.5. The last column has the types of the elements that it has \
         in a kernel of the corpus whose results stand beside it, by hand or from hardware.\n\n\
         | operation | what it does | since | with results for |\n|--|--|--|--|\n",
    );
    for op in Op::ALL {
        let names: Vec<_> = types.get(op).into_iter().flatten().map(|scalar| format!("`{scalar}`")).collect();
        let shown =
            if op.meaning() == Meaning::Unsupported { "no meaning yet".to_owned() } else { names.join(" ") };
        // Writing to a string does not fail.
        let _ = writeln!(text, "| {} | {} | 13.{} | {shown} |", linked(*op), op.text().trim(), op.since());
    }
    text
}

fn linked(op: Op) -> String {
    let mnemonic = op.mnemonic();
    match chapters::section(mnemonic) {
        Some(section) => {
            format!("[`{mnemonic}`]({}#{})", section.chapter, anchor(mnemonic))
        }
        None => format!("`{mnemonic}`"),
    }
}

fn gather(kernel: &Kernel, block: &Block, into: &mut BTreeMap<Op, BTreeSet<Scalar>>) {
    for op in &block.ops {
        let of = op.operands.iter().chain(&op.results).filter_map(|value| scalar(kernel.ty(*value)));
        into.entry(op.op).or_default().extend(of);
        op.regions.iter().for_each(|region| gather(kernel, region, into));
    }
}

fn scalar(ty: &Type) -> Option<Scalar> {
    let element = match ty {
        Type::Token => return None,
        Type::Tile(tile) => tile.element,
        Type::TensorView(view) => view.element,
        Type::PartitionView(view) => view.tensor.element,
        Type::StridedView(view) => view.partition.tensor.element,
        Type::GatherScatterView(view) => view.tensor.element,
    };
    let (Element::Scalar(scalar) | Element::Pointer(scalar)) = element;
    Some(scalar)
}
