//! The commands, with examples.

use super::command;

/// By name: what a command does, and examples.
const HELP: [(&str, &str, &str); 23] = [
    ("step", "run one operation, or so many", "step; step 20"),
    ("back", "go back one operation, or so many", "back; back 20"),
    ("next", "run to the next line, over calls of functions", "next"),
    ("previous", "go back to the beginning of the previous line", "previous"),
    ("continue", "run until a breakpoint, a watch, a broken rule or the end", "continue"),
    ("reverse", "go back until a breakpoint, a watch or the beginning", "reverse"),
    ("finish", "run out of the innermost loop or branch", "finish"),
    ("goto", "go to a step, by the number in `where` and in every halt", "goto 17"),
    ("start", "go to the beginning of the launch", "start"),
    ("end", "go to the end, or to the operation that breaks a rule", "end"),
    ("block", "name the running block, or go to the beginning of a block", "block; block 2; block 0,3,1"),
    ("break", "stop at a line; without a line, list the breakpoints", "break 33; break seeds.py:33"),
    (
        "watch",
        "stop at the first NaN or undetermined value, at racing accesses, at the making of a value, or at writes to an array",
        "watch nan; watch undetermined; watch race; watch %acc; watch out; watch out[3]",
    ),
    ("delete", "remove a breakpoint or a watch", "delete 33; delete nan"),
    (
        "print",
        "show a value, a part of it, or an array in memory",
        "print %acc; print x[0:4, 0:4]; print out[16:32]",
    ),
    (
        "why",
        "explain an element back to the launch, or a broken rule; `all` at the end shows every step",
        "why; why %t[3, 7]; why sum[0] all; why out[3]",
    ),
    ("locals", "list the values of the current scope", "locals"),
    ("where", "show the calls, the loops and the block of the current position", "where"),
    ("list", "show the surrounding lines", "list"),
    ("launch", "show the launch", "launch"),
    ("explain", "show the requirement of the broken rule, with a picture", "explain"),
    ("help", "list the commands, or explain a command", "help; help watch"),
    ("quit", "end", "quit"),
];

/// The help for all commands, or for one.
pub(crate) fn help(of: Option<&str>) -> Result<Vec<String>, String> {
    let Some(of) = of else {
        let one = |(name, what, _): &(&str, &str, &str)| format!("  {name:<9} {what}");
        let mut lines: Vec<String> = HELP.iter().map(one).collect();
        lines.push(
            "An empty line on a terminal repeats the last movement. `help COMMAND` has examples.".to_owned(),
        );
        return Ok(lines);
    };
    let names = command::names().find(|names| names.contains(&of));
    let found =
        names.and_then(|names| HELP.iter().find(|(name, ..)| names.contains(name)).map(|one| (names, one)));
    let (names, (name, what, examples)) =
        found.ok_or_else(|| format!("there is no command `{of}`; {}", suggestion(of)))?;
    let short = names.iter().filter(|other| *other != name).copied().collect::<Vec<_>>().join(", ");
    let short = if short.is_empty() { String::new() } else { format!(" (also {short})") };
    let examples = examples.split("; ").map(|example| format!("  {example}"));
    Ok([format!("{name}{short}: {what}"), "for example".to_owned()].into_iter().chain(examples).collect())
}

/// Suggests a similar command.
pub(crate) fn suggestion(word: &str) -> String {
    let first = word.chars().next();
    let near: Vec<&str> =
        HELP.iter().map(|(name, ..)| *name).filter(|name| name.chars().next() == first).collect();
    if near.is_empty() {
        "`help` lists them".to_owned()
    } else {
        format!("did you mean {}? `help` lists all", near.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::{HELP, help};
    use crate::console::command;

    #[test]
    fn every_command_has_help_whose_examples_are_commands() {
        let own: Vec<&str> = command::names().map(|names| names[0]).collect();
        let told: Vec<&str> = HELP.iter().map(|(name, ..)| *name).collect();
        assert_eq!(own, told);
        for example in HELP.iter().flat_map(|(.., examples)| examples.split("; ")) {
            assert!(command::Command::parse(example).is_ok(), "{example}");
        }
        assert!(help(Some("s")).is_ok_and(|lines| lines[0].starts_with("step (also s)")));
    }
}
