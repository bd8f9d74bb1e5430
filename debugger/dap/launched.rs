//! The requests of a client that looks at a launch.

use driver::failure::Failure;
use report::text::Style;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::protocol::{
    Breakpoint, EvaluateArguments, LaunchArguments, Request, SetBreakpoints, SetFilters, Source, StackFrame,
    StepArguments, VariablesArguments,
};
use super::queue::Queue;
use super::server::Client;
use super::variables::Trees;
use crate::console::answer::{answer, watch};
use crate::console::command::Command;
use crate::run::moves::{Debugger, Halt};

/// The only thread: blocks run one after another.
const THREAD: i64 = 1;

/// The stop conditions besides lines.
const FILTERS: [&str; 3] = ["nan", "undetermined", "race"];

/// A launch in a client's view.
pub(super) struct Launched<'a> {
    debugger: Debugger<'a>,
    queue: &'a Queue,
    trees: Trees,
    stops_on_entry: bool,
}

/// The action after an answer.
enum Then {
    Nothing,
    /// The run moves.
    Move(fn(&mut Debugger<'_>) -> Halt),
    /// The run has moved.
    Moved(Halt),
    /// The client may configure no more.
    Begin,
    End,
}

impl<'a> Launched<'a> {
    pub(super) fn new(mut debugger: Debugger<'a>, queue: &'a Queue, asked: &LaunchArguments) -> Self {
        debugger.is_paused = Box::new(|| queue.wants_halt());
        let stops_on_entry = asked.stop_on_entry.unwrap_or(true) || debugger.subject.is_broken;
        Launched { debugger, queue, trees: Trees::default(), stops_on_entry }
    }

    /// Answers requests until the client goes.
    pub(super) fn serve(mut self, client: &mut Client<'_>) -> Result<(), Failure> {
        while let Some(request) = self.queue.next().map_err(Failure::usage)? {
            match self.answer(client, &request) {
                Ok((body, then)) => {
                    client.respond(&request, body)?;
                    match then {
                        Then::Nothing => {}
                        Then::Move(moves) => {
                            let halt = moves(&mut self.debugger);
                            self.tell_halt(client, &halt)?;
                        }
                        Then::Moved(halt) => self.tell_halt(client, &halt)?,
                        Then::Begin => self.begin(client)?,
                        Then::End => return Ok(()),
                    }
                }
                Err(why) => client.refuse(&request, &why)?,
            }
        }
        Ok(())
    }

    fn begin(&mut self, client: &mut Client<'_>) -> Result<(), Failure> {
        if self.stops_on_entry {
            let halt = if self.debugger.violation().is_some() { Halt::Broken } else { Halt::Beginning };
            return self.tell_halt(client, &halt);
        }
        let halt = self.debugger.resume();
        self.tell_halt(client, &halt)
    }

    /// Tells the client that a run has halted.
    fn tell_halt(&mut self, client: &mut Client<'_>, halt: &Halt) -> Result<(), Failure> {
        self.trees.clear();
        let reason = match halt {
            Halt::Moved => "step",
            Halt::Breakpoint => "breakpoint",
            Halt::Watch(_) => "data breakpoint",
            Halt::Broken => "exception",
            Halt::Beginning => "entry",
            Halt::Interrupted => "pause",
            // The end is a moment of the run, and the user can go back.
            Halt::Finished => "goto",
        };
        let lines = self.debugger.describe(halt);
        let first = lines.first().cloned().unwrap_or_default();
        if *halt != Halt::Moved {
            client.tell("output", json!({ "category": "console", "output": format!("{first}\n") }))?;
        }
        client.tell(
            "stopped",
            json!({ "reason": reason, "threadId": THREAD, "allThreadsStopped": true, "description": first, "text": first }),
        )
    }

    fn answer(&mut self, client: &Client<'_>, request: &Request) -> Result<(Value, Then), String> {
        let nothing = |then| Ok((json!({}), then));
        let running = |moves: fn(&mut Debugger<'_>) -> Halt| {
            Ok((json!({ "allThreadsContinued": true }), Then::Move(moves)))
        };
        match request.command.as_str() {
            "setBreakpoints" => Ok((self.set_breakpoints(client, &read(request)?), Then::Nothing)),
            "setExceptionBreakpoints" => self.set_filters(&read(request)?).map(|body| (body, Then::Nothing)),
            "configurationDone" => nothing(Then::Begin),
            "threads" => Ok((self.threads(), Then::Nothing)),
            "stackTrace" => Ok((self.stack_trace(client), Then::Nothing)),
            "scopes" => Ok((json!({ "scopes": self.trees.scopes() }), Then::Nothing)),
            "variables" => {
                let arguments: VariablesArguments = read(request)?;
                let variables = self.trees.children(&self.debugger, arguments)?;
                Ok((json!({ "variables": variables }), Then::Nothing))
            }
            "evaluate" => self.evaluate(&read(request)?),
            "source" => Ok((json!({ "content": self.text(), "mimeType": "text/plain" }), Then::Nothing)),
            "exceptionInfo" => self.exception().map(|body| (body, Then::Nothing)),
            "next" if step(request)?.is_operation() => nothing(Then::Move(|debugger| debugger.step(1))),
            "next" => nothing(Then::Move(|debugger| debugger.next_line(false))),
            "stepIn" if step(request)?.is_operation() => nothing(Then::Move(|debugger| debugger.step(1))),
            "stepIn" => nothing(Then::Move(|debugger| debugger.next_line(true))),
            "stepOut" => nothing(Then::Move(|debugger| debugger.finish())),
            "stepBack" if step(request)?.is_operation() => nothing(Then::Move(|debugger| debugger.back(1))),
            "stepBack" => nothing(Then::Move(|debugger| debugger.previous_line())),
            "continue" => running(|debugger| debugger.resume()),
            "reverseContinue" => running(|debugger| debugger.reverse()),
            // The run has halted before the answer.
            "pause" => nothing(Then::Nothing),
            "disconnect" | "terminate" => nothing(Then::End),
            other => Err(format!("`{other}` is not supported")),
        }
    }

    fn set_breakpoints(&mut self, client: &Client<'_>, asked: &SetBreakpoints) -> Value {
        let file = asked.source.path.clone().or_else(|| asked.source.name.clone()).unwrap_or_default();
        let Debugger { breakpoints, program, .. } = &mut self.debugger;
        breakpoints.clear_file(&file);
        let base = usize::from(!client.counting.lines_start_at1);
        let set = |asked: &super::protocol::AskedLine| match breakpoints.add(
            program,
            Some(&file),
            asked.line + base,
        ) {
            Some((_, line)) => Breakpoint { verified: true, line: Some(line - base), message: None },
            None => {
                let message = Some("no operation of the kernel stands here or below".to_owned());
                Breakpoint { verified: false, line: None, message }
            }
        };
        let set: Vec<Breakpoint> = asked.breakpoints.iter().map(set).collect();
        json!({ "breakpoints": set })
    }

    fn set_filters(&mut self, asked: &SetFilters) -> Result<Value, String> {
        self.debugger.watches.retain(|watch| !FILTERS.contains(&watch.name()));
        let mut set = Vec::new();
        for filter in &asked.filters {
            let said = if FILTERS.contains(&filter.as_str()) {
                watch(&mut self.debugger, filter)
            } else {
                Err(format!("there is no filter `{filter}`"))
            };
            set.push(Breakpoint { verified: said.is_ok(), line: None, message: said.err() });
        }
        Ok(json!({ "breakpoints": set }))
    }

    fn threads(&self) -> Value {
        let [x, y, z] = self.debugger.now().block();
        json!({ "threads": [{ "id": THREAD, "name": format!("block ({x}, {y}, {z})") }] })
    }

    fn stack_trace(&self, client: &Client<'_>) -> Value {
        let Some(op) = self.debugger.operation() else {
            return json!({ "stackFrames": [], "totalFrames": 0 });
        };
        let source = &self.debugger.program.source;
        let kernel = &self.debugger.program.kernel.name;
        let callers = source.callers(&op.at);
        let count = callers.len();
        let (line_base, column_base) =
            (usize::from(!client.counting.lines_start_at1), usize::from(!client.counting.columns_start_at1));
        let places = std::iter::once(source.position(&op.at)).chain(callers);
        let frames = places.enumerate().map(|(id, at)| StackFrame {
            id,
            name: if id == count { format!("@{}", source.called(kernel)) } else { "a function".to_owned() },
            source: self.source_of(&at.file),
            line: at.line.saturating_sub(line_base),
            column: at.column.saturating_sub(column_base),
        });
        let frames: Vec<StackFrame> = frames.collect();
        json!({ "stackFrames": frames, "totalFrames": count + 1 })
    }

    /// The path of a file for the client; if the client cannot find the file, the debugger provides the text.
    fn source_of(&self, file: &str) -> Source {
        let name = file.rsplit(['/', '\\']).next().map(str::to_owned);
        let found = self.debugger.operation().map(|op| self.debugger.program.source.stretch(&op.at));
        let found = found
            .filter(|stretch| stretch.file == file)
            .map_or_else(|| file.to_owned(), |stretch| stretch.path);
        match std::fs::canonicalize(found) {
            Ok(path) => Source { name, path: Some(path.display().to_string()), source_reference: None },
            Err(_) => Source { name, path: None, source_reference: Some(1) },
        }
    }

    /// The text that the next operation stands in.
    fn text(&self) -> String {
        let excerpt = self.debugger.operation().map(|op| self.debugger.program.source.excerpt(&op.at));
        excerpt.map_or_else(String::new, |excerpt| excerpt.source.inner().to_string())
    }

    fn exception(&self) -> Result<Value, String> {
        let violation = self.debugger.violation().ok_or("nothing is broken here")?;
        let subject = self.debugger.subject;
        let shown = report::diagnostic::shown(&subject.source, &subject.signature, violation, Style::Plain);
        Ok(json!({
            "exceptionId": violation.rule.code(),
            "description": format!("undefined behavior: {}", violation.rule.title()),
            "breakMode": "always",
            "details": { "message": shown },
        }))
    }

    /// A value, or on the console a command.
    fn evaluate(&mut self, asked: &EvaluateArguments) -> Result<(Value, Then), String> {
        let text = asked.expression.trim();
        if asked.context.as_deref() == Some("repl")
            && let Ok(command) = Command::parse(text)
        {
            let before = self.debugger.history.position();
            let lines = answer(&mut self.debugger, &command, Style::Plain)?;
            let body = json!({ "result": lines.join("\n"), "variablesReference": 0 });
            let has_moved = self.debugger.history.position() != before;
            return Ok((body, if has_moved { Then::Moved(Halt::Moved) } else { Then::Nothing }));
        }
        self.trees.evaluate(&self.debugger, text).map(|body| (body, Then::Nothing))
    }
}

/// How far a step goes.
fn step(request: &Request) -> Result<StepArguments, String> {
    read(request)
}

/// Reads the arguments of a request.
fn read<T: DeserializeOwned + Default>(request: &Request) -> Result<T, String> {
    if request.arguments.is_null() {
        return Ok(T::default());
    }
    let read = serde_json::from_value(request.arguments.clone());
    read.map_err(|error| format!("the arguments of `{}` are wrong: {error}", request.command))
}
