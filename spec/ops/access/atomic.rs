//! Atomic updates: the new contents, from the old contents and the operand (semantics D.7).

use crate::domain::{Domain, Float, FloatMode, Int, Number};
use crate::ops::{bitwise, integer};
use crate::syntax::attributes::{Attributes, Rmw, Rounding, Signedness};

/// The result of an integer update. `addf` is not an integer update and keeps the old value.
pub fn integer<D: Domain>(d: &mut D, at: &Attributes, old: &D::Int, value: &D::Int) -> D::Int {
    let signed = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
    let unsigned = Attributes { signedness: Some(Signedness::Unsigned), ..Attributes::default() };
    match at.rmw {
        Some(Rmw::Add) => d.wrap(old.bits(), &old.signed().add(&value.signed())),
        Some(Rmw::Max) => integer::maxi(d, &signed, old, value),
        Some(Rmw::Min) => integer::mini(d, &signed, old, value),
        Some(Rmw::Umax) => integer::maxi(d, &unsigned, old, value),
        Some(Rmw::Umin) => integer::mini(d, &unsigned, old, value),
        Some(Rmw::And) => bitwise::andi(d, at, old, value),
        Some(Rmw::Or) => bitwise::ori(d, at, old, value),
        Some(Rmw::Xor) => bitwise::xori(d, at, old, value),
        Some(Rmw::Xchg) => value.clone(),
        Some(Rmw::Addf) | None => old.clone(),
    }
}

/// What an update of a float leaves: a sum rounded to the nearest, or the operand. The other modes are not float
/// updates and keep the old value.
pub fn float<D: Domain>(_d: &mut D, at: &Attributes, old: &D::Float, value: &D::Float) -> D::Float {
    match at.rmw {
        Some(Rmw::Addf) => {
            // No source text flushes here; `flushing` does, to model devices.
            old.add(value, FloatMode { rounding: Rounding::NearestEven, flush_to_zero: at.flush_to_zero })
        }
        Some(Rmw::Xchg) => value.clone(),
        Some(Rmw::Add | Rmw::Max | Rmw::Min | Rmw::Umax | Rmw::Umin | Rmw::And | Rmw::Or | Rmw::Xor)
        | None => old.clone(),
    }
}

/// Whether a compare-and-exchange exchanges: the bits are the same, of floats too.
pub fn exchanges<D: Domain>(old: &D::Int, expected: &D::Int) -> D::Bool {
    old.unsigned().equals(&expected.unsigned())
}
