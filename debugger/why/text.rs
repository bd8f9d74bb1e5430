//! A slice as lines: what was made of what, further in.

use crate::why::slice::Node;

/// The lines of some elements and of what they were made of; so many at the most.
pub(crate) fn render(nodes: &[Node], most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    nodes.iter().for_each(|node| add(node, 0, &mut lines));
    if lines.len() > most {
        let more = lines.len() - most;
        lines.truncate(most);
        lines.push(format!("… {more} more (`all` behind the element shows them)"));
    }
    lines
}

fn add(node: &Node, depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    let how = if node.how.is_empty() { String::new() } else { format!("   {}", node.how) };
    lines.push(format!("{indent}{}{how}", node.head));
    node.children.iter().for_each(|child| add(child, depth + 1, lines));
}
