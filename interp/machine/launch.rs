//! A launch made ready: held against the kernel, buffers and globals laid out, arguments bound to parameters.

use std::sync::Arc;

use spec::memory::address_space::AddressSpace;
use spec::memory::layouts::Layouts;
use spec::syntax::kernel::layout::ArgumentTest;
use spec::syntax::kernel::{Global, Kernel};
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::Element;

use crate::machine::outcome::{Exhausted, Limit, Options, Stop};
use crate::machine::state::{Arrays, Machine};
use crate::memory::MOST_BYTES;
use crate::memory::allocation::{Allocation, Budget};
use crate::values::element::number::Exact;
use crate::values::elements::Elements;
use crate::values::host_width::{low_u32, to_u64, to_wide_index};
use crate::values::pointers::Pointers;
use crate::values::tile::Tile;

/// A machine with the launch's memory and arguments.
pub(crate) fn prepare<'k>(
    kernel: &'k Kernel,
    launch: &Launch,
    options: &'k Options,
) -> Result<Machine<'k>, Stop> {
    validate_launch(kernel, launch).map_err(Stop::BadLaunch)?;
    let mut budget = Budget(options.memory);
    let mut allocations = Vec::with_capacity(launch.buffers.len());
    let mut address_space = AddressSpace::new();
    // Globals lie behind the buffers, so that the buffers of the launch keep their numbers.
    let globals: Vec<_> = kernel.globals.iter().map(|global| global_buffer(global)).collect();
    let constant = kernel.globals.iter().map(|global| global.constant);
    let arrays = launch.buffers.iter().map(|buffer| (buffer, false)).chain(globals.iter().zip(constant));
    for (buffer, constant) in arrays {
        let base = address_space.place(buffer);
        let mut allocation = Allocation::new(buffer, base, &mut budget).map_err(|_| {
            Stop::Exhausted(Exhausted { limit: Limit::Memory, at: kernel.at.clone(), block: [0; 3] })
        })?;
        allocation.constant = constant;
        allocation.counts_writes = options.counts_writes;
        allocations.push(allocation);
    }
    let pointed = |argument: &Argument| match argument {
        Argument::Pointer { buffer, .. } => Some(*buffer),
        Argument::Scalar(_) => None,
    };
    let parameters: Vec<_> = (0..launch.buffers.len())
        .map(|buffer| launch.arguments.iter().position(|argument| pointed(argument) == Some(buffer)))
        .collect();
    let mut machine =
        Machine::new(kernel, options, launch.grid, Arrays { allocations, budget, address_space, parameters });
    for (id, argument) in kernel.params.iter().zip(&launch.arguments) {
        let tile = match (argument, kernel.tile(*id).element) {
            (Argument::Scalar(bits), Element::Scalar(scalar)) => Tile::word(*bits, scalar.bits()),
            (Argument::Pointer { buffer, offset }, _) => {
                let pointer = Pointers::new(Some(low_u32(*buffer)), vec![offset.cast_signed()]);
                Tile::determined(Elements::Pointers(pointer))
            }
            (Argument::Scalar(address), Element::Pointer(_)) => {
                Tile::determined(Elements::Pointers(Pointers::new(None, vec![address.cast_signed()])))
            }
        };
        machine.set_tile(*id, tile);
    }
    machine.layouts = Arc::new(Layouts::new(kernel).in_codes(|code| runs_in(kernel, launch, code)));
    Ok(machine)
}

/// Whether it is known which code of Triton's compiler a launch of the kernel runs. There is nothing to know of a kernel without codes.
pub fn has_known_code(kernel: &Kernel, launch: &Launch) -> bool {
    kernel.codes.is_empty() || (0..kernel.codes.len()).any(|code| runs_in(kernel, launch, code))
}

/// Whether a launch passes all tests of a code of the kernel. Of an address its alignment is known.
fn runs_in(kernel: &Kernel, launch: &Launch, code: usize) -> bool {
    let argument = |test: &ArgumentTest| {
        let position = kernel.params.iter().position(|parameter| *parameter == test.parameter)?;
        Some(match (launch.arguments.get(position)?, kernel.tile(test.parameter).element) {
            (Argument::Scalar(bits), Element::Scalar(scalar)) => {
                Tile::word(*bits, scalar.bits()).signed(0, scalar.bits())
            }
            (Argument::Pointer { buffer, offset }, _) => {
                let alignment = launch.buffers.get(*buffer)?.alignment;
                Exact(i128::from(alignment) + i128::from(offset.cast_signed()))
            }
            (Argument::Scalar(address), Element::Pointer(_)) => Exact(i128::from(*address)),
        })
    };
    let tests = kernel.codes.get(code).into_iter().flat_map(|code| &code.when);
    let mut passed = tests.map(|test| argument(test).is_some_and(|argument| test.passes(&argument).0));
    passed.all(|passed| passed)
}

/// A global with the module's initial value.
fn global_buffer(global: &Global) -> Buffer {
    let width = to_wide_index(global.element.bytes());
    let words = (0..global.ty.len()).filter_map(|element| global.initial(element));
    let bytes = words.flat_map(|word| word.to_le_bytes().into_iter().take(width)).collect();
    Buffer {
        bytes: global.bytes(),
        alignment: global.aligned_to(),
        uninit: false,
        contents: [(0, bytes)].into(),
    }
}

/// Checks a launch.
fn validate_launch(kernel: &Kernel, launch: &Launch) -> Result<(), String> {
    let (given, taken) = (launch.arguments.len(), kernel.params.len());
    if given != taken {
        return Err(format!("@{} takes {taken} arguments, {given} are given", kernel.name));
    }
    let fits = |axis: usize, extent: u32| (1..=kernel.language.max_grid(axis)).contains(&extent.into());
    if let Some(axis) = (0..launch.grid.len()).find(|axis| !fits(*axis, launch.grid[*axis])) {
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
        let ends = buffer.contents.iter().map(|(offset, bytes)| offset.saturating_add(to_u64(bytes.len())));
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
