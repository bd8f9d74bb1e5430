//! Tasks done several at once, and told as they are done or in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crate::interrupt;

/// The stack of a thread that checks kernels: terms nest as deep as a kernel has operations in a row. The size is
/// address space, which takes no memory until used.
const STACK: usize = 1 << 30;

/// The interval of progress reports while nothing is finished.
const PATIENCE: Duration = Duration::from_millis(50);

/// The progress of tasks.
#[derive(Debug)]
pub enum Progress<R> {
    /// The next task is done.
    Done(R),
    /// None is.
    Waiting,
}

/// Does tasks, so many at once at most; `each` hears of every one, in the order of the tasks. A task may wait for an earlier
/// task.
pub fn run<T: Sync, R: Send>(
    tasks: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
    mut each: impl FnMut(Progress<R>),
) {
    let (mut early, mut due) = (BTreeMap::new(), 0);
    run_unordered(tasks, jobs, work, |progress| match progress {
        Progress::Done((at, done)) => {
            early.insert(at, done);
            while let Some(done) = early.remove(&due) {
                each(Progress::Done(done));
                due += 1;
            }
        }
        Progress::Waiting => each(Progress::Waiting),
    });
}

/// Runs tasks, and calls `each` for every finished task with its number.
pub fn run_unordered<T: Sync, R: Send>(
    tasks: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
    mut each: impl FnMut(Progress<(usize, R)>),
) {
    let next = AtomicUsize::new(0);
    let take = || {
        let at = next.fetch_add(1, Ordering::Relaxed);
        tasks.get(at).filter(|_| !interrupt::is_asked()).map(|task| (at, work(task)))
    };
    thread::scope(|scope| {
        let (sender, receiver) = channel();
        let mut workers = Vec::new();
        for _ in 0..jobs.min(tasks.len()) {
            let (sender, take) = (sender.clone(), &take);
            let work = move || {
                while let Some(done) = take() {
                    if sender.send(done).is_err() {
                        return;
                    }
                }
            };
            workers.extend(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work));
        }
        drop(sender);
        if workers.is_empty() {
            // If no thread can be started, this thread does the work.
            while let Some(done) = take() {
                each(Progress::Done(done));
            }
        }
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(done) => each(Progress::Done(done)),
                Err(RecvTimeoutError::Timeout) => each(Progress::Waiting),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        for worker in workers {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;

    #[test]
    fn what_is_done_is_told_in_order() {
        for jobs in [0, 1, 3, 9] {
            let tasks: Vec<u64> = (0..7).collect();
            let mut told = Vec::new();
            let work = |task: &u64| {
                thread::sleep(Duration::from_millis(7 - task));
                *task
            };
            run(&tasks, jobs, work, |progress| match progress {
                Progress::Done(done) => told.push(done),
                Progress::Waiting => {}
            });
            assert_eq!(told, tasks, "{jobs} jobs");
        }
    }

    #[test]
    fn what_takes_long_does_not_keep_others_from_being_told() {
        let mut told = Vec::new();
        let work = |task: &u64| thread::sleep(Duration::from_millis(*task));
        run_unordered(&[60, 1, 20], 3, work, |progress| match progress {
            Progress::Done((at, ())) => told.push(at),
            Progress::Waiting => {}
        });
        assert_eq!(told, [1, 2, 0]);
    }

    #[test]
    fn a_task_may_wait_for_one_before_it() {
        let first = OnceLock::new();
        let mut told = Vec::new();
        let work = |task: &u32| {
            if *task == 0 {
                thread::sleep(Duration::from_millis(20));
                *first.get_or_init(|| 40)
            } else {
                first.wait() + task
            }
        };
        run(&[0, 1, 2], 3, work, |progress| match progress {
            Progress::Done(done) => told.push(done),
            Progress::Waiting => {}
        });
        assert_eq!(told, [40, 41, 42]);
    }
}
