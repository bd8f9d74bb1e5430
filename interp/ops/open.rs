//! Whether the rules leave a result open: whether an implementation that adds in another order may come to another one, of the operands
//! as they are. Sums of numbers that have so few digits together that no partial sum is rounded are the same in every order, and so are
//! sums of two numbers and zeros.

use spec::ops::accuracy::{self, Accuracy};
use spec::ops::reduce;
use spec::syntax::attributes::Rounding;
use spec::syntax::format::{self, Format};
use spec::syntax::kernel::Operation;
use spec::syntax::op::{Core, Meaning, Memory, Op};
use spec::syntax::types::Scalar;

use crate::machine::state::Machine;
use crate::ops::reduce::axis::Axis;

impl Machine<'_> {
    /// Notes whether the rules leave open what an operation has given that was just run.
    pub(crate) fn note_open(&mut self, op: &Operation) {
        if self.options.finds_open && !self.open {
            self.open = self.is_open(op);
        }
    }

    fn is_open(&self, op: &Operation) -> bool {
        match op.op.meaning() {
            // In which order blocks update is open, too.
            Meaning::Memory(memory) => {
                matches!(memory, Memory::AtomicRmwTko | Memory::AtomicCasTko | Memory::AtomicRedViewTko)
            }
            Meaning::Control(_) | Meaning::Unsupported => false,
            Meaning::Core(Core::Mmaf) => !self.is_product_settled(op),
            Meaning::Core(Core::Reduce | Core::Scan) => {
                accuracy::of(self.kernel, op).is_none_or(|row| row.accuracy != Accuracy::Exact)
                    && !self.are_lines_settled(op)
            }
            Meaning::Core(Core::MmafScaled) => true,
            Meaning::Core(_) => false,
            Meaning::Elementwise => {
                let integers =
                    self.kernel.tile(op.results[0]).element.scalar().is_some_and(Scalar::is_integer);
                let row = accuracy::of(self.kernel, op);
                row.map_or(!integers, |row| row.accuracy != Accuracy::Exact)
            }
        }
    }

    /// Whether every sum along an axis is the same in every order.
    fn are_lines_settled(&self, op: &Operation) -> bool {
        let inner = reduce::plain(op).filter(|inner| reduce::is_neutral(self.kernel, op, inner));
        let sums = inner.filter(|inner| {
            let nearest = matches!(inner.attributes.rounding, None | Some(Rounding::NearestEven));
            inner.op == Op::Addf && nearest && !inner.attributes.flush_to_zero
        });
        let (Some(_), Some(dim)) = (sums, op.attributes.dim) else { return false };
        let (tile, scalar) = (self.tile(op.operands[0]), self.scalar(op.operands[0]));
        let shape = &self.kernel.tile(op.operands[0]).shape;
        let Ok(dim) = usize::try_from(dim) else { return false };
        if tile.undetermined.any() || dim >= shape.len() {
            return false;
        }
        let axis = Axis::of(shape, dim);
        (0..axis.outer * axis.inner).all(|line| {
            let value = |place| format::value(tile.raw(axis.lane(line, place)), scalar);
            let terms: Option<Vec<f64>> = (0..axis.extent).map(value).collect();
            // If parts of a line are zeros, the sign depends on the start of the parts.
            let plain =
                |terms: &[f64]| op.op == Op::Reduce || !terms.iter().any(|term| is_negative_zero(*term));
            terms.is_some_and(|terms| plain(&terms) && is_sum_settled(&terms, scalar))
        })
    }

    /// Whether every sum of products is the same however it is added, in as many digits as an implementation keeps.
    fn is_product_settled(&self, op: &Operation) -> bool {
        let row = accuracy::of(self.kernel, op).map(|row| row.accuracy);
        let Some(Accuracy::Terms { digits, .. }) = row else { return false };
        let scalars = [0, 1, 2].map(|at| self.scalar(op.operands[at]));
        if scalars[0] == Scalar::F64 || op.operands.iter().any(|id| self.tile(*id).undetermined.any()) {
            return false;
        }
        let value = |(operand, lane): (usize, usize)| {
            format::value(self.tile(op.operands[operand]).raw(lane), scalars[operand])
        };
        (0..self.tile(op.operands[2]).len()).all(|place| {
            let lanes = self.summed_lanes(op, place);
            let [(_, begin), (_, line), (_, down)] = lanes.as_slice() else { return false };
            let product = |(a, b): (&usize, &usize)| Some(value((0, *a))? * value((1, *b))?);
            let begin = begin.iter().map(|lane| value((2, *lane)));
            let terms: Option<Vec<f64>> = begin.chain(line.iter().zip(down).map(product)).collect();
            terms.is_some_and(|terms| has_few_digits(&terms, scalars[2], digits))
        })
    }
}

/// Whether a sum, each step rounded to the nearest, is the same in every order.
fn is_sum_settled(terms: &[f64], scalar: Scalar) -> bool {
    let some = terms.iter().filter(|term| **term != 0.0).count();
    let finite = terms.iter().all(|term| term.is_finite());
    let digits = Format::of(scalar).map_or(0, |format| format.digits());
    finite && (1..=2).contains(&some) || has_few_digits(terms, scalar, digits)
}

/// Whether all partial sums fit the available digits, from their largest possible digit to the last digit of any term, within the range of
/// normal numbers. Then no sum is rounded.
fn has_few_digits(terms: &[f64], scalar: Scalar, digits: u32) -> bool {
    if terms.iter().all(|term| *term == 0.0) {
        // Minus zero is the sum of those alone, where nothing else is added to begin with.
        return !terms.iter().all(|term| is_negative_zero(*term));
    }
    let parts: Option<Vec<(u64, i32)>> =
        terms.iter().filter(|term| **term != 0.0).map(|term| odd(*term)).collect();
    let Some(parts) = parts else { return false };
    let last = parts.iter().map(|(_, exponent)| *exponent).min().unwrap_or(0);
    let mut sum: u128 = 0;
    for (part, exponent) in parts {
        let by = (exponent - last).cast_unsigned();
        let Some(whole) = u128::from(part).checked_shl(by).filter(|whole| whole >> by == u128::from(part))
        else {
            return false;
        };
        let Some(next) = sum.checked_add(whole) else { return false };
        sum = next;
    }
    let least = format::value(1, scalar).filter(|least| *least > 0.0).and_then(odd);
    if least.is_none_or(|(_, least)| last < least) {
        return false;
    }
    let greatest =
        format::convert(f64::MAX, scalar, Rounding::Zero).and_then(|bits| format::value(bits, scalar));
    let magnitude: f64 = terms.iter().map(|term| term.abs()).sum();
    sum <= 1 << digits && greatest.is_some_and(|greatest| magnitude <= greatest)
}

fn is_negative_zero(term: f64) -> bool {
    term == 0.0 && term.is_sign_negative()
}

/// A finite number but zero as an odd one times a power of two, without its sign.
fn odd(number: f64) -> Option<(u64, i32)> {
    let bits = number.abs().to_bits();
    let (field, fraction) = (bits >> 52, bits & ((1 << 52) - 1));
    let whole = if field == 0 { fraction } else { fraction | 1 << 52 };
    let exponent = i32::try_from(field.max(1)).ok()? - 1075;
    let zeros = whole.trailing_zeros();
    number.is_finite().then_some((whole >> zeros, exponent + i32::try_from(zeros).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sums of some numbers: in every order, in every way to put parentheses.
    fn sums(terms: &[f32]) -> Vec<u32> {
        let all = 1usize << terms.len();
        let mut of: Vec<Vec<u32>> = vec![Vec::new(); all];
        for (at, term) in terms.iter().enumerate() {
            of[1 << at] = vec![term.to_bits()];
        }
        for set in 1..all {
            let mut part = (set - 1) & set;
            while part > 0 {
                let pairs = of[part].iter().flat_map(|a| of[set ^ part].iter().map(move |b| (*a, *b)));
                let more: Vec<u32> =
                    pairs.map(|(a, b)| (f32::from_bits(a) + f32::from_bits(b)).to_bits()).collect();
                of[set].extend(more);
                of[set].sort_unstable();
                of[set].dedup();
                part = (part - 1) & set;
            }
        }
        of.pop().unwrap_or_default()
    }

    fn numbers(seed: u64) -> Vec<f32> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut next = |below: u64| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 20) % below
        };
        let number = |next: &mut dyn FnMut(u64) -> u64| {
            let whole = f32::from(u16::try_from(next(1 << (1 + seed % 16))).unwrap_or(0));
            let sign = if next(2) == 0 { 1.0 } else { -1.0 };
            sign * whole * 2f32.powi(i32::try_from(next(12)).unwrap_or(0) - 6)
        };
        (0..4 + seed % 2).map(|_| number(&mut next)).collect()
    }

    #[test]
    fn sums_that_are_settled_are_the_same_in_every_order() {
        let (mut settled, mut of_one_digit_more) = (0, 0);
        for seed in 0..20_000 {
            let terms = numbers(seed);
            let wide: Vec<f64> = terms.iter().map(|term| f64::from(*term)).collect();
            if !is_sum_settled(&wide, Scalar::F32) {
                let more = has_few_digits(&wide, Scalar::F32, 25);
                of_one_digit_more += usize::from(more && sums(&terms).len() > 1);
                continue;
            }
            settled += 1;
            assert_eq!(sums(&terms).len(), 1, "{terms:?}");
        }
        assert!(settled > 2000, "only {settled}");
        // The test detects a bound with one digit too many.
        assert!(of_one_digit_more > 0);
    }

    #[test]
    fn sums_of_many_digits_and_zeros_alone_are_open() {
        let settled = |terms: &[f64]| is_sum_settled(terms, Scalar::F32);
        let third = f64::from(1f32 / 3.0);
        assert!(settled(&[third, 0.0, -0.0, 1.0]));
        assert!(!settled(&[third, 0.0, third, 1.0]));
        assert!(settled(&[1.0, 2.0, 3.0, 4.0]) && !settled(&[1.0, 16_777_215.0, 1.0]));
        assert!(settled(&[0.0, -0.0]) && !settled(&[-0.0, -0.0]));
        assert!(!settled(&[f64::INFINITY, 1.0]) && !settled(&[f64::NAN, 0.0]));
        assert!(!is_sum_settled(&[40_000.0, 40_000.0, -32.0], Scalar::F16));
        // Products of tiny numbers lie between two numbers and are rounded one by one.
        let tiny = 2f64.powi(-150);
        assert!(!has_few_digits(&[tiny, tiny, tiny], Scalar::F32, 24));
        assert!(has_few_digits(&[2.0 * tiny, 2.0 * tiny, 4.0 * tiny], Scalar::F32, 24));
    }
}
