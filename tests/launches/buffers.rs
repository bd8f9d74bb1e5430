//! Buffers of a launch: as large as the contract says, filled with what it allows.

use std::collections::BTreeMap;

use spec::admit::Filling;
use spec::contract::Bound;
use spec::domain::{greatest_signed, least_signed};
use spec::memory::address_space::addresses;
use spec::syntax::array;
use spec::syntax::contract::Expr;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::syntax::types::Scalar;

use super::floats::Floats;
use super::pattern::bits;
use super::point::Point;
use super::random::Draw;

/// The most elements that are filled; a launch with a larger buffer of which contents are promised is not drawn.
const FILLED: i128 = 1 << 14;

/// The greatest alignment of the interpreter's memory, in bytes.
const ALIGNED: u64 = 1 << 48;

/// Bytes of a buffer whose size the contract leaves open: no small launch needs as many.
const OPEN: i128 = 1 << 40;

impl Point {
    /// The memory of a pointer argument.
    pub(super) fn buffer(
        &self,
        bound: &Bound<'_>,
        position: usize,
        element: Scalar,
        draw: &mut Draw,
    ) -> Option<Buffer> {
        let contract = bound.contract;
        let is_this = |name: &str| bound.position(name) == Some(position);
        let clause = contract.buffers.iter().find(|clause| is_this(&clause.name));
        let open = u64::try_from(OPEN).map_or(0, |bytes| element.count_in(bytes).into());
        let len = clause.map_or(open, |clause| self.number(bound, &clause.len));
        let alignment = contract.aligns.iter().find(|(name, _)| is_this(name)).map(|(_, bytes)| *bytes);
        if alignment.is_some_and(|bytes| bytes > ALIGNED) {
            return None;
        }
        let uninit = clause.is_some_and(|clause| clause.uninit);
        let about = contract.contents.iter().filter(|(name, _)| bound.is_about(name, position));
        let promised: Vec<_> = about.map(|(_, expr)| expr).collect();
        let filled = if uninit { 0 } else { len.clamp(0, FILLED) };
        let floats =
            (!element.is_integer()).then(|| Floats::new(element, bound.element_interval(position), draw));
        let values: Option<Vec<u64>> = (0..filled)
            .map(|_| match &floats {
                Some(floats) => Some(floats.draw(draw)),
                None => self.integer(bound, element, &promised, draw),
            })
            .collect();
        let mut values = values?;
        let related = !uninit && bound.relations(position).next().is_some();
        if related && !self.relate(bound, position, element, &mut values) {
            return None;
        }
        let bytes = array::bytes(element, values);
        if len < 0 || (related || !promised.is_empty()) && filled < len {
            return None;
        }
        Some(Buffer {
            bytes: element.bytes_of(u64::try_from(len).ok()?)?,
            alignment: alignment.unwrap_or(element.bytes()),
            uninit,
            contents: if bytes.is_empty() { BTreeMap::new() } else { BTreeMap::from([(0, bytes)]) },
        })
    }

    /// Changes elements to satisfy the contract's relations; returns whether they do.
    fn relate(&self, bound: &Bound<'_>, position: usize, element: Scalar, values: &mut [u64]) -> bool {
        let number = |value: &u64| driver::scalar::integer(element, *value, false);
        let mut elements: Vec<i128> = values.iter().map(number).collect();
        let kept = vec![false; elements.len()];
        let known = |symbol| self.symbol(symbol, 0);
        let settled = Filling::new(bound, position, &known).settle(&mut elements, &kept);
        for (value, element_value) in values.iter_mut().zip(elements) {
            *value = bits(element_value, element);
        }
        settled
    }

    /// An integer within the contract's promises.
    fn integer(
        &self,
        bound: &Bound<'_>,
        element: Scalar,
        promised: &[&Expr],
        draw: &mut Draw,
    ) -> Option<u64> {
        if element == Scalar::I1 {
            let holds =
                |value: &u64| promised.iter().all(|clause| self.truth(bound, clause, (*value).into()));
            let kept: Vec<u64> = [0, 1].into_iter().filter(holds).collect();
            return (!kept.is_empty()).then(|| *draw.one(&kept));
        }
        let (least, most) = (least_signed(element.bits()), greatest_signed(element.bits()));
        for _ in 0..200 {
            let ends = [least, least + 1, -1, 0, 1, most - 1, most];
            let value = match draw.next() % 8 {
                0 => *draw.one(&ends),
                1 => i128::from(draw.next() as i64).clamp(least, most),
                _ => i128::from(draw.next() % 64) - 8,
            };
            if promised.iter().all(|clause| self.truth(bound, clause, value)) {
                return Some(bits(value, element));
            }
        }
        // Few values are promised: the least of the small ones.
        let is_promised = |value: &i128| promised.iter().all(|clause| self.truth(bound, clause, *value));
        (least.max(-64)..=most.min(128)).find(is_promised).map(|value| bits(value, element))
    }

    /// Gives pointers to one array the largest of their buffers.
    pub(super) fn share(bound: &Bound<'_>, launch: &mut Launch) {
        for position in 0..launch.arguments.len() {
            let bytes = |at: &usize| match &launch.arguments[*at] {
                Argument::Pointer { buffer, .. } => launch.buffers[*buffer].bytes,
                Argument::Scalar(_) => 0,
            };
            let largest = bound.with_array(position).into_iter().max_by_key(bytes);
            if let Some(largest) = largest {
                launch.arguments[position] = launch.arguments[largest].clone();
            }
        }
    }

    /// Overlaps two pointers with a permitted overlap, in two launches of three.
    pub(super) fn overlap(&self, bound: &Bound<'_>, launch: &mut Launch, draw: &mut Draw) {
        let pairs: Vec<_> = bound.contract.aliases.iter().collect();
        if pairs.is_empty() || draw.below(3) == 0 {
            return;
        }
        let (a, b) = *draw.one(&pairs);
        let (Some(mut low), Some(mut high)) = (bound.position(a), bound.position(b)) else { return };
        if draw.below(2) == 0 {
            (low, high) = (high, low);
        }
        for (list, other) in [(low, high), (high, low)] {
            if let Some(count) = bound.list(list).map(|list| self.number(bound, &list.count)) {
                return overlap_listed(bound, launch, (list, count), other, draw);
            }
        }
        let (Argument::Pointer { buffer: below, .. }, Argument::Pointer { buffer: above, .. }) =
            (&launch.arguments[low], &launch.arguments[high])
        else {
            return;
        };
        let (below, above) = (*below, *above);
        let (first, second) = (&launch.buffers[below], &launch.buffers[above]);
        if low == high || first.uninit != second.uninit || first.alignment < second.alignment {
            return;
        }
        let places = first.bytes.min(1 << 12) / second.alignment;
        let offset = second.alignment * if draw.below(2) == 0 { 0 } else { draw.next() % (places + 1) };
        let bytes = first.bytes.max(offset + second.bytes);
        launch.buffers[below].bytes = bytes;
        launch.arguments[high] = Argument::Pointer { buffer: below, offset };
        // The other buffer stays without a pointer.
    }
}

/// Lets an array of a list begin where another array begins, or a few elements behind: one that an argument points to, or one of a list.
fn overlap_listed(
    bound: &Bound<'_>,
    launch: &mut Launch,
    (list, count): (usize, i128),
    other: usize,
    draw: &mut Draw,
) {
    let Ok(count) = usize::try_from(count) else { return };
    let address = match (bound.list(other), &launch.arguments[other]) {
        (Some(_), _) => spec::admit::begins_at(bound, launch, other, 0),
        (None, Argument::Pointer { buffer, offset }) => Some(addresses(&launch.buffers)[*buffer] + offset),
        (None, Argument::Scalar(_)) => None,
    };
    let Some(address) = address else { return };
    if count > 0 {
        // An array without room there makes the launch inadmissible.
        let behind = if draw.below(4) == 0 { 4 } else { 0 };
        let at = draw.below(count) as u64;
        spec::admit::lead_to(bound, launch, list, at, address + behind);
    }
}
