//! Buffers of a launch: as large as the contract says, filled with what it allows.

use std::collections::BTreeMap;

use spec::domain::{greatest_signed, least_signed};
use spec::syntax::contract::Expr;
use spec::syntax::launch::Buffer;
use spec::syntax::types::Scalar;

use super::plain::Draw;
use super::{Sketch, bits, mask};

/// The most elements that are filled; a launch with a larger buffer of which contents are promised is not drawn.
const FILLED: i128 = 1 << 16;

/// Bytes of a buffer whose size the contract leaves open: no small launch needs as many.
const OPEN: i128 = 1 << 40;

impl Sketch<'_> {
    /// The memory of a pointer argument.
    pub(super) fn buffer(&self, position: usize, element: Scalar, draw: &mut Draw) -> Option<Buffer> {
        let contract = self.bound.contract;
        let is_this = |name: &str| self.bound.position(name) == Some(position);
        let clause = contract.buffers.iter().find(|clause| is_this(&clause.name));
        let width = i128::from(element.bytes());
        let len = clause.map_or(OPEN / width, |clause| self.number(&clause.len, 0));
        let alignment = contract.aligns.iter().find(|(name, _)| is_this(name)).map(|(_, bytes)| *bytes);
        let uninit = clause.is_some_and(|clause| clause.uninit);
        let promised: Vec<_> =
            contract.contents.iter().filter(|(name, _)| is_this(name)).map(|(_, expr)| expr).collect();
        let filled = if uninit { 0 } else { len.clamp(0, FILLED) };
        let mut bytes = Vec::new();
        for _ in 0..filled {
            let value = self.element(element, &promised, draw)?;
            bytes.extend_from_slice(&value.to_le_bytes()[..width as usize]);
        }
        if len < 0 || !promised.is_empty() && filled < len {
            return None;
        }
        Some(Buffer {
            bytes: u64::try_from(len * width).ok()?,
            alignment: alignment.unwrap_or(element.bytes()).max(element.bytes()),
            uninit,
            contents: if bytes.is_empty() { BTreeMap::new() } else { BTreeMap::from([(0, bytes)]) },
        })
    }

    /// One element that keeps what the contract promises of it.
    fn element(&self, element: Scalar, promised: &[&Expr], draw: &mut Draw) -> Option<u64> {
        if !element.is_integer() {
            return Some(draw.next() & mask(element));
        }
        if element == Scalar::I1 {
            return Some(draw.next() & 1);
        }
        let (least, most) = (least_signed(element.bits()), greatest_signed(element.bits()));
        for _ in 0..200 {
            let ends = [least, least + 1, -1, 0, 1, most - 1, most];
            let value = match draw.next() % 8 {
                0 => *draw.one(&ends),
                1 => i128::from(draw.next() as i64).clamp(least, most),
                _ => i128::from(draw.next() % 64) - 8,
            };
            if promised.iter().all(|clause| self.truth(clause, value)) {
                return Some(bits(value, element));
            }
        }
        None
    }
}
