//! Facts about an element from a load: the contract's clauses about the launch contents, and the contents of a
//! constant.
//!
//! A clause about contents speaks of whole elements, each as what the parameter points to. So a clause applies to a load
//! of exactly this type at an element's place, and not to parts of elements.

use spec::domain::{Bool as _, Number, greatest_signed};
use spec::syntax::count::usize_from_u64;
use spec::syntax::kernel::Global;
use spec::syntax::types::Scalar;

use crate::memory::stable_contents::{find_stable_clause, reads_launch_contents};
use crate::memory::update_chains::bound_updated;
use crate::smt::fact::{Fact, Guard};
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::symbolic::setup::Allocation;
use crate::terms::{Num, Truth};
use crate::values::element::Pointer;
use crate::values::view::Load;

/// Assumes the contract's clauses about a loaded element, and the contents of a constant. Returns whether the
/// element is from launch.
pub(crate) fn assume_contents<'k>(
    machine: &mut Machine<'k>,
    load: &Load<'k>,
    pointer: &Pointer,
    when: Guard,
    number: &Num,
) -> bool {
    let [which] = *pointer.may else { return false };
    let allocation = &machine.setup.allocations[which];
    if let Some(global) = &allocation.constant {
        let holds = read_constant(global, &pointer.offset, number, load.element);
        machine.solver.assume(&Fact::under(when, &holds, Under::Constant));
        return false;
    }
    let of_launch = reads_launch_contents(machine, which, load);
    let holds = if of_launch {
        let clause = machine.setup.allocations[which].contents.as_ref();
        clause.map(|clause| machine.setup.of_element(clause, number))
    } else {
        let kept = find_stable_clause(machine, which, number, load.element);
        kept.or_else(|| bound_updated(machine, which, load, number))
    };
    if let Some(holds) = holds {
        machine.solver.assume(&Fact::under(when, &holds, Under::Contents));
    }
    of_launch
}

impl Allocation {
    /// The number of elements.
    pub(crate) fn length(&self) -> Num {
        let in_all = self.size.mul(&Num::constant(self.element.in_a_byte().into()));
        in_all.div_floor(&Num::constant(self.element.bytes().into()))
    }

    /// Whether an aligned access of the integer type, inside the buffer, is to one whole element of the contract.
    pub(crate) fn holds_elements_of(&self, element: Scalar) -> bool {
        element.is_integer() && self.holds_whole(element)
    }

    /// The same of any type.
    pub(crate) fn holds_whole(&self, element: Scalar) -> bool {
        element == self.element && self.alignment.is_multiple_of(element.bytes().max(1))
    }
}

/// The most places in a constant that are told apart.
const LISTED: usize = 256;

/// The contents of a constant at an offset, as elements: the signed number of the bytes, or anything if the place has
/// many candidates. A place is a possible address of an aligned element.
fn read_constant(global: &Global, offset: &Num, number: &Num, read: Scalar) -> Truth {
    let (bits, width) = (read.bits(), usize_from_u64(read.bytes()));
    let stored = |element: usize| {
        let word = global.initial(element).unwrap_or(0).to_le_bytes();
        word.into_iter().take(usize_from_u64(global.element.bytes()))
    };
    let step = usize_from_u64(global.aligned_to().min(read.bytes()).max(1));
    let size = usize_from_u64(global.bytes());
    if size / step > LISTED || bits == 1 {
        return Truth::constant(true);
    }
    let memory: Vec<u8> = (0..global.ty.len()).flat_map(stored).collect();
    let mut all = Truth::constant(true);
    for (place, bytes) in memory.windows(width).enumerate().step_by(step) {
        let word = bytes.iter().rev().fold(0i128, |word, byte| word << 8 | i128::from(*byte));
        let signed = if word > greatest_signed(bits) { word - (1 << bits) } else { word };
        let here = offset.equals(&Num::index(place));
        all = all.and(&here.implies(&number.equals(&Num::constant(signed))));
    }
    all
}
