//! The author's names of a kernel's parameters: read from its signature, at the line of the debug information.
//!
//! A name is taken only where the signature fits the kernel's parameters in one way: without one an argument is `arg3`, which is
//! better than a wrong name.

mod cpp;
mod fit;
mod list;
mod python;
mod symbol;

use std::collections::BTreeMap;
use std::sync::Arc;

use spec::syntax::contract::{ArgumentName, Contract};
use spec::syntax::kernel::{Kernel, Module, ValueId};

pub(crate) use self::cpp::parameter_list;
pub(crate) use self::fit::Parameter;
pub(crate) use self::list::{Language, split};
pub use self::symbol::function_name;

/// The names of elements and places in `contents` clauses: no integer has these names.
const ELEMENTS: [&str; 2] = ["value", "i"];

/// Words that mean something in contracts: an argument of that name could not be spoken of.
const RESERVED: [&str; 11] =
    ["and", "or", "not", "grid", "distinct", "where", "closed", "uninit", "strides", "requires", "contents"];

/// Adds to a module what its kernels' parameters are called in the author's files, as far as these are at hand.
pub(super) fn add_parameters(module: &mut Module, read: &dyn Fn(&str) -> Option<Arc<str>>) {
    let mut files: BTreeMap<String, Option<Arc<str>>> = BTreeMap::new();
    for kernel in &module.kernels {
        let Some(place) = &kernel.at.source else { continue };
        let position = &place.position;
        let text = files.entry(position.file.clone()).or_insert_with(|| read(&position.file));
        let named = text.as_deref().and_then(|text| read_names(kernel, text, &position.file, position.line));
        module.parameters.extend(named.map(|names| (kernel.name.clone(), names)));
    }
}

/// The names of a kernel's parameters, from its signature at a line of a text.
fn read_names(kernel: &Kernel, text: &str, file: &str, line: u32) -> Option<Vec<Option<ArgumentName>>> {
    let own = |position: usize| format!("arg{position}");
    let mut params = kernel.params.iter().enumerate();
    // Kernels written as text have their own names.
    if !params.all(|(position, param)| kernel.values[param.index()].name == own(position)) {
        return None;
    }
    let from = crate::convert::index(line).checked_sub(1)?;
    let rest: String = text.split_inclusive('\n').skip(from).collect();
    let written = if file.ends_with(".py") {
        python::parameters(&rest, text, &kernel.name)?
    } else {
        cpp::parameters(&rest, function_name(&kernel.name))?
    };
    let names = fit::fit(&written, kernel)?;
    let is_free = |name: &str, param: &ValueId| {
        let is_pointer = kernel.tile(*param).element.pointee().is_some();
        let base = name.split('.').next().unwrap_or_default();
        let position = base.strip_prefix("arg").is_some_and(|rest| rest.parse::<usize>().is_ok());
        !RESERVED.contains(&base) && !position && (is_pointer || !ELEMENTS.contains(&name))
    };
    let pairs = names.into_iter().zip(&kernel.params);
    Some(pairs.map(|(name, param)| name.filter(|one| is_free(&one.name, param))).collect())
}

/// Names the arguments that a contract does not name as the author's file does, and has all clauses call them so.
pub(super) fn name_arguments(module: &Module, kernel: &Kernel, contract: &mut Contract) {
    let found = module.parameters.iter().find(|(name, _)| *name == kernel.name);
    if let Some((_, names)) = found {
        for (position, param) in kernel.params.iter().enumerate().skip(contract.names.len()) {
            let own = || ArgumentName { name: kernel.values[param.index()].name.clone(), unsigned: false };
            let read = names.get(position).and_then(Option::as_ref);
            let read =
                read.map(|one| ArgumentName { name: called(&one.name, names, contract), ..one.clone() });
            let taken = |name: &str| contract.names.iter().any(|other| other.name == name);
            contract.names.push(read.filter(|one| !taken(&one.name)).unwrap_or_else(own));
        }
    }
    spec::contract::unify_names(contract, kernel);
}

/// An extent or a stride belongs to the contract's name of its tensor.
fn called(name: &str, names: &[Option<ArgumentName>], contract: &Contract) -> String {
    let Some((base, part)) = name.split_once('.') else { return name.to_owned() };
    let tensor = names.iter().position(|other| other.as_ref().is_some_and(|other| other.name == base));
    let tensor = tensor.and_then(|position| contract.names.get(position));
    tensor.map_or_else(|| name.to_owned(), |tensor| format!("{}.{part}", tensor.name))
}
