//! The log of how something was decided, on standard error: nothing without the variable `TILEPROOF_LOG`.

use std::env;
use std::io::{IsTerminal, stderr};
use std::sync::{Mutex, PoisonError};

use driver::failure::Failure;
use spec::syntax::count::usize_from_u64;
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;

/// The variable with the logged targets and levels, for example `verify::loops=debug`.
const VARIABLE: &str = "TILEPROOF_LOG";

/// Starts the requested log; without one, a terminal shows the current obligation.
///
/// # Errors
/// Where the variable names no targets and levels.
pub(crate) fn start() -> Result<(), Failure> {
    let is_asked = env::var_os(VARIABLE).is_some_and(|wanted| !wanted.is_empty());
    if !is_asked && stderr().is_terminal() {
        let targets = Targets::new().with_target("verify::obligation", LevelFilter::TRACE);
        let _ = tracing_subscriber::registry().with(Deciding.with_filter(targets)).try_init();
    }
    let Some(wanted) = env::var_os(VARIABLE).filter(|wanted| !wanted.is_empty()) else { return Ok(()) };
    let targets = wanted.to_str().and_then(|wanted| wanted.parse::<Targets>().ok()).ok_or_else(|| {
        Failure::usage(format!("{VARIABLE}={} names no targets and levels", wanted.display())).help(format!(
            "for example {VARIABLE}=verify::loops=debug; levels are error, warn, info, debug, trace"
        ))
    })?;
    let layer = fmt::layer()
        .with_writer(stderr)
        .with_ansi(false)
        .with_span_events(FmtSpan::CLOSE)
        .with_filter(targets);
    // A second call in one process, as tests make, keeps the first log.
    let _ = tracing_subscriber::registry().with(layer).try_init();
    Ok(())
}

/// An obligation that the verifier has come to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Obligation {
    /// The kernel.
    pub(crate) kernel: String,
    /// The rule.
    pub(crate) rule: String,
    /// The operation, by its position.
    pub(crate) operation: usize,
}

/// The latest obligation.
static LAST: Mutex<Option<Obligation>> = Mutex::new(None);

/// The latest obligation, if a log is requested.
#[cfg(feature = "solver")]
pub(crate) fn deciding() -> Option<Obligation> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Listens for the verifier's current obligation.
struct Deciding;

impl<S: Subscriber> tracing_subscriber::Layer<S> for Deciding {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut found = Obligation::default();
        event.record(&mut found);
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(found);
    }
}

impl Visit for Obligation {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "kernel" => value.clone_into(&mut self.kernel),
            "rule" => value.clone_into(&mut self.rule),
            _ => {}
        }
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == "operation" {
            self.operation = usize_from_u64(value);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}
