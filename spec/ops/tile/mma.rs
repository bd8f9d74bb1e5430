//! Matrix products: `result[…, i, j] = acc[…, i, j] + Σₖ lhs[…, i, k]·rhs[…, k, j]` (semantics E.8).

use crate::domain::{Bool, Domain, Number};
use crate::syntax::types::Scalar;

/// Where the factors of term `k` are, of the result's element at an index of two axes, or of three with the batch first.
pub fn factors<N: Number>(index: &[N], k: &N) -> (Vec<N>, Vec<N>) {
    let (mut lhs, mut rhs) = (index.to_vec(), index.to_vec());
    let last = index.len().saturating_sub(1);
    lhs[last] = k.clone();
    rhs[last.saturating_sub(1)] = k.clone();
    (lhs, rhs)
}

/// The block of `block` terms that contains term `k`; the block has the scales of its factors.
pub fn block<N: Number>(k: &N, block: u32) -> N {
    k.div_floor(&N::constant(block.into()))
}

/// `mmai`: the sum, modulo 2³²; `products` is the exact sum of the products.
pub fn mmai<D: Domain>(d: &mut D, acc: &D::Number, products: &D::Number) -> D::Int {
    d.wrap(32, &acc.add(products))
}

/// `mmaf_scaled`: nothing is said of a product with a scale that is negative, zero with a sign included (ARITH-17).
pub fn scaled<D: Domain>(d: &mut D, negative: &D::Bool) {
    d.determined_if(&negative.not());
}

/// Whether `mmaf` multiplies elements of the first type and accumulates in the second.
pub fn multiplies(factors: Scalar, acc: Scalar) -> bool {
    match factors {
        Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F16 => matches!(acc, Scalar::F16 | Scalar::F32),
        Scalar::Bf16 | Scalar::Tf32 | Scalar::F32 => acc == Scalar::F32,
        Scalar::F64 => acc == Scalar::F64,
        Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64
        | Scalar::F8E8m0fnu
        | Scalar::F4E2m1fn => false,
    }
}

/// How many terms one scale of `mmaf_scaled` may be for, by the types of factors and scales.
pub fn block_sizes(factors: Scalar, scales: Scalar) -> &'static [u32] {
    match (factors, scales) {
        (Scalar::F8E4m3fn | Scalar::F8E5m2, Scalar::F8E8m0fnu) => &[32],
        (Scalar::F4E2m1fn, Scalar::F8E8m0fnu) => &[16, 32],
        (Scalar::F4E2m1fn, Scalar::F8E4m3fn) => &[16],
        _ => &[],
    }
}
