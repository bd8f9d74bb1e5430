//! Why a fact holds. Every fact that the solver takes for granted names its reason here, so this is the complete list of what a
//! proof believes; `docs/soundness.md` shows the same rows.

/// Declares an enumeration of reasons, each with the sentence that says why such a fact holds.
macro_rules! reasons {
    ($(#[$doc:meta])* $name:ident { $($(#[$row:meta])* $variant:ident => $sentence:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(crate) enum $name { $($(#[$row])* $variant,)* }

        impl $name {
            /// Why facts of this kind hold, in one sentence.
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
    /// Why a fact holds of every execution, also of those in which control never comes to a value that it speaks of.
    Always {
        /// Arguments, grid and buffers.
        Launch => "the contract and the axioms of launches say it of arguments, grid and buffers",
        /// A relation of the contract between elements that exist.
        Relation => "the contract relates elements of a buffer at launch; the formula itself requires that they exist",
        /// The grids of two launches that are compared.
        SameGrid => "the question is about two launches with the same grid",
        /// A variable that stands for a term.
        Name => "a new variable stands for a term within the range of that term",
        /// The allocation of a new pointer.
        NewPointer => "a new pointer variable ranges over the allocations that the pointer may reach",
        /// The residue class of a loop variable.
        ResidueClass => "a loop variable that no execution gives a value may be taken to be the first of its residue class",
        /// A clause that a search tries.
        Clause => "the search for clauses supposes this clause, and the report states it",
        /// A claim to be shown, or shown, in an argument of its own.
        Shown => "this argument has shown the claim before, or left it open as a condition of its result",
        /// A run that ends.
        Ending => "only runs that end are spoken of, and such a run comes through this part of the loop",
        /// An arbitrary element.
        Element => "the element that is spoken of is chosen with this property",
        /// A theorem of arithmetic.
        Arithmetic => "it is a theorem of integer arithmetic",
        /// An operand in a test of one operation.
        Operand => "a test of one operation chooses the operand's value",
    }
}

reasons! {
    /// Why a fact holds of those executions that its guard admits.
    Under {
        /// An obligation.
        Obligation => "what the operation requires is an obligation of its own, decided where control comes to it",
        /// An assumption that is believed by mistake.
        Assumption => "an assumption is believed without an obligation: a deliberate mistake, for tests",
        /// The size of a buffer.
        ViewSize => "the report states as trusted that the buffer is as large as the views on it",
        /// The alignment of a listed array.
        ListAlignment => "the report states as trusted that arrays of a list begin where the kernel assumes it",
        /// What is proved to make later questions easier.
        Cut => "it was proved where control was, and is kept to make later questions easier",
        /// A lemma of products.
        Product => "a lemma about products, instantiated where control is",
        /// A row of a tile.
        Row => "a lane of this row has the index of this row",
        /// The closed forms and invariants behind a loop.
        LoopInvariant => "the invariants of a loop hold behind it, by induction over its iterations",
        /// A value that a loop carries.
        Carried => "a lane of a carried tile keeps the invariants at the head of each iteration, and has its initial value at the first",
        /// A sum of lanes.
        Sum => "a sum is at most its greatest term times the number of terms, and at least its least term times that number",
        /// An element of a prefix.
        Prefix => "a prefix of a scan is made of elements up to its own lane",
        /// What a clause says of a loaded element.
        Contents => "an active lane of an executed load gives an element of which a clause, or a kept bound, speaks",
        /// What a constant holds.
        Constant => "an active lane of an executed load gives what the constant array holds there",
        /// What was stored right before.
        Forwarded => "an active lane of an executed load gives what its block has stored there right before",
        /// A ticket.
        Ticket => "an executed update that counts finds a number between the initial one and the number of blocks",
        /// One number for two loads.
        SameLoad => "two executed loads of one element that nobody writes give one number",
    }
}

impl Under {
    /// The executions of which such a fact is true, in the words of the document.
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
            Under::Contents | Under::Constant | Under::Forwarded => {
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
    /// It holds of every execution.
    Always(Always),
    /// It holds in the executions where its guard is true.
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
