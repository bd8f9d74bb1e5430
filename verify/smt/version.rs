//! Which z3 is loaded, and whether it is as new as the proofs need.

/// The oldest z3 that proves the non-linear obligations in reasonable time.
const NEEDED: (u32, u32) = (5, 4);

/// The version string of the loaded z3.
pub fn solver_version() -> String {
    let name = z3::full_version();
    name.strip_prefix("Z3 ").unwrap_or(name).to_owned()
}

/// What to tell the user when the z3 that is loaded is older than 5.4.
pub fn old_solver_warning() -> Option<String> {
    warning_for(&solver_version())
}

fn warning_for(version: &str) -> Option<String> {
    let mut numbers = version.split('.').map_while(|number| number.parse::<u32>().ok());
    let loaded = numbers.next().zip(numbers.next());

    (loaded < Some(NEEDED)).then(|| {
        format!("z3 {version} is loaded, and proofs may be slow or fail: install z3 5.4, as `make` does")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_solver_is_new() {
        assert!(solver_version().starts_with("5.4"), "{}", solver_version());
        assert_eq!(old_solver_warning(), None);
    }

    #[test]
    fn an_old_solver_is_named_with_what_is_needed() {
        for old in ["4.8.12.0", "5.3.2", "5", "unreadable"] {
            let warning = warning_for(old).expect(old);
            assert!(
                warning.contains(old) && warning.contains("z3 5.4") && warning.contains("`make`"),
                "{warning}"
            );
        }
    }

    #[test]
    fn a_newer_solver_is_welcome() {
        for new in ["5.4.0.0", "5.10", "6.0.1"] {
            assert_eq!(warning_for(new), None);
        }
    }
}
