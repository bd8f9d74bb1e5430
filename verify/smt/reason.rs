//! Reasons of facts. Every fact of the solver names one of these reasons, so the list is complete for all proofs; `docs/soundness.md`
//! shows the same rows.

/// Declares an enumeration of reasons, each with the sentence that says why such a fact holds.
macro_rules! reasons {
    ($(#[$doc:meta])* $name:ident { $($(#[$row:meta])* $variant:ident => $sentence:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum $name { $($(#[$row])* $variant,)* }

        impl $name {
            /// The reason in one sentence.
            #[cfg(test)]
            pub(crate) const fn sentence(self) -> &'static str {
                match self { $($name::$variant => $sentence,)* }
            }

            /// All reasons, in the order of the document.
            #[cfg(test)]
            pub(crate) const ALL: &[$name] = &[$($name::$variant,)*];
        }
    };
}

reasons! {
    /// The reason of a fact about every execution, even if control never reaches a value in the fact.
    Always {
        /// Arguments, grid and buffers.
        Launch => "a statement of the contract or an axiom of launches about arguments, grid and buffers",
        /// A relation of the contract between elements that exist.
        Relation => "a relation of the contract between elements at launch; the formula includes their existence",
        /// The grids of two launches that are compared.
        SameGrid => "the question is about two launches with the same grid",
        /// A variable that stands for a term.
        Name => "a new variable stands for a term within the range of that term",
        /// The allocation of a new pointer.
        NewPointer => "a new pointer variable ranges over the allocations that the pointer may reach",
        /// The residue class of a loop variable.
        ResidueClass => "a loop variable without a value in any execution may be the first of its residue class",
        /// A clause under trial by a search.
        Clause => "the search for clauses supposes this clause, and the report states it",
        /// A claim of a separate argument, proved or to be proved.
        Shown => "the claim was shown earlier in this argument, or is an open condition of its result",
        /// A terminating run.
        Ending => "the argument is about terminating runs, and each of them passes this part of the loop",
        /// An arbitrary element.
        Element => "the arbitrary element of the argument has this property by choice",
        /// A theorem of arithmetic.
        Arithmetic => "a theorem of integer arithmetic",
        /// An operand in a test of one operation.
        Operand => "a test of one operation chooses the operand's value",
    }
}

reasons! {
    /// The reason of a fact about the executions that its guard admits.
    Under {
        /// An obligation.
        Obligation => "the requirement of the operation is an obligation of its own, decided under the path condition",
        /// An assumption that is believed by mistake.
        Assumption => "an assumption is believed without an obligation: a deliberate mistake, for tests",
        /// The size of a buffer.
        ViewSize => "the report trusts the buffer to be as large as the views on it",
        /// The alignment of a listed array.
        ListAlignment => "the report trusts arrays of a list to begin where the kernel assumes",
        /// An intermediate result for later queries.
        Cut => "an earlier proof under the path condition, kept to ease later queries",
        /// A lemma of products.
        Product => "a lemma about products, instantiated where control is",
        /// A row of a tile.
        Row => "a lane of this row has the index of this row",
        /// The closed forms and invariants behind a loop.
        LoopInvariant => "the invariants of a loop hold behind it, by induction over its iterations",
        /// A carried value of a loop.
        Carried => "a lane of a carried tile keeps the invariants at the head of each iteration, and has its initial value at the first",
        /// A sum of lanes.
        Sum => "a sum is at most its greatest term times the number of terms, and at least its least term times that number",
        /// An element of a prefix.
        Prefix => "a prefix of a scan is made of elements up to its own lane",
        /// A clause about a loaded element.
        Contents => "an active lane of an executed load gives an element covered by a clause or a kept bound",
        /// An element of a constant array.
        Constant => "an active lane of an executed load gives the element of the constant array",
        /// A ticket.
        Ticket => "an executed counting update finds a number between the initial value and the number of blocks",
        /// One number for two loads.
        SameLoad => "two executed loads of an element without writes give equal numbers",
    }
}

impl Under {
    /// The executions with such a fact, in the words of the document.
    #[cfg(test)]
    pub(crate) const fn guard(self) -> &'static str {
        match self {
            Under::Obligation
            | Under::Assumption
            | Under::ViewSize
            | Under::ListAlignment
            | Under::Cut
            | Under::Product
            | Under::Row => "control is here",
            Under::LoopInvariant => "control is behind the loop",
            Under::Carried => "control comes to this head of the loop, and the tile has the lane",
            Under::Sum => "control comes to the sum, and its tile has the lane",
            Under::Prefix => "the tile of the scan has the lane",
            Under::Contents | Under::Constant => {
                "the load is executed, its tile has the lane, and the lane is active"
            }
            Under::Ticket => "the update is executed and its lane active",
            Under::SameLoad => "both loads are executed and both lanes active",
        }
    }
}

/// Why a fact holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Reason {
    /// The fact holds in every execution.
    Always(Always),
    /// True in the executions admitted by the guard.
    Under(Under),
}

#[cfg(test)]
mod tests {
    use super::{Always, Under};

    #[test]
    fn the_document_lists_every_reason() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/soundness.md");
        let document = std::fs::read_to_string(path).unwrap();
        let always = Always::ALL.iter().map(|reason| (format!("{reason:?}"), "none", reason.sentence()));
        let under =
            Under::ALL.iter().map(|reason| (format!("{reason:?}"), reason.guard(), reason.sentence()));
        for (name, guard, sentence) in always.chain(under) {
            let row = format!("| `{name}` | {guard} | {sentence} |");
            assert!(
                document.contains(&row),
                "docs/soundness.md lacks this row of its table of facts:\n{row}"
            );
        }
    }
}
