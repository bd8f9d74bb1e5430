//! What is known of an element that a load gives: what the contract says of the buffer at launch, and what a constant
//! holds.
//!
//! A clause about contents speaks of whole elements, each as what the parameter points to. So it says something of a load
//! of that very type, from where elements are, and nothing of parts of them.

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

/// What the contract says of an element that a load gave, and what a constant holds. Whether the element is what was
/// there at launch.
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
    /// Whether an aligned access of that type, inside, is to one whole element as the contract speaks of them.
    pub(crate) fn holds_elements_of(&self, element: Scalar) -> bool {
        let apart = self.alignment.is_multiple_of(element.bytes().max(1));
        element == self.element && element.is_integer() && apart
    }
}

/// The most places in a constant that are told apart.
const LISTED: usize = 256;

/// What a constant holds at an offset, read as such elements: as a signed number what the bytes there say, or anything
/// where there are many places. A place is where an element can be that is aligned.
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
