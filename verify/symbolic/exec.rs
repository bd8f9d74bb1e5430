//! Running a kernel's operations over terms.

use crate::race::forks::record_fork;
use crate::values::element::{Element, Value};
use crate::values::view::TensorView;
use std::rc::Rc;

use spec::domain::{Bool as _, Int as _, Number};
use spec::ops::{assume, control, shape};
use spec::rules::Rule;
use spec::syntax::attributes::Assumption;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::{Control, Core, Meaning, Memory};
use spec::syntax::types::{Element as ElementType, Scalar};

use crate::fault_injection::Flaw;
use crate::symbolic::machine::{Machine, Mode, Val};
use crate::terms::{Num, Truth};
use crate::values::domain::SymbolicInt;
use crate::values::tile::{Kind, Move, Node, Tile};

/// How control leaves a block.
#[derive(Debug, Clone)]
pub(crate) struct Exit<'k> {
    pub(crate) kind: ExitKind,
    /// Where it does.
    pub(crate) path: Truth,
    /// What it hands over.
    pub(crate) values: Vec<Val<'k>>,
}

/// Where control goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExitKind {
    /// To the operation around.
    Yield,
    /// To the innermost loop's next iteration.
    Continue,
    /// Behind the innermost loop.
    Break,
    /// Out of the kernel.
    Return,
}

impl<'k> Machine<'k> {
    /// Runs a block; gives every way that control leaves it.
    pub(crate) fn block(&mut self, block: &'k Block) -> Vec<Exit<'k>> {
        let mut exits = Vec::new();
        for op in &block.ops {
            if crate::smt::lower::is_false(&self.path) || self.is_done() {
                break;
            }
            self.visit(op);
            match op.op.meaning() {
                Meaning::Control(control) => exits.extend(self.control(op, control)),
                Meaning::Elementwise => {
                    let tile = self.elementwise(op);
                    self.bind(op.results[0], Val::Tile(tile));
                }
                Meaning::Core(core) => self.core(op, core),
                Meaning::Memory(memory) => self.memory(op, memory),
                // A valid kernel has no operation without a meaning.
                Meaning::Unsupported => {}
            }
        }
        exits
    }

    fn control(&mut self, op: &'k Operation, control: Control) -> Vec<Exit<'k>> {
        match control {
            Control::Yield => vec![self.exit(ExitKind::Yield, op)],
            Control::Continue => vec![self.exit(ExitKind::Continue, op)],
            Control::Break => vec![self.exit(ExitKind::Break, op)],
            Control::Return => vec![self.exit(ExitKind::Return, op)],
            Control::If => self.branch(op),
            Control::For => self.counted(op),
            Control::Loop => self.uncounted(op),
        }
    }

    fn exit(&self, kind: ExitKind, op: &'k Operation) -> Exit<'k> {
        let values =
            op.operands.iter().map(|operand| self.env.get(operand).cloned().unwrap_or(Val::Token)).collect();
        Exit { kind, path: self.path.clone(), values }
    }

    /// `if`
    fn branch(&mut self, op: &'k Operation) -> Vec<Exit<'k>> {
        let condition = self.scalar(op.operands[0]);
        self.require_branch(op, &condition.undetermined);
        let (truth, before) = (condition.as_truth(), self.path.clone());
        record_fork(self, op, &truth);
        let mut leaving = Vec::new();
        let mut yields: Vec<Option<Exit<'k>>> = Vec::new();
        for (position, holds) in [truth.clone(), truth.not()].into_iter().enumerate() {
            self.path = before.and(&holds);
            let exits = match op.regions.get(position) {
                Some(region) if !crate::smt::lower::is_false(&self.path) => self.block(region),
                Some(_) => Vec::new(),
                None => vec![Exit { kind: ExitKind::Yield, path: self.path.clone(), values: Vec::new() }],
            };
            let (here, out): (Vec<_>, Vec<_>) =
                exits.into_iter().partition(|exit| exit.kind == ExitKind::Yield);
            leaving.extend(out);
            yields.push(here.into_iter().next());
        }
        self.path = match (&yields[0], &yields[1]) {
            // Both come back with nothing lost: what held before holds again.
            (Some(a), Some(b)) if a.path == before.and(&truth) && b.path == before.and(&truth.not()) => {
                before
            }
            (Some(a), Some(b)) => a.path.or(&b.path),
            (Some(one), None) | (None, Some(one)) => one.path.clone(),
            (None, None) => Truth::constant(false),
        };
        for (position, result) in op.results.iter().enumerate() {
            let of =
                |exit: &Option<Exit<'k>>| exit.as_ref().and_then(|exit| exit.values.get(position).cloned());
            let merged = match (of(&yields[0]), of(&yields[1])) {
                (Some(a), Some(b)) => merge(&truth, a, b),
                (Some(one), None) | (None, Some(one)) => one,
                (None, None) => Val::Token,
            };
            self.bind(*result, merged);
        }
        leaving
    }

    /// What decides control is determined.
    pub(crate) fn require_branch(&mut self, op: &'k Operation, undetermined: &Truth) {
        let mut domain = self.domain(&Truth::constant(true));
        control::branch(&mut domain, undetermined);
        let required = std::mem::take(&mut domain.required);
        self.require(op, required, None);
    }

    fn core(&mut self, op: &'k Operation, core: Core) {
        let ty = || self.kernel.tile(op.results[0]);
        let tile = match core {
            Core::Constant => match &op.attributes.constant {
                Some(constant) => Node::tile(ty(), Kind::Constant(constant)),
                None => return,
            },
            Core::Iota => Node::tile(ty(), Kind::Iota),
            Core::Reshape => Node::tile(ty(), Kind::Moved(self.tile(op.operands[0]), Move::Reshape)),
            Core::Broadcast => Node::tile(ty(), Kind::Moved(self.tile(op.operands[0]), Move::Broadcast)),
            Core::Permute => {
                let how = Move::Permute(&op.attributes.permutation);
                Node::tile(ty(), Kind::Moved(self.tile(op.operands[0]), how))
            }
            Core::Select => {
                let [condition, then, otherwise] = [0, 1, 2].map(|position| self.tile(op.operands[position]));
                Node::tile(ty(), Kind::Select(self.chooser(condition, &ty().shape), then, otherwise))
            }
            Core::Assume => match self.env.get(&op.operands[0]) {
                Some(Val::Tensor(tensor)) => {
                    let tensor = tensor.clone();
                    return self.view_assumption(op, tensor);
                }
                Some(Val::Tile(_) | Val::Token | Val::View(_)) | None => {
                    self.assumption(op);
                    self.tile(op.operands[0])
                }
            },
            Core::Offset => self.offset(op),
            Core::Bitcast => Node::tile(ty(), Kind::Recast(self.tile(op.operands[0]))),
            Core::Pack | Core::Unpack => Node::tile(ty(), Kind::Repacked(self.tile(op.operands[0]))),
            Core::IntToPtr | Core::PtrToInt => self.cast(op),
            Core::PtrToPtr => {
                let source = self.tile(op.operands[0]);
                Node::tile(ty(), Kind::Moved(source, Move::Reshape))
            }
            Core::Cat => {
                let axis = usize::try_from(op.attributes.dim.unwrap_or(0)).unwrap_or(0);
                Node::tile(ty(), Kind::Cat(self.tile(op.operands[0]), self.tile(op.operands[1]), axis))
            }
            Core::Extract => {
                let whole = self.tile(op.operands[0]);
                let number = self.slice(op, &op.operands[1..], &ty().shape, &whole.ty.shape);
                Node::tile(ty(), Kind::Slice(whole, number))
            }
            Core::Insert => {
                let (part, whole) = (self.tile(op.operands[0]), self.tile(op.operands[1]));
                let number = self.slice(op, &op.operands[2..], &part.ty.shape, &whole.ty.shape);
                Node::tile(ty(), Kind::Replaced { whole, number, part })
            }
            Core::Reduce | Core::Scan => return self.reduce(op),
            Core::Mmaf | Core::Mmai | Core::MmafScaled => return self.product(op, core),
            Core::GetTileBlockId => return self.bind_grid(op, self.setup.block.clone()),
            Core::GetNumTileBlocks => return self.bind_grid(op, self.setup.grid.clone()),
        };
        self.bind(op.results[0], Val::Tile(tile));
    }

    /// The number of a slice along each axis, which has to lie inside: then it is the same read as signed.
    fn slice(&mut self, op: &'k Operation, number: &[ValueId], part: &[u32], whole: &[u32]) -> Rc<[Num]> {
        let elements: Vec<Element> = number.iter().map(|id| self.scalar(*id)).collect();
        let undetermined =
            elements.iter().fold(Truth::constant(false), |any, element| any.or(&element.undetermined));
        let number = |read: fn(&SymbolicInt) -> Num| {
            elements.iter().filter_map(|element| element.as_int().map(read)).collect::<Vec<_>>()
        };
        let mut domain = self.domain(&Truth::constant(true));
        shape::slice(&mut domain, &undetermined, &number(|int| int.unsigned()), part, whole);
        let required = std::mem::take(&mut domain.required);
        self.require(op, required, None);
        number(|int| int.signed()).into()
    }

    fn bind_grid(&mut self, op: &'k Operation, numbers: [Num; 3]) {
        for (result, number) in op.results.iter().zip(numbers) {
            let ty = self.kernel.tile(*result);
            let bits = ty.element.scalar().map_or(32, Scalar::bits);
            self.bind(*result, Val::Tile(Node::tile(ty, Kind::Splat(Element::int(bits, number)))));
        }
    }

    fn memory(&mut self, op: &'k Operation, memory: Memory) {
        match memory {
            Memory::GetGlobal => {
                let global = self.kernel.global(op).unwrap_or_default();
                self.array(op, self.kernel.params.len() + global);
            }
            Memory::Alloca => {
                let is_this = |other: &Operation| std::ptr::eq(other, op);
                let number = self.kernel.scratch().position(is_this).unwrap_or_default();
                self.array(op, self.kernel.params.len() + self.kernel.globals.len() + number);
            }
            Memory::MakeTensorView => {
                let view = self.tensor_view(op);
                self.bind(op.results[0], view);
            }
            Memory::MakePartitionView | Memory::MakeStridedView | Memory::MakeGatherScatterView => {
                let Some(Val::Tensor(tensor)) = self.env.get(&op.operands[0]).cloned() else { return };
                let Some(ty) = self.kernel.ty(op.results[0]).tiled() else { return };
                self.bind(op.results[0], Val::View(crate::values::view::View::new(tensor, ty).into()));
            }
            Memory::GetTensorShape => self.tensor_shape(op),
            Memory::GetIndexSpaceShape => self.index_space_shape(op),
            Memory::LoadViewTko | Memory::LoadPtrTko => self.load(op),
            Memory::StoreViewTko | Memory::StorePtrTko => self.store(op),
            Memory::AtomicRmwTko => self.update(op),
            Memory::AtomicCasTko => self.compare_exchange(op),
            Memory::AtomicRedViewTko => self.update_view(op),
            Memory::Assert => {
                let tile = self.tile(op.operands[0]);
                let lane = self.lane(&tile.ty.shape, 0);
                let element = self.at(&tile, &lane);
                self.require_branch(op, &element.undetermined);
                let holds = element.as_truth();
                let path = self.path.clone();
                if self.mode == Mode::Final && !self.solver.proves(&holds, &path) {
                    self.asserts.push(op.at.clone());
                }
            }
            // Tokens have no values, and printing has no meaning for the run.
            Memory::MakeToken | Memory::JoinTokens | Memory::PrintTko => {}
        }
    }

    /// `assume`: what it promises of every element is required of an arbitrary one.
    fn assumption(&mut self, op: &'k Operation) {
        let tile = self.tile(op.operands[0]);
        let lane = self.lane(&tile.ty.shape, 0);
        let element = self.at(&tile, &lane);
        self.require_branch(op, &element.undetermined);
        let value = self.number(&element);
        let pointee = match tile.element() {
            ElementType::Pointer(pointee) => Some(pointee),
            ElementType::Scalar(_) => None,
        };
        let head = match &op.attributes.assumption {
            Some(Assumption::DivBy { every: Some(every), .. }) => {
                let axis = usize::try_from(every.axis).unwrap_or(0);
                let (start, offset) = assume::run(&lane[axis], every.stride);
                let mut at = lane.clone();
                at[axis] = start;
                Some((at, offset))
            }
            Some(Assumption::SameElements(shape)) => {
                let heads = lane.iter().zip(shape).map(|(position, extent)| assume::run(position, *extent).0);
                Some((heads.collect(), Num::constant(0)))
            }
            Some(Assumption::DivBy { every: None, .. } | Assumption::Bounded { .. }) | None => None,
        };
        let head = head.map(|(at, offset)| {
            let element = self.at(&tile, &at);
            (self.number(&element), offset)
        });
        let mut domain = self.domain(&Truth::constant(true));
        match (&op.attributes.assumption, head, pointee) {
            (Some(Assumption::Bounded { lower, upper }), _, _) => {
                assume::bounded(&mut domain, *lower, *upper, &value);
            }
            (Some(Assumption::DivBy { divisor, every: None }), _, None) => {
                assume::divisible(&mut domain, *divisor, &value);
            }
            (Some(Assumption::DivBy { divisor, every: None }), _, Some(_)) => {
                assume::aligned(&mut domain, *divisor, &value);
            }
            (Some(Assumption::DivBy { divisor, every: Some(_) }), Some((head, offset)), pointee) => {
                assume::strided(
                    &mut domain,
                    *divisor,
                    pointee.map_or(1, Scalar::bytes),
                    &value,
                    &head,
                    &offset,
                );
            }
            (Some(Assumption::SameElements(_)), Some((head, _)), _) => {
                assume::same(&mut domain, &value, &head)
            }
            (Some(Assumption::DivBy { .. } | Assumption::SameElements(_)) | None, _, _) => {}
        }
        let required = std::mem::take(&mut domain.required);
        self.promised(op, required);
    }

    /// The condition of a `select` between tiles of a shape: a scalar one chooses whole tiles.
    fn chooser(&mut self, condition: Tile<'k>, shape: &[u32]) -> Tile<'k> {
        if condition.ty.shape == shape {
            return condition;
        }
        Node::tile(&spread(&condition, shape), Kind::Splat(self.at(&condition, &[])))
    }

    /// What is promised of the address that a tensor view begins at.
    fn view_assumption(&mut self, op: &'k Operation, tensor: Rc<TensorView>) {
        self.require_branch(op, &tensor.undetermined);
        if let Some(Assumption::DivBy { divisor, every: None }) = op.attributes.assumption {
            let address = self.number(&Element::known(Value::Pointer(tensor.pointer.clone())));
            let mut domain = self.domain(&Truth::constant(true));
            assume::aligned(&mut domain, divisor, &address);
            let required = std::mem::take(&mut domain.required);
            self.promised(op, required);
        }
        self.bind(op.results[0], Val::Tensor(tensor));
    }

    /// Requires what is promised.
    fn promised(&mut self, op: &'k Operation, required: Vec<(Rule, Truth)>) {
        if self.setup.has(Flaw::AssumptionIsFact) {
            return required.iter().for_each(|(_, holds)| self.assume(holds));
        }
        self.require(op, required, None);
    }

    /// An integer as its signed number, a pointer as its address.
    fn number(&self, element: &Element) -> Num {
        match &element.value {
            Value::Int(int) => int.signed(),
            Value::Float(_) => Num::constant(0),
            Value::Pointer(pointer) => {
                let base = |chosen: Num, which: &usize| {
                    let here = pointer.which.equals(&Num::constant(i128::try_from(*which).unwrap_or(0)));
                    Num::choose(&here, &self.setup.allocations[*which].base, &chosen)
                };
                pointer.may.iter().fold(Num::constant(0), base).add(&pointer.offset)
            }
        }
    }
}

/// The type of a scalar spread over a shape.
fn spread(tile: &Tile<'_>, shape: &[u32]) -> spec::syntax::types::TileType {
    spec::syntax::types::TileType { shape: shape.to_vec(), element: tile.element() }
}

/// One of two values, by a condition.
pub(crate) fn merge<'k>(condition: &Truth, then: Val<'k>, otherwise: Val<'k>) -> Val<'k> {
    match (then, otherwise) {
        (Val::Tile(a), Val::Tile(b)) => {
            if Rc::ptr_eq(&a, &b) {
                return Val::Tile(a);
            }
            let ty = a.ty.clone();
            Val::Tile(Node::tile(&ty, Kind::Either(condition.clone(), a, b)))
        }
        // Views are neither yielded nor carried; tokens are all alike.
        (Val::Token, _) | (_, Val::Token) => Val::Token,
        (view @ (Val::Tensor(_) | Val::View(_)), _) | (_, view @ (Val::Tensor(_) | Val::View(_))) => view,
    }
}
