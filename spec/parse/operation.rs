//! Operations and blocks: items of a region, read by the form of each operation.

use pest::iterators::Pair;

use super::cursor::Cursor;
use super::draft::{Binder, Draft};
use super::grammar::{Rule, wrong};
use super::location::Locations;
use super::scope::Scope;
use super::{part, settle, types};
use crate::problem::IllFormed;
use crate::syntax::form::form;
use crate::syntax::kernel::{Block, Operation};
use crate::syntax::op::Op;
use crate::syntax::span::Place;
use crate::syntax::types::Type;

/// The most results that one name stands for.
const MAX_RESULTS: usize = 4096;

/// Reads the body of one kernel.
pub(super) struct Reader<'r, 'i> {
    /// Names and values.
    pub(super) scope: Scope,
    /// Location aliases of the module.
    pub(super) locations: &'r mut Locations<'i>,
}

impl<'i> Reader<'_, 'i> {
    /// A region: its parameters, its operations, and the terminator that the text may leave out.
    pub(super) fn block(
        &mut self,
        region: Pair<'i, Rule>,
        params: Vec<(Pair<'i, Rule>, Type)>,
        elided: Op,
    ) -> Result<Block, IllFormed> {
        let mut cursor = Cursor::new(region);
        let mut block = Block::default();
        self.scope.open();
        for (pair, ty) in params {
            let id = self.scope.value(pair.as_str().trim_start_matches('%').to_owned(), ty);
            self.scope.show(id, &pair)?;
            block.params.push(id);
        }
        while cursor.peek().is_some() {
            block.ops.push(self.operation(&mut cursor)?);
        }
        self.scope.close();
        if !block.ops.last().is_some_and(|last| last.op.terminates()) {
            block.ops.push(empty_terminator(elided, cursor.place()));
        }
        Ok(block)
    }

    /// One operation with its location.
    fn operation(&mut self, cursor: &mut Cursor<'i>) -> Result<Operation, IllFormed> {
        cursor.context = "this region";
        let first = cursor.peek().cloned();
        let start = cursor.place();
        let binders = binders(cursor)?;
        let mnemonic = cursor.need(Rule::word, "the name of an operation")?;
        let op = Op::from_mnemonic(mnemonic.as_str()).ok_or_else(|| unknown(&mnemonic))?;
        cursor.context = op.mnemonic();
        let mut draft = Draft::new(op, first.unwrap_or(mnemonic), binders);
        let mut end = cursor.reached();
        for part in form(op) {
            part::read(self, part, cursor, &mut draft)?;
            if draft.regions.is_empty() {
                end = cursor.reached();
            }
        }
        settle::settle(self, &mut draft)?;
        draft.show_results(&mut self.scope)?;
        let source = cursor.take(Rule::location).and_then(|location| self.locations.resolve(&location));
        Ok(Operation {
            op,
            operands: draft.operands,
            token: draft.token,
            results: draft.results.unwrap_or_default(),
            attributes: draft.attributes,
            regions: draft.regions,
            at: Place { offset: start.offset, len: end.saturating_sub(start.offset), source },
        })
    }
}

/// `%a, %b:2 =`, if there are results.
fn binders<'i>(cursor: &mut Cursor<'i>) -> Result<Vec<Binder<'i>>, IllFormed> {
    let mut binders = Vec::new();
    while let Some(pair) = cursor.take(Rule::value) {
        if pair.as_str().contains('#') {
            return Err(wrong(&pair, "a definition has no `#`"));
        }
        let count = cursor.eat(":").then(|| cursor.need(Rule::number, "how many results")).transpose()?;
        let count = count.map(|number| result_count(&number)).transpose()?;
        binders.push(Binder { pair, count });
        if cursor.eat("=") {
            return Ok(binders);
        }
        cursor.expect(",")?;
    }
    if binders.is_empty() { Ok(binders) } else { Err(cursor.expected("the name of a result")) }
}

/// The `2` of `%for:2`.
fn result_count(number: &Pair<'_, Rule>) -> Result<usize, IllFormed> {
    let count: usize = types::index(number)?;
    let message = || wrong(number, format!("an operation has at most {MAX_RESULTS} results"));
    if count <= MAX_RESULTS { Ok(count) } else { Err(message()) }
}

/// No operation has that name; perhaps one nearly has.
fn unknown(word: &Pair<'_, Rule>) -> IllFormed {
    let mut problem = wrong(word, format!("`{}` is no operation of Tile IR", word.as_str()));
    let bare = word.as_str().trim_start_matches("cuda_tile.");
    let near =
        Op::ALL.iter().find(|op| op.mnemonic() == bare || op.mnemonic().trim_end_matches("_tko") == bare);
    problem.help = near.map(|op| format!("write `{}`", op.mnemonic()));
    problem
}

/// A terminator that the text leaves out, at the closing brace.
fn empty_terminator(op: Op, at: Place) -> Operation {
    Operation {
        op,
        operands: Vec::new(),
        token: None,
        results: Vec::new(),
        attributes: Default::default(),
        regions: Vec::new(),
        at,
    }
}
