//! Signatures of Tile C++: every parameter is one argument.

use super::fit::{Kind, Parameter};
use super::list::{Language, cut, is_name, split};

/// How many lines below the debug line a function's name may stand.
const LINES: usize = 8;

/// Words of a declaration besides its type and its name.
const QUALIFIERS: [&str; 9] = [
    "const",
    "volatile",
    "__restrict__",
    "__restrict",
    "restrict",
    "struct",
    "typename",
    "register",
    "__grid_constant__",
];

const UNSIGNED: [&str; 12] = [
    "unsigned",
    "size_t",
    "uintptr_t",
    "uint8_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint",
    "uchar",
    "ushort",
    "ulong",
    "char8_t",
];

const INTEGERS: [&str; 14] = [
    "int",
    "signed",
    "long",
    "short",
    "char",
    "bool",
    "ssize_t",
    "ptrdiff_t",
    "intptr_t",
    "int8_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "__int64",
];

const FLOATS: [&str; 6] = ["float", "double", "half", "__half", "__nv_bfloat16", "nv_bfloat16"];

/// The parameters of a function at the start of a text; `None` if missing, or if a parameter is not one argument.
pub(super) fn parameters(text: &str, function: &str) -> Option<Vec<Parameter>> {
    let head = text.split_inclusive('\n').take(LINES).map(str::len).sum();
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = text[..head].match_indices(function).filter(|(at, _)| {
        let behind = &text[at + function.len()..];
        !text[..*at].ends_with(is_word) && behind.trim_start().starts_with('(')
    });
    let (at, _) = found.next()?;
    // A body before it belongs to another function.
    if text[..at].contains('{') {
        return None;
    }
    let (_, list) = text[at + function.len()..].split_once('(')?;
    parameter_list(list)
}

/// The parameters of a list after its opening parenthesis; `None` if the list does not end, or a parameter is not one argument.
pub(crate) fn parameter_list(text: &str) -> Option<Vec<Parameter>> {
    let list = split(text, Language::Cpp)?;
    if matches!(list.as_slice(), [only] if only.trim() == "void") {
        return Some(Vec::new());
    }
    list.iter().map(|part| parameter(part)).collect()
}

/// `const float* __restrict__ x = nullptr`
fn parameter(part: &str) -> Option<Parameter> {
    let (declaration, _) = cut(part, '=');
    let (declaration, extent) = cut(declaration, '[');
    // References, packs, functions and attributes are not read.
    if declaration.contains(['&', '(']) || declaration.contains("...") {
        return None;
    }
    let spaced = declaration.replace('*', " * ").replace("::", " :: ");
    let flat = without_templates(&spaced)?;
    let words: Vec<&str> = flat.split_whitespace().filter(|word| !QUALIFIERS.contains(word)).collect();
    let is_integer = |word: &str| INTEGERS.contains(&word) || UNSIGNED.contains(&word);
    let is_type = |word: &str| is_integer(word) || FLOATS.contains(&word);
    let (last, before) = words.split_last()?;
    let named = is_name(last) && !is_type(last) && before.last().is_some_and(|word| *word != "::");
    let of_type = if named { before } else { words.as_slice() };
    let kind = if words.contains(&"*") || extent.is_some() {
        Kind::Pointer
    } else if of_type.iter().any(|word| FLOATS.contains(word)) {
        Kind::Float
    } else if of_type.iter().any(|word| is_integer(word)) {
        Kind::Integer
    } else {
        Kind::Any
    };
    let unsigned = kind == Kind::Integer && of_type.iter().any(|word| UNSIGNED.contains(word));
    Some(Parameter { name: named.then(|| (*last).to_owned()), unsigned, kinds: vec![kind] })
}

/// A declaration without what stands in angle brackets.
fn without_templates(declaration: &str) -> Option<String> {
    let (mut depth, mut flat) = (0usize, String::new());
    for c in declaration.chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.checked_sub(1)?,
            c if depth == 0 => flat.push(c),
            _ => {}
        }
    }
    (depth == 0).then_some(flat)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Option<Vec<(Option<String>, Kind)>> {
        let all = parameters(text, "scale")?;
        Some(all.into_iter().map(|one| (one.name, one.kinds[0])).collect())
    }

    #[test]
    fn declarations_of_many_forms_are_read() {
        let text = "__tile_global__ void scale(const T* __restrict__ _in, // the (input\n\
                    float *out, unsigned long long n, /* , */ ns::vec<int, 4>* p,\n T t = T(1), const double s, unsigned o[], int)";
        let named = |name: &str, kind| (Some(name.to_owned()), kind);
        assert_eq!(
            names(text),
            Some(vec![
                named("_in", Kind::Pointer),
                named("out", Kind::Pointer),
                named("n", Kind::Integer),
                named("p", Kind::Pointer),
                named("t", Kind::Any),
                named("s", Kind::Float),
                named("o", Kind::Pointer),
                (None, Kind::Integer),
            ])
        );
    }

    #[test]
    fn integers_without_a_sign_are_told_from_those_with_one() {
        let text =
            "unsigned a, std::uint32_t const b, int c, unsigned* d, size_t e = 3, long unsigned int f)";
        let all = parameter_list(text).expect("it is a list");
        let unsigned: Vec<_> =
            all.into_iter().filter(|one| one.unsigned).filter_map(|one| one.name).collect();
        assert_eq!(unsigned, ["a", "b", "e", "f"]);
    }

    #[test]
    fn what_is_not_this_function_is_not_read() {
        assert_eq!(names("void other(int n) {}"), None);
        assert_eq!(names("void upscale(int n) {}"), None);
        assert_eq!(names("void other() { scale(n); }"), None);
        assert_eq!(names("void scale(int n,\n#ifdef X\n int m\n#endif\n)"), None);
        assert_eq!(names("void scale(int& n)"), None);
        assert_eq!(names("void scale(int n"), None);
        assert_eq!(names("void scale()"), Some(Vec::new()));
    }
}
