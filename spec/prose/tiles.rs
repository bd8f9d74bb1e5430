//! Operations on whole tiles as formulas: index maps, assumptions, loops.

use crate::ops::{assume, bits, control, shape, source};
use crate::syntax::attributes::{Assumption, Attributes};
use crate::syntax::op::Memory;

use super::domain::Prose;
use super::phrase::Phrase;
use super::reading::Reading;
use super::symbols::{OPERAND_BITS, SOURCE, TILE};

/// Names with a subscript, one per axis.
pub(super) fn names<const N: usize>(letter: char) -> [Phrase; N] {
    std::array::from_fn(|axis| {
        let subscript = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'][axis % 10];
        Phrase::new_name(format!("{letter}{subscript}"))
    })
}

/// The element of the operand that an index map names.
fn operand(index: &[Phrase]) -> Reading {
    Reading::free(format!("operand[{}]", list(index)))
}

/// `iota`, at index i₀.
pub(super) fn iota() -> Reading {
    Reading::new(&shape::iota(&names::<1>('i')), Prose::default())
}

/// `broadcast` along the first of two axes.
pub(super) fn broadcast() -> Reading {
    operand(&shape::broadcast(&names::<2>('i'), &[1, TILE[1]]))
}

/// `permute`; [2, 0, 1] where the attributes do not say.
pub(super) fn permute(at: &Attributes) -> Reading {
    let permutation = if at.permutation.is_empty() { &[2, 0, 1][..] } else { &at.permutation };
    operand(&shape::permute(&names::<10>('i')[..permutation.len().min(10)], permutation))
}

/// `reshape` from T₀ × T₁ to S₀ × S₁.
pub(super) fn reshape() -> Reading {
    operand(&shape::reshape(&names::<2>('i'), &TILE, &SOURCE))
}

/// `cat` along the first of two axes.
pub(super) fn cat() -> Reading {
    let index = names::<2>('i');
    let (first, place) = shape::cat(&index, 0, TILE[0]);
    let formula = format!("if {first} then lhs[{0}] else rhs[{0}]", list(&place));
    Reading::free(formula)
}

/// The requirements of a slice numbered `k`.
fn slice() -> Prose {
    let mut prose = Prose::default();
    let number = names::<2>('k').map(|number| number.marked("ᵤ"));
    shape::slice(&mut prose, &Phrase::new_name("undetermined(k)"), &number, &TILE, &SOURCE);
    prose
}

/// `extract` of S₀ × S₁ from T₀ × T₁.
pub(super) fn extract() -> Reading {
    let number = names::<2>('k').map(|number| number.marked("ᵤ"));
    let from = shape::extract(&names::<2>('i'), &number, &TILE);
    Reading { formula: operand(&from).formula, ..Reading::new(&from[0], slice()) }
}

/// `insert` of S₀ × S₁ into T₀ × T₁.
pub(super) fn insert() -> Reading {
    let number = names::<2>('k').map(|number| number.marked("ᵤ"));
    let index = names::<2>('i');
    let (inside, place) = shape::insert(&index, &number, &TILE);
    let formula = format!("if {inside} then slice[{}] else operand[{}]", list(&place), list(&index));
    Reading { formula, ..Reading::new(&inside, slice()) }
}

/// Phrases in sequence.
pub(super) fn list(index: &[Phrase]) -> String {
    index.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// `assume`: its operand under one predicate.
pub(super) fn assume(at: &Attributes) -> Reading {
    let mut prose = Prose::default();
    let [value, head, offset, address] = ["value", "head", "offset", "address"].map(Phrase::new_name);
    control::branch(&mut prose, &Phrase::new_name("undetermined"));
    match &at.assumption {
        None => {}
        Some(Assumption::Bounded { lower, upper }) => {
            assume::bounded(&mut prose, *lower, *upper, &value);
        }
        Some(Assumption::DivBy { divisor, every: None }) => {
            assume::divisible(&mut prose, *divisor, &value);
            assume::aligned(&mut prose, *divisor, &address);
        }
        Some(Assumption::DivBy { divisor, every: Some(_) }) => {
            assume::strided(&mut prose, *divisor, 1, &value, &head, &offset);
        }
        Some(Assumption::SameElements(_)) => assume::same(&mut prose, &value, &head),
    }
    Reading::new(&Phrase::new_name("operand"), prose)
}

/// `for`: whether it continues, and the value of its variable.
pub(super) fn count(at: &Attributes) -> Reading {
    let mut prose = Prose::default();
    let [variable, upper, step] = ["variable", "upper", "step"].map(Phrase::new_name);
    control::branch(&mut prose, &Phrase::new_name("undetermined"));
    control::step(&mut prose, &step);
    let next = control::next(&mut prose, at.unsigned_compare, OPERAND_BITS, &variable, &step);
    let formula = format!("while {}: body; variable := {next}", control::runs(&variable, &upper));
    Reading { formula, ..Reading::new(&variable, prose) }
}

/// `assert`, of one element.
pub(super) fn assertion(at: &Attributes) -> Reading {
    let mut prose = Prose::default();
    control::branch(&mut prose, &Phrase::new_name("undetermined"));
    if let Some(rule) = source::rule(Memory::Assert, at.text.as_deref()) {
        source::required(&mut prose, rule, &Phrase::new_name("operand"));
        return Reading { formula: "nothing".to_owned(), ..Reading::new(&Phrase::truth(true), prose) };
    }
    Reading {
        formula: "if ¬operand then the host is told".to_owned(),
        ..Reading::new(&Phrase::truth(true), prose)
    }
}

/// `print_tko` that stands for a rule of a source: the extents e and the strides s of a span.
pub(super) fn printed(at: &Attributes) -> Option<Reading> {
    source::rule(Memory::PrintTko, at.text.as_deref())?;
    let mut prose = Prose::default();
    let [extents, strides, one, other] = ['e', 's', 'P', 'Q'].map(names::<2>);
    source::apart(&mut prose, &extents, &strides, [&one, &other]);
    Some(Reading { formula: "nothing".to_owned(), ..Reading::new(&Phrase::truth(true), prose) })
}

/// `if`: its condition has the common requirement of branch conditions.
pub(super) fn branch() -> Reading {
    let mut prose = Prose::default();
    control::branch(&mut prose, &Phrase::new_name("undetermined"));
    Reading {
        formula: "if condition then the first region else the second".to_owned(),
        ..Reading::new(&Phrase::truth(true), prose)
    }
}

/// `bitcast`
pub(super) fn bitcast() -> Reading {
    Reading::free("the element with the bits of operand".to_owned())
}

/// `pack` and `unpack`, as one integer of all elements.
pub(super) fn repacked() -> Reading {
    Reading::free("⌊Σⱼ operand[j]ᵤ·2ʲⁿ ÷ 2ⁱᵐ⌋ mod 2ᵐ".to_owned())
}

/// `ptr_to_int`
pub(super) fn ptr_to_int() -> Reading {
    let mut prose = Prose::default();
    let [base, offset] = ["base", "offset"].map(Phrase::new_name);
    let address = bits::ptr_to_int(&mut prose, &base, &offset);
    Reading::new(&address.phrase, prose)
}

/// `int_to_ptr`
pub(super) fn int_to_ptr() -> Reading {
    let mut prose = Prose::default();
    let [address, base] = ["operand", "base"].map(Phrase::new_name);
    let offset = bits::int_to_ptr(&mut prose, &address, &base);
    Reading::free(format!("offset = {offset}"))
}
