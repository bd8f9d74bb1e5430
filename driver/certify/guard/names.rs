//! The names of a guard's parameters.

use std::collections::HashSet;

use spec::contract::Bound;

/// The grid's extents, which come first.
pub(crate) const GRID: [&str; 3] = ["grid_x", "grid_y", "grid_z"];

/// The names of a launch's numbers. An argument's own name could be a word of the language, so every name has a prefix.
pub(crate) struct Names {
    /// Of each argument, by position.
    arguments: Vec<String>,
    /// All parameters, in order.
    pub(crate) parameters: Vec<String>,
}

impl Names {
    /// The names of a kernel's launches. If two arguments would share a name, the second name includes its position.
    pub(crate) fn new(bound: &Bound<'_>) -> Self {
        let mut names = Names { arguments: Vec::new(), parameters: GRID.map(str::to_owned).to_vec() };
        let mut taken: HashSet<String> = names.parameters.iter().cloned().collect();
        for position in 0..bound.kernel.params.len() {
            let own = spelled(bound.argument_name(position));
            let plain = format!("arg_{own}");
            let is_free = parts(bound, position, &plain).iter().all(|part| !taken.contains(part));
            let name = if is_free { plain } else { format!("arg{position}_{own}") };
            let parts = parts(bound, position, &name);
            taken.extend(parts.iter().cloned());
            names.parameters.extend(parts);
            names.arguments.push(name);
        }
        names
    }

    /// A scalar argument.
    pub(crate) fn argument(&self, position: usize) -> String {
        self.arguments[position].clone()
    }

    /// The address of an array.
    pub(crate) fn address(&self, position: usize) -> String {
        format!("{}_address", self.arguments[position])
    }

    /// How many bytes an array has from its address on.
    pub(crate) fn bytes(&self, position: usize) -> String {
        format!("{}_bytes", self.arguments[position])
    }
}

/// The parameters of an argument; empty without a condition about the argument.
fn parts(bound: &Bound<'_>, position: usize, name: &str) -> Vec<String> {
    if bound.pointee(position).is_some() {
        vec![format!("{name}_address"), format!("{name}_bytes")]
    } else if bound.scalar(position).is_some() {
        vec![name.to_owned()]
    } else {
        Vec::new()
    }
}

/// A name with letters, digits and underscores alone.
pub(crate) fn spelled(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect()
}
