//! Facts that contracts give about parameters.

use std::sync::Arc;

use spec::valid::Valid;

use super::*;

/// What the parameters `p`, `n`, `m`, `s` are multiples of under a contract.
fn divisors_under(clauses: &str) -> [u64; 4] {
    let text = "entry @k(%p: tile<ptr<f32>>, %n: tile<i32>, %m: tile<i32>, %s: tile<i64>) {\n  return\n}\n";
    let module = spec::parse::module(text).expect("it is a kernel");
    let kernel = Valid::new(Arc::clone(&module.kernels[0])).expect("it is valid");
    let contract = spec::parse::contract_clauses(clauses).expect("it is a contract");
    let bound = Bound::new(&contract, &kernel).expect("it fits");
    let known = divisors(&bound);
    [0, 1, 2, 3].map(|at: usize| known.get(&kernel.params[at]).copied().unwrap_or(1))
}

#[test]
fn remainders_and_alignments_say_what_divides() {
    assert_eq!(
        divisors_under("align p : 16 requires = n % 128 == 0 && 0 == m % 24, s % 5 == 0"),
        [16, 128, 8, 1]
    );
    assert_eq!(divisors_under("requires = n % 64 == 16"), [1, 16, 1, 1]);
    assert_eq!(divisors_under("requires = n == 96, m == 0"), [1, 32, EVERYTHING, 1]);
}

#[test]
fn equations_hand_divisors_on_in_any_order() {
    assert_eq!(divisors_under("requires = s == n * m + 32, n % 16 == 0, m == n / 4"), [1, 16, 4, 32]);
    assert_eq!(divisors_under("requires = s == 8 * n, 2 * n == s"), [1, 1, 1, 8]);
    // Both are zero; no divisor is greater than the greatest.
    assert_eq!(divisors_under("requires = n == 2 * m, m == 2 * n"), [1, EVERYTHING, EVERYTHING, 1]);
}

#[test]
fn what_may_fail_or_divides_by_zero_says_nothing() {
    assert_eq!(divisors_under("requires = n % 128 == 0 || m % 128 == 0"), [1; 4]);
    assert_eq!(divisors_under("requires = n % 128 != 0, !(m % 64 == 0), n <= 64, n >= 64"), [1; 4]);
    assert_eq!(divisors_under("requires = m % 16 == 0, n % m == 0, s == n / 3"), [1, 1, 16, 1]);
}
