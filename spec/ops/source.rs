//! What the language of a source requires and no operation says: a compiler has lost it, and whoever knows the source says it again, as
//! an assertion that names the rule.

use crate::domain::Domain;
use crate::rules::Rule;

/// What stands before the rule's code in the words of such an assertion.
const MARK: &str = "tileproof requires ";

/// The rule that an assertion with these words stands for; none for one that is the author's.
pub fn rule(text: Option<&str>) -> Option<Rule> {
    let (_, behind) = text?.split_once(MARK)?;
    let code = behind.split_whitespace().next()?;
    Rule::from_code(code).filter(|rule| rule.is_of_source())
}

/// Whether the words of an assertion are those of one that stands for a rule.
pub fn is_marked(text: Option<&str>) -> bool {
    text.is_some_and(|text| text.contains(MARK))
}

/// The words of an assertion that stands for a rule.
pub fn text(rule: Rule) -> String {
    format!("{MARK}{rule}")
}

/// What is asserted of one element is required by the rule.
pub fn required<D: Domain>(d: &mut D, rule: Rule, holds: &D::Bool) {
    d.require(rule, holds.clone());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_name_rules_of_sources_and_no_others() {
        let sources = Rule::ALL.iter().filter(|rule| rule.is_of_source());
        assert!(sources.clone().count() > 0);
        sources.for_each(|known| assert_eq!(rule(Some(&text(*known))), Some(*known)));
        let written = ":0: tileproof requires source.range.step failed";
        assert_eq!(rule(Some(written)), Some(Rule::SourceStep));
        let others =
            ["n > 0", "tileproof requires ", "tileproof requires memory.bounds", "source.range.step"];
        others.iter().for_each(|text| assert_eq!(rule(Some(text)), None));
        assert_eq!(rule(None), None);
    }
}
