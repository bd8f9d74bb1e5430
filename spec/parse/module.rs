//! Modules: globals, entries, contracts, and what comments accept.

use std::collections::HashSet;
use std::sync::Arc;

use pest::iterators::Pair;

use super::attribute::symbol;
use super::dense::dense;
use super::grammar::{Rule, parse, place, wrong};
use super::location::Locations;
use super::location::scopes::check_definition;
use super::operation::{Reader, Scope, read_block};
use super::{allowance, contract, guard, types};
use crate::problem::{IllFormed, Unsupported};
use crate::syntax::kernel::language::{Language, MAX_THREADS};
use crate::syntax::kernel::layout::{ArgumentTest, Code, Property};
use crate::syntax::kernel::{FunctionKind, Global, Kernel, Module};
use crate::syntax::op::Op;
use crate::syntax::types::{Element, TileType};

/// Reads a `.tile` text.
pub(super) fn module(text: &str) -> Result<Module, IllFormed> {
    let comments = guard::scan(text)?;
    let items: Vec<Pair<'_, Rule>> =
        parse(Rule::module, text)?.flat_map(|module| module.into_inner()).collect();
    let mut locations = Locations::default();
    for alias in items.iter().filter(|item| item.as_rule() == Rule::alias) {
        check_definition(alias)?;
        locations.define(alias.clone());
    }
    let (mut module, mut entries) = (Module::default(), Vec::new());
    let mut names = HashSet::new();
    for item in items {
        let rule = item.as_rule();
        if rule == Rule::entry || rule == Rule::test_function {
            let kernel = function(item.clone(), &mut locations)?;
            once(&mut names, &kernel.name, &item)?;
            entries.push((item.as_span().end(), kernel.name.clone()));
            module.kernels.push(Arc::new(kernel));
        } else if rule == Rule::global {
            let global = global(item.clone(), &mut locations)?;
            once(&mut names, &global.name, &item)?;
            module.globals.push(global);
        } else if rule == Rule::foreign {
            module.unread.push(foreign(&item));
        } else if rule == Rule::contract {
            module.contracts.push(contract::contract(item)?);
        }
    }
    module.link();
    contract::of_kernels(&module, &names)?;
    for comment in comments {
        if let Some(allowance) = allowance::in_comment(&comment)? {
            module.allowances.push((allowance::find_owner(&allowance, &entries)?, allowance));
        }
    }
    Ok(module)
}

/// The first type without a representation in kernels.
fn unrepresented(item: &Pair<'_, Rule>) -> Option<Unsupported> {
    let mut all = item.clone().into_inner().flatten();
    all.find_map(|inner| {
        if inner.as_rule() == Rule::pointer_attribute {
            let word = inner.clone().into_inner().next();
            let name = word.map_or("", |word| word.as_str());
            return Some(Unsupported::attributed_pointer(name, place(&inner)));
        }
        let is_bare = inner.as_rule() == Rule::bare_pointer;
        let message = format!("the type {} outside a tile", inner.as_str());
        is_bare.then(|| Unsupported { message, at: place(&inner) })
    })
}

/// `preview$extern_impl @name …`
fn foreign(item: &Pair<'_, Rule>) -> Unsupported {
    let name = item.clone().into_inner().next().map_or(String::new(), |name| symbol(&name));
    let mut at = place(item);
    at.len = item.as_str().find('@').unwrap_or(0) + 1 + name.len();
    Unsupported::foreign_function(&name, at)
}

/// Globals and kernels share one space of names.
fn once(names: &mut HashSet<String>, name: &str, at: &Pair<'_, Rule>) -> Result<(), IllFormed> {
    let new = names.insert(name.to_owned());
    if new { Ok(()) } else { Err(wrong(at, format!("@{name} is defined twice"))) }
}

/// `entry @name(parameters) hints {…} loc(…)`
fn function<'i>(pair: Pair<'i, Rule>, locations: &mut Locations<'i>) -> Result<Kernel, IllFormed> {
    let at = pair.clone();
    let unsupported = unrepresented(&pair);
    locations.enter_function(&pair)?;
    let mut reader = Reader { scope: Scope::default(), locations };
    let (mut name, mut params, mut hints) = (String::new(), Vec::new(), Vec::new());
    let mut results = Vec::new();
    let (mut body, mut source, mut header) = (None, None, place(&pair));
    let (mut language, mut codes) = (Language::default(), Vec::new());
    for inner in pair.into_inner() {
        let rule = inner.as_rule();
        if rule == Rule::symbol {
            name = symbol(&inner);
        } else if rule == Rule::parameter {
            let mut parts = inner.into_inner();
            if let (Some(value), Some(ty)) = (parts.next(), parts.next()) {
                let ty = types::ty(ty)?;
                let id = reader.scope.value(value.as_str().trim_start_matches('%').to_owned(), ty);
                reader.scope.show(id, &value)?;
                params.push(id);
            }
        } else if rule == Rule::threads {
            let fits = |threads: &u32| threads.is_power_of_two() && *threads <= MAX_THREADS;
            let threads = inner.as_str().parse().ok().filter(fits);
            let wrong = || wrong(&inner, format!("a program has 2^k threads, at most {MAX_THREADS}"));
            language = Language::Triton { threads: Some(threads.ok_or_else(wrong)?) };
        } else if rule == Rule::split {
            language = Language::Triton { threads: None };
        } else if rule == Rule::code {
            codes.push(code(&reader.scope, inner)?);
        } else if rule == Rule::hints {
            hints = types::hints(inner)?;
        } else if rule == Rule::ty {
            results.push(types::ty(inner)?);
        } else if rule == Rule::region {
            header.len = at.as_str()[..inner.as_span().start() - header.offset].trim_end().len();
            body = Some(read_block(&mut reader, inner, Vec::new(), Op::Return)?);
        } else if rule == Rule::location {
            source = reader.locations.resolve(&inner);
        }
    }
    let body = body.ok_or_else(|| wrong(&at, "an entry has a body"))?;
    header.source = source;
    let is_entry = at.as_rule() == Rule::entry;
    let kind = if is_entry { FunctionKind::Entry } else { FunctionKind::Test { results } };
    Ok(Kernel {
        name,
        kind,
        params,
        body,
        values: reader.scope.into_values(),
        globals: Vec::new(),
        hints,
        unsupported,
        language,
        codes,
        at: header,
    }
    .numbered())
}

/// A code of Triton's compiler, whose tests name parameters: `code(%x % 16 == 0, %n != 1)`.
fn code(scope: &Scope, pair: Pair<'_, Rule>) -> Result<Code, IllFormed> {
    let tests = pair.into_inner().map(|test| argument_test(scope, test));
    Ok(Code { when: tests.collect::<Result<_, _>>()? })
}

fn argument_test(scope: &Scope, pair: Pair<'_, Rule>) -> Result<ArgumentTest, IllFormed> {
    let (at, whole) = (pair.clone(), pair.as_str().to_owned());
    let (mut parameter, mut divisor, mut holds, mut number) = (None, None, true, None);
    for part in pair.into_inner() {
        let rule = part.as_rule();
        if rule == Rule::value {
            parameter = Some(scope.find(&part)?);
        } else if rule == Rule::divisor {
            divisor = Some(types::index::<u32>(&part)?);
        } else if rule == Rule::different {
            holds = false;
        } else if rule == Rule::number {
            number = Some(types::index::<u32>(&part)?);
        }
    }
    let property = match (divisor, number) {
        (Some(divisor), Some(0)) if divisor > 0 => Some(Property::MultipleOf(divisor)),
        (None, Some(number)) => Some(Property::Is(number)),
        (Some(_), _) | (None, None) => None,
    };
    let (Some(parameter), Some(property)) = (parameter, property) else {
        return Err(wrong(
            &at,
            format!("`{whole}` is neither `%x % 16 == 0` nor `%x == 1`, nor one with `!=`"),
        ));
    };
    Ok(ArgumentTest { parameter, property, holds })
}

/// `global @name alignment = 4 <i8: […]> : tile<16xi8>`
fn global<'i>(pair: Pair<'i, Rule>, locations: &mut Locations<'i>) -> Result<Global, IllFormed> {
    let mut at = place(&pair);
    let whole = pair.clone();
    let (mut name, mut constant, mut alignment) = (String::new(), false, 0);
    let (mut literals, mut ty) = (None, None);
    for inner in pair.into_inner() {
        let rule = inner.as_rule();
        if rule == Rule::symbol {
            name = symbol(&inner);
        } else if rule == Rule::read_only {
            constant = true;
        } else if rule == Rule::number {
            alignment = types::index(&inner)?;
        } else if rule == Rule::dense {
            literals = Some(inner);
        } else if rule == Rule::ty {
            ty = types::ty(inner)?.tile().cloned();
        } else if rule == Rule::location {
            locations.check_global(&inner)?;
            at.source = locations.resolve(&inner);
        }
    }
    let ty: TileType = ty.ok_or_else(|| wrong(&whole, "a global is a tile"))?;
    if ty.shape.len() != 1 {
        return Err(wrong(&whole, format!("a global has one axis, not {}", ty.shape.len())));
    }
    let literals = literals.ok_or_else(|| wrong(&whole, "a global has a value"))?;
    let (element, value) = dense(literals.clone(), &ty.shape)?;
    if ty.element != Element::Scalar(element) {
        return Err(wrong(&literals, format!("the literals are {element}, the tile has {}", ty.element)));
    }
    Ok(Global { name, constant, alignment, element, value, ty, at })
}
