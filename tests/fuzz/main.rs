//! Mutated bytecode and mutated texts: no panic, an answer soon, and memory in proportion to the input. Readable input
//! is validated; a valid kernel is folded, and its print reads back as an equal kernel.
//!
//! `FUZZ=100000 cargo test --release --test fuzz -- --nocapture` tries so many and reports; without `FUZZ` a share of them
//! is tried. `FUZZ_SEED` begins elsewhere.

#[path = "../bytecode/build.rs"]
#[allow(dead_code, reason = "files made by hand are another test's")]
mod build;
#[path = "../bytecode/files.rs"]
#[allow(dead_code, reason = "texts of files are another test's")]
mod files;
mod input;
#[path = "../../spec/tests/format/mutate.rs"]
mod mutate;
#[path = "../../spec/tests/format/random.rs"]
#[allow(dead_code, reason = "random attributes are another test's")]
mod random;

use std::collections::BTreeMap;
use std::env;
use std::sync::Arc;
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use spec::problem::Refused;
use spec::syntax::kernel::{Kernel, Module};
use spec::valid::Valid;

use build::{Parts, kernel};
use input::{Input, Inputs};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// How far an input came.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reached {
    /// The reader refuses the input.
    Reader,
    /// The input is read; no kernel of it is valid.
    Read,
    /// A kernel of the input is valid.
    Valid,
}

/// The most memory that reading, validating and printing may take: so many bytes a byte of input, and so many in all.
const PER_BYTE: usize = 1500;
const BASE: usize = 1 << 20;

/// The time limit of an input, with room for load from elsewhere.
const SOON: Duration = Duration::from_secs(20);

/// The outcomes of inputs of one kind.
#[derive(Debug, Default)]
struct Tally {
    reached: BTreeMap<Reached, usize>,
    /// The most memory a byte of input.
    ratio: f64,
    longest: Duration,
}

fn read(input: &Input) -> Result<Module, Refused> {
    match input {
        Input::Bytecode(bytes) => frontends::bytecode::module(bytes),
        Input::Text(text) => spec::parse::module(text).map_err(Refused::from),
    }
}

/// Reads, validates and prints; what is measured.
fn digest(input: &Input) -> (Reached, Vec<Valid>) {
    let mut module = match read(input) {
        Ok(module) => module,
        Err(refused) => {
            let (message, at) = match &refused {
                Refused::IllFormed(problem) => (&problem.message, &problem.at),
                Refused::Unsupported(problem) => (&problem.message, &problem.at),
            };
            assert!(!message.is_empty() && at.offset <= input.len(), "{refused:?}");
            return (Reached::Reader, Vec::new());
        }
    };
    spec::print::module_in_place(&mut module);
    let valid: Vec<Valid> = module.kernels.iter().filter_map(|k| Valid::new(Arc::clone(k)).ok()).collect();
    (if valid.is_empty() { Reached::Read } else { Reached::Valid }, valid)
}

/// The properties of a valid kernel.
fn examine(valid: &Valid) {
    let kernel: &Kernel = valid.written();
    let globals = kernel.globals.iter().map(|global| (**global).clone()).collect();
    let module = Module { globals, kernels: vec![Arc::clone(valid.written())], ..Module::default() };
    let printed = spec::print::module(&module);
    let again = spec::parse::module(&printed).unwrap_or_else(|problem| panic!("{problem:?}\n{printed}"));
    assert!(*again.kernels[0] == *kernel, "reads back as something else:\n{printed}");
    // Views of bytes in place of elements with shared bytes are no kernel written by anybody.
    if !valid.operations().any(|op| op.attributes.packed.is_some()) {
        Valid::new(Arc::clone(spec::fold::kernel(valid).kernel())).expect("folding keeps a kernel valid");
    }
}

fn number(name: &str) -> Option<usize> {
    env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Digests an input, and holds memory and time against their limits; gives what is valid, and memory and time.
fn measured(input: &Input) -> (Reached, Vec<Valid>, f64, Duration) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let begun = Instant::now();
    let (reached, valid) = digest(input);
    let (took, peak) = (begun.elapsed(), MEMORY.peak_usage().saturating_sub(before));
    assert!(peak <= PER_BYTE * input.len() + BASE, "{peak} bytes for {}:\n{input:?}", input.len());
    assert!(took <= SOON, "{took:?}:\n{input:?}");
    (reached, valid, peak as f64 / input.len().max(1) as f64, took)
}

/// Mutants of both kinds; gives the report.
fn mutants(rounds: Option<usize>) -> String {
    let mut inputs = Inputs::new(number("FUZZ_SEED").unwrap_or(0) as u64);
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    // A text takes thirty times as long as bytecode, so short runs have fewer texts.
    let every = if rounds.is_some() { 2 } else { 8 };
    for round in 0..rounds.unwrap_or(6000) {
        let input = if round % every == 0 { inputs.text() } else { inputs.bytecode() };
        let (reached, valid, ratio, took) = measured(&input);
        valid.iter().for_each(examine);
        let tally = tallies.entry(input.kind()).or_default();
        *tally.reached.entry(reached).or_default() += 1;
        tally.ratio = tally.ratio.max(ratio);
        tally.longest = tally.longest.max(took);
    }
    let report = format!("{tallies:#?}");
    for (kind, tally) in &tallies {
        let all: usize = tally.reached.values().sum();
        let count = |reached| tally.reached.get(&reached).copied().unwrap_or(0);
        let read = count(Reached::Read) + count(Reached::Valid);
        assert!(8 * read >= all, "too few {kind} mutants are read: {report}");
        assert!(16 * count(Reached::Valid) >= all && count(Reached::Read) > 0, "{kind}: {report}");
    }
    report
}

/// Bytecode with the most contents per byte, to test memory.
fn dense() -> String {
    let ends: &[u8] = &[92, 0, 0];
    let body = |piece: &[u8]| [piece.repeat(60_000 / piece.len()), ends.to_vec()].concat();
    let element = 4096u64.to_le_bytes();
    let types = vec![[vec![13, 3, 1], element.to_vec()].concat(), rank_32()];
    let constant: Vec<u8> = (0..4096u32).map(|byte| byte.to_le_bytes()[0]).collect();
    let mut report = String::new();
    for (name, piece) in [
        ("make_token", &[68, 4][..]),
        ("reshape", &[91, 1, 0]),
        ("constant of 4096 elements", &[16, 5, 0]),
        ("iota of 32 axes", &[58, 6]),
        ("assert", &[5, 1, 0]),
        ("if", &[50, 0, 0, 2, 1, 0, 1, 109, 0, 0, 1, 0, 0]),
    ] {
        let strings = vec![vec![b'x'; 20_000]];
        let parts = Parts { strings, types: types.clone(), constants: vec![constant.clone()], debug: None };
        let input = Input::Bytecode(kernel(&body(piece), parts));
        let (reached, _, ratio, took) = measured(&input);
        report.push_str(&format!("{name}: {reached:?}, {ratio:.0} bytes a byte, {took:?}\n"));
    }
    report
}

/// A tile with as many axes as a type can have.
fn rank_32() -> Vec<u8> {
    [vec![13, 3, 32], 1u64.to_le_bytes().repeat(32)].concat()
}

/// A single test, because parallel tests would affect the measured memory.
#[test]
#[allow(clippy::print_stdout, reason = "the report, for whoever asks with --nocapture")]
fn hostile_inputs_do_no_harm() {
    let start = Instant::now();
    let (mutants, dense) = (mutants(number("FUZZ")), dense());
    println!("{mutants}\n{dense}{:?}", start.elapsed());
}
