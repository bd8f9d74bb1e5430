//! The quick way of a reduction whose combiner is one element-wise operation, as that of most is: words are combined in place,
//! in the order of [`crate::ops::reduce::reduction`]. The fold gives up if a lane breaks a rule or becomes undetermined; the
//! reduction then repeats combination by combination and finds the place.

use spec::domain::Number;
use spec::ops::reduce::plain;
use spec::rules::Rule;
use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::{Elementwise, elementwise};
use spec::syntax::types::{Element, Scalar};

use crate::ops::elementwise::signature::element_attributes;
use crate::ops::reduce::axis::{Axis, BLOCK, CHUNK};
use crate::values::element::bits::{Bits, Floats, Integers};
use crate::values::element::float::Real;
use crate::values::element::format::{Binary16, Binary32, Binary64, Brain16, Format};
use crate::values::element::number::Truth;
use crate::values::element::word::{Lane, Word, Word8, Word16, Word32, Word64};
use crate::values::elements::Store;
use crate::values::tile::Tile;

/// The operands and options of a fold.
#[derive(Clone, Copy)]
struct Fold<'a> {
    at: &'a Attributes,
    tile: &'a Tile,
    axis: Axis,
    identity: u64,
    /// Whether the accumulator is the first operand.
    swapped: bool,
    ignore: Option<Rule>,
}

/// The combiner in one reading.
struct FoldReading<'a, D> {
    fold: Fold<'a>,
    domain: std::marker::PhantomData<D>,
}

/// Combines the elements of a tile along an axis, starting from the identity. `None` for combiners without a fast path.
pub(crate) fn try_fold(
    kernel: &Kernel,
    op: &Operation,
    tile: &Tile,
    axis: Axis,
    ignore: Option<Rule>,
) -> Option<Tile> {
    let inner = plain(op)?;
    let (Element::Scalar(scalar), false) = (kernel.tile(op.operands[0]).element, tile.undetermined.any())
    else {
        return None;
    };
    let [identity] = op.attributes.identities.as_slice() else { return None };
    let swapped = inner.operands[0] == op.regions[0].params[1];
    let fold = Fold { at: &inner.attributes, tile, axis, identity: identity.0, swapped, ignore };
    match scalar {
        Scalar::I8 => elementwise(inner.op, fold.reading::<Integers<Word8>>()),
        Scalar::I16 => elementwise(inner.op, fold.reading::<Integers<Word16>>()),
        Scalar::I32 => elementwise(inner.op, fold.reading::<Integers<Word32>>()),
        Scalar::I64 => elementwise(inner.op, fold.reading::<Integers<Word64>>()),
        Scalar::F16 => elementwise(inner.op, fold.reading::<Floats<Real<Binary16>>>()),
        Scalar::Bf16 => elementwise(inner.op, fold.reading::<Floats<Real<Brain16>>>()),
        Scalar::F32 => elementwise(inner.op, fold.reading::<Floats<Real<Binary32>>>()),
        Scalar::F64 => elementwise(inner.op, fold.reading::<Floats<Real<Binary64>>>()),
        // Such types are rarely reduced.
        Scalar::I1
        | Scalar::I4
        | Scalar::Tf32
        | Scalar::F8E4m3fn
        | Scalar::F8E5m2
        | Scalar::F8E8m0fnu
        | Scalar::F4E2m1fn => None,
    }
    .flatten()
}

impl<'a> Fold<'a> {
    fn reading<D>(self) -> FoldReading<'a, D> {
        FoldReading { fold: self, domain: std::marker::PhantomData }
    }
}

impl<N, I, F> FoldReading<'_, Bits<N, I, F>> {
    /// The fold: `f` is given an element and the accumulator.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the compiler hoists lane-invariant code only inside a single function"
    )]
    fn fold_lanes<L: Lane>(&self, f: impl Fn(&mut Bits<N, I, F>, &L, &L) -> L) -> Option<Tile> {
        let Fold { tile, axis: Axis { outer, extent, inner }, ignore, swapped, .. } = self.fold;
        let words = L::Store::lanes(&tile.elements);
        let mut is_flagged = false;
        let mut combined = |element: L::Store, accumulator: L::Store| {
            let mut d = Bits::new(ignore);
            let (first, second) = if swapped { (accumulator, element) } else { (element, accumulator) };
            let word = f(&mut d, &L::read(first), &L::read(second)).write();
            is_flagged |= d.violation_code() != 0 || d.is_undetermined();
            word
        };
        // The tree of `reduction`: first blocks onto the first one, element by element.
        let block = extent.min(BLOCK);
        let chunk = block.min(CHUNK);
        let mut sums = Vec::with_capacity(outer * block * inner);
        for elements in words.chunks_exact(extent * inner) {
            let start = sums.len();
            let mut blocks = elements.chunks_exact(block * inner);
            sums.extend_from_slice(blocks.next()?);
            for elements in blocks {
                sums[start..]
                    .iter_mut()
                    .zip(elements)
                    .for_each(|(sum, element)| *sum = combined(*element, *sum));
            }
        }
        // Then halves onto halves, inside chunks and then over chunks, in place.
        for (parts, mut extent) in [(outer * (block / chunk), chunk), (outer, block / chunk)] {
            while extent > 1 {
                let half = extent / 2 * inner;
                for part in 0..parts {
                    for k in 0..half {
                        let (low, high) = (part * 2 * half + k, (part * 2 + 1) * half + k);
                        sums[part * half + k] = combined(sums[high], sums[low]);
                    }
                }
                extent /= 2;
            }
        }
        sums.truncate(outer * inner);
        // At last what is left onto the identity.
        let identity = L::Store::from_raw(self.fold.identity);
        sums.iter_mut().for_each(|sum| *sum = combined(*sum, identity));
        (!is_flagged).then(|| Tile::of(sums))
    }
}

/// Only operations of two operands combine.
impl<N, I, F> Elementwise for FoldReading<'_, Bits<N, I, F>>
where
    N: Number<Bool = Truth> + Into<i128> + Copy,
    I: Word<Number = N>,
    F: Format,
{
    type Domain = Bits<N, I, F>;
    type Output = Option<Tile>;

    fn int2(self, f: impl Fn(&mut Self::Domain, &Attributes, &I, &I) -> I) -> Self::Output {
        let at = &element_attributes(self.fold.at);
        self.fold_lanes(|d, a, b| f(d, at, a, b))
    }

    fn float2(self, f: impl Fn(&mut Self::Domain, &Attributes, &F, &F) -> F) -> Self::Output {
        let at = &element_attributes(self.fold.at);
        self.fold_lanes(|d, a, b| f(d, at, a, b))
    }

    fn int1(self, _: impl Fn(&mut Self::Domain, &Attributes, &I) -> I) -> Self::Output {
        None
    }

    fn int_compare(self, _: impl Fn(&mut Self::Domain, &Attributes, &I, &I) -> Truth) -> Self::Output {
        None
    }

    fn extend(self, _: impl Fn(&mut Self::Domain, &Attributes, u32, &N, &N) -> I) -> Self::Output {
        None
    }

    fn truncate(self, _: impl Fn(&mut Self::Domain, &Attributes, u32, &I) -> I) -> Self::Output {
        None
    }

    fn float1(self, _: impl Fn(&mut Self::Domain, &Attributes, &F) -> F) -> Self::Output {
        None
    }

    fn float_power(self, _: impl Fn(&mut Self::Domain, &Attributes, &F, &N) -> F) -> Self::Output {
        None
    }

    fn float3(self, _: impl Fn(&mut Self::Domain, &Attributes, &F, &F, &F) -> F) -> Self::Output {
        None
    }

    fn float_compare(self, _: impl Fn(&mut Self::Domain, &Attributes, &F, &F) -> Truth) -> Self::Output {
        None
    }

    fn int_to_float(self, _: impl Fn(&mut Self::Domain, &Attributes, &N, &N) -> F) -> Self::Output {
        None
    }

    fn float_to_int(self, _: impl Fn(&mut Self::Domain, &Attributes, u32, &f64) -> I) -> Self::Output {
        None
    }

    fn float_to_float(self, _: impl Fn(&mut Self::Domain, &Attributes, &f64) -> F) -> Self::Output {
        None
    }
}
