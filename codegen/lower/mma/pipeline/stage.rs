//! The products of a stage, and the registers of their sums.

use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Inst, Mode, Opcode, Operand, Reg, Ty, Wgmma};
use crate::ir::value::Tile;
use crate::layout::conversion::convert_layout;
use crate::lower::mma::pipeline::plan::PipelinePlan;
use crate::lower::mma::pipeline::warpgroup::{Left, WarpgroupMma};

/// Registers of their own for every sum, in the layout of the instructions that add to it.
pub(super) fn initial_sums<'m>(
    code: &mut Builder<'_>,
    op: &Operation,
    plan: &PipelinePlan<'_>,
    products: impl Iterator<Item = &'m WarpgroupMma>,
) -> Vec<Option<Tile>> {
    let mut sums: Vec<Option<Tile>> = vec![None; op.results.len()];
    for (product, multiply) in plan.products.iter().zip(products) {
        if sums[product.sum].is_none() {
            let tile = code.tile(op.operands[3 + product.sum]);
            let element = code.kernel().tile(op.operands[3 + product.sum]).element;
            let tile = convert_layout(code, &tile, element, &multiply.layout);
            let regs = tile.regs.iter().map(|reg| code.mov(reg.class, *reg)).collect();
            sums[product.sum] = Some(Tile { layout: multiply.layout.clone(), regs });
        }
    }
    sums
}

/// The address of a stage as descriptors have it, in units of sixteen bytes.
pub(super) fn descriptor_address(code: &mut Builder<'_>, stage: Reg) -> Reg {
    let units = code.op(Opcode::Shr, Ty::U32, Class::B32, &[stage.into(), Operand::Int(4)]);
    code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, units)
}

/// Starts the products of the stage that begins at an address; the predicate always holds.
pub(super) fn multiply_stage(
    code: &mut Builder<'_>,
    plan: &PipelinePlan<'_>,
    products: &[WarpgroupMma],
    sums: &[Option<Tile>],
    (stage, always): (Reg, Reg),
) {
    let units = descriptor_address(code, stage);
    code.push(Inst::Wgmma(Wgmma::Fence));
    for (product, multiply) in plan.products.iter().zip(products) {
        if let Some(sum) = &sums[product.sum] {
            multiply.start(code, (Left::Stage(units), units), &sum.regs, [always; 2]);
        }
    }
    code.push(Inst::Wgmma(Wgmma::Commit));
}
