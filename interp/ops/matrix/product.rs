//! The product of two row-major matrices, blocked for registers (the micro-kernel of Goto and van de Geijn, "Anatomy of high-performance
//! matrix multiplication", TOMS 2008). Each element is one sum over the terms in ascending order, with a rounding per step. Several
//! elements are summed side by side, without an effect on their values.

#![expect(
    clippy::inline_always,
    reason = "code inside a function is compiled for the processor of the function"
)]

use pulp::{Arch, Simd, WithSimd};
use spec::domain::{Float, FloatMode};

use crate::values::element::payload::{Field, Payload};

/// A number type with multiplication and addition.
pub(crate) trait Term: Copy {
    /// The initial value of a sum.
    const ZERO: Self;
    /// `self·factor + sum`, rounded once.
    fn mul_add(self, factor: Self, sum: Self) -> Self;
}

impl Term for f32 {
    const ZERO: Self = 0.0;

    #[inline(always)]
    fn mul_add(self, factor: Self, sum: Self) -> Self {
        self.mul_add(factor, sum)
    }
}

impl Term for f64 {
    const ZERO: Self = 0.0;

    #[inline(always)]
    fn mul_add(self, factor: Self, sum: Self) -> Self {
        self.mul_add(factor, sum)
    }
}

impl Term for i32 {
    const ZERO: Self = 0;

    #[inline(always)]
    fn mul_add(self, factor: Self, sum: Self) -> Self {
        self.wrapping_mul(factor).wrapping_add(sum)
    }
}

impl<K: Field> Term for Payload<K> {
    const ZERO: Self = Payload(K::ZERO);

    #[inline(always)]
    fn mul_add(self, factor: Self, sum: Self) -> Self {
        self.fma(&factor, &sum, FloatMode::NEAREST)
    }
}

/// The extents of a product: rows, terms, columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extents {
    pub(crate) rows: usize,
    pub(crate) terms: usize,
    pub(crate) columns: usize,
}

/// Rows and columns that are summed at a time: as many sums as the registers of one core hold.
const ROWS: usize = 4;
const COLUMNS: usize = 16;

/// Adds `lhs·rhs` to `sums`, with the best instructions that the processor has.
pub(crate) fn add_product<T: Term>(of: Extents, lhs: &[T], rhs: &[T], sums: &mut [T]) {
    let (rows, columns) = (of.rows.is_multiple_of(ROWS), of.columns.is_multiple_of(COLUMNS));
    match (rows, columns) {
        (true, true) => Arch::new().dispatch(Product::<T, ROWS, COLUMNS> { of, lhs, rhs, sums }),
        (true, false) => Arch::new().dispatch(Product::<T, ROWS, 1> { of, lhs, rhs, sums }),
        (false, true) => Arch::new().dispatch(Product::<T, 1, COLUMNS> { of, lhs, rhs, sums }),
        (false, false) => Arch::new().dispatch(Product::<T, 1, 1> { of, lhs, rhs, sums }),
    }
}

/// A product in blocks of R × C sums.
struct Product<'a, T, const R: usize, const C: usize> {
    of: Extents,
    lhs: &'a [T],
    rhs: &'a [T],
    sums: &'a mut [T],
}

impl<T: Term, const R: usize, const C: usize> WithSimd for Product<'_, T, R, C> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        add_blocks::<T, R, C>(self.of, self.lhs, self.rhs, self.sums);
    }
}

/// Adds whole blocks of R × C sums.
#[inline(always)]
fn add_blocks<T: Term, const R: usize, const C: usize>(of: Extents, lhs: &[T], rhs: &[T], sums: &mut [T]) {
    // The sums of a block stay in registers while all terms are added; `R` and `C` are constants, so that loops unroll.
    for row in (0..of.rows).step_by(R) {
        let lines: [&[T]; R] = std::array::from_fn(|r| &lhs[(row + r) * of.terms..][..of.terms]);
        for column in (0..of.columns).step_by(C) {
            let mut block = [[T::ZERO; C]; R];
            for (r, sums_of_row) in block.iter_mut().enumerate() {
                sums_of_row.copy_from_slice(&sums[(row + r) * of.columns + column..][..C]);
            }
            for (term, line) in rhs.chunks_exact(of.columns).enumerate() {
                let line = &line[column..column + C];
                for (sums_of_row, factors) in block.iter_mut().zip(lines) {
                    let factor = factors[term];
                    for (sum, other) in sums_of_row.iter_mut().zip(line) {
                        *sum = factor.mul_add(*other, *sum);
                    }
                }
            }
            for (r, sums_of_row) in block.iter().enumerate() {
                sums[(row + r) * of.columns + column..][..C].copy_from_slice(sums_of_row);
            }
        }
    }
}
