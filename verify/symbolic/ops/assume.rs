//! Assumptions over terms: their promises are required, except for the starts of arrays of lists, which are
//! trusted.

use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number};
use spec::ops::assume;
use spec::origins::Region;
use spec::rules::Rule;
use spec::syntax::attributes::Assumption;
use spec::syntax::count::usize_from_u32;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element as ElementType, Scalar};

use crate::fault_injection::Flaw;
use crate::smt::facts::Role;
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::symbolic::require::{require, require_branch};
use crate::symbolic::state::{Mode, Val};
use crate::terms::{Num, Truth};
use crate::values::element::{Element, Pointer, Value};
use crate::values::view::TensorView;

/// `assume`: a promise about every element is required of an arbitrary element.
pub(crate) fn run_assume<'k>(machine: &mut Machine<'k>, op: &'k Operation) {
    let tile = machine.tile(op.operands[0]);
    let lane = machine.lane(&tile.ty.shape, 0);
    let element = machine.at(&tile, &lane);
    require_branch(machine, op, &element.undetermined);
    let value = number_of(machine, &element);
    let pointee = match tile.element() {
        ElementType::Pointer(pointee) => Some(pointee),
        ElementType::Scalar(_) => None,
    };
    let head = match &op.attributes.assumption {
        Some(Assumption::DivBy { every: Some(every), .. }) => {
            let axis = usize_from_u32(every.axis);
            let (start, offset) = assume::run(&lane[axis], every.stride);
            let mut at = lane.clone();
            at[axis] = start;
            Some((at, offset))
        }
        Some(Assumption::SameElements(shape)) => {
            let heads = lane.iter().zip(shape).map(|(position, extent)| assume::run(position, *extent).0);
            Some((heads.collect(), Num::constant(0)))
        }
        Some(Assumption::DivBy { every: None, .. } | Assumption::Bounded { .. }) | None => None,
    };
    let head = head.map(|(at, offset)| {
        let element = machine.at(&tile, &at);
        (number_of(machine, &element), offset)
    });
    let mut to_trust = None;
    let mut domain = machine.domain(&Truth::constant(true));
    match (&op.attributes.assumption, head, pointee) {
        (Some(Assumption::Bounded { lower, upper }), _, _) => {
            assume::bounded(&mut domain, *lower, *upper, &value);
        }
        (Some(Assumption::DivBy { divisor, every: None }), _, None) => {
            assume::divisible(&mut domain, *divisor, &value);
        }
        (Some(Assumption::DivBy { divisor, every: None }), _, Some(_)) => {
            to_trust = element.as_pointer().map(|pointer| (*divisor, pointer.clone()));
            assume::aligned(&mut domain, *divisor, &value);
        }
        (Some(Assumption::DivBy { divisor, every: Some(_) }), Some((head, offset)), pointee) => {
            assume::strided(&mut domain, *divisor, pointee.map_or(1, Scalar::bytes), &value, &head, &offset);
        }
        (Some(Assumption::SameElements(_)), Some((head, _)), _) => assume::same(&mut domain, &value, &head),
        (Some(Assumption::DivBy { .. } | Assumption::SameElements(_)) | None, _, _) => {}
    }
    let required = std::mem::take(&mut domain.required);
    if let Some((divisor, pointer)) = to_trust {
        trust_alignment_of_listed(machine, divisor, &pointer);
    }
    require_promise(machine, op, required);
}

/// The promise about the address of a tensor view.
pub(crate) fn assume_view<'k>(machine: &mut Machine<'k>, op: &'k Operation, tensor: Rc<TensorView>) {
    require_branch(machine, op, &tensor.undetermined);
    if let Some(Assumption::DivBy { divisor, every: None }) = op.attributes.assumption {
        let address = number_of(machine, &Element::known(Value::Pointer(tensor.pointer.clone())));
        let mut domain = machine.domain(&Truth::constant(true));
        assume::aligned(&mut domain, divisor, &address);
        let required = std::mem::take(&mut domain.required);
        trust_alignment_of_listed(machine, divisor, &tensor.pointer);
        require_promise(machine, op, required);
    }
    machine.bind(op.results[0], Val::Tensor(tensor));
}

/// Requires the promise.
fn require_promise<'k>(machine: &mut Machine<'k>, op: &'k Operation, required: Vec<(Rule, Truth)>) {
    if machine.setup.has(Flaw::AssumptionIsFact) {
        let assume = |(_, holds): &(Rule, Truth)| machine.assume_here(holds, Under::Assumption, Role::Axiom);
        return required.iter().for_each(assume);
    }
    require(machine, op, required, None);
}

/// An integer as its signed number, a pointer as its address.
pub(crate) fn number_of(machine: &Machine<'_>, element: &Element) -> Num {
    match &element.value {
        Value::Int(int) => int.signed(),
        Value::Float(_) => Num::constant(0),
        Value::Pointer(pointer) => {
            let base = |chosen: Num, which: &usize| {
                let here = pointer.which.equals(&Num::index(*which));
                Num::choose(&here, &machine.setup.allocations[*which].base, &chosen)
            };
            pointer.may.iter().fold(Num::constant(0), base).add(&pointer.offset)
        }
    }
}

/// Trusts the kernel's assumption about the start of an array of a list, in launches and blocks that reach the assumption. An
/// assumption about another address in the array says nothing about its start.
fn trust_alignment_of_listed(machine: &mut Machine<'_>, divisor: u64, pointer: &Pointer) {
    if pointer.offset.value() != Some(0) {
        return;
    }
    for which in pointer.may.iter() {
        let allocation = &machine.setup.allocations[*which];
        let Region::Listed(table) = allocation.region else { continue };
        let here = pointer.which.equals(&Num::index(*which));
        let rest = allocation.base.rem_floor(&Num::constant(divisor.into()));
        let begins = rest.equals(&Num::constant(0));
        machine.assume_here(&here.implies(&begins), Under::ListAlignment, Role::Axiom);
        let name = machine.setup.bound.argument_name(table);
        let words = format!(
            "the arrays of {name} begin at multiples of {divisor} bytes wherever the kernel assumes so"
        );
        if machine.state.mode == Mode::Record && !machine.setup.trusted.contains(&words) {
            machine.setup.trusted.push(words);
        }
    }
}
