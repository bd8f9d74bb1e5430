//! Element-wise operations, register by register: each operation has a function of its name in the file of its chapter.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;

use crate::ir::builder::Builder;
use crate::ir::ptx::Reg;
use crate::lower::elementwise::{bitwise, convert, float, integer, math, usual};
use crate::lower::operands::unify_operands;

/// An element-wise operation, register by register.
pub(crate) fn elementwise(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (layout, operands) = unify_operands(code, op);
    if let Some(regs) = usual::lower(code, op, &operands) {
        code.set_tile(op.results[0], layout, regs);
        return Ok(());
    }
    let mut regs = Vec::with_capacity(layout.registers());
    for at in 0..layout.registers() {
        let from: Vec<Reg> = operands.iter().map(|regs| regs[at]).collect();
        regs.push(lower_element(code, op, &from)?);
    }
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}

/// Makes [`lower_element`] of the table of operations: `integer::addi` there is `integer::addi` here.
macro_rules! dispatch {
    ($( $name:ident $kind:ident $(($($meaning:tt)+))?; )*) => {
        /// Lowers an element-wise operation for a single element.
        fn lower_element(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
            match op.op {
                $( Op::$name => dispatch!(@call (code, op, from) $kind $(($($meaning)+))?), )*
            }
        }
    };
    // Operations with a lowering of their own never come here.
    (@call $arguments:tt core $meaning:tt) => { dispatch!(@refuse $arguments) };
    (@call $arguments:tt memory $meaning:tt) => { dispatch!(@refuse $arguments) };
    (@call $arguments:tt control $meaning:tt) => { dispatch!(@refuse $arguments) };
    (@call $arguments:tt unsupported $lack:tt) => { dispatch!(@refuse $arguments) };
    (@call $arguments:tt $class:ident ($chapter:ident::$function:ident)) => { $chapter::$function $arguments };
    (@refuse ($code:ident, $op:ident, $from:ident)) => {
        $code.refuse($op, format!("`{}` is not element-wise", $op.op.mnemonic()))
    };
}

spec::for_each_operation!(dispatch);
