//! Matches a signature with a kernel's parameters, if there is a unique match.

use spec::syntax::contract::ArgumentName;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, Type};

/// A parameter as a signature has it.
#[derive(Debug, Clone)]
pub(crate) struct Parameter {
    /// The name, if valid in contracts.
    pub(crate) name: Option<String>,
    /// Whether its type is an integer without a sign.
    pub(crate) unsigned: bool,
    /// The possible kinds of arguments.
    pub(super) kinds: Vec<Kind>,
}

/// The kind of an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing: a constant of the compilation.
    Nothing,
    /// A pointer.
    Pointer,
    /// An integer.
    Integer,
    /// A float.
    Float,
    /// A number.
    Scalar,
    /// Any argument.
    Any,
    /// A pointer, the extents, the strides.
    Tensor,
}

/// The most axes that a tensor has.
const MAX_RANK: usize = 16;

/// The most parameters that are looked at.
const MOST: usize = 512;

/// The name of each of the kernel's parameters; none where they fit in no way, or in several.
pub(super) fn fit(written: &[Parameter], kernel: &Kernel) -> Option<Vec<Option<ArgumentName>>> {
    let passed: Option<Vec<Element>> =
        kernel.params.iter().map(|param| kernel.ty(*param).tile().map(|tile| tile.element)).collect();
    let passed = passed?;
    let tensors = written.iter().any(|one| one.kinds.contains(&Kind::Tensor));
    // A list of arrays is passed as a table of addresses, which looks like a tensor.
    let has_tables = tensors && kernel.operations().any(|op| op.op == Op::IntToPtr);
    if written.len() > MOST || passed.len() > MOST || has_tables {
        return None;
    }
    let views = views(kernel);
    let widths = |one: &Parameter, at: usize| -> Vec<usize> {
        let all = one.kinds.iter().flat_map(|kind| takes(*kind, &passed, &views, at));
        all.collect()
    };
    // How many ways there are from here on, two for several.
    let mut ways = vec![vec![0u8; passed.len() + 1]; written.len() + 1];
    ways[written.len()][passed.len()] = 1;
    for (number, one) in written.iter().enumerate().rev() {
        for at in 0..=passed.len() {
            let next = widths(one, at).into_iter().map(|width| ways[number + 1][at + width]);
            ways[number][at] = next.fold(0, |sum: u8, more| sum.saturating_add(more).min(2));
        }
    }
    if ways[0][0] != 1 {
        return None;
    }
    let (mut names, mut at) = (Vec::new(), 0);
    for (number, one) in written.iter().enumerate() {
        let width = widths(one, at).into_iter().find(|width| ways[number + 1][at + width] == 1)?;
        let named = |name| ArgumentName { name, unsigned: one.unsigned };
        names.extend(parts(one.name.as_deref(), width).into_iter().map(|name| name.map(named)));
        at += width;
    }
    Some(names)
}

/// The names of the arguments that a parameter is passed as.
fn parts(name: Option<&str>, width: usize) -> Vec<Option<String>> {
    let part = |of: &str, axis: usize| name.map(|name| format!("{name}.{of}[{axis}]"));
    let own = (width > 0).then(|| name.map(str::to_owned));
    let rank = width.saturating_sub(1) / 2;
    let extents = (0..rank).map(|axis| part("shape", axis));
    own.into_iter().chain(extents).chain((0..rank).map(|axis| part("strides", axis))).collect()
}

/// How many arguments a parameter of a kind may take from a position on.
fn takes(kind: Kind, passed: &[Element], views: &[View], at: usize) -> Vec<usize> {
    let here = passed.get(at).copied();
    let is_integer = |element: &Element| matches!(element, Element::Scalar(scalar) if scalar.is_integer());
    let is_scalar = |element: &Element| matches!(element, Element::Scalar(_));
    let is_pointer = |element: &Element| matches!(element, Element::Pointer(_));
    let fits = match kind {
        Kind::Nothing => return vec![0],
        Kind::Tensor => {
            let ranks = (1..=MAX_RANK).filter(|rank| is_tensor(*rank, passed, views, at));
            return ranks.map(|rank| 1 + 2 * rank).collect();
        }
        Kind::Pointer => here.is_some_and(|element| is_pointer(&element)),
        Kind::Integer => here.is_some_and(|element| is_integer(&element)),
        Kind::Float => here.is_some_and(|element| is_scalar(&element) && !is_integer(&element)),
        Kind::Scalar => here.is_some_and(|element| is_scalar(&element)),
        Kind::Any => here.is_some(),
    };
    if fits { vec![1] } else { Vec::new() }
}

/// Whether a tensor with so many axes may begin at a position: a pointer, then integers of one type that serve as extents and strides of
/// its views.
fn is_tensor(rank: usize, passed: &[Element], views: &[View], at: usize) -> bool {
    let Some(([Element::Pointer(_)], numbers)) = passed.get(at..=at + 2 * rank).map(|all| all.split_at(1))
    else {
        return false;
    };
    let index = |scalar: Scalar| [Scalar::I32, Scalar::I64].contains(&scalar);
    let is_index = |element: &Element| matches!(element, Element::Scalar(scalar) if index(*scalar));
    numbers.iter().all(|element| is_index(element) && *element == numbers[0])
        && views.iter().filter(|view| view.of == at).all(|view| view.is_of_rank(rank))
}

/// A view on a parameter.
struct View {
    /// The position of the pointer.
    of: usize,
    rank: usize,
    /// The axes whose extents, and whose strides, are parameters, with their positions.
    extents: Vec<(usize, usize)>,
    strides: Vec<(usize, usize)>,
}

impl View {
    /// Whether it is the view of a tensor of a rank.
    fn is_of_rank(&self, rank: usize) -> bool {
        self.rank == rank
            && self.extents.iter().all(|(axis, position)| *position == self.of + 1 + axis)
            && self.strides.iter().all(|(axis, position)| *position == self.of + 1 + rank + axis)
    }
}

/// The views on parameters themselves.
fn views(kernel: &Kernel) -> Vec<View> {
    let view = |op: &Operation| {
        let Type::TensorView(ty) = kernel.ty(*op.results.first()?) else { return None };
        let (base, dynamic) = op.operands.split_first()?;
        let of = parameter(kernel, *base)?;
        let mut dynamic = dynamic.iter();
        let mut positions = |sizes: &[Option<i64>]| {
            let open: Vec<usize> = (0..sizes.len()).filter(|axis| sizes[*axis].is_none()).collect();
            let found =
                open.into_iter().filter_map(|axis| Some((axis, parameter(kernel, *dynamic.next()?)?)));
            found.collect::<Vec<_>>()
        };
        let (extents, strides) = (positions(&ty.shape), positions(&ty.strides));
        Some(View { of, rank: ty.shape.len(), extents, strides })
    };
    kernel.operations().filter(|op| op.op == Op::MakeTensorView).filter_map(view).collect()
}

/// The position of the parameter behind a value and its assumptions.
fn parameter(kernel: &Kernel, mut value: ValueId) -> Option<usize> {
    while let Some(maker) = kernel.operations().find(|op| op.op == Op::Assume && op.results.contains(&value))
    {
        value = *maker.operands.first()?;
    }
    kernel.params.iter().position(|param| *param == value)
}
