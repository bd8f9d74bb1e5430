//! Dead code elimination over block arguments: a kernel loses the values of branches and loops without a reading effect. The source is Cytron et al.,
//! "Efficiently Computing Static Single Assignment Form and the Control Dependence Graph" (TOPLAS 1991, §7.1). A variable without a value may
//! have any number in front of a loop whose iterations assign a value first.

use std::collections::{HashMap, HashSet};

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

use super::effects::{Role, role};

/// The kernel without dead results of branches and loops, and without the dead operands of their ends.
pub(super) fn without_dead(kernel: &Kernel) -> Kernel {
    let mut flow = Flow { live: Vec::new(), from: HashMap::new() };
    flow.block(&kernel.body, Around::default());
    let mut kept = flow.reach();
    kept.extend(
        (0..).map(ValueId).zip(&kernel.values).filter(|(_, value)| value.ty == Type::Token).map(|(id, _)| id),
    );
    let mut rest = kernel.clone();
    remove(&mut rest.body, &kept, Around::default());
    rest
}

/// The branch and the loop around a place: the ends of regions decide their results and parameters.
#[derive(Debug, Clone, Copy, Default)]
struct Around<'a> {
    branch: Option<&'a Operation>,
    repeat: Option<&'a Operation>,
}

impl<'a> Around<'a> {
    /// The results and parameters that get the operands of an end, by position. A `for` has the results of its last iteration, beside its
    /// parameters.
    fn becomes(self, end: &Operation) -> Vec<&'a [ValueId]> {
        if end.op == Op::Yield {
            return self.branch.iter().map(|op| op.results.as_slice()).collect();
        }
        match self.repeat {
            Some(repeat) if repeat.op == Op::For => vec![parameters(repeat), &repeat.results],
            Some(repeat) if end.op == Op::Continue => vec![parameters(repeat)],
            Some(repeat) => vec![&repeat.results],
            None => Vec::new(),
        }
    }

    /// The place inside of an operation.
    fn inside(self, op: &'a Operation) -> Self {
        if op.op == Op::If {
            Around { branch: Some(op), ..self }
        } else {
            Around { branch: None, repeat: Some(op) }
        }
    }
}

fn has_block_arguments(op: &Operation) -> bool {
    matches!(op.op, Op::If | Op::For | Op::Loop)
}

fn is_end(op: &Operation) -> bool {
    matches!(op.op, Op::Yield | Op::Continue | Op::Break)
}

/// The carried values in the body of a loop.
fn parameters(repeat: &Operation) -> &[ValueId] {
    let params = repeat.regions.first().map_or(&[][..], |body| body.params.as_slice());
    params.get(usize::from(repeat.op == Op::For)..).unwrap_or_default()
}

/// How many operands of a loop come in front of the initial values.
fn bounds(repeat: &Operation) -> usize {
    if repeat.op == Op::For { 3 } else { 0 }
}

/// Where values come from.
struct Flow {
    /// Operands of effects.
    live: Vec<ValueId>,
    /// For each value, the operands behind the value.
    from: HashMap<ValueId, Vec<ValueId>>,
}

impl Flow {
    fn block(&mut self, block: &Block, around: Around<'_>) {
        for op in &block.ops {
            if is_end(op) {
                around.becomes(op).iter().for_each(|values| self.add(values, &op.operands));
            } else if has_block_arguments(op) {
                self.begin(op);
                op.regions.iter().for_each(|region| self.block(region, around.inside(op)));
            } else {
                self.operation(op);
            }
        }
    }

    /// The condition of a branch; the bounds of a loop, and the initial values: the results of a `for` without an iteration.
    fn begin(&mut self, op: &Operation) {
        if op.op == Op::If {
            self.live.extend(&op.operands);
            return;
        }
        let (bounds, initial) = op.operands.split_at(bounds(op).min(op.operands.len()));
        self.live.extend(bounds);
        self.add(parameters(op), initial);
        if op.op == Op::For {
            self.add(&op.results, initial);
        }
    }

    fn operation(&mut self, op: &Operation) {
        match role(op) {
            Role::Required | Role::Tokens => {}
            Role::Effect(_) => self.live.extend(&op.operands),
            Role::Pure => {
                let inside = op.regions.iter().flat_map(|region| &region.ops).flat_map(|op| &op.operands);
                let operands: Vec<ValueId> = op.operands.iter().chain(inside).copied().collect();
                op.results.iter().for_each(|result| self.from.entry(*result).or_default().extend(&operands));
            }
        }
    }

    fn add(&mut self, values: &[ValueId], made_of: &[ValueId]) {
        for (value, other) in values.iter().zip(made_of) {
            self.from.entry(*value).or_default().push(*other);
        }
    }

    /// The values on the way to an effect.
    fn reach(mut self) -> HashSet<ValueId> {
        let mut reached = HashSet::new();
        while let Some(value) = self.live.pop() {
            if reached.insert(value) {
                self.live.extend(self.from.get(&value).into_iter().flatten());
            }
        }
        reached
    }
}

/// Removes results, parameters and operands at dead positions.
fn remove(block: &mut Block, kept: &HashSet<ValueId>, around: Around<'_>) {
    for op in &mut block.ops {
        if is_end(op) {
            let becomes = around.becomes(op);
            retain(&mut op.operands, 0, &|at| becomes.is_empty() || is_kept(&becomes, at, kept));
        }
        if !has_block_arguments(op) {
            continue;
        }
        let whole = op.clone();
        for region in &mut op.regions {
            remove(region, kept, around.inside(&whole));
        }
        let is_for = op.op == Op::For;
        let both = [parameters(&whole), whole.results.as_slice()];
        // A result of a `for` stands beside the parameter at its position.
        let (of_params, of_results) = if is_for { (&both[..], &both[..]) } else { (&both[..1], &both[1..]) };
        retain(&mut op.results, 0, &|at| is_kept(of_results, at, kept));
        if op.op != Op::If {
            retain(&mut op.operands, bounds(&whole), &|at| is_kept(of_params, at, kept));
            let counters = usize::from(is_for);
            let bodies = op.regions.iter_mut();
            bodies.for_each(|body| retain(&mut body.params, counters, &|at| is_kept(of_params, at, kept)));
        }
    }
}

/// Whether a value at a position is kept.
fn is_kept(values: &[&[ValueId]], at: usize, kept: &HashSet<ValueId>) -> bool {
    values.iter().any(|values| values.get(at).is_some_and(|value| kept.contains(value)))
}

/// Keeps the first values, and later values at the right positions, counted behind the first.
fn retain(values: &mut Vec<ValueId>, first: usize, keeps: &dyn Fn(usize) -> bool) {
    let mut at = 0;
    values.retain(|_| {
        let position = at;
        at += 1;
        position < first || keeps(position - first)
    });
}
