//! The example commands of a help text, so that tests can parse them.

use clap::Command;

/// The commands below `Examples:` in the help of a verb, each split into words as a shell splits them. Pipes, redirections and
/// lists of commands end a command; every command of the list that begins with `tileproof` is returned.
pub(crate) fn examples(verb: &Command) -> Vec<Vec<String>> {
    let text = verb.get_after_help().map(ToString::to_string).unwrap_or_default();
    let block = text.split("Examples:\n").nth(1).and_then(|rest| rest.split("\n\n").next());
    let lines = block.unwrap_or_default().replace("\\\n", " ");
    let commands = lines.lines().flat_map(|line| split_commands(&split_words(line)));
    commands.filter(|words| words.first().is_some_and(|word| word == "tileproof")).collect()
}

/// The words of a line, with quotes removed. An unquoted operator of the shell is a word of its own.
fn split_words(line: &str) -> Vec<(String, bool)> {
    let (mut words, mut open): (Vec<(String, bool)>, Option<String>) = (Vec::new(), None);
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '\'' => {
                is_quoted = !is_quoted;
                open.get_or_insert_default();
            }
            _ if is_quoted => open.get_or_insert_default().push(c),
            ' ' => words.extend(open.take().map(|word| (word, false))),
            '|' | '>' | '<' | '&' | ';' => {
                words.extend(open.take().map(|word| (word, false)));
                words.push((c.to_string(), true));
            }
            _ => open.get_or_insert_default().push(c),
        }
    }
    words.extend(open.take().map(|word| (word, false)));
    words
}

/// The commands of a line. The target of a redirection belongs to none.
fn split_commands(words: &[(String, bool)]) -> Vec<Vec<String>> {
    let mut commands = vec![Vec::new()];
    let mut before = "";
    for (word, is_operator) in words {
        if *is_operator {
            commands.push(Vec::new());
        } else if !matches!(before, ">" | "<")
            && let Some(last) = commands.last_mut()
        {
            last.push(word.clone());
        }
        before = if *is_operator { word.as_str() } else { "" };
    }
    commands
}

#[test]
fn examples_are_split_as_a_shell_splits_them() {
    let verb = Command::new("x").after_help(
        "Examples:\n  tileproof a 'b c' | d\n  tileproof e > f; tileproof g \\\n      h && tileproof i=\n\nj: tileproof k",
    );
    let found: Vec<_> = examples(&verb).iter().map(|words| words[1..].join("+")).collect();
    assert_eq!(found, ["a+b c", "e", "g+h", "i="]);
}
