//! The same bits as another type.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Core;

use crate::r#gen::Gen;
use crate::ptx::Class;
use crate::value::class;

/// One of the operations that keep bits.
pub(crate) fn operation(code: &mut Gen<'_>, op: &Operation, family: Core) -> Result<(), Unsupported> {
    let tile = code.tile(op.operands[0]);
    let (from, to) = (code.kernel.tile(op.operands[0]).element, code.kernel.tile(op.results[0]).element);
    let pointers = [Core::PtrToPtr, Core::IntToPtr, Core::PtrToInt].contains(&family);
    let same = family == Core::Bitcast && class(from) == class(to) && class(from) != Class::Pred;
    let free = pointers || same;
    if !free {
        return code.refuse(op, format!("`{}` from {from} to {to}", op.op.mnemonic()));
    }
    code.set_tile(op.results[0], tile.layout, tile.regs);
    Ok(())
}
