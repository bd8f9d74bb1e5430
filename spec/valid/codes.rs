//! Codes of Triton's compiler and the layouts that accesses have in them.

use std::collections::HashMap;

use crate::problem::IllFormed;
use crate::syntax::kernel::language::Language;
use crate::syntax::kernel::layout::Property;
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::types::{Element, Type};

use super::expect::require;

/// Checks that tests are of integers and addresses, and that accesses with one layout have one shape.
pub(super) fn check_kernel(kernel: &Kernel) -> Result<(), IllFormed> {
    let problem = |message: &str| IllFormed::new(message, &kernel.at);
    let is_triton = matches!(kernel.language, Language::Triton { .. });
    if !is_triton && !kernel.codes.is_empty() {
        return Err(problem("only a kernel of Triton has codes"));
    }
    for test in kernel.codes.iter().flat_map(|code| &code.when) {
        let is_tested = kernel.params.contains(&test.parameter)
            && match (kernel.tile(test.parameter).element, test.property) {
                (Element::Pointer(_), Property::MultipleOf(_)) => true,
                (Element::Scalar(scalar), _) => scalar.is_integer(),
                (Element::Pointer(_), Property::Is(_)) => false,
            };
        if !is_tested {
            return Err(problem("a code tests integers and addresses of parameters"));
        }
    }
    if let Some(op) = kernel.operations().find(|op| op.attributes.in_order && !is_triton) {
        return require(false, op, "only a loop of Triton has `in_order`");
    }
    let mut shapes = HashMap::new();
    kernel.operations().try_for_each(|op| check_layouts(kernel, op, &mut shapes))
}

/// Checks the layouts of an access; `shapes` has those of earlier accesses by code and layout.
fn check_layouts<'k>(
    kernel: &'k Kernel,
    op: &'k Operation,
    shapes: &mut HashMap<(usize, u32), &'k [u32]>,
) -> Result<(), IllFormed> {
    let layouts = &op.attributes.layouts;
    if layouts.is_empty() {
        return Ok(());
    }
    require(layouts.len() == kernel.codes.len(), op, "it names a layout for each code of the kernel")?;
    let shape = match op.operands.first().map(|pointers| kernel.ty(*pointers)) {
        Some(Type::Tile(tile)) => tile.shape.as_slice(),
        Some(
            Type::Token
            | Type::TensorView(_)
            | Type::PartitionView(_)
            | Type::StridedView(_)
            | Type::GatherScatterView(_),
        )
        | None => &[],
    };
    for (code, layout) in layouts.iter().enumerate() {
        let Some(layout) = layout else { continue };
        let first = shapes.entry((code, *layout)).or_insert(shape);
        require(*first == shape, op, "accesses with one layout have one shape")?;
    }
    Ok(())
}
