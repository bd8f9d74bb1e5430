//! Parallel work on cases, and its observer.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Who is told how far a run has come.
pub trait Watcher: Sync {
    /// Work on so many cases begins.
    fn begins(&self, count: usize);
    /// A case is done.
    fn advances(&self);
    /// All are done.
    fn ends(&self);
    /// Reports that these clauses of a launch's contract are trusted without a check.
    fn trusts(&self, clauses: &[String]);
}

/// Maps every item in parallel, one thread per processor; returns the results in order.
pub(super) fn map_in_parallel<T: Send>(
    items: &[usize],
    watcher: &dyn Watcher,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    watcher.begins(items.len());
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((position, item)) =
                    Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, *items.get(at)?)))
                {
                    let result = work(item);
                    if let Ok(mut done) = done.lock() {
                        done.push((position, result));
                    }
                    watcher.advances();
                }
            });
        }
    });
    watcher.ends();
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(position, _)| *position);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Nobody;

    impl Watcher for Nobody {
        fn begins(&self, _: usize) {}
        fn advances(&self) {}
        fn ends(&self) {}
        fn trusts(&self, _: &[String]) {}
    }

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<_> = (0..100).rev().collect();
        assert_eq!(
            map_in_parallel(&items, &Nobody, |item| item * 2),
            items.iter().map(|item| item * 2).collect::<Vec<_>>()
        );
    }
}
