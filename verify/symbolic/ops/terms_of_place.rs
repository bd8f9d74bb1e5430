//! Bounds of a place term by term: a sum S1·N1 + S2·N2 + … + N is not negative if no stride S is, and no N (monotonicity of sums and products).
//! Strides are arguments, so that each N has fewer products than the place.

use std::collections::{BTreeSet, HashMap};

use spec::domain::{Bool as _, Number};

use crate::budget::policy::Purpose;
use crate::fault_injection::Flaw;
use crate::smt::facts::Role;
use crate::smt::reason::Under;
use crate::symbolic::machine::Machine;
use crate::symbolic::state::Mode;
use crate::terms::{Atom, AtomId, Num, Truth, VarKind, var_info};

/// The most questions about one place.
const QUESTIONS: usize = 24;

/// A place in an array.
pub(super) struct Place {
    /// Where the access happens.
    pub(super) active: Truth,
    pub(super) offset: Num,
    pub(super) bytes: u64,
    /// The size of the array.
    pub(super) size: Num,
}

/// Proves that a place with unknown strides lies inside its array, as a fact for the obligation.
pub(super) fn cut_bounds(machine: &mut Machine<'_>, place: &Place) {
    if machine.state.mode != Mode::Record || machine.policy.searches() || !place.offset.has_product() {
        return;
    }
    let behind = place.offset.add(&Num::constant(i128::from(place.bytes)));
    let under = machine.state.path.and(&place.active);
    let mut sums = Sums { machine, under, known: HashMap::new() };
    let is_inside = sums.is_natural(&place.offset)
        && ends(&place.size)
            .iter()
            .any(|end| sums.is_excluded(&place.size.less(end)) && sums.is_natural(&end.sub(&behind)));
    if is_inside {
        let inside = Num::constant(0).at_most(&place.offset).and(&behind.at_most(&place.size));
        machine.assume_here(&place.active.not().or(&inside), Under::Cut, Role::Cut);
    }
}

/// The sums that a size may be, as the greater of two lengths is one of them.
fn ends(size: &Num) -> Vec<Num> {
    match size.cases() {
        Some((_, then, otherwise)) => [then, otherwise].iter().flat_map(ends).collect(),
        None => vec![*size],
    }
}

/// What is known of sums under a condition.
struct Sums<'a, 'm> {
    machine: &'a mut Machine<'m>,
    under: Truth,
    /// Whether sums are not negative, by proof.
    known: HashMap<Num, bool>,
}

impl Sums<'_, '_> {
    fn is_natural(&mut self, sum: &Num) -> bool {
        if sum.lo() >= 0 || self.machine.setup.has(Flaw::TermsAreNatural) {
            return true;
        }
        if let Some(known) = self.known.get(sum) {
            return *known;
        }
        let is_natural = if sum.has_product() {
            strides(sum).into_iter().any(|stride| self.is_natural_by(sum, stride))
        } else {
            self.known.len() < QUESTIONS && self.is_excluded(&sum.less(&Num::constant(0)))
        };
        self.known.insert(*sum, is_natural);
        is_natural
    }

    /// Whether S·N + C is not negative since S, N and C are not. What S is multiplied by alone may belong to N or to C.
    fn is_natural_by(&mut self, sum: &Num, stride: AtomId) -> bool {
        let factor = Num::product(&[stride]);
        let whole = sum.cofactor(stride);
        let of_products = whole.homogeneous();
        self.is_natural(&factor)
            && [whole, of_products]
                .iter()
                .any(|part| self.is_natural(part) && self.is_natural(&sum.sub(&factor.mul(part))))
    }

    fn is_excluded(&mut self, claim: &Truth) -> bool {
        let claim = self.under.and(claim);
        claim.value() == Some(false) || self.machine.solver.excludes(&claim, Purpose::Term)
    }
}

/// The arguments in products of a sum; the rest of the sum has the others.
fn strides(sum: &Num) -> BTreeSet<AtomId> {
    let is_argument = |atom: &AtomId| match atom.atom() {
        Atom::Var(var) => var_info(var).kind == VarKind::Shared,
        Atom::Div(..) | Atom::Mod(..) | Atom::Ite(..) | Atom::Product(..) => false,
    };
    sum.products().into_iter().flatten().filter(is_argument).collect()
}
