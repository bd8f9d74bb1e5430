//! What to do with a disagreement: it becomes a file of the corpus, with what is true of the kernel.

use std::fmt::Write as _;
use std::path::Path;

use spec::contract::Bound;
use spec::syntax::array;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, Module};
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Scalar;
use tileproof::check::report::Counterexample;
use tileproof::scalar;

use crate::subject::Subject;
use crate::trial::Disagreement;

/// Writes the kernel with the launch to `corpus/found`; gives what is wrong, in a line, with the path.
pub(crate) fn keep(subject: &Subject, contract: &Contract, disagreement: &Disagreement) -> String {
    let (what, directives) = match disagreement {
        Disagreement::Breaks(example) => {
            ("is proved, and a launch breaks a rule", directives(subject, contract, example))
        }
        Disagreement::Smaller(example) => (
            "is refuted, and a smaller launch than any that is shown breaks a rule",
            directives(subject, contract, example),
        ),
        Disagreement::NoReplay(why, example) => {
            let what = format!("is refuted by a launch of which {}, but {why}", example.violation.rule);
            return write(subject, contract, &what, &directives(subject, contract, example));
        }
        Disagreement::Needless(clause) => {
            let clause = format!("{clause}`, which nothing needs");
            return write(subject, contract, &format!("is proved under `{clause}"), "");
        }
        Disagreement::Meets(launch) => {
            let bound = Bound { contract, kernel: &subject.kernel };
            let numbers = arguments(&bound, launch, false);
            let what = format!(
                "has a launch, with {numbers}grid={:?}, and it is said that it has none",
                launch.grid
            );
            return write(subject, contract, &what, "");
        }
    };
    write(subject, contract, what, &directives)
}

fn write(subject: &Subject, contract: &Contract, what: &str, directives: &str) -> String {
    let kernel = &subject.kernel.name;
    let module = Module {
        kernels: vec![subject.kernel.clone()],
        contracts: vec![contract.clone()],
        ..Module::default()
    };
    let text = format!("// @{kernel} {what}.\n\n{}", spec::print::module(&module));
    let text = text.replacen("\nentry ", &format!("\n{directives}entry "), 1);
    let stem: String =
        subject.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let path = format!("corpus/found/{}.tile", stem.trim_start_matches("corpus_"));
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::write(root.join(&path), text).expect("corpus/found can be written");
    format!("{}: @{kernel} {what}: see {path}", subject.name)
}

/// The verdict that is right, and the run that shows it, where a directive can describe its memory.
fn directives(subject: &Subject, contract: &Contract, example: &Counterexample) -> String {
    let Counterexample { launch, violation } = example;
    let name = &subject.kernel.name;
    let blocks: u64 = launch.grid.iter().map(|extent| u64::from(*extent)).product();
    let bound = Bound { contract, kernel: &subject.kernel };
    let numbers = arguments(&bound, launch, false);
    let mut text = format!("//@ check @{name} => undefined {}", violation.rule);
    let _ = writeln!(text, " with {numbers}grid={blocks}");
    if let Some(grid) = describable(launch) {
        let all = arguments(&bound, launch, true);
        let _ = writeln!(text, "//@ run @{name} grid={grid} {}=> undefined {}", all, violation.rule);
    }
    text
}

/// The grid, where a `run` can say everything else about the launch.
fn describable(launch: &Launch) -> Option<String> {
    let apart = launch.arguments.iter().all(|argument| match argument {
        Argument::Pointer { buffer, offset } => {
            let sharing = launch
                .arguments
                .iter()
                .filter(|other| matches!(other, Argument::Pointer { buffer: same, .. } if same == buffer));
            *offset == 0 && sharing.count() == 1
        }
        Argument::Scalar(_) => true,
    });
    let small = launch.buffers.iter().all(|buffer| buffer.bytes <= 1 << 12);
    let [x, y, z] = launch.grid;
    (apart && small && launch.blocks.is_none()).then(|| format!("{x}x{y}x{z}"))
}

/// `n=3 ` for every scalar argument, and for every pointer, where they are wanted, `a=i32[2]:[1, 2] `.
fn arguments(bound: &Bound<'_>, launch: &Launch, pointers: bool) -> String {
    let mut text = String::new();
    for (position, argument) in launch.arguments.iter().enumerate() {
        let name = bound.argument_name(position);
        match (argument, element(bound.kernel, position)) {
            (Argument::Scalar(bits), Some(scalar)) => {
                let _ = write!(text, "{name}={} ", scalar::show(scalar, *bits, bound.is_unsigned(position)));
            }
            (Argument::Pointer { buffer, .. }, None) if pointers => {
                let element = bound.pointee(position).expect("a pointer points to something");
                let buffer = &launch.buffers[*buffer];
                let len = element.count_in(buffer.bytes);
                let filled: Vec<u8> =
                    (0..buffer.bytes).map(|at| byte(buffer.contents.range(..=at).next_back(), at)).collect();
                let words = array::elements(element, &filled).into_iter();
                let words: Vec<String> = words.map(|bits| scalar::show(element, bits, false)).collect();
                let contents =
                    if buffer.uninit { "uninit".to_owned() } else { format!("[{}]", words.join(", ")) };
                let _ = write!(text, "{name}={element}[{len}]@{}:{contents} ", buffer.alignment);
            }
            (Argument::Scalar(_) | Argument::Pointer { .. }, Some(_) | None) => {}
        }
    }
    text
}

fn element(kernel: &Kernel, position: usize) -> Option<Scalar> {
    kernel.tile(kernel.params[position]).element.scalar()
}

fn byte(chunk: Option<(&u64, &Vec<u8>)>, at: u64) -> u8 {
    chunk.and_then(|(start, bytes)| bytes.get((at - start) as usize)).copied().unwrap_or(0)
}
