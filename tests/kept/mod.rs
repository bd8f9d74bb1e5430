//! Kernels with wrong results: each becomes a file of the corpus, with the truth about it.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use driver::check::report::Counterexample;
use driver::scalar;
use spec::contract::Bound;
use spec::syntax::array;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Global, Kernel, Module};
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::Scalar;

/// A kernel with a contract.
pub(crate) struct Kept<'k> {
    /// The origin, which names the file.
    pub(crate) name: &'k str,
    /// The kernel.
    pub(crate) kernel: &'k Arc<Kernel>,
    /// The contract.
    pub(crate) contract: &'k Contract,
}

/// The directive's claim about the launch besides the broken rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum With {
    /// Its numbers: no smaller launch is known.
    #[allow(dead_code, reason = "each test takes what it needs")]
    Numbers,
    /// Nothing: smaller launches may break the rule.
    #[allow(dead_code, reason = "each test takes what it needs")]
    Nothing,
}

impl Kept<'_> {
    /// Writes it to `corpus/found`; gives what is wrong, in a line, with the path.
    pub(crate) fn write(&self, what: &str, directives: &str) -> String {
        let kernel = &self.kernel.name;
        let module = Module {
            globals: self.kernel.globals.iter().map(|global| Global::clone(global)).collect(),
            kernels: vec![self.kernel.clone()],
            contracts: vec![self.contract.clone()],
            ..Module::default()
        };
        let text = format!("// @{kernel} {what}.\n\n{}", spec::print::module(&module));
        let text = text.replacen("\nentry ", &format!("\n{directives}entry "), 1);
        let stem: String =
            self.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let path = format!("corpus/found/{}.tile", stem.trim_start_matches("corpus_"));
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::fs::write(root.join(&path), text).expect("corpus/found can be written");
        format!("{}: @{kernel} {what}: see {path}", self.name)
    }

    /// `n=3 ` for every scalar argument of a launch.
    #[allow(dead_code, reason = "each test takes what it needs")]
    pub(crate) fn numbers(&self, launch: &Launch) -> String {
        arguments(&Bound { contract: self.contract, kernel: self.kernel }, launch, false)
    }

    /// The right verdict, and a run that shows it if a directive can describe its memory.
    pub(crate) fn directives(&self, example: &Counterexample, with: With) -> String {
        let Counterexample { launch, violation, .. } = example;
        let name = &self.kernel.name;
        let blocks: u64 = launch.grid.iter().map(|extent| u64::from(*extent)).product();
        let bound = Bound { contract: self.contract, kernel: self.kernel };
        let numbers = match with {
            With::Numbers => format!(" with {}grid={blocks}", arguments(&bound, launch, false)),
            With::Nothing => String::new(),
        };
        let mut text = format!("//@ check @{name} => undefined {}{numbers}\n", violation.rule);
        if let Some(grid) = describable(launch) {
            let all = arguments(&bound, launch, true);
            let _ = writeln!(text, "//@ run @{name} grid={grid} {all}=> undefined {}", violation.rule);
        }
        text
    }
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
