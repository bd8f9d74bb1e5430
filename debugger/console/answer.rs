//! The execution of commands, and the answers.

use driver::files::launch_file::describe_launch;
use report::diagnostic;
use report::text::Style;

use super::command::{Command, line};
use super::help::help;
use crate::run::moves::{Debugger, Halt};
use crate::run::watch::{Spot, Watch};
use crate::show::expression::Expression;
use crate::show::found::Found;

/// What was said, or why nothing could be.
pub(crate) type Said = Result<Vec<String>, String>;

/// Executes a command.
pub(crate) fn answer(debugger: &mut Debugger<'_>, command: &Command, style: Style) -> Said {
    let halt = match command {
        Command::Step(count) => debugger.step(*count),
        Command::Back(count) => debugger.back(*count),
        Command::Next(count) => again(*count, || debugger.next_line(false)),
        Command::Previous(count) => again(*count, || debugger.previous_line()),
        Command::Continue => debugger.resume(),
        Command::Reverse => debugger.reverse(),
        Command::Finish => debugger.finish(),
        Command::Goto(position) => debugger.go_to(*position),
        Command::Start => debugger.go_to(0),
        Command::End => debugger.go_to_end(),
        Command::Block(None) => return Ok(blocks(debugger)),
        Command::Block(Some(block)) => {
            let [x, y, z] = block;
            let none = || format!("the launch does not come to block ({x}, {y}, {z})");
            debugger.go_to_block(*block).ok_or_else(none)?
        }
        Command::Break(None) => return Ok(stops(debugger)),
        Command::Break(Some((file, line))) => return set_breakpoint(debugger, file.as_deref(), *line),
        Command::Watch(None) => return Ok(stops(debugger)),
        Command::Watch(Some(what)) => return watch(debugger, what),
        Command::Delete(what) => return delete(debugger, what),
        Command::Print(text) => return debugger.print(text),
        Command::Why(text) => return debugger.why(text),
        Command::Locals => return Ok(locals(debugger)),
        Command::Where => return Ok(debugger.stack()),
        Command::List => return Ok(debugger.list()),
        Command::Launch => return Ok(launch(debugger)),
        Command::Explain => return explain(debugger, style),
        Command::Help(of) => return help(of.as_deref()),
        Command::Quit => return Ok(Vec::new()),
    };
    Ok(debugger.describe(&halt))
}

/// Moves so often, as long as nothing stops it.
fn again(count: u64, mut moves: impl FnMut() -> Halt) -> Halt {
    let mut halt = Halt::Moved;
    for _ in 0..count {
        halt = moves();
        if halt != Halt::Moved {
            break;
        }
    }
    halt
}

fn blocks(debugger: &Debugger<'_>) -> Vec<String> {
    let [x, y, z] = debugger.now().block();
    let [a, b, c] = debugger.subject.launch.grid;
    let begun = debugger.now().begun();
    vec![format!(
        "block ({x}, {y}, {z}) of a grid of ({a}, {b}, {c}): {begun} have begun, one after the other"
    )]
}

fn stops(debugger: &Debugger<'_>) -> Vec<String> {
    let lines = debugger.breakpoints.all().map(|(file, line)| format!("break {file}:{line}"));
    let all: Vec<String> =
        lines.chain(debugger.watches.iter().map(|watch| format!("watch {}", watch.name()))).collect();
    if all.is_empty() { vec!["nothing stops a run but a broken rule and the end".to_owned()] } else { all }
}

fn set_breakpoint(debugger: &mut Debugger<'_>, file: Option<&str>, line: usize) -> Said {
    let found = debugger.breakpoints.add(&debugger.program, file, line);
    let (file, own) = found.ok_or_else(|| format!("no operation stands at line {line} or below"))?;
    let moved = if own == line { "" } else { ", the next line with an operation" };
    Ok(vec![format!("break {file}:{own}{moved}")])
}

/// Watches for something.
pub(crate) fn watch(debugger: &mut Debugger<'_>, what: &str) -> Said {
    let watch = match what {
        "nan" => Watch::Nan,
        "undetermined" => Watch::Undetermined,
        "race" => Watch::Race(debugger.race().ok_or("the launch ends without a race")?),
        name => watched(debugger, name)?,
    };
    debugger.watches.retain(|other| other.name() != watch.name());
    debugger.watches.push(watch);
    Ok(vec![format!("watch {what}")])
}

fn watched(debugger: &Debugger<'_>, text: &str) -> Result<Watch, String> {
    let expression = Expression::parse(text)?;
    let values = debugger.program.values(&expression.name);
    let of = match debugger.find(&expression.name) {
        Ok(Found::Array(of)) => of,
        // A value that is not defined yet will be.
        Ok(Found::Value(_)) | Err(_) if !values.is_empty() => {
            return Ok(Watch::Value(text.to_owned(), values));
        }
        Ok(Found::Value(_)) => return Err(format!("{text} never changes")),
        Err(why) => return Err(why),
    };
    let part = expression.along(0, of.count)?;
    let number = |number: u64| i64::try_from(number).map_err(|_| format!("{text} is too far away"));
    let width = of.element.bytes();
    let offset = of.offset.saturating_add(number(part.start.saturating_mul(width))?);
    let bytes = (part.end - part.start).saturating_mul(width);
    Ok(Watch::Memory(text.to_owned(), Spot { array: of.array, offset, bytes }))
}

fn delete(debugger: &mut Debugger<'_>, what: &str) -> Said {
    let count = debugger.watches.len();
    debugger.watches.retain(|watch| watch.name() != what);
    if debugger.watches.len() < count {
        return Ok(vec![format!("{what} is watched no longer")]);
    }
    let none = || format!("nothing stops at `{what}`: `break` lists what does");
    let (file, number) = line(what).map_err(|_| none())?;
    let is_gone = debugger.breakpoints.remove(&debugger.program, file.as_deref(), number);
    if is_gone { Ok(vec![format!("line {number} stops no longer")]) } else { Err(none()) }
}

/// What is at hand, a line each: scalars with their values, tiles with their types.
fn locals(debugger: &Debugger<'_>) -> Vec<String> {
    let mut lines: Vec<String> =
        debugger.locals().into_iter().map(|local| format!("{} = {}", local.name, local.value)).collect();
    if lines.is_empty() {
        lines.push("nothing is made yet".to_owned());
    }
    lines
}

fn launch(debugger: &Debugger<'_>) -> Vec<String> {
    let subject = debugger.subject;
    let mut lines = vec![format!("@{}: {}", subject.called(), subject.about)];
    lines.extend(
        describe_launch(&subject.launch, &subject.signature).into_iter().map(|line| format!("  {line}")),
    );
    lines
}

fn explain(debugger: &Debugger<'_>, style: Style) -> Said {
    let violation = debugger.violation().ok_or("nothing is broken here: `end` goes to where something is")?;
    let subject = debugger.subject;
    let text = diagnostic::shown(&subject.source, &subject.signature, violation, style);
    Ok(text.lines().map(str::to_owned).collect())
}
