//! The description of a proof, for a person.

use driver::failure::Failure;
use driver::load::function_name;
use driver::proof;
use spec::proof::Proved;
use spec::syntax::launch::Launch;

use crate::output::eprint;
use report::text::wrapped;

/// Describes the statement of a proof and its clauses; on request also the axioms of every proof.
pub(crate) fn describe(proved: &Proved, verbose: bool) -> String {
    let grounds = proved.grounds();
    let condition = match proved.is_conditional() {
        true => format!(" if {}", grounds.inferred.join(" and ")),
        false => String::new(),
    };
    let mut text = wrapped("", &format!("@{}: proved{condition}", function_name(&proved.kernel().name)));
    let axioms = ("axioms", &grounds.axioms, verbose);
    for (label, clauses, is_shown) in
        [("given", &grounds.given, true), ("trusted", &grounds.trusted, true), axioms]
    {
        if is_shown && !clauses.is_empty() {
            text.push_str(&wrapped(&format!("  {label}: "), &clauses.join("; ")));
        }
    }
    text
}

/// Checks that a proof covers a launch; reports the trusted clauses.
///
/// # Errors
/// The proof does not cover the launch; the error has the broken clause.
pub(crate) fn validate_launch(proved: &Proved, launch: &Launch) -> Result<(), Failure> {
    eprint_trusted(&proof::validate_launch(proved, launch)?);
    Ok(())
}

/// Reports the unchecked clauses.
pub(crate) fn eprint_trusted(clauses: &[String]) {
    if !clauses.is_empty() {
        eprint(&wrapped("  not looked at: ", &clauses.join("; ")));
    }
}
