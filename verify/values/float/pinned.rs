//! Compares one number with the facts about a float.

use spec::domain::{Bool as _, Number as _};
use spec::syntax::format;

use super::{Nan, Real, whole_of};
use crate::terms::{Num, Truth};

impl Real {
    /// The condition that the float is this number, or NaN.
    pub(crate) fn admits(&self, number: f64) -> Truth {
        if number.is_nan() {
            return match self.nan {
                Nan::Never => Truth::constant(false),
                Nan::Maybe => Truth::constant(true),
                Nan::Where(holds) => holds,
            };
        }
        let is_number = if let Nan::Where(holds) = self.nan { holds.not() } else { Truth::constant(true) };
        let within = self.least <= number && number <= self.greatest;
        let fits = !self.integral || number.is_infinite() || number.fract() == 0.0;
        let has = |bits| format::value(bits, self.format) == Some(number);
        let exact = format::nearest(number, self.format).is_some_and(has);
        let whole = self.whole.map(|whole| whole.equals(&Num::constant(whole_of(number))));
        let whole = whole.unwrap_or_else(|| Truth::constant(true));
        is_number.and(&Truth::constant(within && fits && exact)).and(&whole)
    }
}
