//! Registers of any class through warp shuffles.

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Opcode, Operand, Reg, Shuffle, Ty};

/// Another lane's register.
pub(crate) fn shuffle(code: &mut Builder<'_>, how: Shuffle, from: Reg, lane: Operand) -> Reg {
    match from.class {
        Class::B32 => {
            let to = code.reg(Class::B32);
            code.push(Inst::Shuffle { how, to, from, lane });
            to
        }
        // Shuffles move 32 bits: wider registers in halves, narrower ones widened.
        Class::B64 => {
            let halves = [code.reg(Class::B32), code.reg(Class::B32)];
            code.push(Inst::Unpack { to: halves.to_vec(), from });
            let moved = halves.map(|half| shuffle(code, how, half, lane));
            let to = code.reg(Class::B64);
            code.push(Inst::Pack { to, from: moved.to_vec() });
            to
        }
        Class::B16 => {
            let wide = code.reg(Class::B32);
            code.push(Inst::Pack { to: wide, from: vec![from, from] });
            let moved = shuffle(code, how, wide, lane);
            let [to, rest] = [code.reg(Class::B16), code.reg(Class::B16)];
            code.push(Inst::Unpack { to: vec![to, rest], from: moved });
            to
        }
        Class::Pred => {
            let wide =
                code.op(Opcode::Selp, Ty::B32, Class::B32, &[Operand::Int(1), Operand::Int(0), from.into()]);
            let moved = shuffle(code, how, wide, lane);
            code.compare(Compare::Ne, Ty::U32, moved, 0)
        }
    }
}
