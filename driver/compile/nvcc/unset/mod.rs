//! Local variables without an initial value and functions without a result: indeterminate in C++, and zero by nvcc. So a file is compiled once more,
//! and they get the undetermined values of unwritten memory.

pub(super) mod code;
mod declarations;
mod ends;
mod included;

use self::code::{Kind, Unset};
pub(super) use self::included::Headers;

/// The namespace of the header's functions for values.
const HEADER: &str = "::cuda::tiles::tileproof";

/// What has no value in a text.
pub(super) fn unset_in(text: &str) -> Vec<Unset> {
    let mut found = declarations::unset_variables(text);
    found.extend(ends::open_ends(text));
    found
}

/// The text with undetermined values for variables and results, and on demand for arrays and classes.
pub(super) fn with_values(text: &str, unset: &[Unset], followed: bool) -> String {
    let mut all: Vec<(usize, String)> = Vec::new();
    for one in unset.iter().filter(|one| followed || !one.may_be_followed()) {
        let name = &one.name;
        let value = match &one.kind {
            Kind::Plain | Kind::Class => format!(" = {HEADER}::unset<decltype({name})>()"),
            Kind::Array => format!(" {HEADER}::unset_elements({name});"),
            Kind::End(ty) => format!(" TILEPROOF_END({ty}) "),
        };
        all.push((one.at, value));
    }
    all.sort();
    let mut changed = text.to_owned();
    for (at, value) in all.iter().rev() {
        changed.insert_str(*at, value);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stands_behind_the_name_or_the_statement() {
        let text = "__tile_global__ void k(int n) {\n  int a, c[2], *b ; // c\n}\n";
        assert!(
            unset_in("void k() { S s; }")[0].may_be_followed()
                && !unset_in("void k() { S* s; }")[0].may_be_followed()
        );
        let unset = unset_in(text);
        assert_eq!(unset.iter().map(|one| one.line).collect::<Vec<_>>(), [2, 2, 2]);
        let of = |name: &str| format!(" = {HEADER}::unset<decltype({name})>()");
        let (first, last) = (of("a"), of("b"));
        let changed = |behind: &str| {
            format!("__tile_global__ void k(int n) {{\n  int a{first}, c[2], *b {last};{behind} // c\n}}\n")
        };
        assert_eq!(with_values(text, &unset, false), changed(""));
        assert_eq!(with_values(text, &unset, true), changed(&format!(" {HEADER}::unset_elements(c);")));
    }
}
