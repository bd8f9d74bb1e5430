//! The state of a translation, and the small operations that every family needs.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use spec::problem::{IllFormed, Refused, Unsupported};
use spec::syntax::attributes::{Attributes, Constant, Literal};
use spec::syntax::count::handle_from_usize;
use spec::syntax::kernel::{Block, OpId, Operation as Made, Value, ValueId};
use spec::syntax::op::Op;
use spec::syntax::span::{MAX_FRAMES, Place, SourcePlace};
use spec::syntax::types::{Element, Scalar, TileType, Type};

use super::layouts::Layouts;
use super::order::Order;
use super::scope::{Bound, Scope};
use crate::triton::read::syntax::{File, Operation, Whereabouts};
use crate::triton::read::types::{self, TritonType, TypeError};
use crate::triton::read::wrong;

/// The most operations of one kernel. Inlined calls and early returns can repeat operations of the text.
const MAX_OPERATIONS: usize = 1 << 18;

/// The result of a translation.
pub(super) type Lowered<T> = Result<T, Refused>;

/// A kernel while it is made.
pub(super) struct Builder<'f, 't> {
    pub(super) file: &'f File<'t>,
    /// The functions of the file, by name.
    pub(super) functions: HashMap<&'t str, &'f Operation<'t>>,
    pub(super) scope: Scope<'t>,
    pub(super) order: Order,
    pub(super) layouts: Layouts,
    /// The place of the operation that is translated.
    pub(super) place: Place,
    /// The functions that are being inlined, outermost first, each with the place of its call.
    pub(super) calls: Vec<(&'t str, Option<Arc<SourcePlace>>)>,
    values: Vec<Value>,
    /// Values with undetermined elements: of loads with a mask and without `other`, and what is computed of these outside of regions.
    unfilled: HashSet<ValueId>,
    /// The open blocks, outermost first.
    blocks: Vec<Vec<Made>>,
    made: usize,
}

impl<'f, 't> Builder<'f, 't> {
    pub(super) fn new(
        file: &'f File<'t>,
        functions: HashMap<&'t str, &'f Operation<'t>>,
        (order, layouts): (Order, Layouts),
    ) -> Self {
        Builder {
            file,
            functions,
            scope: Scope::default(),
            order,
            layouts,
            place: Place::default(),
            calls: Vec::new(),
            values: Vec::new(),
            unfilled: HashSet::new(),
            blocks: vec![Vec::new()],
            made: 0,
        }
    }

    /// Moves to an operation: everything that is made from now on stands there.
    pub(super) fn go_to(&mut self, op: &Operation<'t>) {
        self.place = Place {
            offset: op.at.start,
            len: op.at.len(),
            source: op.location.as_ref().and_then(|location| self.source(location)),
        };
    }

    /// The author's place of a location, with the calls that lead there.
    pub(super) fn source(&self, location: &Whereabouts<'t>) -> Option<Arc<SourcePlace>> {
        let place = self.file.locations.place(location);
        let call = self.calls.last().and_then(|(_, call)| call.clone());
        let (place, call) = match (place, call) {
            (Some(place), Some(call)) => (place, call),
            (place, call) => return place.or(call),
        };
        let mut inlined = place.inlined.clone();
        inlined.push(place.position.clone());
        inlined.extend(call.inlined.iter().cloned());
        inlined.truncate(MAX_FRAMES);
        Some(Arc::new(SourcePlace { position: call.position.clone(), inlined }))
    }

    /// An error at the current operation.
    pub(super) fn wrong(&self, message: impl Into<String>) -> Refused {
        let problem = wrong(self.place.offset, self.place.len, message);
        Refused::IllFormed(IllFormed { at: self.place.clone(), ..problem })
    }

    /// Something at the current operation that has no meaning here.
    pub(super) fn unsupported(&self, message: impl Into<String>) -> Refused {
        Refused::Unsupported(Unsupported { message: message.into(), at: self.place.clone() })
    }

    /// Reads a type.
    pub(super) fn parse_type(&self, text: &str) -> Lowered<TritonType> {
        types::parse(text).map_err(|error| match error {
            TypeError::Malformed => self.wrong(format!("`{text}` is not a type")),
            TypeError::Unsupported(what) => self.unsupported(what),
        })
    }

    /// Reads the type of a tile.
    pub(super) fn tile_type(&self, text: &str) -> Lowered<TileType> {
        let ty = self.parse_type(text)?;
        ty.tile().cloned().ok_or_else(|| self.wrong(format!("`{text}` is not a tensor or a scalar")))
    }

    /// The value of a name.
    pub(super) fn bound(&self, name: &'t str) -> Lowered<Bound> {
        let found = self.scope.find(name).cloned();
        found.ok_or_else(|| self.wrong(format!("the value `%{name}` is not defined here")))
    }

    /// The tile of a name.
    pub(super) fn tile(&self, name: &'t str) -> Lowered<ValueId> {
        let bound = self.bound(name)?;
        match (bound.ids.as_slice(), &bound.ty) {
            ([id], TritonType::Tile(_)) => Ok(*id),
            (_, TritonType::Unordered(_)) => Err(self.unsupported(format!(
                "`%{name}` has its elements in any order (`can_reorder`), and only a reduction of all of them does not depend on it"
            ))),
            _ => Err(self.wrong(format!("`%{name}` is not a tensor or a scalar"))),
        }
    }

    /// The operand at a position.
    pub(super) fn operand(&self, op: &Operation<'t>, position: usize) -> Lowered<ValueId> {
        let name = op.operands().get(position).copied();
        self.tile(name.ok_or_else(|| self.wrong(format!("`{}` has too few operands", op.name)))?)
    }

    /// The type of a tile.
    pub(super) fn ty(&self, id: ValueId) -> TileType {
        match &self.values[id.index()].ty {
            Type::Tile(tile) => tile.clone(),
            Type::Token
            | Type::TensorView(_)
            | Type::PartitionView(_)
            | Type::StridedView(_)
            | Type::GatherScatterView(_) => TileType::scalar(Scalar::I1),
        }
    }

    /// The numeric type of a tile's elements.
    pub(super) fn scalar(&self, id: ValueId) -> Lowered<Scalar> {
        self.ty(id).element.scalar().ok_or_else(|| self.wrong("a pointer stands where a number is needed"))
    }

    /// A new value.
    pub(super) fn value(&mut self, name: &str, ty: Type) -> ValueId {
        let id = ValueId(handle_from_usize(self.values.len()));
        self.values.push(Value { name: name.to_owned(), ty });
        id
    }

    /// Gives a value the author's name.
    pub(super) fn rename(&mut self, id: ValueId, name: &str) {
        name.clone_into(&mut self.values[id.index()].name);
    }

    /// Adds an operation, and gives its results.
    pub(super) fn emit(
        &mut self,
        op: Op,
        operands: &[ValueId],
        token: Option<ValueId>,
        results: Vec<Type>,
        attributes: Attributes,
        regions: Vec<Block>,
    ) -> Lowered<Vec<ValueId>> {
        self.made += 1;
        if self.made > MAX_OPERATIONS {
            return Err(self.unsupported(format!("a kernel of more than {MAX_OPERATIONS} operations")));
        }
        let results: Vec<ValueId> = results.into_iter().map(|ty| self.value("v", ty)).collect();
        // A conversion or a shift may be poison, whatever number the element is.
        let may_be_poison = matches!(op, Op::Ftoi | Op::Shli | Op::Shri);
        let has_unfilled = !may_be_poison && operands.iter().any(|operand| self.is_unfilled(*operand));
        if op == Op::LoadPtrTko && operands.len() == 2 || has_unfilled {
            self.unfilled.extend(&results);
        }
        let made = Made {
            id: OpId::default(),
            op,
            operands: operands.to_vec(),
            token,
            results: results.clone(),
            attributes,
            regions,
            at: self.place.clone(),
        };
        if let Some(block) = self.blocks.last_mut() {
            block.push(made);
        }
        Ok(results)
    }

    /// Says that the elements of a value are determined.
    pub(super) fn fill(&mut self, id: ValueId) {
        self.unfilled.remove(&id);
    }

    /// Whether some elements of a value may be undetermined.
    pub(super) fn is_unfilled(&self, id: ValueId) -> bool {
        self.unfilled.contains(&id)
    }

    /// The one number of all elements of a constant, also where a scalar was spread; `None` for other values.
    pub(super) fn splat_of(&self, mut id: ValueId) -> Option<Literal> {
        loop {
            let mut made = self.blocks.iter().rev().flat_map(|block| block.iter().rev());
            let maker = made.find(|op| op.results.contains(&id))?;
            if !matches!(maker.op, Op::Broadcast | Op::Reshape) {
                return match maker.attributes.constant {
                    Some(Constant::Splat(literal)) => Some(literal),
                    Some(Constant::Dense(_)) | None => None,
                };
            }
            id = maker.operands[0];
        }
    }

    /// Adds an operation with one tile as result.
    pub(super) fn tile_op(
        &mut self,
        op: Op,
        operands: &[ValueId],
        result: TileType,
        attributes: Attributes,
    ) -> Lowered<ValueId> {
        let results = self.emit(op, operands, None, vec![Type::Tile(result)], attributes, Vec::new())?;
        Ok(results[0])
    }

    /// Adds an operation without attributes whose result has the type of its first operand.
    pub(super) fn same(&mut self, op: Op, operands: &[ValueId]) -> Lowered<ValueId> {
        let ty = self.ty(operands[0]);
        self.tile_op(op, operands, ty, Attributes::default())
    }

    /// A constant tile with one literal in all elements.
    pub(super) fn constant(&mut self, ty: TileType, literal: Literal) -> Lowered<ValueId> {
        let attributes = Attributes { constant: Some(Constant::Splat(literal)), ..Attributes::default() };
        self.tile_op(Op::Constant, &[], ty, attributes)
    }

    /// A constant tile of a number that its type has.
    pub(super) fn number(&mut self, ty: TileType, text: &str) -> Lowered<ValueId> {
        let literal = ty.element.scalar().map(|scalar| spec::syntax::literal::parse(text, scalar));
        match literal {
            Some(Ok(literal)) => self.constant(ty, literal),
            Some(Err(message)) => Err(self.wrong(message)),
            None => Err(self.wrong("a constant has no pointers")),
        }
    }

    /// The same elements in another shape.
    pub(super) fn reshape(&mut self, id: ValueId, shape: Vec<u32>) -> Lowered<ValueId> {
        let ty = self.ty(id);
        if ty.shape == shape {
            return Ok(id);
        }
        self.tile_op(Op::Reshape, &[id], TileType { shape, element: ty.element }, Attributes::default())
    }

    /// A tile stretched to a shape; a scalar is repeated in all elements.
    pub(super) fn broadcast(&mut self, id: ValueId, shape: &[u32]) -> Lowered<ValueId> {
        let ty = self.ty(id);
        let id = if ty.shape.is_empty() { self.reshape(id, vec![1; shape.len()])? } else { id };
        if self.ty(id).shape == shape {
            return Ok(id);
        }
        let ty = TileType { shape: shape.to_vec(), element: ty.element };
        self.tile_op(Op::Broadcast, &[id], ty, Attributes::default())
    }

    /// Opens a block: operations that follow belong to it.
    pub(super) fn open_block(&mut self) {
        self.blocks.push(Vec::new());
    }

    /// Ends the innermost block.
    pub(super) fn close_block(&mut self, params: Vec<ValueId>) -> Block {
        Block { params, ops: self.blocks.pop().unwrap_or_default() }
    }

    /// Everything that was made.
    pub(super) fn finish(mut self) -> (Block, Vec<Value>) {
        let body = self.close_block(Vec::new());
        (body, self.values)
    }

    /// Binds the results of an operation of TTIR, each to one of ours.
    pub(super) fn bind_tiles(&mut self, op: &Operation<'t>, ids: &[ValueId]) -> Lowered<()> {
        let all = ids.iter().map(|id| Bound { ids: vec![*id], ty: TritonType::Tile(self.ty(*id)) }).collect();
        self.bind(op, all)
    }

    /// Binds the results of an operation of TTIR.
    pub(super) fn bind(&mut self, op: &Operation<'t>, values: Vec<Bound>) -> Lowered<()> {
        let count: usize = op.results.iter().map(|(_, count)| count).sum();
        if count != values.len() && !(count == 0 && values.len() == 1) {
            return Err(self.wrong(format!("`{}` has {} results, not {count}", op.name, values.len())));
        }
        let mut values = values.into_iter();
        for (name, count) in &op.results {
            let called = op.location.as_ref().and_then(|location| self.file.locations.name(location));
            for (index, value) in values.by_ref().take(*count).enumerate() {
                let own = called.unwrap_or(name);
                for id in &value.ids {
                    if self.values[id.index()].name == "v" && !own.starts_with(|c: char| c.is_ascii_digit()) {
                        self.rename(*id, own);
                    }
                }
                self.scope.bind(name, index, value);
            }
        }
        Ok(())
    }

    /// The operation that made a value, in a block that is still open.
    pub(super) fn definition(&self, id: ValueId) -> Option<&Made> {
        self.blocks.iter().flatten().find(|made| made.results.contains(&id))
    }

    /// The values that a TTIR type stands for.
    pub(super) fn parts(ty: &TritonType) -> Vec<Type> {
        let number = || Type::Tile(TileType::scalar(Scalar::I64));
        let of = |tile: &TileType, numbers: usize| {
            let pointee = tile.element.scalar().unwrap_or(Scalar::I8);
            let base = Type::Tile(TileType { shape: Vec::new(), element: Element::Pointer(pointee) });
            std::iter::once(base).chain(std::iter::repeat_with(number).take(numbers)).collect()
        };
        match ty {
            TritonType::Tile(tile) => vec![Type::Tile(tile.clone())],
            // A base, then extents, strides and, of a block pointer, offsets.
            TritonType::BlockPointer(tile) => of(tile, 3 * tile.shape.len()),
            // A descriptor has the value of elements outside as well.
            TritonType::Descriptor(tile) => {
                let fill = Type::Tile(TileType { shape: Vec::new(), element: tile.element });
                [of(tile, 2 * tile.shape.len()), vec![fill]].concat()
            }
            TritonType::Unordered(tile) => of(tile, 1),
        }
    }
}
