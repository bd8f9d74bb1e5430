//! The launch of a script, in words that stay equal when lines above it are added or removed.

use std::path::Path;

use crate::code::{Code, Language};
use crate::compile::LaunchedAt;

/// The file's name, the script's call, the number of equal calls before it, and the passed grid, sizes and numbers.
pub(super) fn describe(launched: &LaunchedAt, read: &dyn Fn(&str) -> Option<std::sync::Arc<str>>) -> String {
    let (file, line) = launched.place.rsplit_once(':').unwrap_or((&launched.place, ""));
    let name = Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
    // Without the script, the line is all that is known of the call.
    let call = read(file).and_then(|text| call(&text, file, line.parse().ok()?));
    let call = call.unwrap_or_else(|| format!("line {line}"));
    format!("{name}: {call}, {}", values(launched))
}

/// The outermost call at the start of a line, else the line, without blanks; then the number of equal calls before, if any.
fn call(text: &str, file: &str, line: usize) -> Option<String> {
    let words = text.lines().nth(line.checked_sub(1)?)?;
    let start = words.as_ptr().addr() - text.as_ptr().addr();
    let code = Code::new(text, Language::of(Path::new(file)).unwrap_or(Language::Python));
    let begins = code.calls.iter().filter(|call| (start..start + words.len()).contains(&call.whole.start));
    let whole = begins.max_by_key(|call| call.whole.len()).map(|call| call.whole.clone());
    let whole = whole.unwrap_or(start..start + words.len());
    let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    let (call, before) = (plain(text.get(whole.clone())?), plain(text.get(..whole.start)?));
    let number = if call.is_empty() { 0 } else { before.matches(&call).count() };
    Some(if number == 0 { call } else { format!("{call} #{}", number + 1) })
}

/// The grid, and of each argument its number or the bytes of its array. Addresses differ from run to run.
fn values(launched: &LaunchedAt) -> String {
    let [x, y, z] = launched.grid;
    let mut words = vec![format!("grid ({x}, {y}, {z})")];
    for one in &launched.arguments {
        match (&one.value, one.bytes) {
            (Some(value), _) => words.push(format!("{} = {value}", one.name)),
            (None, Some(bytes)) => words.push(format!("{}: {bytes} bytes", one.name)),
            (None, None) => words.push(one.name.clone()),
        }
    }
    words.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::LaunchedArgument;

    #[test]
    fn a_call_is_known_by_its_words_and_not_by_its_line() {
        let one = "ct.launch(s, (f(8),), k,\n          (a, 16))";
        let at = |text: &str, line| call(text, "k.py", line);
        let known = at(one, 1);
        assert_eq!(known.as_deref(), Some("ct.launch(s,(f(8),),k,(a,16))"));
        assert_eq!(at(&format!("# moved\n\nx = 1\n{one}"), 4), known);
        assert_eq!(at(&format!("{one}\n{one}\n"), 3).as_deref(), Some("ct.launch(s,(f(8),),k,(a,16)) #2"));
        assert_ne!(at(&one.replace("(a,", "(b,"), 1), known);
        assert_eq!((at("go\n", 1).as_deref(), at("go\n", 7)), (Some("go"), None));
    }

    #[test]
    fn sizes_and_numbers_belong_to_a_launch_and_addresses_do_not() {
        let argument = |address, bytes| LaunchedArgument {
            name: "a".to_owned(),
            value: None,
            address: Some(address),
            bytes: Some(bytes),
            contents: None,
            unless_written: Vec::new(),
            before: 0,
            behind: 0,
            uninit: false,
            written_by: Vec::new(),
            written: Vec::new(),
            is_shared: false,
            shape: Vec::new(),
            strides: Vec::new(),
            element: None,
            arrays: Vec::new(),
        };
        let of = |grid, address, bytes| {
            let launched = LaunchedAt {
                place: "p/k.py:3".to_owned(),
                grid,
                arguments: vec![argument(address, bytes)],
                number: 0,
                decided: None,
            };
            describe(&launched, &|_| None)
        };
        assert_eq!(of([4, 1, 1], 0, 64), "k.py: line 3, grid (4, 1, 1), a: 64 bytes");
        assert_eq!(of([4, 1, 1], 0, 64), of([4, 1, 1], 4096, 64));
        assert!(of([5, 1, 1], 0, 64) != of([4, 1, 1], 0, 64) && of([4, 1, 1], 0, 60) != of([4, 1, 1], 0, 64));
    }
}
