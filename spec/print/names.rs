//! Names of values in print: the kernel's own, made unique and readable where they are not.

use std::collections::HashSet;

use crate::syntax::kernel::{Kernel, ValueId};

/// The printed names of a kernel's values, and the names visible at the printed position.
pub(super) struct Names<'k> {
    kernel: &'k Kernel,
    printed: Vec<String>,
    visible: HashSet<String>,
    regions: Vec<Vec<String>>,
}

/// Results under one name: the name, and their number if printed.
pub(super) struct Group {
    /// Without `%`.
    pub(super) base: String,
    /// `2` of `%base:2`.
    pub(super) count: Option<usize>,
}

impl<'k> Names<'k> {
    /// No value has a name yet.
    pub(super) fn new(kernel: &'k Kernel) -> Self {
        let printed = vec![String::new(); kernel.values.len()];
        Names { kernel, printed, visible: HashSet::new(), regions: Vec::new() }
    }

    /// How a value is printed.
    pub(super) fn of(&self, value: ValueId) -> String {
        format!("%{}", self.printed.get(value.index()).map_or("", String::as_str))
    }

    /// Opens a region.
    pub(super) fn open(&mut self) {
        self.regions.push(Vec::new());
    }

    /// Closes a region: its names can be used again.
    pub(super) fn close(&mut self) {
        for name in self.regions.pop().unwrap_or_default() {
            self.visible.remove(&name);
        }
    }

    /// Names a value and makes the name visible.
    pub(super) fn define(&mut self, value: ValueId) -> String {
        let wanted = self.kernel.values.get(value.index()).map_or("", |value| value.name.as_str());
        let name = self.free(&readable(wanted), "", &[]);
        self.set(value, &name);
        self.show(&[value]);
        format!("%{name}")
    }

    /// Names the results of an operation; they cannot be seen before [`Names::show`].
    pub(super) fn results(&mut self, results: &[ValueId]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut rest = results;
        while let [first, after @ ..] = rest {
            let kernel = self.kernel;
            let name = |value: &ValueId| kernel.values.get(value.index()).map_or("", |v| v.name.as_str());
            let base = name(first).strip_suffix("#0").unwrap_or("");
            let run = rest.iter().enumerate().take_while(|(i, value)| name(value) == format!("{base}#{i}"));
            let count = if base.is_empty() { 0 } else { run.count() };
            if count == 0 {
                let name = self.free(&readable(name(first)), "", &groups);
                self.set(*first, &name);
                groups.push(Group { base: name, count: None });
                rest = after;
                continue;
            }
            let base = self.free(&readable(base), "#0", &groups);
            for (position, value) in rest[..count].iter().enumerate() {
                self.set(*value, &format!("{base}#{position}"));
            }
            groups.push(Group { base, count: Some(count) });
            rest = &rest[count..];
        }
        groups
    }

    /// Lets values be seen.
    pub(super) fn show(&mut self, values: &[ValueId]) {
        for value in values {
            let name = self.printed.get(value.index()).cloned().unwrap_or_default();
            self.visible.insert(name.clone());
            if let Some(region) = self.regions.last_mut() {
                region.push(name);
            }
        }
    }

    fn set(&mut self, value: ValueId, name: &str) {
        if let Some(printed) = self.printed.get_mut(value.index()) {
            name.clone_into(printed);
        }
    }

    /// A name that is neither visible yet, nor the name of an earlier result of the same operation.
    fn free(&self, wanted: &str, suffix: &str, beside: &[Group]) -> String {
        let is_beside = |name: &str| beside.iter().any(|group| group.base == name);
        let taken = |name: &str| is_beside(name) || self.visible.contains(&format!("{name}{suffix}"));
        if !taken(wanted) {
            return wanted.to_owned();
        }
        (1u64..).map(|n| format!("{wanted}_{n}")).find(|name| !taken(name)).unwrap_or_default()
    }
}

/// A name without characters that the format forbids.
fn readable(name: &str) -> String {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_-$.".contains(c);
    let name: String = name.chars().map(|c| if allowed(c) { c } else { '_' }).collect();
    if name.is_empty() { "v".to_owned() } else { name }
}

/// `@name`, with quotes if needed.
pub(super) fn symbol(name: &str) -> String {
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
    let rest = name.chars().all(|c| c.is_ascii_alphanumeric() || "_$.".contains(c));
    if first && rest { format!("@{name}") } else { format!("@{}", quote(name)) }
}

/// A string with MLIR's escapes.
pub(super) fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'\\' => quoted.push_str("\\\\"),
            b'"' => quoted.push_str("\\22"),
            0x20..=0x7e => quoted.push(char::from(byte)),
            _ => quoted.push_str(&format!("\\{byte:02X}")),
        }
    }
    quoted.push('"');
    quoted
}
