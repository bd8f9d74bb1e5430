//! Waiting for a device, but not for ever.

use std::thread;
use std::time::{Duration, Instant};

use crate::error::Error;

/// How long a kernel may take, unless someone says otherwise.
pub const LIMIT: Duration = Duration::from_secs(20);

/// How long is waited without sleeping: most kernels end sooner, and a sleep would be part of what is timed.
const AWAKE: Duration = Duration::from_millis(2);

/// Polls until `done` says yes.
///
/// # Errors
/// What `done` fails with, or [`Error::Hangs`] once `limit` is over.
pub fn wait(limit: Duration, mut done: impl FnMut() -> Result<bool, Error>) -> Result<(), Error> {
    let start = Instant::now();
    loop {
        // Asked once more after the limit: the process may not have run in between.
        let over = start.elapsed() > limit;
        if done()? {
            return Ok(());
        }
        if over {
            return Err(Error::Hangs { limit });
        }
        if start.elapsed() < AWAKE {
            thread::yield_now();
        } else {
            thread::sleep(Duration::from_micros(200));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_ends() {
        let mut asked = 0;
        let soon = wait(LIMIT, || {
            asked += 1;
            Ok(asked == 3)
        });
        assert_eq!((soon, asked), (Ok(()), 3));
        let limit = Duration::from_millis(5);
        assert_eq!(wait(limit, || Ok(false)), Err(Error::Hangs { limit }));
        assert_eq!(wait(limit, || Err(Error::Lost)), Err(Error::Lost));
        assert_eq!(wait(Duration::ZERO, || Ok(true)), Ok(()));
    }
}
