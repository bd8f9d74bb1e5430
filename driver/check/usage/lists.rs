//! Lists of arrays in launches: how many axes, which extents are equal at each place of the lists, and whether the arrays have gaps.

use std::collections::{BTreeMap, BTreeSet};

use spec::parse::contract_clauses;
use spec::syntax::contract::Contract;

use super::facts::Facts;
use super::listed::{Listed, Numbers};

/// The least bound of the number of arrays: a proof treats each array by itself.
const FEW: usize = 4;

/// The greatest number of 32 bits.
const GREATEST: u64 = 2_147_483_647;

impl Facts<'_> {
    /// A `list` clause for each list, with one name for extents that are equal at every place of every launch, and a bound of the number
    /// of arrays.
    pub(super) fn find_lists(&self) -> Vec<(Contract, Vec<String>)> {
        let Some(first) = self.samples.first() else { return Vec::new() };
        let mut names: BTreeMap<Vec<u64>, String> = BTreeMap::new();
        first.lists.iter().filter_map(|list| self.find_list(list, &mut names)).collect()
    }

    fn find_list(
        &self,
        list: &Listed,
        names: &mut BTreeMap<Vec<u64>, String>,
    ) -> Option<(Contract, Vec<String>)> {
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
        let mut named = |numbers: Vec<u64>| {
            let next = self.free_name(names.len());
            names.entry(numbers).or_insert(next).clone()
        };
        let extents: Vec<String> =
            (0..rank).map(|axis| named(along(&|(shape, _)| shape.get(axis).copied().unwrap_or(0)))).collect();
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
        let names: BTreeSet<&String> = extents.iter().chain(&strides).collect();
        let filled = names
            .iter()
            .filter(|name| is_filled && extents.contains(name))
            .map(|name| format!("{name} >= 1"));
        let narrow = names.iter().filter(|_| is_narrow).map(|name| format!("{name} <= {GREATEST}"));
        let conditions: Vec<String> = filled.chain(narrow).collect();
        let conditions =
            if conditions.is_empty() { String::new() } else { format!(" where {}", conditions.join(" && ")) };
        let most = all.iter().map(|one| one.arrays.len()).max()?.max(FEW);
        let clause = format!(
            "list {name}[{count}] : array {}[{}]{stated}{uninit}{conditions}",
            list.element,
            extents.join(", ")
        );
        let bound = format!("requires = {count} <= {most}");
        let mut contract = contract_clauses(&clause).ok()?;
        contract.requires.extend(contract_clauses(&bound).ok()?.requires);
        Some((contract, vec![clause, bound]))
    }

    /// A letter, with a number behind it, that no argument has.
    fn free_name(&self, number: usize) -> String {
        let all = ["m", "n", "k"].into_iter().map(str::to_owned).chain((0..).map(|at| format!("n{at}")));
        let mut free = all.filter(|name| self.bound.position(name).is_none());
        free.nth(number).unwrap_or_default()
    }
}
