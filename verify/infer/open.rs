//! The open parts of a contract, about which clauses may be inferred.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use spec::contract::{Bound, Symbol};
use spec::syntax::contract::{Binary, Expr, GRID, Unary};

use super::clause::Clause;
use super::observed::{Observations, Observed};

/// The parts that a contract does not mention.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Open {
    /// Whether no `grid` clause states the extents of the grid.
    pub grid: bool,
    /// The unnamed integer arguments, and the extents of the grid if none is named.
    unnamed: BTreeSet<Symbol>,
    /// The symbols with possible clauses: unnamed, or only partly described.
    unsettled: BTreeSet<Symbol>,
    /// The clauses about named symbols.
    said: Vec<Saying>,
    /// The names of symbols in clauses.
    names: BTreeMap<String, Symbol>,
    /// The sizes of these buffers, by the position of the parameter.
    pub sizes: Vec<usize>,
    /// Buffers with open contents at launch.
    pub contents: Vec<usize>,
    /// Those of them without a clause that relates elements, which says nothing of their range.
    unrelated: Vec<usize>,
    /// The alignments of these buffers.
    pub aligns: Vec<usize>,
    /// The launches that a clause has to admit.
    observed: Option<Arc<Observations>>,
}

/// The subject of a clause, without its numbers; two clauses with equal subjects are alternatives.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Saying {
    about: BTreeSet<Symbol>,
    kind: Kind,
}

/// The kind of a clause's statement.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Kind {
    /// A bound of the sum of the things named, each with whether it is bounded from above.
    Bound(BTreeMap<Symbol, bool>),
    /// An equation or a bound from both sides.
    Equal,
    /// The remainder of a division.
    Remainder,
    /// The inequality of two numbers.
    Differ,
    /// Anything else: alternatives and negations.
    Other,
}

impl Open {
    /// The open parts of a contract.
    ///
    /// A `requires` clause describes only the extents and arguments that it names. It settles the stated relation: a bound from one
    /// side, a remainder, an equation. All is said of what is equal to a number, or is bounded by two clauses from both sides, or
    /// stands in a clause that is no comparison. A `buffer` clause describes size and contents of a buffer, an `array` clause the size
    /// alone.
    pub fn of(bound: &Bound<'_>) -> Self {
        let contract = bound.contract;
        if contract.closed {
            return Open::default();
        }
        let speaks = |name: &str, position: usize| bound.position(name) == Some(position);
        let pointers: Vec<usize> =
            (0..bound.kernel.params.len()).filter(|at| bound.pointee(*at).is_some()).collect();
        let without = |named: &dyn Fn(usize) -> bool| -> Vec<usize> {
            pointers.iter().copied().filter(|at| !named(*at)).collect()
        };
        let sized = |at: usize| contract.buffers.iter().any(|clause| speaks(&clause.name, at));
        // The shape of an array says nothing of its elements.
        let shaped = |at: usize| contract.arrays.iter().any(|clause| speaks(&clause.name, at));
        let related = |at: usize| bound.relations(at).next().is_some();
        let filled = |at: usize| contract.contents.iter().any(|(name, _)| speaks(name, at));
        let aligned = |at: usize| contract.aligns.iter().any(|(name, _)| speaks(name, at));
        let launch = Open::of_launch(bound);
        let contents = without(&|at| sized(at) && !shaped(at) || filled(at));
        Open {
            sizes: without(&sized),
            unrelated: contents.iter().copied().filter(|at| !related(*at)).collect(),
            contents,
            aligns: without(&aligned),
            ..launch
        }
    }

    /// The open parts of grid and arguments.
    fn of_launch(bound: &Bound<'_>) -> Self {
        let grid = bound.contract.grid.is_none();
        let axes = GRID.iter().enumerate();
        let mut names: BTreeMap<String, Symbol> =
            axes.map(|(axis, name)| ((*name).to_owned(), Symbol::Grid(axis))).collect();
        let scalars = (0..bound.kernel.params.len()).filter(|at| bound.scalar(*at).is_some());
        names.extend(scalars.map(|at| (bound.argument_name(at).to_owned(), Symbol::Argument(at))));
        let mut unsettled: BTreeSet<Symbol> = names.values().copied().collect();
        if !grid {
            unsettled.retain(|symbol| !matches!(symbol, Symbol::Grid(_)));
        }
        let mut unnamed = unsettled.clone();
        // What an array says of its extents and strides is said of memory, and a compiler says nothing.
        let parts: Vec<&Expr> =
            bound.contract.written().flat_map(|clause| clause.operands(Binary::And)).collect();
        let said: Vec<Saying> =
            parts.into_iter().map(|part| Saying::of(part, &|name| bound.symbol(name))).collect();
        let is_axis = |symbol: &Symbol| matches!(symbol, Symbol::Grid(_));
        for saying in &said {
            let has_axis = saying.about.iter().any(is_axis);
            unnamed.retain(|symbol| !(saying.about.contains(symbol) || has_axis && is_axis(symbol)));
        }
        unsettled.retain(|symbol| !is_settled(*symbol, &said));
        Open { grid, unnamed, unsettled, said, names, ..Open::default() }
    }

    /// The same with launches that every clause has to admit.
    pub fn beside(self, bound: &Bound<'_>, launches: &[Observed]) -> Self {
        let observed = (!launches.is_empty()).then(|| Arc::new(Observations::new(bound, launches)));
        Open { observed, ..self }
    }

    /// Whether a clause may be inferred: the clause is about something open, and every observed launch keeps the clause.
    pub fn admits(&self, clause: &Clause) -> bool {
        let is_open = match clause {
            Clause::Requires(expr) => self.admits_condition(expr),
            Clause::Buffer { parameter, .. } => self.sizes.contains(parameter),
            Clause::Align { parameter, .. } => self.aligns.contains(parameter),
            Clause::Contents { parameter, .. } => self.contents.contains(parameter),
            Clause::Related { parameter, .. } => self.unrelated.contains(parameter),
        };
        is_open && self.observed.as_ref().is_none_or(|launches| launches.admit(clause))
    }

    /// Whether a condition on launches may be inferred: the condition is about an unnamed symbol, or adds a new relation about a
    /// named symbol.
    fn admits_condition(&self, expr: &Expr) -> bool {
        let saying = Saying::of(expr, &|name| self.names.get(name).copied());
        // A clause about an axis of a `grid` clause would restate the clause.
        if !self.grid && saying.about.iter().any(|symbol| matches!(symbol, Symbol::Grid(_))) {
            return false;
        }
        saying.about.iter().any(|symbol| self.unnamed.contains(symbol))
            || saying.about.iter().any(|symbol| self.unsettled.contains(symbol))
                && !self.said.contains(&saying)
    }

    /// Whether anything may be found at all.
    pub fn anything(&self) -> bool {
        !self.unsettled.is_empty()
            || [&self.sizes, &self.contents, &self.aligns].iter().any(|open| !open.is_empty())
    }

    /// Whether part of the launch itself is undescribed: the contract then promises nothing about it.
    pub fn launch(&self) -> bool {
        !self.unnamed.is_empty()
    }
}

/// Whether all is said of an argument or an extent.
fn is_settled(symbol: Symbol, said: &[Saying]) -> bool {
    let mine = || said.iter().filter(|saying| saying.about.contains(&symbol));
    let bounded = |above: bool| {
        mine().any(|saying| matches!(&saying.kind, Kind::Bound(sides) if sides.get(&symbol) == Some(&above)))
    };
    let fixed = mine().any(|saying| match saying.kind {
        Kind::Equal => saying.about.len() == 1,
        Kind::Other => true,
        Kind::Bound(_) | Kind::Remainder | Kind::Differ => false,
    });
    fixed || bounded(true) && bounded(false)
}

impl Saying {
    fn of(expr: &Expr, symbol: &dyn Fn(&str) -> Option<Symbol>) -> Self {
        let about: BTreeSet<Symbol> = expr.names().into_iter().filter_map(symbol).collect();
        Saying { kind: Kind::of(expr, &about, symbol), about }
    }
}

impl Kind {
    fn of(expr: &Expr, about: &BTreeSet<Symbol>, symbol: &dyn Fn(&str) -> Option<Symbol>) -> Self {
        let Expr::Binary(op, lhs, rhs) = expr else { return Kind::Other };
        let sides = |lesser: &Expr, greater: &Expr| {
            let side = |of: &Symbol| {
                Some((*of, sign(lesser, *of, symbol).or_else(|| sign(greater, *of, symbol).map(|up| !up))?))
            };
            about.iter().filter_map(side).collect()
        };
        if has_remainder(lhs) || has_remainder(rhs) {
            return Kind::Remainder;
        }
        match op {
            Binary::Le | Binary::Lt => Kind::Bound(sides(lhs, rhs)),
            Binary::Ge | Binary::Gt => Kind::Bound(sides(rhs, lhs)),
            Binary::Eq => Kind::Equal,
            Binary::Ne => Kind::Differ,
            Binary::Add
            | Binary::Sub
            | Binary::Mul
            | Binary::Div
            | Binary::Rem
            | Binary::Cdiv
            | Binary::Min
            | Binary::Max
            | Binary::And
            | Binary::Or => Kind::Other,
        }
    }
}

/// Whether a number grows with its first named symbol, if all other numbers are nonnegative.
fn sign(expr: &Expr, of: Symbol, symbol: &dyn Fn(&str) -> Option<Symbol>) -> Option<bool> {
    match expr {
        Expr::Number(_) => None,
        Expr::Name(name) => (symbol(name) == Some(of)).then_some(true),
        Expr::Unary(op, operand) => sign(operand, of, symbol).map(|up| up == (*op == Unary::Not)),
        Expr::Element(_, place) => sign(place, of, symbol),
        Expr::Binary(op, lhs, rhs) => {
            let falls = matches!(op, Binary::Sub | Binary::Div | Binary::Cdiv);
            sign(lhs, of, symbol).or_else(|| sign(rhs, of, symbol).map(|up| up != falls))
        }
    }
}

fn has_remainder(expr: &Expr) -> bool {
    match expr {
        Expr::Number(_) | Expr::Name(_) => false,
        Expr::Unary(_, operand) | Expr::Element(_, operand) => has_remainder(operand),
        Expr::Binary(op, lhs, rhs) => *op == Binary::Rem || has_remainder(lhs) || has_remainder(rhs),
    }
}

#[cfg(test)]
mod tests {
    use spec::parse;

    use super::*;

    /// Which of some conditions may be found under a contract of a kernel that takes `n`, `m` and a buffer.
    fn open(clauses: &str, conditions: &[&str]) -> Vec<bool> {
        let text = format!(
            "contract @k {{ names = (n, m, b) {clauses} }}
            entry @k(%n: tile<i32>, %m: tile<i32>, %b: tile<ptr<f32>>) {{ return }}"
        );
        let module = parse::module(&text).unwrap_or_else(|problem| panic!("{}", problem.message));
        let bound = Bound::new(&module.contracts[0], &module.kernels[0]).expect("it binds");
        let open = Open::of(&bound);
        let clause = |text: &&str| {
            let read = parse::contract_clauses(&format!("requires = {text}")).expect("it parses");
            open.admits(&Clause::Requires(read.requires[0].clone()))
        };
        conditions.iter().map(clause).collect()
    }

    #[test]
    fn a_requirement_closes_what_it_says_of_what_it_names() {
        let all = ["n >= 4", "n <= 4", "n % 8 == 0", "m >= 4", "n <= m", "grid.x <= n"];
        assert_eq!(open("", &all), [true; 6]);
        assert_eq!(open("closed", &all), [false; 6]);
        assert_eq!(open("grid = (1) buffer b : f32[n]", &all), [true, true, true, true, true, false]);
        assert_eq!(open("requires = n >= 1", &all), [false, true, true, true, true, true]);
        assert_eq!(open("requires = n % 2 == 0", &all), [true, true, false, true, true, true]);
        assert_eq!(open("requires = n == 3", &all), [false, false, false, true, true, true]);
        assert_eq!(open("requires = n >= 1, n <= 9", &all), [false, false, false, true, true, true]);
        assert_eq!(open("requires = n >= 1 and n <= 9", &all), [false, false, false, true, true, true]);
        assert_eq!(open("requires = n == 1 or n == 2", &all), [false, false, false, true, true, true]);
        assert_eq!(open("requires = n <= m - 1", &all), [true, true, true, true, false, true]);
        assert_eq!(open("requires = grid.x <= n / 2", &all), [true, true, true, true, true, false]);
    }

    #[test]
    fn a_launch_that_nobody_excludes_is_one_of_a_contract_that_names_everything() {
        let launch = |clauses: &str| {
            let text =
                format!("contract @k {{ {clauses} }} entry @k(%n: tile<i32>, %m: tile<i32>) {{ return }}");
            let module = parse::module(&text).expect("it parses");
            let bound = Bound::new(&module.contracts[0], &module.kernels[0]).expect("it binds");
            Open::of(&bound).launch()
        };
        assert!(launch("grid = (1) requires = n >= 1"));
        assert!(launch("requires = n >= 1, m >= 1"));
        assert!(!launch("grid = (1) requires = n >= 1, m >= 1"));
        assert!(!launch("requires = grid.x <= n, m >= 1"));
        assert!(!launch("closed"));
    }
}
