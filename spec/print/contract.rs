//! Contracts and accepted findings.

use std::fmt;

use super::names::symbol;
use crate::syntax::contract::{ArgumentName, BufferClause, Contract, Expr};
use crate::syntax::kernel::{Allowance, Kernel};
use crate::syntax::types::Type;

/// A contract as a block. The kernel, if known, gives the widths of its unsigned arguments.
pub(super) fn block(contract: &Contract, kernel: Option<&Kernel>) -> String {
    let clauses: String = clauses(contract, kernel).iter().map(|clause| format!("  {clause}\n")).collect();
    format!("contract {} {{\n{clauses}}}\n", symbol(&contract.kernel))
}

/// A contract prints as its block.
impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&block(self, None))
    }
}

/// The clauses, one per line.
fn clauses(contract: &Contract, kernel: Option<&Kernel>) -> Vec<String> {
    let mut lines = Vec::new();
    if !contract.names.is_empty() {
        let names = contract.names.iter().enumerate();
        let names: Vec<String> = names.map(|(at, name)| argument(name, at, kernel)).collect();
        lines.push(format!("names = ({})", names.join(", ")));
    }
    if let Some(grid) = &contract.grid {
        lines.push(format!("grid = ({})", list(grid)));
    }
    let said = |expr: &&Expr| contract.lists.iter().any(|list| list.each.says.contains(expr));
    let requires: Vec<Expr> = contract.requires.iter().filter(|expr| !said(expr)).cloned().collect();
    if !requires.is_empty() {
        lines.push(format!("requires = {}", list(&requires)));
    }
    let is_table = |clause: &&BufferClause| contract.lists.iter().any(|list| list.name() == clause.name);
    lines.extend(contract.buffers.iter().filter(|clause| !is_table(clause)).map(buffer));
    lines.extend(contract.lists.iter().map(ToString::to_string));
    lines.extend(contract.aligns.iter().map(|(name, bytes)| format!("align {name} : {bytes}")));
    lines.extend(contract.disjoint.iter().map(|names| format!("disjoint = ({})", names.join(", "))));
    lines.extend(contract.same_arrays.iter().map(|names| format!("same_array {}", names.join(", "))));
    lines.extend(contract.aliases.iter().map(|(a, b)| format!("alias {a} {b}")));
    lines.extend(contract.contents.iter().map(|(name, expr)| format!("contents {name} : {expr}")));
    lines.extend(contract.relations.iter().map(|(name, relation)| format!("contents {name} : {relation}")));
    if !contract.ensures.is_empty() {
        let ensures: Vec<String> = contract.ensures.iter().map(ToString::to_string).collect();
        lines.push(format!("ensures = {}", ensures.join(", ")));
    }
    if contract.closed {
        lines.push("closed".to_owned());
    }
    lines
}

fn list(exprs: &[Expr]) -> String {
    exprs.iter().map(Expr::to_string).collect::<Vec<_>>().join(", ")
}

/// `N`, or `N : u32`.
fn argument(name: &ArgumentName, position: usize, kernel: Option<&Kernel>) -> String {
    if !name.unsigned {
        return name.name.clone();
    }
    let ty = kernel.and_then(|kernel| kernel.params.get(position).map(|param| kernel.ty(*param)));
    let scalar = ty.and_then(Type::tile).and_then(|tile| tile.element.scalar());
    let bits = scalar.filter(|scalar| scalar.is_integer()).map_or(32, |scalar| scalar.bits().max(8));
    format!("{} : u{bits}", name.name)
}

/// `buffer in : f32[N] uninit`
fn buffer(clause: &BufferClause) -> String {
    let uninit = if clause.uninit { " uninit" } else { "" };
    format!("buffer {} : {}[{}]{uninit}", clause.name, clause.element, clause.len)
}

/// `// tileproof: allow RULE, because …`
pub(super) fn allowance(allowance: &Allowance) -> String {
    let because = allowance.because.replace(['\n', '\r'], " ");
    format!("// tileproof: allow {}, because {because}", allowance.rule)
}
