//! A rule, its sentence, its source, the seed documents' statements, and its section of the specification, as one text.

use driver::explain::{advice, section, statements};
use spec::rules::Rule;

use crate::text::wrapped_at;

/// Every rule with its title.
pub fn list() -> String {
    let width = Rule::ALL.iter().map(|rule| rule.code().len()).max().unwrap_or(0);
    let row = |rule: &Rule| format!("{:width$}  {}\n", rule.code(), rule.title());
    Rule::ALL.iter().map(row).collect()
}

/// Explains one rule in lines of limited width, with its section of the specification, if any.
pub fn explain(rule: Rule, columns: usize) -> String {
    let mut text = format!("{}: {}\n", rule.code(), rule.title());
    for (title, words) in
        [("Required", rule.text()), ("Source", rule.source()), ("What to try", advice(rule))]
    {
        text.push_str(&format!("\n{title}:\n{}", wrapped_at("  ", words, columns)));
    }
    let said = statements(rule.code());
    if !said.is_empty() {
        text.push_str("\nSaid by (corpus/seeds):\n");
        for (document, statement) in said {
            text.push_str(&wrapped_at("  ", &format!("{document}: {statement}"), columns));
        }
    }
    if let Some(section) = section(rule.code()) {
        text.push_str(&format!("\n{}\n", section.trim()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::COLUMNS;

    #[test]
    fn every_rule_is_explained() {
        for rule in Rule::ALL {
            let text = explain(*rule, COLUMNS);
            let first = rule.text().split_whitespace().take(8).collect::<Vec<_>>().join(" ");
            assert!(text.starts_with(rule.code()) && text.contains(&first), "{text}");
        }
        assert_eq!(list().lines().count(), Rule::ALL.len());
    }
}
