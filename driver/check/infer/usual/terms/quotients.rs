//! Numbers of tiles that a kernel computes from its arguments.

use std::collections::BTreeSet;

use spec::contract::Bound;
use spec::syntax::contract::Expr;
use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;

use super::words::Words;
use super::{Reader, Term};
use crate::check::infer::usual::accesses::Definitions;

/// The parameters in quotients by a constant, each with the constant, as a scalar and the length of its tiles.
pub(in crate::check) fn scalar_tiles(kernel: &Kernel, bound: &Bound<'_>) -> BTreeSet<(usize, i128)> {
    let (definitions, words) = (Definitions::new(kernel), Words { bound });
    let reader = Reader { definitions: &definitions, words: &words };
    let mut found = BTreeSet::new();
    for quotient in kernel.operations().filter(|op| op.op == Op::Divi) {
        let [whole, tile] = quotient.operands[..] else { continue };
        let both = reader.read(whole).zip(reader.read(tile));
        let Some((Term::Uniform(whole), Term::Uniform(Expr::Number(tile)))) = both else { continue };
        let parameters = whole.names().into_iter().filter_map(|name| bound.position(name));
        found.extend(parameters.map(|at| (at, tile)));
    }
    found
}
