//! Functions whose control may reach the end of the body without a `return`: undefined in C++ for a function with a result, and zero by nvcc.

use super::super::kernels::is_word;
use super::super::without::functions;
use super::code::{Kind, SPECIFIERS, Unset, end_of_angles, end_of_group, is_scalar, plain_code};

/// The functions with a number, a pointer or a tile as result whose last statement is no `return`.
pub(super) fn open_ends(text: &str) -> Vec<Unset> {
    let code = plain_code(text);
    let open = functions(text).into_iter().filter_map(|function| {
        let ty = result_type(&code[function.head.clone()], &function.name)?;
        let at = function.body.end.checked_sub(1)?;
        let is_open = !ends_in_return(&code[function.body.start + 1..at]);
        let line = *function.lines.start();
        is_open.then_some(Unset { name: function.name, line, kind: Kind::End(ty), at })
    });
    open.collect()
}

/// The type of a function's result, if it needs no constructor.
fn result_type(head: &str, name: &str) -> Option<String> {
    let mut rest = head.trim_start();
    while let Some(behind) = rest.strip_prefix("template") {
        rest = rest[end_of_angles(rest, rest.len() - behind.trim_start().len())?..].trim_start();
    }
    if let Some(behind) = rest.strip_prefix("requires") {
        let behind = behind.trim_start();
        rest = behind[end_of_group(behind, 0)..].trim_start();
    }
    let end = rest.find(&format!("{name}("))?;
    let (before, behind) = (&rest[..end], &rest[end..]);
    let ty = match (before.contains("auto"), behind.rsplit_once("->")) {
        (true, Some((_, trailing))) => trailing,
        (true, None) => return None,
        (false, _) => before,
    };
    let is_beside = |word: &str| SPECIFIERS.contains(&word) || word.starts_with("__") && !is_scalar(word);
    let ty: Vec<&str> = ty.split_whitespace().filter(|word| !is_beside(word)).collect();
    let ty = ty.join(" ");
    needs_no_constructor(&ty).then_some(ty)
}

/// Whether a type is one of numbers, a pointer or a tile.
fn needs_no_constructor(ty: &str) -> bool {
    if ty.contains(['&', '[', '(']) {
        return false;
    }
    if ty.ends_with('*') {
        return true;
    }
    let outside = ty.find('<').map_or(ty, |angles| &ty[..angles]);
    let mut words = outside.split(|letter: char| !is_word(letter)).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some()
        && words.all(|word| is_scalar(word) || ["const", "ct", "cuda", "tiles", "std"].contains(&word))
}

/// Whether the last statement of a body is a `return`.
fn ends_in_return(body: &str) -> bool {
    let statements = body.trim_end().strip_suffix(';').unwrap_or_default();
    let mut last = 0;
    let mut at = 0;
    while let Some(next) = statements[at..].find(['{', '(', ';', '}']).map(|next| at + next) {
        at = match statements.as_bytes()[next] {
            b'{' | b'(' => end_of_group(statements, next).max(next + 1),
            _ => next + 1,
        };
        if statements.as_bytes()[next] != b'(' {
            last = at;
        }
    }
    let words = statements[last..].trim_start();
    words.strip_prefix("return").is_some_and(|behind| !behind.starts_with(is_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<(String, String)> {
        let type_of = |end: Unset| match end.kind {
            Kind::End(ty) => Some((end.name, ty)),
            Kind::Plain | Kind::Class | Kind::Array => None,
        };
        open_ends(text).into_iter().filter_map(type_of).collect()
    }

    #[test]
    fn functions_that_may_end_without_a_result_are_found() {
        let text = "__tile__ int f(int n) { if (n > 0) return 1; }
            template <class A, int N = 3> requires (N > 1) static inline unsigned long g(A a = 2) { for (;;) { return 3; } }
            __tile__ auto h(int n) -> ct::tile<int, ct::shape<8>> { while (n) return {}; }
            struct S { const float* m() const { { return 0; } } };
            __tile__ int e() { }";
        let expected = [
            ("f", "int"),
            ("g", "unsigned long"),
            ("h", "ct::tile<int, ct::shape<8>>"),
            ("m", "const float*"),
            ("e", "int"),
        ];
        assert_eq!(of(text), expected.map(|(name, ty)| (name.to_owned(), ty.to_owned())));
    }

    #[test]
    fn others_are_left_alone() {
        let text = "__tile__ int f(int n) { if (n) { n = 2; } return n; }
            __tile__ void g(int n) { if (n) return; }
            __tile__ auto h(int n) { if (n) return 1; }
            __tile__ int& r(int& n) { if (n) return n; }
            struct S { S() { n = 1; } int n; operator int() { if (n) return 1; } };
            __tile__ Shape k() { if (1) return Shape(); }
            __tile__ int i(int n) { int a[] = { 1, n }; auto f = [&](int q) { return q; }; return f(a[1]) ; }";
        assert_eq!(of(text), []);
    }
}
