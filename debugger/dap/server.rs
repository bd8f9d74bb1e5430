//! The loop over requests, before and during a launch.

use std::io::{BufRead, Write};

use driver::failure::Failure;
use serde_json::{Value, json};

use super::launched::Launched;
use super::protocol::{Counting, LaunchArguments, Request};
use super::queue::Queue;
use super::wire;
use crate::subject::Subject;

/// The output of events to the client.
pub(super) struct Client<'o> {
    output: &'o mut dyn Write,
    /// How many messages have gone out.
    sent: i64,
    pub(super) counting: Counting,
}

impl Client<'_> {
    fn send(&mut self, mut message: Value) -> Result<(), Failure> {
        self.sent += 1;
        message["seq"] = self.sent.into();
        let written = wire::write(self.output, &message);
        written.map_err(|error| Failure::usage(format!("cannot write to the client: {error}")))
    }

    /// Answers a request.
    pub(super) fn respond(&mut self, request: &Request, body: Value) -> Result<(), Failure> {
        let (seq, command) = (request.seq, &request.command);
        self.send(json!({ "type": "response", "request_seq": seq, "success": true, "command": command, "body": body }))
    }

    /// Says why a request cannot be answered.
    pub(super) fn refuse(&mut self, request: &Request, why: &str) -> Result<(), Failure> {
        let (seq, command) = (request.seq, &request.command);
        let body = json!({ "error": { "id": 1, "format": why, "showUser": true } });
        self.send(json!({
            "type": "response", "request_seq": seq, "success": false, "command": command, "message": why, "body": body
        }))
    }

    /// Sends an event.
    pub(super) fn tell(&mut self, event: &str, body: Value) -> Result<(), Failure> {
        self.send(json!({ "type": "event", "event": event, "body": body }))
    }
}

/// Answers the requests of a client until the client leaves; `open` finds the subject.
///
/// # Errors
/// What is no protocol, or cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
    open: &mut dyn FnMut(&LaunchArguments) -> Result<Subject, Failure>,
) -> Result<(), Failure> {
    let queue = Queue::of(input);
    let mut client = Client { output, sent: 0, counting: Counting::default() };
    while let Some(request) = queue.next().map_err(Failure::usage)? {
        match request.command.as_str() {
            "initialize" => {
                client.counting = serde_json::from_value(request.arguments.clone()).unwrap_or_default();
                client.respond(&request, capabilities())?;
            }
            "launch" => match asked(&request)
                .and_then(|asked| Ok((open(&asked).map_err(|failure| words(&failure))?, asked)))
            {
                Ok((subject, asked)) => return launch(&queue, &mut client, &request, &subject, &asked),
                Err(why) => client.refuse(&request, &why)?,
            },
            "disconnect" | "terminate" => return client.respond(&request, Value::Null),
            command => client.refuse(
                &request,
                &format!("nothing is launched yet, so there is no answer to `{command}`"),
            )?,
        }
    }
    Ok(())
}

fn asked(request: &Request) -> Result<LaunchArguments, String> {
    let arguments = serde_json::from_value(request.arguments.clone());
    arguments.map_err(|error| format!("the configuration is wrong: {error}"))
}

/// A failure in a line.
fn words(failure: &Failure) -> String {
    failure.advice().map_or_else(|| failure.to_string(), |advice| format!("{failure}; {advice}"))
}

fn launch(
    queue: &Queue,
    client: &mut Client<'_>,
    request: &Request,
    subject: &Subject,
    asked: &LaunchArguments,
) -> Result<(), Failure> {
    let options = interp::Options { fuel: u64::MAX, ..interp::Options::default() };
    let debugger = match crate::Debugger::new(subject, &options) {
        Ok(debugger) => debugger,
        Err(stop) => return client.refuse(request, &stop.to_string()),
    };
    client.respond(request, Value::Null)?;
    client.tell("initialized", json!({}))?;
    let about = format!("@{}: {}\n", subject.called(), subject.about);
    client.tell("output", json!({ "category": "console", "output": about }))?;
    Launched::new(debugger, queue, asked).serve(client)
}

/// The supported parts of the protocol.
fn capabilities() -> Value {
    let filter = |name: &str, label: &str| json!({ "filter": name, "label": label, "default": false });
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsEvaluateForHovers": true,
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
        "exceptionBreakpointFilters": [
            filter("undetermined", "The first appearance of undetermined elements"),
            filter("nan", "NaNs, where they first appear"),
            filter("race", "Accesses that race"),
        ],
    })
}
