//! Tokens that an access need not wait for: tokens of a weak access without a conflict, because both access disjoint arrays of the
//! contract, or neither writes. Only the order of this pair is dropped: waiters of the second access, formerly also of the first, wait for
//! both. Accesses with an order visible to other blocks (atomic, or with order and scope) and waits keep their tokens, as consumers and as
//! sources.

use std::collections::{HashMap, HashSet};

use codegen::analysis::alias::{AliasAnalysis, ListedArrays};
use codegen::analysis::definitions::{Definition, Definitions};
use codegen::analysis::parameters::ParameterFacts;
use spec::contract::Bound;
use spec::memory::strength::Manner;
use spec::syntax::attributes::Attributes;
use spec::syntax::count::handle_from_usize;
use spec::syntax::kernel::{Block, Kernel, OpId, Operation, Value, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

/// Takes away the tokens that no access needs; gives of how many accesses.
pub(super) fn drop_needless(kernel: &mut Kernel, bound: &Bound<'_>) -> usize {
    let before = kernel.clone();
    let disjoint = ParameterFacts::of(bound).disjoint;
    let mut relaxed = Relaxation {
        definitions: Definitions::of(&before),
        // No guard checks the addresses in a list's table: they lead anywhere here.
        aliases: AliasAnalysis::new(&before, &disjoint, &ListedArrays::default()),
        sources: HashMap::new(),
        renamed: HashMap::new(),
        values: std::mem::take(&mut kernel.values),
        dropped: 0,
    };
    let mut body = std::mem::take(&mut kernel.body);
    relaxed.block(&mut body);
    remove_unused_joins(&mut body, before.values.len());
    let Relaxation { values, dropped, .. } = relaxed;
    (kernel.values, kernel.body) = (values, body);
    dropped
}

/// What a token of the new kernel stands for.
#[derive(Debug, Clone)]
enum Source {
    /// All of these tokens.
    Join(Vec<ValueId>),
    /// A weak access, and its remaining waits.
    Weak(Box<Operation>),
}

struct Relaxation<'k> {
    /// The definitions of the original kernel: values carried around a loop or out of a branch keep their
    /// order.
    definitions: Definitions<'k>,
    aliases: AliasAnalysis,
    sources: HashMap<ValueId, Source>,
    /// Tokens of accesses that wait for less than before, and replacements of the old tokens.
    renamed: HashMap<ValueId, ValueId>,
    values: Vec<Value>,
    dropped: usize,
}

impl Relaxation<'_> {
    fn block(&mut self, block: &mut Block) {
        for mut op in std::mem::take(&mut block.ops) {
            for operand in op.operands.iter_mut().chain(&mut op.token) {
                if let Some(other) = self.renamed.get(operand) {
                    *operand = *other;
                }
            }
            op.regions.iter_mut().for_each(|region| self.block(region));
            if op.op == Op::JoinTokens {
                self.sources.insert(op.results[0], Source::Join(op.operands.clone()));
            }
            match (is_weak(&op), op.results.last().copied()) {
                (true, Some(result)) => self.access(block, op, result),
                (true | false, _) => block.ops.push(op),
            }
        }
    }

    /// A weak access, whose token is `result`.
    fn access(&mut self, block: &mut Block, mut op: Operation, result: ValueId) {
        let Some(token) = op.token else {
            self.sources.insert(result, Source::Weak(Box::new(op.clone())));
            return block.ops.push(op);
        };
        let mut needed = Vec::new();
        self.needed(&op, token, &mut needed, &mut HashSet::new());
        if self.waits_as_before(token, &needed) {
            self.sources.insert(result, Source::Weak(Box::new(op.clone())));
            return block.ops.push(op);
        }
        self.dropped += 1;
        op.token = match needed.as_slice() {
            [] => None,
            [one] => Some(*one),
            _ => Some(self.join(block, &op, needed)),
        };
        self.sources.insert(result, Source::Weak(Box::new(op.clone())));
        let at = op.clone();
        block.ops.push(op);
        let both = self.join(block, &at, vec![token, result]);
        self.renamed.insert(result, both);
    }

    /// Whether an access would wait for no less.
    fn waits_as_before(&self, token: ValueId, needed: &[ValueId]) -> bool {
        match self.sources.get(&token) {
            Some(Source::Join(all)) => all.iter().all(|one| self.waits_as_before(*one, needed)),
            Some(Source::Weak(_)) => needed.contains(&token),
            None => needed.contains(&token) || self.is_made_of_nothing(token),
        }
    }

    /// Whether a token is of no access.
    fn is_made_of_nothing(&self, token: ValueId) -> bool {
        matches!(self.definitions.get(token), Some(Definition::Result(op, _)) if op.op == Op::MakeToken)
    }

    /// A token of several, in front of what comes next.
    fn join(&mut self, block: &mut Block, beside: &Operation, tokens: Vec<ValueId>) -> ValueId {
        let number = handle_from_usize(self.values.len());
        self.values.push(Value { name: format!("joined{number}"), ty: Type::Token });
        let result = ValueId(number);
        self.sources.insert(result, Source::Join(tokens.clone()));
        block.ops.push(Operation {
            id: OpId::default(),
            op: Op::JoinTokens,
            operands: tokens,
            token: None,
            results: vec![result],
            attributes: Attributes::default(),
            regions: Vec::new(),
            at: beside.at.clone(),
        });
        result
    }

    /// The tokens that an access must wait for, among the tokens behind a token.
    fn needed(&self, op: &Operation, token: ValueId, all: &mut Vec<ValueId>, seen: &mut HashSet<ValueId>) {
        if !seen.insert(token) {
            return;
        }
        match self.sources.get(&token) {
            Some(Source::Join(tokens)) => tokens.iter().for_each(|one| self.needed(op, *one, all, seen)),
            Some(Source::Weak(other)) if self.conflicts(op, other) => all.push(token),
            Some(Source::Weak(other)) => {
                other.token.iter().for_each(|before| self.needed(op, *before, all, seen));
            }
            None if self.is_free_of(op, token) => {}
            None => all.push(token),
        }
    }

    /// Whether nothing that a token of the kernel as it was stands for, around loops and out of branches, matters to an access.
    fn is_free_of(&self, op: &Operation, token: ValueId) -> bool {
        let (mut rest, mut seen) = (vec![token], HashSet::new());
        while let Some(token) = rest.pop() {
            if !seen.insert(token) {
                continue;
            }
            match self.definitions.get(token) {
                Some(Definition::Result(other, _)) if other.op == Op::JoinTokens => {
                    rest.extend(&other.operands);
                }
                Some(Definition::Result(other, _)) if other.op == Op::MakeToken => {}
                Some(Definition::Result(other, _)) if is_weak(other) => {
                    if self.conflicts(op, other) {
                        return false;
                    }
                    rest.extend(other.token);
                }
                Some(Definition::Result(..) | Definition::Region(..)) => {
                    let arriving = self.definitions.arriving(token);
                    if arriving.is_empty() {
                        return false;
                    }
                    rest.extend(arriving);
                }
                Some(Definition::Parameter(_)) | None => return false,
            }
        }
        true
    }

    /// Whether the order of two weak accesses of a block matters.
    fn conflicts(&self, one: &Operation, other: &Operation) -> bool {
        let writes = [one, other].map(|op| Manner::of(op).is_none_or(|manner| manner.writes));
        (writes[0] || writes[1]) && self.aliases.may_alias(one, other)
    }
}

/// Whether an operation is an access without permitted concurrency.
fn is_weak(op: &Operation) -> bool {
    Manner::of(op).is_some_and(|manner| !manner.is_strong())
}

/// Removes the joins that were added, from `first` on, and are not used.
fn remove_unused_joins(body: &mut Block, first: usize) {
    loop {
        let mut used = HashSet::new();
        gather_uses(body, &mut used);
        if !remove_joins(body, first, &used) {
            return;
        }
    }
}

fn gather_uses(block: &Block, used: &mut HashSet<ValueId>) {
    for op in &block.ops {
        used.extend(op.operands.iter().chain(&op.token));
        op.regions.iter().for_each(|region| gather_uses(region, used));
    }
}

fn remove_joins(block: &mut Block, first: usize, used: &HashSet<ValueId>) -> bool {
    let before = block.ops.len();
    block.ops.retain(|op| {
        let added = op.op == Op::JoinTokens && op.results.iter().all(|result| result.index() >= first);
        !added || op.results.iter().any(|result| used.contains(result))
    });
    let removed = block.ops.len() < before;
    block.ops.iter_mut().flat_map(|op| &mut op.regions).fold(removed, |any, region| {
        let here = remove_joins(region, first, used);
        any || here
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A load of an array of a list that waits for a store to another array.
    const TEXT: &str = "contract @k {
  names = (xs, count, o)
  grid = (1)
  requires = count == 1
  list xs[count] : array f32[n]
  buffer o : f32[16]
}
entry @k(%xs: tile<ptr<i64>>, %count: tile<i32>, %o: tile<ptr<f32>>) {
  %word, %read = load_ptr_tko weak %xs : tile<ptr<i64>> -> tile<i64>, token
  %x = int_to_ptr %word : tile<i64> -> tile<ptr<f32>>
  %one = constant <f32: 1.0> : tile<f32>
  %stored = store_ptr_tko weak %o, %one : tile<ptr<f32>>, tile<f32> -> token
  %first, %loaded = load_ptr_tko weak %x token = %stored : tile<ptr<f32>> -> tile<f32>, token
  return
}
";

    fn dropped(text: &str) -> usize {
        let module = spec::parse::module(text).expect("it parses");
        let mut kernel = Kernel::clone(&module.kernels[0]);
        let before = kernel.clone();
        let bound = Bound::new(&module.contracts[0], &before).expect("it fits");
        drop_needless(&mut kernel, &bound)
    }

    #[test]
    fn where_a_table_leads_no_guard_looks() {
        assert_eq!(dropped(TEXT), 0);
        // The array of an argument is checked.
        let plain = TEXT
            .replace("  list xs[count] : array f32[n]\n", "  buffer xs : i64[1]\n")
            .replace(
                "  %first, %loaded = load_ptr_tko weak %x token = %stored : tile<ptr<f32>> -> tile<f32>",
                "  %first, %loaded = load_ptr_tko weak %xs token = %stored : tile<ptr<i64>> -> tile<i64>",
            )
            .replace("  %x = int_to_ptr %word : tile<i64> -> tile<ptr<f32>>\n", "");
        assert_eq!(dropped(&plain), 1);
    }
}
