//! Atomic updates, each element by one thread.

use spec::problem::Unsupported;
use spec::syntax::attributes::Rmw;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::ptx::{
    Address, Class, Compare, Guard, Inst, Level, Mode, Opcode, Operand, Order, Reg, Round, Space, Ty,
};
use crate::ir::thread_bits::is_first_holder;
use crate::ir::value::{Tile, class};
use crate::layout::conversion::broadcast_from_first_holder;
use crate::layout::linear::{BitSource, Layout};
use crate::lower::element_type::scalar_of;
use crate::lower::memory::ordering::{access_order, and_guards, begin_access, check_access, end_access};
use crate::lower::operands::{common_layout, operands_in_layout};

/// The first compute capability that updates vectors.
const VECTORS: u32 = 90;

/// How places are updated.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AtomicUpdate {
    space: Space,
    order: Order,
    /// `add` and `noftz.f16`, say; `None` where the instruction is missing.
    words: Option<(&'static str, &'static str)>,
    class: Class,
}

impl AtomicUpdate {
    /// The update of an operation on elements of a type.
    pub(crate) fn new(code: &Builder<'_>, op: &Operation, scalar: Scalar) -> Result<Self, Unsupported> {
        let wide = scalar.bits() == 64;
        let pick = |op, narrow, large| Some((op, if wide { large } else { narrow }));
        let words = match (op.attributes.rmw, scalar) {
            (Some(Rmw::Addf), Scalar::F16) => Some(("add.noftz", "f16")),
            (Some(Rmw::Addf), Scalar::Bf16) => (code.target().sm >= 90).then_some(("add.noftz", "bf16")),
            (Some(Rmw::Addf), Scalar::F32 | Scalar::F64) => pick("add", "f32", "f64"),
            (Some(Rmw::Addf), _) | (None, _) => return code.refuse(op, format!("an update of {scalar}")),
            (Some(Rmw::Add), _) => pick("add", "u32", "u64"),
            (Some(Rmw::Max), _) => pick("max", "s32", "s64"),
            (Some(Rmw::Min), _) => pick("min", "s32", "s64"),
            (Some(Rmw::Umax), _) => pick("max", "u32", "u64"),
            (Some(Rmw::Umin), _) => pick("min", "u32", "u64"),
            (Some(Rmw::And), _) => pick("and", "b32", "b64"),
            (Some(Rmw::Or), _) => pick("or", "b32", "b64"),
            (Some(Rmw::Xor), _) => pick("xor", "b32", "b64"),
            (Some(Rmw::Xchg), _) => pick("exch", "b32", "b64"),
        };
        Ok(AtomicUpdate {
            space: code.pointer_space(),
            order: access_order(code, op),
            words,
            class: class(Element::Scalar(scalar)),
        })
    }

    /// The same update of a copy in shared memory, which only the threads of the block update.
    pub(super) fn within_block(self) -> Self {
        AtomicUpdate { space: Space::Shared, order: Order::Relaxed(Level::Cta), ..self }
    }

    /// Updates a place under a guard; an optional register receives the old value.
    pub(crate) fn make(
        self,
        code: &mut Builder<'_>,
        guard: Option<Guard>,
        to: Option<Reg>,
        at: Address,
        value: Reg,
    ) {
        let AtomicUpdate { space, order, words, class } = self;
        let Some((op, ty)) = words else {
            self.compare_and_swap_loop(code, guard, to, at, value);
            return;
        };
        // `red` does not return the old value, and has no exchange.
        let plain = matches!(order, Order::Relaxed(_) | Order::Release(_)) && op != "exch";
        let from = vec![value.into()];
        let inst = match to {
            None if plain => Inst::Reduce { order, space, op, ty, at, from },
            to => {
                let to = to.unwrap_or_else(|| code.reg(class));
                Inst::Atomic { order, space, op, ty, to, at, from }
            }
        };
        code.push_guarded(guard, inst);
    }

    /// Updates neighboring places, each by itself, under a guard.
    pub(crate) fn make_all(self, code: &mut Builder<'_>, guard: Option<Guard>, at: Address, values: &[Reg]) {
        match (values, self.words) {
            ([one], _) => self.make(code, guard, None, at, *one),
            (_, Some((op, ty))) => {
                let from = values.iter().map(|value| (*value).into()).collect();
                let AtomicUpdate { space, order, .. } = self;
                code.push_guarded(guard, Inst::Reduce { order, space, op, ty, at, from });
            }
            (_, None) => unreachable!("only sums of binary32 are updated together"),
        }
    }

    /// A sum of bfloat16 without an atomic instruction: a compare-and-swap loop, repeated until no other thread interferes.
    fn compare_and_swap_loop(
        self,
        code: &mut Builder<'_>,
        guard: Option<Guard>,
        to: Option<Reg>,
        at: Address,
        value: Reg,
    ) {
        let (again, end) = (code.label(), code.label());
        if let Some(guard) = guard {
            code.branch_if(guard.pred, !guard.when, end);
        }
        let found = code.reg(Class::B16);
        let one = code.mov(Class::B16, 0x3f80);
        let level = match self.order {
            Order::Relaxed(level) | Order::Acquire(level) | Order::Release(level) | Order::AcqRel(level) => {
                level
            }
            Order::Weak | Order::ReadOnly => Level::Sys,
        };
        let first = Order::Relaxed(level);
        let to_found = vec![found];
        code.push(Inst::Load {
            space: self.space,
            order: first,
            ty: Ty::B16,
            to: to_found,
            from: at.clone(),
        });
        code.place_label(again);
        let expected = code.mov(Class::B16, found);
        // Of a product by one only the sum is rounded.
        let from = [expected.into(), one.into(), value.into()];
        let sum = code.op_with(Opcode::Fma, Ty::Bf16, Mode::round(Round::Rn), Class::B16, &from);
        let (space, order) = (self.space, self.order);
        let from = vec![expected.into(), sum.into()];
        code.push(Inst::Atomic { order, space, op: "cas", ty: "b16", to: found, at, from });
        let [was, wanted] =
            [found, expected].map(|reg| code.convert(Ty::U32, Ty::U16, Mode::default(), Class::B32, reg));
        let other = code.compare(Compare::Ne, Ty::U32, was, wanted);
        code.branch_if(other, true, again);
        if let Some(to) = to {
            code.assign(to, found);
        }
        code.place_label(end);
    }
}

/// Whether an operation updates neighboring places by one instruction: relaxed sums of binary32 (PTX ISA, `red` with vectors, from sm_90 on).
pub(crate) fn updates_neighbors(code: &Builder<'_>, op: &Operation, scalar: Scalar) -> bool {
    op.op == Op::AtomicRedViewTko
        && op.attributes.rmw == Some(Rmw::Addf)
        && scalar == Scalar::F32
        && code.target().sm >= VECTORS
        && code.pointer_space() == Space::Global
        && matches!(access_order(code, op), Order::Relaxed(_))
}

/// A layout in which no two elements share a register: each is updated by itself.
pub(crate) fn give_own_registers(layout: &Layout, log2_threads: usize) -> Layout {
    let mut apart = layout.clone();
    let mut idle = layout.idle_thread_bits(log2_threads).into_iter();
    for place in &mut apart.bits {
        if *place == BitSource::Broadcast {
            *place = idle.next().map_or(BitSource::Register, BitSource::Thread);
        }
    }
    apart
}

/// The operands of an operation in a layout in which every element has a register of its own.
pub(super) fn operands(
    code: &mut Builder<'_>,
    op: &Operation,
) -> Result<(Layout, Vec<Vec<Reg>>), Unsupported> {
    let layout = give_own_registers(&common_layout(code, op), code.log2_threads());
    check_access(code, op, code.kernel().tile(op.operands[1]).element, &layout)?;
    let regs = operands_in_layout(code, op, &layout);
    Ok((layout, regs))
}

/// Whether anything reads a value.
fn is_used(code: &Builder<'_>, value: ValueId) -> bool {
    code.kernel().operations().any(|op| op.operands.contains(&value))
}

/// `atomic_rmw_tko`. What a masked element gives is the implementation's: zero here, as on an H200.
pub(crate) fn rmw(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let element = code.kernel().tile(op.results[0]).element;
    let update = AtomicUpdate::new(code, op, scalar_of(code, op.results[0]))?;
    let (layout, operands) = operands(code, op)?;
    begin_access(code, op, op.token);
    // Each element once, however many threads hold it.
    let holder = is_first_holder(code, &layout);
    // Where nobody reads the old values, `red` is enough.
    let used = is_used(code, op.results[0]);
    let mut regs = Vec::new();
    for at in 0..layout.registers() {
        let mask = operands.get(2).map(|mask| Guard { pred: mask[at], when: true });
        let guard = and_guards(code, holder, mask);
        // A masked element keeps its register.
        let to = if guard.is_some() { code.mov(class(element), 0) } else { code.reg(class(element)) };
        update.make(code, guard, used.then_some(to), Address::at(operands[0][at], 0), operands[1][at]);
        regs.push(to);
    }
    finish(code, op, Tile { layout, regs }, used);
    Ok(())
}

/// `atomic_cas_tko`: bits are compared. A masked element returns the expected value.
pub(crate) fn compare_exchange(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let element = code.kernel().tile(op.results[0]).element;
    let (layout, operands) = operands(code, op)?;
    let (space, order) = (code.pointer_space(), access_order(code, op));
    begin_access(code, op, op.token);
    let holder = is_first_holder(code, &layout);
    let ty = if class(element) == Class::B64 { "b64" } else { "b32" };
    let mut regs = Vec::new();
    for at in 0..layout.registers() {
        let mask = operands.get(3).map(|mask| Guard { pred: mask[at], when: true });
        let guard = and_guards(code, holder, mask);
        let to = code.mov(class(element), operands[1][at]);
        let from: Vec<Operand> = vec![operands[1][at].into(), operands[2][at].into()];
        let at = Address::at(operands[0][at], 0);
        code.push_guarded(guard, Inst::Atomic { order, space, op: "cas", ty, to, at, from });
        regs.push(to);
    }
    finish(code, op, Tile { layout, regs }, is_used(code, op.results[0]));
    Ok(())
}

/// Distributes the old values from the updating thread to all threads with the element.
fn finish(code: &mut Builder<'_>, op: &Operation, old: Tile, used: bool) {
    let element = code.kernel().tile(op.results[0]).element;
    let old = if used { broadcast_from_first_holder(code, &old, element) } else { old };
    code.set_tile(op.results[0], old.layout, old.regs);
    end_access(code, op);
}
