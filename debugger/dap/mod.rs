//! The debugger for editors: the Debug Adapter Protocol (microsoft.github.io/debug-adapter-protocol, 1.71), as far as it is used
//! here, on two streams.
//!
//! 1. `wire`: messages on a stream. `protocol`: the contents of messages.
//! 2. `queue`: requests as they come in, also while something runs.
//! 3. `server`: from request to request. `launched`: requests about a running launch. `variables`: values as trees.

mod launched;
mod protocol;
mod queue;
mod server;
mod variables;
mod wire;

pub use self::protocol::LaunchArguments;
pub use self::server::serve;
