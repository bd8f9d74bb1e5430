//! Jumps: early returns become branches that return, and two ways that meet again become branches with results.
//!
//! Two paths meet at the nearest common postdominator (Cooper, Harvey and Kennedy, A Simple, Fast Dominance Algorithm,
//! 2001). The graphs here have no cycles, so sets computed from the end suffice.

use std::collections::{BTreeSet, HashMap};

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::ValueId;
use spec::syntax::op::Op;
use spec::syntax::types::{Scalar, TileType};

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::lower::control_flow::is_terminator;
use crate::triton::lower::scope::Bound;
use crate::triton::read::syntax::{Block as Region, Kind, Operation, Word};
use crate::triton::read::types::TritonType;

/// The most blocks of a function.
const MAX_BLOCKS: usize = 512;

/// The blocks of a function and where their ways meet.
struct Flow<'f, 't> {
    blocks: &'f [Region<'t>],
    /// The blocks that every way from a block to the end passes, by block.
    after: Vec<BTreeSet<usize>>,
}

/// A jump: the block, and the values that it gets.
struct Jump<'t> {
    to: usize,
    values: Vec<&'t str>,
}

/// Where a way through the blocks ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// At the return of the kernel.
    Kernel,
    /// At the return of an inlined function, whose values the region yields.
    Function,
    /// Before a block, whose parameters the region yields.
    Block(usize),
}

impl<'f, 't> Builder<'f, 't> {
    /// The body of a kernel.
    pub(in crate::triton::lower) fn kernel_body(&mut self, blocks: &'f [Region<'t>]) -> Lowered<()> {
        let flow = self.flow(blocks)?;
        self.way(&flow, 0, Until::Kernel).map(|_| ())
    }

    /// The body of an inlined function: the values that it returns.
    pub(in crate::triton::lower) fn function_body(
        &mut self,
        blocks: &'f [Region<'t>],
    ) -> Lowered<Vec<Bound>> {
        let flow = self.flow(blocks)?;
        self.way(&flow, 0, Until::Function)
    }

    /// `scf.execute_region { … }`
    pub(in crate::triton::lower) fn execute_region(&mut self, op: &'f Operation<'t>) -> Lowered<()> {
        let [blocks] = op.regions()[..] else {
            return Err(self.wrong("`scf.execute_region` has one region"));
        };
        self.scope.open();
        let values = self.function_body(blocks)?;
        self.scope.close();
        self.go_to(op);
        if op.results.is_empty() { Ok(()) } else { self.bind(op, values) }
    }

    fn flow(&self, blocks: &'f [Region<'t>]) -> Lowered<Flow<'f, 't>> {
        if blocks.len() > MAX_BLOCKS {
            return Err(self.unsupported(format!("a function of more than {MAX_BLOCKS} blocks")));
        }
        let labels: HashMap<&str, usize> =
            blocks.iter().enumerate().map(|(number, block)| (block.label, number)).collect();
        let mut flow = Flow { blocks, after: vec![BTreeSet::new(); blocks.len()] };
        let mut next = Vec::new();
        for block in blocks {
            let targets = block.operations.last().map(targets).unwrap_or_default();
            let found: Option<Vec<usize>> = targets.iter().map(|label| labels.get(label).copied()).collect();
            next.push(found.ok_or_else(|| self.wrong("a jump goes to a block of the same function"))?);
        }
        let order = postorder(&next).ok_or_else(|| self.unsupported("a loop of jumps"))?;
        for block in order {
            let sets = next[block].iter().map(|to| flow.after[*to].clone());
            let mut common = sets.reduce(|a, b| a.intersection(&b).copied().collect()).unwrap_or_default();
            common.insert(block);
            flow.after[block] = common;
        }
        Ok(flow)
    }

    /// The way from a block on: gives what it yields in the end.
    fn way(&mut self, flow: &Flow<'f, 't>, mut at: usize, until: Until) -> Lowered<Vec<Bound>> {
        loop {
            let block = &flow.blocks[at];
            let (last, inner) = match block.operations.split_last() {
                Some((last, inner)) if is_terminator(last.name) => (last, inner),
                Some(_) | None => return Err(self.wrong("a block ends with a return or a jump")),
            };
            inner.iter().try_for_each(|op| self.operation(op))?;
            self.go_to(last);
            let jumps = self.jumps(flow, last)?;
            let next = match jumps.as_slice() {
                [] => return self.leave(last, until),
                [jump] => {
                    let values =
                        jump.values.iter().map(|name| self.bound(name)).collect::<Lowered<Vec<_>>>()?;
                    (jump.to, values)
                }
                [a, b, ..] => {
                    let meet = flow.after[a.to].intersection(&flow.after[b.to]);
                    let meet = meet.max_by_key(|block| flow.after[**block].len()).copied();
                    match meet {
                        Some(meet) => (meet, self.fork(flow, last, [a, b], Until::Block(meet))?),
                        None if until == Until::Kernel => {
                            self.return_early(flow, last, [a, b])?;
                            let other =
                                if self.is_short(flow, b.to) && !self.is_short(flow, a.to) { a } else { b };
                            let values = other
                                .values
                                .iter()
                                .map(|name| self.bound(name))
                                .collect::<Lowered<Vec<_>>>()?;
                            (other.to, values)
                        }
                        None => return self.fork(flow, last, [a, b], until),
                    }
                }
            };
            if Until::Block(next.0) == until {
                return Ok(next.1);
            }
            self.enter(&flow.blocks[next.0], next.1)?;
            at = next.0;
        }
    }

    /// The end of a way.
    fn leave(&mut self, last: &Operation<'t>, until: Until) -> Lowered<Vec<Bound>> {
        if until == Until::Kernel {
            self.emit(Op::Return, &[], None, Vec::new(), Attributes::default(), Vec::new())?;
            return Ok(Vec::new());
        }
        last.operands().iter().map(|name| self.bound(name)).collect()
    }

    /// Binds the parameters of a block.
    fn enter(&mut self, block: &Region<'t>, values: Vec<Bound>) -> Lowered<()> {
        if block.params.len() != values.len() {
            return Err(self.wrong("a jump has one value for each parameter of its block"));
        }
        for (param, value) in block.params.iter().zip(values) {
            self.scope.bind(param.name, 0, value);
        }
        Ok(())
    }

    /// Two ways up to where they meet or end: what they yield.
    fn fork(
        &mut self,
        flow: &Flow<'f, 't>,
        last: &Operation<'t>,
        jumps: [&Jump<'t>; 2],
        until: Until,
    ) -> Lowered<Vec<Bound>> {
        let condition = self.operand(last, 0)?;
        let tokens = self.order.active;
        let (place, before) = (self.place.clone(), self.order_around());
        let (mut blocks, mut types) = (Vec::new(), Vec::new());
        for jump in jumps {
            self.scope.open();
            self.open_block();
            let mut values = jump.values.iter().map(|name| self.bound(name)).collect::<Lowered<Vec<_>>>()?;
            if Until::Block(jump.to) != until {
                self.enter(&flow.blocks[jump.to], values)?;
                values = self.way(flow, jump.to, until)?;
            }
            types = values.iter().map(|value| value.ty.clone()).collect::<Vec<TritonType>>();
            let mut ids: Vec<ValueId> = values.into_iter().flat_map(|value| value.ids).collect();
            if tokens {
                ids.extend(self.tokens()?);
            }
            self.emit(Op::Yield, &ids, None, Vec::new(), Attributes::default(), Vec::new())?;
            blocks.push(self.close_block(Vec::new()));
            self.scope.close();
            (self.place, self.order) = (place.clone(), before.clone());
        }
        let mut results: Vec<_> = types.iter().flat_map(Self::parts).collect();
        let count = results.len();
        results.extend(tokens.then(|| self.token_types()).into_iter().flatten());
        let made = self.emit(Op::If, &[condition], None, results, Attributes::default(), blocks)?;
        self.resume(&made[count..]);
        Ok(Self::group(&types, &made[..count]))
    }

    /// One way that returns, as a branch; the other goes on behind it.
    fn return_early(
        &mut self,
        flow: &Flow<'f, 't>,
        last: &Operation<'t>,
        [a, b]: [&Jump<'t>; 2],
    ) -> Lowered<()> {
        let mut condition = self.operand(last, 0)?;
        let mut taken = a;
        // The shorter way is the early return.
        if self.is_short(flow, b.to) && !self.is_short(flow, a.to) {
            let truth = self.number(TileType::scalar(Scalar::I1), "true")?;
            condition = self.same(Op::Xori, &[condition, truth])?;
            taken = b;
        }
        let (place, before) = (self.place.clone(), self.order_around());
        self.scope.open();
        self.open_block();
        let values = taken.values.iter().map(|name| self.bound(name)).collect::<Lowered<Vec<_>>>()?;
        self.enter(&flow.blocks[taken.to], values)?;
        self.way(flow, taken.to, Until::Kernel)?;
        let block = self.close_block(Vec::new());
        self.scope.close();
        (self.place, self.order) = (place, before);
        self.emit(Op::If, &[condition], None, Vec::new(), Attributes::default(), vec![block])?;
        Ok(())
    }

    fn is_short(&self, flow: &Flow<'f, 't>, block: usize) -> bool {
        flow.blocks[block].operations.len() == 1 && flow.after[block].len() == 1
    }

    /// The jumps at the end of a block.
    fn jumps(&self, flow: &Flow<'f, 't>, last: &Operation<'t>) -> Lowered<Vec<Jump<'t>>> {
        let mut jumps: Vec<Jump<'t>> = Vec::new();
        for word in &last.words {
            if let Kind::Block(label) = &word.kind {
                let to = flow.blocks.iter().position(|block| block.label == *label);
                let to = to.ok_or_else(|| self.wrong(format!("there is no block `^{label}`")))?;
                jumps.push(Jump { to, values: Vec::new() });
            } else if let (Kind::Group(words), Some(jump)) = (&word.kind, jumps.last_mut()) {
                jump.values = words.iter().filter_map(Word::value).collect();
            }
        }
        Ok(jumps)
    }
}

/// The labels that an operation jumps to.
fn targets<'t>(op: &Operation<'t>) -> Vec<&'t str> {
    let label = |word: &Word<'t>| if let Kind::Block(label) = &word.kind { Some(*label) } else { None };
    op.words.iter().filter_map(label).collect()
}

/// The blocks that can be reached, each behind those that it jumps to; nothing if there is a circle.
fn postorder(next: &[Vec<usize>]) -> Option<Vec<usize>> {
    let (mut order, mut state) = (Vec::new(), vec![0u8; next.len()]);
    let mut stack = vec![(0, 0)];
    *state.first_mut()? = 1;
    while let Some((block, edge)) = stack.pop() {
        match next[block].get(edge) {
            Some(to) => {
                stack.push((block, edge + 1));
                match state[*to] {
                    0 => {
                        state[*to] = 1;
                        stack.push((*to, 0));
                    }
                    1 => return None,
                    _ => {}
                }
            }
            None => {
                state[block] = 2;
                order.push(block);
            }
        }
    }
    Some(order)
}
