//! Checks a launch against a contract, over plain integers; returns the broken clause.

mod actual;
mod elements;
mod exact;
#[cfg(test)]
mod launch_tests;
#[cfg(test)]
mod list_tests;
mod lists;
mod places;
mod relations;
mod settle;
mod sizes;

pub use actual::{Capability, LEAST, Placed, actual};
pub use elements::spoken_of;
pub use lists::{Placing, begins_at, lay_lists, lead_to};
pub use settle::Filling;
pub use sizes::{trusted, viewed};

use self::exact::Exact;
use crate::contract::{Bound, Symbol, interval};
use crate::domain::{greatest_signed, greatest_unsigned};
use crate::syntax::contract::{Expr, GRID, MAX_ALLOCATION, Relation};
use crate::syntax::count::u64_from_usize;
use crate::syntax::format;
use crate::syntax::launch::{Argument, Buffer, Launch};
use crate::syntax::types::Scalar;

/// A launch with a contract to keep.
struct Case<'a> {
    bound: &'a Bound<'a>,
    launch: &'a Launch,
    /// The addresses of the buffers, if known.
    placed: Option<&'a Placed<'a>>,
}

/// The target of a pointer argument.
#[derive(Clone, Copy)]
struct PointerTarget<'a> {
    /// The number of the buffer.
    number: usize,
    buffer: &'a Buffer,
    /// Bytes before the pointer.
    offset: u64,
}

/// The first clause of the contract that the launch breaks, in the contract's words.
///
/// # Errors
/// The clause, or what about the launch does not fit the kernel at all.
pub fn admit(bound: &Bound<'_>, launch: &Launch) -> Result<(), String> {
    Case { bound, launch, placed: None }.check()
}

/// The first clause of the contract about numbers that is false, whatever the unknown numbers are.
pub fn broken_clause(bound: &Bound<'_>, number: impl Fn(Symbol) -> Option<i128>) -> Option<String> {
    let is_false = |clause: &&Expr| bound.truth(clause, &mut |symbol| Exact(number(symbol))).0 == Some(false);
    bound.contract.requires.iter().find(is_false).map(Expr::to_string)
}

impl<'a> Case<'a> {
    /// All clauses of the contract.
    fn check(&self) -> Result<(), String> {
        let (bound, launch) = (self.bound, self.launch);
        if launch.arguments.len() != bound.kernel.params.len() {
            return Err(format!("@{} has {} parameters", bound.kernel.name, bound.kernel.params.len()));
        }
        self.grid()?;
        for clause in &bound.contract.requires {
            if !self.truth(clause, 0) {
                return Err(clause.to_string());
            }
        }
        (0..launch.arguments.len()).try_for_each(|position| self.float(position))?;
        (0..launch.arguments.len()).try_for_each(|position| self.pointer(position))?;
        if self.placed.is_none() {
            self.lists()?;
        }
        self.distinct()
    }

    fn grid(&self) -> Result<(), String> {
        for (axis, extent) in self.launch.grid.iter().enumerate() {
            let name = GRID[axis];
            let extent = i128::from(*extent);
            let most = self.bound.kernel.language.max_grid(axis);
            if !(1..=most).contains(&extent) {
                return Err(format!("1 <= {name} && {name} <= {most}"));
            }
            let Some(clauses) = &self.bound.contract.grid else { continue };
            let stated = clauses.get(axis).map_or(Some(1), |clause| self.number(clause));
            if stated != Some(extent) {
                return Err(format!(
                    "{name} == {}",
                    clauses.get(axis).map_or("1".to_owned(), Expr::to_string)
                ));
            }
        }
        Ok(())
    }

    fn symbol(&self, symbol: Symbol, element: i128) -> i128 {
        match symbol {
            Symbol::Argument(position) => {
                match (self.launch.arguments.get(position), self.bound.scalar(position)) {
                    (Some(Argument::Scalar(bits)), Some(scalar)) => {
                        value(*bits, scalar, self.bound.is_unsigned(position))
                    }
                    (Some(Argument::Scalar(_) | Argument::Pointer { .. }) | None, _) => 0,
                }
            }
            Symbol::Grid(axis) => self.launch.grid[axis].into(),
            Symbol::Length(position) => self.length(position),
            // Clauses about places supply the element.
            Symbol::Element | Symbol::Index | Symbol::Place(_) => element,
        }
    }

    /// The number of elements from a pointer to the end of its buffer.
    fn length(&self, position: usize) -> i128 {
        let target = self.target(position).zip(self.bound.pointee(position));
        target.map_or(0, |(target, element)| {
            element.count_in(target.buffer.bytes.saturating_sub(target.offset)).into()
        })
    }

    /// Whether a clause is known to hold.
    fn truth(&self, clause: &Expr, element: i128) -> bool {
        let holds = self.bound.truth(clause, &mut |symbol| Exact(Some(self.symbol(symbol, element))));
        holds.0 == Some(true)
    }

    /// The number of a clause, if below 128 bits.
    fn number(&self, clause: &Expr) -> Option<i128> {
        self.bound.number(clause, &mut |symbol| Exact(Some(self.symbol(symbol, 0)))).0
    }

    /// The target of a pointer argument.
    fn target(&self, position: usize) -> Option<PointerTarget<'a>> {
        match self.launch.arguments.get(position)? {
            Argument::Pointer { buffer: number, offset } => {
                let buffer = self.launch.buffers.get(*number)?;
                Some(PointerTarget { number: *number, buffer, offset: *offset })
            }
            Argument::Scalar(_) => None,
        }
    }

    /// The buffer of a pointer argument, the place in the buffer, and the bytes from there; buffer and place are one number if
    /// addresses are known.
    fn extent_of(&self, position: usize) -> Option<(Option<usize>, u128, u64)> {
        let PointerTarget { number, offset, buffer } = self.target(position)?;
        let bytes = buffer.bytes.saturating_sub(offset);
        Some(match self.placed.and_then(|placed| placed.addresses.get(number)) {
            Some(address) => (None, u128::from(*address) + u128::from(offset), bytes),
            None => (Some(number), offset.into(), bytes),
        })
    }

    /// A float argument lies within the contract's bounds; NaN lies outside of all bounds.
    fn float(&self, position: usize) -> Result<(), String> {
        let Some(format) = self.bound.float(position) else { return Ok(()) };
        let given = match self.launch.arguments.get(position) {
            Some(Argument::Scalar(bits)) => format::value(*bits, format),
            Some(Argument::Pointer { .. }) | None => None,
        };
        let contents = &self.bound.contract.contents;
        let mut about = contents.iter().filter(|(name, _)| self.bound.position(name) == Some(position));
        let broken = |clause: &Expr| !given.is_some_and(|given| interval(clause).0.has(given));
        let broken = about.find(|(_, clause)| broken(clause));
        broken.map_or(Ok(()), |(name, clause)| Err(format!("contents {name} : {clause}")))
    }

    fn pointer(&self, position: usize) -> Result<(), String> {
        let Some(element) = self.bound.pointee(position) else { return Ok(()) };
        let name = self.bound.argument_name(position);
        let target = self.target(position).ok_or_else(|| format!("`{name}` is a pointer"))?;
        let (buffer, offset) = (target.buffer, target.offset);
        if i128::from(buffer.bytes) > MAX_ALLOCATION {
            return Err(format!("buffer {name} : at most 2^48 bytes"));
        }
        let is_it = |other: &str| self.bound.position(other) == Some(position);
        for clause in self.bound.contract.buffers.iter().filter(|clause| is_it(&clause.name)) {
            let len = self.number(&clause.len).unwrap_or(i128::MAX);
            let needed = bytes_of(element, len).unwrap_or(i128::MAX);
            if len < 0 || needed > i128::from(buffer.bytes.saturating_sub(offset)) {
                return Err(format!("buffer {name} : {element}[{}]", clause.len));
            }
        }
        // A clause may ask for less than elements do.
        let stated = self.bound.contract.aligns.iter().any(|(other, _)| is_it(other));
        if !stated && !self.is_aligned(target, element.bytes()) {
            return Err(format!("align {name} : {}", element.bytes()));
        }
        for (_, alignment) in self.bound.contract.aligns.iter().filter(|(other, _)| is_it(other)) {
            if !self.is_aligned(target, *alignment) {
                return Err(format!("align {name} : {alignment}"));
            }
        }
        for (_, clause) in self.bound.contract.contents.iter().filter(|(other, _)| is_it(other)) {
            if self.is_seen(target.number) && !self.contents(clause, element, buffer, offset) {
                return Err(format!("contents {name} : {clause}"));
            }
        }
        for relation in self.bound.relations(position).filter(|_| self.is_seen(target.number)) {
            if let Some(elements) = self.broken(name, relation, element, target) {
                return Err(format!("contents {name} : {relation} ({elements})"));
            }
        }
        Ok(())
    }

    /// Where the elements from the pointer on break a relation, in words, if they do.
    fn broken(
        &self,
        name: &str,
        relation: &Relation,
        element: Scalar,
        target: PointerTarget<'_>,
    ) -> Option<String> {
        let (buffer, start, size) = (target.buffer, target.offset, element.bytes());
        let count = buffer.bytes.saturating_sub(start) / size;
        let at = |index: i128| {
            let from = start + u64::try_from(index).ok()? * size;
            let all = (from..from + size).all(|at| !buffer.uninit || named_byte(buffer, at).is_some());
            all.then(|| value(bits_at(buffer, from, size), element, false))
        };
        let known = |symbol| self.symbol(symbol, 0);
        relations::find_broken(self.bound, (name, relation), (count.into(), &at), &known)
    }

    fn is_aligned(&self, target: PointerTarget<'_>, alignment: u64) -> bool {
        let address = self.placed.and_then(|placed| placed.addresses.get(target.number));
        let base = address.copied().unwrap_or(target.buffer.alignment);
        base.is_multiple_of(alignment) && target.offset.is_multiple_of(alignment)
    }

    /// Whether a buffer holds what the launch says.
    fn is_seen(&self, buffer: usize) -> bool {
        self.placed.is_none_or(|placed| placed.seen.get(buffer).copied().unwrap_or(false))
    }

    /// Whether every element keeps the clause; elements outside of the launch's chunks are zero.
    fn contents(&self, clause: &Expr, element: Scalar, buffer: &Buffer, start: u64) -> bool {
        let size = element.bytes();
        let count = buffer.bytes.saturating_sub(start) / size;
        let (bounds, is_all) = interval(clause);
        let clause = self.bound.resolve(clause);
        let keeps = |bits: u64| {
            if element.is_integer() {
                let number = value(bits, element, false);
                return clause.truth(&mut |symbol| Exact(Some(self.symbol(symbol, number)))).0 == Some(true);
            }
            // Of elements that share a byte nothing is said.
            let number = format::value(bits, element).filter(|_| element.in_a_byte() == 1);
            number.is_none_or(|number| bounds.has(number) || number.is_nan() && !is_all)
        };
        let holds = |index: u64| keeps(bits_at(buffer, start + index * size, size));
        // Chunks are in order and do not overlap, but two may meet in one element.
        let (mut free_from, mut named) = (0, 0);
        for (at, bytes) in &buffer.contents {
            let end = at.saturating_add(u64_from_usize(bytes.len())).min(buffer.bytes);
            let first = (*at).max(start);
            if first >= end {
                continue;
            }
            let indices = free_from.max((first - start) / size)..(end - start).div_ceil(size).min(count);
            named += indices.end.saturating_sub(indices.start);
            free_from = indices.end.max(free_from);
            if !indices.into_iter().all(holds) {
                return false;
            }
        }
        named >= count || buffer.uninit || keeps(0)
    }

    /// Pointers that do not say otherwise point into different buffers, and those of one array to one place.
    fn distinct(&self) -> Result<(), String> {
        for position in 0..self.launch.arguments.len() {
            let first = self.bound.first_with_array(position);
            if self.extent_of(first) != self.extent_of(position) {
                let name = |position| self.bound.argument_name(position);
                return Err(format!("same_array {}, {}", name(first), name(position)));
            }
        }
        for (b, second) in self.launch.arguments.iter().enumerate() {
            for (a, first) in self.launch.arguments[..b].iter().enumerate() {
                let (Argument::Pointer { buffer: x, .. }, Argument::Pointer { buffer: y, .. }) =
                    (first, second)
                else {
                    continue;
                };
                if x == y && !self.bound.may_overlap(a, b) {
                    let name = |position| self.bound.argument_name(position);
                    return Err(format!("disjoint = ({}, {})", name(a), name(b)));
                }
            }
        }
        Ok(())
    }
}

/// Bytes of so many elements; `None` where no number is as large.
fn bytes_of(element: Scalar, len: i128) -> Option<i128> {
    len.checked_add(i128::from(element.in_a_byte()) - 1)?
        .div_euclid(element.in_a_byte().into())
        .checked_mul(element.bytes().into())
}

/// The byte of a buffer that the launch names at a place.
fn named_byte(buffer: &Buffer, position: u64) -> Option<u8> {
    let (at, bytes) = buffer.contents.range(..=position).next_back()?;
    bytes.get(usize::try_from(position - at).ok()?).copied()
}

/// The bits of so many bytes of a buffer; zero where the launch names none.
fn bits_at(buffer: &Buffer, from: u64, size: u64) -> u64 {
    let byte = |at: u64| u64::from(named_byte(buffer, at).unwrap_or(0));
    (from..from + size).rev().fold(0, |bits, at| bits << 8 | byte(at))
}

/// The number that the bits of an integer stand for.
fn value(bits: u64, scalar: Scalar, unsigned: bool) -> i128 {
    let width = scalar.bits();
    // Of a truth value any byte but zero is true, as a load takes it.
    let natural =
        if width == 1 { i128::from(bits != 0) } else { i128::from(bits) & greatest_unsigned(width) };
    let negative = width > 1 && !unsigned && natural > greatest_signed(width);
    if negative { natural - greatest_unsigned(width) - 1 } else { natural }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::valid::Valid;

    /// Whether a buffer of four elements of two bytes keeps `value < 300`, from its second byte on or from its first.
    fn keeps(chunks: &[(u64, &[u8])], uninit: bool, start: u64) -> bool {
        let text = "
            contract @k { names = (a) grid = (1) contents a : value >= 1 && value < 300 }
            entry @k(%a: tile<ptr<i16>>) { return }";
        let module = crate::parse::module(text).expect("it parses");
        let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
        let bound = Bound::new(&module.contracts[0], &kernel).expect("it fits");
        let contents: BTreeMap<_, _> = chunks.iter().map(|(at, bytes)| (*at, bytes.to_vec())).collect();
        let buffers = vec![Buffer { bytes: 8, alignment: 256, uninit, contents }];
        let arguments = vec![Argument::Pointer { buffer: 0, offset: start }];
        admit(&bound, &Launch { grid: [1, 1, 1], arguments, buffers, blocks: None }).is_ok()
    }

    #[test]
    fn any_byte_but_zero_is_true() {
        assert_eq!([0, 1, 2, 255].map(|byte| value(byte, Scalar::I1, false)), [0, 1, 1, 1]);
    }

    #[test]
    fn every_element_must_keep_a_clause_of_contents() {
        assert!(keeps(&[(0, &[1, 0, 2, 0, 3, 0, 43, 1])], false, 0));
        assert!(!keeps(&[(0, &[1, 0, 2, 0, 3, 0, 44, 1])], false, 0));
        // Elements outside of all chunks are zero, unless undetermined.
        assert!(!keeps(&[(0, &[1, 0, 2, 0, 3, 0])], false, 0));
        assert!(keeps(&[(0, &[1, 0, 2, 0, 3, 0])], true, 0));
        // Chunks that meet inside an element, and a chunk that starts before the pointer.
        assert!(keeps(&[(0, &[1, 0, 2]), (3, &[1, 3, 0, 4, 0])], false, 0));
        assert!(!keeps(&[(0, &[1, 0, 2]), (3, &[2, 3, 0, 4, 0])], false, 0));
        assert!(keeps(&[(0, &[0, 0, 2, 0, 3, 0, 4, 0])], false, 2));
        assert!(!keeps(&[(0, &[1, 0, 2, 0, 0, 0, 4, 0])], false, 2));
    }
}
