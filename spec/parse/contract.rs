//! Contracts.

use std::collections::HashSet;

use pest::iterators::Pair;

use super::array_clause::{self, Entry};
use super::attribute::symbol;
use super::expression::expression;
use super::grammar::{Rule, parse, place, wrong};
use super::shapes::{say_of_arrays, say_shapes};
use super::types;
use super::{allowance, guard, property};
use crate::problem::IllFormed;
use crate::syntax::contract::{ArgumentName, BufferClause, Contract, Relation};
use crate::syntax::kernel::Module;
use crate::syntax::span::Place;

/// The most names, buffers or facts about buffers of one contract.
const MAX_CLAUSES: usize = 512;

/// `contract @kernel {…}`
pub(super) fn contract(pair: Pair<'_, Rule>) -> Result<Contract, IllFormed> {
    let at = place(&pair);
    let mut contract = Contract { at, ..Contract::default() };
    let mut late = Vec::new();
    for inner in pair.into_inner() {
        if inner.as_rule() == Rule::symbol {
            contract.kernel = symbol(&inner);
            contract.at = place(&inner);
        } else if is_late(&inner) {
            late.push(inner);
        } else {
            clause(inner, &mut contract)?;
        }
    }
    // The names of extents and strides may stand below.
    say_late(late, &mut contract)?;
    Ok(contract)
}

/// Whether a clause is about the extents and strides of arrays by their names.
fn is_late(clause: &Pair<'_, Rule>) -> bool {
    [Rule::contiguous, Rule::same_shape, Rule::shapes].contains(&clause.as_rule())
}

/// The clauses behind all others: about names of extents and strides, and about lists.
fn say_late(late: Vec<Pair<'_, Rule>>, to: &mut Contract) -> Result<(), IllFormed> {
    let mut shapes = Vec::new();
    for clause in late {
        if clause.as_rule() == Rule::shapes {
            shapes.extend(clause.into_inner());
        } else {
            shapes.extend(say_of_arrays(clause, to)?);
        }
    }
    say_shapes(shapes, to)?;
    array_clause::say_lists(to);
    Ok(())
}

/// The contracts of a text that has nothing else, for the kernels of a module; places are counted from `offset`.
pub(super) fn beside(text: &str, offset: usize, module: &mut Module) -> Result<(), IllFormed> {
    let comments = guard::scan(text)?;
    let known: HashSet<String> = module.kernels.iter().map(|kernel| kernel.name.clone()).collect();
    let mut seen: HashSet<String> = module.contracts.iter().map(|contract| contract.kernel.clone()).collect();
    let (mut contracts, mut ends) = (Vec::new(), Vec::new());
    for pair in parse(Rule::contracts, text)?.flat_map(|contracts| contracts.into_inner()) {
        if pair.as_rule() == Rule::EOI {
            continue;
        }
        let end = pair.as_span().end();
        let contract = contract(pair)?;
        once(&contract, &known, &mut seen)?;
        ends.push((end, contract.kernel.clone()));
        contracts.push(contract);
    }
    let mut allowances = Vec::new();
    for comment in comments {
        if let Some(allowance) = allowance::in_comment(&comment)? {
            allowances.push((allowance::find_owner(&allowance, &ends)?, allowance));
        }
    }
    for contract in &mut contracts {
        contract.at.offset += offset;
        contract.words.values_mut().for_each(|at| at.offset += offset);
    }
    allowances.iter_mut().for_each(|(_, allowance)| allowance.at.offset += offset);
    module.contracts.extend(contracts);
    module.allowances.extend(allowances);
    Ok(())
}

/// A bare list of clauses.
pub(super) fn clauses(text: &str) -> Result<Contract, IllFormed> {
    guard::scan(text)?;
    let at = Place { offset: 0, len: text.len(), source: None };
    let mut contract = Contract { at, ..Contract::default() };
    let all = parse(Rule::clauses, text)?.flat_map(|clauses| clauses.into_inner());
    let (late, now): (Vec<_>, Vec<_>) = all.partition(is_late);
    for inner in now {
        if inner.as_rule() != Rule::EOI {
            clause(inner, &mut contract)?;
        }
    }
    say_late(late, &mut contract)?;
    Ok(contract)
}

/// Every contract belongs to a kernel of its module, and no kernel has two.
pub(super) fn of_kernels(module: &Module, names: &HashSet<String>) -> Result<(), IllFormed> {
    let mut seen = HashSet::new();
    module.contracts.iter().try_for_each(|contract| once(contract, names, &mut seen))
}

/// A contract belongs to a known kernel without an earlier contract.
fn once(contract: &Contract, known: &HashSet<String>, seen: &mut HashSet<String>) -> Result<(), IllFormed> {
    let problem = |message: String| Err(IllFormed::new(message, &contract.at));
    if !known.contains(&contract.kernel) {
        return problem(format!("there is no kernel @{}", contract.kernel));
    }
    if !seen.insert(contract.kernel.clone()) {
        return problem(format!("@{} has two contracts", contract.kernel));
    }
    Ok(())
}

/// A clause. `requires` may be repeated, and so may clauses about different buffers.
fn clause(pair: Pair<'_, Rule>, to: &mut Contract) -> Result<(), IllFormed> {
    let at = pair.clone();
    let twice = || wrong(&at, "the contract says this twice");
    let rule = pair.as_rule();
    let mut inner = pair.into_inner();
    let facts = to.names.len() + to.buffers.len() + to.aligns.len() + to.contents.len() + to.relations.len();
    let facts = facts + to.ensures.len();
    if rule != Rule::names {
        let is_word = |word: &Pair<'_, Rule>| [Rule::name, Rule::ident].contains(&word.as_rule());
        let words = at.clone().into_inner().flatten().filter(is_word);
        words.for_each(|word| {
            to.words.entry(word.as_str().to_owned()).or_insert_with(|| place(&word));
        });
    }
    if facts > MAX_CLAUSES || (rule == Rule::names && inner.len() > MAX_CLAUSES) {
        return Err(wrong(&at, format!("a contract speaks of at most {MAX_CLAUSES} things")));
    }
    if rule == Rule::names {
        let entries = inner.map(entry).collect::<Result<Vec<_>, _>>()?;
        if !to.names.is_empty() {
            return Err(twice());
        }
        array_clause::name_parameters(entries, to);
        let names = &to.names;
        if names.iter().enumerate().any(|(i, n)| names[..i].iter().any(|m| m.name == n.name)) {
            return Err(twice());
        }
        if names.len() > MAX_CLAUSES {
            return Err(wrong(&at, format!("a contract speaks of at most {MAX_CLAUSES} things")));
        }
    } else if rule == Rule::grid {
        let extents = inner.map(expression).collect::<Result<Vec<_>, _>>()?;
        if extents.len() > 3 {
            return Err(wrong(&at, "a grid has at most three axes"));
        }
        if to.grid.replace(extents).is_some() {
            return Err(twice());
        }
    } else if rule == Rule::requires {
        inner.try_for_each(|expr| expression(expr).map(|expr| to.requires.push(expr)))?;
    } else if rule == Rule::buffer {
        let buffer = buffer(inner, &at)?;
        is_new(&buffer.name, to, &at)?;
        to.buffers.push(buffer);
    } else if rule == Rule::array || rule == Rule::array_list {
        arrays(inner, to, &at)?;
    } else if rule == Rule::closed {
        if std::mem::replace(&mut to.closed, true) {
            return Err(twice());
        }
    } else if rule == Rule::ensures {
        ensures(inner, to)?;
    } else if [Rule::disjoint, Rule::same_array].contains(&rule) {
        let sets = if rule == Rule::disjoint { &mut to.disjoint } else { &mut to.same_arrays };
        sets.push(inner.map(|name| name.as_str().to_owned()).collect());
    } else {
        about_two(rule, inner, to, &at)?;
    }
    Ok(())
}

/// An array, or a list of arrays.
fn arrays<'i>(
    inner: impl Iterator<Item = Pair<'i, Rule>>,
    to: &mut Contract,
    at: &Pair<'i, Rule>,
) -> Result<(), IllFormed> {
    if at.as_rule() == Rule::array_list {
        let list = array_clause::list(inner, at)?;
        is_new(list.name(), to, at)?;
        to.lists.push(list);
        return Ok(());
    }
    let parts: Vec<_> = inner.collect();
    let Some((shape, names)) = parts.split_last().filter(|(_, names)| !names.is_empty()) else {
        return Err(wrong(at, "expected `array name : type[extents]`"));
    };
    for name in names {
        is_new(name.as_str(), to, at)?;
        let mut array = array_clause::array(name.as_str().to_owned(), shape.clone())?;
        array_clause::bind(&mut array, to, at)?;
        array_clause::add(array, to);
    }
    Ok(())
}

/// That nothing is said yet of how large a buffer is.
fn is_new(name: &str, contract: &Contract, at: &Pair<'_, Rule>) -> Result<(), IllFormed> {
    let known = contract.buffers.iter().any(|other| other.name == name)
        || contract.lists.iter().any(|other| other.name() == name);
    if known { Err(wrong(at, "the contract says this twice")) } else { Ok(()) }
}

/// The ensured properties, without duplicates.
fn ensures<'i>(pairs: impl Iterator<Item = Pair<'i, Rule>>, to: &mut Contract) -> Result<(), IllFormed> {
    for pair in pairs {
        let property = property::property(pair.clone())?;
        if to.ensures.contains(&property) {
            return Err(wrong(&pair, "the contract says this twice"));
        }
        to.ensures.push(property);
    }
    Ok(())
}

/// Clauses of a name and one thing more: `align`, `alias`, `contents`.
fn about_two<'i>(
    rule: Rule,
    mut inner: impl Iterator<Item = Pair<'i, Rule>>,
    to: &mut Contract,
    at: &Pair<'i, Rule>,
) -> Result<(), IllFormed> {
    let (Some(name), Some(other)) = (inner.next(), inner.next()) else {
        return Err(wrong(at, "expected a clause"));
    };
    let name = name.as_str().to_owned();
    if rule == Rule::align {
        let bytes: u64 = types::index(&other)?;
        if !bytes.is_power_of_two() {
            return Err(wrong(&other, "an alignment is a power of two"));
        }
        if to.aligns.iter().any(|(known, _)| *known == name) {
            return Err(wrong(at, "the contract says this twice"));
        }
        to.aligns.push((name, bytes));
    } else if rule == Rule::aliased {
        to.aliases.push((name, other.as_str().to_owned()));
    } else {
        contents(name, other, to)?;
    }
    Ok(())
}

/// What a `contents` clause says: of each element, or of elements by their places, or of all at once.
fn contents(name: String, says: Pair<'_, Rule>, to: &mut Contract) -> Result<(), IllFormed> {
    if says.as_rule() == Rule::distinct {
        let among = says.into_inner().nth(1).map(expression).transpose()?;
        to.relations.push((name, Relation::Distinct(among)));
        return Ok(());
    }
    let holds = expression(says)?;
    if holds.elements().is_empty() {
        to.contents.push((name, holds));
    } else {
        to.relations.push((name, Relation::Along(holds)));
    }
    Ok(())
}

/// `N`, `N : u32`, or `A : f32[M, K]`.
fn entry(pair: Pair<'_, Rule>) -> Result<Entry, IllFormed> {
    let mut inner = pair.into_inner();
    let name = inner.next().map_or(String::new(), |name| name.as_str().to_owned());
    match inner.next() {
        None => Ok(Entry::Plain(ArgumentName { name, unsigned: false })),
        Some(tensor) if tensor.as_rule() == Rule::tensor => {
            array_clause::array(name, tensor).map(Entry::Tensor)
        }
        Some(ty) => argument(name, &ty).map(Entry::Plain),
    }
}

/// `N : u32`
fn argument(name: String, ty: &Pair<'_, Rule>) -> Result<ArgumentName, IllFormed> {
    let widths = ["8", "16", "32", "64"];
    let sign = ty.as_str().chars().next().filter(|_| widths.contains(&&ty.as_str()[1..]));
    match sign {
        Some('u') => Ok(ArgumentName { name, unsigned: true }),
        Some('i') => Ok(ArgumentName { name, unsigned: false }),
        Some(_) | None => Err(IllFormed {
            message: format!("`{}` is no integer type", ty.as_str()),
            at: place(ty),
            help: Some("one of u8, u16, u32, u64, i8, i16, i32, i64".to_owned()),
        }),
    }
}

/// `in : f32[N] uninit`
fn buffer<'i>(
    mut inner: impl Iterator<Item = Pair<'i, Rule>>,
    at: &Pair<'i, Rule>,
) -> Result<BufferClause, IllFormed> {
    let (Some(name), Some(element), Some(len)) = (inner.next(), inner.next(), inner.next()) else {
        return Err(wrong(at, "expected `buffer name : type[elements]`"));
    };
    let (name, element) = (name.as_str().to_owned(), types::scalar(&element)?);
    Ok(BufferClause { name, element, len: expression(len)?, uninit: inner.next().is_some() })
}
