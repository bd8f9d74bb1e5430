//! What a directive says of a property.

/// What is true of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedOutcomeOfProperty {
    /// Every launch has it.
    Proved,
    /// Some launch lacks it.
    Violated,
    /// Neither is shown.
    Unknown,
    /// It says nothing, or speaks of what there is not.
    IllFormed,
}

impl ExpectedOutcomeOfProperty {
    /// The outcome of that word.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        match text {
            "proved" => Ok(ExpectedOutcomeOfProperty::Proved),
            "violated" => Ok(ExpectedOutcomeOfProperty::Violated),
            "unknown" => Ok(ExpectedOutcomeOfProperty::Unknown),
            "ill-formed" => Ok(ExpectedOutcomeOfProperty::IllFormed),
            other => Err(format!("`{other}` is nothing that becomes of a property")),
        }
    }
}
