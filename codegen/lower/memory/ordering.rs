//! Memory order: tokens, the strength of accesses in PTX, and what an access waits for. PTX's own model is that of "A Formal
//! Analysis of the NVIDIA PTX Memory Consistency Model" (Lustig, Sahasrabuddhe and Giroux, ASPLOS 2019).

use spec::problem::Unsupported;
use spec::syntax::attributes::{MemoryOrder, Scope};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Element, Type};

use crate::analysis::effects::{is_read_modify_write, writes_memory};
use crate::ir::builder::Builder;
use crate::ir::ptx::{Guard, Level, Order};
use crate::ir::value::{Tile, Token, Value};
use crate::layout::conversion::broadcast_from_first_holder;
use crate::layout::linear::{Layout, MAX_TILE_REGISTERS};

/// `make_token`: waits for nothing.
pub(crate) fn make_token(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    code.set(op.results[0], Value::Token(Token::default()));
    Ok(())
}

/// `join_tokens`.
pub(crate) fn join_tokens(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let joined = op.operands.iter().fold(Token::default(), |joined, token| joined.join(code.token(*token)));
    code.set(op.results[0], Value::Token(joined));
    Ok(())
}

/// Gives tokens that every iteration of a loop passes on unchanged what is known of them in front of the loop. `values` are the loop's
/// parameters or its results.
pub(crate) fn keep_unchanged_tokens(code: &mut Builder<'_>, op: &Operation, values: &[ValueId]) {
    let carried = op.operands[3..].iter().zip(&op.regions[0].params[1..]);
    for ((first, param), value) in carried.zip(values) {
        let arriving = code.facts().definitions().arriving(*param);
        let is_unchanged = arriving.iter().all(|arrived| arrived == first || arrived == param);
        if is_unchanged && code.kernel().ty(*param) == &Type::Token && code.needs(*param) {
            let token = code.token(*first);
            code.set(*value, Value::Token(token));
        }
    }
}

/// The PTX strength of an access. A release and a dependent relaxed write of the same place form a release pattern, but PTX requires one
/// thread for both; likewise a relaxed read and an acquire. The code generator chooses the threads, so in a kernel that orders anything,
/// relaxed accesses are strengthened.
pub(crate) fn access_order(code: &Builder<'_>, op: &Operation) -> Order {
    let level = match op.attributes.scope {
        Some(Scope::Block) => Level::Cta,
        Some(Scope::Device) => Level::Gpu,
        Some(Scope::System) | None => Level::Sys,
    };
    match op.attributes.memory_order {
        Some(MemoryOrder::Weak) | None => Order::Weak,
        Some(MemoryOrder::Relaxed) if code.facts().orders_other_blocks() => {
            match (writes_memory(op.op), is_read_modify_write(op.op)) {
                (true, true) => Order::AcqRel(level),
                (true, false) => Order::Release(level),
                (false, _) => Order::Acquire(level),
            }
        }
        Some(MemoryOrder::Relaxed) => Order::Relaxed(level),
        Some(MemoryOrder::Acquire) => Order::Acquire(level),
        Some(MemoryOrder::Release) => Order::Release(level),
        Some(MemoryOrder::AcqRel) => Order::AcqRel(level),
    }
}

/// The waits before an access. A write waits for all of its token's accesses; so does a strong read, which must not
/// find less than a strong read before it. A release is after all that the block did before.
pub(crate) fn begin_access(code: &mut Builder<'_>, op: &Operation, token: Option<ValueId>) {
    // What the producer of a warp-specialized kernel loads nobody writes.
    if code.is_producer() {
        return;
    }
    let order = access_order(code, op);
    if matches!(order, Order::Release(_) | Order::AcqRel(_)) {
        // A release makes visible what all threads of the block did, so all must be done.
        code.barrier();
    } else if code.facts().is_write_behind_loads(op) {
        code.barrier();
    } else {
        code.wait_for(token, writes_memory(op.op) || is_strong(order));
    }
}

/// Broadcasts the result of a strong access from the first holders of a tile to all holders, because two reads could return
/// different values.
pub(crate) fn broadcast_strong_load(code: &mut Builder<'_>, op: &Operation, tile: Tile) -> Tile {
    if !is_strong(access_order(code, op)) {
        return tile;
    }
    let element = code.kernel().tile(op.results[0]).element;
    broadcast_from_first_holder(code, &tile, element)
}

/// Whether other threads may access the place concurrently.
pub(crate) fn is_strong(order: Order) -> bool {
    match order {
        Order::Weak | Order::ReadOnly => false,
        Order::Relaxed(_) | Order::Acquire(_) | Order::Release(_) | Order::AcqRel(_) => true,
    }
}

/// The token after an access. Later accesses of the block wait for an acquire.
pub(crate) fn end_access(code: &mut Builder<'_>, op: &Operation) {
    if code.is_producer() {
        return;
    }
    // The token counts barriers up to the access, so the token is taken before a barrier behind the access.
    let token = code.token_after_access(op.token, writes_memory(op.op));
    // Threads without an own read may continue only behind the reading thread.
    if matches!(access_order(code, op), Order::Acquire(_) | Order::AcqRel(_)) {
        code.barrier();
    }
    if let Some(result) = op.results.last() {
        code.set(*result, Value::Token(token));
    }
}

/// Checks that threads can hold the accessed tile, and that its elements are whole bytes.
pub(crate) fn check_access(
    code: &Builder<'_>,
    op: &Operation,
    element: Element,
    layout: &Layout,
) -> Result<(), Unsupported> {
    // Views of elements that share bytes became views of bytes before.
    if element.scalar().is_some_and(|scalar| scalar.bits() == 4) {
        return code.refuse(op, format!("an access of {element} in memory"));
    }
    if layout.registers() > MAX_TILE_REGISTERS {
        let elements = 1u64 << layout.bits.len();
        return code
            .refuse(op, format!("a tile of {elements} elements in {} threads", 1u64 << code.log2_threads()));
    }
    Ok(())
}

/// Combines two guards: both must hold.
pub(crate) fn and_guards(code: &mut Builder<'_>, one: Option<Guard>, other: Option<Guard>) -> Option<Guard> {
    match (one, other) {
        (Some(one), Some(other)) => Some(Guard { pred: code.and(one.pred, other.pred), when: true }),
        (one, other) => one.or(other),
    }
}
