//! What a well-formed kernel may say that has no meaning yet.

use crate::problem::Unsupported;
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::op::Meaning;
use crate::syntax::span::Place;
use crate::syntax::types::{Element, Scalar, Type};

/// The first thing in a kernel that has no meaning.
pub(super) fn kernel(kernel: &Kernel) -> Result<(), Unsupported> {
    values(kernel, &kernel.params, &kernel.at)?;
    block(kernel, &kernel.body, &kernel.at)
}

fn block(kernel: &Kernel, of: &Block, at: &Place) -> Result<(), Unsupported> {
    values(kernel, &of.params, at)?;
    for op in &of.ops {
        operation(op)?;
        values(kernel, &op.results, &op.at)?;
        op.regions.iter().try_for_each(|region| block(kernel, region, &op.at))?;
    }
    Ok(())
}

fn operation(op: &Operation) -> Result<(), Unsupported> {
    let refuse = |message: String| Err(Unsupported { message, at: op.at.clone() });
    if op.op.meaning() == Meaning::Unsupported {
        return refuse(format!("the operation `{}`", op.op.mnemonic()));
    }
    Ok(())
}

fn values(kernel: &Kernel, values: &[ValueId], at: &Place) -> Result<(), Unsupported> {
    for value in values {
        let element = match kernel.ty(*value) {
            Type::Token => continue,
            Type::Tile(tile) => tile.element,
            Type::TensorView(view) => view.element,
            Type::PartitionView(view) => view.tensor.element,
            Type::StridedView(view) => view.partition.tensor.element,
            Type::GatherScatterView(view) => view.tensor.element,
        };
        let in_memory = !matches!(kernel.ty(*value), Type::Tile(tile) if tile.element.scalar().is_some());
        let (Element::Scalar(scalar) | Element::Pointer(scalar)) = element;
        if in_memory && scalar == Scalar::F4E2m1fn {
            return refuse(&format!("elements of type {scalar} in memory"), at);
        }
    }
    Ok(())
}

fn refuse(message: &str, at: &Place) -> Result<(), Unsupported> {
    Err(Unsupported { message: message.to_owned(), at: at.clone() })
}
