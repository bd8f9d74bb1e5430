//! Rules of the source language that no operation expresses, because the compiler dropped them. The front end states them again: as
//! an assertion that names the rule, or as a print of numbers for a rule that is no condition on values.

use crate::domain::{Bool, Domain, Number, all};
use crate::ops::view::{in_bounds, offset};
use crate::rules::Rule;
use crate::syntax::op::Memory;

/// The prefix of the rule's code in such an operation's text.
const MARK: &str = "tileproof requires ";

/// The words of an assertion in front of each access through a view that a second compilation has checked.
const CHECKED: &str = "tileproof checks this access";

/// Whether the words of an assertion mark a checked access.
pub fn is_mark(text: Option<&str>) -> bool {
    text.is_some_and(|text| text.contains(CHECKED))
}

/// The rule that an assertion or a print with these words represents; `None` for the author's own.
pub fn rule(by: Memory, text: Option<&str>) -> Option<Rule> {
    let (_, behind) = text?.split_once(MARK)?;
    let code = behind.split_whitespace().next()?.trim_end_matches('\0');
    Rule::from_code(code).filter(|rule| operation(*rule) == Some(by))
}

/// The operation that represents a rule of a source language, if any.
pub fn operation(rule: Rule) -> Option<Memory> {
    let by = if rule == Rule::SourceInjective { Memory::PrintTko } else { Memory::Assert };
    rule.is_of_source().then_some(by)
}

/// Whether an operation's words represent a rule.
pub fn is_marked(text: Option<&str>) -> bool {
    text.is_some_and(|text| text.contains(MARK))
}

/// The words of an operation that stands for a rule.
pub fn text(rule: Rule) -> String {
    format!("{MARK}{rule}")
}

/// Two different places of a span do not have a common address.
pub fn apart<D: Domain>(
    d: &mut D,
    extents: &[D::Number],
    strides: &[D::Number],
    [one, other]: [&[D::Number]; 2],
) {
    let inside = in_bounds(one, extents).and(&in_bounds(other, extents));
    let same = all(one.iter().zip(other).map(|(p, q)| p.equals(q)));
    let coincide = offset(one, strides).equals(&offset(other, strides));
    d.require(Rule::SourceInjective, inside.and(&coincide).implies(&same));
}

/// The rule requires the asserted condition of an element.
pub fn required<D: Domain>(d: &mut D, rule: Rule, holds: &D::Bool) {
    d.require(rule, holds.clone());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_rules_of_sources_and_no_others() {
        let sources = Rule::ALL.iter().filter(|rule| rule.is_of_source());
        assert!(sources.clone().count() > 0);
        for known in sources {
            let by = operation(*known).expect("some operation stands for it");
            let other = if by == Memory::Assert { Memory::PrintTko } else { Memory::Assert };
            assert_eq!(rule(by, Some(&text(*known))), Some(*known));
            assert_eq!(rule(other, Some(&text(*known))), None);
        }
        let written = ":0: tileproof requires source.range.step failed";
        assert_eq!(rule(Memory::Assert, Some(written)), Some(Rule::SourceStep));
        let others =
            ["n > 0", "tileproof requires ", "tileproof requires memory.bounds", "source.range.step"];
        others.iter().for_each(|text| assert_eq!(rule(Memory::Assert, Some(text)), None));
        assert_eq!(rule(Memory::Assert, None), None);
    }
}
