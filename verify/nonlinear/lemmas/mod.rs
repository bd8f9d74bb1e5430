//! Lemmas of nonlinear arithmetic: facts about the products in a query, so that the solver need not multiply
//! unknowns.
//!
//! A lemma is stated once, over any reading's integers. Over terms, a lemma is a fact for all terms; `tests/theorems`
//! reads the same statement over the solver's integers and proves it for all of them, alone.

pub(crate) mod equations;
pub(crate) mod instances;
mod products;
mod strides;

use spec::domain::{Bool, Number, all};

pub use strides::{nested, spanned};

/// A claim: the premises imply the conclusion.
#[derive(Debug, Clone)]
pub struct Statement<B> {
    /// The premises, all of them needed.
    pub premises: Vec<B>,
    /// The conclusion.
    pub conclusion: B,
}

impl<B: Bool> Statement<B> {
    /// The claim as one formula.
    pub fn holds(&self) -> B {
        all(self.premises.iter().cloned()).implies(&self.conclusion)
    }
}

/// A lemma about a few integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lemma {
    /// `0 ≤ p`, `0 ≤ q` ⊢ `0 ≤ p·q`
    Sign,
    /// `0 ≤ g` ⊢ `q·g` is 0 with `q`, or at least `g` away from 0, on the side of `q`. So a number between −g and g
    /// that is not 0 is no multiple of g, and the greater of two factors gives the greater product.
    Multiple,
    /// `l ≤ x ≤ h`, `0 ≤ q` ⊢ `l·q ≤ x·q ≤ h·q`
    Scaled,
    /// `−a ≤ x ≤ a`, `−b ≤ y ≤ b` ⊢ `−a·b ≤ x·y ≤ a·b`
    Within,
    /// `0 < b` ⊢ `b·⌊a / b⌋ ≤ a < b·⌊a / b⌋ + b`, and `a mod b` is what is between
    Quotient,
}

impl Lemma {
    /// All lemmas.
    pub const ALL: [Lemma; 5] = [Lemma::Sign, Lemma::Multiple, Lemma::Scaled, Lemma::Within, Lemma::Quotient];

    /// The number of integers in the statement.
    pub const fn arity(self) -> usize {
        match self {
            Lemma::Sign | Lemma::Multiple | Lemma::Quotient => 2,
            Lemma::Scaled | Lemma::Within => 4,
        }
    }

    /// The statement about these integers, in the order of their first mention in the description.
    ///
    /// # Panics
    /// If `of` has fewer than [`Lemma::arity`] integers.
    pub fn state<N: Number>(self, of: &[N]) -> Statement<N::Bool> {
        let zero = N::constant(0);
        match self {
            Lemma::Sign => Statement {
                premises: vec![zero.at_most(&of[0]), zero.at_most(&of[1])],
                conclusion: zero.at_most(&of[0].mul(&of[1])),
            },
            Lemma::Multiple => multiple(&of[0], &of[1]),
            Lemma::Scaled => {
                let (least, x, greatest, q) = (&of[0], &of[1], &of[2], &of[3]);
                let product = x.mul(q);
                Statement {
                    premises: vec![least.at_most(x), x.at_most(greatest), zero.at_most(q)],
                    conclusion: least.mul(q).at_most(&product).and(&product.at_most(&greatest.mul(q))),
                }
            }
            Lemma::Within => {
                let (x, a, y, b) = (&of[0], &of[1], &of[2], &of[3]);
                let within = |x: &N, a: &N| [zero.sub(a).at_most(x), x.at_most(a)];
                let premises = [within(x, a), within(y, b)].concat();
                Statement { premises, conclusion: all(within(&x.mul(y), &a.mul(b))) }
            }
            Lemma::Quotient => quotient(&of[0], &of[1]),
        }
    }
}

fn multiple<N: Number>(q: &N, g: &N) -> Statement<N::Bool> {
    let (zero, one) = (N::constant(0), N::constant(1));
    let (product, opposite) = (q.mul(g), zero.sub(g));
    // In clauses, which the solver need not take apart.
    let sides = [
        q.less(&zero).or(&zero.at_most(&product)),
        zero.less(q).or(&product.at_most(&zero)),
        q.less(&one).or(&g.at_most(&product)),
        zero.at_most(q).or(&product.at_most(&opposite)),
    ];
    Statement { premises: vec![zero.at_most(g)], conclusion: all(sides) }
}

fn quotient<N: Number>(a: &N, b: &N) -> Statement<N::Bool> {
    let whole = a.div_floor(b).mul(b);
    let rest = a.sub(&whole);
    let between = N::constant(0).at_most(&rest).and(&rest.less(b));
    Statement {
        premises: vec![N::constant(0).less(b)],
        conclusion: between.and(&a.rem_floor(b).equals(&rest)),
    }
}
