//! The form of the loop over a row's whole tiles, and of the code for its rest.

use super::words::{compiled, text};
use crate::compile::CompiledKernel;
use crate::ir::ptx::{Base, Inst, Opcode, Operand, Reg, Ty};
use crate::tests::kernels::agreement::{contents, interpreted, ran, valid};

/// The kernel of two rows from the start of arrays on, whose length is a multiple of a number.
fn of_multiples(multiple: u32) -> String {
    let text = text("bf16", "addf", "i32").replace("[%len]", "[%length]");
    let assumed = format!("  %length = assume div_by<{multiple}>, %len : tile<i32>\n  %zero =");
    text.replacen("  %zero =", &assumed, 1).replace("%start :", "%zero :")
}

/// Accesses to single elements.
fn single_accesses(code: &CompiledKernel) -> usize {
    let is_single =
        |inst: &Inst| matches!(inst, Inst::Load { ty: Ty::B16, .. } | Inst::Store { ty: Ty::B16, .. });
    code.lines.iter().filter(|line| is_single(&line.inst)).count()
}

/// A vector of eight elements is inside as a whole if the row's length is a multiple of eight.
#[test]
fn rows_of_whole_vectors_have_no_code_for_elements() {
    for (multiple, has_elements) in [(16, false), (8, false), (4, true)] {
        let text = aligned(&of_multiples(multiple));
        let code = compiled(&text, 32);
        assert_eq!(single_accesses(&code) > 0, has_elements, "{multiple}\n{}", code.program.ptx);
        for len in [multiple, 496, 512, 512 + multiple, 1008, 1024, 1504] {
            let buffers = [1, 2, 3].map(|seed| contents(("bf16", &[2048]), seed)).to_vec();
            let scalars = [len, len.div_ceil(512), 0].map(u32::cast_signed);
            let left = ran(&code, &buffers, &scalars, (Vec::new(), [1; 3]), 1);
            let expected = interpreted(&valid(&text), &buffers, &scalars, [1; 3]);
            assert!(left == expected, "{len}\n{}", code.program.ptx);
        }
    }
}

/// The kernel with rows at multiples of sixteen bytes.
fn aligned(text: &str) -> String {
    ["x", "w", "y"].iter().fold(text.to_owned(), |text, name| {
        let assumed = format!("  %{name}a = assume div_by<16>, %{name} : tile<ptr<bf16>>\n  %{name}s =");
        let text = text.replacen(&format!("  %{name}s ="), &assumed, 1);
        text.replace(&format!("offset %{name},"), &format!("offset %{name}a,"))
    })
}

/// The instruction that makes a register.
fn made(code: &CompiledKernel, reg: Reg) -> Option<&Inst> {
    let makes =
        |inst: &&Inst| matches!(inst, Inst::Compute { to, .. } | Inst::Convert { to, .. } if *to == reg);
    code.lines.iter().map(|line| &line.inst).find(makes)
}

/// Whether a loaded vector's address ends with the product of the tile's number; `None` for other instructions and addresses.
fn ends_with_origin(code: &CompiledKernel, inst: &Inst) -> Option<bool> {
    let Inst::Load { ty: Ty::B32, from, .. } = inst else { return None };
    let Base::Reg(address) = from.base else { return None };
    let Inst::Compute { op: Opcode::MadLo, from, .. } = made(code, address)? else { return None };
    let Some(Operand::Reg(number)) = from.first() else { return None };
    Some(matches!(made(code, *number)?, Inst::Compute { op: Opcode::MulLo, .. }))
}

/// In the loop of whole tiles the thread's part of an address comes first, for it is equal in all iterations. In the rest the tile's part does.
#[test]
fn the_main_loop_adds_the_tiles_part_last() {
    let code = compiled(&aligned(&of_multiples(16)), 32);
    let loads: Vec<bool> = code.lines.iter().filter_map(|line| ends_with_origin(&code, &line.inst)).collect();
    let whole = loads.iter().filter(|ends| **ends).count();
    assert!(whole > 0 && whole < loads.len(), "{loads:?}\n{}", code.program.ptx);
    assert!(loads[..whole].iter().all(|ends| *ends), "{loads:?}\n{}", code.program.ptx);
}
