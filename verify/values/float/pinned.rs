//! Compares one number with the facts about a float.

use spec::domain::{Bool as _, Number as _};
use spec::syntax::format;

use super::{Real, whole_of};
use crate::terms::{Num, Truth};

impl Real {
    /// The condition that the float is this number, or NaN.
    pub(crate) fn admits(&self, number: f64) -> Truth {
        if number.is_nan() {
            return self.known_nan().unwrap_or_else(|| Truth::constant(true));
        }
        let is_number = self.known_nan().map_or_else(|| Truth::constant(true), |nan| nan.not());
        let within = self.bounds.lo <= number && number <= self.bounds.hi;
        let fits = !self.integral || number.is_infinite() || number.fract() == 0.0;
        let has = |bits| format::value(bits, self.format) == Some(number);
        let exact = format::nearest(number, self.format).is_some_and(has);
        let whole = self.whole.map(|whole| whole.equals(&Num::constant(whole_of(number))));
        let whole = whole.unwrap_or_else(|| Truth::constant(true));
        is_number.and(&Truth::constant(within && fits && exact)).and(&whole)
    }
}
