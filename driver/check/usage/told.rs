//! A contract in lines that an author may paste above the kernel. Equal extents are told by `same_shape` and conditions, or by
//! letters in `contiguous` and `shapes`, which takes fewer lines with several arrays.

use std::collections::{BTreeMap, BTreeSet};

use spec::syntax::contract::{Binary, Expr, GRID, binary};
use verify::Clause;

use super::facts::{Facts, Passed};
use super::sample::{Equal, Strides};
use crate::check::report::as_written;

/// The most letters of a line with several conditions.
const WIDE: usize = 100;

/// The names of extents in `shapes`, in this order.
const LETTERS: [&str; 12] = ["M", "N", "K", "L", "P", "Q", "R", "S", "U", "V", "W", "X"];

/// The facts of a contract.
pub(super) struct Told<'a> {
    pub(super) strides: &'a [Strides],
    /// The groups of arrays of one shape.
    pub(super) same: &'a [Vec<String>],
    /// The conditions, of which the groups imply some.
    pub(super) requires: &'a [Expr],
    pub(super) implied: &'a [Expr],
    pub(super) grid: &'a [Option<Expr>; 3],
    pub(super) memory: &'a [Clause],
    /// The arrays that nobody has written.
    pub(super) empty: &'a [String],
}

/// The shapes of arrays in letters.
#[derive(Default)]
struct Shapes {
    /// By parameter, the word for an extent.
    words: BTreeMap<usize, Expr>,
    /// By name, the word for an extent in conditions.
    letters: BTreeMap<String, Expr>,
    /// The conditions in the shapes.
    implied: Vec<Expr>,
    /// The conditions beside the shapes.
    rest: Vec<Expr>,
}

impl Facts<'_> {
    /// The lines of a contract: contiguous arrays, other conditions, the grid, memory.
    pub(super) fn tell(&self, told: &Told<'_>, equal: &Equal) -> Vec<String> {
        let same = told.same.iter().map(|names| format!("same_shape {}", names.join(", "))).collect();
        let requires: Vec<Expr> =
            told.requires.iter().filter(|holds| !told.implied.contains(holds)).cloned().collect();
        let none = Shapes { rest: requires, ..Shapes::default() };
        let plain = told.lines([self.arrays_in_lines(told, &none), same].concat(), &none);
        let shapes = self.shapes(equal, told.requires);
        let short = told.lines(self.arrays_in_lines(told, &shapes), &shapes);
        if short.len() < plain.len() { short } else { plain }
    }

    /// The shapes of all arrays, with one letter for equal extents.
    fn shapes(&self, equal: &Equal, requires: &[Expr]) -> Shapes {
        let extents: BTreeSet<usize> = self.arrays.iter().flat_map(|array| array.extents.clone()).collect();
        let (mut shapes, mut free) = (Shapes::default(), self.letters());
        for set in equal.iter().filter(|set| set.iter().any(|at| extents.contains(at))) {
            self.name_set(set, &extents, requires, (&mut shapes, &mut free));
        }
        self.name_others(&extents, requires, (&mut shapes, &mut free));
        let others = requires.iter().filter(|holds| !shapes.implied.contains(holds));
        shapes.rest = others.cloned().chain(shapes.rest).collect();
        shapes
    }

    /// The right side of the equation of a parameter.
    fn value(&self, at: usize, requires: &[Expr]) -> Option<Expr> {
        let own = self.name(at);
        requires.iter().find_map(|holds| {
            let Expr::Binary(Binary::Eq, name, value) = holds else { return None };
            (**name == own).then(|| (**value).clone())
        })
    }

    /// The word for equal extents: their number, an argument of the same value, or a letter.
    fn name_set(
        &self,
        set: &[usize],
        extents: &BTreeSet<usize>,
        requires: &[Expr],
        (shapes, free): (&mut Shapes, &mut dyn Iterator<Item = Expr>),
    ) {
        let scalars: Vec<usize> = set.iter().copied().filter(|at| !extents.contains(at)).collect();
        let number = self.value(set[0], requires).filter(|value| matches!(value, Expr::Number(_)));
        let own = scalars.first().map(|at| self.name(*at));
        let Some(word) = number.clone().or(own).or_else(|| free.next()) else { return };
        let first = || self.name(set[0]);
        shapes.implied.extend(set.iter().map(|at| binary(Binary::Eq, self.name(*at), first())));
        shapes.implied.extend(number.map(|number| binary(Binary::Eq, first(), number)));
        let others = scalars.iter().map(|at| binary(Binary::Eq, self.name(*at), word.clone()));
        shapes
            .rest
            .extend(others.filter(|holds| !matches!(holds, Expr::Binary(_, name, word) if name == word)));
        for at in set.iter().filter(|at| extents.contains(at)) {
            shapes.words.insert(*at, word.clone());
            shapes.letters.insert(self.bound.argument_name(*at).to_owned(), word.clone());
        }
    }

    /// The words for extents with an equation of their own: a number or a formula.
    fn name_others(
        &self,
        extents: &BTreeSet<usize>,
        requires: &[Expr],
        (shapes, free): (&mut Shapes, &mut dyn Iterator<Item = Expr>),
    ) {
        let open: Vec<usize> = extents.iter().filter(|at| !shapes.words.contains_key(at)).copied().collect();
        for at in open {
            let Some(value) = self.value(at, requires) else { continue };
            for name in value.names() {
                let of = self.bound.position(name).filter(|of| extents.contains(of));
                if let Some((of, word)) = of.filter(|of| !shapes.words.contains_key(of)).zip(free.next()) {
                    shapes.letters.insert(name.to_owned(), word.clone());
                    shapes.words.insert(of, word);
                }
            }
            shapes.implied.push(binary(Binary::Eq, self.name(at), value.clone()));
            if let Expr::Number(_) = value {
                shapes.letters.insert(self.bound.argument_name(at).to_owned(), value.clone());
            }
            shapes.words.insert(at, value);
        }
    }

    /// The clauses about layouts and shapes. Arrays without a shape come last, since names share the next bracket.
    fn arrays_in_lines(&self, told: &Told<'_>, shapes: &Shapes) -> Vec<String> {
        let (mut packed, mut shaped, mut plain) = (Groups::default(), Groups::default(), Vec::new());
        for array in &self.arrays {
            let shape = self.shape_in_words(array, shapes);
            let strides = told.strides.iter().find(|of| of.name == array.name);
            // Strides without a use are told beside a shape, which takes no line more.
            let is_used = strides.is_some_and(|of| !of.clauses.is_empty());
            match (strides.and_then(|of| of.order.as_ref()), shape) {
                (Some(order), shape) if !order.is_sorted() && (is_used || shape.is_some()) => {
                    let any = vec!["_"; order.len()].join(", ");
                    let order: Vec<String> = order.iter().map(ToString::to_string).collect();
                    let shape = shape.unwrap_or(any);
                    packed.add(&array.name, format!("[{shape}] order ({})", order.join(", ")));
                }
                (Some(_), Some(shape)) => packed.add(&array.name, format!("[{shape}]")),
                (Some(_), None) if is_used => plain.push(array.name.clone()),
                (Some(_), None) => {}
                (None, Some(shape)) => shaped.add(&array.name, format!("[{shape}]")),
                (None, None) => {}
            }
        }
        let packed: Vec<String> = packed.tell().into_iter().chain(plain).collect();
        [wrap("contiguous ", &packed), wrap("shapes ", &shaped.tell())].concat()
    }

    /// The extents of an array in words; `None` without a condition. An array with compiled extents alone is no condition of the author's.
    fn shape_in_words(&self, array: &Passed, shapes: &Shapes) -> Option<String> {
        let letter = |name: &str| shapes.letters.get(name).cloned();
        let own = array
            .extents
            .iter()
            .map(|at| shapes.words.get(at).map(|word| computed(&word.with_names(&letter))));
        let own: Vec<Option<Expr>> = own.collect();
        if own.iter().all(Option::is_none) || array.fixed.iter().all(Option::is_some) {
            return None;
        }
        let shown = own.iter().map(|word| word.as_ref().map_or("_".to_owned(), ToString::to_string));
        Some(shown.collect::<Vec<_>>().join(", "))
    }

    /// The letters that are no names of arguments or constants.
    fn letters(&self) -> impl Iterator<Item = Expr> + use<'_> {
        let is_constant = |name: &str| {
            let mut constants = self.samples.iter().flat_map(|sample| &sample.constants);
            constants.any(|(constant, _)| constant == name)
        };
        let all = LETTERS.into_iter().map(str::to_owned).chain((1..).map(|number| format!("N{number}")));
        all.filter(move |name| self.bound.position(name).is_none() && !is_constant(name)).map(Expr::Name)
    }
}

/// Names of arrays with equal texts behind them.
#[derive(Default)]
pub(super) struct Groups(Vec<(String, Vec<String>)>);

impl Groups {
    pub(super) fn add(&mut self, name: &str, text: String) {
        match self.0.iter_mut().find(|(other, _)| *other == text) {
            Some((_, names)) => names.push(name.to_owned()),
            None => self.0.push((text, vec![name.to_owned()])),
        }
    }

    pub(super) fn tell(self) -> Vec<String> {
        self.0.into_iter().map(|(text, names)| names.join(", ") + &text).collect()
    }
}

impl Told<'_> {
    /// The lines with these clauses about arrays, and with the conditions beside shapes in letters.
    fn lines(&self, arrays: Vec<String>, shapes: &Shapes) -> Vec<String> {
        let letter = |name: &str| shapes.letters.get(name).cloned();
        let in_letters = |expr: &Expr| computed(&expr.with_names(&letter));
        let mut lines = arrays;
        let is_packed = |name: &String| {
            self.strides.iter().any(|of| of.name == *name && of.order.is_some() && !of.clauses.is_empty())
        };
        let others = self.strides.iter().filter(|of| of.order.is_none()).flat_map(|of| &of.clauses);
        let all = others.chain(&shapes.rest).map(|holds| in_letters(holds).to_string());
        let mut conditions: Vec<String> = all.collect();
        let grid = self.grid.each_ref().map(|extent| extent.as_ref().map(in_letters));
        let whole = match &grid {
            [Some(x), Some(y), Some(z)] => {
                let one = Expr::Number(1);
                let last = [z, y].iter().take_while(|extent| ***extent == one).count();
                let shown: Vec<String> = [x, y, z].iter().take(3 - last).map(ToString::to_string).collect();
                Some(format!("grid = ({})", shown.join(", ")))
            }
            axes => {
                let named = GRID.iter().zip(axes);
                let known =
                    named.filter_map(|(name, extent)| Some(format!("{name} == {}", extent.as_ref()?)));
                conditions.extend(known);
                None
            }
        };
        lines.extend(wrap("requires = ", &conditions));
        lines.extend(whole);
        // The memory of a contiguous array follows from its extents.
        let follows = |clause: &&Clause| matches!(clause, Clause::Buffer { name, .. } if is_packed(name) && !self.empty.contains(name));
        lines.extend(self.memory.iter().filter(|clause| !follows(clause)).map(|clause| {
            let is_empty = matches!(clause, Clause::Buffer { name, .. } if self.empty.contains(name));
            as_written(&about_memory(clause, &letter).to_string()) + if is_empty { " uninit" } else { "" }
        }));
        lines
    }
}

/// A clause about memory, in letters.
fn about_memory(clause: &Clause, letter: &impl Fn(&str) -> Option<Expr>) -> Clause {
    let mut clause = clause.clone();
    match &mut clause {
        Clause::Buffer { len: expr, .. } | Clause::Contents { holds: expr, .. } => {
            *expr = expr.with_names(letter)
        }
        Clause::Requires(_) | Clause::Align { .. } | Clause::Related { .. } => {}
    }
    clause
}

/// The expression, with arithmetic of numbers computed.
fn computed(expr: &Expr) -> Expr {
    match expr {
        Expr::Binary(op, lhs, rhs) => match (op, computed(lhs), computed(rhs)) {
            (Binary::Mul, Expr::Number(a), Expr::Number(b)) => Expr::Number(a.saturating_mul(b)),
            (Binary::Mul, one, Expr::Number(1)) | (Binary::Mul, Expr::Number(1), one) => one,
            (Binary::Add, Expr::Number(a), Expr::Number(b)) => Expr::Number(a.saturating_add(b)),
            (Binary::Cdiv, Expr::Number(a), Expr::Number(b)) if a >= 0 && b > 0 => {
                Expr::Number(a.div_euclid(b) + i128::from(a % b != 0))
            }
            (Binary::Max, Expr::Number(a), Expr::Number(b)) => Expr::Number(a.max(b)),
            (op, lhs, rhs) => binary(*op, lhs, rhs),
        },
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Element(..) => expr.clone(),
    }
}

/// Parts in as few lines as there have to be.
pub(super) fn wrap(start: &str, parts: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in parts {
        match lines.last_mut().filter(|line| line.len() + part.len() < WIDE) {
            Some(line) => line.push_str(&format!(", {part}")),
            None => lines.push(format!("{start}{part}")),
        }
    }
    lines
}
