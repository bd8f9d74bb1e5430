//! The variants of an operation with different meanings.

use crate::ops::source;
use crate::rules::Rule;
use crate::syntax::attributes::{
    Assumption, Attributes, Comparison, Every, Ordering, Overflow, Packed, Rounding, Signedness,
};
use crate::syntax::op::{Meaning, Op};
use crate::syntax::types::{Element, Scalar, TensorViewType};
use crate::valid::operations::elementwise;

use super::memory;
use super::operation::operation;
use super::reading::Reading;
use super::symbols::{DIVISOR, LOWER, RUN, UPPER};

/// Every variant of an operation with its own meaning, by its distinguishing words (empty for the plain variant),
/// with its reading.
pub fn variants(op: Op) -> Vec<(String, Reading)> {
    let mut found: Vec<(String, Reading)> = Vec::new();
    for (words, attributes) in written(op) {
        if let Some(reading) = operation(op, &attributes)
            && found.iter().all(|(_, known)| *known != reading)
        {
            found.push((words, reading));
        }
    }
    if matches!(op, Op::MakeTensorView | Op::LoadViewTko | Op::StoreViewTko) {
        let (words, at) = halves(op);
        found.extend(operation(op, &at).map(|reading| (words.to_owned(), reading)));
    }
    if matches!(op, Op::LoadViewTko | Op::StoreViewTko) {
        let at = Attributes { inbounds: vec![true, true], ..Attributes::default() };
        let what = if op == Op::LoadViewTko { memory::LOADED } else { memory::STORED };
        let rows = |at: &Attributes| memory::through_view(at, what, Some(0));
        found.push(("of rows G".to_owned(), rows(&Attributes::default())));
        found.push(("of rows G, inbounds = [true, true]".to_owned(), rows(&at)));
    }
    found
}

/// Of elements of four bits, of which two share a byte along the last axis; of an access, where tiles begin an odd number
/// of elements apart.
fn halves(op: Op) -> (&'static str, Attributes) {
    let element = Element::Scalar(Scalar::F4E2m1fn);
    let tensor = TensorViewType { element, shape: vec![None; 2], strides: vec![None, Some(1)] };
    let odd = op != Op::MakeTensorView;
    let packed = Some(Packed { tensor, axis: 1, odd });
    let words = if odd { "of f4E2M1FN, T₁ odd" } else { "of f4E2M1FN" };
    (words, Attributes { packed, ..Attributes::default() })
}

/// Candidates: the plain variant first, then a variant per attribute.
fn written(op: Op) -> Vec<(String, Attributes)> {
    let plain = Attributes::default();
    let compares = matches!(op, Op::Cmpi | Op::Cmpf);
    let mut all = Vec::new();
    if !compares && op != Op::Assume {
        all.push((String::new(), plain.clone()));
    }
    if op == Op::Assume {
        all.extend(assumptions().into_iter().map(|(words, assumption)| {
            (words.to_owned(), Attributes { assumption: Some(assumption), ..plain.clone() })
        }));
    }
    if compares {
        all.extend(comparisons(op == Op::Cmpf));
    }
    if op.meaning() == Meaning::Elementwise && !compares {
        all.extend(elementwise(op));
    }
    if let Meaning::Memory(memory) = op.meaning() {
        let rules = Rule::ALL.iter().filter(|rule| source::operation(**rule) == Some(memory));
        all.extend(rules.map(|rule| {
            let text = source::text(*rule);
            (format!("\"{text}\""), Attributes { text: Some(text), ..plain.clone() })
        }));
    }
    if op == Op::For {
        all.push(("unsigned".to_owned(), Attributes { unsigned_compare: true, ..plain.clone() }));
    }
    if matches!(op, Op::LoadViewTko | Op::StoreViewTko | Op::AtomicRedViewTko) {
        let inbounds = vec![true, true];
        all.push(("inbounds = [true, true]".to_owned(), Attributes { inbounds, ..plain }));
    }
    all
}

fn assumptions() -> [(&'static str, Assumption); 4] {
    let every = Some(Every { stride: RUN, axis: 0 });
    [
        ("bounded<lower, upper>", Assumption::Bounded { lower: Some(LOWER), upper: Some(UPPER) }),
        ("div_by<d>", Assumption::DivBy { divisor: DIVISOR, every: None }),
        ("div_by<d, every r along 0>", Assumption::DivBy { divisor: DIVISOR, every }),
        ("same_elements<[S₀, S₁]>", Assumption::SameElements(Vec::new())),
    ]
}

/// Every comparison in both readings, or with both orderings.
fn comparisons(floats: bool) -> Vec<(String, Attributes)> {
    let mut all = Vec::new();
    for (comparison, name) in Comparison::NAMES {
        let with = |signedness, ordering| Attributes {
            comparison: Some(*comparison),
            signedness,
            ordering,
            ..Attributes::default()
        };
        if floats {
            all.push((format!("{name} ordered"), with(None, Some(Ordering::Ordered))));
            all.push((format!("{name} unordered"), with(None, Some(Ordering::Unordered))));
        } else {
            all.push((format!("{name} signed"), with(Some(Signedness::Signed), None)));
            all.push((format!("{name} unsigned"), with(Some(Signedness::Unsigned), None)));
        }
    }
    all
}

/// One variant per attribute of an element-wise operation's form.
fn elementwise(op: Op) -> Vec<(String, Attributes)> {
    let plain = Attributes::default;
    let has = |field: &str| op.form().split(' ').any(|word| word == field);
    let mut all = Vec::new();
    if has("$signedness") {
        let signedness = Some(Signedness::Unsigned);
        all.push(("unsigned".to_owned(), Attributes { signedness, ..plain() }));
    }
    if has("$overflow") {
        let signed = Overflow { no_signed_wrap: true, no_unsigned_wrap: false };
        let unsigned = Overflow { no_signed_wrap: false, no_unsigned_wrap: true };
        all.push(("overflow<no_signed_wrap>".to_owned(), Attributes { overflow: signed, ..plain() }));
        // A negation cannot promise to stay a natural number.
        if op != Op::Negi {
            all.push(("overflow<no_unsigned_wrap>".to_owned(), Attributes { overflow: unsigned, ..plain() }));
        }
    }
    // Integers become floats by rounding to the nearest only, and floats integers towards zero only.
    if has("$rounding") && !matches!(op, Op::Itof | Op::Ftoi) {
        all.extend(roundings(op));
    }
    if has("$saturating") {
        let unsigned = Some(Signedness::Unsigned);
        all.push(("saturating".to_owned(), Attributes { saturating: true, ..plain() }));
        let words = "unsigned saturating".to_owned();
        all.push((words, Attributes { saturating: true, signedness: unsigned, ..plain() }));
    }
    if elementwise::flushes(op) {
        all.push(("flush_to_zero".to_owned(), Attributes { flush_to_zero: true, ..plain() }));
    }
    if has("$propagate_nan") {
        all.push(("propagate_nan".to_owned(), Attributes { propagate_nan: true, ..plain() }));
    }
    all
}

fn roundings(op: Op) -> impl Iterator<Item = (String, Attributes)> {
    let directed = [Rounding::Zero, Rounding::NegativeInf, Rounding::PositiveInf];
    let allowed = move |rounding: &Rounding| {
        let converts = matches!(op, Op::Divi | Op::Ftof) && directed.contains(rounding);
        let away = op == Op::Ftof && *rounding == Rounding::NearestAway;
        converts || away || elementwise::roundings(op).contains(rounding)
    };
    Rounding::NAMES.iter().filter(move |(rounding, _)| allowed(rounding)).map(|(rounding, name)| {
        (format!("rounding<{name}>"), Attributes { rounding: Some(*rounding), ..Attributes::default() })
    })
}

/// Every formula by which operations require a rule, with the operation's mnemonic; a formula that several operations
/// share stands once, with all of them.
pub fn requirements(rule: Rule) -> Vec<(Vec<&'static str>, String)> {
    let mut found: Vec<(Vec<&'static str>, String)> = Vec::new();
    for op in Op::ALL {
        for (_, reading) in variants(*op) {
            for (_, formula) in reading.requires.iter().filter(|(required, _)| *required == rule) {
                match found.iter_mut().find(|(_, known)| known == formula) {
                    Some((ops, _)) if !ops.contains(&op.mnemonic()) => ops.push(op.mnemonic()),
                    Some(_) => {}
                    None => found.push((vec![op.mnemonic()], formula.clone())),
                }
            }
        }
    }
    found
}
