//! Rotated loops: software pipelining within a warpgroup (T. Dao and others, "FlashAttention-3: Fast and accurate attention with
//! asynchrony and low-precision", NeurIPS 2024, algorithm 2).
//!
//! An iteration is E, front, L. The early product E reads staged tiles alone, the late product L adds to a carried tile, and the front
//! is all the rest. The code is E and front; then E of the next iteration, L, and the front of the next iteration, repeatedly; then L.
//! So E and L run together, and a front runs under L. No product is in flight at the head, where iterations join: the assembler would end it there.

use std::ptr;

use spec::problem::Unsupported;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;

use super::counted::{Counter, finish};
use super::targets::{adopt_layouts, arrive, enter, jump};
use crate::ir::builder::{Builder, LowerOperation};
use crate::ir::numbers::{immediate, to_index};
use crate::ir::ptx::{Class, Compare, Guard, Inst, Opcode, Operand, Reg, Turn, Ty, Wgmma};
use crate::ir::role::Role;
use crate::layout::linear::Layout;
use crate::lower::memory::ordering::keep_unchanged_tokens;
use crate::lower::mma::pipeline::staged_loop::StagedLoop;
use crate::lower::mma::pipeline::staged_product::{Parts, is_zero, loop_of};

/// Registers of a thread beside sums and fragments: numbers, addresses, and what the front computes with.
const SPARE_REGISTERS: usize = 40;

/// Registers of four bytes that hold a fragment's element of two bytes: two elements each.
const IN_REGISTER: usize = 2;

/// The bits of a thread's number in a warpgroup.
const GROUP: usize = 7;

/// The barrier at which the first of two warpgroups waits for its turn; the second one has the next.
const FIRST_TURN: u32 = 2;

/// A loop that can be rotated.
struct Rotation<'o> {
    /// The loop, and its operations but the last.
    op: &'o Operation,
    ops: &'o [Operation],
    early: &'o Operation,
    late: &'o Operation,
    /// What the iteration passes on, with the late product's addend in place of its result, which is at a position.
    passed: Vec<ValueId>,
    position: usize,
}

/// The products of a rotated loop.
struct Products {
    early: Parts,
    late: Parts,
}

impl Products {
    /// The late product of the last iteration.
    fn end(&self, code: &mut Builder<'_>, turns: Option<Turns>, (fragment, carried): (&[Reg], &[Reg])) {
        if let Some(turns) = turns {
            turns.wait(code);
        }
        self.late.start(code, fragment, (carried, true));
        if let Some(turns) = turns {
            // The first warpgroup has had all its turns.
            turns.at(code, false, false);
        }
        end(code, &self.late);
    }
}

/// Two warpgroups that take turns: the first starts products while the second computes its front, and the other way round. The predicate holds
/// in the second.
#[derive(Debug, Clone, Copy)]
struct Turns {
    is_second: Reg,
}

impl Turns {
    /// Of the two warpgroups of a tile block.
    fn of(code: &mut Builder<'_>) -> Option<Self> {
        if code.log2_threads() != GROUP + 1 {
            return None;
        }
        let group = [code.thread().into(), Operand::Int(immediate(GROUP))];
        let group = code.op(Opcode::Shr, Ty::U32, Class::B32, &group);
        Some(Turns { is_second: code.compare(Compare::Eq, Ty::U32, group, 1) })
    }

    /// In the second warpgroup or in the first one, waits for its own turn, or lets the other have its turn.
    fn at(self, code: &mut Builder<'_>, second: bool, waits: bool) {
        let barrier = FIRST_TURN + u32::from(second == waits);
        let guard = Guard { pred: self.is_second, when: second };
        let turn = Turn { barrier, threads: 1 << code.log2_threads(), waits };
        code.push_guarded(Some(guard), Inst::Turn(turn));
    }

    /// Each waits for its own turn.
    fn wait(self, code: &mut Builder<'_>) {
        [true, false].into_iter().for_each(|second| self.at(code, second, true));
    }

    /// Each lets the other have its turn.
    fn pass(self, code: &mut Builder<'_>) {
        [true, false].into_iter().for_each(|second| self.at(code, second, false));
    }
}

impl<'o> Rotation<'o> {
    /// Of a loop with exactly two products of staged factors.
    fn of(code: &Builder<'_>, op: &'o Operation) -> Option<Self> {
        let StagedLoop { products, .. } = loop_of(code, op)?;
        let [early, late] = &products[..] else { return None };
        let (last, ops) = op.regions[0].ops.split_last()?;
        let definitions = code.facts().definitions();
        let starts_alone =
            (early.left.is_some() || early.keeps_left) && is_zero(definitions, early.op.operands[2]);
        let rings = [early.left, Some(early.right), late.left, Some(late.right)];
        let are_apart =
            rings.iter().flatten().all(|load| rings.iter().filter(|one| **one == Some(*load)).count() == 1);
        // The sums are passed on, and nothing else looks at them.
        let result = late.op.results[0];
        let position = last.operands.iter().position(|value| *value == result)?;
        let is_used_once = last.operands.iter().filter(|value| **value == result).count() == 1
            && !ops.iter().any(|inside| reads(inside, result));
        let adds = !is_zero(definitions, late.op.operands[2]);
        let is_rotated = starts_alone && are_apart && is_used_once && adds;
        let mut passed = last.operands.clone();
        passed[position] = late.op.operands[2];
        is_rotated.then_some(Rotation { op, ops, early: early.op, late: late.op, passed, position })
    }

    /// The tile that the late product adds to, as an iteration finds it.
    fn carried(&self) -> ValueId {
        self.op.regions[0].params[1 + self.position]
    }

    /// Whether sums and the late product's fragment fit into the registers of a thread at once.
    fn fits(&self, code: &Builder<'_>, products: &Products) -> bool {
        let Role::Consumer { registers, .. } = code.role() else { return false };
        let left = self.late.operands[0];
        let elements = code.kernel().tile(left).len() >> code.log2_threads();
        let of_fragment = if code.is_staged(left) { 0 } else { elements / IN_REGISTER };
        let sums = products.early.layout().registers() + products.late.layout().registers();
        sums + of_fragment + SPARE_REGISTERS <= to_index(registers)
    }

    /// What is computed between both products. The late product of the iteration before ends in front of the first use of its sums.
    fn front(
        &self,
        code: &mut Builder<'_>,
        lower: LowerOperation,
        mut in_flight: Option<&Parts>,
    ) -> Result<(), Unsupported> {
        let carried = self.carried();
        for inside in self.ops {
            let is_product = ptr::eq(inside, self.early) || ptr::eq(inside, self.late);
            if is_product || !code.runs(inside) {
                continue;
            }
            if let Some(late) = in_flight.take_if(|_| reads(inside, carried)) {
                end(code, late);
            }
            lower(code, inside)?;
        }
        if let Some(late) = in_flight {
            end(code, late);
        }
        Ok(())
    }

    /// Emits the loop for given layouts of carried values. Returns whether the body needs other layouts, which replace the given ones.
    fn emit(
        &self,
        code: &mut Builder<'_>,
        (products, turns, counter): (&Products, Option<Turns>, Counter),
        (layouts, lower): (&mut [Option<Layout>], LowerOperation),
    ) -> Result<bool, Unsupported> {
        let params = &self.op.regions[0].params;
        let [head, steady, last, exit] = [(); 4].map(|()| code.label());
        let counter = counter.start(code);
        let mut next = match enter(code, &self.op.operands[3..], &params[1..], layouts, head) {
            Ok(next) => next,
            Err(wanted) => return Ok(adopt_layouts(layouts, &wanted)),
        };
        let outer = code.flow_state();
        arrive(code, &next);
        keep_unchanged_tokens(code, self.op, &params[1..]);
        counter.leave_behind_last(code, exit);
        let after = next.clone();
        next.label = steady;

        counter.bind(code, params[0]);
        let barriers = code.barriers();
        let fragment = self.first(code, lower, products)?;
        // Warpgroups that meet in every iteration anyway have no turns.
        let turns = turns.filter(|_| code.barriers() == barriers);
        if let Some(turns) = turns {
            turns.at(code, true, false);
        }
        jump(code, &mut next, &self.passed);
        if adopt_layouts(layouts, &next) {
            return Ok(true);
        }

        arrive(code, &next);
        let at_steady = code.flow_state();
        let carried = code.tile(self.carried()).regs;
        counter.go_on(code, last);
        self.start(code, (products, turns), (&fragment, &carried));
        self.front(code, lower, Some(&products.late))?;
        for (to, from) in fragment.iter().zip(products.late.fragment(code, self.late)) {
            code.assign(*to, from);
        }
        jump(code, &mut next, &self.passed);
        if adopt_layouts(layouts, &next) {
            return Ok(true);
        }

        code.place_label(last);
        code.resume_from(&at_steady);
        products.end(code, turns, (&fragment, &carried));
        code.resume_from(&outer);
        finish(code, self.op, after, exit);
        code.recall_readers(&outer);
        Ok(false)
    }

    /// The early product and the front of the first iteration; the fragment of its late product in registers of its own.
    fn first(
        &self,
        code: &mut Builder<'_>,
        lower: LowerOperation,
        products: &Products,
    ) -> Result<Vec<Reg>, Unsupported> {
        let sums = products.early.new_sums(code, self.early);
        products.early.start(code, &[], (&sums, false));
        end(code, &products.early);
        code.set_tile(self.early.results[0], products.early.layout().clone(), sums);
        self.front(code, lower, None)?;
        let fragment = products.late.fragment(code, self.late);
        Ok(fragment.into_iter().map(|reg| code.mov(reg.class, reg)).collect())
    }

    /// In its turn, starts the early product of the next iteration and the late one of this, and waits for the early one.
    fn start(
        &self,
        code: &mut Builder<'_>,
        (products, turns): (&Products, Option<Turns>),
        (fragment, carried): (&[Reg], &[Reg]),
    ) {
        let sums = products.early.new_sums(code, self.early);
        if let Some(turns) = turns {
            turns.wait(code);
        }
        products.early.start(code, &[], (&sums, false));
        products.late.start(code, fragment, (carried, true));
        if let Some(turns) = turns {
            turns.pass(code);
        }
        code.push(Inst::Wgmma(Wgmma::Wait(1)));
        products.early.release(code);
        code.set_tile(self.early.results[0], products.early.layout().clone(), sums);
    }
}

/// Lowers a loop that can be rotated; returns whether it can.
pub(super) fn lower(
    code: &mut Builder<'_>,
    op: &Operation,
    lower: LowerOperation,
) -> Result<bool, Unsupported> {
    if op.op != Op::For {
        return Ok(false);
    }
    let Some(rotation) = Rotation::of(code, op) else { return Ok(false) };
    let before = code.checkpoint();
    let parts = [rotation.early, rotation.late].map(|product| Parts::of(code, product));
    let [Some(early), Some(late)] = parts else {
        code.restore(before);
        return Ok(false);
    };
    let products = Products { early, late };
    if !rotation.fits(code, &products) {
        code.restore(before);
        return Ok(false);
    }
    let (turns, counter) = (Turns::of(code), Counter::of(code, op)?);
    let mut layouts = vec![None; op.results.len()];
    let sums = Some(products.late.layout().clone());
    layouts[rotation.position].clone_from(&sums);
    loop {
        let state = code.checkpoint();
        if !rotation.emit(code, (&products, turns, counter), (&mut layouts, lower))? {
            return Ok(true);
        }
        code.restore(state);
        // Sums in another layout would have to be exchanged in every iteration.
        if layouts[rotation.position] != sums {
            code.restore(before);
            return Ok(false);
        }
    }
}

/// Behind the end of all products in flight, releases the stages of the last one.
fn end(code: &mut Builder<'_>, product: &Parts) {
    code.push(Inst::Wgmma(Wgmma::Wait(0)));
    product.release(code);
}

/// Whether an operation, or a nested one, reads a value.
fn reads(op: &Operation, value: ValueId) -> bool {
    op.operands.contains(&value)
        || op.regions.iter().flat_map(|region| &region.ops).any(|op| reads(op, value))
}
