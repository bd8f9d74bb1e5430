//! Structured control flow: `scf.for`, `scf.while`, `scf.if`.

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, TileType, Type};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::lower::order::Order;
use crate::triton::lower::scope::Bound;
use crate::triton::read::syntax::{Block as Region, Kind, Operation, Word};
use crate::triton::read::types::TritonType;

/// `%x = %initial`
type Carried<'t> = (&'t str, &'t str);

impl<'f, 't> Builder<'f, 't> {
    /// The pairs `(%x = %initial, …)`.
    fn carried(&self, words: &[Word<'t>]) -> Lowered<Vec<Carried<'t>>> {
        let parts = words.split(|word| word.is_mark(",")).filter(|part| !part.is_empty());
        let pair = |part: &[Word<'t>]| match part {
            [name, mark, initial] if mark.is_mark("=") => Some((name.value()?, initial.value()?)),
            _ => None,
        };
        parts
            .map(|part| pair(part).ok_or_else(|| self.wrong("a carried value is `%name = %initial`")))
            .collect()
    }

    /// The values of names, one after the other.
    pub(in crate::triton::lower) fn flat(
        &self,
        names: &[&'t str],
    ) -> Lowered<(Vec<ValueId>, Vec<TritonType>)> {
        let (mut ids, mut types) = (Vec::new(), Vec::new());
        for name in names {
            let bound = self.bound(name)?;
            ids.extend(bound.ids);
            types.push(bound.ty);
        }
        Ok((ids, types))
    }

    /// Values of some types, made of one list.
    pub(in crate::triton::lower) fn group(types: &[TritonType], ids: &[ValueId]) -> Vec<Bound> {
        let mut rest = ids.iter().copied();
        let parts = |ty: &TritonType| Bound {
            ids: rest.by_ref().take(Self::parts(ty).len()).collect(),
            ty: ty.clone(),
        };
        types.iter().map(parts).collect()
    }

    /// New values of some types, bound to names.
    fn params(&mut self, names: &[&'t str], types: &[TritonType]) -> Vec<ValueId> {
        let mut ids = Vec::new();
        for (name, ty) in names.iter().zip(types) {
            let called = if name.starts_with(|c: char| c.is_ascii_digit()) { "v" } else { name };
            let own: Vec<ValueId> = Self::parts(ty).into_iter().map(|ty| self.value(called, ty)).collect();
            self.scope.bind(name, 0, Bound { ids: own.clone(), ty: ty.clone() });
            ids.extend(own);
        }
        ids
    }

    /// The types of the values that TTIR types stand for, with those of tokens behind.
    fn flat_types(&self, types: &[TritonType], tokens: bool) -> Vec<Type> {
        let mut all: Vec<Type> = types.iter().flat_map(Self::parts).collect();
        all.extend(tokens.then(|| self.token_types()).into_iter().flatten());
        all
    }

    /// The tokens at the end of what a loop begins with, or nothing.
    fn initial_tokens(&mut self, tokens: bool) -> Lowered<Vec<ValueId>> {
        if tokens { self.tokens() } else { Ok(Vec::new()) }
    }

    /// Parameters for the tokens that come into a region.
    fn token_params(&mut self, tokens: bool) -> Vec<ValueId> {
        let types = if tokens { self.token_types() } else { Vec::new() };
        let made: Vec<ValueId> = types.into_iter().map(|ty| self.value("order", ty)).collect();
        self.resume(&made);
        made
    }

    /// Translates the operations of a region that is one block, and gives its last operation.
    fn region(&mut self, blocks: &'f [Region<'t>]) -> Lowered<Option<&'f Operation<'t>>> {
        let [block] = blocks else {
            return Err(self.unsupported("a jump inside of a loop or a branch"));
        };
        let (last, inner) = match block.operations.split_last() {
            Some((last, inner)) if is_terminator(last.name) => (Some(last), inner),
            Some(_) | None => (None, block.operations.as_slice()),
        };
        inner.iter().try_for_each(|op| self.operation(op))?;
        if let Some(last) = last {
            self.go_to(last);
        }
        Ok(last)
    }

    /// Ends a block with values and, if a region hands them on, tokens.
    fn end(&mut self, op: Op, values: &[&'t str], types: &[TritonType], tokens: bool) -> Lowered<()> {
        let (mut ids, own) = self.flat(values)?;
        if own != types {
            return Err(self.wrong("the values have other types than those that are expected"));
        }
        ids.extend(self.initial_tokens(tokens)?);
        self.emit(op, &ids, None, Vec::new(), Attributes::default(), Vec::new())?;
        Ok(())
    }

    /// `scf.for %i = %low to %high step %step iter_args(%x = %initial) -> (type) : i32 { … }`
    pub(in crate::triton::lower) fn counted_loop(&mut self, op: &'f Operation<'t>) -> Lowered<()> {
        let values: Vec<&'t str> = op.words.iter().filter_map(Word::value).collect();
        let [variable, low, high, step] = values.as_slice() else {
            return Err(self.wrong("a loop is `scf.for %i = %low to %high step %step`"));
        };
        let bounds = [self.tile(low)?, self.tile(high)?, self.tile(step)?];
        let group = |word: &Word<'t>| matches!(word.kind, Kind::Group(_));
        let named = op.words.iter().position(|word| word.name() == Some("iter_args"));
        let carried = match named.and_then(|at| op.words.get(at + 1)).filter(|word| group(word)) {
            Some(Word { kind: Kind::Group(words), .. }) => self.carried(words)?,
            Some(_) | None => Vec::new(),
        };
        let (names, initial): (Vec<_>, Vec<_>) = carried.into_iter().unzip();
        let (mut ids, types) = self.flat(&initial)?;
        let tokens = self.carries_tokens(op);
        ids.extend(self.initial_tokens(tokens)?);
        let place = self.place.clone();
        let before = self.order.clone();
        self.order.enter_loop(op);
        let in_order = self.order.is_in_order(op);
        self.scope.open();
        self.open_block();
        let counter = self.ty(bounds[0]);
        let mut params = self.params(&[variable], &[TritonType::Tile(counter)]);
        params.extend(self.params(&names, &types));
        params.extend(self.token_params(tokens));
        let [body] = op.regions()[..] else { return Err(self.wrong("a loop has one region")) };
        let last = self.region(body)?;
        let yielded = last.map(Operation::operands).unwrap_or_default();
        self.end(Op::Continue, &yielded, &types, tokens)?;
        let body = self.close_block(params);
        self.scope.close();
        (self.place, self.order) = (place, before);
        let operands = [bounds.to_vec(), ids].concat();
        let unsigned_compare = op.keywords().any(|word| word == "unsigned");
        let attributes = Attributes { unsigned_compare, in_order, ..Attributes::default() };
        let results = self.flat_types(&types, tokens);
        let made = self.emit(Op::For, &operands, None, results, attributes, vec![body])?;
        self.bind_region(op, &types, &made, tokens)
    }

    /// Binds the results of a region, and goes on from its tokens.
    fn bind_region(
        &mut self,
        op: &Operation<'t>,
        types: &[TritonType],
        made: &[ValueId],
        tokens: bool,
    ) -> Lowered<()> {
        let count = made.len() - if tokens { self.token_types().len() } else { 0 };
        self.resume(&made[count..]);
        if types.is_empty() { Ok(()) } else { self.bind(op, Self::group(types, &made[..count])) }
    }

    /// `scf.while (%x = %initial) : (type) -> type { … scf.condition(%go) %x } do { … scf.yield }`
    pub(in crate::triton::lower) fn while_loop(&mut self, op: &'f Operation<'t>) -> Lowered<()> {
        let carried = match op.words.first() {
            Some(Word { kind: Kind::Group(words), .. }) => self.carried(words)?,
            Some(_) | None => Vec::new(),
        };
        let (names, initial): (Vec<_>, Vec<_>) = carried.into_iter().unzip();
        let (mut ids, types) = self.flat(&initial)?;
        let tokens = self.carries_tokens(op);
        ids.extend(self.initial_tokens(tokens)?);
        let (place, before) = (self.place.clone(), self.order.clone());
        self.order.enter_block(false);
        self.scope.open();
        self.open_block();
        let mut params = self.params(&names, &types);
        params.extend(self.token_params(tokens));
        let [head, body] = op.regions()[..] else { return Err(self.wrong("a loop has two regions")) };
        let condition = self.region(head)?.ok_or_else(|| self.wrong("a loop has a condition"))?;
        let operands = condition.operands();
        let Some((go, handed)) = operands.split_first() else {
            return Err(self.wrong("a loop has a condition"));
        };
        let (handed_ids, handed_types) = self.flat(handed)?;
        let go = self.tile(go)?;
        let truth = self.number(TileType::scalar(Scalar::I1), "true")?;
        let stop = self.same(Op::Xori, &[go, truth])?;
        let order = self.order.clone();
        self.open_block();
        self.end(Op::Break, handed, &handed_types, tokens)?;
        let leave = self.close_block(Vec::new());
        self.order = order;
        self.emit(Op::If, &[stop], None, Vec::new(), Attributes::default(), vec![leave])?;
        let after: Vec<&'t str> =
            body.first().map(|block| &block.params).into_iter().flatten().map(|param| param.name).collect();
        for (name, bound) in after.iter().zip(Self::group(&handed_types, &handed_ids)) {
            self.scope.bind(name, 0, bound);
        }
        let last = self.region(body)?;
        let yielded = last.map(Operation::operands).unwrap_or_default();
        self.end(Op::Continue, &yielded, &types, tokens)?;
        let block = self.close_block(params);
        self.scope.close();
        (self.place, self.order) = (place, before);
        let results = self.flat_types(&handed_types, tokens);
        let made = self.emit(Op::Loop, &ids, None, results, Attributes::default(), vec![block])?;
        self.bind_region(op, &handed_types, &made, tokens)
    }

    /// `scf.if %condition -> (type) { … } else { … }`
    pub(in crate::triton::lower) fn branch(&mut self, op: &'f Operation<'t>) -> Lowered<()> {
        let condition = op.words.iter().find_map(Word::value);
        let condition = self.tile(condition.ok_or_else(|| self.wrong("a branch has a condition"))?)?;
        let tokens = self.carries_tokens(op);
        let regions = op.regions();
        let (place, before) = (self.place.clone(), self.order.clone());
        let mut types: Option<Vec<TritonType>> = None;
        let mut blocks = Vec::new();
        for number in 0..2 {
            self.order.enter_block(true);
            self.scope.open();
            self.open_block();
            let last = match regions.get(number) {
                Some(region) => self.region(region)?,
                None => None,
            };
            let yielded = last.map(Operation::operands).unwrap_or_default();
            let own = self.flat(&yielded)?.1;
            let expected = types.get_or_insert(own).clone();
            self.end(Op::Yield, &yielded, &expected, tokens)?;
            blocks.push(self.close_block(Vec::new()));
            self.scope.close();
            (self.place, self.order) = (place.clone(), before.clone());
            if regions.len() < 2 && !tokens && expected.is_empty() {
                break;
            }
        }
        let types = types.unwrap_or_default();
        let results = self.flat_types(&types, tokens);
        let made = self.emit(Op::If, &[condition], None, results, Attributes::default(), blocks)?;
        self.bind_region(op, &types, &made, tokens)?;
        self.order.leave_branch(before);
        Ok(())
    }

    /// Starts the order of a region anew from that of the text around it.
    pub(in crate::triton::lower) fn order_around(&self) -> Order {
        self.order.clone()
    }
}

/// Whether an operation ends a block.
pub(in crate::triton::lower) fn is_terminator(name: &str) -> bool {
    const TERMINATORS: [&str; 9] = [
        "scf.yield",
        "scf.condition",
        "tt.return",
        "cf.br",
        "cf.cond_br",
        "tt.reduce.return",
        "tt.scan.return",
        "ub.unreachable",
        "llvm.unreachable",
    ];
    TERMINATORS.contains(&name)
}
