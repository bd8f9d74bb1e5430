//! The interpreter as a process of the batch protocol: an example of one, and a trial of the harness.

use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread;

use driver::failure::Failure;

use super::message::{Answer, AnswerOrder, Hello, Question, SCHEMA, Start};
use crate::run::interpret;
use crate::suite::read::Loaded;

/// Answers questions until the input ends.
///
/// # Errors
/// A line that is no question, a folder without a suite, or a case that cannot be read.
pub fn serve(mut input: impl BufRead + Send, output: impl Write + Send) -> Result<(), Failure> {
    let mut first = String::new();
    input.read_line(&mut first).map_err(|error| Failure::usage(format!("cannot read a line: {error}")))?;
    let start: Start = parse(&first)?;
    if start.schema != SCHEMA {
        return Err(Failure::usage(format!("the schema is {}, not {SCHEMA}", start.schema)));
    }
    let suite = Loaded::at(PathBuf::from(start.root));
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let served = Served { suite, input: Mutex::new(input), output: Mutex::new(output) };
    let hello = Hello { schema: SCHEMA.to_owned(), in_flight: 4 * workers, order: AnswerOrder::Any };
    served.say(&hello)?;
    thread::scope(|scope| {
        let all: Vec<_> = (0..workers).map(|_| scope.spawn(|| served.answer())).collect();
        let lost = || Failure::usage("a worker has stopped");
        all.into_iter().try_for_each(|worker| worker.join().map_err(|_| lost())?)
    })
}

struct Served<I, O> {
    suite: Loaded,
    input: Mutex<I>,
    output: Mutex<O>,
}

impl<I: BufRead, O: Write> Served<I, O> {
    fn answer(&self) -> Result<(), Failure> {
        loop {
            let mut line = String::new();
            let read = self.input.lock().unwrap_or_else(PoisonError::into_inner).read_line(&mut line);
            match read {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) => return Err(Failure::usage(format!("cannot read a line: {error}"))),
            }
            let question: Question = parse(&line)?;
            let case = self.suite.case(&question.case)?;
            self.say(&Answer::of(question.id, &case, interpret(&case, None)))?;
        }
    }

    fn say(&self, message: &impl serde::Serialize) -> Result<(), Failure> {
        let wrong = |error: String| Failure::usage(format!("cannot write a line: {error}"));
        let line = serde_json::to_string(message).map_err(|error| wrong(error.to_string()))? + "\n";
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
        written.map_err(|error| wrong(error.to_string()))
    }
}

fn parse<T: serde::de::DeserializeOwned>(line: &str) -> Result<T, Failure> {
    serde_json::from_str(line).map_err(|error| {
        Failure::usage(format!("a line is none of {SCHEMA}: {error}")).help(
            "`tileproof conform --target 'exec:tileproof conform --serve' --batch` sends requests in this form",
        )
    })
}
