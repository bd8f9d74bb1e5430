//! Names of kernels as C++ writes them, from their mangled names (Itanium ABI): of functions in namespaces, and of templates
//! whose arguments are numbers and simple types.

use std::fmt;

/// A name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Name {
    /// The namespaces.
    pub(super) spaces: Vec<String>,
    /// The function's own name.
    pub(super) last: String,
    /// The arguments of its template; `None` without a template or with complex arguments.
    pub(super) arguments: Vec<Argument>,
}

/// An argument of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Argument {
    /// The text.
    text: String,
    /// The value of an integer argument.
    pub(super) number: Option<i128>,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spaces.iter().try_for_each(|space| write!(f, "{space}::"))?;
        f.write_str(&self.last)?;
        if self.arguments.is_empty() {
            return Ok(());
        }
        let texts: Vec<_> = self.arguments.iter().map(|argument| argument.text.as_str()).collect();
        write!(f, "<{}>", texts.join(", "))
    }
}

/// The name of a mangled symbol; other symbols are returned as they are, and too complex ones as `None`.
pub(super) fn demangle(symbol: &str) -> Option<Name> {
    let Some(rest) = symbol.strip_prefix("_Z") else {
        return Some(Name { last: symbol.to_owned(), ..Name::default() });
    };
    let mut rest = rest;
    let nested = take(&mut rest, "N");
    let mut parts = vec![identifier(&mut rest)?];
    while nested && rest.starts_with(|c: char| c.is_ascii_digit()) {
        parts.push(identifier(&mut rest)?);
    }
    let mut name = Name { last: parts.pop()?, spaces: parts, arguments: Vec::new() };
    if take(&mut rest, "I") {
        name.arguments = arguments(&mut rest).unwrap_or_default();
    }
    Some(name)
}

fn take(rest: &mut &str, start: &str) -> bool {
    let behind = rest.strip_prefix(start);
    *rest = behind.unwrap_or(rest);
    behind.is_some()
}

/// `5scale`
fn identifier(rest: &mut &str) -> Option<String> {
    let digits = rest.find(|c: char| !c.is_ascii_digit())?;
    let (count, behind) = rest.split_at(digits);
    let count: usize = count.parse().ok()?;
    let name = behind.get(..count)?;
    *rest = &behind[count..];
    // Namespaces without a name have a long one.
    Some(if name.starts_with("_GLOBAL__N") { "(anonymous namespace)".to_owned() } else { name.to_owned() })
}

/// Up to the end of a list of arguments.
fn arguments(rest: &mut &str) -> Option<Vec<Argument>> {
    let mut found = Vec::new();
    while !take(rest, "E") {
        found.push(argument(rest)?);
    }
    Some(found)
}

fn argument(rest: &mut &str) -> Option<Argument> {
    if !take(rest, "L") {
        return Some(Argument { text: simple(rest)?, number: None });
    }
    let kind = simple(rest)?;
    let end = rest.find('E')?;
    let digits = rest[..end].replacen('n', "-", 1);
    *rest = &rest[end + 1..];
    let number: i128 = digits.parse().ok()?;
    let text = match (kind.as_str(), number) {
        ("bool", 0) => "false".to_owned(),
        ("bool", _) => "true".to_owned(),
        (_, number) => number.to_string(),
    };
    Some(Argument { text, number: Some(number) })
}

/// A type without parts.
fn simple(rest: &mut &str) -> Option<String> {
    const TYPES: [(&str, &str); 14] = [
        ("DF16_", "_Float16"),
        ("DF16b", "__bf16"),
        ("b", "bool"),
        ("c", "char"),
        ("a", "signed char"),
        ("h", "unsigned char"),
        ("s", "short"),
        ("t", "unsigned short"),
        ("i", "int"),
        ("j", "unsigned"),
        ("l", "long"),
        ("m", "unsigned long"),
        ("f", "float"),
        ("d", "double"),
    ];
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        return identifier(rest);
    }
    TYPES.iter().find(|(code, _)| take(rest, code)).map(|(_, name)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_were_written() {
        let shown = |symbol| demangle(symbol).map(|name| name.to_string());
        let is = |symbol, name: &str| assert_eq!(shown(symbol), Some(name.to_owned()));
        is("copy", "copy");
        is("_Z5scaleILi16EEvPfS0_i", "scale<16>");
        is("_ZN2ns5plainEPfj", "ns::plain");
        is("_Z3mulIfLb1ELin3E6__halfEvPT_", "mul<float, true, -3, __half>");
        // A pack is not followed, and neither is what is torn off.
        is("_Z4packIJiiEEvv", "pack");
        assert_eq!(shown("_Z9torn"), None);
        assert_eq!(shown("_Z99999999999999999999999x"), None);
        assert_eq!(shown("_Z"), None);
    }
}
