//! A process that is asked and answers in lines.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::message::said;

/// How many lines may wait to be read.
const WAITING: usize = 256;

/// The most bytes kept of a process's standard error.
const COMPLAINT: usize = 4096;

/// How long the last words of a process may take.
const SHORTLY: Duration = Duration::from_millis(200);

/// An event of a process.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A line.
    Line(Vec<u8>),
    /// A line longer than any answer, or an unterminated line.
    Torn(String),
    /// Nothing more.
    End,
}

/// A process.
pub(super) struct Process {
    child: Child,
    /// None when nothing more is asked.
    to: Option<Sender<String>>,
    from: Receiver<Event>,
    complaint: Arc<Mutex<Vec<u8>>>,
    /// Closed at the end of standard error.
    complains: Receiver<()>,
}

impl Process {
    /// Starts a command. `longest` is the maximum length of a line in bytes, which may grow.
    ///
    /// # Errors
    /// The command cannot be started.
    pub(super) fn start(command: &[String], longest: &Arc<AtomicUsize>) -> Result<Self, String> {
        let (program, words) = command.split_first().ok_or("there is no command")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // tileproof handles Ctrl-C itself, and child processes end with the group.
            .process_group(0)
            .spawn()
            .map_err(|error| format!("cannot start {program}: {error}"))?;
        let (to, questions) = channel::<String>();
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                // A process that reads no more has ended, or will be ended.
                let _ = questions.iter().try_for_each(|line| stdin.write_all(line.as_bytes()));
            });
        }
        let (events, from) = sync_channel(WAITING);
        if let Some(stdout) = child.stdout.take() {
            let longest = Arc::clone(longest);
            thread::spawn(move || read_lines(BufReader::new(stdout), &longest, &events));
        }
        let complaint = Arc::default();
        let (complaining, complains) = channel();
        if let Some(stderr) = child.stderr.take() {
            let kept = Arc::clone(&complaint);
            thread::spawn(move || {
                keep_last(stderr, &kept);
                drop(complaining);
            });
        }
        Ok(Process { child, to: Some(to), from, complaint, complains })
    }

    /// Sends a line.
    pub(super) fn ask(&self, line: String) {
        if let Some(to) = &self.to {
            // The end of output already reports an ended process.
            let _ = to.send(line + "\n");
        }
    }

    /// Tells the process that no question follows.
    pub(super) fn close(&mut self) {
        self.to = None;
    }

    /// What comes next, if something does until then.
    pub(super) fn wait(&self, until: Instant) -> Option<Event> {
        match self.from.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(Event::End),
        }
    }

    /// Waits for the process to end, or ends it; returns a description of a bad end.
    pub(super) fn end(mut self, until: Instant) -> Option<String> {
        self.close();
        let status = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => break None,
            }
        };
        let how = match status {
            Some(status) if status.success() => return None,
            Some(status) => format!("it ends with {status}"),
            None => "it does not end".to_owned(),
        };
        self.kill();
        // Child processes may keep its standard error open.
        let _ = self.complains.recv_timeout(SHORTLY);
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let complaint = String::from_utf8_lossy(&complaint);
        let last = complaint.lines().rev().find(|line| !line.trim().is_empty());
        Some(last.map_or(how.clone(), |last| format!("{how}: {}", said(last))))
    }

    /// Ends the process and its children.
    pub(super) fn kill(&mut self) {
        let group = format!("kill -s KILL -- -{} 2>/dev/null", self.child.id());
        // Without a shell, only the process itself ends; it may have ended already.
        let _ = Command::new("sh").args(["-c", &group]).stdin(Stdio::null()).status();
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends the lines of a process until the end of output, or a line beyond the limit.
fn read_lines(mut from: BufReader<ChildStdout>, longest: &AtomicUsize, to: &SyncSender<Event>) {
    loop {
        let event = match read_line(&mut from, longest) {
            Ok(event) => event,
            Err(error) => Event::Torn(format!("its lines cannot be read: {error}")),
        };
        let last = !matches!(event, Event::Line(_));
        // Nobody waits for a process that was ended.
        if to.send(event).is_err() || last {
            return;
        }
    }
}

fn read_line(from: &mut impl BufRead, longest: &AtomicUsize) -> io::Result<Event> {
    let mut line = Vec::new();
    loop {
        let some = from.fill_buf()?;
        if some.is_empty() {
            return Ok(match line.is_empty() {
                true => Event::End,
                false => Event::Torn("its last line does not end".to_owned()),
            });
        }
        let end = some.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(some.len(), |end| end + 1);
        line.extend_from_slice(&some[..end.unwrap_or(some.len())]);
        from.consume(taken);
        let most = longest.load(Ordering::Relaxed);
        if line.len() > most {
            return Ok(Event::Torn(format!("a line of it has more than {most} bytes")));
        }
        if end.is_some() {
            return Ok(Event::Line(line));
        }
    }
}

/// Keeps the end of what a process complains of.
fn keep_last(mut from: ChildStderr, kept: &Mutex<Vec<u8>>) {
    let mut some = [0; 1024];
    while let Ok(count @ 1..) = from.read(&mut some) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&some[..count]);
        let beyond = kept.len().saturating_sub(COMPLAINT);
        kept.drain(..beyond);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_an_end_and_a_length() {
        let events = |text: &[u8], longest: usize| {
            let (mut text, longest) = (text, AtomicUsize::new(longest));
            std::iter::from_fn(move || read_line(&mut text, &longest).ok()).take(3).collect::<Vec<_>>()
        };
        let line = |text: &str| Event::Line(text.as_bytes().to_vec());
        assert_eq!(events(b"a\n\n", 9), [line("a"), line(""), Event::End]);
        assert_eq!(events(b"ab\nc", 2)[1], Event::Torn("its last line does not end".to_owned()));
        assert_eq!(events(b"abc\n", 2)[0], Event::Torn("a line of it has more than 2 bytes".to_owned()));
    }
}
