//! Persistent loops: `for tile in range(bid, tiles, step)` shares the tiles among as many blocks as the step says, and among no more of them.

use spec::syntax::contract::{Binary, Expr};
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;

use super::clauses::Clauses;
use super::terms::{Reader, Term};

/// As many blocks as each of them steps over, where the step is no extent of the grid.
pub(super) fn bound_by_steps(kernel: &Kernel, reader: &Reader<'_, '_>, clauses: &mut Clauses) {
    for round in kernel.operations().filter(|op| op.op == Op::For) {
        let [first, _, step, ..] = round.operands[..] else { continue };
        let (Some(Term::Block(axis)), Some(Term::Uniform(step))) = (reader.read(first), reader.read(step))
        else {
            continue;
        };
        let blocks = reader.words.grid(axis);
        let is_one = step == Expr::Number(1);
        if !is_one && step.names().iter().all(|name| !name.starts_with("grid.")) {
            clauses.add(Binary::Le, blocks, step);
        }
    }
}
