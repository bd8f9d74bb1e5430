//! The contract of a kernel: the contract of its file, with additions of the command line.

use spec::admit::broken_clause;
use spec::contract::{Bound, Symbol};
use spec::parse::contract_clauses;
use spec::problem::IllFormed;
use spec::syntax::contract::{Binary, Contract, Expr, binary};
use spec::syntax::kernel::{Kernel, Module};
use spec::syntax::span::Place;

use super::Source;
use super::names::{self, function_name};
use crate::failure::Failure;

/// Clauses from the command line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags {
    /// The grid; wins over the file's.
    pub grid: Option<String>,
    /// Added to the file's.
    pub requires: Vec<String>,
    /// What launches do beside having no undefined behavior; added to the file's.
    pub properties: Vec<String>,
    /// One launch, such as `n=1000,grid=8`: values of all integer arguments; the grid if no clause states it.
    pub at: Option<String>,
}

/// The contract of a kernel.
///
/// # Errors
/// A kernel has two contracts, or a flag does not parse.
pub fn find_contract(module: &Module, kernel: &Kernel, flags: &Flags) -> Result<Contract, IllFormed> {
    let mut written = module.contracts.iter().filter(|contract| contract.kernel == kernel.name);
    let nothing = || Contract { kernel: kernel.name.clone(), at: kernel.at.clone(), ..Contract::default() };
    let mut contract = written.next().cloned().unwrap_or_else(nothing);
    if let Some(second) = written.next() {
        let message = format!("@{} has two contracts", kernel.name);
        let help = Some("put all clauses into one block".to_owned());
        return Err(IllFormed { message, at: second.at.clone(), help });
    }
    let added = flags.parse().map_err(|problem| IllFormed { at: contract.at.clone(), ..problem })?;
    contract.grid = added.grid.or(contract.grid);
    contract.requires.extend(added.requires);
    let new: Vec<_> = added.ensures.into_iter().filter(|one| !contract.ensures.contains(one)).collect();
    contract.ensures.extend(new);
    names::name_arguments(module, kernel, &mut contract);
    if let Some(at) = &flags.at {
        let strides = usual_strides(at, &contract, kernel)?;
        let equal = |(name, stride)| binary(Binary::Eq, Expr::Name(name), Expr::Number(stride));
        contract.requires.extend(strides.into_iter().map(equal));
        one_launch(at, &contract, kernel)?;
    }
    Ok(contract)
}

/// Checks that a kernel has the arguments that the flags name.
///
/// # Errors
/// The kernel lacks a named argument; the error lists the existing names.
pub fn require_arguments(module: &Module, kernel: &Kernel, flags: &Flags) -> Result<(), Failure> {
    let (Ok(mut contract), Ok(added)) = (find_contract(module, kernel, &Flags::default()), flags.parse())
    else {
        // The error is then reported with its place.
        return Ok(());
    };
    contract.grid = added.grid.clone().or(contract.grid);
    let bound = Bound { contract: &contract, kernel };
    let named = added.grid.iter().flatten().chain(&added.requires).flat_map(Expr::names);
    let mut unknown = named.filter(|name| bound.symbol(name).is_none() && bound.position(name).is_none());
    let Some(name) = unknown.next() else {
        require_meaning(module, kernel, flags)?;
        let Some(at) = &flags.at else { return Ok(()) };
        one_launch(at, &contract, kernel)
            .map_err(|problem| Failure::usage(problem.message).help(problem.help.unwrap_or_default()))?;
        return require_admitted(at, &bound);
    };
    let all: Vec<&str> = (0..kernel.params.len()).map(|position| bound.argument_name(position)).collect();
    let has = if all.is_empty() { "it has none".to_owned() } else { format!("it has {}", all.join(", ")) };
    Err(Failure::usage(format!("@{} has no argument `{name}`", function_name(&kernel.name))).help(has))
}

/// Checks that each flag is a clause with a meaning: a condition of the launch, without a division by zero.
fn require_meaning(module: &Module, kernel: &Kernel, flags: &Flags) -> Result<(), Failure> {
    let one = |requires: Option<&String>, grid: Option<&String>| Flags {
        requires: requires.into_iter().cloned().collect(),
        grid: grid.cloned(),
        ..Flags::default()
    };
    let problem = |flags: &Flags| {
        let contract = find_contract(module, kernel, flags).ok()?;
        Bound::new(&contract, kernel).err().map(|problem| problem.message)
    };
    if problem(&Flags::default()).is_some() {
        // The contract of the file has an error, which is then reported with its place.
        return Ok(());
    }
    let clauses = flags.requires.iter().map(|clause| ("--requires", clause, one(Some(clause), None)));
    let grids = flags.grid.iter().map(|grid| ("--grid", grid, one(None, Some(grid))));
    for (flag, text, alone) in clauses.chain(grids) {
        if let Some(message) = problem(&alone) {
            return Err(Failure::usage(format!("{flag} `{text}`: {message}")));
        }
    }
    Ok(())
}

/// Checks that the numbers of `--at` break no clause of the contract.
fn require_admitted(at: &str, bound: &Bound<'_>) -> Result<(), Failure> {
    let given = values(at);
    let number = |symbol: Symbol| {
        let (_, value) = match symbol {
            Symbol::Argument(position) => {
                given.iter().find(|(name, _)| bound.position(name) == Some(position))?
            }
            Symbol::Grid(_) | Symbol::Length(_) | Symbol::Element | Symbol::Index | Symbol::Place(_) => {
                return None;
            }
        };
        value.parse().ok()
    };
    let Some(clause) = broken_clause(bound, number) else { return Ok(()) };
    let name = function_name(&bound.kernel.name);
    Err(Failure::usage(format!("the launch of --at breaks `{clause}`, a clause of the contract of @{name}"))
        .help("--at states a launch of the contract"))
}

/// A contract that names no kernel of the module: most likely a slip of the pen.
pub fn find_stray_contract(module: &Module) -> Option<IllFormed> {
    let has = |name: &str| module.kernels.iter().any(|kernel| kernel.name == name);
    let stray = module.contracts.iter().find(|contract| !has(&contract.kernel))?;
    let names: Vec<_> = module.kernels.iter().map(|kernel| format!("@{}", kernel.name)).collect();
    Some(IllFormed {
        message: format!("a contract is about @{}, which is no kernel of this file", stray.kernel),
        at: stray.at.clone(),
        help: Some(format!("its kernels are {}", names.join(", "))),
    })
}

/// `n=1000,grid=(8,2)` as names and values.
fn values(at: &str) -> Vec<(&str, &str)> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0i32);
    for (end, letter) in at.char_indices().chain([(at.len(), ',')]) {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if letter == ',' && depth == 0 {
            let (name, value) = at[start..end].split_once('=').unwrap_or((&at[start..end], ""));
            found.push((name.trim(), value.trim()));
            start = end + 1;
        }
    }
    found
}

/// The strides that `--at` leaves open: an array of given extents is contiguous. An empty axis counts as one element, as in PyTorch.
fn usual_strides(at: &str, contract: &Contract, kernel: &Kernel) -> Result<Vec<(String, i128)>, IllFormed> {
    let bound = Bound::new(contract, kernel)?;
    let given = values(at);
    let named = |name: &str| given.iter().find(|(own, _)| *own == name);
    let mut found = Vec::new();
    for position in (0..kernel.params.len()).filter(|position| bound.scalar(*position).is_some()) {
        let name = bound.argument_name(position);
        let Some((array, axis)) = name.strip_suffix(']').and_then(|name| name.split_once(".strides[")) else {
            continue;
        };
        let Ok(axis) = axis.parse::<usize>() else { continue };
        if named(name).is_some() || is_equated(contract, name) {
            continue;
        }
        let behind = (axis + 1..).map(|axis| format!("{array}.shape[{axis}]"));
        let behind = behind.take_while(|extent| bound.position(extent).is_some());
        let extents = behind.map(|extent| named(&extent)?.1.parse::<i128>().ok());
        let stride = extents
            .map(|extent| extent.map(|extent| extent.max(1)))
            .try_fold(1i128, |all, extent| all.checked_mul(extent?));
        found.extend(stride.map(|stride| (name.to_owned(), stride)));
    }
    Ok(found)
}

/// Whether the contract says which number a stride equals, given the extents.
fn is_equated(contract: &Contract, name: &str) -> bool {
    let is_it = |side: &Expr| matches!(side, Expr::Name(own) if own == name);
    let is_open = |side: &Expr| side.names().iter().any(|name| name.contains(".strides["));
    contract.requires.iter().any(|clause| match clause {
        Expr::Binary(Binary::Eq, left, right) => {
            is_it(left) && !is_open(right) || is_it(right) && !is_open(left)
        }
        Expr::Number(_) | Expr::Name(_) | Expr::Unary(..) | Expr::Binary(..) | Expr::Element(..) => false,
    })
}

/// Checks that `--at` leaves only memory open.
fn one_launch(at: &str, contract: &Contract, kernel: &Kernel) -> Result<(), IllFormed> {
    let bound = Bound::new(contract, kernel)?;
    let given: Vec<&str> = values(at).into_iter().map(|(name, _)| name).collect();
    let usual = usual_strides(at, contract, kernel)?;
    let is_known = |position: &usize| {
        let name = bound.argument_name(*position);
        let is_stride = name.contains(".strides[");
        usual.iter().any(|(own, _)| own == name) || is_stride && is_equated(contract, name)
    };
    let scalars = (0..kernel.params.len()).filter(|position| bound.scalar(*position).is_some());
    let scalars = scalars.filter(|position| !is_known(position));
    let open = scalars.filter(|position| !given.iter().any(|name| bound.position(name) == Some(*position)));
    let mut open: Vec<String> = open.map(|position| bound.argument_name(position).to_owned()).collect();
    let lacks_grid = contract.grid.is_none() && !given.iter().any(|name| name.starts_with("grid"));
    if lacks_grid {
        open.insert(0, "grid".to_owned());
    }
    if open.is_empty() {
        return Ok(());
    }
    Err(IllFormed {
        message: format!(
            "--at states a launch of @{} without {}",
            function_name(&kernel.name),
            open.join(", ")
        ),
        at: contract.at.clone(),
        help: Some(format!(
            "for example --at {}{}",
            open.iter().map(|name| format!("{name}=1")).collect::<Vec<_>>().join(","),
            if lacks_grid { "; --grid 'cdiv(n, 128)' states the grid by a formula" } else { "" }
        )),
    })
}

impl Flags {
    /// The flags in which constants of a source have their values.
    #[must_use]
    pub fn with_constants(&self, source: &Source) -> Self {
        let words = |text: &String| source.with_constants(text);
        // A constant may have the name of an argument, so names stay.
        let value = |(name, value): (&str, &str)| format!("{name}={}", source.with_constants(value));
        Flags {
            grid: self.grid.as_ref().map(words),
            requires: self.requires.iter().map(words).collect(),
            properties: self.properties.iter().map(words).collect(),
            at: self.at.as_deref().map(|at| values(at).into_iter().map(value).collect::<Vec<_>>().join(",")),
        }
    }

    /// The clauses of the flags.
    pub fn parse(&self) -> Result<Contract, IllFormed> {
        let mut text = String::new();
        if let Some(grid) = &self.grid {
            text.push_str(&format!("grid = ({})\n", without_parentheses(grid)));
        }
        for (name, value) in self.at.iter().flat_map(|at| values(at)) {
            if name.is_empty() || value.is_empty() {
                return Err(IllFormed {
                    message: match name {
                        "" => "--at has a part without `name=value`".to_owned(),
                        name => format!("--at states no value of `{name}`"),
                    },
                    at: Place::default(),
                    help: Some("for example --at n=1000,grid=8".to_owned()),
                });
            }
            match name {
                "grid" => text.push_str(&format!("grid = ({})\n", without_parentheses(value))),
                name => text.push_str(&format!("requires = {name} == {value}\n")),
            }
        }
        for clause in &self.requires {
            text.push_str(&format!("requires = {clause}\n"));
        }
        for property in &self.properties {
            text.push_str(&format!("ensures = {property}\n"));
        }
        contract_clauses(&text).map_err(|problem| IllFormed {
            message: format!("--grid, --requires, --property and --at make no contract: {}", problem.message),
            help: problem.help.clone().or_else(|| {
                Some(format!("the flags give these clauses: {}", text.trim().replace('\n', "; ")))
            }),
            ..problem
        })
    }
}

/// A parenthesized list, as in a clause, without parentheses.
fn without_parentheses(grid: &str) -> &str {
    let grid = grid.trim();
    let Some(inner) = grid.strip_prefix('(').and_then(|grid| grid.strip_suffix(')')) else {
        return grid;
    };
    let mut depth = 0;
    let closes_early = inner.chars().any(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0
    });
    if closes_early { grid } else { inner }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_may_stand_in_parentheses() {
        assert_eq!(without_parentheses("4, 1"), "4, 1");
        assert_eq!(without_parentheses(" (4, 1) "), "4, 1");
        assert_eq!(without_parentheses("(N + 1) / (2)"), "(N + 1) / (2)");
    }
}
