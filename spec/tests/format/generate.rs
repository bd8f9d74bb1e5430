//! Random operations, made by their forms: the reader's and the printer's own table says what each has.
#![expect(clippy::wildcard_enum_match_arm, reason = "a field that this file does not make keeps its default")]

use std::sync::Arc;

use spec::syntax::attributes::{
    Assumption, Attributes, CallArgument, Comparison, Constant, Every, Hint, Literal, MemoryOrder, Ordering,
    Overflow, Rmw, Rounding, Scope, Signedness,
};
use spec::syntax::form::{Field, FormPart, Slot, form};
use spec::syntax::kernel::language::Language;
use spec::syntax::kernel::{Block, FunctionKind, Kernel, Module, OpId, Operation, Value, ValueId};
use spec::syntax::op::Op;
use spec::syntax::span::Place;
use spec::syntax::types::{
    Element, GatherScatterViewType, Padding, PartitionViewType, Scalar, StridedViewType, TensorViewType,
    TileType, Type,
};

use crate::random::Random;

/// A kernel of one operation whose operands are parameters. The kernel can be read and printed, and has no
/// meaning.
pub(crate) fn module(op: Op, random: &mut Random) -> Module {
    let mut maker = Maker { random, values: Vec::new(), types: Vec::new() };
    let operation = maker.operation(op);
    // A region's parameters and what it yields come after the results, as in the text.
    let name = format!("k{}", maker.random.below(1000));
    let kernel = Kernel {
        name,
        kind: FunctionKind::Entry,
        params: (0..maker.params() as u32).map(ValueId).collect(),
        body: Block { params: Vec::new(), ops: vec![operation, plain(Op::Return)] },
        values: maker.values,
        globals: Vec::new(),
        hints: Vec::new(),
        unsupported: None,
        language: Language::default(),
        codes: Vec::new(),
        at: Place::default(),
    }
    .numbered();
    Module { kernels: vec![Arc::new(kernel)], ..Module::default() }
}

fn plain(op: Op) -> Operation {
    Operation {
        id: OpId::default(),
        op,
        operands: Vec::new(),
        token: None,
        results: Vec::new(),
        attributes: Attributes::default(),
        regions: Vec::new(),
        at: Place::default(),
    }
}

struct Maker<'r> {
    random: &'r mut Random,
    values: Vec<Value>,
    /// Types of the operands, with the token last, if any.
    types: Vec<Type>,
}

impl Maker<'_> {
    fn params(&self) -> usize {
        self.types.len()
    }

    fn operation(&mut self, op: Op) -> Operation {
        let parts = form(op);
        let mut operation = plain(op);
        let (mut types, mut indices) = self.operand_types(parts);
        let mut results = Vec::new();
        for part in parts {
            self.types_of(part, &mut types, &mut indices, &mut results);
        }
        for part in parts {
            if let FormPart::Field(field) = part {
                self.field(*field, &mut operation, &mut types, &mut results);
            }
        }
        self.types = types.clone();
        let has_token = parts.iter().any(|p| matches!(p, FormPart::Field(Field::Token | Field::TightToken)));
        if has_token && self.random.flip() {
            operation.token = Some(ValueId(types.len() as u32));
            self.types.push(Type::Token);
        }
        for (position, ty) in self.types.clone().into_iter().enumerate() {
            self.values.push(Value { name: format!("p{position}"), ty });
        }
        operation.operands = (0..types.len() as u32).map(ValueId).collect();
        operation.results = self.results(&results);
        for part in parts {
            if let FormPart::Field(field @ (Field::Region | Field::Else | Field::Combiner)) = part {
                self.region(*field, &mut operation, &types);
            }
        }
        operation
    }

    /// Types of the operands that the form names, and the range that stands in brackets.
    fn operand_types(&mut self, parts: &[FormPart]) -> (Vec<Type>, std::ops::Range<usize>) {
        let (mut types, mut indices) = (Vec::new(), 0..0);
        for part in parts {
            let count = match part {
                FormPart::Operand => 1,
                FormPart::Operands => 1 + self.random.below(3),
                FormPart::MoreOperands | FormPart::Field(Field::Values | Field::Carried | Field::Call) => {
                    self.random.below(3)
                }
                FormPart::Indices { .. } => 1 + self.random.below(3),
                _ => 0,
            };
            if let FormPart::Indices { .. } = part {
                indices = types.len()..types.len() + count;
            }
            types.extend((0..count).map(|_| self.ty()));
        }
        (types, indices)
    }

    /// Makes types agree if one is printed for several.
    fn types_of(
        &mut self,
        part: &FormPart,
        types: &mut [Type],
        indices: &mut std::ops::Range<usize>,
        results: &mut Vec<Type>,
    ) {
        match part {
            FormPart::Type(slots) => {
                let ty = self.ty();
                for slot in slots {
                    match slot {
                        Slot::Operand(position) => types[*position] = ty.clone(),
                        Slot::LastOperand => *types.last_mut().expect("an operand") = ty.clone(),
                        Slot::Result(_) => results.push(ty.clone()),
                    }
                }
            }
            FormPart::IndexTypes => {
                let view = types[indices.start - 1].clone();
                let ty = self.ty();
                if !matches!(view, Type::GatherScatterView(_)) {
                    types[indices.clone()].fill(ty);
                }
            }
            FormPart::ResultTypes => {
                let count = 1 + self.random.below(3);
                results.extend((0..count).map(|_| self.ty()));
            }
            FormPart::TokenResult => results.push(Type::Token),
            FormPart::EveryResult => {
                let ty = self.ty();
                results.extend(vec![ty; 1 + self.random.below(3)]);
            }
            _ => {}
        }
    }

    /// Results, some of them under a common name.
    fn results(&mut self, types: &[Type]) -> Vec<ValueId> {
        let together = types.len() > 1 && self.random.flip();
        let name = |i: usize| if together { format!("r#{i}") } else { format!("r-{i}.$") };
        let first = self.values.len() as u32;
        self.values.extend(types.iter().enumerate().map(|(i, ty)| Value { name: name(i), ty: ty.clone() }));
        (first..self.values.len() as u32).map(ValueId).collect()
    }

    fn region(&mut self, field: Field, to: &mut Operation, types: &[Type]) {
        if field == Field::Else && self.random.flip() {
            return;
        }
        let params: Vec<Type> = match (field, to.op) {
            (Field::Combiner, _) => (0..1 + self.random.below(3)).map(|_| self.ty()).collect(),
            (_, Op::For) => [&types[..1], &types[3..]].concat(),
            (_, Op::Loop) => types.to_vec(),
            _ => Vec::new(),
        };
        let first = self.values.len() as u32;
        for (position, ty) in params.iter().enumerate() {
            self.values.push(Value { name: format!("b{position}"), ty: ty.clone() });
        }
        let elided = if matches!(to.op, Op::For | Op::Loop) { Op::Continue } else { Op::Yield };
        let mut last = plain(self.random.of(&[elided, Op::Return, Op::Break]));
        if last.op != Op::Return && self.random.flip() {
            last.operands = to.operands.clone();
        }
        let params = (first..self.values.len() as u32).map(ValueId).collect();
        to.regions.push(Block { params, ops: vec![last] });
    }

    fn field(&mut self, field: Field, to: &mut Operation, types: &mut Vec<Type>, results: &mut Vec<Type>) {
        let random = &mut *self.random;
        let at = &mut to.attributes;
        match field {
            Field::Signedness => at.signedness = Some(random.named(Signedness::NAMES)),
            Field::SecondSignedness => at.second_signedness = Some(random.named(Signedness::NAMES)),
            Field::Overflow => at.overflow = random.named(Overflow::NAMES),
            Field::Rounding => at.rounding = random.flip().then(|| random.named(Rounding::NAMES)),
            Field::FlushToZero => at.flush_to_zero = random.flip(),
            Field::PropagateNan => at.propagate_nan = random.flip(),
            Field::Saturating => at.saturating = random.flip(),
            Field::Global => at.global = random.flip(),
            Field::FastAcc => at.fast_acc = random.flip(),
            Field::UnsignedCompare => at.unsigned_compare = random.flip(),
            Field::InOrder => at.in_order = random.flip(),
            Field::Comparison => at.comparison = Some(random.named(Comparison::NAMES)),
            Field::Ordering => at.ordering = Some(random.named(Ordering::NAMES)),
            Field::Rmw => at.rmw = Some(random.named(Rmw::NAMES)),
            Field::Reduction => at.rmw = Some(random.of(Rmw::REDUCTIONS)),
            Field::Call => *results = self.call(at),
            Field::Order => (at.memory_order, at.scope) = order(random),
            Field::Assumption => at.assumption = Some(assumption(random)),
            Field::Layouts => {
                at.layouts = (0..random.below(3)).map(|at| random.flip().then_some(at as u32)).collect()
            }
            Field::Hints => at.hints = hints(random, 2),
            Field::Inbounds => at.inbounds = (0..random.below(4)).map(|_| random.flip()).collect(),
            Field::Dim | Field::Axis => at.dim = Some(random.below(9) as u32),
            Field::Reverse => at.reverse = Some(random.flip()),
            Field::Permutation => at.permutation = (0..random.below(4)).map(|_| random.below(9)).collect(),
            Field::Elements => at.elements = Some(random.bits()),
            Field::Alignment => at.alignment = Some(random.bits()),
            Field::Text => at.text = Some(random.of(&["%d\n\0", "a \"quoted\" \\0A é", ""]).to_owned()),
            Field::Symbol => at.text = Some(random.of(&["name", "$1", "a b", "\\"]).to_owned()),
            Field::Constant => {
                let tile = self.tile_of_numbers();
                at.constant = Some(self.constant(&tile));
                *results = vec![Type::Tile(tile)];
            }
            Field::Identities => {
                for ty in types.iter_mut() {
                    let tile = self.tile_of_numbers();
                    at.identities.push(self.literal(tile.element.scalar().expect("a number")));
                    *ty = Type::Tile(tile);
                }
            }
            Field::Extents => {
                let view = self.tensor();
                let open = view.shape.iter().chain(&view.strides).filter(|extent| extent.is_none()).count();
                let ty = self.ty();
                types.extend(vec![ty; open]);
                *results = vec![Type::TensorView(view)];
            }
            Field::Results | Field::CarriedTypes => {
                *results = (0..self.random.below(3)).map(|_| self.ty()).collect();
            }
            _ => {}
        }
    }

    /// Makes the name and the constants of a call; gives the types of its results.
    fn call(&mut self, at: &mut Attributes) -> Vec<Type> {
        at.text = Some(self.random.of(&["name", "a b"]).to_owned());
        let argument = |random: &mut Random| match random.flip() {
            true => CallArgument::Number(random.bits() as i64),
            false => CallArgument::Type(random.named(Scalar::NAMES)),
        };
        at.call_arguments = (0..self.random.below(3)).map(|_| argument(self.random)).collect();
        (0..self.random.below(3)).map(|_| self.ty()).collect()
    }

    fn literal(&mut self, scalar: Scalar) -> Literal {
        let mask = u64::MAX >> (64 - scalar.bits());
        let mask = if scalar == Scalar::Tf32 { mask & !0x1fff } else { mask };
        Literal(self.random.bits() & mask)
    }

    fn constant(&mut self, tile: &TileType) -> Constant {
        let scalar = tile.element.scalar().expect("a number");
        if tile.shape.is_empty() || self.random.flip() {
            return Constant::Splat(self.literal(scalar));
        }
        Constant::Dense((0..tile.len()).map(|_| self.literal(scalar)).collect())
    }

    fn scalar(&mut self) -> Scalar {
        self.random.named(Scalar::NAMES)
    }

    fn tile_of_numbers(&mut self) -> TileType {
        let shape = (0..self.random.below(3)).map(|_| self.random.below(4) as u32).collect();
        TileType { shape, element: Element::Scalar(self.scalar()) }
    }

    fn extents(&mut self, rank: usize) -> Vec<Option<i64>> {
        (0..rank).map(|_| self.random.flip().then(|| self.random.below(1 << 40) as i64 - 9)).collect()
    }

    fn tensor(&mut self) -> TensorViewType {
        let rank = self.random.below(4);
        let element = Element::Scalar(self.scalar());
        TensorViewType { element, shape: self.extents(rank), strides: self.extents(rank) }
    }

    fn ty(&mut self) -> Type {
        let tensor = self.tensor();
        let rank = tensor.shape.len();
        let tile: Vec<u32> = (0..1 + self.random.below(3)).map(|_| self.random.below(100) as u32).collect();
        let padding = self.random.flip().then(|| self.random.named(Padding::NAMES));
        let mut dim_map: Vec<usize> = (0..rank).collect();
        if rank > 1 && self.random.flip() {
            dim_map.swap(0, 1);
        }
        let partition = PartitionViewType { tile: tile.clone(), padding, tensor: tensor.clone(), dim_map };
        match self.random.below(12) {
            0 => Type::Token,
            1 => Type::TensorView(tensor),
            2 => Type::PartitionView(partition),
            3 => Type::StridedView(StridedViewType { partition, traversal_strides: vec![1, -2] }),
            4 => {
                let sparse_dim = self.random.below(9);
                Type::GatherScatterView(GatherScatterViewType { tile, padding, tensor, sparse_dim })
            }
            5 | 6 => Type::Tile(TileType { shape: tile, element: Element::Pointer(self.scalar()) }),
            _ => Type::Tile(self.tile_of_numbers()),
        }
    }
}

fn assumption(random: &mut Random) -> Assumption {
    let bound = |random: &mut Random| random.flip().then(|| random.bits() as i64);
    match random.below(3) {
        0 => {
            let every = Every { stride: random.below(99) as u32, axis: random.below(9) as u32 };
            Assumption::DivBy { divisor: random.bits(), every: random.flip().then_some(every) }
        }
        1 => Assumption::Bounded { lower: bound(random), upper: bound(random) },
        _ => Assumption::SameElements((0..random.below(3)).map(|_| random.below(99) as u32).collect()),
    }
}

fn hints(random: &mut Random, depth: usize) -> Vec<(String, Hint)> {
    let count = random.below(3);
    let hint = |random: &mut Random| match random.below(4) {
        3 => Hint::Text(random.of(&["a", "\"q\" "]).to_owned()),
        0 => Hint::Number(random.bits() as i64),
        1 => Hint::Flag(random.flip()),
        _ if depth == 0 => Hint::Group(Vec::new()),
        _ => Hint::Group(hints(random, depth - 1)),
    };
    (0..count).map(|i| (format!("sm_{i}"), hint(random))).collect()
}

/// A memory order, with or without a scope.
fn order(random: &mut Random) -> (Option<MemoryOrder>, Option<Scope>) {
    (Some(random.named(MemoryOrder::NAMES)), random.flip().then(|| random.named(Scope::NAMES)))
}
