//! The permitted distance of an element from another, and the only comparison by distance.

use std::fmt;

use crate::scalar;
use spec::ops::accuracy;
use spec::syntax::types::Scalar;

/// How far a device's results may be from the interpreter's.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tolerance {
    /// Nowhere: the same bits, but any NaN is NaN.
    None,
    /// So many units in the last place.
    Ulps(f64),
    /// So much of the result that the magnitudes of the inputs give, and so much beside; then it was rounded once more,
    /// or not.
    Terms {
        /// The factor of the magnitudes.
        factor: f64,
        /// The added constant.
        beside: f64,
        /// Whether the result was rounded once more.
        rounded: bool,
    },
    /// Twice the exponent of a power in units in the last place, plus one for the interpreter's own error. For a negative exponent and a
    /// subnormal result, zero is allowed.
    Powers,
    /// Anywhere.
    Any,
}

impl Tolerance {
    /// Whether a device may leave a different element than the interpreter; `magnitude` is the result for the
    /// inputs' magnitudes.
    pub fn admits(self, element: Scalar, device: u64, own: u64, magnitude: u64) -> bool {
        let float = |bits| scalar::float(element, bits);
        let (Some(device_value), Some(own_value)) = (float(device), float(own)) else { return device == own };
        let away = match self {
            _ if device == own || device_value.is_nan() && own_value.is_nan() => return true,
            Tolerance::Any => return true,
            Tolerance::None => return false,
            Tolerance::Ulps(ulps) => ulps * accuracy::ulp(element, own_value),
            Tolerance::Powers => {
                let exponent = float(magnitude).unwrap_or(0.0);
                let lost = exponent < 0.0 && own_value.abs() < accuracy::least_normal(element);
                if lost
                    && device_value == 0.0
                    && device_value.is_sign_negative() == own_value.is_sign_negative()
                {
                    return true;
                }
                2.0f64.mul_add(exponent.abs(), 1.0) * accuracy::ulp(element, own_value)
            }
            Tolerance::Terms { factor, beside, rounded } => {
                let more = if rounded {
                    accuracy::ulp(element, own_value.abs().max(device_value.abs()))
                } else {
                    0.0
                };
                factor * float(magnitude).unwrap_or(0.0) + beside + more
            }
        };
        // Where the magnitudes have no finite sum, some order overflows.
        !away.is_finite() || (device_value - own_value).abs() <= away
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tolerance::None => f.write_str("the same bits"),
            Tolerance::Ulps(ulps) => write!(f, "{ulps} units in the last place"),
            Tolerance::Terms { factor, beside, rounded } => {
                write!(f, "{factor:e} of the sum of the terms' magnitudes and {beside:e} beside")?;
                f.write_str(if *rounded { ", and one rounding" } else { "" })
            }
            Tolerance::Any => f.write_str("anything"),
            Tolerance::Powers => f.write_str("twice as many units in the last place as the exponent"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tolerance;
    use spec::syntax::types::Scalar;

    #[test]
    fn a_power_has_room_by_its_exponent() {
        let bits = |value: f32| u64::from(value.to_bits());
        let near = |device: u64, own, exponent| {
            Tolerance::Powers.admits(Scalar::F32, device, bits(own), bits(exponent))
        };
        // One unit is 2⁻²³ here: an exponent of 3 gives seven.
        let above = |units: u64| bits(1.5) + units;
        assert!(near(above(7), 1.5, 3.0) && near(above(7), 1.5, -3.0));
        assert!(!near(above(8), 1.5, 3.0));
        assert!(!near(above(2), 1.5, 0.0));
        // The reciprocal of a number beyond the range is zero, and no other power is.
        let small = f32::MIN_POSITIVE / 4.0;
        assert!(near(bits(0.0), small, -4.0) && near(bits(-0.0), -small, -3.0));
        assert!(!near(bits(0.0), small, 4.0) && !near(bits(-0.0), small, -4.0));
        assert!(!near(bits(0.0), f32::MIN_POSITIVE, -4.0));
    }
}
