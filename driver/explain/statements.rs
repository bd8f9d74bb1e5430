//! The seed documents' statements about a rule: the part of `corpus/seeds/TABLE.md` ordered by rules.

/// The table, which a test holds to the kernels of the statements.
const TABLE: &str = include_str!("../../corpus/seeds/TABLE.md");

/// The heading of the part.
const BY_RULE: &str = "\n## By rule\n";

/// The statements of a rule, in our own words: the document's name, and what it says.
pub fn statements(code: &str) -> Vec<(&'static str, &'static str)> {
    let rows = TABLE.split_once(BY_RULE).map_or("", |(_, rows)| rows).lines();
    let cells = rows.filter_map(|row| {
        let mut cells = row.strip_prefix("| `")?.strip_suffix(" |")?.split(" | ");
        let rule = cells.next()?.strip_suffix('`')?;
        Some((rule, cells.next()?, cells.next()?))
    });
    cells.filter(|(rule, ..)| *rule == code).map(|(_, document, statement)| (document, statement)).collect()
}
