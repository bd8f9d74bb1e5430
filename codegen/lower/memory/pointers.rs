//! Loads and stores through tiles of pointers: where contiguity analysis says that a thread's neighbouring registers are
//! neighbours in memory, as vectors of up to sixteen bytes.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::numbers::log2_of;
use crate::ir::ptx::{Address, Class, Compare, Guard, Inst, Opcode, Operand, Order, Reg, Ty};
use crate::ir::thread_bits::is_first_holder;
use crate::ir::value::{Tile, Value, bytes, class};
use crate::ir::vector_access::{VectorAccess, load_vector, store_vector};
use crate::layout::linear::Layout;
use crate::lower::memory::ordering::{
    access_order, and_guards, begin_access, broadcast_strong_load, check_access, end_access, is_strong,
};
use crate::lower::operands::{common_layout, operands_in_layout, unify_operands};

/// Accesses neighbouring registers under a guard; whether it is a register that may be masked.
type Make<'m> = dyn FnMut(&mut Builder<'_>, &[usize], Option<Guard>, bool) + 'm;

/// Runs of registers that are neighbors in memory, and the condition for wide accesses.
struct PointerAccess {
    /// The pointers.
    pointers: Vec<Reg>,
    /// The elements' masks, if there are any.
    mask: Option<Vec<Reg>>,
    /// The guard of the first thread among those with equal elements.
    holder: Option<Guard>,
    element: Element,
    order: Order,
    /// The registers of each run.
    runs: Vec<Vec<usize>>,
    /// Whether this thread's runs are aligned to their size; `None` if known.
    aligned: Option<Reg>,
}

impl PointerAccess {
    /// How registers of a layout are accessed.
    fn new(code: &mut Builder<'_>, op: &Operation, element: Element, layout: &Layout, regs: &[Reg]) -> Self {
        let order = access_order(code, op);
        let known = code.facts().contiguity(op.operands[0]);
        // Runs must be in neighbouring registers, too.
        let own = layout.register_bits().enumerate().take_while(|(at, bit)| at == bit).count();
        let most = log2_of((code.options().max_vector_bytes() / bytes(element)).max(1));
        let contiguity = known.map_or(0, |runs| runs.contiguity);
        let bits = if is_strong(order) { 0 } else { own.min(contiguity).min(most) };
        let runs: Vec<Vec<usize>> =
            (0..regs.len()).step_by(1 << bits).map(|first| (first..first + (1 << bits)).collect()).collect();
        let wide = bytes(element) << bits;
        let head = known.map_or(1, |runs| runs.divisibility_of_runs(bits, bytes(element)));
        // One test for all runs of the thread: the or of their addresses.
        let aligned = (bits > 0 && head < wide).then(|| {
            let heads = runs.iter().map(|run| regs[run[0]]);
            let all =
                heads.reduce(|all, one| code.op(Opcode::Or, Ty::B64, Class::B64, &[all.into(), one.into()]));
            let all = all.unwrap_or(regs[0]);
            let low = code.op(
                Opcode::And,
                Ty::B64,
                Class::B64,
                &[all.into(), Operand::Int(wide.cast_signed() - 1)],
            );
            code.compare(Compare::Eq, Ty::U64, low, 0)
        });
        PointerAccess { pointers: regs.to_vec(), mask: None, holder: None, element, order, runs, aligned }
    }

    /// Whether all of the given registers take part; `None` if known.
    fn all_take_part(&self, code: &mut Builder<'_>, registers: impl Iterator<Item = usize>) -> Option<Reg> {
        let mask = self.mask.as_ref()?;
        let mut preds: Vec<Reg> = registers.map(|at| mask[at]).collect();
        preds.dedup();
        preds.into_iter().reduce(|all, one| code.and(all, one))
    }

    /// How some registers are accessed under a guard.
    fn run(&self, code: &Builder<'_>, guard: Option<Guard>) -> VectorAccess {
        VectorAccess { element: self.element, space: code.pointer_space(), order: self.order, guard }
    }

    /// Makes code for every case of a thread's elements: all runs whole and aligned, or each run wide or element by element.
    fn for_every_case(&self, code: &mut Builder<'_>, make: &mut Make<'_>) {
        if self.runs.iter().all(|run| run.len() == 1) {
            (0..self.pointers.len()).for_each(|at| self.access_one(code, make, at));
            return;
        }
        let whole = self.all_take_part(code, 0..self.pointers.len());
        let Some(fast) = and_conditions(code, whole, self.aligned) else {
            self.runs.iter().for_each(|run| make(code, run, self.holder, false));
            return;
        };
        // One test covers all runs if all are whole and aligned.
        let (slow, end) = (code.label(), code.label());
        code.branch_if(fast, false, slow);
        self.runs.iter().for_each(|run| make(code, run, self.holder, false));
        code.push(Inst::Branch(end));
        code.place_label(slow);
        self.runs.iter().for_each(|run| self.access_run_or_elements(code, make, run));
        code.place_label(end);
    }

    /// Accesses one run, at once if whole and aligned.
    fn access_run_or_elements(&self, code: &mut Builder<'_>, make: &mut Make<'_>, run: &[usize]) {
        let Some(whole) = self.all_take_part(code, run.iter().copied()) else {
            // It is not aligned, or control would not be here.
            run.iter().for_each(|at| self.access_one(code, make, *at));
            return;
        };
        // Threads of a warp may part here, and meet again behind the run.
        let (parts, next) = (code.label(), code.label());
        let fast = self.aligned.map_or(whole, |aligned| code.and(whole, aligned));
        code.branch_if(fast, false, parts);
        make(code, run, self.holder, false);
        code.push(Inst::Branch(next));
        code.place_label(parts);
        run.iter().for_each(|at| self.access_one(code, make, *at));
        code.place_label(next);
    }

    fn access_one(&self, code: &mut Builder<'_>, make: &mut Make<'_>, at: usize) {
        let mask = self.mask.as_ref().map(|mask| Guard { pred: mask[at], when: true });
        let guard = and_guards(code, self.holder, mask);
        make(code, &[at], guard, mask.is_some());
    }
}

/// Both conditions, as far as there are any.
fn and_conditions(code: &mut Builder<'_>, one: Option<Reg>, other: Option<Reg>) -> Option<Reg> {
    match (one, other) {
        (Some(one), Some(other)) => Some(code.and(one, other)),
        (one, other) => one.or(other),
    }
}

/// `load_ptr_tko`. One thread loads memory with concurrent writers for all threads.
pub(crate) fn load(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (mask, padding) = code.kernel().mask_and_padding(op);
    let element = code.kernel().tile(op.results[0]).element;
    let layout = common_layout(code, op);
    check_access(code, op, element, &layout)?;
    let operands = operands_in_layout(code, op, &layout);
    begin_access(code, op, op.token);
    let mut access = PointerAccess::new(code, op, element, &layout, &operands[0]);
    access.mask = mask.map(|_| operands[1].clone());
    access.holder = if is_strong(access.order) { is_first_holder(code, &layout) } else { None };
    let padding = padding.and_then(|_| operands.last());
    let regs: Vec<Reg> = (0..layout.registers()).map(|_| code.reg(class(element))).collect();
    access.for_every_case(code, &mut |code, run, guard, masked| {
        let to: Vec<Reg> = run.iter().map(|at| regs[*at]).collect();
        // Registers that a masked load does not write have the padding, or zero.
        if masked || access.holder.is_some() {
            for at in run {
                match padding {
                    Some(padding) => code.assign(regs[*at], padding[*at]),
                    None => code.assign(regs[*at], 0),
                }
            }
        }
        let how = access.run(code, guard);
        load_vector(code, &how, &to, Address::at(access.pointers[run[0]], 0), None);
    });
    let tile = broadcast_strong_load(code, op, Tile { layout, regs });
    code.set(op.results[0], Value::Tile(tile));
    end_access(code, op);
    Ok(())
}

/// `store_ptr_tko`, by one holder of each element.
pub(crate) fn store(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let element = code.kernel().tile(op.operands[1]).element;
    let layout = common_layout(code, op);
    check_access(code, op, element, &layout)?;
    let operands = operands_in_layout(code, op, &layout);
    begin_access(code, op, op.token);
    let mut access = PointerAccess::new(code, op, element, &layout, &operands[0]);
    access.mask = operands.get(2).cloned();
    access.holder = is_first_holder(code, &layout);
    access.for_every_case(code, &mut |code, run, guard, _| {
        let from: Vec<Reg> = run.iter().map(|at| operands[1][*at]).collect();
        let how = access.run(code, guard);
        store_vector(code, &how, &from, Address::at(access.pointers[run[0]], 0));
    });
    end_access(code, op);
    Ok(())
}

/// `offset`: elements become bytes; nothing overflows.
pub(crate) fn offset(code: &mut Builder<'_>, op: &Operation) -> Result<(), Unsupported> {
    let (layout, operands) = unify_operands(code, op);
    let element = code.kernel().tile(op.results[0]).element.pointee().unwrap_or(Scalar::I8);
    let size = Operand::Int(element.bytes().cast_signed());
    let mut regs = Vec::new();
    for (pointer, count) in operands[0].clone().into_iter().zip(operands[1].clone()) {
        let (opcode, ty, count) = match code.signed_half(count) {
            Some(half) => (Opcode::MadWide, Ty::S32, half),
            None => (Opcode::MadLo, Ty::S64, code.widen(count)),
        };
        regs.push(code.op(opcode, ty, Class::B64, &[count.into(), size, pointer.into()]));
    }
    code.set_tile(op.results[0], layout, regs);
    Ok(())
}
