//! A solver of z3's that is made when it is first asked something: its context takes 17 MB and ten milliseconds, and ranges
//! alone decide many kernels.

use std::cell::Cell;

use z3::Params;

use crate::budget::effort;

thread_local! {
    /// Whether this thread's own context has been asked anything.
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// Does something with a context of its own: what z3 answers within its budget depends on what the context has seen before. The
/// first that asks has the one that the thread has anyway.
pub(crate) fn in_own_context<T: Send + Sync>(work: impl FnOnce() -> T + Send + Sync) -> T {
    if ASKED.get() { z3::with_z3_config(&z3::Config::new(), work) } else { work() }
}

/// Questions of no more steps are asked without Gröbner bases of their products: these take most of the time there, and seldom answer anything
/// (bench/CHECK.md).
const SHORT: u32 = 60_000;

/// A solver with a limit of steps for a question.
#[derive(Debug)]
pub(crate) struct LazySolver {
    rlimit: u32,
    /// The limits that z3 has.
    set: (u32, Option<u32>),
    made: Option<z3::Solver>,
}

impl LazySolver {
    /// One that gives up after so many steps.
    pub(crate) fn new(rlimit: u32) -> Self {
        LazySolver { rlimit, set: (0, None), made: None }
    }

    /// Changes the limit.
    pub(crate) fn limit(&mut self, rlimit: u32) {
        self.rlimit = rlimit;
    }

    /// The solver.
    pub(crate) fn get(&mut self) -> &z3::Solver {
        let made = self.made.get_or_insert_with(|| {
            ASKED.set(true);
            z3::Solver::new()
        });
        let wanted = (affordable(self.rlimit), effort::seconds_left());
        if wanted != self.set {
            made.set_params(&parameters(wanted));
            self.set = wanted;
        }
        made
    }

    /// How many steps a question may take.
    pub(crate) fn steps(&self) -> u32 {
        affordable(self.rlimit)
    }

    /// Another solver, for one question.
    pub(crate) fn afresh(&self, steps: u32) -> z3::Solver {
        let solver = z3::Solver::new();
        solver.set_params(&parameters((affordable(steps), effort::seconds_left())));
        solver
    }
}

/// The steps of a question that may take so many: none costs more than all may that are left.
pub(crate) fn affordable(steps: u32) -> u32 {
    steps.min(u32::try_from(effort::left()).unwrap_or(u32::MAX)).max(1)
}

/// What makes z3 answer the same every time, and give up after so many steps.
pub(crate) fn parameters((rlimit, seconds): (u32, Option<u32>)) -> Params {
    let mut params = Params::new();
    params.set_u32("rlimit", rlimit);
    if let Some(seconds) = seconds {
        params.set_u32("timeout", seconds.saturating_mul(1000));
    }
    params.set_u32("random_seed", 0);
    // Else z3 takes Ctrl-C for itself while it decides, and says that it gave up.
    params.set_bool("ctrl_c", false);
    // Cuts by Hermite normal forms took up to half of the time, in arithmetic of large numbers that no step counts (bench/CHECK.md).
    params.set_bool("arith.enable_hnf", false);
    params.set_bool("arith.nl.grobner", rlimit > SHORT);
    params
}
