//! Element functions applied to terms, one lane at a time.

use spec::domain::{
    Bool as _, Domain, Int as _, Number as _, greatest_signed, greatest_unsigned, least_signed,
};
use spec::ops::accuracy::{self, Accuracy};
use spec::prose::requires;
use spec::syntax::attributes::{Attributes, Signedness};
use spec::syntax::op::{self, Elementwise, Op};
use spec::syntax::types::Scalar;

use crate::terms::{Num, Truth};
use crate::values::domain::{Symbolic, SymbolicInt};
use crate::values::element::{Element, Value};
use crate::values::float::Real;

/// Applies the function of an element-wise operation, whose result is of the type `to`. Nothing is assumed of a function that a device
/// approximates.
pub(crate) fn apply(
    op: Op,
    attributes: &Attributes,
    domain: &mut Symbolic<'_>,
    args: &[Element],
    to: Scalar,
) -> Option<Element> {
    let accuracy = accuracy::of_element(op, attributes.rounding, to).map(|row| row.accuracy);
    // The documented error of a quotient is in its bounds.
    let is_followed = op == Op::Divf || accuracy == Some(Accuracy::Exact);
    apply_with(op, attributes, domain, args, to, |real| if is_followed { real } else { Real::any() })
}

/// Applies the function of an element-wise operation with the error of a device on a float result.
pub(crate) fn apply_with(
    op: Op,
    attributes: &Attributes,
    domain: &mut Symbolic<'_>,
    args: &[Element],
    to: Scalar,
    error: impl FnOnce(Real) -> Real,
) -> Option<Element> {
    let doubtful = args.iter().any(|arg| arg.undetermined.value() != Some(false));
    let anything: Vec<Element>;
    // A requirement on an operand must hold for all its possible values.
    let read = if doubtful && requires(op, attributes) {
        anything = args.iter().map(forget_value).collect();
        &anything
    } else {
        args
    };
    let bits = to.bits();
    let value = match op::elementwise(op, Lane { attributes, domain, args: read, bits })? {
        Value::Float(real) => Value::Float(error(real).rounded_to(to)),
        value @ (Value::Int(_) | Value::Pointer(_)) => value,
    };
    let value = anything_where(&domain.undetermined, value);
    let undetermined = args.iter().fold(domain.undetermined, |any, arg| any.or(&arg.undetermined));
    Some(Element { value, undetermined })
}

/// The element without its value if undetermined.
fn forget_value(element: &Element) -> Element {
    let value = anything_where(&element.undetermined, element.value.clone());
    Element { value, undetermined: element.undetermined }
}

/// The value, or an arbitrary value of its type under the condition.
fn anything_where(undetermined: &Truth, value: Value) -> Value {
    match value {
        Value::Int(SymbolicInt::Bit(bit)) if undetermined.value() != Some(false) => {
            Value::Int(SymbolicInt::Bit(Truth::choose(undetermined, &Truth::fresh(), &bit)))
        }
        Value::Int(SymbolicInt::Number { bits, signed }) if undetermined.value() != Some(false) => {
            let any = Num::fresh("anything", least_signed(bits), greatest_signed(bits));
            Value::Int(SymbolicInt::Number { bits, signed: Num::choose(undetermined, &any, &signed) })
        }
        Value::Int(_) | Value::Float(_) | Value::Pointer(_) => value,
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

    /// A float operand.
    fn float(&self, position: usize) -> Real {
        self.args.get(position).and_then(Element::as_float).cloned().unwrap_or_else(Real::any)
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

    fn float1(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Real) -> Real) -> Value {
        let a = self.float(0);
        Value::Float(f(self.domain, self.attributes, &a))
    }

    fn float2(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Real, &Real) -> Real) -> Value {
        let (a, b) = (self.float(0), self.float(1));
        Value::Float(f(self.domain, self.attributes, &a, &b))
    }

    fn float_power(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Real, &Num) -> Real) -> Value {
        let (base, exponent) = (self.float(0), self.int(1).signed());
        Value::Float(f(self.domain, self.attributes, &base, &exponent))
    }

    fn float3(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Real, &Real, &Real) -> Real) -> Value {
        let (a, b, c) = (self.float(0), self.float(1), self.float(2));
        Value::Float(f(self.domain, self.attributes, &a, &b, &c))
    }

    fn float_compare(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Real, &Real) -> Truth) -> Value {
        let (a, b) = (self.float(0), self.float(1));
        Value::Int(SymbolicInt::Bit(f(self.domain, self.attributes, &a, &b)))
    }

    fn int_to_float(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Num, &Num) -> Real) -> Value {
        let (a, bits) = (self.int(0), self.int(0).bits());
        let range = match self.attributes.signedness {
            Some(Signedness::Unsigned) => (0, greatest_unsigned(bits)),
            Some(Signedness::Signed) | None => (least_signed(bits), greatest_signed(bits)),
        };
        Value::Float(f(self.domain, self.attributes, &a.signed(), &a.unsigned()).integer_within(range))
    }

    fn float_to_float(self, f: impl Fn(&mut Dom<'s>, &Attributes, &Real) -> Real) -> Value {
        let a = self.float(0);
        Value::Float(f(self.domain, self.attributes, &a))
    }

    fn float_to_int(self, f: impl Fn(&mut Dom<'s>, &Attributes, u32, &Real) -> I<'s>) -> Value {
        let a = self.float(0);
        Value::Int(f(self.domain, self.attributes, self.bits, &a))
    }
}
