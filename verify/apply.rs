//! Element functions applied to terms, one lane at a time.

use spec::domain::{Bool as _, Domain, Int as _, Number as _, greatest_signed, least_signed};
use spec::prose::requires;
use spec::syntax::attributes::Attributes;
use spec::syntax::op::{self, Elementwise, Op};

use crate::domain::{Opaque, Symbolic, SymbolicInt};
use crate::terms::{Num, Truth};
use crate::tile::{Element, Value};

/// Applies the function of an element-wise operation; the result has `bits` bits if it is an integer.
pub(crate) fn apply(
    op: Op,
    attributes: &Attributes,
    domain: &mut Symbolic<'_>,
    args: &[Element],
    bits: u32,
) -> Option<Element> {
    let doubtful = args.iter().any(|arg| arg.undetermined.value() != Some(false));
    let anything: Vec<Element>;
    // What is required of an operand has to hold of all that it may be.
    let read = if doubtful && requires(op, attributes) {
        anything = args.iter().map(unfollowed).collect();
        &anything
    } else {
        args
    };
    let value = op::elementwise(op, Lane { attributes, domain, args: read, bits })?;
    let value = anything_where(&domain.undetermined, value);
    let undetermined = args.iter().fold(domain.undetermined.clone(), |any, arg| any.or(&arg.undetermined));
    Some(Element { value, undetermined })
}

/// The element, of which nothing is known where it is undetermined.
fn unfollowed(element: &Element) -> Element {
    let value = anything_where(&element.undetermined, element.value.clone());
    Element { value, undetermined: element.undetermined.clone() }
}

/// The value, or where the condition holds any other of its type.
fn anything_where(undetermined: &Truth, value: Value) -> Value {
    match value {
        Value::Int(SymbolicInt::Bit(bit)) if undetermined.value() != Some(false) => {
            Value::Int(SymbolicInt::Bit(Truth::choose(undetermined, &Truth::fresh(), &bit)))
        }
        Value::Int(SymbolicInt::Number { bits, signed }) if undetermined.value() != Some(false) => {
            let any = Num::fresh("anything", least_signed(bits), greatest_signed(bits));
            Value::Int(SymbolicInt::Number { bits, signed: Num::choose(undetermined, &any, &signed) })
        }
        Value::Int(_) | Value::Float | Value::Pointer(_) => value,
    }
}

/// One lane of an operation.
struct Lane<'a, 's> {
    attributes: &'a Attributes,
    domain: &'a mut Symbolic<'s>,
    args: &'a [Element],
    bits: u32,
}

impl Lane<'_, '_> {
    /// An integer operand; zero where a valid kernel cannot have another.
    fn int(&self, position: usize) -> SymbolicInt {
        let found = self.args.get(position).and_then(Element::as_int);
        found.cloned().unwrap_or(SymbolicInt::Number { bits: self.bits, signed: Num::constant(0) })
    }
}

type Dom<'s> = Symbolic<'s>;
type I<'s> = <Dom<'s> as Domain>::Int;

impl<'s> Elementwise for Lane<'_, 's> {
    type Domain = Symbolic<'s>;
    type Output = Value;

    fn int1(self, f: impl Fn(&mut Dom<'s>, &Attributes, &I<'s>) -> I<'s>) -> Value {
        let a = self.int(0);
        Value::Int(f(self.domain, self.attributes, &a))
    }

    fn int2(self, f: impl Fn(&mut Dom<'s>, &Attributes, &I<'s>, &I<'s>) -> I<'s>) -> Value {
        let (a, b) = (self.int(0), self.int(1));
        Value::Int(f(self.domain, self.attributes, &a, &b))
    }

    fn int_compare(self, f: impl Fn(&mut Dom<'s>, &Attributes, &I<'s>, &I<'s>) -> Truth) -> Value {
        let (a, b) = (self.int(0), self.int(1));
        Value::Int(SymbolicInt::Bit(f(self.domain, self.attributes, &a, &b)))
    }

    fn extend(self, f: impl Fn(&mut Dom<'s>, &Attributes, u32, &Num, &Num) -> I<'s>) -> Value {
        let a = self.int(0);
        Value::Int(f(self.domain, self.attributes, self.bits, &a.signed(), &a.unsigned()))
    }

    fn truncate(self, f: impl Fn(&mut Dom<'s>, &Attributes, u32, &I<'s>) -> I<'s>) -> Value {
        let a = self.int(0);
        Value::Int(f(self.domain, self.attributes, self.bits, &a))
    }

    fn float1(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Opaque) -> Opaque) -> Value {
        f(self.domain, self.attributes, &Opaque);
        Value::Float
    }

    fn float2(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Opaque, &Opaque) -> Opaque) -> Value {
        f(self.domain, self.attributes, &Opaque, &Opaque);
        Value::Float
    }

    fn float_power(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Opaque, &Num) -> Opaque) -> Value {
        // The one bit of a boolean is no sign.
        let exponent = match self.int(1) {
            bit @ SymbolicInt::Bit(_) => bit.unsigned(),
            number @ SymbolicInt::Number { .. } => number.signed(),
        };
        f(self.domain, self.attributes, &Opaque, &exponent);
        Value::Float
    }

    fn float3(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Opaque, &Opaque, &Opaque) -> Opaque) -> Value {
        f(self.domain, self.attributes, &Opaque, &Opaque, &Opaque);
        Value::Float
    }

    fn float_compare(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Opaque, &Opaque) -> Truth) -> Value {
        Value::Int(SymbolicInt::Bit(f(self.domain, self.attributes, &Opaque, &Opaque)))
    }

    fn int_to_float(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Num, &Num) -> Opaque) -> Value {
        let a = self.int(0);
        f(self.domain, self.attributes, &a.signed(), &a.unsigned());
        Value::Float
    }

    fn float_to_float(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Opaque) -> Opaque) -> Value {
        f(self.domain, self.attributes, &Opaque);
        Value::Float
    }
}
