//! The run of a launch, and the reason for an early end.

use driver::exit::Exit;
use driver::failure::Failure;
use driver::load::Source;
use driver::signature::Signature;
use interp::{Limit, Stop};
use spec::valid::Valid;

use super::prepare::Prepared;
use crate::output::{eprint, print, style_of_stdout};
use report::diagnostic::shown;

/// A running launch, with everything needed to describe it.
#[derive(Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) kernel: &'a Valid,
    pub(super) prepared: &'a Prepared,
    pub(super) signature: &'a Signature,
    pub(super) source: &'a Source,
}

impl Run<'_> {
    /// Says why a run did not end.
    pub(super) fn report_stop(self, stop: &Stop) -> Result<Exit, Failure> {
        let Run { source, signature, .. } = self;
        match stop {
            Stop::Violation(violation) => {
                print(&shown(source, signature, violation, style_of_stdout()))?;
                Ok(Exit::Undefined)
            }
            Stop::Exhausted(exhausted) => {
                let help = match exhausted.limit {
                    Limit::Fuel | Limit::Repetition => "the kernel may not end; --fuel gives it more steps",
                    Limit::Memory => "use smaller buffers, or fewer blocks",
                };
                let [x, y, z] = exhausted.block;
                let at = source.position(&exhausted.at);
                eprint(&format!("resources exhausted: {stop}, in block ({x}, {y}, {z}) at {at}; {help}\n"));
                Ok(Exit::Unknown)
            }
            Stop::Unsupported(unsupported) => Err(Failure::refused(&unsupported.clone().into(), source)),
            Stop::BadLaunch(_) => {
                Err(Failure::usage(stop.to_string()).help(format!("the kernel takes {}", signature.listed())))
            }
        }
    }
}
