//! The author's name of a kernel, from the compiler's symbol.

/// The function's own name: of a mangled symbol of C++ (`_Z7vec_addPf`), or of one of cuTile Python (`vec_add_Kt2_…`), else the
/// symbol itself.
pub fn function_name(symbol: &str) -> &str {
    of_cpp(symbol).or_else(|| of_python(symbol)).unwrap_or(symbol)
}

/// The last part of a nested name, `_ZN2ns7vec_addILi4EEEvPf`, or the only one.
fn of_cpp(symbol: &str) -> Option<&str> {
    let mut rest = symbol.strip_prefix("_Z")?;
    let nested = rest.strip_prefix('N');
    rest = nested.unwrap_or(rest);
    let mut last = None;
    loop {
        // Functions with internal linkage.
        rest = if last.is_none() { rest.strip_prefix('L').unwrap_or(rest) } else { rest };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(len) = rest[..digits].parse::<usize>() else { return last };
        last = Some(rest.get(digits..digits.checked_add(len)?)?);
        rest = &rest[digits + len..];
        if nested.is_none() {
            return last;
        }
    }
}

/// The name before the calling convention.
fn of_python(symbol: &str) -> Option<&str> {
    let ends = symbol.match_indices("_Kt").map(|(at, mark)| (at, &symbol[at + mark.len()..]));
    let is_convention = |rest: &str| {
        let behind = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        behind.len() < rest.len() && (behind.is_empty() || behind.starts_with('_'))
    };
    let mut ends = ends.filter(|(at, rest)| *at > 0 && is_convention(rest));
    ends.next().map(|(at, _)| &symbol[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_called_as_their_functions() {
        for (symbol, name) in [
            ("vec_add", "vec_add"),
            ("_Z7vec_addPfS_i", "vec_add"),
            ("_Z5scaleI6__halfLi16EEvPKT_PS1_i", "scale"),
            ("_ZN2ns5inner7vec_addILi4EEEvPf", "vec_add"),
            ("_ZN12_GLOBAL__N_17vec_addEPf", "vec_add"),
            ("_ZL7vec_addPf", "vec_add"),
            ("vec_add_Kt2_A1f32", "vec_add"),
            ("my_Kernel", "my_Kernel"),
            ("_Z99short", "_Z99short"),
            ("_Z99999999999999999999999x", "_Z99999999999999999999999x"),
            ("_Z", "_Z"),
        ] {
            assert_eq!(function_name(symbol), name, "{symbol}");
        }
    }
}
