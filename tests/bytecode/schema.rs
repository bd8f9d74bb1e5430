//! The table of layouts against the table of operations.

use std::collections::BTreeSet;

use frontends::bytecode::schema::{Attribute, FieldKind, Flag, OpEncoding, encodings};
use spec::syntax::form::{self, Field, form};
use spec::syntax::op::Op;

#[test]
fn every_operation_has_one_row() {
    let listed: Vec<Op> = encodings().iter().map(|row| row.op).collect();
    let once: BTreeSet<Op> = listed.iter().copied().collect();
    assert_eq!(once.len(), listed.len(), "an operation has two rows");
    assert_eq!(once, Op::ALL.iter().copied().collect(), "rows and operations");
    assert!(encodings().windows(2).all(|pair| pair[0].opcode < pair[1].opcode), "rows are in order");
}

/// The words of forms that an attribute or flag of the file comes to; `None` of what forms do not name.
fn field(part: &FieldKind) -> Vec<&'static str> {
    let of_flag = |flag: &Flag| match flag {
        Flag::Mask | Flag::Padding | Flag::Scope => None,
        Flag::Hints => Some("$hints"),
        Flag::Token => Some("$token"),
        Flag::FlushToZero => Some("$flush_to_zero"),
        Flag::PropagateNan => Some("$propagate_nan"),
        Flag::Saturating => Some("$saturating"),
        Flag::FastAcc => Some("$fast_acc"),
        Flag::UnsignedCompare => Some("$unsigned_compare"),
        Flag::Global => Some("$global"),
    };
    match part {
        FieldKind::Flags(flags) => flags.iter().filter_map(of_flag).collect(),
        FieldKind::Attribute(Attribute::Scope) => vec!["$order"],
        // The form of a call is one word.
        FieldKind::Attribute(Attribute::NoCallAttributes) => Vec::new(),
        FieldKind::Attribute(Attribute::CallArguments) => vec!["$text"],
        FieldKind::Attribute(attribute) => {
            let name = Attribute::NAMES.iter().find(|(known, _)| known == attribute).map(|(_, name)| *name);
            vec![name.and_then(|name| name.split('/').next()).expect("every attribute has a name")]
        }
        FieldKind::Token => vec!["$token"],
        FieldKind::Result
        | FieldKind::Results
        | FieldKind::ResultToken
        | FieldKind::Operand(_)
        | FieldKind::Operands(_)
        | FieldKind::AllOperands
        | FieldKind::Regions(_) => Vec::new(),
    }
}

/// The words of a form, by their names in the table of layouts.
fn words(op: Op) -> BTreeSet<&'static str> {
    let fields = form(op).iter().filter_map(|part| match part {
        form::FormPart::Field(field) => Field::NAMES.iter().find(|(known, _)| known == field),
        form::FormPart::Text(_)
        | form::FormPart::Operand
        | form::FormPart::Operands
        | form::FormPart::MoreOperands
        | form::FormPart::Indices { .. }
        | form::FormPart::Type(_)
        | form::FormPart::OperandTypes
        | form::FormPart::MoreOperandTypes(_)
        | form::FormPart::IndexTypes
        | form::FormPart::ResultTypes
        | form::FormPart::EveryResult
        | form::FormPart::TokenResult => None,
    });
    let one = |word| match word {
        "$token=" => "$token",
        "$axis" => "$dim",
        "$symbol" | "$call" => "$text",
        other => other,
    };
    fields.map(|(_, word)| one(*word)).collect()
}

/// What a form has that the file does not say in so many words.
const STRUCTURE: &[&str] = &[
    "$extents",
    "$extent_types",
    "$induction",
    "$carried",
    "$carried_types",
    "$results",
    "$types_if_any",
    "$token_type",
    "$values",
    "$region",
    "$else",
    "$combiner",
];

/// Words of forms that bytecode has no room for: the operation has no such attribute. Layouts and the order of a loop are of Triton alone.
fn is_room_in_the_text(row: &OpEncoding, word: &str) -> bool {
    let mathematics = matches!(
        row.op,
        Op::Exp
            | Op::Exp2
            | Op::Log
            | Op::Log2
            | Op::Rsqrt
            | Op::Sin
            | Op::Cos
            | Op::Tan
            | Op::Sinh
            | Op::Cosh
            | Op::Tanh
    );
    matches!(word, "$layouts" | "$in_order") || mathematics && matches!(word, "$rounding" | "$flush_to_zero")
}

#[test]
fn a_row_has_what_the_form_has() {
    for row in encodings() {
        let has: BTreeSet<&str> = row.fields.iter().flat_map(|word| field(&word.kind)).collect();
        let wanted = words(row.op);
        let more: Vec<_> = has.difference(&wanted).collect();
        assert!(more.is_empty(), "{}: the text cannot say {more:?}", row.op.mnemonic());
        let less = wanted.difference(&has).filter(|word| !STRUCTURE.contains(word));
        let less: Vec<_> = less.filter(|word| !is_room_in_the_text(row, word)).collect();
        assert!(less.is_empty(), "{}: the file does not say {less:?}", row.op.mnemonic());
    }
}

#[test]
fn a_row_has_flags_before_what_depends_on_them() {
    for row in encodings() {
        let mut known: Vec<Flag> = Vec::new();
        for word in &row.fields {
            assert!(word.flag.is_none_or(|flag| known.contains(&flag)), "{row:?}");
            if let FieldKind::Flags(flags) = &word.kind {
                known.extend(flags);
            }
            assert!((1..=frontends::bytecode::NEWEST).contains(&word.since), "{row:?}");
        }
    }
}
