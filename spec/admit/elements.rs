//! Which elements of a launch a property speaks of.

use super::exact::Exact;
use super::{Case, PointerTarget};
use crate::contract::{Bound, Symbol};
use crate::syntax::contract::{Expr, Property};
use crate::syntax::launch::Launch;

/// The most elements to list.
const MOST: i128 = 1 << 22;

/// The elements of an array that a property speaks of in a launch, by how far they are from where the pointer points. `None` if
/// they are too many, or if a deciding number exceeds 128 bits.
pub fn spoken_of(bound: &Bound<'_>, launch: &Launch, property: &Property) -> Option<Vec<i128>> {
    let case = Case { bound, launch, placed: None };
    let position = bound.position(property.array()?)?;
    let mut places = case.places(position, property.among().is_some())?;
    if let Some(among) = property.among() {
        let mut known = true;
        places.retain(|place| {
            let holds = case.of_place(among, *place);
            known &= holds.is_some();
            holds == Some(true)
        });
        known.then_some(())?;
    }
    Some(places)
}

impl Case<'_> {
    /// The places of the elements of an array; `open` means that no size is stated, and a condition bounds the
    /// places.
    fn places(&self, position: usize, open: bool) -> Option<Vec<i128>> {
        let contract = self.bound.contract;
        let is_it = |name: &str| self.bound.position(name) == Some(position);
        if let Some(array) = contract.arrays.iter().find(|array| is_it(&array.name)) {
            let all = |exprs: &[Expr]| exprs.iter().map(|expr| self.number(expr)).collect::<Option<Vec<_>>>();
            let extents = all(&array.extents)?;
            let strides = array.strides.as_ref().map_or_else(|| dense(&extents), |strides| all(strides))?;
            return product(&extents, &strides);
        }
        let clause = contract.buffers.iter().find(|clause| is_it(&clause.name));
        let len = match (clause, open) {
            (Some(clause), _) => self.number(&clause.len)?,
            (None, true) => {
                let PointerTarget { buffer, offset, .. } = self.target(position)?;
                i128::from(self.bound.pointee(position)?.count_in(buffer.bytes - offset))
            }
            (None, false) => return None,
        };
        product(&[len], &[1])
    }

    fn of_place(&self, among: &Expr, place: i128) -> Option<bool> {
        let value = &mut |symbol| match symbol {
            Symbol::Index => Exact(Some(place)),
            Symbol::Argument(_)
            | Symbol::Grid(_)
            | Symbol::Length(_)
            | Symbol::Element
            | Symbol::Place(_) => Exact(Some(self.symbol(symbol, 0))),
        };
        self.bound.truth(among, value).0
    }
}

/// The strides of densely packed elements.
fn dense(extents: &[i128]) -> Option<Vec<i128>> {
    let inner = |axis: usize| {
        extents[axis + 1..].iter().try_fold(1i128, |product, extent| product.checked_mul(*extent))
    };
    (0..extents.len()).map(inner).collect()
}

/// The places of all elements along axes.
fn product(extents: &[i128], strides: &[i128]) -> Option<Vec<i128>> {
    let count = extents.iter().try_fold(1i128, |count, extent| count.checked_mul((*extent).max(0)))?;
    if count > MOST {
        return None;
    }
    let mut places = vec![0i128];
    for (extent, stride) in extents.iter().zip(strides) {
        let along = |place: &i128| {
            let place = *place;
            (0..*extent).map(move |at| at.checked_mul(*stride)?.checked_add(place))
        };
        places = places.iter().flat_map(along).collect::<Option<Vec<_>>>()?;
    }
    Some(places)
}
