//! The states that the protocol has: a server is initialized once, then serves, and is shut down before it ends.

use lsp_server::ErrorCode;

/// The state of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Phase {
    /// Not initialized.
    #[default]
    New,
    /// Serving.
    Serving,
    /// Shut down, and waiting for its exit.
    ShutDown,
}

impl Phase {
    /// Why a request is not answered now, if it is not.
    pub(super) fn refusal(self, method: &str) -> Option<(ErrorCode, &'static str)> {
        match (self, method) {
            (Phase::New, "initialize") => None,
            (Phase::New, _) => Some((ErrorCode::ServerNotInitialized, "the server is not initialized")),
            (Phase::Serving, "initialize") => {
                Some((ErrorCode::InvalidRequest, "the server is initialized already"))
            }
            (Phase::Serving, _) => None,
            (Phase::ShutDown, _) => Some((ErrorCode::InvalidRequest, "the server is shut down")),
        }
    }

    /// Whether a notification is heard now.
    pub(super) fn hears(self, method: &str) -> bool {
        self == Phase::Serving || method == "exit"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_answers_what_it_may() {
        let refused = |phase: Phase, method| phase.refusal(method).is_some();
        assert!(!refused(Phase::New, "initialize") && refused(Phase::New, "shutdown"));
        assert!(refused(Phase::Serving, "initialize") && !refused(Phase::Serving, "shutdown"));
        assert!(refused(Phase::ShutDown, "shutdown") && refused(Phase::ShutDown, "initialize"));
        assert!(Phase::New.hears("exit") && !Phase::New.hears("initialized"));
        assert!(!Phase::ShutDown.hears("textDocument/didOpen"));
    }
}
