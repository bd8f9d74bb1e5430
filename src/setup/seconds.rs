//! A length of time, as an argument.

/// How long something may take, in seconds, as an argument.
pub(crate) fn parse_seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 && f64::is_finite(seconds) => Ok(seconds),
        Ok(_) | Err(_) => Err("a number of seconds above 0 is needed".to_owned()),
    }
}
