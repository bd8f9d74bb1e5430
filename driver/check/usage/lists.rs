//! Lists of arrays in launches: how many axes, which extents are equal at each place of the lists, and whether the arrays have gaps.

use std::collections::{BTreeMap, BTreeSet};

use spec::parse::contract_clauses;
use spec::syntax::attributes::Assumption;
use spec::syntax::contract::Contract;
use spec::syntax::op::Op;

use super::equal::Equal;
use super::facts::Facts;
use super::listed::{Listed, Numbers};

/// The least bound of the number of arrays: a proof treats each array by itself.
const FEW: usize = 4;

/// The greatest number of 32 bits.
const GREATEST: u64 = 2_147_483_647;

impl Facts<'_> {
    /// A `list` clause for each list, with one name for extents that are equal at every place of every launch. Lists of equal lengths
    /// share a bound of the number of arrays.
    pub(super) fn find_lists(&self, equal: &Equal) -> Vec<(Contract, String)> {
        let Some(first) = self.samples.first() else { return Vec::new() };
        let mut names: BTreeMap<Vec<u64>, String> = BTreeMap::new();
        first.lists.iter().filter_map(|list| self.find_list(list, equal, &mut names)).collect()
    }

    /// The divisors that the kernel assumes of numbers from memory, such as the extents in a table, the greatest first.
    fn assumed_divisors(&self) -> Vec<u64> {
        let assumptions = self.kernel.operations().filter(|op| {
            op.op == Op::Assume
                && op.operands.first().is_some_and(|value| !self.kernel.params.contains(value))
        });
        let divisors = assumptions.filter_map(|op| match op.attributes.assumption.as_ref()? {
            Assumption::DivBy { divisor, .. } => Some(*divisor).filter(|divisor| *divisor > 1),
            Assumption::Bounded { .. } | Assumption::SameElements(_) => None,
        });
        let found: BTreeSet<u64> = divisors.collect();
        found.into_iter().rev().collect()
    }

    fn find_list(
        &self,
        list: &Listed,
        equal: &Equal,
        names: &mut BTreeMap<Vec<u64>, String>,
    ) -> Option<(Contract, String)> {
        let all: Vec<&Listed> = self
            .samples
            .iter()
            .map(|sample| sample.lists.iter().find(|other| other.parameter == list.parameter))
            .collect::<Option<_>>()?;
        let name = self.bound.argument_name(list.parameter);
        let count = format!("{name}.len");
        if self.bound.list(list.parameter).is_some() || self.bound.position(&count).is_none() {
            return None;
        }
        let rank = list.arrays.first()?.0.len();
        // A number of each array of each launch.
        let along = |of: &dyn Fn(&Numbers) -> u64| -> Vec<u64> {
            all.iter().flat_map(|one| one.arrays.iter().map(of)).collect()
        };
        let known: BTreeSet<String> = names.values().cloned().collect();
        let mut named = |numbers: Vec<u64>| {
            let next = self.free_name(names.len());
            names.entry(numbers).or_insert(next).clone()
        };
        let numbers: Vec<Vec<u64>> =
            (0..rank).map(|axis| along(&|(shape, _)| shape.get(axis).copied().unwrap_or(0))).collect();
        let extents: Vec<String> = numbers.iter().cloned().map(&mut named).collect();
        let is_contiguous = all.iter().all(|one| one.is_contiguous());
        let axes = if is_contiguous { 0 } else { rank };
        let strides: Vec<String> = (0..axes).map(|axis| format!("{name}_stride{axis}")).collect();
        let stated =
            if is_contiguous { String::new() } else { format!(" strides = ({})", strides.join(", ")) };
        let uninit = if all.iter().any(|one| one.is_empty) { " uninit" } else { "" };
        let is_filled =
            along(&|(shape, _)| shape.iter().copied().min().unwrap_or(1)).iter().all(|least| *least > 0);
        // The compiler cuts the words of a table to 32 bits.
        let is_narrow = along(&|(shape, strides)| shape.iter().chain(strides).copied().max().unwrap_or(0));
        let is_narrow = is_narrow.iter().all(|number| *number <= GREATEST);
        let shown: Vec<(&String, &Vec<u64>)> = extents.iter().zip(&numbers).collect();
        let conditions = self.list_conditions(&shown, &strides, &known, (is_filled, is_narrow));
        let most = all.iter().map(|one| one.arrays.len()).max()?.max(FEW);
        let clause = format!(
            "list {name}[{count}] : array {}[{}]{stated}{uninit}{conditions}",
            list.element,
            extents.join(", ")
        );
        let mut contract = contract_clauses(&clause).ok()?;
        let at = self.bound.position(&count)?;
        if self.first(equal, at) == at {
            contract
                .requires
                .extend(contract_clauses(&format!("requires = {count} <= {most}")).ok()?.requires);
        }
        Some((contract, clause))
    }

    /// The conditions of a list on names that no list before has. The JIT compiles for extents with a common divisor.
    fn list_conditions(
        &self,
        extents: &[(&String, &Vec<u64>)],
        strides: &[String],
        known: &BTreeSet<String>,
        (is_filled, is_narrow): (bool, bool),
    ) -> String {
        let divisors = self.assumed_divisors();
        let (mut filled, mut divided) = (BTreeSet::new(), BTreeSet::new());
        let names: BTreeSet<&String> = extents.iter().map(|(name, _)| *name).chain(strides).collect();
        for (name, numbers) in extents.iter().filter(|(name, _)| !known.contains(*name)) {
            filled.extend(is_filled.then(|| format!("{name} >= 1")));
            let mut shared =
                divisors.iter().filter(|divisor| numbers.iter().all(|number| number % **divisor == 0));
            divided.extend(shared.next().map(|divisor| format!("{name} % {divisor} == 0")));
        }
        let narrow = names.into_iter().filter(|name| is_narrow && !known.contains(*name));
        let narrow = narrow.map(|name| format!("{name} <= {GREATEST}"));
        let all: Vec<String> = filled.into_iter().chain(divided).chain(narrow).collect();
        if all.is_empty() { String::new() } else { format!(" where {}", all.join(" && ")) }
    }

    /// A letter, with a number behind it, that no argument has.
    fn free_name(&self, number: usize) -> String {
        let all = ["m", "n", "k"].into_iter().map(str::to_owned).chain((0..).map(|at| format!("n{at}")));
        let mut free = all.filter(|name| self.bound.position(name).is_none());
        free.nth(number).unwrap_or_default()
    }
}
