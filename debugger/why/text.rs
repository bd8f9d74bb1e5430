//! A slice as lines: operands are indented below results. Of what loops carry from round to round the last rounds are shown, and
//! what the first began with.

use spec::syntax::kernel::ValueId;

use crate::why::words::{KNOWN, Node};

/// How many rounds of a loop are shown.
const ROUNDS: usize = 2;

/// The lines of some elements and of what they were made of; so many at the most.
pub(crate) fn render(nodes: &[Node], most: usize) -> Vec<String> {
    let mut text = Text::default();
    nodes.iter().for_each(|node| text.add(node, 0, false));
    let mut lines = text.lines;
    if lines.len() > most {
        let more = lines.len() - most;
        lines.truncate(most);
        lines.push(format!("… {more} more (`all` behind the element shows them)"));
    }
    lines
}

#[derive(Default)]
struct Text {
    lines: Vec<String>,
    /// The values on the path to a node.
    path: Vec<ValueId>,
}

impl Text {
    fn add(&mut self, node: &Node, depth: usize, skipping: bool) {
        let earlier = |value: &ValueId| self.path.iter().filter(|other| *other == value).count();
        let is_again = node.value.as_ref().is_some_and(|value| earlier(value) >= ROUNDS);
        let indent = "  ".repeat(depth);
        if is_again && !skipping {
            self.lines.push(format!("{indent}… and so on, round by round"));
        } else if !is_again {
            let how = if node.how.is_empty() { String::new() } else { format!("   {}", node.how) };
            self.lines.push(format!("{indent}{}{how}", node.head));
        }
        self.path.extend(node.value);
        let is_known = |child: &&Node| child.how == KNOWN && child.children.is_empty();
        for child in node.children.iter().filter(|child| !(is_again && is_known(child))) {
            self.add(child, if is_again { depth } else { depth + 1 }, is_again);
        }
        if node.value.is_some() {
            self.path.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use spec::syntax::kernel::ValueId;

    use super::render;
    use crate::why::words::Node;

    #[test]
    fn rounds_in_the_middle_are_left_out() {
        let leaf = Node { value: None, head: "a".to_owned(), how: String::new(), children: Vec::new() };
        let chain = (0..9).fold(leaf, |child, round| Node {
            value: Some(ValueId(7)),
            head: format!("%x = {round}"),
            how: "carried".to_owned(),
            children: vec![child],
        });
        let lines = render(&[chain], 24);
        assert_eq!(
            lines,
            ["%x = 8   carried", "  %x = 7   carried", "    … and so on, round by round", "    a"]
        );
        assert_eq!(render(&[], 24), [""; 0]);
    }
}
