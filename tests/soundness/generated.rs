//! Generated kernels: each from its number, and made smaller where it shows something.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::generate;
use crate::subject::Subject;

/// How often a kernel is made smaller, at most.
const STEPS: usize = 400;

/// The generated kernel of that number.
pub(crate) fn kernel(number: usize) -> Subject {
    tree(number, |_| false)
}

/// The smallest kernel that still shows something, made from that of a number, which does.
pub(crate) fn smallest(number: usize, shows: impl Fn(&Subject) -> bool) -> Subject {
    tree(number, shows)
}

fn tree(number: usize, shows: impl Fn(&Subject) -> bool) -> Subject {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&(number as u64).to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let mut tree = generate::kernels("k").new_tree(&mut runner).expect("nothing is rejected");
    let subject = |text: String| Subject::of_text(&format!("generated {number}"), &text);
    let mut best = subject(tree.current());
    let mut steps = 0;
    while steps < STEPS && tree.simplify() {
        loop {
            steps += 1;
            let now = subject(tree.current());
            if shows(&now) {
                best = now;
                break;
            }
            if steps >= STEPS || !tree.complicate() {
                return best;
            }
        }
    }
    best
}
