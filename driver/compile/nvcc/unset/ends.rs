//! Functions whose control may reach the end of the body without a `return`: undefined in C++ for a function with a result, and zero by nvcc.

use super::super::kernels::is_word;
use super::super::without::functions;
use super::code::{
    SPECIFIERS, closed_group, end_of_angles, end_of_group, is_scalar, plain_code, skip_space, word_at,
};
use super::lambdas::lambdas;

/// A type that is surely no `void`, in place of pointers, references and deduced types.
const SOME: &str = "int";

/// The text with an assertion at the end of each function with a result whose last statement is no `return`.
pub(super) fn with_assertions(text: &str) -> String {
    let code = plain_code(text);
    let mut ends: Vec<(usize, String)> = Vec::new();
    for function in functions(text) {
        let ty = result_type(&code[function.head.clone()], &function.name);
        let end = ty.and_then(|ty| open_end(&code, function.body, ty));
        ends.extend(end.filter(|_| function.name != "main" && !is_class(&code, &function.name)));
    }
    for lambda in lambdas(&code) {
        let ty = lambda.result.map_or(Some(Type::Deduced), |ty| named(&code[ty]));
        ends.extend(ty.and_then(|ty| open_end(&code, lambda.body, ty)));
    }
    ends.sort();
    let mut changed = text.to_owned();
    for (at, ty) in ends.iter().rev() {
        changed.insert_str(*at, &format!(" TILEPROOF_END({ty}) "));
    }
    changed
}

/// The type of a result.
#[derive(Debug, PartialEq, Eq)]
enum Type {
    Deduced,
    Named(String),
}

/// The place in front of the closing brace of a body, with its type, if control may reach it without a result.
fn open_end(code: &str, body: std::ops::Range<usize>, ty: Type) -> Option<(usize, String)> {
    let body = closed_group(code, body.start)?;
    let at = body.end - 1;
    let inside = &code[body.start + 1..at];
    let ty = match ty {
        // A name may be a macro of a kernel, which ends in `void`.
        Type::Named(ty) if !is_scalar(&ty) && !has_result(inside) => return None,
        Type::Named(ty) => ty,
        // Where the compiler chooses among results, there may be none.
        Type::Deduced if inside.contains("constexpr") || !has_result(inside) => return None,
        Type::Deduced => SOME.to_owned(),
    };
    (!ends_in_return(inside)).then_some((at, ty))
}

/// Whether a body has a `return` with a value outside of lambdas.
fn has_result(body: &str) -> bool {
    let inner = lambdas(body);
    let mut returns = body.match_indices("return").filter(|(at, word)| {
        let is_word_of_its_own =
            !body[..*at].ends_with(is_word) && !body[at + word.len()..].starts_with(is_word);
        is_word_of_its_own && inner.iter().all(|lambda| !lambda.body.contains(at))
    });
    returns.any(|(at, word)| !body[skip_space(body, at + word.len())..].starts_with(';'))
}

/// The type of a function's result; `None` for `void` and for a constructor.
fn result_type(head: &str, name: &str) -> Option<Type> {
    let of_its_own = |at: &usize, word: &str| {
        !head[..*at].ends_with(is_word) && !head[at + word.len()..].starts_with(is_word)
    };
    let operator = head.match_indices("operator").find(|(at, word)| of_its_own(at, word));
    if let Some(ty) = operator.and_then(|(at, word)| converted(&head[at + word.len()..])) {
        return named(ty);
    }
    let end = match operator {
        Some((operator, _)) => operator,
        None => head.match_indices(name).map(|(at, _)| at).find(|at| {
            let behind = skip_space(head, at + name.len());
            of_its_own(at, name) && head[behind..].starts_with('(')
        })?,
    };
    let (before, behind) = head.split_at(end);
    let (parameters, before) = split_template(before);
    if before.trim_end().ends_with('~') {
        return None;
    }
    let has_auto = words(before).any(|word| word == "auto");
    match (has_auto, behind.rsplit_once("->")) {
        (true, Some((_, trailing))) => named(trailing.split_once("requires").map_or(trailing, |(ty, _)| ty)),
        (true, None) => Some(Type::Deduced),
        (false, _) => match last_name(before.trim_end()) {
            // A parameter of the function's own template.
            Some(name) if words(parameters).any(|word| word == name) => Some(Type::Named(name.to_owned())),
            Some(_) | None => named(before),
        },
    }
}

/// The type behind the word `operator`, if it is one that a conversion makes.
fn converted(behind: &str) -> Option<&str> {
    let ty = behind.split('(').next()?.trim();
    let first = ty.split(|letter: char| !is_word(letter)).next()?;
    (!first.is_empty() && !["new", "delete", "co_await"].contains(&first)).then_some(ty)
}

/// The parameters of the templates in a head, and the rest, without the label of access before it.
fn split_template(head: &str) -> (&str, &str) {
    let mut rest = head.trim_start();
    while let Some(behind) =
        ["public", "private", "protected"].iter().find_map(|word| rest.strip_prefix(word))
    {
        rest = behind.trim_start().trim_start_matches(':').trim_start();
    }
    let whole = rest;
    while let Some(behind) = rest.strip_prefix("template") {
        let angles = rest.len() - behind.trim_start().len();
        rest = end_of_angles(rest, angles).map_or("", |end| rest[end..].trim_start());
    }
    (&whole[..whole.len() - rest.len()], rest)
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !is_word(letter)).filter(|word| !word.is_empty())
}

/// The type in the words before a name; `None` without a type, and for `void`.
fn named(words: &str) -> Option<Type> {
    let mut rest = words.trim_end();
    // The class of a member that is defined outside of it.
    while let Some(before) = rest.strip_suffix("::") {
        let name = last_name(before.trim_end())?;
        rest = before.trim_end()[..before.trim_end().len() - name.len()].trim_end();
    }
    while let Some(before) = rest.strip_suffix("const").or(rest.strip_suffix("volatile")) {
        if before.ends_with(is_word) {
            break;
        }
        rest = before.trim_end();
    }
    if rest.ends_with(['*', '&']) {
        return Some(Type::Named(SOME.to_owned()));
    }
    let name = last_name(rest)?;
    let is_beside = SPECIFIERS.contains(&name)
        || name.starts_with("__") && !name.starts_with("__nv_") && name != "__half";
    if is_beside || name == "explicit" {
        let before = rest[..rest.len() - name.len()].trim_end();
        return named(before);
    }
    let before = rest[..rest.len() - name.len()].trim_end();
    let typename = if before.ends_with("typename") { "typename " } else { "" };
    match name {
        "void" => None,
        // A macro, or a parameter of the template around a class.
        _ if !name.contains(|letter: char| letter.is_lowercase()) => Some(Type::Deduced),
        _ => Some(Type::Named(format!("{typename}{name}"))),
    }
}

/// The last name of a text, with its scopes and template arguments.
fn last_name(text: &str) -> Option<&str> {
    let mut begin = text.len();
    loop {
        if text[..begin].ends_with('>') {
            let mut open = text[..begin].rmatch_indices('<').map(|(at, _)| at);
            begin = open.find(|at| end_of_angles(text, *at) == Some(begin))?;
        }
        begin = text[..begin].trim_end_matches(is_word).len();
        match text[..begin].strip_suffix("::") {
            Some(scope) => begin = scope.len(),
            None => return Some(&text[begin..]).filter(|name| !name.is_empty()),
        }
    }
}

/// Whether a name is one of a class, so that its function is a constructor.
fn is_class(code: &str, name: &str) -> bool {
    let mut words = ["struct", "class"].into_iter().flat_map(|word| code.match_indices(word));
    words.any(|(at, word)| !code[..at].ends_with(is_word) && &code[word_at(code, at + word.len())] == name)
}

/// Whether the last statement of a body is a `return`.
fn ends_in_return(body: &str) -> bool {
    let statements = body.trim_end().strip_suffix(';').unwrap_or_default();
    let mut last = 0;
    let mut at = 0;
    while let Some(next) = statements[at..].find(['{', '(', ';', '}']).map(|next| at + next) {
        let ends = match statements.as_bytes()[next] {
            b';' | b'}' => true,
            // Braces in a `return` are part of its value.
            b'{' => !is_return(&statements[last..]),
            _ => false,
        };
        at = if statements[next..].starts_with(['{', '(']) {
            end_of_group(statements, next).max(next + 1)
        } else {
            next + 1
        };
        if ends {
            last = at;
        }
    }
    is_return(&statements[last..])
}

fn is_return(statement: &str) -> bool {
    statement.trim_start().strip_prefix("return").is_some_and(|behind| !behind.starts_with(is_word))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The types of the ends in a text.
    fn of(text: &str) -> Vec<String> {
        let changed = with_assertions(text);
        let ends = changed.split("TILEPROOF_END(").skip(1);
        ends.map(|end| end.split(") }").next().unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn functions_that_may_end_without_a_result_are_found() {
        let text = "__tile__ int f(int n) { if (n > 0) return 1; }
            template <class A, int N = 3> requires (N > 1) static inline unsigned long g(A a = 2) { for (;;) { return 3; } }
            __tile__ auto h(int n) -> ct::tile<int, ct::shape<8>> { while (n) return {}; }
            struct S { [[nodiscard]] const float* m() const { { return 0; } } public: __tile__ Pair p(int n) { if (n) return {}; } };
            template <class A> typename A::type S::t() { while (1) { return 1; } } template <class T> T u(T n) { if (n) return n; } PAIR v(int n) { if (n) return 1; }
            __tile__ int e() { }
            struct F { int operator()(int n) { if (n) return 1; } operator float() const { if (n) return 1; } };
            __tile__ auto d(int n) { if (n) return 1; }
            __tile__ void k() { auto f = [&](int n) { if (n) return 1; }; auto g = [](int n) -> float { if (n) return 1; }; }";
        let expected = [
            "int",
            "long",
            "ct::tile<int, ct::shape<8>>",
            "int",
            "Pair",
            "typename A::type",
            "T",
            "int",
            "int",
            "int",
            "float",
            "int",
            "int",
            "float",
        ];
        assert_eq!(of(text), expected);
    }

    #[test]
    fn others_are_left_alone() {
        let text = "__tile__ int f(int n) { if (n) { n = 2; } return n; }
            __tile__ void g(int n) { if (n) return; }
            KERNEL k1(int n) { if (n) return; } kernel k2(int* o) { *o = 1; }
            INLINE void g2(int n) { auto f = [] { return 1; }; if (n) return; }
            struct S { S() { n = 1; } HD S(int) { } ~S() { } int n; explicit S(float m) : n(m) { } };
            S::S(char c) { }
            __tile__ auto h(int n) { auto f = [](int m) { return 1; }; if (n) return; }
            template <class T> __tile__ auto c(T n) { if constexpr (sizeof(T) == 4) return 1; }
            int main() { if (1) return 1; }
            __tile__ S j(int n) { if (n) { n = 1; } return S{n, {2}}; }
            __tile__ int i(int n) { int a[] = { 1, n }; auto f = [&](int q) { return q; }; return f(a[1]) ; }";
        assert_eq!(of(text), Vec::<String>::new());
    }
}
