//! Kernels and calls: a public function is a kernel, and a call is inlined.

use std::collections::HashMap;
use std::sync::Arc;

use spec::problem::Refused;
use spec::syntax::kernel::language::{Language, MAX_THREADS};
use spec::syntax::kernel::{FunctionKind, Kernel, Module};
use spec::syntax::span::Place;
use spec::syntax::types::Type;

use crate::triton::lower::builder::{Builder, Lowered};
use crate::triton::lower::layouts::{Layouts, barriers};
use crate::triton::lower::order::{Order, is_specialized};
use crate::triton::lower::scope::{Bound, Scope};
use crate::triton::read::syntax::{Block, File, Kind, Operation, Param, Word};
use crate::triton::read::{location::Locations, params, wrong};

/// The deepest nesting of calls.
const MAX_CALLS: usize = 32;

/// The kernels of a file.
pub(crate) fn lower(file: &File<'_>) -> Lowered<Module> {
    let mut functions = Vec::new();
    for op in &file.operations {
        collect(op, &mut functions);
    }
    let mut named = HashMap::new();
    for function in &functions {
        let name = name(function)?;
        if named.insert(name, *function).is_some() {
            return Err(Refused::IllFormed(wrong(
                function.at.start,
                function.at.len(),
                format!("@{name} is defined twice"),
            )));
        }
    }
    let mut module = Module::default();
    for function in functions.iter().filter(|function| is_public(function)) {
        module.kernels.push(Arc::new(kernel(file, &named, function)?));
    }
    if module.kernels.is_empty() {
        return Err(Refused::IllFormed(wrong(0, 1, "the text has no kernel: no public `tt.func`")));
    }
    Ok(module)
}

/// The functions of a module.
fn collect<'f, 't>(op: &'f Operation<'t>, found: &mut Vec<&'f Operation<'t>>) {
    if op.name == "tt.func" {
        found.push(op);
    } else if op.name == "module" || op.name == "builtin.module" {
        let inner = op.regions().into_iter().flatten().flat_map(|block| &block.operations);
        inner.for_each(|op| collect(op, found));
    }
}

/// The threads of a program: 32 for each of the warps that the module names, else the most that a launch may ask for. More threads order
/// fewer accesses, so a proof for the most holds for every number of warps. `None` if Triton may give parts of the program warps of their own.
fn threads(file: &File<'_>) -> Option<u32> {
    const WARP: u32 = 32;
    if file.operations.iter().any(is_specialized) {
        return None;
    }
    let warps = |op: &Operation<'_>| {
        let named = ["ttg.num-warps", "triton_gpu.num-warps"].iter().find_map(|key| op.atom(key));
        named.and_then(|text| text.parse::<u32>().ok()).filter(|warps| warps.is_power_of_two())
    };
    let named = file.operations.iter().find_map(warps);
    Some(named.map_or(MAX_THREADS, |warps| warps.saturating_mul(WARP).min(MAX_THREADS)))
}

/// The name of a function, without `@`.
fn name<'t>(function: &Operation<'t>) -> Lowered<&'t str> {
    let name = function.words.iter().find_map(|word| word.name().and_then(|name| name.strip_prefix('@')));
    let problem = || wrong(function.at.start, function.at.len(), "a function has a name");
    Ok(name.ok_or_else(problem)?.trim_matches('"'))
}

fn is_public(function: &Operation<'_>) -> bool {
    !function.words.iter().any(|word| word.name() == Some("private"))
}

/// The parameters of a function.
fn parameters<'t>(function: &Operation<'t>) -> Lowered<Vec<Param<'t>>> {
    let group = function
        .words
        .iter()
        .find_map(|word: &Word<'t>| if let Kind::Group(words) = &word.kind { Some(words) } else { None });
    let problem = || wrong(function.at.start, function.at.len(), "a function has parameters in parentheses");
    Ok(params(group.ok_or_else(problem)?)?)
}

fn body<'f, 't>(function: &'f Operation<'t>) -> Lowered<&'f [Block<'t>]> {
    let problem = || wrong(function.at.start, function.at.len(), "a function has a body");
    Ok(function.regions().first().copied().ok_or_else(problem)?)
}

/// One kernel.
fn kernel<'f, 't>(
    file: &'f File<'t>,
    functions: &HashMap<&'t str, &'f Operation<'t>>,
    function: &'f Operation<'t>,
) -> Lowered<Kernel> {
    let mut builder =
        Builder::new(file, functions.clone(), (Order::new(file, barriers(file)?), Layouts::new(file)?));
    builder.go_to(function);
    let at: Place = builder.place.clone();
    let name = name(function)?;
    let mut ids = Vec::new();
    for param in parameters(function)? {
        builder.place = Place { offset: param.at.start, len: param.at.len(), ..at.clone() };
        let ty = builder.parse_type(param.ty)?;
        let Some(tile) = ty.tile().cloned() else {
            return Err(builder.unsupported(format!("a parameter of type `{}`", param.ty)));
        };
        let called = param.location.as_ref().and_then(|location| file.locations.name(location));
        let id = builder.value(called.unwrap_or(param.name), Type::Tile(tile));
        builder.scope.bind(param.name, 0, Bound { ids: vec![id], ty });
        ids.push(id);
    }
    let codes =
        builder.layouts.codes(&ids).ok_or_else(|| builder.wrong("a layout depends on no parameter"))?;
    builder.calls.push((name, None));
    builder.kernel_body(body(function)?)?;
    let (block, values) = builder.finish();
    Ok(Kernel {
        kind: FunctionKind::Entry,
        name: name.to_owned(),
        params: ids,
        body: block,
        values,
        globals: Vec::new(),
        hints: Vec::new(),
        unsupported: None,
        language: Language::Triton { threads: threads(file) },
        codes,
        at,
    }
    .numbered())
}

impl<'f, 't> Builder<'f, 't> {
    /// `tt.call @callee(%a, %b)`: the body of the function stands for the call.
    pub(in crate::triton::lower) fn call(&mut self, op: &'f Operation<'t>) -> Lowered<()> {
        let callee = op.words.iter().find_map(|word| word.name().and_then(|name| name.strip_prefix('@')));
        let callee = callee.unwrap_or_default().trim_matches('"');
        let Some(function) = self.functions.get(callee).copied() else {
            return Err(self.wrong(format!("there is no function @{callee}")));
        };
        if self.calls.len() > MAX_CALLS || self.calls.iter().any(|(name, _)| *name == callee) {
            return Err(self.unsupported(format!("the recursive or too deeply nested call of @{callee}")));
        }
        let values = op.operands().iter().map(|name| self.bound(name)).collect::<Lowered<Vec<_>>>()?;
        let params = parameters(function)?;
        if params.len() != values.len() {
            return Err(self.wrong(format!("@{callee} has {} parameters", params.len())));
        }
        let mut inner = Scope::default();
        for (param, value) in params.iter().zip(values) {
            if self.parse_type(param.ty)? != value.ty {
                return Err(self.wrong(format!("`%{}` of @{callee} has another type", param.name)));
            }
            inner.bind(param.name, 0, value);
        }
        let outer = self.scope.replace(inner);
        self.calls.push((callee, self.place.source.clone()));
        let returned = self.function_body(body(function)?)?;
        self.calls.pop();
        self.scope.replace(outer);
        self.go_to(op);
        if op.results.is_empty() { Ok(()) } else { self.bind(op, returned) }
    }
}

/// Takes from the first function how a file counts columns.
pub(crate) fn count_columns<'t>(operations: &[Operation<'t>], locations: &mut Locations<'t>) {
    let mut functions = Vec::new();
    operations.iter().for_each(|op| collect(op, &mut functions));
    locations.count_columns(functions.first().and_then(|function| function.location.as_ref()));
}
