//! Element-wise operations: the element function of the specification, inside one loop over typed words.

use std::marker::PhantomData;

use spec::domain::Number;
use spec::rules::Rule;
use spec::syntax::attributes::Attributes;
use spec::syntax::op::Elementwise;
use spec::syntax::types::Scalar;

use crate::ops::elementwise::signature::{LaneViolation, Signature, element_attributes};
use crate::values::element::bits::Bits;
use crate::values::element::float::Real;
use crate::values::element::format::{Binary16, Binary32, Binary64, Brain16, Format, Source};
use crate::values::element::number::Truth;
use crate::values::element::payload::{
    Field16, Field32, Field64, FieldBrain16, FieldE2m1, FieldE4m3, FieldE5m2, FieldPower8, FieldTensor32,
    Payload,
};
use crate::values::element::restricted::{E2m1, E4m3, E5m2, Power8, Restricted, Tensor32};
use crate::values::element::word::{Bit, Lane, Nibble, Word, Word8, Word16, Word32, Word64};
use crate::values::elements::{Elements, Store};
use crate::values::lanes::Lanes;
use crate::values::marks::Marks;
use crate::values::tile::Tile;

/// One operation on whole tiles.
#[derive(Clone, Copy)]
pub(crate) struct Lanewise<'a> {
    pub(crate) at: &'a Attributes,
    pub(crate) types: Signature,
    pub(crate) operands: &'a [&'a Tile],
    pub(crate) ignore: Option<Rule>,
}

/// The same in one reading.
pub(crate) struct Reading<'a, D> {
    lanewise: Lanewise<'a>,
    domain: PhantomData<D>,
}

impl<'a> Lanewise<'a> {
    pub(crate) fn reading<D>(self) -> Reading<'a, D> {
        Reading { lanewise: self, domain: PhantomData }
    }

    fn operand<S: Store>(&self, position: usize) -> &'a [S] {
        S::lanes(&self.operands[position].elements)
    }
}

impl<'a, N, I, F> Reading<'a, Bits<N, I, F>> {
    fn operand<S: Store>(&self, position: usize) -> &'a [S] {
        self.lanewise.operand(position)
    }

    /// Applies a function to every lane. The rules that lanes break are gathered in one byte, and whether any lane is
    /// left undetermined in one bit; only where one of them is set are the lanes gone through again, to find which.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "what does not change from lane to lane is seen only in one function"
    )]
    fn each<T, R: Lane>(
        &self,
        lanes: impl ExactSizeIterator<Item = T> + Clone,
        f: impl Fn(&mut Bits<N, I, F>, T) -> R,
    ) -> Result<Tile, LaneViolation> {
        let ignore = self.lanewise.ignore;
        // One pass without a branch on what a lane broke, which the compiler can vectorize.
        let (mut flags, mut undetermined) = (0, false);
        let mut words = vec![R::Store::default(); lanes.len()];
        for (word, lane) in words.iter_mut().zip(lanes.clone()) {
            let mut d = Bits::new(ignore);
            *word = f(&mut d, lane).write();
            flags |= d.violation_code();
            undetermined |= d.is_undetermined();
        }
        // Some lane broke a rule: find the first, in a second pass that nearly never runs.
        if flags != 0 {
            let broken = |(lane, operands)| {
                let mut d = Bits::new(ignore);
                f(&mut d, operands);
                Some(LaneViolation { rule: d.violation()?, lane })
            };
            if let Some(broken) = lanes.clone().enumerate().find_map(broken) {
                return Err(broken);
            }
        }
        let mark = |operands| {
            let mut d = Bits::new(ignore);
            f(&mut d, operands);
            d.is_undetermined()
        };
        let undetermined = if undetermined { Marks::new(lanes.map(mark).collect()) } else { Marks::NONE };
        Ok(Tile { elements: R::Store::elements(Lanes::new(words)), undetermined })
    }

    /// Applies a function of an integer, read both ways, whatever its width.
    #[inline]
    fn each_integer<R: Lane>(
        &self,
        f: impl Fn(&mut Bits<N, I, F>, &N, &N) -> R,
    ) -> Result<Tile, LaneViolation>
    where
        N: Number,
    {
        match self.lanewise.types.from {
            Scalar::I1 => self.each_word::<Bit, R>(f),
            Scalar::I4 => self.each_word::<Nibble, R>(f),
            Scalar::I8 => self.each_word::<Word8, R>(f),
            Scalar::I16 => self.each_word::<Word16, R>(f),
            Scalar::I32 => self.each_word::<Word32, R>(f),
            Scalar::I64 => self.each_word::<Word64, R>(f),
            Scalar::F16
            | Scalar::Bf16
            | Scalar::F32
            | Scalar::F64
            | Scalar::Tf32
            | Scalar::F8E4m3fn
            | Scalar::F8E5m2
            | Scalar::F8E8m0fnu
            | Scalar::F4E2m1fn => unreachable!("a valid kernel converts integers here"),
        }
    }

    #[inline]
    fn each_word<W: Word, R: Lane>(
        &self,
        f: impl Fn(&mut Bits<N, I, F>, &N, &N) -> R,
    ) -> Result<Tile, LaneViolation>
    where
        N: Number,
    {
        self.each(self.operand(0).iter(), |d, word| {
            let word = W::read(*word);
            f(d, &N::constant(word.wide_signed()), &N::constant(word.wide_unsigned()))
        })
    }

    #[inline]
    fn each_float<S: Source, R: Lane>(
        &self,
        f: impl Fn(&mut Bits<N, I, F>, &f64) -> R,
    ) -> Result<Tile, LaneViolation> {
        self.each(self.operand(0).iter(), |d, bits| f(d, &S::read(*bits).wide()))
    }

    /// Applies a function of a float, whatever its format.
    #[inline]
    fn each_wide<R: Lane>(&self, f: impl Fn(&mut Bits<N, I, F>, &f64) -> R) -> Result<Tile, LaneViolation> {
        if self.lanewise.types.payload {
            return self.each_wide_payload(f);
        }
        match self.lanewise.types.from {
            Scalar::F16 => self.each_float::<Real<Binary16>, R>(f),
            Scalar::Bf16 => self.each_float::<Real<Brain16>, R>(f),
            Scalar::F32 => self.each_float::<Real<Binary32>, R>(f),
            Scalar::F64 => self.each_float::<Real<Binary64>, R>(f),
            Scalar::Tf32 => self.each_float::<Restricted<Tensor32>, R>(f),
            Scalar::F8E4m3fn => self.each_float::<Restricted<E4m3>, R>(f),
            Scalar::F8E5m2 => self.each_float::<Restricted<E5m2>, R>(f),
            Scalar::F8E8m0fnu => self.each_float::<Restricted<Power8>, R>(f),
            Scalar::F4E2m1fn => self.each_float::<Restricted<E2m1>, R>(f),
            Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
                unreachable!("a valid kernel converts floats here")
            }
        }
    }

    /// The same where floats are elements of a field.
    fn each_wide_payload<R: Lane>(
        &self,
        f: impl Fn(&mut Bits<N, I, F>, &f64) -> R,
    ) -> Result<Tile, LaneViolation> {
        match self.lanewise.types.from {
            Scalar::F16 => self.each_float::<Payload<Field16>, R>(f),
            Scalar::Bf16 => self.each_float::<Payload<FieldBrain16>, R>(f),
            Scalar::F32 => self.each_float::<Payload<Field32>, R>(f),
            Scalar::F64 => self.each_float::<Payload<Field64>, R>(f),
            Scalar::Tf32 => self.each_float::<Payload<FieldTensor32>, R>(f),
            Scalar::F8E4m3fn => self.each_float::<Payload<FieldE4m3>, R>(f),
            Scalar::F8E5m2 => self.each_float::<Payload<FieldE5m2>, R>(f),
            Scalar::F8E8m0fnu => self.each_float::<Payload<FieldPower8>, R>(f),
            Scalar::F4E2m1fn => self.each_float::<Payload<FieldE2m1>, R>(f),
            Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
                unreachable!("a valid kernel converts floats here")
            }
        }
    }
}

impl<N, I, F: Format> Reading<'_, Bits<N, I, F>> {
    /// Applies a function of a float and an integer that is stored in such words.
    #[inline]
    fn each_power<S: Store>(
        &self,
        number: impl Fn(&S) -> i128,
        f: impl Fn(&mut Bits<N, I, F>, &Attributes, &F, &N) -> F,
    ) -> Result<Tile, LaneViolation>
    where
        N: Number,
    {
        let at = &element_attributes(self.lanewise.at);
        let lanes = self.operand(0).iter().zip(self.operand::<S>(1));
        self.each(lanes, |d, (a, b)| f(d, at, &F::read(*a), &N::constant(number(b))))
    }
}

impl<N, I, F> Elementwise for Reading<'_, Bits<N, I, F>>
where
    N: Number<Bool = Truth> + Into<i128> + Copy,
    I: Word<Number = N>,
    F: Format,
{
    type Domain = Bits<N, I, F>;
    type Output = Result<Tile, LaneViolation>;

    fn int1(self, f: impl Fn(&mut Self::Domain, &Attributes, &I) -> I) -> Self::Output {
        let at = &element_attributes(self.lanewise.at);
        self.each(self.operand(0).iter(), |d, a| f(d, at, &I::read(*a)))
    }

    fn int2(self, f: impl Fn(&mut Self::Domain, &Attributes, &I, &I) -> I) -> Self::Output {
        let at = &element_attributes(self.lanewise.at);
        let lanes = self.operand(0).iter().zip(self.operand(1));
        self.each(lanes, |d, (a, b)| f(d, at, &I::read(*a), &I::read(*b)))
    }

    fn int_compare(self, f: impl Fn(&mut Self::Domain, &Attributes, &I, &I) -> Truth) -> Self::Output {
        let at = &element_attributes(self.lanewise.at);
        let lanes = self.operand(0).iter().zip(self.operand(1));
        self.each(lanes, |d, (a, b)| f(d, at, &I::read(*a), &I::read(*b)))
    }

    fn extend(self, f: impl Fn(&mut Self::Domain, &Attributes, u32, &N, &N) -> I) -> Self::Output {
        let (at, bits) = (&element_attributes(self.lanewise.at), self.lanewise.types.to.bits());
        self.each_integer(|d, signed, unsigned| f(d, at, bits, signed, unsigned))
    }

    fn truncate(self, f: impl Fn(&mut Self::Domain, &Attributes, u32, &I) -> I) -> Self::Output {
        let (at, to) = (&element_attributes(self.lanewise.at), self.lanewise.types.to);
        let lanes = self.operand(0).iter();
        let low = |d: &mut Self::Domain, a: &I::Store| f(d, at, to.bits(), &I::read(*a)).write().raw();
        match to.bytes() {
            1 => self.each(lanes, |d, a| u8::from_raw(low(d, a))),
            2 => self.each(lanes, |d, a| u16::from_raw(low(d, a))),
            4 => self.each(lanes, |d, a| u32::from_raw(low(d, a))),
            _ => self.each(lanes, low),
        }
    }

    fn float1(self, f: impl Fn(&mut Self::Domain, &Attributes, &F) -> F) -> Self::Output {
        let at = &element_attributes(self.lanewise.at);
        self.each(self.operand(0).iter(), |d, a| f(d, at, &F::read(*a)))
    }

    fn float2(self, f: impl Fn(&mut Self::Domain, &Attributes, &F, &F) -> F) -> Self::Output {
        let at = &element_attributes(self.lanewise.at);
        let lanes = self.operand(0).iter().zip(self.operand(1));
        self.each(lanes, |d, (a, b)| f(d, at, &F::read(*a), &F::read(*b)))
    }

    fn float_power(self, f: impl Fn(&mut Self::Domain, &Attributes, &F, &N) -> F) -> Self::Output {
        match &self.lanewise.operands[1].elements {
            Elements::U8(_) if self.lanewise.types.last == Scalar::I1 => {
                self.each_power(|word: &u8| -i128::from(*word), f)
            }
            Elements::U8(_) => self.each_power(|word: &u8| word.cast_signed().into(), f),
            Elements::U16(_) => self.each_power(|word: &u16| word.cast_signed().into(), f),
            Elements::U32(_) => self.each_power(|word: &u32| word.cast_signed().into(), f),
            Elements::U64(_) => self.each_power(|word: &u64| word.cast_signed().into(), f),
            Elements::Pointers(_) => unreachable!("a valid kernel has integers here"),
        }
    }

    fn float3(self, f: impl Fn(&mut Self::Domain, &Attributes, &F, &F, &F) -> F) -> Self::Output {
        let at = &element_attributes(self.lanewise.at);
        let lanes = self.operand(0).iter().zip(self.operand(1)).zip(self.operand(2));
        self.each(lanes, |d, ((a, b), c)| f(d, at, &F::read(*a), &F::read(*b), &F::read(*c)))
    }

    fn float_compare(self, f: impl Fn(&mut Self::Domain, &Attributes, &F, &F) -> Truth) -> Self::Output {
        let at = &element_attributes(self.lanewise.at);
        let lanes = self.operand(0).iter().zip(self.operand(1));
        self.each(lanes, |d, (a, b)| f(d, at, &F::read(*a), &F::read(*b)))
    }

    fn int_to_float(self, f: impl Fn(&mut Self::Domain, &Attributes, &N, &N) -> F) -> Self::Output {
        let at = &element_attributes(self.lanewise.at);
        self.each_integer(|d, signed, unsigned| f(d, at, signed, unsigned))
    }

    fn float_to_int(self, f: impl Fn(&mut Self::Domain, &Attributes, u32, &f64) -> I) -> Self::Output {
        let (at, bits) = (&element_attributes(self.lanewise.at), self.lanewise.types.to.bits());
        self.each_wide(|d, wide| f(d, at, bits, wide))
    }

    fn float_to_float(self, f: impl Fn(&mut Self::Domain, &Attributes, &f64) -> F) -> Self::Output {
        let at = &element_attributes(self.lanewise.at);
        self.each_wide(|d, wide| f(d, at, wide))
    }
}
