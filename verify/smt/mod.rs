//! z3: its context, its queries, the lowering of terms, and the queries as text.

pub(crate) mod answer;
pub(crate) mod canonical;
pub(crate) mod claims;
pub(crate) mod context;
pub(crate) mod fact;
pub(crate) mod facts;
pub(crate) mod lower;
pub(crate) mod model;
pub(crate) mod reason;
pub(crate) mod script;
pub(crate) mod solver;
pub(crate) mod version;
