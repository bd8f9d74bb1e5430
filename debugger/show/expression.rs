//! Expressions: a name with an optional part, such as `%acc[0:4, 0:4]`, `x[3]`, `a[16:32]`.

/// A name with an optional part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expression {
    pub(crate) name: String,
    /// The parts by axis; `None` for the whole.
    pub(crate) parts: Option<Vec<Part>>,
}

/// A half-open range of places along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) from: u64,
    /// None is up to the end.
    pub(crate) to: Option<u64>,
    /// Whether the part is a single place.
    pub(crate) is_one: bool,
}

impl Expression {
    /// Parses an expression.
    ///
    /// # Errors
    /// The error in the expression, in a sentence.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let (name, parts) = match text.split_once('[') {
            None => (text, None),
            Some((name, rest)) => {
                let inner =
                    rest.strip_suffix(']').ok_or_else(|| format!("`{text}` has no `]` at its end"))?;
                (name.trim_end(), Some(parts(inner)?))
            }
        };
        let is_part = |letter: char| letter.is_alphanumeric() || "_.#$-".contains(letter);
        let bare = name.strip_prefix(['%', '@']).unwrap_or(name);
        if bare.is_empty() || !bare.chars().all(is_part) {
            return Err(format!("`{name}` is no name: write for example %acc[0:4, 0:4] or x[3]"));
        }
        Ok(Expression { name: name.to_owned(), parts })
    }

    /// The places along an axis of that extent.
    ///
    /// # Errors
    /// The places are outside the axis.
    pub(crate) fn along(&self, axis: usize, extent: u64) -> Result<std::ops::Range<u64>, String> {
        let Some(part) = self.parts.as_ref().and_then(|parts| parts.get(axis)) else { return Ok(0..extent) };
        let to = part.to.unwrap_or(extent);
        if part.from < to && to <= extent {
            return Ok(part.from..to);
        }
        let asked = if part.is_one { part.from.to_string() } else { format!("{}:{to}", part.from) };
        Err(format!("{asked} is not within the {extent} elements of {} along axis {axis}", self.name))
    }
}

/// `0:4, 3, :`
fn parts(text: &str) -> Result<Vec<Part>, String> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let number = |text: &str| -> Result<u64, String> {
        text.trim().parse().map_err(|_| format!("`{}` is no place: write 3, 0:4, 2: or :", text.trim()))
    };
    let part = |text: &str| match text.split_once(':') {
        None => {
            let from = number(text)?;
            let to = from.checked_add(1).ok_or_else(|| format!("`{from}` is beyond every tile"))?;
            Ok(Part { from, to: Some(to), is_one: true })
        }
        Some((from, to)) => {
            let from = if from.trim().is_empty() { 0 } else { number(from)? };
            let to = if to.trim().is_empty() { None } else { Some(number(to)?) };
            Ok(Part { from, to, is_one: false })
        }
    };
    text.split(',').map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::{Expression, Part};

    #[test]
    fn parts_are_read() {
        let read = Expression::parse("%acc[0:4, 3, 2:]").expect("it is one");
        assert_eq!(read.name, "%acc");
        let parts = read.parts.clone().expect("it has parts");
        assert_eq!(parts[0], Part { from: 0, to: Some(4), is_one: false });
        assert_eq!(parts[1], Part { from: 3, to: Some(4), is_one: true });
        assert_eq!((read.along(2, 8), read.along(3, 5)), (Ok(2..8), Ok(0..5)));
        assert!(read.along(0, 3).is_err());
    }

    #[test]
    fn what_is_no_expression_is_told_apart() {
        for text in ["", "%", "a b", "a[", "a[x]", "a[1", "a[1:2", "a]", "a[18446744073709551615]", "a[-1]"] {
            assert!(Expression::parse(text).is_err(), "{text}");
        }
        assert_eq!(Expression::parse("for#0").expect("it is one").parts, None);
    }
}
