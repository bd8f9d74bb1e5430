//! Exact results of functions of rows, with their error bounds. The matrix is given by its numbers.

use driver::convert::nearest_f64;

/// Half a unit in the last place of `f32`, relative.
pub(super) const U: f64 = 1.0 / 16_777_216.0;

/// exp(x) by its sum over the row, at an index of the matrix.
pub(super) fn softmax(matrix: impl Fn(u64) -> f64, index: u64, columns: u64) -> (f64, f64) {
    let row = index / columns * columns;
    let powers = (row..row + columns).map(|at| matrix(at).exp());
    let exact = matrix(index).exp() / powers.sum::<f64>();
    // A difference is off by at most 8·u, exp by two units in the last place, above and below the line.
    (exact, exact * (nearest_f64(columns.into()) + 32.0) * U)
}

/// The logarithm of the sum of exp(x) over a row, less the number of the row's label.
pub(super) fn cross_entropy(matrix: impl Fn(u64) -> f64, row: u64, label: u64, columns: u64) -> (f64, f64) {
    let first = row * columns;
    let terms = || (first..first + columns).map(&matrix);
    let greatest = terms().fold(f64::NEG_INFINITY, f64::max);
    let logarithm = terms().map(|x| (x - greatest).exp()).sum::<f64>().ln();
    let own = matrix(first + label);
    // The sum's relative error is an absolute error of the logarithm; three numbers are added.
    let sizes = logarithm.abs() + greatest.abs() + own.abs();
    (logarithm + greatest - own, (nearest_f64(columns.into()) + 32.0) * U + 8.0 * U * sizes)
}
