//! Kernels: operations in blocks, in single-assignment form.

pub mod language;
pub mod layout;

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use super::attributes::{Attributes, Constant, Hint};
use super::contract::{ArgumentName, Contract};
use super::count::{u64_from_usize, usize_from_u32};
use super::op::Op;
use super::span::Place;
use super::types::{Element, Scalar, TileType, Type};
use crate::problem::Unsupported;
use language::Language;
use layout::Code;

/// A value of a kernel: a parameter, a result, or a region's argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub u32);

impl ValueId {
    /// The position in [`Kernel::values`].
    pub const fn index(self) -> usize {
        usize_from_u32(self.0)
    }
}

/// What is known of a value without running anything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// Its name in the text, without `%` (`tile`, `for#0`); unique in no sense, for people only.
    pub name: String,
    /// The type.
    pub ty: Type,
}

/// An operation of a kernel: its place in [`Kernel::operations`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct OpId(u32);

impl OpId {
    /// The position in [`Kernel::operations`].
    pub const fn index(self) -> usize {
        usize_from_u32(self.0)
    }
}

/// An operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation {
    /// Its identity, from [`Kernel::number_operations`]; unique in a valid kernel.
    pub id: OpId,
    /// The kind of operation.
    pub op: Op,
    /// Operands in textual order, without the token. Optional operands come last. `load_ptr_tko` has (pointer, mask?, padding?),
    /// `store_ptr_tko` (pointer, value, mask?), `atomic_rmw_tko` (pointer, value, mask?). `atomic_cas_tko` has (pointer, expected,
    /// value, mask?), `load_view_tko` (view, index…), `store_view_tko` (value, view, index…). `make_tensor_view` has (base, dynamic
    /// extent…, dynamic stride…), `for` (lower, upper, step, initial…), `loop` (initial…), `if` (condition). `reduce` and `scan`
    /// have (operand…).
    pub operands: Vec<ValueId>,
    /// The token that a memory operation waits for; `join_tokens` has its tokens in `operands`.
    pub token: Option<ValueId>,
    /// Results; of a memory operation the token is last.
    pub results: Vec<ValueId>,
    /// All other attributes.
    pub attributes: Attributes,
    /// `for`, `loop`: the body. `if`: then, and else if written. `reduce`, `scan`: the combiner.
    pub regions: Vec<Block>,
    /// The place.
    pub at: Place,
}

/// A sequence of operations; the last is a terminator, written out even where the text leaves it out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Block {
    /// Arguments. For `for`: the induction variable and the carried values. For `loop`: the carried values. For a combiner: its operands,
    /// flattened pairs of element and accumulator; `ops::reduce::accumulates_first` gives their order.
    pub params: Vec<ValueId>,
    /// The operations.
    pub ops: Vec<Operation>,
}

/// The kinds of functions that a module has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FunctionKind {
    /// `entry`: the host launches it.
    Entry,
    /// `testing$func`: the dialect's own tests use the function, and nobody launches it.
    Test {
        /// The types of the values that `return` hands back.
        results: Vec<Type>,
    },
}

/// One kernel: an `entry`, or a function of the dialect's own tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kernel {
    /// Without `@` and quotes.
    pub name: String,
    /// Entry or test function.
    pub kind: FunctionKind,
    /// The parameters; an entry has rank-0 tiles.
    pub params: Vec<ValueId>,
    /// The body.
    pub body: Block,
    /// Every value, by [`ValueId`].
    pub values: Vec<Value>,
    /// The globals named in the kernel, in the module's order. [`Module::link`] finds them.
    pub globals: Vec<Arc<Global>>,
    /// Hints, for each target.
    pub hints: Vec<(String, Hint)>,
    /// The first type of the text that a kernel cannot represent. Another type stands in its place, so the kernel is
    /// checked and never accepted.
    pub unsupported: Option<Unsupported>,
    /// The source language.
    pub language: Language,
    /// The codes of Triton's compiler whose layouts order accesses.
    pub codes: Vec<Code>,
    /// The place.
    pub at: Place,
}

impl Kernel {
    /// The type of a value.
    pub fn ty(&self, value: ValueId) -> &Type {
        &self.values[value.index()].ty
    }

    /// The type of a value that validation has found to be a tile.
    ///
    /// # Panics
    /// Where the value is no tile: a bug of ours, since `valid` has checked it.
    pub fn tile(&self, value: ValueId) -> &TileType {
        match self.ty(value) {
            Type::Tile(tile) => tile,
            Type::Token
            | Type::TensorView(_)
            | Type::PartitionView(_)
            | Type::StridedView(_)
            | Type::GatherScatterView(_) => {
                unreachable!("%{} is no tile", self.values[value.index()].name)
            }
        }
    }

    /// The mask and the padding of a `load_ptr_tko`. The text tells one operand beside the pointer apart by its type
    /// only: booleans are a mask.
    pub fn mask_and_padding(&self, load: &Operation) -> (Option<ValueId>, Option<ValueId>) {
        match load.operands[1..] {
            [mask, padding] => (Some(mask), Some(padding)),
            [one] if self.tile(one).element == Element::Scalar(Scalar::I1) => (Some(one), None),
            [one] => (None, Some(one)),
            [] | [_, _, _, ..] => (None, None),
        }
    }

    /// The positions of the parameters that no operation uses.
    pub fn unused_parameters(&self) -> Vec<usize> {
        let used: HashSet<_> = self.operations().flat_map(|op| op.operands.iter().copied()).collect();
        (0..self.params.len()).filter(|at| !used.contains(&self.params[*at])).collect()
    }

    /// Every operation of every region; an operation precedes those of its regions.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        let mut rest: Vec<&Operation> = self.body.ops.iter().rev().collect();
        std::iter::from_fn(move || {
            let op = rest.pop()?;
            rest.extend(op.regions.iter().rev().flat_map(|region| region.ops.iter().rev()));
            Some(op)
        })
    }

    /// The axes of the grid along which the kernel uses the index of its block.
    pub fn used_axes(&self) -> BTreeSet<usize> {
        let used: BTreeSet<_> = self.operations().flat_map(|op| op.operands.iter().copied()).collect();
        let ids = self.operations().filter(|op| op.op == Op::GetTileBlockId);
        let results = ids.flat_map(|op| op.results.iter().enumerate());
        results.filter(|(_, result)| used.contains(result)).map(|(axis, _)| axis).collect()
    }

    /// Gives each operation its identity. Whoever adds, moves or removes operations calls this behind; [`crate::valid::Valid`] does for every kernel.
    pub fn number_operations(&mut self) {
        let mut next = 0;
        number_block(&mut self.body, &mut next);
    }

    /// The kernel with its operations numbered.
    #[must_use]
    pub fn numbered(mut self) -> Self {
        self.number_operations();
        self
    }

    /// Whether each operation has the identity of its place.
    pub fn is_numbered(&self) -> bool {
        self.operations().enumerate().all(|(at, op)| op.id.index() == at)
    }

    /// The operations that make an array of the block.
    pub fn scratch(&self) -> impl Iterator<Item = &Operation> {
        self.operations().filter(|op| op.op == Op::Alloca)
    }

    /// The position in [`Kernel::globals`] of the global that a `get_global` names.
    pub fn global(&self, get_global: &Operation) -> Option<usize> {
        let name = get_global.attributes.text.as_deref()?;
        self.globals.iter().position(|global| global.name == name)
    }

    /// The name of a value, as the text has it.
    pub fn name(&self, value: ValueId) -> String {
        format!("%{}", self.values[value.index()].name)
    }
}

/// Numbers the operations of a block and of their regions, each before those of its own regions.
fn number_block(block: &mut Block, next: &mut u32) {
    for op in &mut block.ops {
        op.id = OpId(*next);
        *next += 1;
        op.regions.iter_mut().for_each(|region| number_block(region, next));
    }
}

/// A global array of the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Global {
    /// Without `@` and quotes.
    pub name: String,
    /// Whether writes are forbidden.
    pub constant: bool,
    /// Alignment, in bytes; 0 is the element type's own.
    pub alignment: u64,
    /// Element type of the initialiser.
    pub element: Scalar,
    /// The initialiser.
    pub value: Constant,
    /// The type.
    pub ty: TileType,
    /// The place.
    pub at: Place,
}

impl Global {
    /// The size in bytes.
    pub fn bytes(&self) -> u64 {
        u64_from_usize(self.ty.len()) * self.element.bytes()
    }

    /// The alignment of the address in bytes.
    pub fn aligned_to(&self) -> u64 {
        self.alignment.max(self.element.bytes())
    }

    /// The bits of an element as the module initialises it.
    pub fn initial(&self, element: usize) -> Option<u64> {
        match &self.value {
            Constant::Splat(literal) => Some(literal.0),
            Constant::Dense(literals) => literals.get(element).map(|literal| literal.0),
        }
    }
}

/// A finding that the author accepts, with the reason: printed as trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allowance {
    /// The dotted code of a rule.
    pub rule: String,
    /// Why.
    pub because: String,
    /// The place.
    pub at: Place,
}

/// The contents of one file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Module {
    /// The compiler that wrote the file, as far as bytecode names it.
    pub producer: Option<String>,
    /// What the language of the source requires beside all operations.
    pub source_rules: SourceRules,
    /// What the file has beside kernels and is not read, in order.
    pub unread: Vec<Unsupported>,
    /// Globals, in order.
    pub globals: Vec<Global>,
    /// Kernels, in order.
    pub kernels: Vec<Arc<Kernel>>,
    /// Contracts, in order.
    pub contracts: Vec<Contract>,
    /// Accepted findings: the kernel's name and what is accepted.
    pub allowances: Vec<(String, Allowance)>,
    /// The parameters' names in the author's file: the kernel's name, and a name for each named parameter.
    pub parameters: Vec<(String, Vec<Option<ArgumentName>>)>,
}

/// The rules of a source language that its compiler drops (`ops::source`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum SourceRules {
    /// Nobody knows: the source was not compiled here, or its language has no such rules.
    #[default]
    Unchecked,
    /// Unavailable, with the reason.
    Lost(String),
    /// In the kernels of a second compilation, by the names of those of the first.
    Kernels(Vec<(String, Result<Arc<Kernel>, Difference>)>),
}

/// Why the second compilation of a kernel is not accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The reason.
    pub message: String,
    /// The operation of the first compilation where the two part, or the kernel.
    pub at: Place,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.at.source {
            Some(place) => {
                let position = &place.position;
                let file = position.file.rsplit(['/', '\\']).next().unwrap_or(&position.file);
                write!(f, "{} ({file}:{})", self.message, position.line)
            }
            None => f.write_str(&self.message),
        }
    }
}

impl Module {
    /// The module, if the whole file is read.
    ///
    /// # Errors
    /// The first part that is not read.
    pub fn all_read(self) -> Result<Module, Unsupported> {
        match self.unread.first() {
            None => Ok(self),
            Some(unread) => Err(unread.clone()),
        }
    }

    /// The second compilation of a kernel, with the rules of its source as assertions, or why it is not accepted.
    pub fn with_rules(&self, kernel: &str) -> Option<Result<&Arc<Kernel>, String>> {
        match &self.source_rules {
            SourceRules::Unchecked => None,
            SourceRules::Lost(why) => Some(Err(why.clone())),
            SourceRules::Kernels(kernels) => {
                let found = kernels.iter().find(|(name, _)| name == kernel);
                Some(match found {
                    Some((_, checked)) => checked.as_ref().map_err(Difference::to_string),
                    None => Err("the kernel is missing there".to_owned()),
                })
            }
        }
    }

    /// Links every kernel to the globals that it names. Names without a global are left for validation to
    /// find.
    pub fn link(&mut self) {
        let globals: Vec<_> = self.globals.iter().cloned().map(Arc::new).collect();
        for kernel in &mut self.kernels {
            let named: HashSet<_> = kernel
                .operations()
                .filter(|op| op.op == Op::GetGlobal)
                .filter_map(|op| op.attributes.text.clone())
                .collect();
            if !named.is_empty() {
                let found = globals.iter().filter(|global| named.contains(&global.name));
                Arc::make_mut(kernel).globals = found.cloned().collect();
            }
        }
    }
}
