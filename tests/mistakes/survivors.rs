//! Mutants that do no harm: why each of them is free of undefined behaviour.

/// Kernel, operation and change, for every reason.
pub(crate) const HARMLESS: &[(&str, &[(&str, &str)])] = &[];

/// Why a mutant does no harm.
pub(crate) fn reason(subject: &str, what: &str) -> Option<&'static str> {
    HARMLESS.iter().find(|(_, of)| of.contains(&(subject, what))).map(|(reason, _)| *reason)
}
