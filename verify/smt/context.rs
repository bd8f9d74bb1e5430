//! A solver of z3's that is made when it is first asked something: its context takes 17 MB and ten milliseconds, and ranges
//! alone decide many kernels.

use std::cell::Cell;

use spec::syntax::count::saturating_u32;
use z3::Params;

use crate::budget::effort;

thread_local! {
    /// Whether the thread's current context has had a query.
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// The z3 context for a piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Context {
    /// A new context. The answers of z3 within a budget depend on earlier queries in the context.
    #[default]
    Fresh,
    /// The current context, without the milliseconds of a new one. For queries whose answers may vary.
    Shared,
}

/// Does something with a context.
pub(crate) fn in_context<T: Send + Sync>(context: Context, work: impl FnOnce() -> T + Send + Sync) -> T {
    /// Restores the previous state, even after a panic.
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            ASKED.set(self.0);
        }
    }
    if context == Context::Shared || !ASKED.get() {
        return work();
    }
    let _before = Before(ASKED.replace(false));
    effort::in_new_context(|| z3::with_z3_config(&z3::Config::new(), work))
}

/// Runs work with an own context, shared by everything inside. If the context serves only the checks of one kernel, its answers depend on
/// this kernel alone, because the order of checks is fixed.
pub fn in_own_context<T: Send + Sync>(work: impl FnOnce() -> T + Send + Sync) -> T {
    in_context(Context::Fresh, work)
}

/// What z3 is given for a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Steps.
    pub(crate) rlimit: u32,
    /// The remaining seconds.
    pub(crate) seconds: Option<u32>,
    /// Whether products are looked at by Gröbner bases too.
    pub(crate) bases: bool,
}

/// A solver with a limit of steps for a question.
#[derive(Debug)]
pub(crate) struct LazySolver {
    rlimit: u32,
    /// Whether products are looked at by Gröbner bases too.
    bases: bool,
    /// The current limits of z3.
    set: Limits,
    made: Option<z3::Solver>,
}

impl LazySolver {
    /// A solver with a limit on steps per query.
    pub(crate) fn new(rlimit: u32) -> Self {
        LazySolver { rlimit, bases: true, set: Limits { rlimit: 0, seconds: None, bases: true }, made: None }
    }

    /// Changes the limit.
    pub(crate) fn limit(&mut self, rlimit: u32) {
        self.rlimit = rlimit;
    }

    /// Whether the next questions are asked with Gröbner bases of their products. For wrapping numbers, z3 spends most of its time
    /// in Gröbner bases, which seldom answer a query (bench/CHECK.md).
    pub(crate) fn with_bases(&mut self, bases: bool) {
        self.bases = bases;
    }

    /// The solver.
    pub(crate) fn get(&mut self) -> &z3::Solver {
        let made = self.made.get_or_insert_with(|| {
            ASKED.set(true);
            z3::Solver::new()
        });
        let wanted =
            Limits { rlimit: affordable(self.rlimit), seconds: effort::seconds_left(), bases: self.bases };
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

    /// Another solver, for one query.
    pub(crate) fn afresh(&self, steps: u32) -> z3::Solver {
        ASKED.set(true);
        let solver = z3::Solver::new();
        solver.set_params(&parameters(Limits {
            rlimit: affordable(steps),
            seconds: effort::seconds_left(),
            bases: true,
        }));
        solver
    }
}

/// The steps of a question that may take so many: none costs more than all may that are left.
pub(crate) fn affordable(steps: u32) -> u32 {
    steps.min(saturating_u32(effort::left())).max(1)
}

/// What makes z3 answer the same every time, and give up after so many steps.
pub(crate) fn parameters(Limits { rlimit, seconds, bases }: Limits) -> Params {
    let mut params = Params::new();
    params.set_u32("rlimit", rlimit);
    if let Some(seconds) = seconds {
        params.set_u32("timeout", seconds.saturating_mul(1000));
    }
    params.set_u32("random_seed", 0);
    // Without this setting, z3 handles Ctrl-C itself during a query, and reports that it gave up.
    params.set_bool("ctrl_c", false);
    // Cuts by Hermite normal forms took up to half of the time, in arithmetic of large numbers that no step counts (bench/CHECK.md).
    params.set_bool("arith.enable_hnf", false);
    params.set_bool("arith.nl.grobner", bases);
    params
}
