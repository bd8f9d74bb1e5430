//! A contract in lines that an author may paste above the kernel.

use spec::syntax::contract::Expr;
use verify::Clause;

use super::sample::Strides;
use crate::check::report::as_written;

/// The most letters of a line with several conditions.
const WIDE: usize = 100;

/// The lines of a contract: contiguous arrays, other conditions, the grid, memory.
pub(super) fn lines(
    (strides, same): (&[Strides], &[Vec<String>]),
    requires: &[Expr],
    grid: &[Option<Expr>; 3],
    memory: &[Clause],
    empty: &[String],
) -> Vec<String> {
    let mut lines = Vec::new();
    let is_said = |of: &&Strides| of.is_contiguous && !of.clauses.is_empty();
    let contiguous: Vec<&str> = strides.iter().filter(is_said).map(|of| of.name.as_str()).collect();
    if !contiguous.is_empty() {
        lines.push(format!("contiguous {}", contiguous.join(", ")));
    }
    lines.extend(same.iter().map(|names| format!("same_shape {}", names.join(", "))));
    let others = strides.iter().filter(|of| !of.is_contiguous).flat_map(|of| &of.clauses);
    let mut conditions: Vec<String> = others.chain(requires).map(ToString::to_string).collect();
    let whole = match grid {
        [Some(x), Some(y), Some(z)] => {
            let one = Expr::Number(1);
            let last = [z, y].iter().take_while(|extent| ***extent == one).count();
            let shown: Vec<String> = [x, y, z].iter().take(3 - last).map(ToString::to_string).collect();
            Some(format!("grid = ({})", shown.join(", ")))
        }
        axes => {
            let named = ["grid.x", "grid.y", "grid.z"].iter().zip(axes);
            let known = named.filter_map(|(name, extent)| Some(format!("{name} == {}", extent.as_ref()?)));
            conditions.extend(known);
            None
        }
    };
    lines.extend(wrap(&conditions));
    lines.extend(whole);
    // The memory of a contiguous array follows from its extents.
    let follows = |clause: &&Clause| matches!(clause, Clause::Buffer { name, .. } if contiguous.contains(&name.as_str()) && !empty.contains(name));
    lines.extend(memory.iter().filter(|clause| !follows(clause)).map(|clause| {
        let is_empty = matches!(clause, Clause::Buffer { name, .. } if empty.contains(name));
        as_written(&clause.to_string()) + if is_empty { " uninit" } else { "" }
    }));
    lines
}

/// Conditions in as few lines as there have to be.
fn wrap(conditions: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for condition in conditions {
        match lines.last_mut().filter(|line| line.len() + condition.len() < WIDE) {
            Some(line) => line.push_str(&format!(", {condition}")),
            None => lines.push(format!("requires = {condition}")),
        }
    }
    lines
}
