//! The changed text of a file for the second compilation. Assumptions, subscripts and ends of functions become assertions. Local variables and members without a
//! value are indeterminate in C++, and zero by nvcc. So a file is compiled once more, and they get the undetermined values of unwritten memory.

mod assumptions;
mod classes;
pub(super) mod code;
mod declarations;
mod ends;
mod included;
mod lambdas;
mod subscripts;

use self::code::{HEADER, Kind, Unset};
pub(super) use self::included::Headers;

/// The text with assertions for assumptions, subscripts and ends of functions, line for line.
pub(super) fn with_rules(text: &str) -> String {
    ends::with_assertions(&subscripts::with_assertions(&assumptions::with_assertions(text)))
}

/// What has no value in a text.
pub(super) fn unset_in(text: &str) -> Vec<Unset> {
    declarations::unset_variables(text)
}

/// The text with undetermined values for variables, and on demand for arrays and classes.
pub(super) fn with_values(text: &str, unset: &[Unset], followed: bool) -> String {
    let mut all: Vec<&Unset> = unset.iter().filter(|one| followed || !one.may_be_followed()).collect();
    all.sort_by_key(|one| one.at.start);
    let mut changed = text.to_owned();
    for one in all.iter().rev() {
        changed.replace_range(one.at.clone(), &value(one));
    }
    changed
}

/// The value of a variable, or the function for values of a class.
fn value(one: &Unset) -> String {
    let name = &one.name;
    match &one.kind {
        Kind::Plain | Kind::Class => format!(" = {HEADER}::unset<decltype({name})>()"),
        Kind::Ended => format!(" {HEADER}::ended<decltype({name})> tileproof_end_{name}{{{name}}};"),
        Kind::Array => format!(" {HEADER}::unset_elements({name});"),
        Kind::Own { .. } => {
            format!("{HEADER}::unset<::cuda::tiles::detail::remove_cv_t<decltype({name})>>()")
        }
        Kind::Members { members, bases, is_local } => {
            let (head, class) = if *is_local {
                (String::new(), name.as_str())
            } else {
                (format!("template<class Self = {name}> "), "Self")
            };
            let values = members.iter().map(|(member, is_array)| match is_array {
                true => format!("{HEADER}::unset_elements(self.{member}); "),
                false => format!("self.{member} = {HEADER}::unset<decltype(self.{member})>(); "),
            });
            let bases = bases.iter().map(|base| {
                let set = format!("static_cast<{base}&>(self) = {HEADER}::unset<{base}>(); ");
                if *is_local { set } else { format!("if constexpr (requires {{ {set}}}) {{ {set}}} ") }
            });
            let values: String = bases.chain(values).collect();
            format!(
                " public: {head}static TILEPROOF_TILE constexpr {class} tileproof_unset() {{ {class} self{{}}; {values}return self; }} "
            )
        }
    }
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

    #[test]
    fn hostile_texts_are_survived() {
        let text = "struct S { int a; S() {} }; é int f(S é, int n) { [[assume(f(n))]]; int t[2][3] = {}; t[n][s->t(1).é[2]] = [&](int é) -> S { return 1; }; if (n) return é; \n} #define A(x) [[assume(x \\\n)]] __attribute__((assume(";
        for (at, _) in text.char_indices() {
            for part in [&text[..at], &text[at..]] {
                let changed = with_rules(part);
                let _ = with_values(&changed, &unset_in(&changed), true);
            }
        }
    }

    #[test]
    fn a_class_gets_a_function_for_its_values() {
        let changed = |text: &str| with_values(text, &unset_in(text), true);
        let set = |name: &str| format!("self.{name} = {HEADER}::unset<decltype(self.{name})>(); ");
        let function = |class: &str| {
            format!(
                "static TILEPROOF_TILE constexpr {class} tileproof_unset() {{ {class} self{{}}; {}return self; }} ",
                set("a")
            )
        };
        let template = format!(" public: template<class Self = P> {}", function("Self"));
        assert_eq!(
            changed("struct P { int a, b = 1; };"),
            format!("struct P {{ int a, b = 1; {template}}};")
        );
        let base = format!("static_cast<B&>(self) = {HEADER}::unset<B>(); ");
        let derived = changed("struct P : public B { int a; };");
        assert!(
            derived.contains(&format!("if constexpr (requires {{ {base}}}) {{ {base}}} {}", set("a"))),
            "{derived}"
        );
        let local = format!(" public: {}", function("P"));
        assert_eq!(
            changed("void f() { struct P { int a; }; }"),
            format!("void f() {{ struct P {{ int a; {local}}}; }}")
        );
    }
}
