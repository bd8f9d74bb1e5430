//! The launch of a check whose clauses leave only memory open, as `--at` states it.

use driver::check::report::{Inferred, KernelReport};
use driver::signature::Signature;
use spec::contract::{Resolved, Symbol};
use spec::syntax::contract::{Expr, GRID};
use spec::syntax::types::Element;
use verify::Clause;

/// A launch without its memory.
pub(super) struct Stated<'a> {
    signature: &'a Signature,
    grid: [i128; 3],
    /// The integer arguments: position and value.
    scalars: Vec<(usize, i128)>,
    /// Whether other clauses are given, such as contents of an array.
    has_others: bool,
}

impl<'a> Stated<'a> {
    /// The launch of a report whose clauses give the grid and every integer argument, of which there is at least one.
    pub(super) fn of(report: &'a KernelReport) -> Option<Self> {
        let given = &report.contract.given;
        let equations: Vec<(&str, i128)> = given
            .iter()
            .filter_map(|clause| clause.split_once(" == "))
            .filter_map(|(name, value)| Some((name, value.parse().ok()?)))
            .collect();
        let value = |name: &str| equations.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        let parameters = report.signature.0.iter().enumerate();
        let is_integer = |element| matches!(element, Element::Scalar(scalar) if scalar.is_integer());
        let integers = parameters.filter(|(_, parameter)| is_integer(parameter.element));
        let scalars: Vec<_> =
            integers.map(|(at, parameter)| Some((at, value(&parameter.name)?))).collect::<Option<_>>()?;
        let is_of_launch = |clause: &String| {
            let known = equations.iter().any(|(name, value)| *clause == format!("{name} == {value}"));
            known || GRID.iter().any(|axis| clause.starts_with(&format!("{axis} == ")))
        };
        let has_others = !given.iter().all(is_of_launch);
        let mut stated = Stated { signature: &report.signature, grid: [1; 3], scalars, has_others };
        // A grid clause leaves out axes with one block.
        let extent =
            |name: &str| given.iter().find_map(|clause| clause.strip_prefix(name)?.strip_prefix(" == "));
        for (axis, name) in GRID.iter().enumerate() {
            match extent(name) {
                Some(words) => stated.grid[axis] = stated.number(&parse_extent(words)?),
                None if axis == 0 => return None,
                None => {}
            }
        }
        (!stated.scalars.is_empty()).then_some(stated)
    }

    /// The arguments and the grid, such as `n = 1000, grid (4, 1, 1)`, with a word about other clauses.
    pub(super) fn words(&self) -> String {
        let [x, y, z] = self.grid;
        let scalars = self.scalars.iter();
        let scalars: String =
            scalars.map(|(at, value)| format!("{} = {value}, ", self.signature.name(*at))).collect();
        let others = if self.has_others { " of its contract" } else { "" };
        format!("{scalars}grid ({x}, {y}, {z}){others}")
    }

    /// A clause in words, with the number of elements of a buffer in this launch.
    pub(super) fn clause(&self, one: &Inferred) -> String {
        match &one.clause {
            Clause::Buffer { name, element, len, .. } => {
                format!("buffer {name} : {element}[{}]", self.number(len))
            }
            Clause::Requires(_) | Clause::Align { .. } | Clause::Contents { .. } | Clause::Related { .. } => {
                one.clause.to_string()
            }
        }
    }

    /// The clauses in words, in which arrays of one size stand together.
    pub(super) fn together(&self, clauses: &[Inferred]) -> Vec<String> {
        let (mut sizes, mut others): (Vec<(i128, Vec<String>)>, Vec<String>) = (Vec::new(), Vec::new());
        for one in clauses {
            let Clause::Buffer { name, len, .. } = &one.clause else {
                others.push(one.clause.to_string());
                continue;
            };
            let (size, name) = (self.number(len), format!("`{name}`"));
            match sizes.iter_mut().find(|(known, _)| *known == size) {
                Some((_, names)) => names.push(name),
                None => sizes.push((size, vec![name])),
            }
        }
        let has = |(size, names): (i128, Vec<String>)| {
            let verb = if names.len() == 1 { "has" } else { "have" };
            let plural = if size == 1 { "" } else { "s" };
            format!("{} {verb} at least {size} element{plural}", joined(&names))
        };
        sizes.into_iter().map(has).chain(others).collect()
    }

    /// The trusted properties of memory in a sentence; none without a memory clause.
    pub(super) fn memory(&self, trusted: &[String]) -> Option<String> {
        let sized = trusted.iter().filter_map(|one| {
            Some(format!(
                "`{}`",
                one.strip_prefix("buffer ")?.strip_suffix(" : as large as the views on it")?
            ))
        });
        let sized: Vec<String> = sized.collect();
        let apart = trusted.iter().find_map(|one| one.strip_prefix("disjoint = (")?.strip_suffix(')'));
        let apart = apart.map(|names| names.split(", ").map(|name| format!("`{name}`")).collect::<Vec<_>>());
        let holds = match sized.as_slice() {
            [] => None,
            [one] => Some(format!("{one} is as large as its views")),
            several => Some(format!("{} are as large as their views", joined(several))),
        };
        let apart = apart.map(|names| format!("{} do not overlap", joined(&names)));
        let all: Vec<String> = holds.into_iter().chain(apart).collect();
        (!all.is_empty()).then(|| format!("assumed about memory: {}", all.join("; ")))
    }

    fn number(&self, expr: &Expr) -> i128 {
        let symbol = |name: &str| match GRID.iter().position(|axis| *axis == name) {
            Some(axis) => Some(Symbol::Grid(axis)),
            None => self.signature.position(name).map(Symbol::Argument),
        };
        let mut value = |symbol| match symbol {
            Symbol::Grid(axis) => self.grid.get(axis).copied().unwrap_or(1),
            Symbol::Argument(at) => {
                self.scalars.iter().find(|(position, _)| *position == at).map_or(0, |(_, value)| *value)
            }
            // The size of a buffer names no elements.
            Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => 0,
        };
        Resolved::of(expr, &symbol).number(&mut value)
    }
}

/// An extent of the grid, as a contract states it.
fn parse_extent(words: &str) -> Option<Expr> {
    let contract = spec::parse::contract_clauses(&format!("grid = ({words})")).ok()?;
    contract.grid?.into_iter().next()
}

/// The words with commas, and `and` before the last word.
fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
