//! The definitions of the rules beside the cases, generated from the registry and from the definitions of operations.

use driver::failure::Failure;
use serde::Serialize;
use spec::chapters;
use spec::prose::{NOTATION, requirements};
use spec::rules::Rule;

use super::write::{Suite, json};

/// The `schema` field of the definitions.
const SCHEMA: &str = "tileproof.rules/1";

/// The file of the definitions, in the root of a suite.
const FILE: &str = "rules.json";

/// The folder of the specification's chapters, in the root of a suite.
const CHAPTERS: &str = "specification";

/// The definitions of all rules.
#[derive(Serialize)]
struct RulesFile {
    schema: &'static str,
    /// The names and signs in formulas.
    notation: &'static str,
    rules: Vec<RuleFile>,
}

/// The definition of a rule.
#[derive(Serialize)]
struct RuleFile {
    code: &'static str,
    title: &'static str,
    /// The condition that must hold.
    text: &'static str,
    /// The documents that state the rule.
    source: &'static str,
    /// The condition as formulas; empty for races, which are relations between two accesses.
    formulas: Vec<FormulaFile>,
    /// The chapter of the specification, from the suite's root.
    chapter: String,
}

/// A condition of some operations.
#[derive(Serialize)]
struct FormulaFile {
    /// The operations, by mnemonic.
    operations: Vec<&'static str>,
    /// The condition.
    holds: String,
}

impl Suite {
    /// Writes the definition of each rule, and the chapters of the specification.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn define(&mut self) -> Result<(), Failure> {
        let rules = Rule::ALL.iter().map(|rule| definition(*rule)).collect();
        self.put(FILE, &json(&RulesFile { schema: SCHEMA, notation: NOTATION, rules })?)?;
        chapters::ALL.iter().try_for_each(|(path, text)| self.put(&format!("{CHAPTERS}/{path}"), text))
    }
}

fn definition(rule: Rule) -> RuleFile {
    let formulas = requirements(rule).into_iter();
    let chapter = chapters::section(rule.code()).map_or(String::new(), |section| section.chapter.to_owned());
    RuleFile {
        code: rule.code(),
        title: rule.title(),
        text: rule.text().trim(),
        source: rule.source(),
        formulas: formulas.map(|(operations, holds)| FormulaFile { operations, holds }).collect(),
        chapter: format!("{CHAPTERS}/{chapter}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_defined_in_words_and_all_but_relations_by_a_formula() {
        let mut without = Vec::new();
        for definition in Rule::ALL.iter().map(|rule| definition(*rule)) {
            assert!(definition.text.ends_with('.'), "{}: {}", definition.code, definition.text);
            assert!(definition.chapter.ends_with(".md"), "{}: {}", definition.code, definition.chapter);
            if definition.formulas.is_empty() {
                without.push(definition.code);
            }
        }
        assert_eq!(without, ["race.block", "race.lane", "race.token"]);
    }
}
