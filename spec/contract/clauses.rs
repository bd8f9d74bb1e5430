//! The check of each clause against the kernel. An error stands at the wrong word of the clause.

use super::{Bound, ELEMENT, INDEX, Scope, Symbol};
use crate::problem::IllFormed;
use crate::syntax::contract::{Relation, measured_array};

impl Bound<'_> {
    /// Checks the clauses about grid and arguments.
    pub(super) fn check_launch(&self) -> Result<(), IllFormed> {
        for (axis, extent) in self.contract.grid.iter().flatten().enumerate() {
            let wrong = |message| self.wrong(message, extent.names());
            self.check(extent, false, Scope::Launch).map_err(wrong)?;
            // The extents are found in order, so that a later one has no value yet.
            let is_open =
                |name: &str| matches!(self.symbol(name), Some(Symbol::Grid(other)) if other >= axis);
            if let Some(name) = extent.names().into_iter().find(|name| is_open(name)) {
                let message = format!("the extent `{extent}` of the grid depends on {name}");
                return Err(self.wrong(message, vec![name]));
            }
        }
        for clause in &self.contract.requires {
            let wrong = |message| self.wrong(message, clause.names());
            self.check(clause, true, Scope::Launch).map_err(wrong)?;
        }
        Ok(())
    }

    /// Checks the clauses about arrays.
    pub(super) fn check_memory(&self) -> Result<(), IllFormed> {
        for clause in &self.contract.buffers {
            let wrong = |message| self.wrong(message, vec![clause.name.as_str()]);
            let position = self.pointer(&clause.name).map_err(wrong)?;
            if self.pointee(position) != Some(clause.element) {
                let element = self.pointee(position).map_or(String::new(), |e| e.to_string());
                let message = format!(
                    "buffer {} is {}, but the argument points to {element}",
                    clause.name, clause.element
                );
                return Err(wrong(message));
            }
            let wrong = |message| self.wrong(message, clause.len.names());
            self.check(&clause.len, false, Scope::Launch).map_err(wrong)?;
        }
        for list in &self.contract.lists {
            self.check_list(list).map_err(|message| self.wrong(message, vec![list.name()]))?;
        }
        for (name, expr) in &self.contract.contents {
            let wrong = |message| self.wrong(message, [vec![name.as_str()], expr.names()].concat());
            self.check_contents(name, expr).map_err(wrong)?;
            self.check(expr, true, Scope::Element).map_err(wrong)?;
        }
        for (name, relation) in &self.contract.relations {
            let names = match relation {
                Relation::Along(holds) | Relation::Distinct(Some(holds)) => holds.names(),
                Relation::Distinct(None) => Vec::new(),
            };
            let wrong = |message| self.wrong(message, [vec![name.as_str()], names.clone()].concat());
            self.check_relation(name, relation).map_err(wrong)?;
        }
        let paired = self.contract.aliases.iter().flat_map(|(a, b)| [a, b]);
        for name in self
            .contract
            .aligns
            .iter()
            .map(|(n, _)| n)
            .chain(self.contract.disjoint.iter().flatten())
            .chain(paired)
        {
            self.pointer(name).map_err(|message| self.wrong(message, vec![name.as_str()]))?;
        }
        self.check_same_arrays()
    }

    /// Checks the properties.
    pub(super) fn check_properties(&self) -> Result<(), IllFormed> {
        for property in &self.contract.ensures {
            let wrong = |message| self.wrong(message, property.array().into_iter().collect());
            self.reaches_no_list(property).map_err(wrong)?;
            self.check_property(property).map_err(wrong)?;
        }
        Ok(())
    }

    /// The error of a clause with these names: at the first that is none of an argument, else at the first.
    pub(super) fn wrong(&self, message: String, names: Vec<&str>) -> IllFormed {
        let is_unknown = |name: &&str| {
            let is_bound = [ELEMENT, INDEX].contains(name) || self.symbol(name).is_some();
            !is_bound && self.position(name).is_none()
        };
        let all: Vec<&str> = names.into_iter().map(|name| measured_array(name).unwrap_or(name)).collect();
        let unknown = all.iter().copied().find(is_unknown);
        IllFormed::new(message, self.contract.place_of(unknown.into_iter().chain(all.iter().copied())))
    }
}

#[cfg(test)]
mod tests {
    use crate::contract::Bound;
    use crate::parse::module;

    /// The word that the error about clauses of a kernel stands at.
    fn word(clauses: &str) -> String {
        let text = format!(
            "contract @k {{\n  names = (x, n)\n  {clauses}\n}}\nentry @k(%x: tile<ptr<f32>>, %n: tile<i32>) {{\n  return\n}}\n"
        );
        let module = module(&text).expect("it parses");
        let at = Bound::new(&module.contracts[0], &module.kernels[0]).expect_err("it is wrong").at;
        text[at.offset..at.offset + at.len].to_owned()
    }

    #[test]
    fn an_error_stands_at_the_wrong_word() {
        assert_eq!(word("requires = n >= 1, n <= m"), "m");
        assert_eq!(word("grid = (cdiv(rows, 4))"), "rows");
        assert_eq!(word("buffer z : f32[n]"), "z");
        assert_eq!(word("buffer x : f16[n]"), "x");
        assert_eq!(word("buffer x : f32[n + more]"), "more");
        assert_eq!(word("contents x : value < last"), "last");
        assert_eq!(word("align y : 16"), "y");
        assert_eq!(word("requires = len(w) >= 1"), "w");
    }
}
