//! Pointers, tokens, and how elements come from memory and go there.

use spec::problem::Unsupported;
use spec::syntax::attributes::{MemoryOrder, Scope};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar};

use super::core::unified;
use crate::exchange::memory_ty;
use crate::r#gen::Gen;
use crate::layout::Layout;
use crate::ptx::{Address, Class, Compare, Guard, Inst, Level, Mode, Opcode, Operand, Order, Reg, Space, Ty};
use crate::value::{Tile, Token, Value, bytes};

/// Whether an operation writes memory.
pub(crate) fn writes(op: Op) -> bool {
    matches!(
        op,
        Op::StoreViewTko | Op::StorePtrTko | Op::AtomicRmwTko | Op::AtomicCasTko | Op::AtomicRedViewTko
    )
}

/// Whether an operation writes, and gives what it read.
fn updates(op: Op) -> bool {
    matches!(op, Op::AtomicRmwTko | Op::AtomicCasTko)
}

/// `make_token`: waits for nothing.
pub(crate) fn make_token(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    code.set(op.results[0], Value::Token(Token::default()));
    Ok(())
}

/// `join_tokens`.
pub(crate) fn join_tokens(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let joined = op.operands.iter().fold(Token::default(), |joined, token| joined.join(code.token(*token)));
    code.set(op.results[0], Value::Token(joined));
    Ok(())
}

/// `offset`: elements become bytes; nothing overflows.
pub(crate) fn offset(code: &mut Gen<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (layout, operands) = unified(code, op);
    let element = code.kernel.tile(op.results[0]).element.pointee().unwrap_or(Scalar::I8);
    let size = Operand::Int(element.bytes() as i64);
    let mut regs = Vec::new();
    for (pointer, count) in operands[0].clone().into_iter().zip(operands[1].clone()) {
        let count = code.widen(count);
        regs.push(code.op(Opcode::MadLo, Ty::S64, Class::B64, &[count.into(), size, pointer.into()]));
    }
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}

/// Whether an operation orders accesses of other blocks.
pub(crate) fn orders(op: &Operation) -> bool {
    match op.attributes.memory_order {
        Some(MemoryOrder::Acquire | MemoryOrder::Release | MemoryOrder::AcqRel) => true,
        Some(MemoryOrder::Weak | MemoryOrder::Relaxed) | None => false,
    }
}

/// The strength of an access in PTX. A release, and a relaxed write of the same place that waits for it, are a release together,
/// but PTX wants one thread to do both; so do a relaxed read and an acquire. Which thread does what is ours to choose, so where
/// a kernel orders anything, what is relaxed does too.
pub(crate) fn order(code: &Gen<'_>, op: &Operation) -> Order {
    let level = match op.attributes.scope {
        Some(Scope::Block) => Level::Cta,
        Some(Scope::Device) => Level::Gpu,
        Some(Scope::System) | None => Level::Sys,
    };
    match op.attributes.memory_order {
        Some(MemoryOrder::Weak) | None => Order::Weak,
        Some(MemoryOrder::Relaxed) if code.orders => match (writes(op.op), updates(op.op)) {
            (true, true) => Order::AcqRel(level),
            (true, false) => Order::Release(level),
            (false, _) => Order::Acquire(level),
        },
        Some(MemoryOrder::Relaxed) => Order::Relaxed(level),
        Some(MemoryOrder::Acquire) => Order::Acquire(level),
        Some(MemoryOrder::Release) => Order::Release(level),
        Some(MemoryOrder::AcqRel) => Order::AcqRel(level),
    }
}

/// Before an access: what it must wait for. A write waits for all of its token's accesses; so does a strong read, which
/// must not find less than a strong read before it. A release is after all that the block did before.
pub(crate) fn before(code: &mut Gen<'_>, op: &Operation, token: Option<ValueId>) {
    let order = order(code, op);
    if matches!(order, Order::Release(_) | Order::AcqRel(_)) {
        code.barrier();
    } else {
        code.wait(token, writes(op.op) || is_strong(order));
    }
}

/// What a strong access gave to the first holders of a tile, in all threads that hold it: they could have read different values.
pub(crate) fn shared_by_holders(code: &mut Gen<'_>, op: &Operation, tile: Tile) -> Tile {
    if !is_strong(order(code, op)) {
        return tile;
    }
    let element = code.kernel.tile(op.results[0]).element;
    code.replicated(&tile, element)
}

/// Whether others may access the place at the same time.
pub(crate) fn is_strong(order: Order) -> bool {
    match order {
        Order::Weak | Order::ReadOnly => false,
        Order::Relaxed(_) | Order::Acquire(_) | Order::Release(_) | Order::AcqRel(_) => true,
    }
}

/// After an access: its token. All that the block does after an acquire is after it.
pub(crate) fn after(code: &mut Gen<'_>, op: &Operation) {
    let token = code.accessed(op.token, writes(op.op));
    if matches!(order(code, op), Order::Acquire(_) | Order::AcqRel(_)) {
        code.barrier();
    }
    if let Some(result) = op.results.last() {
        code.set(*result, Value::Token(token));
    }
}

/// That an access is of a tile that threads can hold, of elements that are whole bytes.
pub(crate) fn fits(
    code: &Gen<'_>,
    op: &Operation,
    element: Element,
    layout: &Layout,
) -> Result<(), Unsupported> {
    if element.scalar().is_some_and(|scalar| scalar.bits() == 4) {
        return code.refuse(op, format!("an access of {element} in memory"));
    }
    if layout.registers() > crate::MOST_REGISTERS {
        let elements = 1u64 << layout.bits.len();
        return code.refuse(op, format!("a tile of {elements} elements in {} threads", 1u64 << code.threads));
    }
    Ok(())
}

/// A guard for two conditions, each true where it should be.
pub(crate) fn both(code: &mut Gen<'_>, one: Option<Guard>, other: Option<Guard>) -> Option<Guard> {
    match (one, other) {
        (Some(one), Some(other)) => Some(Guard { pred: code.and(one.pred, other.pred), when: true }),
        (one, other) => one.or(other),
    }
}

/// How a run of neighbouring elements is accessed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    /// What they are.
    pub(crate) element: Element,
    /// Where they are.
    pub(crate) space: Space,
    /// How strongly.
    pub(crate) order: Order,
    /// Whether at all.
    pub(crate) guard: Option<Guard>,
}

/// Loads a run of up to sixteen bytes into registers. Under a guard that is false they become the bits of a padding, if one
/// is given, or else stay.
pub(crate) fn load_run(code: &mut Gen<'_>, run: &Run, to: &[Reg], from: Address, padding: Option<u64>) {
    let size = bytes(run.element);
    let padding = run.guard.and(padding);
    let whole = size >= 4 || (to.len() == 1 && to[0].class != Class::Pred);
    if whole {
        for reg in to {
            if let Some(bits) = padding {
                let value = match run.element {
                    Element::Scalar(scalar) if scalar.is_integer() => {
                        let shift = 64 - scalar.bits();
                        (bits << shift).cast_signed() >> shift
                    }
                    Element::Scalar(_) | Element::Pointer(_) => bits.cast_signed(),
                };
                code.assign(*reg, value);
            }
        }
        let inst = Inst::Load {
            space: run.space,
            order: run.order,
            ty: memory_ty(run.element),
            to: to.to_vec(),
            from,
        };
        code.push_if(run.guard, inst);
        return;
    }
    let total = size * to.len() as u64;
    let (ty, words) = match total {
        1 => (Ty::U8, 1),
        2 => (Ty::U16, 1),
        _ => (Ty::B32, total / 4),
    };
    let words: Vec<Reg> = (0..words).map(|_| code.reg(Class::B32)).collect();
    if let Some(bits) = padding {
        let word = repeated(bits, size);
        words.iter().for_each(|reg| code.assign(*reg, word));
    } else if let (Some(_), [one]) = (run.guard, to) {
        // A truth value that stays.
        let [yes, no] = [Operand::Int(1), Operand::Int(0)];
        let stays = code.op(Opcode::Selp, Ty::B32, Class::B32, &[yes, no, (*one).into()]);
        code.assign(words[0], stays);
    }
    code.push_if(run.guard, Inst::Load { space: run.space, order: run.order, ty, to: words.clone(), from });
    let in_word = (4 / size).min(to.len() as u64) as usize;
    for (word, regs) in words.iter().zip(to.chunks(in_word)) {
        apart(code, run.element, *word, regs);
    }
}

/// Bits of a size side by side in a word.
fn repeated(bits: u64, size: u64) -> i64 {
    let mask = (1u64 << (8 * size)) - 1;
    let word = (0..4 / size).fold(0, |word, at| word | (bits & mask) << (8 * size * at));
    i64::from((word as u32).cast_signed())
}

/// The elements of a word, lowest first.
fn apart(code: &mut Gen<'_>, element: Element, word: Reg, to: &[Reg]) {
    if to.len() == 2 && to[0].class == Class::B16 {
        code.push(Inst::Unpack { to: to.to_vec(), from: word });
        return;
    }
    let bits = 8 * bytes(element) as i64;
    let signed = matches!(element, Element::Scalar(scalar) if scalar.is_integer());
    let ty = if signed { Ty::S32 } else { Ty::U32 };
    for (at, reg) in to.iter().enumerate() {
        let from = vec![word.into(), Operand::Int(bits * at as i64), Operand::Int(bits)];
        match reg.class {
            Class::Pred => {
                let byte = code.op(Opcode::Bfe, Ty::U32, Class::B32, &from);
                let from = [byte.into(), Operand::Int(0)];
                code.push(Inst::Compare { compare: Compare::Ne, ty: Ty::U32, ftz: false, to: *reg, from });
            }
            Class::B32 => {
                code.push(Inst::Compute { op: Opcode::Bfe, ty, mode: Mode::default(), to: *reg, from });
            }
            Class::B16 | Class::B64 => unreachable!("elements of less than a word are in words or halves"),
        }
    }
}

/// Stores a run of up to sixteen bytes.
pub(crate) fn store_run(code: &mut Gen<'_>, run: &Run, from: &[Reg], to: Address) {
    let size = bytes(run.element);
    let words: Vec<Reg> = from
        .iter()
        .map(|reg| match reg.class {
            Class::Pred => {
                code.op(Opcode::Selp, Ty::B32, Class::B32, &[Operand::Int(1), Operand::Int(0), (*reg).into()])
            }
            Class::B16 | Class::B32 | Class::B64 => *reg,
        })
        .collect();
    let (ty, words) = if size >= 4 || words.len() == 1 {
        (memory_ty(run.element), words)
    } else {
        let in_word = (4 / size).min(words.len() as u64) as usize;
        let ty = if size * in_word as u64 == 2 { Ty::U16 } else { Ty::B32 };
        (ty, words.chunks(in_word).map(|parts| together(code, parts, 8 * size as i64)).collect())
    };
    let from = words.into_iter().map(Operand::Reg).collect();
    code.push_if(run.guard, Inst::Store { space: run.space, order: run.order, ty, to, from });
}

/// Elements of so many bits as one word.
fn together(code: &mut Gen<'_>, parts: &[Reg], bits: i64) -> Reg {
    if parts.len() == 2 && parts[0].class == Class::B16 {
        let to = code.reg(Class::B32);
        code.push(Inst::Pack { to, from: parts.to_vec() });
        return to;
    }
    let mut word = parts[0];
    for (at, part) in parts.iter().enumerate().skip(1) {
        let place = [Operand::Int(bits * at as i64), Operand::Int(bits)];
        word = code.op(Opcode::Bfi, Ty::B32, Class::B32, &[(*part).into(), word.into(), place[0], place[1]]);
    }
    word
}
