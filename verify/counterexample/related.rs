//! Buffers of a counterexample whose elements a contract relates: a model says what was loaded, and the rest is found.

use std::collections::{BTreeMap, BTreeSet};

use spec::admit::Filling;
use spec::contract::Symbol;
use spec::domain::{greatest_signed, greatest_unsigned};
use spec::syntax::count::usize_from_u64;
use spec::syntax::launch::Buffer;
use spec::syntax::types::Scalar;

use super::{Start, bits, value_of};
use crate::smt::model::Model;
use crate::symbolic::machine::Machine;

/// The largest buffer to fill with related elements.
const SETTLED: u64 = 1 << 18;

/// Fills buffers with elements in the contract's relations, except for the elements of `kept`, by buffer and byte. If no
/// such contents are found, the elements stay, and the launch is outside the contract.
pub(super) fn settle_related(
    machine: &Machine<'_>,
    model: &Model,
    starts: &[Option<Start>],
    buffers: &mut [Buffer],
    kept: &BTreeSet<Start>,
) {
    let known = |symbol: Symbol| value_of(machine, model, symbol).unwrap_or(0);
    for (which, allocation) in machine.setup.allocations.iter().enumerate() {
        let Some((number, start)) = starts.get(which).copied().flatten() else { continue };
        let size = allocation.element.bytes();
        let count = buffers[number].bytes.saturating_sub(start) / size;
        if !machine.setup.is_related(which) || count > SETTLED {
            continue;
        }
        let places: Vec<u64> = (0..count).map(|index| start + index * size).collect();
        let mut elements: Vec<i128> =
            places.iter().map(|at| read(&buffers[number].contents, *at, allocation.element)).collect();
        let stays: Vec<bool> = places.iter().map(|at| kept.contains(&(number, *at))).collect();
        let filling = Filling::new(&machine.setup.bound, allocation.parameter, &known);
        if filling.settle(&mut elements, &stays) {
            let bytes = usize_from_u64(size);
            let one = |element: &i128| bits(*element, 64).to_le_bytes()[..bytes].to_vec();
            if start == 0 && count * size == buffers[number].bytes && count > 0 {
                let all = elements.iter().flat_map(one).collect();
                buffers[number].contents = BTreeMap::from([(0, all)]);
                continue;
            }
            for (at, element) in places.iter().zip(&elements) {
                super::write(&mut buffers[number].contents, *at, &one(element));
            }
        }
    }
}

/// An element of a buffer, as a signed number; of a boolean 0 or 1.
fn read(contents: &BTreeMap<u64, Vec<u8>>, at: u64, element: Scalar) -> i128 {
    let byte = |at: u64| {
        let (start, chunk) = contents.range(..=at).next_back()?;
        chunk.get(usize::try_from(at - start).ok()?).copied()
    };
    let bytes = (at..at + element.bytes()).rev().map(|at| i128::from(byte(at).unwrap_or(0)));
    let whole = bytes.fold(0i128, |bits, byte| bits << 8 | byte);
    let natural = whole & greatest_unsigned(element.bits());
    if element.bits() == 1 {
        i128::from(whole != 0)
    } else if natural > greatest_signed(element.bits()) {
        natural - (1 << element.bits())
    } else {
        natural
    }
}
