//! Constants: a splat, or every element in nested lists.

use crate::syntax::attributes::Constant;
use crate::syntax::literal;
use crate::syntax::types::Scalar;

/// `<i8: [1, 2]>`
pub(super) fn dense(constant: &Constant, scalar: Scalar, shape: &[u32]) -> String {
    match constant {
        Constant::Splat(value) => format!("<{scalar}: {}>", literal::print(*value, scalar)),
        Constant::Dense(values) => {
            let mut words = values.iter().map(|value| literal::print(*value, scalar));
            format!("<{scalar}: {}>", nested(&mut words, shape))
        }
    }
}

/// Lists nested as the shape has axes.
fn nested(words: &mut impl Iterator<Item = String>, shape: &[u32]) -> String {
    let [extent, rest @ ..] = shape else { return words.next().unwrap_or_default() };
    let items: Vec<String> = (0..*extent).map(|_| nested(words, rest)).collect();
    format!("[{}]", items.join(", "))
}
