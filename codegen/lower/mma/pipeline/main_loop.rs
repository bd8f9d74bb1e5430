//! The unpredicated main loop of a software pipeline: the first iterations, up to a number that is known before the loop, whose tiles
//! are whole in their tensors. Their copies need no bounds, and every address advances by the same stride (strength reduction).

use spec::syntax::kernel::ValueId;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Mode, Opcode, Operand, Reg, Ty};
use crate::ir::value::Num;
use crate::lower::mma::pipeline::iterations::Iterations;
use crate::lower::mma::pipeline::tile_copy::{CopyAxis, TileCopy};

/// The copies of main-loop iterations; a load's index is constant or equals the induction variable.
pub(super) struct MainLoop {
    /// The number of main-loop iterations.
    pub(super) unpredicated: Reg,
    /// By load, the address of this thread's first piece in the next iteration, and the step per iteration if the address
    /// changes.
    addresses: Vec<(Reg, Option<Reg>)>,
}

impl MainLoop {
    /// The copies; `None` where some index is neither.
    pub(super) fn new(
        code: &mut Builder<'_>,
        copies: &[TileCopy],
        induction: ValueId,
        iterations: &Iterations,
    ) -> Option<Self> {
        let mut axes = copies.iter().flat_map(|copy| &copy.axes);
        if !axes.all(|axis| axis.index.is_none_or(|index| index == induction)) {
            return None;
        }
        let element = code.kernel().tile(induction).element;
        let [lower, step] =
            [iterations.trips.lower, iterations.trips.step].map(|reg| code.natural_of(reg, element));
        let induction_range = InductionRange { lower, step };
        let addresses = copies.iter().map(|copy| {
            let mut address = copy.address;
            let mut further = None;
            for axis in copy.axes.iter().filter(|axis| axis.index.is_some()) {
                let origin = times(code, lower, axis.step);
                address = axis.behind(code, address, origin);
                let tile = axis.bytes(code, axis.step);
                let round = code.op(Opcode::MulLo, Ty::S64, Class::B64, &[tile.into(), step.into()]);
                further = Some(match further {
                    None => round,
                    Some(other) => add(code, other, round),
                });
            }
            (code.mov(Class::B64, address), further)
        });
        let addresses = addresses.collect();
        // The least over all axes of all tiles.
        let mut whole = code.natural_of(iterations.trips.count, element);
        for axis in copies.iter().flat_map(|copy| &copy.axes) {
            whole = limit_to_whole_tiles(code, axis, induction_range, whole);
        }
        let unpredicated = match iterations.trips.count.class {
            Class::B64 => whole,
            Class::Pred | Class::B16 | Class::B32 => {
                code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, whole)
            }
        };
        Some(MainLoop { unpredicated, addresses })
    }

    /// Starts the copies of such an iteration to a stage that begins at an address of shared memory.
    pub(super) fn start(&self, code: &mut Builder<'_>, copies: &[TileCopy], stage: Reg) {
        for (copy, (address, further)) in copies.iter().zip(&self.addresses) {
            copy.start_whole(code, stage, *address);
            if let Some(further) = further {
                let next = add(code, *address, *further);
                code.assign(*address, next);
            }
        }
    }
}

fn add(code: &mut Builder<'_>, left: Reg, right: Reg) -> Reg {
    code.op(Opcode::Add, Ty::S64, Class::B64, &[left.into(), right.into()])
}

fn times(code: &mut Builder<'_>, number: Reg, by: i64) -> Reg {
    code.op(Opcode::MulLo, Ty::S64, Class::B64, &[number.into(), Operand::Int(by)])
}

/// The induction variable's first value and its step, as natural numbers of 64 bits.
#[derive(Debug, Clone, Copy)]
struct InductionRange {
    lower: Reg,
    step: Reg,
}

/// Of so many iterations, those first ones whose tile is whole along an axis.
fn limit_to_whole_tiles(
    code: &mut Builder<'_>,
    axis: &CopyAxis,
    range: InductionRange,
    iterations: Reg,
) -> Reg {
    let none = |code: &mut Builder<'_>| code.mov(Class::B64, 0);
    if let Some(rest) = axis.rest {
        let inside = code.compare(Compare::Ge, Ty::S32, rest, i64::from(axis.extent));
        let none = none(code);
        return code.choose(inside, iterations, none);
    }
    let (Some(_), Some(bound)) = (axis.index, axis.bound) else { return iterations };
    let extent = match bound {
        Num::Known(extent) => code.mov(Class::B64, extent),
        // Read as unsigned; no address is that far.
        Num::Reg(extent) => {
            code.op(Opcode::Min, Ty::U64, Class::B64, &[extent.into(), Operand::Int(i64::MAX)])
        }
    };
    // An iteration's tile is whole if its distance from the first is at most what is left behind the first.
    let origin = times(code, range.lower, axis.step);
    let left = code.op(Opcode::Sub, Ty::S64, Class::B64, &[extent.into(), origin.into()]);
    let left = code.op(Opcode::Sub, Ty::S64, Class::B64, &[left.into(), Operand::Int(axis.extent.into())]);
    let some = code.compare(Compare::Ge, Ty::S64, left, 0);
    let distance = times(code, range.step, axis.step);
    let more = code.op(Opcode::Div, Ty::U64, Class::B64, &[left.into(), distance.into()]);
    let whole = code.op(Opcode::Add, Ty::S64, Class::B64, &[more.into(), Operand::Int(1)]);
    let none = none(code);
    let whole = code.choose(some, whole, none);
    code.op(Opcode::Min, Ty::U64, Class::B64, &[whole.into(), iterations.into()])
}
