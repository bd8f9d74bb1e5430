//! Tokens, the host, and accesses through pointers (IRV-5, IRV-6, IRV-22, IRV-26).

use super::shapes::like;
use crate::ops::source;
use crate::problem::IllFormed;
use crate::rules::Rule;
use crate::syntax::attributes::{MemoryOrder, Rmw};
use crate::syntax::kernel::{Kernel, Operation, ValueId};
use crate::syntax::op::{Memory, Op};
use crate::syntax::printf;
use crate::syntax::types::{Element, Scalar, TileType, Type};
use crate::valid::expect::{is_truth, operand, pointee, require, result, tile};

/// `make_token`, `join_tokens`, `memory_fence_alias_tko`.
pub(in crate::valid) fn check_tokens(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let all = op.operands.iter().chain(&op.results).all(|value| *kernel.ty(*value) == Type::Token);
    require(all, op, "it is about tokens only")?;
    let joins = op.op == Op::JoinTokens;
    require(!joins || op.operands.len() != 1, op, "there are at least two tokens to join")
}

/// The last result of a memory operation is its token.
pub(in crate::valid) fn check_gives_token(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let token = op.results.last().is_some_and(|result| *kernel.ty(*result) == Type::Token);
    require(token, op, "it gives a token")
}

/// `assert`: truth values.
pub(in crate::valid) fn check_assert(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let condition = operand(kernel, op, 0)?;
    require(is_truth(condition), op, format!("{condition} is not made of truth values"))?;
    check_words(op, Memory::Assert).map(drop)
}

/// Checks that a print or assert with a rule of the source represents the rule; returns the rule.
fn check_words(op: &Operation, by: Memory) -> Result<Option<Rule>, IllFormed> {
    let words = op.attributes.text.as_deref();
    let rule = source::rule(by, words);
    let known = rule.is_some() || !source::is_marked(words);
    require(known, op, format!("`{}` names no rule of a source", words.unwrap_or_default()))?;
    Ok(rule)
}

/// `print_tko`: a placeholder an operand. A print that represents a rule has the extents of a span, and then its
/// strides.
pub(in crate::valid) fn check_print(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    for position in 0..op.operands.len() {
        operand(kernel, op, position)?;
    }
    let format = op.attributes.text.as_deref().unwrap_or_default().replace("%%", "");
    let (placeholders, operands) = (format.matches('%').count(), op.operands.len());
    require(placeholders == operands, op, format!("{placeholders} placeholders for {operands} operands"))?;
    if check_words(op, Memory::PrintTko)?.is_some() {
        require(operands.is_multiple_of(2), op, "a span has as many strides as extents")?;
        for position in 0..operands {
            let ty = operand(kernel, op, position)?;
            let number = ty.shape.is_empty() && ty.element.scalar().is_some_and(Scalar::is_integer);
            require(number, op, format!("{ty} is no integer"))?;
        }
    } else {
        let is_terminated = op.attributes.text.as_deref().is_none_or(printf::is_terminated);
        require(is_terminated, op, "its format ends behind a `%`; write `%%` for a percent sign")?;
    }
    check_gives_token(kernel, op)
}

/// Checks that the order is allowed. A weak access has no scope, and any other access has a scope.
pub(in crate::valid) fn check_order(op: &Operation, orders: &[MemoryOrder]) -> Result<(), IllFormed> {
    let order = op.attributes.memory_order;
    require(order.is_some_and(|order| orders.contains(&order)), op, "its memory order is not allowed here")?;
    let weak = order == Some(MemoryOrder::Weak);
    require(weak || op.attributes.scope.is_some(), op, "a strong access has a scope")?;
    require(!weak || op.attributes.scope.is_none(), op, "a weak access has no scope")
}

/// The orders of loads.
pub(super) const LOADS: &[MemoryOrder] = &[MemoryOrder::Weak, MemoryOrder::Relaxed, MemoryOrder::Acquire];
/// The orders of stores.
pub(super) const STORES: &[MemoryOrder] = &[MemoryOrder::Weak, MemoryOrder::Relaxed, MemoryOrder::Release];
/// The orders of atomic updates.
const UPDATES: &[MemoryOrder] =
    &[MemoryOrder::Relaxed, MemoryOrder::Acquire, MemoryOrder::Release, MemoryOrder::AcqRel];

/// `load_ptr_tko`: pointers, mask?, padding?
pub(in crate::valid) fn check_load(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    check_order(op, LOADS)?;
    require(op.operands.len() <= 3, op, "its operands are pointers, mask and padding")?;
    let (pointers, loaded) = (operand(kernel, op, 0)?, result(kernel, op, 0)?);
    let element = Element::Scalar(pointee(op, pointers)?);
    require(like(pointers, loaded, element), op, format!("{pointers} does not give {loaded}"))?;
    (1..op.operands.len()).try_for_each(|position| operand(kernel, op, position).map(|_| ()))?;
    let (mask, padding) = kernel.mask_and_padding(op);
    check_masks(kernel, op, mask, pointers)?;
    let fills = padding.is_none_or(|padding| kernel.tile(padding) == loaded);
    require(fills, op, format!("the padding is {loaded}"))?;
    check_gives_token(kernel, op)
}

/// An optional mask: a truth value a pointer.
fn check_masks(
    kernel: &Kernel,
    op: &Operation,
    mask: Option<ValueId>,
    pointers: &TileType,
) -> Result<(), IllFormed> {
    let Some(mask) = mask.map(|mask| tile(kernel, op, mask)).transpose()? else { return Ok(()) };
    let right = like(pointers, mask, Element::Scalar(Scalar::I1));
    require(right, op, format!("{mask} does not mask {pointers}"))
}

/// `store_ptr_tko`: pointers, value, mask?
pub(in crate::valid) fn check_store(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    check_order(op, STORES)?;
    require((2..=3).contains(&op.operands.len()), op, "its operands are pointers, value and mask")?;
    let (pointers, value) = (operand(kernel, op, 0)?, operand(kernel, op, 1)?);
    let element = Element::Scalar(pointee(op, pointers)?);
    require(like(pointers, value, element), op, format!("{value} does not go where {pointers} points"))?;
    check_masks(kernel, op, op.operands.get(2).copied(), pointers)?;
    check_gives_token(kernel, op)
}

/// `atomic_cas_tko`: pointers, expected, value, mask? (IRV-6, WF-7)
pub(in crate::valid) fn check_compare_exchange(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    check_order(op, UPDATES)?;
    let count = (3..=4).contains(&op.operands.len());
    require(count, op, "its operands are pointers, what is expected, value and mask")?;
    let (pointers, expected) = (operand(kernel, op, 0)?, operand(kernel, op, 1)?);
    let (value, old) = (operand(kernel, op, 2)?, result(kernel, op, 0)?);
    let scalar = pointee(op, pointers)?;
    let right = like(pointers, value, Element::Scalar(scalar));
    require(right, op, format!("{value} does not go where {pointers} points"))?;
    require(expected == value, op, format!("it expects {value}"))?;
    require(old == value, op, format!("it gives {value}"))?;
    let fits = matches!(scalar, Scalar::I32 | Scalar::I64 | Scalar::F32 | Scalar::F64);
    require(fits, op, format!("{scalar} cannot be compared and exchanged"))?;
    check_masks(kernel, op, op.operands.get(3).copied(), pointers)?;
    check_gives_token(kernel, op)
}

/// `atomic_rmw_tko`: pointers, value, mask? (WF-7)
pub(in crate::valid) fn check_atomic(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    check_order(op, UPDATES)?;
    require((2..=3).contains(&op.operands.len()), op, "its operands are pointers, value and mask")?;
    let (pointers, value, old) = (operand(kernel, op, 0)?, operand(kernel, op, 1)?, result(kernel, op, 0)?);
    let scalar = pointee(op, pointers)?;
    let right = like(pointers, value, Element::Scalar(scalar));
    require(right, op, format!("{value} does not go where {pointers} points"))?;
    require(old == value, op, format!("it gives {value}"))?;
    check_updates(op, scalar)?;
    check_masks(kernel, op, op.operands.get(2).copied(), pointers)?;
    check_gives_token(kernel, op)
}

/// Elements of the type can be updated as the operation says (WF-7).
pub(in crate::valid) fn check_updates(op: &Operation, scalar: Scalar) -> Result<(), IllFormed> {
    let word = matches!(scalar, Scalar::I32 | Scalar::I64);
    let fits = match op.attributes.rmw {
        Some(Rmw::Addf) => matches!(scalar, Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::F64),
        Some(Rmw::Xchg) => word || matches!(scalar, Scalar::F32 | Scalar::F64),
        Some(Rmw::Add | Rmw::Max | Rmw::Min | Rmw::Umax | Rmw::Umin | Rmw::And | Rmw::Or | Rmw::Xor) => word,
        None => false,
    };
    require(fits, op, format!("{scalar} cannot be updated so"))
}
