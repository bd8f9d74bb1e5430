//! The inputs of a kernel's launch: its parameters, with displayed names.

use spec::contract::Bound;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::types::{Element, Scalar};

/// A parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parameter {
    /// The displayed name.
    pub name: String,
    /// The name in the kernel's text.
    pub own_name: String,
    /// The type.
    pub element: Element,
    /// Whether it is read as a natural number.
    pub unsigned: bool,
}

/// The parameters, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Signature(pub Vec<Parameter>);

impl Signature {
    /// The parameters of a valid kernel, with the names of its contract.
    pub fn new(kernel: &Kernel, contract: &Contract) -> Self {
        let bound = Bound { contract, kernel };
        let parameter = |(position, value): (usize, _)| Parameter {
            name: bound.argument_name(position).to_owned(),
            own_name: bound.kernel.values[ValueId::index(value)].name.clone(),
            element: kernel.tile(value).element,
            unsigned: bound.is_unsigned(position),
        };
        Signature(kernel.params.iter().copied().enumerate().map(parameter).collect())
    }

    /// The parameter of that name, in the contract or in the kernel's text.
    pub fn position(&self, name: &str) -> Option<usize> {
        let called = self.0.iter().position(|p| p.name == name);
        let own = || self.0.iter().position(|p| p.own_name == name);
        let numbered =
            || name.strip_prefix("arg")?.parse::<usize>().ok().filter(|position| *position < self.0.len());
        called.or_else(own).or_else(numbered)
    }

    /// The name of the parameter at that position.
    pub fn name(&self, position: usize) -> &str {
        self.0.get(position).map_or("", |parameter| &parameter.name)
    }

    /// The parameters with their types, for people.
    pub fn listed(&self) -> String {
        let parameters: Vec<_> = self.0.iter().map(|p| format!("{}: {}", p.name, p.element)).collect();
        parameters.join(", ")
    }
}

impl Parameter {
    /// The pointee type of a pointer.
    pub fn pointee(&self) -> Option<Scalar> {
        match self.element {
            Element::Pointer(scalar) => Some(scalar),
            Element::Scalar(_) => None,
        }
    }
}
