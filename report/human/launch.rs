//! A launch in one line: numbers, shapes, relevant contents, and the grid.

use std::collections::BTreeMap;

use driver::check::report::Counterexample;
use driver::files::launch_file::describe_launch;
use driver::signature::Signature;

/// The arguments as the author writes them: `x: 33 x 129` stands for the extents of `x` and strides without gaps.
pub(crate) fn line(example: &Counterexample, signature: &Signature) -> String {
    let lines = describe_launch(&example.launch, signature);
    let (grid, arguments) = lines.split_first().map_or(("", &[][..]), |(grid, rest)| (grid.as_str(), rest));
    let mut words: Vec<String> = Vec::new();
    // Arrays grouped by the number of their buffer.
    let mut shared: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut at = 0;
    while let Some(one) = arguments.get(at) {
        at += 1;
        let Some((name, memory)) = one.split_once(": ") else {
            words.push(one.clone());
            continue;
        };
        let shape = axes(&arguments[at..], name, "shape");
        at += shape.len();
        let strides = axes(&arguments[at..], name, "strides");
        at += strides.len();
        // The arrays of a list.
        if memory.starts_with('[') {
            words.push(one.clone());
            continue;
        }
        // The size of memory follows from the shape; its contents and holes do not.
        let held = memory.split_once(", ").map_or("", |(_, held)| held);
        let (held, buffer) =
            held.rsplit_once("in buffer ").map_or((held, None), |(held, buffer)| (held, Some(buffer)));
        let held = held.trim_end_matches([',', ' ']);
        let is_empty = held == "undetermined";
        if !shape.is_empty() {
            let mut text = format!("{name}: {}", shape.join(" x "));
            if !is_dense(&shape, &strides) {
                text.push_str(&format!(" with strides ({})", strides.join(", ")));
            }
            text.push_str(if is_empty { " (uninitialized)" } else { "" });
            words.push(text);
        } else if is_empty {
            words.push(format!("{name} uninitialized"));
        }
        let held = if is_empty { "" } else { held };
        match held.strip_prefix("with ") {
            // Contents name elements: `idx[1] = 7, [2] = -1`.
            Some(contents) => words.push(format!("{name}{contents}")),
            None if !held.is_empty() => words.push(format!("{name} {held}")),
            None => {}
        }
        if let Some(buffer) = buffer {
            shared.entry(buffer).or_default().push(name);
        }
    }
    words.extend(shared.values().map(|names| format!("{} share memory", names.join(" and "))));
    words.push(grid.to_owned());
    words.join(", ")
}

/// The values of `NAME.KIND[0]`, `NAME.KIND[1]` and so on, at the beginning of a list.
fn axes(arguments: &[String], name: &str, kind: &str) -> Vec<String> {
    let value = |(axis, one): (usize, &String)| {
        one.strip_prefix(&format!("{name}.{kind}[{axis}] = ")).map(str::to_owned)
    };
    arguments.iter().enumerate().map_while(value).collect()
}

/// Whether rows lie behind each other without gaps.
fn is_dense(shape: &[String], strides: &[String]) -> bool {
    let number = |text: &String| text.parse::<i128>().ok();
    let mut wanted = Some(1);
    for (extent, stride) in shape.iter().zip(strides).rev() {
        if wanted.is_none() || number(stride) != wanted {
            return false;
        }
        wanted = wanted.zip(number(extent)).and_then(|(step, extent)| step.checked_mul(extent));
    }
    true
}
