//! `same_array x, y`: launches pass one array for both pointers, as for an update in place. So both have one address and one length.

use crate::contract::Bound;
use crate::problem::IllFormed;

impl Bound<'_> {
    /// The first pointer with the same array as the pointer at a position: itself without a clause.
    pub fn first_with_array(&self, position: usize) -> usize {
        self.with_array(position).into_iter().min().unwrap_or(position)
    }

    /// Whether launches pass one array at two positions.
    pub fn are_one_array(&self, one: usize, other: usize) -> bool {
        one == other || self.with_array(one).contains(&other)
    }

    /// Whether a clause with this name is about the array or the argument at a position.
    pub fn is_about(&self, name: &str, position: usize) -> bool {
        self.position(name).is_some_and(|named| self.are_one_array(named, position))
    }

    /// Whether a `disjoint` clause is about the arrays at two positions.
    pub fn are_disjoint(&self, one: usize, other: usize) -> bool {
        let has = |set: &Vec<String>, position| set.iter().any(|name| self.is_about(name, position));
        self.contract.disjoint.iter().any(|set| has(set, one) && has(set, other))
    }

    /// The positions at which launches pass the same array as at a position, by a clause.
    pub fn with_array(&self, position: usize) -> Vec<usize> {
        let positions = |names: &Vec<String>| -> Vec<usize> {
            names.iter().filter_map(|name| self.position(name)).collect()
        };
        let sets = self.contract.same_arrays.iter().map(positions);
        sets.into_iter().find(|set| set.contains(&position)).unwrap_or_default()
    }

    /// Checks the clauses: of each, the pointers lead to one type, and no pointer is in two.
    pub(super) fn check_same_arrays(&self) -> Result<(), IllFormed> {
        let mut seen = Vec::new();
        for names in &self.contract.same_arrays {
            let mut first = None;
            for name in names {
                let wrong = |message: String| self.wrong(message, vec![name.as_str()]);
                let position = self.pointer(name).map_err(wrong)?;
                let element = self.pointee(position);
                if self.list(position).is_some() {
                    return Err(wrong(format!(
                        "`{name}` is a list, and `same_array` is about single arrays"
                    )));
                }
                if seen.contains(&position) {
                    return Err(wrong(format!(
                        "`same_array` names `{name}` twice: write all its names in one clause"
                    )));
                }
                if *first.get_or_insert(element) != element {
                    return Err(wrong(format!(
                        "`same_array` names arrays of one type, and that of `{name}` differs"
                    )));
                }
                seen.push(position);
            }
            self.check_not_disjoint(names)?;
        }
        Ok(())
    }

    /// Checks that no two names of one array are in one `disjoint` clause.
    fn check_not_disjoint(&self, names: &[String]) -> Result<(), IllFormed> {
        for set in &self.contract.disjoint {
            let mut both = names.iter().filter(|name| set.contains(name));
            if let (Some(one), Some(other)) = (both.next(), both.next()) {
                let message = format!(
                    "`{one}` and `{other}` are one array here, and `disjoint` says that they share no byte"
                );
                return Err(self.wrong(message, vec![other.as_str()]));
            }
        }
        Ok(())
    }
}
