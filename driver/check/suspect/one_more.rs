//! Masks that admit one element too many. `i <= n` keeps lane n, so a proof needs an array of n + 1 elements. Tables of offsets need
//! this length as well, but through an access at `i + 1` under the mask `i < n`.

use spec::contract::Bound;
use spec::memory::access::Access;
use spec::origins::Origins;
use spec::syntax::contract::{Binary, Expr};
use spec::syntax::kernel::ValueId;
use verify::Clause;

use super::Suspicion;
use crate::check::infer::Definitions;
use crate::check::report::LikelyBug;

impl Suspicion<'_> {
    /// The first inferred array with one element more than a parameter, if `<=` against this parameter is the only reason.
    pub(super) fn find_one_more(&self, bound: &Bound<'_>) -> Option<LikelyBug> {
        // Launches of the author's show how long the arrays are: a shorter one is an error of the launch.
        if self.usage.is_launched {
            return None;
        }
        let definitions = Definitions::new(self.folded);
        let origins = Origins::new(self.folded);
        let masks = self.folded.operations().filter_map(|op| {
            let mask = Access::of(self.folded, op)?.mask();
            Some((origins.accessed_by(op), mask))
        });
        let masks: Vec<_> = masks.collect();
        self.inferred.iter().find_map(|one| {
            let Clause::Buffer { parameter, name, len, .. } = &one.clause else { return None };
            let count = one_less(len)?;
            let position = bound.position(count)?;
            let admits = |mask: &Option<ValueId>| mask.is_some_and(|mask| definitions.admits_end(mask, position));
            let own = || masks.iter().filter(|(targets, _)| targets.contains(parameter));
            // A mask with `<` beside it shows that the author counts both ways.
            let is_strict = |(_, mask): &(_, Option<ValueId>)| mask.is_some_and(|mask| definitions.stops_before(mask, position));
            if own().count() == 0 || !own().all(|(_, mask)| admits(mask)) || masks.iter().any(is_strict) {
                return None;
            }
            let why = format!("the mask admits element `{count}`, which is one more than `{count}` elements of `{name}`: compare with `<`");
            Some(LikelyBug::of_clause(one, why))
        })
    }
}

/// The parameter in a length that is one more, as in `n + 1` and `max(n + 1, 0)`.
fn one_less(len: &Expr) -> Option<&str> {
    match len {
        Expr::Binary(Binary::Max, len, zero) if **zero == Expr::Number(0) => one_less(len),
        Expr::Binary(Binary::Add, name, one) => match (&**name, &**one) {
            (Expr::Name(name), Expr::Number(1)) => Some(name),
            (_, _) => None,
        },
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => None,
    }
}
