//! Float formats that can only be moved and converted: tf32, the two of eight bits, powers of two, and the one of four.

use spec::domain::{Float, FloatMode, Function, Function2};
use spec::syntax::attributes::{Comparison, Ordering};
use spec::syntax::format;
use spec::syntax::types::Scalar;

use crate::values::element::format::{FULL_NAN, Format, Source};
use crate::values::element::number::Truth;
use crate::values::element::word::Lane;
use crate::values::elements::Store;

/// A storage-only format.
pub(crate) trait StorageFormat: Copy + 'static {
    /// The storage type.
    type Store: Store;
    /// The name.
    const SCALAR: Scalar;
}

macro_rules! storage_format {
    ($($(#[doc = $text:literal])* $name:ident = $store:ty, $scalar:ident;)*) => { $(
        $(#[doc = $text])*
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct $name;

        impl StorageFormat for $name {
            type Store = $store;
            const SCALAR: Scalar = Scalar::$scalar;
        }
    )* };
}

storage_format! {
    /// tf32; conversions leave the low 13 bits of its 32 zero.
    Tensor32 = u32, Tf32;
    /// f8E4M3FN
    E4m3 = u8, F8E4m3fn;
    /// f8E5M2
    E5m2 = u8, F8E5m2;
    /// f8E8M0FNU
    Power8 = u8, F8E8m0fnu;
    /// f4E2M1FN, in the low bits of a byte.
    E2m1 = u8, F4E2m1fn;
}

/// A float of a storage-only format, as its bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Restricted<L: StorageFormat>(L::Store);

impl<L: StorageFormat> Restricted<L> {
    fn of(number: f64, mode: FloatMode) -> Self {
        let bits = format::convert(number, L::SCALAR, mode.rounding);
        Restricted(L::Store::from_raw(bits.unwrap_or_else(|| reject_arithmetic())))
    }
}

/// Rejects arithmetic, which no valid kernel requests.
fn reject_arithmetic() -> ! {
    unreachable!("a valid kernel only moves and converts floats of such a format")
}

impl<L: StorageFormat> Lane for Restricted<L> {
    type Store = L::Store;

    #[inline]
    fn read(store: L::Store) -> Self {
        Restricted(store)
    }

    #[inline]
    fn write(self) -> L::Store {
        self.0
    }
}

impl<L: StorageFormat> Source for Restricted<L> {
    #[inline]
    fn wide(self) -> f64 {
        let value = format::value(self.0.raw(), L::SCALAR).unwrap_or_else(|| reject_arithmetic());
        if value.is_nan() { FULL_NAN } else { value }
    }
}

impl<L: StorageFormat> Format for Restricted<L> {
    const HAS_INSTRUCTIONS: bool = false;

    fn power(self, _: i128) -> Self {
        reject_arithmetic()
    }

    fn from_integer(number: i128, mode: FloatMode) -> Self {
        Self::of(format::of_integer(number), mode)
    }

    fn from_wide(wide: f64, mode: FloatMode) -> Self {
        Self::of(wide, mode)
    }
}

impl<L: StorageFormat> Float for Restricted<L> {
    type Bool = Truth;

    fn neg(&self) -> Self {
        reject_arithmetic()
    }

    fn add(&self, _: &Self, _: FloatMode) -> Self {
        reject_arithmetic()
    }

    fn sub(&self, _: &Self, _: FloatMode) -> Self {
        reject_arithmetic()
    }

    fn mul(&self, _: &Self, _: FloatMode) -> Self {
        reject_arithmetic()
    }

    fn div(&self, _: &Self, _: FloatMode) -> Self {
        reject_arithmetic()
    }

    fn fma(&self, _: &Self, _: &Self, _: FloatMode) -> Self {
        reject_arithmetic()
    }

    fn max(&self, _: &Self, _: bool, _: bool) -> Self {
        reject_arithmetic()
    }

    fn min(&self, _: &Self, _: bool, _: bool) -> Self {
        reject_arithmetic()
    }

    fn function(&self, _: Function, _: FloatMode) -> Self {
        reject_arithmetic()
    }

    fn function2(&self, _: &Self, _: Function2) -> Self {
        reject_arithmetic()
    }

    fn compare(&self, _: &Self, _: Comparison, _: Ordering) -> Truth {
        reject_arithmetic()
    }
}
