//! Values as trees: a tile has rows, and a row has elements. A tree is known by its number as long as the run stands still.

use interp::{SeenElement, SeenTile};
use serde_json::{Value, json};
use spec::syntax::count::usize_from_u64;
use spec::syntax::kernel::ValueId;
use spec::syntax::types::Element;

use super::protocol::{Scope, Variable, VariablesArguments};
use crate::run::moves::Debugger;
use crate::show::element::shown;
use crate::show::expression::Expression;
use crate::show::found::{Elements, Found};

/// The most children that are given at once.
const CHILDREN: u64 = 1024;

/// A value with children.
#[derive(Debug, Clone)]
enum Tree {
    Values,
    Arguments,
    Memory,
    /// A part of a tile: the places along its first axes.
    Tile(ValueId, Vec<u64>),
    Array(Elements),
}

/// The trees that the client knows, by their numbers from 1 on.
#[derive(Debug, Default)]
pub(super) struct Trees(Vec<Tree>);

impl Trees {
    /// Forgets all.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    fn number(&mut self, tree: Tree) -> usize {
        self.0.push(tree);
        self.0.len()
    }

    /// The groups of values.
    pub(super) fn scopes(&mut self) -> Vec<Scope> {
        let mut scope = |name, tree| Scope { name, variables_reference: self.number(tree), expensive: false };
        vec![
            scope("Values", Tree::Values),
            scope("Arguments", Tree::Arguments),
            scope("Memory", Tree::Memory),
        ]
    }

    /// The children of a tree.
    ///
    /// # Errors
    /// The tree does not exist.
    pub(super) fn children(
        &mut self,
        debugger: &Debugger<'_>,
        asked: VariablesArguments,
    ) -> Result<Vec<Variable>, String> {
        let tree = asked.variables_reference.checked_sub(1).and_then(|at| self.0.get(at)).cloned();
        let from = asked.start.unwrap_or(0);
        let count = asked.count.filter(|count| *count > 0).unwrap_or(CHILDREN).min(CHILDREN);
        let places = |all: u64| from.min(all)..from.saturating_add(count).min(all);
        match tree.ok_or("the value is gone: the run has moved")? {
            Tree::Values => Ok(self.locals(debugger, false)),
            Tree::Arguments => Ok(self.locals(debugger, true)),
            Tree::Memory => Ok(self.memory(debugger)),
            Tree::Tile(value, before) => {
                let tile = debugger.now().tile(value).ok_or("the value is gone: the run has moved")?;
                let extent = tile.ty().shape.get(before.len()).copied().unwrap_or(0);
                let child = |at: u64| {
                    let index = [before.as_slice(), &[at]].concat();
                    self.part(debugger, value, tile, index)
                };
                Ok(places(extent.into()).map(child).collect())
            }
            Tree::Array(of) => {
                let places = places(of.count);
                let read = debugger.read(&of, places.start, places.end);
                let ty = Element::Scalar(of.element);
                let child = |(at, element): (u64, SeenElement)| {
                    leaf(format!("[{at}]"), shown(debugger.subject, debugger.now(), element, ty), ty)
                };
                Ok(places.zip(read).map(child).collect())
            }
        }
    }

    fn locals(&mut self, debugger: &Debugger<'_>, arguments: bool) -> Vec<Variable> {
        let params = &debugger.program.kernel.params;
        let locals = debugger.locals().into_iter();
        let wanted = locals.filter(|local| params.contains(&local.value_id) == arguments);
        let variable = |local: crate::show::locals::Local| {
            let (reference, count) = self.tree_of(debugger, local.value_id);
            Variable {
                name: local.name,
                value: local.value,
                ty: local.ty,
                variables_reference: reference,
                indexed_variables: count,
            }
        };
        wanted.map(variable).collect()
    }

    /// The number of a value's tree, and the number of children; 0 without a tree.
    fn tree_of(&mut self, debugger: &Debugger<'_>, value: ValueId) -> (usize, Option<u64>) {
        let tile = debugger.now().tile(value);
        match tile.and_then(|tile| tile.ty().shape.first().copied()) {
            Some(extent) => (self.number(Tree::Tile(value, Vec::new())), Some(extent.into())),
            None => (0, None),
        }
    }

    /// A part of a tile: a row, or an element.
    fn part(
        &mut self,
        debugger: &Debugger<'_>,
        value: ValueId,
        tile: SeenTile<'_>,
        index: Vec<u64>,
    ) -> Variable {
        let shape = &tile.ty().shape;
        let name = format!("[{}]", index.last().copied().unwrap_or(0));
        let inner: u64 = shape[index.len()..].iter().map(|extent| u64::from(*extent)).product();
        let place = index.iter().zip(shape).fold(0, |place, (at, extent)| place * u64::from(*extent) + at);
        let lane = |at: u64| usize_from_u64(place * inner + at);
        let element =
            |at: u64| shown(debugger.subject, debugger.now(), tile.element(lane(at)), tile.ty().element);
        if index.len() == shape.len() {
            return leaf(name, element(0), tile.ty().element);
        }
        let first: Vec<String> = (0..inner.min(4)).map(element).collect();
        let more = if inner > 4 { " …" } else { "" };
        Variable {
            name,
            value: format!("{}{more}", first.join(" ")),
            ty: tile.ty().element.to_string(),
            indexed_variables: shape.get(index.len()).map(|extent| u64::from(*extent)),
            variables_reference: self.number(Tree::Tile(value, index)),
        }
    }

    /// The arrays of the parameters.
    fn memory(&mut self, debugger: &Debugger<'_>) -> Vec<Variable> {
        let names = debugger.subject.signature.0.iter().filter(|parameter| parameter.pointee().is_some());
        let names: Vec<String> = names.map(|parameter| parameter.name.clone()).collect();
        let array = |name: String| match debugger.find(&name) {
            Ok(Found::Array(of)) => Some(self.array(debugger, name, of)),
            Ok(Found::Value(_)) | Err(_) => None,
        };
        names.into_iter().filter_map(array).collect()
    }

    fn array(&mut self, debugger: &Debugger<'_>, name: String, of: Elements) -> Variable {
        let ty = Element::Scalar(of.element);
        let first = debugger.read(&of, 0, of.count.min(4)).into_iter();
        let first: Vec<String> =
            first.map(|element| shown(debugger.subject, debugger.now(), element, ty)).collect();
        let more = if of.count > 4 { " …" } else { "" };
        Variable {
            name,
            value: format!("{}{more}", first.join(" ")),
            ty: format!("{}[{}]", of.element, of.count),
            indexed_variables: Some(of.count),
            variables_reference: if of.count == 0 { 0 } else { self.number(Tree::Array(of)) },
        }
    }

    /// Evaluates an expression.
    ///
    /// # Errors
    /// The expression has no value.
    pub(super) fn evaluate(&mut self, debugger: &Debugger<'_>, text: &str) -> Result<Value, String> {
        let expression = Expression::parse(text)?;
        if expression.parts.is_some() {
            let lines = debugger.print(text)?;
            return Ok(json!({ "result": lines.join("\n"), "variablesReference": 0 }));
        }
        let variable = match debugger.find(&expression.name)? {
            Found::Array(of) => self.array(debugger, expression.name, of),
            Found::Value(value) => {
                let local = debugger.local(value).ok_or_else(|| format!("{text} is not made yet"))?;
                let (reference, count) = self.tree_of(debugger, value);
                Variable {
                    name: local.name,
                    value: local.value,
                    ty: local.ty,
                    variables_reference: reference,
                    indexed_variables: count,
                }
            }
        };
        Ok(json!({
            "result": variable.value,
            "type": variable.ty,
            "variablesReference": variable.variables_reference,
            "indexedVariables": variable.indexed_variables,
        }))
    }
}

/// A value without children.
fn leaf(name: String, value: String, ty: Element) -> Variable {
    Variable { name, value, ty: ty.to_string(), variables_reference: 0, indexed_variables: None }
}
