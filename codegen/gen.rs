//! The code so far, and how it is added to: registers, labels, instructions.

use std::collections::{HashMap, HashSet};

use spec::problem::Unsupported;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::types::{Element, Scalar};

use crate::Target;
use crate::exchange::InUse;
use crate::layout::Layout;
use crate::ptx::{Class, Compare, Guard, Inst, Label, Line, Mode, Opcode, Operand, Reg, Space, Ty};
use crate::runs::Runs;
use crate::value::{Tile, Value};

/// A state of the code that can be gone back to.
#[derive(Debug, Clone)]
pub(crate) struct State {
    lines: usize,
    values: HashMap<ValueId, Value>,
    labels: u32,
    barriers: u32,
    in_use: InUse,
}

/// A kernel on its way to code.
pub(crate) struct Gen<'k> {
    /// What is compiled.
    pub(crate) kernel: &'k Kernel,
    /// For what.
    #[allow(dead_code, reason = "selectors of what only some targets have look at it")]
    pub(crate) target: Target,
    /// How code is made, where there is a choice.
    pub(crate) options: crate::Options,
    /// The most bytes that a thread moves at once.
    pub(crate) wide: u64,
    /// The bits of a thread's number: a block has 2^`threads`.
    pub(crate) threads: usize,
    /// What was made of every value.
    pub(crate) values: HashMap<ValueId, Value>,
    /// The instructions.
    pub(crate) lines: Vec<Line>,
    /// Declarations of the module.
    pub(crate) globals: Vec<String>,
    /// Registers of each class that were made.
    pub(crate) registers: [u32; 4],
    labels: u32,
    texts: usize,
    /// Bytes of the arguments of what is printed.
    pub(crate) argument_bytes: u64,
    /// Barriers since the start: tokens count them.
    pub(crate) barriers: u32,
    /// Bytes at the start of shared memory that exchanges use.
    pub(crate) exchange_bytes: u64,
    /// Which regions of shared memory some thread may still read.
    pub(crate) in_use: InUse,
    /// The regions around, the innermost last: what leaving them must do.
    pub(crate) frames: Vec<crate::select::control::Frame>,
    /// Whether the kernel writes memory anywhere.
    pub(crate) writes: bool,
    /// Whether any of its accesses orders those of other blocks.
    pub(crate) orders: bool,
    /// The space of pointers: global memory, or any where the block has arrays of its own, which are in shared memory.
    pub(crate) space: Space,
    /// The number of this thread.
    pub(crate) thread: Reg,
    /// Bits of an index that make as many bytes as a thread moves at once of what the kernel accesses through pointers.
    pub(crate) vector: usize,
    /// What a value is known to be a multiple of.
    pub(crate) multiples: HashMap<ValueId, u64>,
    /// What is known of neighbours in a tile.
    pub(crate) runs: HashMap<ValueId, Runs>,
    /// Registers of 64 bits, written once, whose upper half is zero.
    pub(crate) short: HashSet<Reg>,
}

impl<'k> Gen<'k> {
    /// Nothing but the number of the thread.
    pub(crate) fn new(kernel: &'k Kernel, target: Target, options: crate::Options, threads: usize) -> Self {
        let mut code = Gen {
            kernel,
            target,
            options,
            wide: options.wide.unwrap_or(16).into(),
            threads,
            values: HashMap::new(),
            lines: Vec::new(),
            globals: Vec::new(),
            registers: [0; 4],
            labels: 0,
            texts: 0,
            argument_bytes: 0,
            barriers: 0,
            exchange_bytes: 0,
            in_use: InUse::default(),
            frames: Vec::new(),
            writes: kernel.operations().any(|op| crate::select::memory::writes(op.op)),
            orders: kernel.operations().any(crate::select::memory::orders),
            space: if kernel.scratch().next().is_some() { Space::Generic } else { Space::Global },
            vector: crate::select::pointers::vector(kernel, options.wide.unwrap_or(16).into()),
            thread: Reg { class: Class::B32, number: 0 },
            multiples: crate::multiples::of(kernel),
            runs: HashMap::new(),
            short: HashSet::new(),
        };
        code.runs = crate::runs::of(kernel, &code.multiples);
        code.thread = code.special("%tid.x");
        code
    }

    /// What is not supported, with its place.
    pub(crate) fn refuse<T>(&self, op: &Operation, what: impl Into<String>) -> Result<T, Unsupported> {
        Err(Unsupported { message: what.into(), at: op.at.clone() })
    }

    /// A new register.
    pub(crate) fn reg(&mut self, class: Class) -> Reg {
        let at = Class::ALL.iter().position(|known| *known == class).unwrap_or_default();
        let number = self.registers[at];
        self.registers[at] += 1;
        Reg { class, number }
    }

    /// Adds a declaration to the module, once.
    pub(crate) fn declare(&mut self, line: String) {
        if !self.globals.contains(&line) {
            self.globals.push(line);
        }
    }

    /// The name of a constant text of the module; what is the same has one name.
    pub(crate) fn text(&mut self, declared: impl Fn(&str) -> String) -> String {
        let name = |at: usize| format!("tile_text_{at}");
        if let Some(at) = (0..self.texts).find(|at| self.globals.contains(&declared(&name(*at)))) {
            return name(at);
        }
        self.globals.push(declared(&name(self.texts)));
        self.texts += 1;
        name(self.texts - 1)
    }

    /// A new label.
    pub(crate) fn label(&mut self) -> Label {
        self.labels += 1;
        Label(self.labels - 1)
    }

    /// Adds an instruction.
    pub(crate) fn push(&mut self, inst: Inst) {
        self.lines.push(Line { guard: None, inst });
    }

    /// Adds an instruction that runs where a predicate is as it should be.
    pub(crate) fn push_if(&mut self, guard: Option<Guard>, inst: Inst) {
        self.lines.push(Line { guard, inst });
    }

    /// Here is a label: other ways lead here.
    pub(crate) fn place(&mut self, label: Label) {
        self.push(Inst::Label(label));
    }

    /// Goes to a label if a predicate, the same for all threads of the block, is as it should be.
    pub(crate) fn branch_if(&mut self, pred: Reg, when: bool, label: Label) {
        self.push_if(Some(Guard { pred, when }), Inst::Branch(label));
    }

    /// A special register of 32 bits.
    pub(crate) fn special(&mut self, name: &'static str) -> Reg {
        let to = self.reg(Class::B32);
        self.push(Inst::Special { to, name });
        to
    }

    /// `op.ty` with no modifiers, into a new register of a class.
    pub(crate) fn op(&mut self, op: Opcode, ty: Ty, class: Class, from: &[Operand]) -> Reg {
        self.op_with(op, ty, Mode::default(), class, from)
    }

    /// `op.mode.ty` into a new register of a class.
    pub(crate) fn op_with(&mut self, op: Opcode, ty: Ty, mode: Mode, class: Class, from: &[Operand]) -> Reg {
        let to = self.reg(class);
        self.push(Inst::Compute { op, ty, mode, to, from: from.to_vec() });
        to
    }

    /// A copy of a register or a number.
    pub(crate) fn mov(&mut self, class: Class, from: impl Into<Operand>) -> Reg {
        let to = self.reg(class);
        self.assign(to, from);
        to
    }

    /// Copies into a register that is there already.
    pub(crate) fn assign(&mut self, to: Reg, from: impl Into<Operand>) {
        let inst = match (to.class, from.into()) {
            // PTX has no move of a truth value that is a number.
            (Class::Pred, Operand::Int(value)) => Inst::Compare {
                compare: if value == 0 { Compare::Ne } else { Compare::Eq },
                ty: Ty::U32,
                ftz: false,
                to,
                from: [Operand::Reg(self.thread); 2],
            },
            (class, from) => {
                Inst::Compute { op: Opcode::Mov, ty: class.ty(), mode: Mode::default(), to, from: vec![from] }
            }
        };
        self.push(inst);
    }

    /// `a compare b`.
    pub(crate) fn compare(
        &mut self,
        compare: Compare,
        ty: Ty,
        a: impl Into<Operand>,
        b: impl Into<Operand>,
    ) -> Reg {
        let to = self.reg(Class::Pred);
        self.push(Inst::Compare { compare, ty, ftz: false, to, from: [a.into(), b.into()] });
        to
    }

    /// A conversion.
    pub(crate) fn convert(
        &mut self,
        to_ty: Ty,
        from_ty: Ty,
        mode: Mode,
        class: Class,
        from: impl Into<Operand>,
    ) -> Reg {
        let to = self.reg(class);
        self.push(Inst::Convert { to_ty, from_ty, mode, to, from: vec![from.into()] });
        to
    }

    /// One register where a predicate is true, else another.
    pub(crate) fn choose(&mut self, pred: Reg, yes: Reg, no: Reg) -> Reg {
        let class = yes.class;
        if class == Class::Pred {
            let both = self.op(Opcode::And, Ty::Pred, class, &[pred.into(), yes.into()]);
            let not = self.op(Opcode::Not, Ty::Pred, class, &[pred.into()]);
            let other = self.op(Opcode::And, Ty::Pred, class, &[not.into(), no.into()]);
            return self.op(Opcode::Or, Ty::Pred, class, &[both.into(), other.into()]);
        }
        self.op(Opcode::Selp, class.ty(), class, &[yes.into(), no.into(), pred.into()])
    }

    /// Both, either.
    pub(crate) fn and(&mut self, a: Reg, b: Reg) -> Reg {
        self.op(Opcode::And, Ty::Pred, Class::Pred, &[a.into(), b.into()])
    }

    /// A tile.
    pub(crate) fn tile(&self, value: ValueId) -> Tile {
        match self.values.get(&value) {
            Some(Value::Tile(tile)) => tile.clone(),
            Some(Value::Token(_) | Value::View(_)) | None => {
                unreachable!("{} is no tile", self.kernel.name(value))
            }
        }
    }

    /// The register of a tile all of whose elements are one: a rank-0 tile, say.
    pub(crate) fn scalar(&self, value: ValueId) -> Reg {
        self.tile(value).regs[0]
    }

    /// A rank-0 integer read as a natural number, in 64 bits.
    pub(crate) fn natural(&mut self, value: ValueId) -> Reg {
        let reg = self.scalar(value);
        self.natural_of(reg, self.kernel.tile(value).element)
    }

    /// An integer of a type read as a natural number, in 64 bits.
    pub(crate) fn natural_of(&mut self, reg: Reg, element: Element) -> Reg {
        let bits = match element {
            Element::Scalar(scalar) => scalar.bits(),
            Element::Pointer(_) => 64,
        };
        match (reg.class, bits) {
            (Class::B64, _) => reg,
            (Class::Pred, _) => {
                self.op(Opcode::Selp, Ty::B64, Class::B64, &[Operand::Int(1), Operand::Int(0), reg.into()])
            }
            (Class::B16 | Class::B32, 32..) => self.lengthened(reg),
            (Class::B16 | Class::B32, _) => {
                let mask = Operand::Int((1 << bits) - 1);
                let low = self.op(Opcode::And, Ty::B32, Class::B32, &[reg.into(), mask]);
                self.lengthened(low)
            }
        }
    }

    fn lengthened(&mut self, reg: Reg) -> Reg {
        let long = self.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, reg);
        self.short.insert(long);
        long
    }

    /// A signed number of 32 bits as one of 64.
    pub(crate) fn widen(&mut self, reg: Reg) -> Reg {
        match reg.class {
            Class::B64 => reg,
            Class::Pred => {
                self.op(Opcode::Selp, Ty::B64, Class::B64, &[Operand::Int(-1), Operand::Int(0), reg.into()])
            }
            Class::B16 | Class::B32 => self.convert(Ty::S64, Ty::S32, Mode::default(), Class::B64, reg),
        }
    }

    /// Keeps what was made of a value.
    pub(crate) fn set(&mut self, value: ValueId, made: Value) {
        self.values.insert(value, made);
    }

    /// Keeps a tile.
    pub(crate) fn set_tile(&mut self, value: ValueId, layout: Layout, regs: Vec<Reg>) {
        self.set(value, Value::Tile(Tile { layout, regs }));
    }

    /// A register with a literal of an element type.
    pub(crate) fn literal(&mut self, scalar: Scalar, bits: u64) -> Reg {
        let class = crate::value::class(Element::Scalar(scalar));
        let shift = 64 - scalar.bits();
        let signed = (bits << shift).cast_signed() >> shift;
        let value = if scalar.is_integer() { signed } else { bits.cast_signed() };
        self.mov(class, value)
    }

    /// Remembers where the code is.
    pub(crate) fn state(&self) -> State {
        State {
            lines: self.lines.len(),
            values: self.values.clone(),
            labels: self.labels,
            barriers: self.barriers,
            in_use: self.in_use,
        }
    }

    /// Goes back there.
    pub(crate) fn restore(&mut self, state: State) {
        self.lines.truncate(state.lines);
        self.values = state.values;
        self.labels = state.labels;
        self.barriers = state.barriers;
        self.in_use = state.in_use;
    }
}
