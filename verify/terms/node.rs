//! What terms are made of: handles of variables and atoms, polynomials over atoms, formulas over polynomials. Their operations
//! are in [`super::arena`], [`super::num`] and [`super::truth`].

use std::marker::PhantomData;
use std::rc::Rc;

/// Makes a handle `!Send`.
type OfThisArena = PhantomData<*const ()>;

/// An integer variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Var(pub(crate) u32, OfThisArena);

impl Var {
    /// The variable of a number.
    pub(crate) fn numbered(number: u32) -> Self {
        Var(number, PhantomData)
    }
}

/// A truth variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct BoolVar(pub(crate) u32, OfThisArena);

impl BoolVar {
    /// The variable of a number.
    pub(crate) fn numbered(number: u32) -> Self {
        BoolVar(number, PhantomData)
    }
}

/// An atom: what a polynomial cannot look into.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct AtomId(pub(crate) u32, OfThisArena);

impl AtomId {
    /// The atom of a number.
    pub(super) fn numbered(number: u32) -> Self {
        AtomId(number, PhantomData)
    }
}

/// A product of atoms, sorted; empty is 1.
pub(crate) type Monomial = Vec<AtomId>;

/// An integer: the handle of a polynomial, shared by all equal polynomials.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Num(pub(super) u32, OfThisArena);

impl Num {
    /// The polynomial of a number.
    pub(super) fn numbered(number: u32) -> Self {
        Num(number, PhantomData)
    }
}

/// A sum of monomials with coefficients, sorted, none zero.
pub(crate) type Terms = Rc<[(Monomial, i128)]>;

/// A formula: the handle of a node, shared by all equal nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Truth(pub(super) u32, OfThisArena);

impl Truth {
    /// The formula of a number.
    pub(super) fn numbered(number: u32) -> Self {
        Truth(number, PhantomData)
    }
}

/// The node of a formula.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum TruthNode {
    /// Known.
    Constant(bool),
    /// Arbitrary.
    Var(BoolVar),
    /// `num ≤ 0`
    AtMostZero(Num),
    /// `num = 0`
    Zero(Num),
    /// Negation of anything but `AtMostZero`, `Not` and `Constant`.
    Not(Truth),
    /// A conjunction.
    And(Rc<[Truth]>),
    /// A disjunction.
    Or(Rc<[Truth]>),
}

/// The kinds of atoms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Atom {
    /// A variable.
    Var(Var),
    /// The floor of a quotient; 0 by zero.
    Div(Num, Num),
    /// What the floor leaves; the dividend by zero.
    Mod(Num, Num),
    /// A choice of two.
    Ite(Truth, Num, Num),
    /// A product whose coefficients do not fit.
    Product(Num, Num),
}

/// The least modulus of arithmetic that wraps, as far as that makes questions hard.
const LEAST_MODULUS: i128 = 1 << 16;

impl Atom {
    /// Whether the atom is a wrapped number: the remainder of a division by a large power of two.
    pub(crate) fn is_wrap(&self) -> bool {
        let Atom::Mod(_, modulus) = self else { return false };
        modulus.value().is_some_and(|modulus| modulus >= LEAST_MODULUS && modulus & (modulus - 1) == 0)
    }
}
