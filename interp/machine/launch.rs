//! Launches: arguments bound to parameters, buffers laid out, blocks put in order.

use spec::syntax::kernel::{Global, Kernel};
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::Element;

use crate::machine::Machine;
use crate::memory::allocation::{Allocation, Budget};
use crate::outcome::{Exhausted, Limit, Options, Stop};
use crate::pointer::Pointers;
use crate::tile::{Elements, Tile};

/// The most blocks along an axis.
const MOST_BLOCKS: u32 = (1 << 24) - 1;
/// The most bytes of an allocation.
pub(crate) const MOST_BYTES: u64 = 1 << 48;
/// How far apart allocations are at least, so that no offset that a kernel computes by mistake leads into another.
const GAP: i128 = 1 << 32;

/// A machine with the launch's memory and arguments.
pub(crate) fn machine<'k>(
    kernel: &'k Kernel,
    launch: &Launch,
    options: &'k Options,
) -> Result<Machine<'k>, Stop> {
    check(kernel, launch).map_err(Stop::BadLaunch)?;
    let mut budget = Budget(options.memory);
    let mut allocations = Vec::with_capacity(launch.buffers.len());
    let mut end = GAP;
    let globals: Vec<_> = kernel.globals.iter().map(|global| initial(global)).collect();
    let constant = kernel.globals.iter().map(|global| global.constant);
    let arrays = launch.buffers.iter().map(|buffer| (buffer, false)).chain(globals.iter().zip(constant));
    for (buffer, constant) in arrays {
        let base = place(&mut end, buffer);
        let mut allocation = Allocation::new(buffer, base, &mut budget).map_err(|_| {
            Stop::Exhausted(Exhausted { limit: Limit::Memory, at: kernel.at.clone(), block: [0; 3] })
        })?;
        allocation.constant = constant;
        allocations.push(allocation);
    }
    let pointed = |argument: &Argument| match argument {
        Argument::Pointer { buffer, .. } => Some(*buffer),
        Argument::Scalar(_) => None,
    };
    let parameters = (0..launch.buffers.len())
        .map(|buffer| launch.arguments.iter().position(|argument| pointed(argument) == Some(buffer)))
        .collect();
    let mut machine = Machine::new(kernel, options, launch.grid, (allocations, budget, end), parameters);
    for (id, argument) in kernel.params.iter().zip(&launch.arguments) {
        let tile = match (argument, kernel.tile(*id).element) {
            (Argument::Scalar(bits), Element::Scalar(scalar)) => Tile::word(*bits, scalar.bits()),
            (Argument::Pointer { buffer, offset }, _) => {
                let pointer = Pointers::new(Some(*buffer as u32), vec![*offset as i64]);
                Tile::determined(Elements::Pointers(pointer))
            }
            (Argument::Scalar(address), Element::Pointer(_)) => {
                Tile::determined(Elements::Pointers(Pointers::new(None, vec![address.cast_signed()])))
            }
        };
        machine.set_tile(*id, tile);
    }
    Ok(machine)
}

/// The address of an array, and where the next one can be placed.
pub(crate) fn place(end: &mut i128, buffer: &Buffer) -> i128 {
    // An odd multiple of the alignment is a multiple of no greater power of two.
    let alignment = i128::from(buffer.alignment);
    let base = (*end / (2 * alignment) + 1) * (2 * alignment) + alignment;
    *end = base + i128::from(buffer.bytes) + GAP;
    base
}

/// A global as the module initialises it.
fn initial(global: &Global) -> Buffer {
    let width = global.element.bytes() as usize;
    let words = (0..global.ty.len()).filter_map(|element| global.initial(element));
    let bytes = words.flat_map(|word| word.to_le_bytes().into_iter().take(width)).collect();
    Buffer {
        bytes: global.bytes(),
        alignment: global.aligned_to(),
        uninit: false,
        contents: [(0, bytes)].into(),
    }
}

/// What is wrong with a launch.
fn check(kernel: &Kernel, launch: &Launch) -> Result<(), String> {
    let (given, taken) = (launch.arguments.len(), kernel.params.len());
    if given != taken {
        return Err(format!("@{} takes {taken} arguments, {given} are given", kernel.name));
    }
    if let Some(axis) = launch.grid.iter().position(|extent| !(1..=MOST_BLOCKS).contains(extent)) {
        return Err(format!("the grid has {} blocks along axis {axis}", launch.grid[axis]));
    }
    for (position, (id, argument)) in kernel.params.iter().zip(&launch.arguments).enumerate() {
        let fits = match (argument, kernel.tile(*id).element) {
            (Argument::Scalar(bits), Element::Scalar(scalar)) => {
                scalar.bits() == 64 || *bits >> scalar.bits() == 0
            }
            (Argument::Scalar(_), Element::Pointer(_)) => true,
            (Argument::Pointer { buffer, offset }, Element::Pointer(_)) => {
                *buffer < launch.buffers.len() && *offset <= MOST_BYTES
            }
            (Argument::Pointer { .. }, Element::Scalar(_)) => false,
        };
        if !fits {
            let name = kernel.name(*id);
            return Err(format!("argument {position} does not fit {name}, which is {}", kernel.tile(*id)));
        }
    }
    for (position, buffer) in launch.buffers.iter().enumerate() {
        let ends = buffer.contents.iter().map(|(offset, bytes)| offset.saturating_add(bytes.len() as u64));
        if buffer.bytes > MOST_BYTES || buffer.alignment == 0 || buffer.alignment > MOST_BYTES {
            return Err(format!(
                "buffer {position} has {} bytes, aligned to {}",
                buffer.bytes, buffer.alignment
            ));
        }
        if ends.max().is_some_and(|end| end > buffer.bytes) {
            return Err(format!("the contents of buffer {position} are longer than the buffer"));
        }
    }
    let outside = |block: &&[u32; 3]| block.iter().zip(launch.grid).any(|(at, extent)| *at >= extent);
    match launch.blocks.iter().flatten().find(outside) {
        Some(block) => Err(format!("block {block:?} is not in the grid")),
        None => Ok(()),
    }
}

/// The blocks of a launch, in the order in which they run.
pub(crate) fn blocks(launch: &Launch, seed: Option<u64>) -> impl Iterator<Item = [u32; 3]> {
    let [x, y, z] = launch.grid.map(u128::from);
    let count = launch.blocks.as_ref().map_or(x * y * z, |blocks| blocks.len() as u128);
    let order = Order::new(count, seed);
    (0..count).map(move |turn| {
        let position = order.at(turn);
        match &launch.blocks {
            Some(blocks) => blocks[position as usize],
            None => [position % x, position / x % y, position / x / y].map(|at| at as u32),
        }
    })
}

/// An order of `0..count` that takes no room however many there are: `turn ↦ turn·factor + first`, where the factor
/// has no divisor in common with the count.
struct Order {
    count: u128,
    factor: u128,
    first: u128,
}

impl Order {
    fn new(count: u128, seed: Option<u64>) -> Self {
        let Some(seed) = seed.filter(|_| count > 1) else { return Order { count, factor: 1, first: 0 } };
        let (one, two) = (mixed(seed), mixed(seed.wrapping_add(0x9e37_79b9_7f4a_7c15)));
        let mut factor = u128::from(one) % count;
        while divisor(factor, count) != 1 {
            factor = (factor + 1) % count;
        }
        Order { count, factor, first: u128::from(two) % count }
    }

    /// At most 2⁷² blocks, and a factor below 2⁶⁴ times a turn below 2⁶⁴, fit: a run never gets further.
    fn at(&self, turn: u128) -> u128 {
        (turn.wrapping_mul(self.factor) + self.first) % self.count
    }
}

fn divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { divisor(b, a % b) }
}

/// Steele, Lea and Flood's mixer of 64 bits.
fn mixed(seed: u64) -> u64 {
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}
