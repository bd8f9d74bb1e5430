//! A guard as a module of Python.

use super::guarded::{Guarded, quoted};
use super::spell::Words;

const WORDS: Words = Words { and: "and", or: "or", large_literals: true };

const PRELUDE: &str = "\
def div(a, b):
    return a // b


def mod(a, b):
    return a % b


def cdiv(a, b):
    return -(-a // b)


least, greatest, N = min, max, int


";

pub(super) fn text(guarded: &Guarded<'_>) -> String {
    let parameters = guarded.names.parameters.join(", ");
    let mut text = guarded.comments("#");
    text.push_str(PRELUDE);
    text.push_str(&format!("def broken_clause_of_{}({parameters}):\n", guarded.symbol()));
    for condition in guarded.conditions {
        let holds = WORDS.spell(&condition.holds);
        text.push_str(&format!("    if not {holds}:\n        return {}\n", quoted(&condition.clause)));
    }
    text.push_str("    return None\n");
    text
}
