//! An operation under construction.

use pest::iterators::Pair;

use super::scope::Scope;
use crate::parse::grammar::{Rule, wrong};
use crate::problem::IllFormed;
use crate::syntax::attributes::Attributes;
use crate::syntax::kernel::{Block, ValueId};
use crate::syntax::op::Op;
use crate::syntax::types::Type;

/// A name before `=`: a result, or `%name:n` for several.
pub(in crate::parse) struct Binder<'i> {
    /// The place and the name.
    pub(in crate::parse) pair: Pair<'i, Rule>,
    /// The stated number of results, if any.
    pub(in crate::parse) count: Option<usize>,
}

/// An operation under construction.
pub(in crate::parse) struct Draft<'i> {
    /// The start.
    pub(in crate::parse) at: Pair<'i, Rule>,
    pub(in crate::parse) op: Op,
    pub(in crate::parse) binders: Vec<Binder<'i>>,
    pub(in crate::parse) operands: Vec<ValueId>,
    /// The operands in brackets.
    pub(in crate::parse) indices: std::ops::Range<usize>,
    pub(in crate::parse) token: Option<ValueId>,
    pub(in crate::parse) attributes: Attributes,
    pub(in crate::parse) result_types: Vec<Type>,
    pub(in crate::parse) results: Option<Vec<ValueId>>,
    /// The literals of a constant, whose type comes later in the text.
    pub(in crate::parse) constant: Option<Pair<'i, Rule>>,
    /// Identities, whose types come later in the text: the literal and the type written with it.
    pub(in crate::parse) identities: Vec<(Pair<'i, Rule>, Option<Pair<'i, Rule>>)>,
    /// `shape` and `strides` of `make_tensor_view`: `None` is an operand.
    pub(in crate::parse) extents: Vec<Option<i64>>,
    pub(in crate::parse) strides: Vec<Option<i64>>,
    /// Names of the parameters that the next region has, with their types as far as they are known.
    pub(in crate::parse) params: Vec<(Pair<'i, Rule>, Option<Type>)>,
    pub(in crate::parse) regions: Vec<Block>,
}

impl<'i> Draft<'i> {
    /// An operation with only its results' names.
    pub(in crate::parse) fn new(op: Op, at: Pair<'i, Rule>, binders: Vec<Binder<'i>>) -> Self {
        Draft {
            at,
            op,
            binders,
            operands: Vec::new(),
            indices: 0..0,
            token: None,
            attributes: Attributes::default(),
            result_types: Vec::new(),
            results: None,
            constant: None,
            identities: Vec::new(),
            extents: Vec::new(),
            strides: Vec::new(),
            params: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// How many results the names promise.
    pub(in crate::parse) fn named_count(&self) -> usize {
        self.binders.iter().fold(0, |sum, binder| sum.saturating_add(binder.count.unwrap_or(1)))
    }

    /// Makes the results, once their types are known. Before its results can be seen, an operation's regions are read,
    /// so that values are numbered in the order of the text.
    pub(in crate::parse) fn make_results(&mut self, scope: &mut Scope) -> Result<(), IllFormed> {
        if self.results.is_some() {
            return Ok(());
        }
        let (named, typed) = (self.named_count(), self.result_types.len());
        if self.binders.is_empty() {
            // Unused results need no names.
            let types = std::mem::take(&mut self.result_types).into_iter();
            self.results = Some(types.map(|ty| scope.value(String::new(), ty)).collect());
            return Ok(());
        }
        if named != typed {
            let message = format!("{} has {typed} results, {named} are named", self.op.mnemonic());
            return Err(wrong(&self.at, message));
        }
        let mut types = self.result_types.iter();
        let mut results = Vec::with_capacity(typed);
        for binder in &self.binders {
            let base = binder.pair.as_str().trim_start_matches('%');
            for position in 0..binder.count.unwrap_or(1) {
                let name =
                    if binder.count.is_some() { format!("{base}#{position}") } else { base.to_owned() };
                let ty = types.next().cloned().unwrap_or(Type::Token);
                results.push(scope.value(name, ty));
            }
        }
        self.results = Some(results);
        Ok(())
    }

    /// Lets the results be seen.
    pub(in crate::parse) fn show_results(&self, scope: &mut Scope) -> Result<(), IllFormed> {
        let owners = self.binders.iter().flat_map(|b| std::iter::repeat_n(&b.pair, b.count.unwrap_or(1)));
        let results = self.results.iter().flatten();
        results.zip(owners).try_for_each(|(result, pair)| scope.show(*result, pair))
    }
}
