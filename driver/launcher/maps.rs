//! Tensor maps as formulas of a launch, with the conditions of the accelerator (`codegen::TensorMap::at_launch` decides the same conditions
//! on numbers).

use codegen::{EXTENT_LIMIT, MAP_ALIGNMENT, MapConditions, Number, STRIDE_LIMIT, TensorMap};
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::ValueId;

use super::types::map_element;
use crate::certify::guard::conditions::{Condition, Writer};
use crate::certify::guard::lengths::Lengths;

/// A tensor map, as `cuTensorMapEncodeTiled` takes it.
pub(super) struct Map {
    /// The parameter that is the address.
    pub(super) parameter: usize,
    /// The end of the name of the driver's data type: `CU_TENSOR_MAP_DATA_TYPE_…`.
    pub(super) element: &'static str,
    /// Extents in elements, the densest axis first.
    pub(super) extents: Vec<Expr>,
    /// Strides in bytes, of the second axis and later ones.
    pub(super) strides: Vec<Expr>,
    pub(super) box_extents: Vec<u32>,
    /// Bytes of a line of the box, which the swizzle mode is named by.
    pub(super) line_bytes: u32,
    pub(super) stored: bool,
}

fn number(number: impl Into<i128>) -> Expr {
    Expr::Number(number.into())
}

fn both(a: Expr, b: Expr) -> Expr {
    binary(Binary::And, a, b)
}

fn either(a: Expr, b: Expr) -> Expr {
    binary(Binary::Or, a, b)
}

/// An extent or a stride as a signed integer. A negative one breaks the conditions of maps, as a large natural number does.
fn formula(of: &Number, writer: &Writer<'_>) -> Option<Expr> {
    match of {
        Number::Known(known) => Some(number(*known)),
        Number::Value(value) => value_formula(*value, writer),
    }
}

fn value_formula(value: ValueId, writer: &Writer<'_>) -> Option<Expr> {
    Lengths::new(writer.bound, writer.folded).signed(value).map(|number| writer.value(&number))
}

/// Conditions of maps that the code makes itself; `None` if a number has no formula.
pub(super) fn made_by_code(conditions: &MapConditions, writer: &Writer<'_>) -> Option<Vec<Condition>> {
    let mut all = Vec::new();
    for extent in &conditions.short_extents {
        let extent = value_formula(*extent, writer)?;
        let positive = binary(Binary::Le, number(1), extent.clone());
        let holds = both(positive, binary(Binary::Lt, extent, number(EXTENT_LIMIT)));
        all.push(Condition {
            holds,
            clause: "extents of tensors made by the code are from 1 to 2^31 - 1".to_owned(),
        });
    }
    for (position, limit) in &conditions.small_arrays {
        let bytes = Expr::Name(writer.names.bytes(*position));
        let clause = format!("{} has fewer than {limit} bytes", writer.bound.argument_name(*position));
        all.push(Condition { holds: binary(Binary::Lt, bytes, number(*limit)), clause });
    }
    Some(all)
}

impl Map {
    /// A map with conditions; `None` if a number of the map has no formula.
    pub(super) fn of(map: &TensorMap, writer: &Writer<'_>) -> Option<(Self, Vec<Condition>)> {
        let extents: Vec<Expr> = map.extents.iter().map(|one| formula(one, writer)).collect::<Option<_>>()?;
        let elements: Vec<Expr> =
            map.strides.iter().map(|one| formula(one, writer)).collect::<Option<_>>()?;
        let in_bytes = |stride| binary(Binary::Mul, stride, number(map.element_bytes));
        let strides: Vec<Expr> = elements.into_iter().map(in_bytes).collect();
        let shown = writer.bound.argument_name(map.pointer);
        let conditions = conditions(map, writer, (&extents, &strides));
        let conditions = conditions
            .into_iter()
            .map(|(holds, what)| Condition { holds, clause: format!("tensor map of {shown}: {what}") });
        let pointee = writer.bound.pointee(map.pointer);
        let made = Map {
            parameter: map.pointer,
            element: if map.rounds { "TFLOAT32" } else { map_element(pointee, map.element_bytes) },
            strides: strides.into_iter().map(allowed).collect(),
            extents,
            box_extents: map.box_extents.clone(),
            line_bytes: map.line_bytes,
            stored: map.stored,
        };
        Some((made, conditions.collect()))
    }
}

/// The passed stride: the own stride if allowed, else the nearest allowed stride. Along an axis with one element no stride is
/// ever added, so there any stride does.
fn allowed(stride: Expr) -> Expr {
    if let Expr::Binary(Binary::Mul, a, b) = &stride
        && let (Expr::Number(a), Expr::Number(b)) = (a.as_ref(), b.as_ref())
    {
        let multiple = a.saturating_mul(*b).div_euclid(MAP_ALIGNMENT.into()) * i128::from(MAP_ALIGNMENT);
        return number(multiple.clamp(MAP_ALIGNMENT.into(), (STRIDE_LIMIT - MAP_ALIGNMENT).into()));
    }
    let step = || number(MAP_ALIGNMENT);
    let multiple = binary(Binary::Mul, binary(Binary::Div, stride, step()), step());
    let least = binary(Binary::Max, multiple, step());
    binary(Binary::Min, least, number(STRIDE_LIMIT - MAP_ALIGNMENT))
}

/// The conditions of the accelerator, in words too.
fn conditions(
    map: &TensorMap,
    writer: &Writer<'_>,
    (extents, strides): (&[Expr], &[Expr]),
) -> Vec<(Expr, &'static str)> {
    let multiple = |of: Expr| binary(Binary::Eq, binary(Binary::Rem, of, number(MAP_ALIGNMENT)), number(0));
    let address = Expr::Name(writer.names.address(map.pointer));
    let mut all = vec![(multiple(address), "its address is a multiple of 16")];
    for extent in extents {
        let some = binary(Binary::Lt, number(0), extent.clone());
        let holds = both(some, binary(Binary::Lt, extent.clone(), number(EXTENT_LIMIT)));
        all.push((holds, "extents are from 1 to 2^31 - 1"));
    }
    for (extent, stride) in extents.iter().skip(1).zip(strides) {
        let one = binary(Binary::Eq, extent.clone(), number(1));
        let least = binary(Binary::Le, number(MAP_ALIGNMENT), stride.clone());
        let range = both(least, binary(Binary::Lt, stride.clone(), number(STRIDE_LIMIT)));
        let holds = either(one, both(multiple(stride.clone()), range));
        all.push((holds, "strides are multiples of 16 bytes, and below 2^40"));
    }
    if map.stored {
        all.push((apart(map.element_bytes, extents, strides), "no two elements share a byte"));
    }
    all
}

/// Whether no two elements share bytes. In some order of the axes, the memory of one index ends before the next index begins. Strides are at
/// least [`MAP_ALIGNMENT`], so the densest axis comes first.
fn apart(element_bytes: u64, extents: &[Expr], strides: &[Expr]) -> Expr {
    let reach = |extent: &Expr, stride: Expr| {
        binary(Binary::Mul, stride, binary(Binary::Sub, extent.clone(), number(1)))
    };
    let covered = binary(Binary::Add, number(element_bytes), reach(&extents[0], number(element_bytes)));
    let axes: Vec<(&Expr, &Expr)> = extents.iter().skip(1).zip(strides).collect();
    let holds_in = |order: &Vec<usize>| {
        let mut covered = covered.clone();
        let mut all = None;
        for axis in order {
            let (extent, stride) = axes[*axis];
            let one = binary(Binary::Eq, extent.clone(), number(1));
            let far = either(one, binary(Binary::Le, covered.clone(), stride.clone()));
            all = Some(all.map_or(far.clone(), |all| both(all, far)));
            covered = binary(Binary::Add, covered, reach(extent, stride.clone()));
        }
        all
    };
    let orders = orders(axes.len());
    let orders = orders.iter().filter_map(holds_in).reduce(either);
    orders.unwrap_or_else(|| binary(Binary::Le, number(0), number(0)))
}

/// Every order of the first numbers.
fn orders(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else { return vec![Vec::new()] };
    let fewer = orders(last);
    let with = |order: &Vec<usize>| {
        let places = 0..=order.len();
        places.map(|at| [&order[..at], &[last], &order[at..]].concat()).collect::<Vec<_>>()
    };
    fewer.iter().flat_map(with).collect()
}
