//! The arena of a check: variables with their ranges, and all atoms, polynomials and formulas (hash-consing: J. Filliâtre, S. Conchon,
//! "Type-Safe Modular Hash-Consing", ML 2006). Equal terms have equal handles.
//!
//! Handles are meaningless outside their arena. [`in_own_arena`] is the only way to an arena, and no handle passes its border in either
//! direction. Handles are not `Send`, and the function requires `Send` of inputs and results.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::claims::{Claim, Claims, Subject};
use super::node::{Atom, AtomId, BoolVar, Num, Terms, Truth, TruthNode, Var};
use super::range::Range;
use spec::syntax::count::{handle_from_usize, usize_from_u32};

/// The facts about a variable.
#[derive(Debug, Clone)]
pub(crate) struct VarInfo {
    /// For people and for the solver; made unique by its number.
    pub(crate) name: String,
    /// Least value, or [`super::UNBOUNDED_BELOW`].
    pub(crate) lo: i128,
    /// Greatest value, or [`super::UNBOUNDED_ABOVE`].
    pub(crate) hi: i128,
    /// The sharing of the variable.
    pub(crate) kind: VarKind,
}

/// The sharing of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VarKind {
    /// All blocks, iterations and lanes: arguments, grid, sizes.
    Shared,
    /// The lanes of one iteration of one block.
    Own,
    /// Like `Own`, and the variable identifies the block or iteration: a launch has a first and a last.
    Instance,
    /// Nobody: it is an axis of an arbitrary lane.
    Lane,
}

#[derive(Default)]
struct Arena {
    vars: Vec<VarInfo>,
    bools: u32,
    /// With the range and the degree.
    atoms: Vec<(Atom, Range, u32)>,
    ids: FxHashMap<Atom, AtomId>,
    /// With the range and the degree.
    nums: Vec<(Terms, Range, u32)>,
    num_ids: FxHashMap<Terms, Num>,
    truths: Vec<TruthNode>,
    truth_ids: FxHashMap<TruthNode, Truth>,
    /// The deciding ranges, if they are recorded.
    claims: Option<Claims>,
}

thread_local! {
    static ARENA: RefCell<Arena> = RefCell::default();
}

/// Does work with its own arena; no handle remains afterwards.
pub(crate) fn in_own_arena<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    // Leftovers of stopped work are dropped here.
    ARENA.with_borrow_mut(|arena| *arena = Arena::default());
    let result = work();
    ARENA.with_borrow_mut(|arena| *arena = Arena::default());
    result
}

/// Starts recording the ranges that decide something in the arena.
pub(crate) fn record_claims() {
    ARENA.with_borrow_mut(|arena| arena.claims = Some(Claims::default()));
}

/// Whether ranges that decide something are recorded.
pub(super) fn is_recording() -> bool {
    ARENA.with_borrow(|arena| arena.claims.is_some())
}

/// The ranges that have decided something; none more are recorded.
pub(crate) fn take_claims() -> Vec<Claim> {
    ARENA.with_borrow_mut(|arena| arena.claims.take()).map(Claims::into_all).unwrap_or_default()
}

/// Records that the ends of a range decide something: the lower one, the upper one, or both.
pub(super) fn claim(subject: Subject, range: Range, ends: [bool; 2]) {
    ARENA.with_borrow_mut(|arena| {
        if let Some(claims) = &mut arena.claims {
            claims.record(subject, range, ends);
        }
    });
}

/// A new variable in a range.
///
/// The range of a value of the kernel may be found where control never comes, and be empty. The variable has a value nevertheless:
/// without one, every launch would be excluded. The arguments of a launch have no such range, for a contract that no launch meets
/// proves nothing.
pub(crate) fn fresh(name: impl Into<String>, lo: i128, hi: i128, kind: VarKind) -> Var {
    let hi = if kind == VarKind::Shared { hi } else { hi.max(lo) };
    ARENA.with_borrow_mut(|arena| {
        arena.vars.push(VarInfo { name: name.into(), lo, hi, kind });
        Var::numbered(handle_from_usize(arena.vars.len() - 1))
    })
}

/// The number of variables; later variables have larger numbers.
pub(crate) fn watermark() -> u32 {
    ARENA.with_borrow(|arena| handle_from_usize(arena.vars.len()))
}

/// The number of the newest truth variable.
pub(crate) fn bool_watermark() -> u32 {
    ARENA.with_borrow(|arena| arena.bools)
}

/// A new truth variable; none is shared.
pub(crate) fn fresh_bool() -> BoolVar {
    ARENA.with_borrow_mut(|arena| {
        arena.bools += 1;
        BoolVar::numbered(arena.bools)
    })
}

/// The facts about a variable.
pub(crate) fn var_info(var: Var) -> VarInfo {
    ARENA.with_borrow(|arena| arena.vars[index(var.0)].clone())
}

/// The handle of an atom with the range.
pub(super) fn intern(atom: Atom, range: Range) -> AtomId {
    let degree = match atom {
        Atom::Product(a, b) => a.degree().saturating_add(b.degree()),
        Atom::Var(_) | Atom::Div(..) | Atom::Mod(..) | Atom::Ite(..) => 1,
    };
    ARENA.with_borrow_mut(|arena| {
        if let Some(id) = arena.ids.get(&atom) {
            return *id;
        }
        let id = AtomId::numbered(handle_from_usize(arena.atoms.len()));
        arena.atoms.push((atom, range, degree));
        arena.ids.insert(atom, id);
        id
    })
}

/// Interns a polynomial; its range is computed only for a new one.
pub(super) fn intern_num(terms: Vec<(Vec<AtomId>, i128)>, range: impl FnOnce(&Terms) -> Range) -> Num {
    if let Some(known) = ARENA.with_borrow(|arena| arena.num_ids.get(terms.as_slice()).copied()) {
        return known;
    }
    let terms: Terms = Rc::from(terms);
    let range = range(&terms);
    let of_monomial = |monomial: &[AtomId]| {
        monomial.iter().fold(0, |degree: u32, atom| degree.saturating_add(atom.degree()))
    };
    let degree = terms.iter().map(|(monomial, _)| of_monomial(monomial)).max().unwrap_or(0);
    ARENA.with_borrow_mut(|arena| {
        let num = Num::numbered(handle_from_usize(arena.nums.len()));
        arena.nums.push((Rc::clone(&terms), range, degree));
        arena.num_ids.insert(terms, num);
        num
    })
}

/// Interns a formula.
pub(super) fn intern_truth(node: TruthNode) -> Truth {
    ARENA.with_borrow_mut(|arena| {
        if let Some(known) = arena.truth_ids.get(&node) {
            return *known;
        }
        let truth = Truth::numbered(handle_from_usize(arena.truths.len()));
        arena.truths.push(node.clone());
        arena.truth_ids.insert(node, truth);
        truth
    })
}

impl Num {
    /// The terms: products of atoms with their coefficients.
    pub(crate) fn terms(self) -> Terms {
        ARENA.with_borrow(|arena| Rc::clone(&arena.nums[index(self.0)].0))
    }

    /// The range, without a claim.
    pub(super) fn bounds(self) -> Range {
        ARENA.with_borrow(|arena| arena.nums[index(self.0)].1)
    }

    /// The most factors of one of its products, including the factors of opaque products.
    pub(crate) fn degree(self) -> u32 {
        ARENA.with_borrow(|arena| arena.nums[index(self.0)].2)
    }

    /// The range, recorded as a claim at both ends, because the caller decides by it.
    pub(crate) fn range(self) -> Range {
        let range = self.bounds();
        claim(Subject::Num(self), range, [true, true]);
        range
    }
}

impl Truth {
    /// The node.
    pub(crate) fn node(self) -> TruthNode {
        ARENA.with_borrow(|arena| arena.truths[index(self.0)].clone())
    }
}

impl AtomId {
    /// The atom.
    pub(crate) fn atom(self) -> Atom {
        ARENA.with_borrow(|arena| arena.atoms[index(self.0)].0)
    }

    /// The range, without a claim.
    pub(super) fn bounds(self) -> Range {
        ARENA.with_borrow(|arena| arena.atoms[index(self.0)].1)
    }

    /// The factors that an opaque product has, or 1.
    pub(crate) fn degree(self) -> u32 {
        ARENA.with_borrow(|arena| arena.atoms[index(self.0)].2)
    }

    /// The range. The caller decides something by the range, so both ends are claims.
    pub(crate) fn range(self) -> Range {
        let range = self.bounds();
        claim(Subject::Atom(self), range, [true, true]);
        range
    }
}

/// The place of a handle in the arena.
fn index(number: u32) -> usize {
    usize_from_u32(number)
}
