//! The explorer: all that a launch of a few accesses can come to under the memory model, weak behavior included.
//!
//! It enumerates candidate executions and holds each against the axioms, as herd does (Alglave, Maranget and Tautschnig,
//! "Herding cats: modelling, simulation, testing, and data mining for weak memory", TOPLAS 2014). In reading order:
//!
//! 1. `recorder`, `record`: a run of a block with chosen values for its reads.
//! 2. `traces`: every way in which a block can run.
//! 3. `justification`: which reads each write of a trace depends on.
//! 4. `coherence`, `executions`: reads-from relations and coherence orders over combinations of traces.
//! 5. `explorer`, `limits`: the public interface, and the size limits.

pub(crate) mod coherence;
pub(crate) mod executions;
pub(crate) mod explorer;
pub(crate) mod justification;
pub(crate) mod limits;
pub(crate) mod record;
pub(crate) mod recorder;
pub(crate) mod traces;
