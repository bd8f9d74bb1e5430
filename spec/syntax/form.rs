//! Forms: how the text of an operation reads, from its row in [`super::op`]. Parser and printer both follow it.
//!
//! A form is a list of words. `%0` is an operand; `%*` all remaining operands, `,%*` a possibly empty list after a
//! comma, and `[%*]` the operands in brackets. `T0`, `R` and `R0` are types of an operand or a result, and `T0=T1=R` is
//! a common type. `T*` and `R*` are lists; `T3*` lists the operand types from 3 on, each after a comma. `R..` is a
//! common type of all results, `R:token` an unwritten token, and `I` the types of the operands in brackets. `$name` is
//! an attribute; anything else stands for itself.

use std::sync::LazyLock;

use super::op::Op;

/// A word of a form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FormPart {
    /// A word or a mark, as it is.
    Text(&'static str),
    /// An operand.
    Operand,
    /// All remaining operands, at least one.
    Operands,
    /// All operands that are left, each after a comma.
    MoreOperands,
    /// Operands in brackets, with the number of operands after them.
    Indices {
        /// How many operands stand after the brackets.
        after: usize,
    },
    /// A single type, common to all of these.
    Type(Vec<Slot>),
    /// A type an operand.
    OperandTypes,
    /// A type per operand from the given one on, each after a comma.
    MoreOperandTypes(usize),
    /// The type of the operands in brackets, or one each where the view is indexed by a tile.
    IndexTypes,
    /// A type a result.
    ResultTypes,
    /// A common type of all results.
    EveryResult,
    /// A token result, whose type is not written.
    TokenResult,
    /// An attribute.
    Field(Field),
}

/// The owner of a printed type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// An operand's, counted from the first.
    Operand(usize),
    /// The last operand's.
    LastOperand,
    /// A result's.
    Result(usize),
}

/// Declares the attributes that a form can name.
macro_rules! fields {
    ($( $(#[doc = $text:literal])+ $name:ident = $word:literal; )*) => {
        /// An attribute, or a part of an operation that has its own way of being written.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Field { $( $(#[doc = $text])+ $name, )* }

        impl Field {
            /// Every field with its word in forms.
            pub const NAMES: &[(Field, &str)] = &[$( (Field::$name, $word), )*];
        }
    };
}

fields! {
    /// `signed` or `unsigned`.
    Signedness = "$signedness";
    /// The signedness of the second operand.
    SecondSignedness = "$second_signedness";
    /// `overflow<…>`, optional.
    Overflow = "$overflow";
    /// `rounding<…>`, optional.
    Rounding = "$rounding";
    /// A flag.
    FlushToZero = "$flush_to_zero";
    /// A flag.
    PropagateNan = "$propagate_nan";
    /// A flag.
    Saturating = "$saturating";
    /// A flag.
    FastAcc = "$fast_acc";
    /// `less_than` and similar words.
    Comparison = "$comparison";
    /// `ordered` or `unordered`.
    Ordering = "$ordering";
    /// `<f32: 1.0>`
    Constant = "$constant";
    /// `div_by<16>` and similar predicates.
    Assumption = "$assumption";
    /// Memory order and, unless weak, scope.
    Order = "$order";
    /// `token = %t`, optional.
    Token = "$token";
    /// `token=%t`, optional: pointer operations print no spaces.
    TightToken = "$token=";
    /// A flag.
    Global = "$global";
    /// `inbounds = […]`, optional.
    Inbounds = "$inbounds";
    /// `optimization_hints = <…>`, optional.
    Hints = "$hints";
    /// `layouts = [0, ?]`, optional.
    Layouts = "$layouts";
    /// `attributes {reduction = #cuda_tile.multimem_reduction_kind<min>}`; without it, the sum.
    Reduction = "$reduction";
    /// `, token` if the operation waits for a token.
    TokenType = "$token_type";
    /// `@name<[…]>(%*) : (T*) -> (R*)`
    Call = "$call";
    /// `dim=1`
    Dim = "$dim";
    /// The number of `dim = 1`.
    Axis = "$axis";
    /// `reverse=false`
    Reverse = "$reverse";
    /// `identities=[…]`
    Identities = "$identities";
    /// `[1, 0]`
    Permutation = "$permutation";
    /// `addf` and similar words.
    Rmw = "$rmw";
    /// A string.
    Text = "$text";
    /// `@name`
    Symbol = "$symbol";
    /// `unsigned`, optional.
    UnsignedCompare = "$unsigned_compare";
    /// `in_order`, optional.
    InOrder = "$in_order";
    /// `shape = […], strides = […]`
    Extents = "$extents";
    /// `T ->` of the dynamic extents and strides, if any.
    ExtentTypes = "$extent_types";
    /// A number of elements.
    Elements = "$elements";
    /// A number of bytes.
    Alignment = "$alignment";
    /// The induction variable.
    Induction = "$induction";
    /// `iter_values(%x = %initial, …)`, if any.
    Carried = "$carried";
    /// `: T* -> R*` of a `loop`, as far as there are any.
    CarriedTypes = "$carried_types";
    /// `-> (R*)`, if the operation has results.
    Results = "$results";
    /// `: T*`, if the operation has operands.
    TypesIfAny = "$types_if_any";
    /// `%* : T*`, if the operation has operands.
    Values = "$values";
    /// A region.
    Region = "$region";
    /// `else` and a region, optional.
    Else = "$else";
    /// A region with its parameters in parentheses, on the next line.
    Combiner = "$combiner";
}

/// The form of an operation.
#[expect(clippy::as_conversions, reason = "the position of an operation in the list of all")]
pub fn form(op: Op) -> &'static [FormPart] {
    static FORMS: LazyLock<Vec<Vec<FormPart>>> =
        LazyLock::new(|| Op::ALL.iter().map(|op| parts(op.form())).collect());
    &FORMS[op as usize]
}

/// Reads a form.
fn parts(form: &'static str) -> Vec<FormPart> {
    let words: Vec<&'static str> = form.split(' ').filter(|word| !word.is_empty()).collect();
    let after = |at: usize| words[at + 1..].iter().filter(|word| is_operand(word)).count();
    words.iter().enumerate().map(|(at, word)| part(word, after(at))).collect()
}

/// Whether a word of a form is one operand.
fn is_operand(word: &str) -> bool {
    word.strip_prefix('%').is_some_and(|digits| digits.parse::<usize>().is_ok())
}

fn part(word: &'static str, after: usize) -> FormPart {
    if let Some((field, _)) = Field::NAMES.iter().find(|(_, name)| *name == word) {
        return FormPart::Field(*field);
    }
    let slots: Option<Vec<Slot>> = word.split('=').map(slot).collect();
    match (word, slots) {
        ("%*", _) => FormPart::Operands,
        (",%*", _) => FormPart::MoreOperands,
        ("[%*]", _) => FormPart::Indices { after },
        ("T*", _) => FormPart::OperandTypes,
        ("T3*", _) => FormPart::MoreOperandTypes(3),
        ("I", _) => FormPart::IndexTypes,
        ("R*", _) => FormPart::ResultTypes,
        ("R..", _) => FormPart::EveryResult,
        ("R:token", _) => FormPart::TokenResult,
        (_, Some(slots)) => FormPart::Type(slots),
        _ if is_operand(word) => FormPart::Operand,
        _ => FormPart::Text(word),
    }
}

/// `T0`, `T-1`, `R` or `R0`.
fn slot(word: &str) -> Option<Slot> {
    match word {
        "R" => return Some(Slot::Result(0)),
        "T-1" => return Some(Slot::LastOperand),
        _ => {}
    }
    let position = |rest: &str| rest.parse().ok();
    let operand = word.strip_prefix('T').and_then(position).map(Slot::Operand);
    operand.or_else(|| word.strip_prefix('R').and_then(position).map(Slot::Result))
}
