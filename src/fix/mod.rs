//! `tileproof fix`: adds missing masks and paddings to an author's accesses, and removes unneeded masks. Every change is compiled
//! and checked first. A change is applied if every previously defined launch provably keeps its results.

mod bare;
mod mend;
mod subject;
mod suggestion;
mod users;

use std::fs;
use std::path::PathBuf;

use clap::Args;
use driver::check::{Options, Trials, compare_results};
use driver::compile::{Asked, Language};
use driver::exit::Exit;
use driver::failure::Failure;
use driver::files::replace_file;
use driver::repair::only_masks;
use similar::TextDiff;
use spec::rules::Rule;

use self::mend::Mended;
use self::subject::{State, Subject};
use crate::output::{eprint, print};
use crate::sources;

/// The source to change, and the treatment of the result.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Tile C++ (FILE.cu), or cuTile Python or Triton (FILE.py, or FILE.py:KERNEL with sample arguments)
    ///
    /// Only this file is changed; files that it includes or imports stay as they are.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Replace the file instead of printing a diff; only with changes that keep all results
    #[arg(long, conflicts_with = "suggest")]
    write: bool,
    /// Also print changes of indices, loops and grids, which may change results
    #[arg(long)]
    suggest: bool,
    /// Approximate seconds per kernel, as in `check` [default: 8]
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<f64>,
    /// Seconds a Python script may run [default: 300]
    #[arg(long, value_name = "SECONDS")]
    script_timeout: Option<u64>,
    /// Flags of the C++ compiler, such as -I and -D, or arguments of the script
    #[arg(last = true, value_name = "WORDS")]
    words: Vec<String>,
}

/// Runs the verb.
///
/// # Errors
/// A file that cannot be read, compiled or written.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let mut asked = sources::asked(&arguments.files, None, &arguments.words, arguments.script_timeout)?;
    let (Some(one), true) = (asked.pop(), asked.is_empty()) else {
        return Err(Failure::usage("fix changes one file, and there are several"));
    };
    let (subject, text) = read(one, arguments.timeout)?;
    let before = subject.check(&text, &text)?;
    let mended = change(&subject, &text, &before, arguments.suggest);
    conclude(arguments, &subject, &text, &before, &mended)
}

/// The text that `--write` would write, and a short summary; `None` without a change.
///
/// # Errors
/// A file that cannot be read or compiled.
pub fn mended(asked: Asked, seconds: Option<f64>) -> Result<Option<(String, String)>, Failure> {
    let (subject, text) = read(asked, seconds)?;
    let before = subject.check(&text, &text)?;
    let mended = change(&subject, &text, &before, false);
    let summary = mended.state.summary();
    Ok((mended.text != text).then_some((mended.text, summary)))
}

/// The subject, and the file's text.
fn read(asked: Asked, seconds: Option<f64>) -> Result<(Subject, String), Failure> {
    let language = Language::of(&asked.file).filter(|language| *language != Language::Table);
    let Some(language) = language else {
        let message =
            format!("{} is no source: fix changes Tile C++, cuTile Python and Triton", asked.file.display());
        return Err(Failure::usage(message).help("give the .cu or .py file that it was compiled from"));
    };
    let bytes = fs::read(&asked.file).map_err(|error| Failure::file(&asked.file, "read", &error))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::ill_formed(format!("{} is no text", asked.file.display())))?;
    Ok((Subject { asked, language, options: Options { seconds, masks: true, ..Options::default() } }, text))
}

/// The text with needed masks added and unneeded ones removed.
fn change(subject: &Subject, text: &str, before: &State, suggest: bool) -> Mended {
    let mended = mend::mend(subject, text, before, suggest);
    bare::unmask(subject, text, mended)
}

/// Reports the result, and prints or writes the text.
fn conclude(
    arguments: &Arguments,
    subject: &Subject,
    text: &str,
    before: &State,
    mended: &Mended,
) -> Result<Exit, Failure> {
    let name = subject.asked.file.display().to_string();
    for line in &mended.state.left_out {
        eprint(&format!("note: left out: {line}\n"));
    }
    for line in mended.state.unclear() {
        eprint(&format!(
            "note: {name}:{line}: no mask added: cannot tell which fill value the masked-off lanes need\n"
        ));
    }
    for suggestion in &mended.suggestions {
        eprint(&suggestion.told(&name));
    }
    let (changed, after) = (&mended.text, &mended.state);
    if changed == text {
        eprint(&format!("{name}: nothing is changed: {}\n", unchanged(arguments, mended).join("; ")));
        return Ok(after.exit());
    }
    if arguments.suggest {
        compare(&name, before, after);
    } else {
        let lengths = after.inferred_lengths(before).into_iter().collect::<Vec<_>>().join(", ");
        let only =
            if lengths.is_empty() { lengths } else { format!(", for arrays of these lengths: {lengths}") };
        eprint(&format!(
            "{name}: proved: the change keeps the results of every launch without undefined behavior{only}\n"
        ));
    }
    if arguments.write {
        replace_file(&subject.asked.file, changed.as_bytes())?;
        let again = subject.check(changed, changed)?;
        eprint(&format!("{name}: written; now {}\n", again.summary()));
        return Ok(again.exit());
    }
    let diff = TextDiff::from_lines(text, changed.as_str());
    let path = name.trim_start_matches("./");
    let header = (format!("a/{path}"), format!("b/{path}"));
    print(&diff.unified_diff().header(&header.0, &header.1).to_string())?;
    eprint(&format!("{name}: after the fix: {}\n", after.summary()));
    Ok(after.exit())
}

/// The reasons why a file stays as it is, one for each broken rule and line.
fn unchanged(arguments: &Arguments, mended: &Mended) -> Vec<String> {
    let broken = mended.state.all_broken();
    if broken.is_empty() {
        return vec!["no kernel breaks a rule that a mask, a padding or an edit mends".to_owned()];
    }
    broken.into_iter().map(|(rule, line, count)| unmended(arguments, mended, rule, line, count)).collect()
}

/// The reason why a rule is still broken at a line, of `count` edits that are known.
fn unmended(arguments: &Arguments, mended: &Mended, rule: Rule, line: usize, count: usize) -> String {
    let file = arguments.files.first().map_or(String::new(), |file| file.display().to_string());
    if mended.suggestions.iter().any(|suggestion| suggestion.is_for(rule, line)) {
        return format!("the edit for {rule} at line {line} is only suggested (see above)");
    }
    if count == 0 {
        return format!(
            "no edit is known for {rule} at line {line}; `tileproof explain {rule}` says what to try"
        );
    }
    if !only_masks(rule) && !arguments.suggest {
        return format!(
            "an edit for {rule} at line {line} may change results; `tileproof fix --suggest {file}` tries and prints it"
        );
    }
    let edits = if mended.trials == 1 {
        "1 edit was tried, and does".to_owned()
    } else {
        format!("{} edits were tried, and none does", mended.trials)
    };
    let not = if mended.trials == 1 { " not remove" } else { " remove" };
    format!("{edits}{not} {rule} at line {line}")
}

/// Reports how many launches keep their results under unproved changes.
fn compare(name: &str, before: &State, after: &State) {
    let modules = || before.modules.iter().zip(&after.modules);
    let trials =
        modules().try_fold(Trials::default(), |all, (old, new)| Ok(all.and(compare_results(old, new)?)));
    eprint(&match trials {
        Ok(Trials { launches: 0, .. }) => {
            format!(
                "{name}: results were not compared: no launch that was tried runs to its end before the change\n"
            )
        }
        Ok(Trials { launches, elements }) => {
            let launches = if launches == 1 { "1 launch".to_owned() } else { format!("{launches} launches") };
            let elements =
                if elements == 1 { "1 element".to_owned() } else { format!("{elements} elements") };
            format!("{name}: the same results in {launches} of at most {elements}; no proof\n")
        }
        Err::<_, String>(why) => format!("{name}: results differ: {why}\n"),
    });
}
