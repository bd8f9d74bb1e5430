//! The memory of accesses: the allocation of the pointer, and overlapping allocations by an `alias` clause.

use spec::memory::strength::Manner;
use spec::origins::{Footprint, Origins, Region};

use super::Setup;
use crate::fault_injection::Flaw;
use crate::values::element::Pointer;

impl Setup<'_> {
    /// The memory that the kernel may read, and the memory that it may write, from its text.
    pub(super) fn find_accessed(&self, scan: &Origins) -> [Footprint; 2] {
        let mut accessed: [Footprint; 2] = Default::default();
        for op in self.bound.kernel.operations() {
            let Some(manner) = Manner::of(op) else { continue };
            let mut footprint = scan.footprint(op);
            let is_listed = |region: &Region| matches!(region, Region::Listed(_));
            if self.has(Flaw::WordsLeadToListsAlone) && footprint.regions.iter().any(is_listed) {
                footprint.regions.retain(is_listed);
                footprint.anywhere = false;
            }
            if self.has(Flaw::ListedArraysAreUnwritten) {
                footprint.regions.retain(|region| !is_listed(region));
            }
            for (all, accesses) in accessed.iter_mut().zip([manner.reads, manner.writes]) {
                if accesses {
                    all.join(&footprint);
                }
            }
        }
        accessed
    }

    /// Whether the kernel may read a region, and whether it may write it, overlaps included.
    pub(super) fn is_accessed(&self, region: Region) -> [bool; 2] {
        let alone = self.has(Flaw::AliasIgnored);
        let touches = |footprint: &Footprint| match alone {
            true => footprint.regions.contains(&region),
            false => self.bound.touches(footprint, region),
        };
        [touches(&self.accessed[0]), touches(&self.accessed[1])]
    }

    /// Whether two allocations, by number, may have a byte in common.
    pub(crate) fn may_overlap(&self, one: usize, other: usize) -> bool {
        if one == other {
            return true;
        }
        let [a, b] = [one, other].map(|which| self.allocations[which].region);
        let may = match (a, b) {
            // All accesses go through the first pointer with the array.
            (Region::At(a), Region::At(b)) if self.bound.are_one_array(a, b) => false,
            // Two different arrays of one list.
            (Region::Listed(table), Region::Listed(same)) if table == same => {
                self.bound.may_overlap_beside_tables(table, table)
            }
            (Region::At(_) | Region::Listed(_), _) => self.bound.may_meet(a, b),
        };
        may && !self.has(Flaw::AliasIgnored)
    }

    /// The allocations that an access through a pointer may touch.
    pub(crate) fn touched_through(&self, pointer: &Pointer) -> Vec<usize> {
        let may = |which: &usize| {
            pointer.may.iter().any(|own| own == which || self.is_seen(*own) && self.may_overlap(*own, *which))
        };
        (0..self.allocations.len()).filter(may).collect()
    }

    /// Whether another allocation may overlap an allocation.
    pub(crate) fn is_overlapped(&self, which: usize) -> bool {
        let mut others = (0..self.allocations.len()).filter(|other| *other != which && self.is_seen(*other));
        others.any(|other| self.may_overlap(other, which))
    }

    /// Whether overlaps of an allocation are looked at.
    fn is_seen(&self, which: usize) -> bool {
        let listed = matches!(self.allocations[which].region, Region::Listed(_));
        !(listed && self.has(Flaw::ListsOverlapNothing))
    }

    /// States which buffers are trusted to be distinct.
    pub(super) fn distinctness(&mut self) {
        // The host knows the addresses of globals, too; scratch memory is everybody's own.
        let pointers: Vec<(usize, String)> = self
            .allocations
            .iter()
            .filter(|allocation| !allocation.private && matches!(allocation.region, Region::At(_)))
            .filter(|allocation| self.bound.first_with_array(allocation.parameter) == allocation.parameter)
            .map(|allocation| (allocation.parameter, allocation.name.clone()))
            .collect();
        if !self.lists.is_empty() {
            let words = "arrays of lists overlap no array, except by an `alias` clause";
            self.trusted.push(words.to_owned());
        }
        let overlaps = |a: usize, b: usize| self.bound.may_overlap(pointers[a].0, pointers[b].0);
        let trusted =
            |a: usize, b: usize| !self.bound.are_disjoint(pointers[a].0, pointers[b].0) && !overlaps(a, b);
        let clauses = disjoint_sets(pointers.len(), &trusted, &overlaps);
        let names = |set: Vec<usize>| set.into_iter().map(|at| pointers[at].1.as_str()).collect::<Vec<_>>();
        let words: Vec<String> =
            clauses.into_iter().map(|set| format!("disjoint = ({})", names(set).join(", "))).collect();
        self.trusted.extend(words);
    }
}

/// Sets that cover every trusted pair of buffers and contain no two buffers that may overlap: a greedy clique cover.
fn disjoint_sets(
    count: usize,
    trusted: &dyn Fn(usize, usize) -> bool,
    overlaps: &dyn Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for a in 0..count {
        for b in a + 1..count {
            if !trusted(a, b) || sets.iter().any(|set| set.contains(&a) && set.contains(&b)) {
                continue;
            }
            let mut set = vec![a, b];
            for other in 0..count {
                let joins = !set.contains(&other)
                    && set.iter().all(|one| !overlaps(*one, other))
                    && set.iter().any(|one| trusted(*one, other));
                if joins {
                    set.push(other);
                }
            }
            set.sort_unstable();
            sets.push(set);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::disjoint_sets;

    #[test]
    fn buffers_that_may_overlap_stand_in_no_common_clause() {
        let overlaps = |a: usize, b: usize| (a.min(b), a.max(b)) == (0, 2);
        let trusted = |a: usize, b: usize| !overlaps(a, b);
        assert_eq!(disjoint_sets(3, &trusted, &overlaps), [[0, 1], [1, 2]]);
        assert_eq!(disjoint_sets(3, &|_, _| true, &|_, _| false), [[0, 1, 2]]);
        // Of what a clause states nothing is trusted.
        assert_eq!(disjoint_sets(3, &|a, b| a + b != 1, &|_, _| false), [[0, 1, 2]]);
        assert!(disjoint_sets(3, &|_, _| false, &|_, _| false).is_empty());
    }
}
