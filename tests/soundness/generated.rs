//! Generated kernels: each from a number, and minimized after a finding.

use std::time::Instant;

use proptest::arbitrary::any;
use proptest::collection::vec;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::subject::Subject;
use crate::{edited, generate};

/// How often a kernel is made smaller, at most, and for how long.
const STEPS: usize = 400;
const SECONDS: f64 = 10.0;

/// The subjects of generated kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// A little of everything.
    Any,
    /// Ways out of loops and branches, and control that never comes back.
    WaysOut,
    /// Floats that are no numbers, or at the ends of their formats.
    Floats,
    /// Numbers of up to 64 bits in contracts, their products and quotients.
    Numbers,
    /// Several changes at once to kernels of the corpus.
    Edits,
    /// Blocks that go over tiles by groups of rows or columns.
    Grouped,
    /// About places in a mixed radix.
    Digits,
    /// Counters in memory.
    Counters,
    /// Blocks that take tiles in turn.
    Persistent,
    /// Elements of a buffer that are sorted, distinct, apart or bounded by their places.
    Related,
    /// Arrays of the block, stored to and read in parts and as wholes.
    Local,
    /// Bytes of the block that are stored at one width and read at another.
    Widths,
    /// Values made in branches and loops and used behind them.
    Yielded,
    /// Lists of arrays with overlaps.
    Listed,
}

impl Family {
    /// The name of the family's kernels.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Family::Any => "generated",
            Family::WaysOut => "ways out",
            Family::Floats => "floats",
            Family::Numbers => "numbers",
            Family::Edits => "edits",
            Family::Grouped => "grouped orders",
            Family::Digits => "digits",
            Family::Counters => "counters",
            Family::Persistent => "persistent loops",
            Family::Related => "related contents",
            Family::Local => "local memory",
            Family::Widths => "local widths",
            Family::Yielded => "yielded values",
            Family::Listed => "listed arrays",
        }
    }

    /// The kernel of the given choices.
    fn subject(self, name: &str, bytes: &[u8]) -> Subject {
        let text = match self {
            Family::Any => generate::any,
            Family::WaysOut => generate::ways_out,
            Family::Floats => generate::odd_floats,
            Family::Numbers => generate::large_numbers,
            Family::Grouped => generate::grouped_orders,
            Family::Digits => generate::digits,
            Family::Counters => generate::counters,
            Family::Persistent => generate::persistent_loops,
            Family::Related => generate::related_contents,
            Family::Local => generate::local_memory,
            Family::Widths => generate::local_widths,
            Family::Yielded => generate::yielded_values,
            Family::Listed => generate::listed_arrays,
            Family::Edits => return edited::subject(name, bytes),
        };
        Subject::of_text(name, &text("k", bytes))
    }
}

/// The generated kernel of a family of that number.
pub(crate) fn kernel(family: Family, number: usize) -> Subject {
    tree(family, number, |_| false)
}

/// The smallest kernel with the finding, from a number whose kernel has the finding.
pub(crate) fn smallest(family: Family, number: usize, shows: impl Fn(&Subject) -> bool) -> Subject {
    tree(family, number, shows)
}

fn tree(family: Family, number: usize, shows: impl Fn(&Subject) -> bool) -> Subject {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let choices = vec(any::<u8>(), 8..160);
    let mut tree = choices.new_tree(&mut runner).expect("nothing is rejected");
    let name = format!("{} {number}", family.name());
    let subject = |bytes: Vec<u8>| family.subject(&name, &bytes);
    let mut best = subject(tree.current());
    let (mut steps, start) = (0, Instant::now());
    let is_over = |steps: usize| steps >= STEPS || start.elapsed().as_secs_f64() > SECONDS;
    while !is_over(steps) && tree.simplify() {
        loop {
            steps += 1;
            let now = subject(tree.current());
            if shows(&now) {
                best = now;
                break;
            }
            if is_over(steps) || !tree.complicate() {
                return best;
            }
        }
    }
    best
}
