//! Parses a line.

use super::help;

/// The command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Command {
    Step(u64),
    Back(u64),
    Next(u64),
    Previous(u64),
    Continue,
    Reverse,
    Finish,
    Goto(u64),
    Start,
    End,
    Block(Option<[u32; 3]>),
    Break(Option<(Option<String>, usize)>),
    Watch(Option<String>),
    Delete(String),
    Print(String),
    Why(String),
    Locals,
    Where,
    List,
    Launch,
    Explain,
    Help(Option<String>),
    Quit,
}

/// A command by its names; help shows the first name.
type Verb = (&'static [&'static str], fn(&str) -> Result<Command, String>);

const VERBS: [Verb; 23] = [
    (&["step", "s"], |rest| count(rest).map(Command::Step)),
    (&["back", "rs"], |rest| count(rest).map(Command::Back)),
    (&["next", "n"], |rest| count(rest).map(Command::Next)),
    (&["previous", "rn"], |rest| count(rest).map(Command::Previous)),
    (&["continue", "c"], |rest| alone(rest, Command::Continue)),
    (&["reverse", "rc"], |rest| alone(rest, Command::Reverse)),
    (&["finish", "f"], |rest| alone(rest, Command::Finish)),
    (&["goto"], |rest| number(rest).map(Command::Goto)),
    (&["start"], |rest| alone(rest, Command::Start)),
    (&["end"], |rest| alone(rest, Command::End)),
    (&["block"], block),
    (&["break", "b"], breakpoint),
    (&["watch", "w"], |rest| Ok(Command::Watch(some(rest)))),
    (&["delete", "d"], |rest| {
        some(rest).map(Command::Delete).ok_or_else(|| "delete what? a line, or what is watched".to_owned())
    }),
    (&["print", "p"], |rest| {
        some(rest)
            .map(Command::Print)
            .ok_or_else(|| "print what? for example print %acc[0:4, 0:4]".to_owned())
    }),
    (&["why"], |rest| Ok(Command::Why(rest.to_owned()))),
    (&["locals"], |rest| alone(rest, Command::Locals)),
    (&["where", "bt"], |rest| alone(rest, Command::Where)),
    (&["list", "l"], |rest| alone(rest, Command::List)),
    (&["launch"], |rest| alone(rest, Command::Launch)),
    (&["explain"], |rest| alone(rest, Command::Explain)),
    (&["help", "h", "?"], |rest| Ok(Command::Help(some(rest)))),
    (&["quit", "q", "exit"], |rest| alone(rest, Command::Quit)),
];

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// The error in the line, in a sentence.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match VERBS.iter().find(|(names, _)| names.contains(&word)) {
            Some((_, read)) => read(rest.trim()),
            None => Err(format!("there is no command `{}`; {}", shortened(word), help::suggestion(word))),
        }
    }

    /// Whether the command moves through the run, so an empty line repeats the command.
    pub(crate) const fn moves(&self) -> bool {
        matches!(
            self,
            Command::Step(_)
                | Command::Back(_)
                | Command::Next(_)
                | Command::Previous(_)
                | Command::Continue
                | Command::Reverse
        )
    }
}

/// The names of all commands, the first of each being its own.
pub(crate) fn names() -> impl Iterator<Item = &'static [&'static str]> {
    VERBS.iter().map(|(names, _)| *names)
}

/// The first letters of a word that nobody knows.
fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

fn some(rest: &str) -> Option<String> {
    (!rest.is_empty()).then(|| rest.to_owned())
}

fn alone(rest: &str, command: Command) -> Result<Command, String> {
    if rest.is_empty() {
        Ok(command)
    } else {
        Err(format!("nothing may stand behind it, and `{}` does", shortened(rest)))
    }
}

fn number(rest: &str) -> Result<u64, String> {
    rest.parse().map_err(|_| format!("`{}` is no number of steps", shortened(rest)))
}

fn count(rest: &str) -> Result<u64, String> {
    if rest.is_empty() { Ok(1) } else { number(rest) }
}

fn block(rest: &str) -> Result<Command, String> {
    if rest.is_empty() {
        return Ok(Command::Block(None));
    }
    let wrong = || format!("`{}` is no block: write block 2 or block 2,0,1", shortened(rest));
    let mut block = [0; 3];
    let parts: Vec<&str> = rest.trim_matches(['(', ')']).split(',').map(str::trim).collect();
    if parts.len() > 3 {
        return Err(wrong());
    }
    for (axis, part) in block.iter_mut().zip(parts) {
        *axis = part.parse().map_err(|_| wrong())?;
    }
    Ok(Command::Block(Some(block)))
}

fn breakpoint(rest: &str) -> Result<Command, String> {
    if rest.is_empty() {
        return Ok(Command::Break(None));
    }
    line(rest).map(|line| Command::Break(Some(line)))
}

/// `33` or `seeds.py:33`
pub(crate) fn line(text: &str) -> Result<(Option<String>, usize), String> {
    let (file, line) =
        text.rsplit_once(':').map_or((None, text), |(file, line)| (Some(file.to_owned()), line));
    let line = line.trim().parse().ok().filter(|line| *line > 0);
    line.map(|line| (file, line))
        .ok_or_else(|| format!("`{}` is no line: write 33 or seeds.py:33", shortened(text)))
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn lines_are_read() {
        assert_eq!(Command::parse("  step  3 "), Ok(Command::Step(3)));
        assert_eq!(Command::parse("s"), Ok(Command::Step(1)));
        assert_eq!(Command::parse("block (2, 0,1)"), Ok(Command::Block(Some([2, 0, 1]))));
        assert_eq!(Command::parse("b k.py:12"), Ok(Command::Break(Some((Some("k.py".to_owned()), 12)))));
        assert_eq!(Command::parse("print %acc[0:4, 0:4]"), Ok(Command::Print("%acc[0:4, 0:4]".to_owned())));
    }

    #[test]
    fn what_is_wrong_is_told() {
        for line in
            ["stepp", "step x", "step -1", "block 1,2,3,4", "break 0", "print", "continue 3", "goto", "…"]
        {
            assert!(Command::parse(line).is_err(), "{line}");
        }
        assert!(Command::parse("stepp").is_err_and(|said| said.contains("step")));
    }
}
