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

/// An operation on whole tiles.
#[derive(Clone, Copy)]
pub(crate) struct Lanewise<'a> {
    pub(crate) at: &'a Attributes,
    pub(crate) types: Signature,
    pub(crate) operands: &'a [&'a Tile],
    pub(crate) ignore: Option<Rule>,
}

/// The function in one reading.
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

    /// The first operand as integers of any width, signed and unsigned.
    fn read_integers<N: Number>(&self) -> Vec<(N, N)> {
        match self.types.from {
            Scalar::I1 => self.read_words::<Bit, N>(),
            Scalar::I4 => self.read_words::<Nibble, N>(),
            Scalar::I8 => self.read_words::<Word8, N>(),
            Scalar::I16 => self.read_words::<Word16, N>(),
            Scalar::I32 => self.read_words::<Word32, N>(),
            Scalar::I64 => self.read_words::<Word64, N>(),
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

    fn read_words<W: Word, N: Number>(&self) -> Vec<(N, N)> {
        let read = |word: &W::Store| {
            let word = W::read(*word);
            (N::constant(word.wide_signed()), N::constant(word.wide_unsigned()))
        };
        self.operand(0).iter().map(read).collect()
    }

    /// The first operand in binary64, which holds every format.
    fn widen(&self) -> Vec<f64> {
        if self.types.payload {
            return self.widen_payload();
        }
        match self.types.from {
            Scalar::F16 => self.widen_from::<Real<Binary16>>(),
            Scalar::Bf16 => self.widen_from::<Real<Brain16>>(),
            Scalar::F32 => self.widen_from::<Real<Binary32>>(),
            Scalar::F64 => self.widen_from::<Real<Binary64>>(),
            Scalar::Tf32 => self.widen_from::<Restricted<Tensor32>>(),
            Scalar::F8E4m3fn => self.widen_from::<Restricted<E4m3>>(),
            Scalar::F8E5m2 => self.widen_from::<Restricted<E5m2>>(),
            Scalar::F8E8m0fnu => self.widen_from::<Restricted<Power8>>(),
            Scalar::F4E2m1fn => self.widen_from::<Restricted<E2m1>>(),
            Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
                unreachable!("a valid kernel converts floats here")
            }
        }
    }

    /// The first operand, with floats as elements of a field.
    fn widen_payload(&self) -> Vec<f64> {
        match self.types.from {
            Scalar::F16 => self.widen_from::<Payload<Field16>>(),
            Scalar::Bf16 => self.widen_from::<Payload<FieldBrain16>>(),
            Scalar::F32 => self.widen_from::<Payload<Field32>>(),
            Scalar::F64 => self.widen_from::<Payload<Field64>>(),
            Scalar::Tf32 => self.widen_from::<Payload<FieldTensor32>>(),
            Scalar::F8E4m3fn => self.widen_from::<Payload<FieldE4m3>>(),
            Scalar::F8E5m2 => self.widen_from::<Payload<FieldE5m2>>(),
            Scalar::F8E8m0fnu => self.widen_from::<Payload<FieldPower8>>(),
            Scalar::F4E2m1fn => self.widen_from::<Payload<FieldE2m1>>(),
            Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
                unreachable!("a valid kernel converts floats here")
            }
        }
    }

    fn widen_from<S: Source>(&self) -> Vec<f64> {
        self.operand(0).iter().map(|bits| S::read(*bits).wide()).collect()
    }
}

impl<'a, N, I, F: Format> Reading<'a, Bits<N, I, F>> {
    fn operand<S: Store>(&self, position: usize) -> &'a [S] {
        self.lanewise.operand(position)
    }

    /// Applies a function to every lane. One byte gathers the broken rules of all lanes, and one bit gathers undetermined results.
    /// Only if a byte or bit is set, a second pass finds the lanes. Formats without instructions take the second pass directly.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "the compiler hoists lane-invariant code only inside a single function"
    )]
    fn each<T, R: Lane>(
        &self,
        lanes: impl ExactSizeIterator<Item = T> + Clone,
        f: impl Fn(&mut Bits<N, I, F>, T) -> R,
    ) -> Result<Tile, LaneViolation> {
        let ignore = self.lanewise.ignore;
        let count = lanes.len();
        if F::HAS_INSTRUCTIONS {
            // The first pass has no branch on broken rules, so the compiler can vectorize the loop.
            let (mut flags, mut undetermined) = (0, false);
            let mut words = vec![R::Store::default(); count];
            for (word, lane) in words.iter_mut().zip(lanes.clone()) {
                let mut d = Bits::new(ignore);
                *word = f(&mut d, lane).write();
                flags |= d.violation_code();
                undetermined |= d.is_undetermined();
            }
            if flags == 0 && !undetermined {
                return Ok(Tile::of(words));
            }
        }
        let mut lanes = lanes;
        one_by_one(count, &mut || {
            let operands = lanes.next()?;
            let mut d = Bits::new(ignore);
            let word = f(&mut d, operands).write();
            Some((word, d.violation(), d.is_undetermined()))
        })
    }

    /// Applies a function of an integer of any width, read both ways.
    #[inline]
    fn each_integer<R: Lane>(
        &self,
        f: impl Fn(&mut Bits<N, I, F>, &N, &N) -> R,
    ) -> Result<Tile, LaneViolation>
    where
        N: Number,
    {
        // Most converted integers have 32 bits, so one loop reads and converts them.
        if self.lanewise.types.from == Scalar::I32 {
            return self.each(self.operand(0).iter(), |d, word| {
                let word = Word32::read(*word);
                f(d, &N::constant(word.wide_signed()), &N::constant(word.wide_unsigned()))
            });
        }
        let numbers = self.lanewise.read_integers::<N>();
        self.each(numbers.iter(), |d, (signed, unsigned)| f(d, signed, unsigned))
    }

    /// Applies a function of a float of any format.
    #[inline]
    fn each_wide<R: Lane>(&self, f: impl Fn(&mut Bits<N, I, F>, &f64) -> R) -> Result<Tile, LaneViolation> {
        self.each(self.lanewise.widen().iter(), f)
    }
}

/// A tile, computed lane by lane, with each lane's broken rule and undetermined mark.
#[inline(never)]
fn one_by_one<S: Store>(
    count: usize,
    next: &mut dyn FnMut() -> Option<(S, Option<Rule>, bool)>,
) -> Result<Tile, LaneViolation> {
    let (mut words, mut marks) = (Vec::with_capacity(count), Vec::with_capacity(count));
    while let Some((word, broken, undetermined)) = next() {
        if let Some(rule) = broken {
            return Err(LaneViolation { rule, lane: words.len() });
        }
        words.push(word);
        marks.push(undetermined);
    }
    Ok(Tile { elements: S::elements(Lanes::new(words)), undetermined: Marks::new(marks) })
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
