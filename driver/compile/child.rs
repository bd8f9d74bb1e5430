//! Another program, with a time limit and an interrupt.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::interrupt;

/// The interval between checks for its end.
const PAUSE: Duration = Duration::from_millis(5);

/// Runs a program to its end; `None` after a timeout.
pub(super) fn run(mut command: Command, limit: Option<Duration>) -> io::Result<Option<ExitStatus>> {
    let mut child: Child = command.spawn()?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status).filter(|_| !interrupt::is_asked()));
        }
        if interrupt::is_asked() || limit.is_some_and(|limit| start.elapsed() > limit) {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        sleep(PAUSE);
    }
}
