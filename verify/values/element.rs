//! Elements: an integer, a float or a pointer as solver terms, and whether the element is undetermined.

use std::rc::Rc;

use spec::domain::{Bool as _, Number};

use crate::terms::{Num, Truth};
use crate::values::domain::SymbolicInt;
use crate::values::float::Real;

/// The value of an element.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// An integer.
    Int(SymbolicInt),
    /// A float, with its bounds.
    Float(Real),
    /// A pointer.
    Pointer(Pointer),
}

/// A pointer: its possible allocations, and its distance from the start.
#[derive(Debug, Clone)]
pub(crate) struct Pointer {
    /// The possible allocations.
    pub(crate) may: Rc<[usize]>,
    /// The index of the allocation.
    pub(crate) which: Num,
    /// Bytes from the start of the allocation.
    pub(crate) offset: Num,
    /// Whether its computation overflowed.
    pub(crate) overflowed: Truth,
}

/// An element.
#[derive(Debug, Clone)]
pub(crate) struct Element {
    /// The value.
    pub(crate) value: Value,
    /// Whether the element is undetermined.
    pub(crate) undetermined: Truth,
}

impl Element {
    /// A determined element.
    pub(crate) fn known(value: Value) -> Self {
        Element { value, undetermined: Truth::constant(false) }
    }

    /// A determined integer, by its signed number.
    pub(crate) fn int(bits: u32, signed: Num) -> Self {
        Element::known(Value::Int(SymbolicInt::Number { bits, signed }))
    }

    /// The integer, if the element is an integer.
    pub(crate) fn as_int(&self) -> Option<&SymbolicInt> {
        if let Value::Int(int) = &self.value { Some(int) } else { None }
    }

    /// The float, if the element is a float.
    pub(crate) fn as_float(&self) -> Option<&Real> {
        if let Value::Float(real) = &self.value { Some(real) } else { None }
    }

    /// The pointer, if the element is a pointer.
    pub(crate) fn as_pointer(&self) -> Option<&Pointer> {
        if let Value::Pointer(pointer) = &self.value { Some(pointer) } else { None }
    }

    /// The truth value of a boolean.
    pub(crate) fn as_truth(&self) -> Truth {
        match &self.value {
            Value::Int(SymbolicInt::Bit(bit)) => *bit,
            Value::Int(SymbolicInt::Number { signed, .. }) => signed.equals(&Num::constant(0)).not(),
            Value::Float(_) | Value::Pointer(_) => Truth::fresh(),
        }
    }

    /// The signed integer, or the pointer's offset.
    pub(crate) fn place(&self) -> Option<Num> {
        match &self.value {
            Value::Int(SymbolicInt::Number { signed, .. }) => Some(*signed),
            Value::Pointer(pointer) => Some(pointer.offset),
            Value::Int(SymbolicInt::Bit(_)) | Value::Float(_) => None,
        }
    }

    /// The two have one value, as far as values are followed: of floats nothing is said.
    pub(crate) fn same_value(&self, other: &Element) -> Truth {
        match (&self.value, &other.value) {
            (Value::Int(SymbolicInt::Bit(a)), Value::Int(SymbolicInt::Bit(b))) => {
                Truth::choose(a, b, &b.not())
            }
            (Value::Int(SymbolicInt::Number { signed, .. }), Value::Int(b)) => {
                signed.equals(&spec::domain::Int::signed(b))
            }
            (Value::Pointer(a), Value::Pointer(b)) => {
                a.which.equals(&b.which).and(&a.offset.equals(&b.offset))
            }
            (Value::Float(_) | Value::Int(_) | Value::Pointer(_), _) => Truth::constant(true),
        }
    }

    /// A choice between two elements of one type.
    pub(crate) fn choose(condition: &Truth, then: &Element, otherwise: &Element) -> Element {
        let value = match (&then.value, &otherwise.value) {
            (Value::Int(a), Value::Int(b)) => Value::Int(choose_int(condition, a, b)),
            (Value::Pointer(a), Value::Pointer(b)) => Value::Pointer(choose_pointer(condition, a, b)),
            (Value::Float(a), Value::Float(b)) => Value::Float(Real::choose(condition, a, b)),
            (Value::Float(_) | Value::Int(_) | Value::Pointer(_), _) => Value::Float(Real::any()),
        };
        Element { value, undetermined: Truth::choose(condition, &then.undetermined, &otherwise.undetermined) }
    }
}

fn choose_int(condition: &Truth, a: &SymbolicInt, b: &SymbolicInt) -> SymbolicInt {
    use spec::domain::Int;
    match (a, b) {
        (SymbolicInt::Bit(a), SymbolicInt::Bit(b)) => SymbolicInt::Bit(Truth::choose(condition, a, b)),
        (SymbolicInt::Number { bits, signed }, _) => {
            SymbolicInt::Number { bits: *bits, signed: Num::choose(condition, signed, &b.signed()) }
        }
        (SymbolicInt::Bit(_), SymbolicInt::Number { .. }) => *a,
    }
}

fn choose_pointer(condition: &Truth, a: &Pointer, b: &Pointer) -> Pointer {
    let mut may: Vec<usize> = a.may.iter().chain(b.may.iter()).copied().collect();
    may.sort_unstable();
    may.dedup();
    Pointer {
        may: may.into(),
        which: Num::choose(condition, &a.which, &b.which),
        offset: Num::choose(condition, &a.offset, &b.offset),
        overflowed: Truth::choose(condition, &a.overflowed, &b.overflowed),
    }
}
