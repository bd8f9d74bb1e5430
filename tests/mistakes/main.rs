//! Mistakes that people make, made in every proved kernel of the corpus: the check must notice all that do harm.

mod assumptions;
mod axes;
mod bounds;
mod contracts;
mod edit;
mod flow;
mod masks;
mod mutant;
mod overflows;
mod overlaps;
mod shifts;
mod strides;
mod subjects;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use crate::mutant::MISTAKES;

#[test]
fn mistakes() {
    let filter = std::env::var("FILTER").unwrap_or_default();
    let mut subjects = subjects::all();
    subjects.retain(|s| s.name().contains(&filter));
    let next = AtomicUsize::new(0);
    let work = || {
        loop {
            let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) else { return };
            let start = Instant::now();
            let report = subject.check(&subject.kernel);
            println!("S|{}|{}|{:.3}", subject.name(), report.verdict.name(), start.elapsed().as_secs_f64());
            if report.verdict != tileproof::check::report::Verdict::Proved {
                continue;
            }
            for (mistake, make) in MISTAKES {
                for mutant in make(&subject.kernel) {
                    let start = Instant::now();
                    let report = subject.check(&mutant.kernel);
                    let rule = report.counterexamples().first().map_or("-", |c| c.violation.rule.code());
                    println!(
                        "M|{}|{mistake}|{}|{}|{rule}|{:.3}",
                        subject.name(),
                        mutant.what,
                        report.verdict.name(),
                        start.elapsed().as_secs_f64()
                    );
                }
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
}
