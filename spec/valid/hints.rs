//! Hints: they mean nothing, but have ranges (semantics H.6).

use crate::problem::IllFormed;
use crate::syntax::attributes::Hint;
use crate::syntax::span::Place;

/// Every hint of a list, and of the groups in it. Hints that are not known are none of our business.
pub(super) fn check_list(hints: &[(String, Hint)], at: &Place) -> Result<(), IllFormed> {
    for (key, hint) in hints {
        let wanted = match (key.as_str(), hint) {
            (_, Hint::Group(inner)) => {
                check_list(inner, at)?;
                continue;
            }
            ("latency", Hint::Number(1..=10)) | ("occupancy", Hint::Number(1..=32)) => continue,
            ("num_cta_in_cga", Hint::Number(1 | 2 | 4 | 8 | 16)) | ("allow_tma", Hint::Flag(_)) => continue,
            ("latency", _) => "a number from 1 to 10",
            ("occupancy", _) => "a number from 1 to 32",
            ("num_cta_in_cga", _) => "1, 2, 4, 8 or 16",
            ("allow_tma", _) => "true or false",
            _ => continue,
        };
        let message = format!("the hint {key} is {wanted}");
        return Err(IllFormed::new(message, at));
    }
    Ok(())
}
