//! Whether a launch may be made of a proved kernel: what the proof rests on, held against addresses, sizes and values as
//! they are.

use std::fmt;

use crate::proof::Proved;
use crate::syntax::contract::BufferClause;
use crate::syntax::launch::{Argument, Launch};
use crate::syntax::pointer_origins::{Origins, Region};
use crate::syntax::types::Element;

use super::{Case, PointerTarget};

/// A compute capability, as in 9.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Capability(pub u32, pub u32);

/// Tile IR supports Ampere and later devices.
pub const LEAST: Capability = Capability(8, 0);

/// The place of a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Placed<'a> {
    /// The address of each buffer of the launch.
    pub addresses: &'a [u64],
    /// By buffer, whether its contents are those of the launch; data already on a device is unseen.
    pub seen: &'a [bool],
    /// The device.
    pub device: Capability,
}

/// Holds a launch against everything that a proof rests on: the clauses of its contract, written and inferred, and what is
/// trusted of memory. `types` are the arguments' types on the caller's side; without `placed`, the launch is the
/// interpreter's, whose buffers lie apart. Gives what could not be looked at and is taken on trust, in words.
///
/// # Errors
/// The broken clause in the contract's words, or a mismatch with the kernel.
pub fn actual(
    proved: &Proved,
    launch: &Launch,
    types: &[Element],
    placed: Option<&Placed<'_>>,
) -> Result<Vec<String>, String> {
    let bound = proved.bound();
    let case = Case { bound: &bound, launch, placed };
    case.fits(types)?;
    if let Some(placed) = placed.filter(|placed| placed.device < LEAST) {
        return Err(format!("a device has compute capability {LEAST} or more, not {}", placed.device));
    }
    case.addresses()?;
    case.check()?;
    case.apart()?;
    let origins = bound.origins();
    let mut trusted = Vec::new();
    for position in 0..launch.arguments.len() {
        case.memory(position, &origins, &mut trusted)?;
    }
    if placed.is_none() {
        case.listed_elements(&origins)?;
    }
    case.sizes(proved.kernel(), &mut trusted)?;
    case.tables(&mut trusted)?;
    Ok(trusted)
}

impl Case<'_> {
    /// Checks that arguments match parameters in number and type.
    fn fits(&self, types: &[Element]) -> Result<(), String> {
        let params = &self.bound.kernel.params;
        if types.len() != params.len() || self.launch.arguments.len() != params.len() {
            let all = [types.len(), self.launch.arguments.len()];
            let given = all.into_iter().find(|count| *count != params.len()).unwrap_or(params.len());
            return Err(format!("@{} takes {} arguments, not {given}", self.bound.kernel.name, params.len()));
        }
        for (position, (given, param)) in types.iter().zip(params).enumerate() {
            let wanted = self.bound.kernel.tile(*param).element;
            if *given != wanted {
                return Err(format!("`{}` is {wanted}, not {given}", self.name(position)));
            }
            let is_pointer = matches!(self.launch.arguments[position], Argument::Pointer { .. });
            if is_pointer != wanted.pointee().is_some() {
                let other = if is_pointer { "a pointer" } else { "a number" };
                return Err(format!("`{}` is {wanted}, not {other}", self.name(position)));
            }
        }
        Ok(())
    }

    /// The tables of lists; the targets of their addresses are unseen.
    fn tables(&self, trusted: &mut Vec<String>) -> Result<(), String> {
        for list in self.bound.contract.lists.iter().filter(|_| self.placed.is_some()) {
            let target = self.bound.position(list.name()).and_then(|position| self.target(position));
            if target.is_none_or(|target| self.is_seen(target.number)) {
                return Err(format!(
                    "{list}, whose table has addresses of this device, and none from elsewhere"
                ));
            }
            trusted.push(list.to_string());
        }
        Ok(())
    }

    pub(super) fn name(&self, position: usize) -> &str {
        self.bound.argument_name(position)
    }

    /// The start and size of a pointer's memory.
    fn range(&self, position: usize) -> Option<(u128, u128)> {
        let PointerTarget { number, buffer, offset } = self.target(position)?;
        let start = u128::from(*self.placed?.addresses.get(number)?) + u128::from(offset);
        Some((start, u128::from(buffer.bytes.saturating_sub(offset))))
    }

    /// The axioms about addresses.
    fn addresses(&self) -> Result<(), String> {
        for position in 0..self.launch.arguments.len() {
            let Some((start, bytes)) = self.range(position) else { continue };
            let name = self.name(position);
            if start == 0 {
                return Err(format!("buffer {name} : not at address 0"));
            }
            if start + bytes > 1 << 63 {
                return Err(format!("buffer {name} : not past address 2^63"));
            }
        }
        Ok(())
    }

    /// Pointers that do not say otherwise lead to memory without a common byte.
    fn apart(&self) -> Result<(), String> {
        for b in 0..self.launch.arguments.len() {
            for a in 0..b {
                let (Some(one), Some(other)) = (self.range(a), self.range(b)) else { continue };
                // Half-open ranges meet where the later begins before the earlier ends.
                let meet = one.0.max(other.0) < (one.0 + one.1).min(other.0 + other.1);
                if meet && !self.bound.may_overlap(a, b) {
                    return Err(format!("disjoint = ({}, {})", self.name(a), self.name(b)));
                }
            }
        }
        Ok(())
    }

    /// Checks the assumptions of a proof about one buffer beyond the contract; returns the unchecked
    /// assumptions.
    pub(super) fn memory(
        &self,
        position: usize,
        origins: &Origins,
        trusted: &mut Vec<String>,
    ) -> Result<(), String> {
        let Some((target, element)) = self.target(position).zip(self.bound.pointee(position)) else {
            return Ok(());
        };
        let (name, contract) = (self.name(position), self.bound.contract);
        let is_it = |other: &str| self.bound.position(other) == Some(position);
        let stated = contract.aligns.iter().any(|(other, _)| is_it(other));
        let assumed = origins.alignment.get(&position).filter(|_| !stated);
        if let Some(alignment) = assumed.filter(|alignment| !self.is_aligned(target, **alignment)) {
            return Err(format!("align {name} : {alignment}"));
        }
        let seen = self.is_seen(target.number);
        let is_array = |clause: &&BufferClause| self.bound.is_about(&clause.name, position);
        let may_be = contract.buffers.iter().filter(is_array).any(|clause| clause.uninit);
        let read = self.bound.touches(&origins.read, Region::At(position));
        if seen && target.buffer.uninit && !may_be && read {
            return Err(format!("buffer {name} : {element}[], whose elements are read and not `uninit`"));
        }
        for (_, clause) in contract.contents.iter().filter(|(other, _)| is_it(other) && !seen) {
            trusted.push(format!("contents {name} : {clause}"));
        }
        for relation in self.bound.relations(position).filter(|_| !seen) {
            trusted.push(format!("contents {name} : {relation}"));
        }
        Ok(())
    }
}

impl fmt::Display for Capability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0, self.1)
    }
}
