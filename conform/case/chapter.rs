//! Which chapter of the specification a case is about.

use std::collections::BTreeSet;

use spec::chapters;
use spec::rules::Rule;
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;

/// Chapters by how much they say about a kernel that has operations of several: the first counts. What makes indices and
/// moves tiles to and from memory stands last, since every kernel has it.
const ORDER: &[&str] = &[
    "mma", "reduce", "atomic", "math", "assume", "bits", "control", "float", "convert", "bitwise", "shape",
    "integer", "view", "memory",
];

/// The chapter of a rule.
pub(crate) fn of_rule(rule: Rule) -> String {
    named(rule.code()).unwrap_or_else(|| "memory".to_owned())
}

/// The chapter of a kernel; `stem` is the name of its file, which may be an operation's.
pub(crate) fn of_kernel(kernel: &Kernel, stem: &str) -> String {
    if Op::ALL.iter().any(|op| op.mnemonic() == stem)
        && let Some(chapter) = named(stem)
    {
        return chapter;
    }
    let found: BTreeSet<String> = operations(kernel).into_iter().filter_map(named).collect();
    let first = ORDER.iter().find(|chapter| found.contains(**chapter));
    (*first.unwrap_or(&"memory")).to_owned()
}

/// The operations of a kernel, except for the frame of every kernel.
pub(crate) fn operations(kernel: &Kernel) -> Vec<&'static str> {
    let common =
        [Op::Return, Op::Yield, Op::Continue, Op::Break, Op::Constant, Op::MakeToken, Op::JoinTokens];
    let of = kernel.operations().map(|op| op.op).filter(|op| !common.contains(op));
    of.collect::<BTreeSet<_>>().into_iter().map(Op::mnemonic).collect()
}

/// The file name of the chapter with this heading.
fn named(heading: &str) -> Option<String> {
    let quoted = format!("`{heading}`");
    let all = chapters::sections();
    let section = all.iter().find(|section| section.heading == heading || section.heading == quoted)?;
    let file = section.chapter.rsplit('/').next()?;
    Some(file.trim_end_matches(".md").to_owned())
}
