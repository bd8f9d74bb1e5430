//! Control: what blocks end with, and what loops and branches carry (IRV-8 to IRV-11, semantics F.1).

use super::expect::{is_carried, is_truth, operand, require, wrong};
use crate::problem::IllFormed;
use crate::syntax::kernel::{Block, FunctionKind, Kernel, Operation, ValueId};
use crate::syntax::op::{Control, Meaning, Op};
use crate::syntax::span::Place;

/// The surroundings of a block.
#[derive(Clone, Copy)]
struct Inside<'k> {
    /// The operation around the region; `None` for the body.
    parent: Option<&'k Operation>,
    /// The innermost loop around the block.
    around: Option<&'k Operation>,
}

/// The body of a kernel, and every region in it.
pub(super) fn check_kernel(kernel: &Kernel) -> Result<(), IllFormed> {
    check_block(kernel, &kernel.body, Inside { parent: None, around: None }, &kernel.at)
}

fn check_block(kernel: &Kernel, of: &Block, inside: Inside<'_>, at: &Place) -> Result<(), IllFormed> {
    let Some((last, before)) = of.ops.split_last() else {
        return Err(IllFormed::new("a block is empty".to_owned(), at));
    };
    for op in before {
        require(!op.op.terminates(), op, "what follows it never runs")?;
        check_operation(kernel, op, inside)?;
    }
    require(last.op.terminates(), last, "a block ends with return, yield, continue or break")?;
    check_terminator(kernel, last, inside)
}

/// An operation with regions. The combiner of a reduction is checked with it; others have no meaning yet.
fn check_operation(kernel: &Kernel, op: &Operation, inside: Inside<'_>) -> Result<(), IllFormed> {
    let around = match op.op.meaning() {
        Meaning::Control(Control::If) => {
            check_branch(kernel, op)?;
            inside.around
        }
        Meaning::Control(Control::For) => {
            check_counted(kernel, op)?;
            Some(op)
        }
        Meaning::Control(Control::Loop) => {
            check_carried(kernel, op, 0, &op.operands)?;
            Some(op)
        }
        Meaning::Control(Control::Return | Control::Yield | Control::Continue | Control::Break)
        | Meaning::Core(_)
        | Meaning::Memory(_)
        | Meaning::Elementwise
        | Meaning::Unsupported => return Ok(()),
    };
    let inside = Inside { parent: Some(op), around };
    op.regions.iter().try_for_each(|region| check_block(kernel, region, inside, &op.at))
}

/// `if`: one truth value; with results, two branches.
fn check_branch(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let condition = operand(kernel, op, 0)?;
    let scalar = is_truth(condition) && condition.shape.is_empty();
    require(scalar, op, format!("the condition is tile<i1>, not {condition}"))?;
    require(op.results.is_empty() || op.regions.len() == 2, op, "with results, it has an else")?;
    check_no_views(kernel, op, &op.results)?;
    let params = op.regions.iter().all(|region| region.params.is_empty());
    require(params, op, "its regions have no parameters")
}

/// Views do not leave a branch and are not carried around a loop.
fn check_no_views(kernel: &Kernel, op: &Operation, values: &[ValueId]) -> Result<(), IllFormed> {
    let view = values.iter().find(|value| !is_carried(kernel.ty(**value)));
    view.map_or(Ok(()), |view| Err(wrong(op, format!("{} is a view", kernel.name(*view)))))
}

/// `for`: bounds, step and variable of one integer type; a result for each carried value.
fn check_counted(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let bound = operand(kernel, op, 0)?;
    super::expect::integer(op, bound)?;
    require(bound.shape.is_empty(), op, format!("it counts in rank-0 integers, not in {bound}"))?;
    let variable = op.regions.first().and_then(|body| body.params.first());
    let same = variable.is_some_and(|variable| kernel.ty(*variable) == kernel.ty(op.operands[0]));
    require(same, op, format!("the induction variable is {bound}"))?;
    check_carried(kernel, op, 1, &op.operands[3..])?;
    let results = same_types(kernel, &op.results, &op.operands[3..]);
    require(results, op, "there is one result of its type for each carried value")
}

/// Carried values are the last parameters of the body.
fn check_carried(
    kernel: &Kernel,
    op: &Operation,
    first: usize,
    initial: &[ValueId],
) -> Result<(), IllFormed> {
    check_no_views(kernel, op, initial)?;
    check_no_views(kernel, op, &op.results)?;
    let params = op.regions.first().and_then(|body| body.params.get(first..));
    let right = params.is_some_and(|params| same_types(kernel, params, initial));
    require(right, op, "the body has one parameter of its type for each carried value")
}

/// Whether two lists of values have the same types.
fn same_types(kernel: &Kernel, left: &[ValueId], right: &[ValueId]) -> bool {
    let types = |values: &[ValueId]| values.iter().map(|value| kernel.ty(*value).clone()).collect::<Vec<_>>();
    types(left) == types(right)
}

/// `return`: an entry returns nothing, and a test function returns its declared values.
fn check_return(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    match &kernel.kind {
        FunctionKind::Entry => {
            let plain = op.operands.is_empty() && op.results.is_empty();
            require(plain, op, "a kernel gives nothing back")
        }
        FunctionKind::Test { results } => {
            let returned = op.operands.iter().map(|value| kernel.ty(*value));
            let right = returned.eq(results) && op.results.is_empty();
            require(right, op, "the returned values do not have the declared types")
        }
    }
}

/// Checks the terminator of a block, and its operands.
fn check_terminator(kernel: &Kernel, op: &Operation, inside: Inside<'_>) -> Result<(), IllFormed> {
    let types = "its values have not the types that are waited for";
    if op.op == Op::Return {
        return check_return(kernel, op);
    }
    let Some(parent) = inside.parent else {
        return Err(wrong(op, "a kernel ends with return"));
    };
    if op.op == Op::Yield {
        require(parent.op == Op::If, op, "a loop goes on with continue, and ends with break")?;
        return require(same_types(kernel, &op.operands, &parent.results), op, types);
    }
    let Some(around) = inside.around else { return Err(wrong(op, "there is no loop around it")) };
    if op.op == Op::Break {
        require(around.op == Op::Loop, op, "a for has no break")?;
        return require(same_types(kernel, &op.operands, &around.results), op, types);
    }
    let initial = if around.op == Op::For { &around.operands[3..] } else { &around.operands };
    require(same_types(kernel, &op.operands, initial), op, types)
}
