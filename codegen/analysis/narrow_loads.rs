//! Narrowing of loads: of a small tile that is loaded, and from which nothing but single elements is taken, only these are loaded (as load narrowing of
//! scalar code, R. Bodík, R. Gupta, M. L. Soffa, "Load-reuse analysis", PLDI 1999, has it for words). So cuTile Python reads an entry of a list of arrays: a row of
//! words, which threads would load together and then exchange.

use std::collections::HashMap;

use spec::syntax::attributes::{Attributes, Constant, Literal, MemoryOrder};
use spec::syntax::count::handle_from_usize;
use spec::syntax::kernel::{Block, Kernel, OpId, Operation, Value, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{PartitionViewType, TileType, Type};

use crate::analysis::definitions::{Definition, Definitions};

/// The most elements of a tile that are loaded one by one.
const MOST_ELEMENTS: usize = 16;

/// Where an element is in the tensor: along each axis an index that the load has, or a number that is known.
type Coordinates = Vec<Option<i64>>;

/// What is taken of loads that become narrow: by the result of an `extract`, its coordinates; by the result of a load, the extracts.
#[derive(Default)]
struct Narrow {
    elements: HashMap<ValueId, Coordinates>,
    extracts: HashMap<ValueId, Vec<ValueId>>,
}

/// The kernel with such loads of single elements.
pub(crate) fn narrow_loads(kernel: &Kernel) -> Kernel {
    let mut narrowed = kernel.clone();
    let narrow = Narrow::of(kernel);
    if narrow.extracts.is_empty() {
        return narrowed;
    }
    let body = std::mem::take(&mut narrowed.body);
    let mut narrowing = Narrowing { kernel: narrowed, narrow, definitions: Definitions::of(kernel) };
    narrowing.kernel.body = narrowing.block(body);
    narrowing.kernel
}

impl Narrow {
    fn of(kernel: &Kernel) -> Self {
        let (mut narrow, definitions) = (Narrow::default(), Definitions::of(kernel));
        for load in kernel.operations().filter(|op| is_small_load(kernel, op)) {
            let uses = |value: ValueId| {
                kernel.operations().filter(move |op| op.operands.contains(&value) || op.token == Some(value))
            };
            let (tile, token) = (load.results[0], load.results.get(1));
            if token.is_some_and(|token| uses(*token).next().is_some()) {
                continue;
            }
            let element = |op: &Operation| coordinates(kernel, &definitions, load, op);
            let elements: Option<Vec<(ValueId, Coordinates)>> =
                uses(tile).map(|op| Some((op.results.first().copied()?, element(op)?))).collect();
            let Some(elements) = elements else { continue };
            narrow.extracts.insert(tile, elements.iter().map(|(extract, _)| *extract).collect());
            narrow.elements.extend(elements);
        }
        narrow
    }
}

/// Whether an operation is a weak load of at least two elements, but few, from a tensor that is cut into consecutive tiles.
fn is_small_load(kernel: &Kernel, op: &Operation) -> bool {
    let is_weak = op.attributes.memory_order.is_none_or(|order| order == MemoryOrder::Weak);
    let is_load = op.op == Op::LoadViewTko && is_weak && op.attributes.packed.is_none();
    let is_cut = || matches!(kernel.ty(op.operands[0]), Type::PartitionView(_));
    is_load && is_cut() && (2..=MOST_ELEMENTS).contains(&kernel.tile(op.results[0]).len())
}

/// The place of an element that an operation takes from a loaded tile, where it is known to be inside of the tensor; `None` where the operation does
/// anything else.
fn coordinates(
    kernel: &Kernel,
    definitions: &Definitions<'_>,
    load: &Operation,
    op: &Operation,
) -> Option<Coordinates> {
    let Type::PartitionView(view) = kernel.ty(load.operands[0]) else { return None };
    if op.op != Op::Extract || kernel.tile(op.results[0]).len() != 1 || op.operands[0] != load.results[0] {
        return None;
    }
    let constant = |value: ValueId| match definitions.get(value)? {
        Definition::Result(op, _) => match op.attributes.constant.as_ref()? {
            Constant::Splat(literal) => i64::try_from(literal.0).ok(),
            Constant::Dense(_) => None,
        },
        Definition::Parameter(_) | Definition::Region(..) => None,
    };
    let axes = view.tile.iter().enumerate();
    axes.map(|(axis, extent)| {
        if *extent == 1 {
            // The tile's own index, proved to be in bounds.
            return Some(None);
        }
        let (index, inside) = (constant(load.operands[1 + axis])?, constant(op.operands[1 + axis])?);
        let at = index.checked_mul(i64::from(*extent))?.checked_add(inside)?;
        let is_inside = view.tensor.shape[view.dim_map[axis]].is_some_and(|all| at < all);
        (at >= 0 && inside < i64::from(*extent) && is_inside).then_some(Some(at))
    })
    .collect()
}

struct Narrowing<'k> {
    /// The kernel without its body; values are added.
    kernel: Kernel,
    narrow: Narrow,
    definitions: Definitions<'k>,
}

impl Narrowing<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut ops = Vec::with_capacity(block.ops.len());
        for mut op in block.ops {
            op.regions = std::mem::take(&mut op.regions).into_iter().map(|it| self.block(it)).collect();
            let result = op.results.first().copied();
            let extracts = result.and_then(|result| self.narrow.extracts.get(&result).cloned());
            match extracts {
                Some(extracts) => self.load_each(&op, &extracts, &mut ops),
                None if result.is_some_and(|result| self.narrow.elements.contains_key(&result)) => {}
                None => ops.push(op),
            }
        }
        Block { params: block.params, ops }
    }

    /// Loads the elements taken from a tile, and gives each load the name of the taken element.
    fn load_each(&mut self, load: &Operation, extracts: &[ValueId], ops: &mut Vec<Operation>) {
        let Type::PartitionView(view) = self.kernel.ty(load.operands[0]).clone() else { return };
        let Some(Definition::Result(cut, _)) = self.definitions.get(load.operands[0]) else { return };
        let ones = PartitionViewType { tile: vec![1; view.tile.len()], padding: None, ..view };
        let single = self.fresh(Type::PartitionView(ones));
        ops.push(Operation { results: vec![single], ..cut.clone() });
        for extract in extracts {
            let mut operands = vec![single];
            for (axis, at) in self.narrow.elements[extract].clone().into_iter().enumerate() {
                let index = load.operands[1 + axis];
                operands.push(match at {
                    None => index,
                    Some(at) => self.constant(index, at, load, ops),
                });
            }
            let inbounds = vec![true; operands.len() - 1];
            let attributes = Attributes { inbounds, ..load.attributes.clone() };
            let token = self.fresh(Type::Token);
            ops.push(Operation { operands, results: vec![*extract, token], attributes, ..load.clone() });
        }
    }

    /// A number of the type of another value.
    fn constant(&mut self, like: ValueId, number: i64, at: &Operation, ops: &mut Vec<Operation>) -> ValueId {
        let element = self.kernel.tile(like).element;
        let result = self.fresh(Type::Tile(TileType { shape: Vec::new(), element }));
        let constant = Some(Constant::Splat(Literal(number.cast_unsigned())));
        ops.push(Operation {
            id: OpId::default(),
            op: Op::Constant,
            operands: Vec::new(),
            token: None,
            results: vec![result],
            attributes: Attributes { constant, ..Attributes::default() },
            regions: Vec::new(),
            at: at.at.clone(),
        });
        result
    }

    fn fresh(&mut self, ty: Type) -> ValueId {
        self.kernel.values.push(Value { name: "narrow".to_owned(), ty });
        ValueId(handle_from_usize(self.kernel.values.len() - 1))
    }
}
