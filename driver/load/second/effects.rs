//! A kernel as the sequence of its effects: accesses of memory, prints, the author's assertions, and the control flow around them.
//! Operations without effects are part of the expressions of their results, so their order and copies of them do not count.

use std::collections::HashSet;

use spec::ops::source;
use spec::syntax::attributes::{Attributes, Constant, Literal, Signedness};
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Core, Meaning, Memory, Op};
use spec::syntax::span::Place;
use spec::syntax::types::Type;

use super::carried::Unchanged;
use super::copies::copies;
use super::nodes::{Id, Node, Nodes, describe};
use super::unused::unused_loads;

/// The effects of a region, and its final values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) effects: Vec<Effect>,
    pub(super) end: (String, Vec<Id>),
}

/// An effect.
#[derive(Debug, Clone)]
pub(super) struct Effect {
    pub(super) kind: Kind,
    /// The operation with its attributes and types.
    pub(super) what: String,
    pub(super) operands: Vec<Id>,
    pub(super) regions: Vec<Form>,
    pub(super) at: Place,
}

/// Equality of effects ignores their places.
impl PartialEq for Effect {
    fn eq(&self, other: &Self) -> bool {
        let parts = |one: &Effect| (one.kind, one.what.clone(), one.operands.clone());
        parts(self) == parts(other) && self.regions == other.regions
    }
}

impl Eq for Effect {}

/// What the comparison asks of an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The mark of a checked access.
    Mark,
    /// An access through a view.
    ViewAccess,
    /// Anything else.
    Other,
}

/// What an operation is to the comparison.
pub(super) enum Role {
    /// No effect.
    Pure,
    /// It stands for a rule of the source, and is left out.
    Required,
    /// The operation only makes a token.
    Tokens,
    Effect(Kind),
}

/// Reads the effects of a kernel.
pub(super) fn effects(kernel: &Kernel, nodes: &mut Nodes) -> Form {
    let ids = vec![None; kernel.values.len()];
    let unused = unused_loads(kernel);
    let copies = copies(kernel);
    let (zeros, ones) = (HashSet::new(), HashSet::new());
    let unchanged = Unchanged::new(kernel);
    let mut reader =
        Reader { kernel, nodes, ids, unused, copies, unchanged, zeros, ones, count: 0, depth: 0 };
    for (position, param) in kernel.params.iter().enumerate() {
        reader.define(*param, Node::Parameter(position));
    }
    reader.block(&kernel.body)
}

struct Reader<'a> {
    kernel: &'a Kernel,
    nodes: &'a mut Nodes,
    ids: Vec<Option<Id>>,
    /// Results of loads that are left out.
    unused: HashSet<ValueId>,
    /// Results of accesses through views that nvcc makes itself.
    copies: HashSet<ValueId>,
    /// Values that loops hand on without a change, which count as the value outside.
    unchanged: Unchanged<'a>,
    /// Constants of zero.
    zeros: HashSet<Id>,
    /// Constants of one.
    ones: HashSet<Id>,
    /// Effects so far.
    count: usize,
    /// Regions around.
    depth: usize,
}

impl Reader<'_> {
    fn define(&mut self, value: ValueId, node: Node) {
        self.ids[value.index()] = Some(self.nodes.id(node));
    }

    fn id(&mut self, value: ValueId) -> Id {
        match self.ids[value.index()] {
            Some(id) => id,
            None => self.nodes.id(Node::LeftOut),
        }
    }

    /// The values among some, without tokens and without those that are other values.
    fn values(&self, all: &[ValueId]) -> Vec<ValueId> {
        let is_own = |value: &ValueId| self.unchanged.same(*value).is_none();
        let is_value = |value: &ValueId| *self.kernel.ty(*value) != Type::Token;
        all.iter().copied().filter(is_own).filter(is_value).collect()
    }

    /// Defines the values of a list that equal other values.
    fn define_unchanged(&mut self, all: &[ValueId]) {
        for value in all {
            if let Some(same) = self.unchanged.same(*value) {
                self.ids[value.index()] = Some(self.id(same));
            }
        }
    }

    fn operands(&mut self, op: &Operation) -> Vec<Id> {
        let operands = self.unchanged.operands(op);
        let is_value = |value: &ValueId| *self.kernel.ty(*value) != Type::Token;
        operands.into_iter().filter(is_value).map(|value| self.id(value)).collect()
    }

    fn block(&mut self, block: &Block) -> Form {
        self.depth += 1;
        self.define_unchanged(&block.params);
        for (position, param) in self.values(&block.params).into_iter().enumerate() {
            self.define(param, Node::Argument { depth: self.depth, position });
        }
        let mut form = Form { effects: Vec::new(), end: (String::new(), Vec::new()) };
        for op in &block.ops {
            match op.op.meaning() {
                Meaning::Control(Control::Return | Control::Yield | Control::Continue | Control::Break) => {
                    form.end = (format!("{:?}", op.op), self.operands(op))
                }
                Meaning::Control(Control::If | Control::For | Control::Loop)
                | Meaning::Elementwise
                | Meaning::Core(_)
                | Meaning::Memory(_)
                | Meaning::Unsupported => self.operation(op, &mut form.effects),
            }
        }
        self.depth -= 1;
        form
    }

    fn operation(&mut self, op: &Operation, effects: &mut Vec<Effect>) {
        let is_copy = op.results.iter().any(|result| self.copies.contains(result));
        let role = if is_copy { Role::Effect(Kind::Other) } else { role(op) };
        let operands = self.operands(op);
        let mut regions: Vec<Form> = op.regions.iter().map(|region| self.block(region)).collect();
        self.define_unchanged(&op.results);
        let results = self.values(&op.results);
        let types: Vec<_> = results.iter().map(|result| self.kernel.ty(*result)).collect();
        // Hints change no value, and the second compilation loses them.
        let attributes = Attributes { hints: Vec::new(), ..op.attributes.clone() };
        let (what, operands) = match self.extended(op, &operands) {
            Some(condition) => {
                let unsigned = Attributes { signedness: Some(Signedness::Unsigned), ..Attributes::default() };
                (describe(Op::Exti, &unsigned, &types), vec![condition])
            }
            None => (describe(op.op, &attributes, &types), operands),
        };
        if let Some(same) = self.same_pointer(op, &operands) {
            op.results.iter().for_each(|result| self.ids[result.index()] = Some(same));
            return;
        }
        let is_unused = op.results.iter().any(|result| self.unused.contains(result));
        match role {
            Role::Required | Role::Tokens => {}
            Role::Effect(_) if is_unused => {}
            Role::Effect(Kind::Mark) => effects.push(self.effect(op, Kind::Mark, String::new())),
            Role::Pure if regions.iter().all(is_silent) => {
                let ends: Vec<Vec<Id>> = regions.into_iter().map(|region| region.end.1).collect();
                for (position, result) in results.into_iter().enumerate() {
                    let (what, operands, regions) = (what.clone(), operands.clone(), ends.clone());
                    self.define(result, Node::Pure { what, operands, regions, position });
                    let id = self.id(result);
                    match &op.attributes.constant {
                        Some(Constant::Splat(Literal(0))) => _ = self.zeros.insert(id),
                        Some(Constant::Splat(Literal(1))) => _ = self.ones.insert(id),
                        Some(Constant::Splat(_) | Constant::Dense(_)) | None => {}
                    }
                }
            }
            Role::Pure if results.is_empty() && regions.iter().all(only_marks) => {
                effects.extend(regions.iter_mut().flat_map(|region| std::mem::take(&mut region.effects)));
            }
            Role::Pure => self.add(op, Kind::Other, Said { what, operands, regions }, effects),
            Role::Effect(kind) => self.add(op, kind, Said { what, operands, regions }, effects),
        }
    }

    /// The condition of a selection of one or zero, which nvcc writes as an extension of the condition where it knows both numbers.
    fn extended(&self, op: &Operation, operands: &[Id]) -> Option<Id> {
        match (op.op, operands) {
            (Op::Select, [condition, one, zero]) if self.ones.contains(one) && self.zeros.contains(zero) => {
                Some(*condition)
            }
            _ => None,
        }
    }

    /// The operand of an operation that returns its pointer unchanged: the depth of class derivation changes their number.
    fn same_pointer(&mut self, op: &Operation, operands: &[Id]) -> Option<Id> {
        let (from, to) = (*op.operands.first()?, *op.results.first()?);
        let same = match op.op.meaning() {
            Meaning::Core(Core::PtrToPtr) => self.kernel.ty(from) == self.kernel.ty(to),
            Meaning::Core(Core::Offset) => operands.get(1).is_some_and(|by| self.zeros.contains(by)),
            Meaning::Core(_)
            | Meaning::Elementwise
            | Meaning::Memory(_)
            | Meaning::Control(_)
            | Meaning::Unsupported => false,
        };
        if same { operands.first().copied() } else { None }
    }

    fn effect(&self, op: &Operation, kind: Kind, what: String) -> Effect {
        Effect { kind, what, operands: Vec::new(), regions: Vec::new(), at: op.at.clone() }
    }

    /// Adds an effect, whose results are known by its number.
    fn add(&mut self, op: &Operation, kind: Kind, said: Said, effects: &mut Vec<Effect>) {
        let Said { what, operands, mut regions } = said;
        if op.op == Op::If && regions.len() == 1 {
            regions.push(Form { effects: Vec::new(), end: (format!("{:?}", Op::Yield), Vec::new()) });
        }
        let effect = self.count;
        self.count += 1;
        for (position, result) in self.values(&op.results).into_iter().enumerate() {
            self.define(result, Node::Result { effect, position });
        }
        effects.push(Effect { operands, regions, ..self.effect(op, kind, what) });
    }
}

/// The description of an effect.
struct Said {
    what: String,
    operands: Vec<Id>,
    regions: Vec<Form>,
}

/// Whether a region does nothing but yield values.
fn is_silent(form: &Form) -> bool {
    form.effects.is_empty() && ends_in_yield(form)
}

fn only_marks(form: &Form) -> bool {
    form.effects.iter().all(|effect| effect.kind == Kind::Mark) && ends_in_yield(form)
}

fn ends_in_yield(form: &Form) -> bool {
    form.end.0 == format!("{:?}", Op::Yield)
}

/// What an operation is to the comparison.
pub(super) fn role(op: &Operation) -> Role {
    let words = op.attributes.text.as_deref();
    match op.op.meaning() {
        // A loop may have no end, so it is never left out.
        Meaning::Control(Control::For | Control::Loop) | Meaning::Unsupported => Role::Effect(Kind::Other),
        Meaning::Control(
            Control::If | Control::Return | Control::Yield | Control::Continue | Control::Break,
        )
        | Meaning::Elementwise => Role::Pure,
        Meaning::Core(core) => core_role(core),
        Meaning::Memory(memory) if source::rule(memory, words).is_some() => Role::Required,
        Meaning::Memory(memory) => memory_role(memory, words),
    }
}

/// An `assume` is a promise with an obligation at its place.
fn core_role(core: Core) -> Role {
    match core {
        Core::Assume => Role::Pure,
        Core::Constant
        | Core::Iota
        | Core::GetTileBlockId
        | Core::GetNumTileBlocks
        | Core::Reshape
        | Core::Broadcast
        | Core::Permute
        | Core::Select
        | Core::Offset
        | Core::Bitcast
        | Core::Pack
        | Core::Unpack
        | Core::IntToPtr
        | Core::PtrToInt
        | Core::PtrToPtr
        | Core::Cat
        | Core::Extract
        | Core::Insert
        | Core::Reduce
        | Core::Scan
        | Core::Mmaf
        | Core::Mmai
        | Core::MmafScaled => Role::Pure,
    }
}

fn memory_role(memory: Memory, words: Option<&str>) -> Role {
    match memory {
        Memory::Assert if source::is_mark(words) => Role::Effect(Kind::Mark),
        Memory::MakeToken | Memory::JoinTokens => Role::Tokens,
        Memory::GetGlobal
        | Memory::MakeTensorView
        | Memory::MakePartitionView
        | Memory::MakeStridedView
        | Memory::MakeGatherScatterView
        | Memory::GetTensorShape
        | Memory::GetIndexSpaceShape => Role::Pure,
        Memory::LoadViewTko | Memory::StoreViewTko | Memory::AtomicRedViewTko => {
            Role::Effect(Kind::ViewAccess)
        }
        Memory::Assert
        | Memory::Alloca
        | Memory::LoadPtrTko
        | Memory::StorePtrTko
        | Memory::AtomicRmwTko
        | Memory::AtomicCasTko
        | Memory::PrintTko
        | Memory::MemoryFenceAliasTko
        | Memory::GdcWaitTko
        | Memory::GdcLaunchDependentsTko => Role::Effect(Kind::Other),
    }
}
