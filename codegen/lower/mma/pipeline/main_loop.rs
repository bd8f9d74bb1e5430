//! Iterations whose tiles are whole in their tensors: the first ones, up to a number that is known before the loop. Their copies need
//! no bounds, and from round to round every address goes on by as much.

use spec::syntax::kernel::ValueId;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Mode, Opcode, Operand, Reg, Ty};
use crate::ir::value::Num;
use crate::lower::mma::pipeline::iterations::Iterations;
use crate::lower::mma::pipeline::tile_copy::{CopyAxis, TileCopy};

/// The copies of such rounds, where the loads' indices stay or are the induction variable itself.
pub(super) struct MainLoop {
    /// How many such rounds there are, of those that there are at all.
    pub(super) rounds: Reg,
    /// By load, the address of this thread's first piece in the next round, and what a round adds, where it changes.
    addresses: Vec<(Reg, Option<Reg>)>,
}

impl MainLoop {
    /// The copies; `None` where some index is neither.
    pub(super) fn new(
        code: &mut Builder<'_>,
        copies: &[TileCopy],
        induction: ValueId,
        rounds: &Iterations,
    ) -> Option<Self> {
        let mut axes = copies.iter().flat_map(|copy| &copy.axes);
        if !axes.all(|axis| axis.index.is_none_or(|index| index == induction)) {
            return None;
        }
        let element = code.kernel().tile(induction).element;
        let [lower, step] = [rounds.lower, rounds.step].map(|reg| code.natural_of(reg, element));
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
        let mut whole = code.natural_of(rounds.count, element);
        for axis in copies.iter().flat_map(|copy| &copy.axes) {
            whole = bounded(code, axis, (lower, step), whole);
        }
        let rounds = match rounds.count.class {
            Class::B64 => whole,
            Class::Pred | Class::B16 | Class::B32 => {
                code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, whole)
            }
        };
        Some(MainLoop { rounds, addresses })
    }

    /// Starts the copies of such a round to a stage that begins at an address of shared memory.
    pub(super) fn start(&self, code: &mut Builder<'_>, copies: &[TileCopy], stage: Reg) {
        for (copy, (address, further)) in copies.iter().zip(&self.addresses) {
            copy.whole(code, stage, *address);
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

/// Of so many rounds, those first ones whose tile is whole along an axis, by the induction variable's first value and its step.
fn bounded(code: &mut Builder<'_>, axis: &CopyAxis, (lower, step): (Reg, Reg), rounds: Reg) -> Reg {
    let none = |code: &mut Builder<'_>| code.mov(Class::B64, 0);
    if let Some(rest) = axis.rest {
        let inside = code.compare(Compare::Ge, Ty::S32, rest, i64::from(axis.extent));
        let none = none(code);
        return code.choose(inside, rounds, none);
    }
    let (Some(_), Some(bound)) = (axis.index, axis.bound) else { return rounds };
    let extent = match bound {
        Num::Known(extent) => code.mov(Class::B64, extent),
        // Read as unsigned; no address is that far.
        Num::Reg(extent) => {
            code.op(Opcode::Min, Ty::U64, Class::B64, &[extent.into(), Operand::Int(i64::MAX)])
        }
    };
    // A round's tile is whole if its distance from the first is at most what is left behind the first.
    let origin = times(code, lower, axis.step);
    let left = code.op(Opcode::Sub, Ty::S64, Class::B64, &[extent.into(), origin.into()]);
    let left = code.op(Opcode::Sub, Ty::S64, Class::B64, &[left.into(), Operand::Int(axis.extent.into())]);
    let some = code.compare(Compare::Ge, Ty::S64, left, 0);
    let distance = times(code, step, axis.step);
    let more = code.op(Opcode::Div, Ty::U64, Class::B64, &[left.into(), distance.into()]);
    let whole = code.op(Opcode::Add, Ty::S64, Class::B64, &[more.into(), Operand::Int(1)]);
    let none = none(code);
    let whole = code.choose(some, whole, none);
    code.op(Opcode::Min, Ty::U64, Class::B64, &[whole.into(), rounds.into()])
}
