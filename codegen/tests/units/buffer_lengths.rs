//! How many elements of an array a contract lets a kernel reach.

use std::sync::Arc;

use spec::valid::Valid;

use super::*;

/// The most elements of `p`, whose kernel takes the numbers `n` and `m` too, under a contract.
fn length_under(clauses: &str) -> Option<u64> {
    let text = "entry @k(%p: tile<ptr<i32>>, %n: tile<i32>, %m: tile<i32>) {\n  return\n}\n";
    let module = spec::parse::module(text).expect("it is a kernel");
    let kernel = Valid::new(Arc::clone(&module.kernels[0])).expect("it is valid");
    let contract = spec::parse::contract_clauses(clauses).expect("it is a contract");
    let bound = Bound::new(&contract, &kernel).expect("it fits");
    buffer_lengths(&bound).get(&kernel.params[0]).copied()
}

#[test]
fn numbers_and_bounded_sizes_are_lengths() {
    assert_eq!(length_under("buffer p : i32[256]"), Some(256));
    assert_eq!(length_under("array p : i32[16, 16]"), Some(256));
    for requires in [
        "n <= 64",
        "64 >= n",
        "n < 65",
        "65 > n",
        "n == 64",
        "64 == n",
        "n >= 1 && n <= 64",
        "n <= 70, n <= 64",
    ] {
        assert_eq!(length_under(&format!("buffer p : i32[n] requires = {requires}")), Some(64), "{requires}");
    }
    assert_eq!(length_under("buffer p : i32[2 * n + 1] requires = n <= 8, m <= 3"), Some(17));
    assert_eq!(length_under("buffer p : i32[n * 4 - 1] requires = n <= 8"), Some(31));
    assert_eq!(length_under("buffer p : i32[min(n, 100)]"), Some(100));
    assert_eq!(length_under("buffer p : i32[max(n, m)] requires = n <= 8, m <= 3"), Some(8));
}

#[test]
fn what_may_be_larger_is_none() {
    assert_eq!(length_under(""), None);
    assert_eq!(length_under("buffer p : i32[n]"), None);
    for requires in [
        "n >= 64",
        "64 <= n",
        "n != 64",
        "m <= 64",
        "n <= 64 || m <= 64",
        "n <= m",
        "n % 64 == 0",
        "!(n > 64)",
    ] {
        assert_eq!(length_under(&format!("buffer p : i32[n] requires = {requires}")), None, "{requires}");
    }
    // A factor that may be negative turns bounds around, and so does what is taken away.
    assert_eq!(length_under("buffer p : i32[n * m] requires = n <= 8, m <= 8"), None);
    assert_eq!(length_under("buffer p : i32[n * -1] requires = n <= 8"), None);
    assert_eq!(length_under("buffer p : i32[8 - n] requires = n <= 8"), None);
    assert_eq!(length_under("buffer p : i32[max(n, m)] requires = n <= 8"), None);
    // Where a clause speaks of the length, the stated size is the least.
    assert_eq!(length_under("buffer p : i32[16] contents p : value < len(p)"), None);
}
