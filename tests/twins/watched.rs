//! The subjects of conditions, and their values at a place in launches: a probe prints them there.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use interp::{Options, Stop};
use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::{Kernel, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, TileType, Type};
use spec::valid::Valid;

use crate::edits::{Draft, changed, operations};
use crate::launches::Draw;
use crate::trials::Tried;

/// How many values are watched at one place, beside the block's own place in the grid.
const VALUES: usize = 8;

/// The most different states remembered for one place.
const STATES: usize = 1 << 12;

/// What a line of the probe begins with.
const PROBE: &str = "probe:";

/// A number that is known at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Watched {
    /// An element of a value in scope, by its index: none for a scalar.
    Element(ValueId, Vec<u32>),
    /// The block's place along an axis of the grid.
    Block(usize),
}

/// What a number is, the simplest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum About {
    /// A place in the grid, or an integer argument.
    Launch,
    /// An integer that a loop counts or carries.
    Carried,
    /// An integer result.
    Integer,
    /// A loaded float.
    LoadedFloat,
    /// A float from elsewhere.
    Float,
}

impl About {
    /// Every kind, with the name.
    pub(crate) const NAMES: &[(About, &str)] = &[
        (About::Launch, "the block's place, arguments"),
        (About::Carried, "integers of loops"),
        (About::Integer, "other integers"),
        (About::LoadedFloat, "loaded floats"),
        (About::Float, "other floats"),
    ];
}

/// What is watched, once when a launch was at the place.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// The launch, by position.
    pub(crate) launch: usize,
    /// The bits of each, if determined.
    pub(crate) bits: Vec<Option<u64>>,
}

impl Watched {
    /// The type.
    pub(crate) fn scalar(&self, kernel: &Kernel) -> Scalar {
        match self {
            Watched::Element(value, _) => kernel.tile(*value).element.scalar().expect("a number is watched"),
            Watched::Block(_) => Scalar::I32,
        }
    }

    /// The subject.
    pub(crate) fn about(&self, kernel: &Kernel) -> About {
        let Watched::Element(value, _) = self else { return About::Launch };
        let ops = operations(kernel);
        let maker = ops.iter().find(|op| op.results.contains(value)).map(|op| op.op);
        let is_float = !self.scalar(kernel).is_integer();
        match maker {
            Some(Op::LoadViewTko | Op::LoadPtrTko) if is_float => About::LoadedFloat,
            Some(_) | None if is_float => About::Float,
            Some(_) => About::Integer,
            None if kernel.params.contains(value) => About::Launch,
            None => About::Carried,
        }
    }

    /// The displayed name.
    pub(crate) fn name(&self, kernel: &Kernel) -> String {
        match self {
            Watched::Element(value, index) if index.is_empty() => kernel.name(*value),
            Watched::Element(value, index) => format!("{}{index:?}", kernel.name(*value)),
            Watched::Block(axis) => format!("block.{}", ["x", "y", "z"][*axis]),
        }
    }

    /// The operations that give the value as a scalar.
    pub(crate) fn scalar_of(&self, draft: &mut Draft<'_>) -> ValueId {
        match self {
            Watched::Element(value, index) if index.is_empty() => *value,
            Watched::Element(value, index) => {
                let element = draft.tile(*value).element;
                let number = TileType::scalar(Scalar::I32);
                let at = index.iter().map(|at| draft.constant(number.clone(), i64::from(*at)));
                let operands: Vec<_> = [*value].into_iter().chain(at.collect::<Vec<_>>()).collect();
                let slice = TileType { shape: vec![1; index.len()], element };
                let slice = draft.apply(Op::Extract, &operands, slice, Attributes::default());
                let scalar = TileType { shape: Vec::new(), element };
                draft.apply(Op::Reshape, &[slice], scalar, Attributes::default())
            }
            Watched::Block(axis) => block(draft)[*axis],
        }
    }
}

/// The block's place in the grid.
pub(crate) fn block(draft: &mut Draft<'_>) -> Vec<ValueId> {
    let axes = vec![Type::Tile(TileType::scalar(Scalar::I32)); 3];
    draft.emit(Op::GetTileBlockId, &[], axes, Attributes::default())
}

/// The bits of a scalar as an integer.
pub(crate) fn bits_of(draft: &mut Draft<'_>, value: ValueId, scalar: Scalar) -> ValueId {
    match integer(scalar) {
        Some(integer) if integer != scalar => {
            draft.apply(Op::Bitcast, &[value], TileType::scalar(integer), Attributes::default())
        }
        Some(_) | None => value,
    }
}

/// The integer type with the bits of another type; `None` for types without comparisons.
pub(crate) fn integer(scalar: Scalar) -> Option<Scalar> {
    match scalar {
        Scalar::I1 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => Some(scalar),
        Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu => Some(Scalar::I8),
        Scalar::F16 | Scalar::Bf16 => Some(Scalar::I16),
        Scalar::F32 => Some(Scalar::I32),
        Scalar::F64 => Some(Scalar::I64),
        Scalar::I4 | Scalar::Tf32 | Scalar::F4E2m1fn => None,
    }
}

/// A few of the numbers that are known in a scope. Constants are none: they say nothing of a launch.
pub(crate) fn draw(kernel: &Kernel, scope: &[ValueId], draw: &mut Draw) -> Vec<Watched> {
    let constant: HashSet<ValueId> = operations(kernel)
        .into_iter()
        .filter(|op| matches!(op.op, Op::Constant | Op::Iota))
        .flat_map(|op| op.results.iter().copied())
        .collect();
    let is_number = |value: &&ValueId| match kernel.ty(**value).tile().map(|tile| tile.element) {
        Some(Element::Scalar(scalar)) => integer(scalar).is_some() && !constant.contains(value),
        Some(Element::Pointer(_)) | None => false,
    };
    let mut values: Vec<ValueId> = scope.iter().filter(is_number).copied().collect();
    let mut watched: Vec<Watched> = (0..3).map(Watched::Block).collect();
    for _ in 0..VALUES.min(values.len()) {
        let value = values.swap_remove(draw.below(values.len()));
        let shape = &kernel.tile(value).shape;
        let index = shape.iter().map(|extent| draw.below(*extent as usize) as u32).collect();
        watched.push(Watched::Element(value, index));
    }
    watched
}

/// The states in which launches are in front of an operation; no two have the same bits.
pub(crate) fn states(kernel: &Kernel, number: usize, watched: &[Watched], launches: &[&Tried]) -> Vec<State> {
    let probe = changed(kernel, number, |draft| {
        let of = |watched: &Watched| {
            let value = watched.scalar_of(draft);
            bits_of(draft, value, watched.scalar(kernel))
        };
        let operands: Vec<_> = watched.iter().map(of).collect();
        let text = Some(format!("{PROBE}{}", " %x".repeat(operands.len())));
        draft.emit(Op::PrintTko, &operands, vec![Type::Token], Attributes { text, ..Attributes::default() });
    });
    let probe = Valid::new(Arc::new(probe)).expect("a probe is a kernel");
    let mut seen: HashMap<Vec<Option<u64>>, usize> = HashMap::new();
    let mut states = Vec::new();
    for (launch, tried) in launches.iter().enumerate() {
        let options = Options { fuel: tried.fuel(), ..Options::default() };
        let outcome = match interp::run(&probe, &tried.launch, &options) {
            Ok(outcome) => outcome,
            Err(Stop::Exhausted(_)) => continue,
            Err(stop) => panic!("@{}: a probe changes what is run: {stop}", kernel.name),
        };
        for line in outcome.prints.iter().filter_map(|line| line.strip_prefix(PROBE)) {
            let bits: Vec<_> =
                line.split_whitespace().map(|word| u64::from_str_radix(word, 16).ok()).collect();
            if seen.len() < STATES && seen.insert(bits.clone(), launch).is_none() {
                states.push(State { launch, bits });
            }
        }
    }
    states
}
