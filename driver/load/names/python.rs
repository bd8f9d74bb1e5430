//! Signatures of cuTile Python: a tensor is passed as several arguments, a constant as none.

use super::fit::{Kind, Parameter};
use super::list::{Language, cut, is_name, split};

/// How many lines below the debug line, which may be a decorator's, a function may stand.
const LINES: usize = 64;

/// The parameters of a function at the start of a text, with its file; `None` if missing.
pub(super) fn parameters(text: &str, file: &str, symbol: &str) -> Option<Vec<Parameter>> {
    let mut at = 0;
    for line in text.split_inclusive('\n').take(LINES) {
        if let Some(head) = line.trim_start().strip_prefix("def ") {
            let (name, _) = head.split_once('(')?;
            if !is_of(symbol, name.trim()) {
                return None;
            }
            let (_, list) = text[at..].split_once('(')?;
            let list = split(list, Language::Python)?;
            let parameters = list.iter().filter(|part| !["*", "/"].contains(&part.trim()));
            return parameters.map(|part| parameter(part, file)).collect();
        }
        at += line.len();
    }
    None
}

/// Whether a kernel may be compiled from a function: its symbol is the function's name, with what tells signatures apart.
fn is_of(symbol: &str, function: &str) -> bool {
    let rest = symbol.strip_prefix(function);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// `n: ct.Constant[int] = 4`
fn parameter(part: &str, file: &str) -> Option<Parameter> {
    let (declaration, _) = cut(part, '=');
    let (name, annotation) = cut(declaration, ':');
    let name = name.trim();
    if name.starts_with('*') {
        return None;
    }
    let kinds = annotation.map_or_else(|| vec![Kind::Tensor, Kind::Scalar], |ty| kinds(ty.trim(), file));
    Some(Parameter { name: is_name(name).then(|| name.to_owned()), unsigned: false, kinds })
}

/// What an annotation lets a parameter be.
fn kinds(annotation: &str, file: &str) -> Vec<Kind> {
    let annotation = annotation.trim_matches(['"', '\'']);
    if is_constant(annotation) || alias(annotation, file).is_some_and(is_constant) {
        return vec![Kind::Nothing];
    }
    match annotation {
        "int" | "bool" => vec![Kind::Integer],
        "float" => vec![Kind::Float],
        "ct.Array" | "Array" => vec![Kind::Tensor],
        // It may be the name of a constant's type in another file.
        _ => vec![Kind::Tensor, Kind::Scalar, Kind::Nothing],
    }
}

/// `ct.Constant[int]`, `cuda.tile.Constant`
fn is_constant(ty: &str) -> bool {
    let head = ty.split('[').next().unwrap_or_default().trim();
    head == "Constant" || head.ends_with(".Constant")
}

/// What a name is an alias of, in `NAME = ct.Constant[int]`.
fn alias<'a>(name: &str, file: &'a str) -> Option<&'a str> {
    let mut lines = file.lines().filter_map(|line| line.split_once('='));
    lines
        .find(|(left, _)| left.split(':').next().is_some_and(|left| left.trim_end() == name))
        .map(|(_, right)| right.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "C = ct.Constant[int]\n@ct.kernel\ndef scale(a, n: int, # count, of (\n  T: C, U: ct.Constant[bool] = True,\n  V: Other = (1, 2)):\n";

    #[test]
    fn annotations_say_what_is_passed() {
        let found =
            parameters(FILE.split_once('\n').expect("two lines").1, FILE, "scale_f32").expect("it is there");
        let found: Vec<_> = found.into_iter().map(|one| (one.name.expect("named"), one.kinds)).collect();
        let one = |name: &str, kinds: &[Kind]| (name.to_owned(), kinds.to_vec());
        assert_eq!(
            found,
            [
                one("a", &[Kind::Tensor, Kind::Scalar]),
                one("n", &[Kind::Integer]),
                one("T", &[Kind::Nothing]),
                one("U", &[Kind::Nothing]),
                one("V", &[Kind::Tensor, Kind::Scalar, Kind::Nothing]),
            ]
        );
    }

    #[test]
    fn what_is_not_this_function_is_not_read() {
        assert!(parameters(FILE, FILE, "other").is_none());
        assert!(parameters("def scale(a, *rest):\n", "", "scale").is_none());
        assert!(parameters("def scale(a", "", "scale").is_none());
        assert!(parameters("x = 1\n", "", "scale").is_none());
    }
}
