//! A page of Markdown: its blocks of code, the commands in them, and the expected output lines.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process;

/// A page: lines and blocks of code.
pub(crate) struct Page<'t> {
    lines: Vec<&'t str>,
    pub(crate) blocks: Vec<Block<'t>>,
}

/// A block of code: the words behind the fence, and the lines.
pub(crate) struct Block<'t> {
    pub(crate) info: &'t str,
    /// The number of the first line in the page, counted from zero.
    first: usize,
    pub(crate) lines: Vec<&'t str>,
}

/// A command with the expected output.
pub(crate) struct Step<'t> {
    /// The line of the command in the page.
    line: usize,
    pub(crate) words: Vec<String>,
    pub(crate) shown: Vec<&'t str>,
    exit: i32,
}

/// The result of a command.
pub(crate) struct Output {
    line: usize,
    command: String,
    exit: i32,
    said: String,
    agrees: bool,
}

impl<'t> Page<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let mut blocks = Vec::new();
        let mut open: Option<Block<'t>> = None;
        for (number, line) in lines.iter().enumerate() {
            match (&mut open, line.strip_prefix("```")) {
                (None, Some(info)) => open = Some(Block { info, first: number + 1, lines: Vec::new() }),
                (Some(_), Some(_)) => blocks.extend(open.take()),
                (Some(block), None) => block.lines.push(line),
                (None, None) => {}
            }
        }
        Page { lines, blocks }
    }

    /// The text outside of blocks.
    pub(crate) fn prose(&self) -> String {
        let mut in_code = false;
        let mut prose = String::new();
        for line in &self.lines {
            let is_fence = line.starts_with("```");
            if !in_code && !is_fence {
                prose.push_str(line);
                prose.push('\n');
            }
            in_code ^= is_fence;
        }
        prose
    }

    /// The page with the printed lines in place of differing ones.
    pub(crate) fn with_outputs(&self, outputs: &[Output]) -> String {
        let new: BTreeMap<usize, &Output> =
            outputs.iter().filter(|output| !output.agrees).map(|output| (output.line, output)).collect();
        let mut text = String::new();
        let mut skips = false;
        for (number, line) in self.lines.iter().enumerate() {
            skips &= !line.starts_with("$ ") && !line.starts_with("```");
            if !skips {
                text.push_str(line);
                text.push('\n');
            }
            if let Some(output) = new.get(&number) {
                text.push_str(&output.shown());
                skips = true;
            }
        }
        text
    }
}

impl<'t> Block<'t> {
    /// The file that the block holds, as in "```cpp saxpy.cu".
    pub(crate) fn file(&self) -> Option<&'t str> {
        self.info.split_once(' ').map(|(_, file)| file)
    }

    pub(crate) fn text(&self) -> String {
        self.lines.join("\n") + "\n"
    }

    /// The commands of a `console` block.
    pub(crate) fn steps(&self) -> Vec<Step<'t>> {
        let mut steps: Vec<Step<'t>> = Vec::new();
        for (at, line) in self.lines.iter().enumerate().filter(|_| self.info == "console") {
            if let Some(command) = line.strip_prefix("$ tileproof ") {
                steps.push(Step { line: self.first + at, words: words(command), shown: Vec::new(), exit: 0 });
                continue;
            }
            let step = steps.last_mut().expect("a console block begins with `$ tileproof`");
            match line.strip_prefix("[exit ").and_then(|rest| rest.strip_suffix(']')) {
                Some(code) => step.exit = code.parse().expect("an exit code is a number"),
                None => step.shown.push(line),
            }
        }
        steps
    }
}

impl Output {
    pub(crate) fn new(step: &Step<'_>, output: &process::Output) -> Self {
        let said = [&output.stderr, &output.stdout].map(|text| String::from_utf8_lossy(text).into_owned());
        let said = said.concat();
        let exit = output.status.code().unwrap_or(-1);
        let agrees = exit == step.exit && agrees(&step.shown, &said.lines().collect::<Vec<_>>());
        Output { line: step.line, command: step.words.join(" "), exit, said, agrees }
    }

    /// The lines of the page for this output.
    fn shown(&self) -> String {
        let mut text = self.said.trim_matches('\n').to_owned();
        if !text.is_empty() {
            text.push('\n');
        }
        if self.exit != 0 {
            let _ = writeln!(text, "[exit {}]", self.exit);
        }
        text
    }

    /// The difference to the page, if any.
    pub(crate) fn difference(&self) -> Option<String> {
        (!self.agrees)
            .then(|| format!("line {}: $ tileproof {}\n{}", self.line + 1, self.command, self.shown()))
    }
}

/// The words of a command line, some of them in single quotes.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().expect("there is a first word").push(c),
        }
    }
    words
}

/// Compares printed lines with those of a page. A line `…` stands for any lines, and `…` at the end of a line for its rest.
fn agrees(shown: &[&str], lines: &[&str]) -> bool {
    match (shown.split_first(), lines.split_first()) {
        (None, rest) => rest.is_none_or(|(line, rest)| line.is_empty() && agrees(&[], rest)),
        (Some((&"…", rest)), _) => (0..=lines.len()).any(|skipped| agrees(rest, &lines[skipped..])),
        (Some((first, shown)), Some((line, lines))) => same_line(first, line) && agrees(shown, lines),
        (Some(_), None) => false,
    }
}

fn same_line(shown: &str, line: &str) -> bool {
    match shown.strip_suffix('…') {
        Some(begin) => line.starts_with(begin.trim_end()),
        None => without_times(shown) == without_times(line),
    }
}

/// A line without the numbers of seconds, which differ between runs.
fn without_times(line: &str) -> String {
    let words: Vec<&str> = line.trim_end().split(' ').collect();
    let is_time = |at: usize| {
        let unit = words.get(at + 1).is_some_and(|unit| unit.trim_end_matches([':', ',', ';', '.']) == "s");
        unit && words[at].parse::<f64>().is_ok()
    };
    let kept: Vec<&str> = (0..words.len()).map(|at| if is_time(at) { "N" } else { words[at] }).collect();
    kept.join(" ")
}

#[test]
fn lines_are_compared() {
    assert!(agrees(&["a", "…", "c"], &["a", "b", "b", "c"]) && agrees(&["a", "…"], &["a"]));
    assert!(!agrees(&["a", "c"], &["a", "b", "c"]) && !agrees(&["…", "b"], &["b", "c"]));
    assert!(agrees(&["a: …"], &["a: b"]) && !agrees(&["a: …"], &["b: a"]));
    assert!(agrees(&["1 kernel checked in 0.9 s: 1"], &["1 kernel checked in 12 s: 1"]));
    assert!(!agrees(&["2 kernels in 0.9 s"], &["1 kernel in 0.9 s"]));
    assert_eq!(words("x 'y z' w"), ["x", "y z", "w"]);
}

#[test]
fn differing_outputs_are_written() {
    let text = "a\n```console\n$ tileproof x\nold\n[exit 3]\n$ tileproof y\nkept\n```\nb\n";
    let page = Page::new(text);
    let steps = page.blocks[0].steps();
    assert_eq!(steps.iter().map(|step| step.exit).collect::<Vec<_>>(), [3, 0]);
    let output = |line: usize, said: &str, exit: i32, agrees: bool| Output {
        line,
        command: String::new(),
        exit,
        said: said.to_owned(),
        agrees,
    };
    let outputs = [output(steps[0].line, "\nnew\n", 1, false), output(steps[1].line, "kept\n", 0, true)];
    let expected = "a\n```console\n$ tileproof x\nnew\n[exit 1]\n$ tileproof y\nkept\n```\nb\n";
    assert_eq!(page.with_outputs(&outputs), expected);
}
