//! The log of how something was decided, on standard error: nothing without the variable `TILEPROOF_LOG`.

use std::env;
use std::io::stderr;

use driver::failure::Failure;
use tracing_subscriber::Layer as _;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// What names the targets and levels that are logged, for example `verify::loops=debug`.
const VARIABLE: &str = "TILEPROOF_LOG";

/// Begins the log that the environment asks for.
///
/// # Errors
/// Where the variable names no targets and levels.
pub(crate) fn start() -> Result<(), Failure> {
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
