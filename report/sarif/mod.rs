//! SARIF 2.1.0: the rules with descriptions, and a result for every open finding.

mod result;
mod rules;

use std::collections::BTreeMap;

use driver::failure::Failure;
use serde_json::Value;
use serde_sarif::sarif::{
    ArtifactLocation, Invocation, Location, Message, Notification, PhysicalLocation, PropertyBag, Run, Sarif,
    Tool, ToolComponent,
};

use crate::checked::{Told, shared};
use crate::region::relative;

/// The address of the schema.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The base of relative paths.
const ROOT: &str = "%SRCROOT%";

/// The log.
pub fn report(told: &Told<'_>) -> String {
    let known = rules::Known::new(told);
    let mut findings = shared(told.kernels);
    // A viewer shows results in their order.
    findings.sort_by_key(|one| one.entry.level);
    let results = findings.iter().map(|one| result::of(one, &known));
    let driver = ToolComponent::builder()
        .name("tileproof")
        .semantic_version(env!("CARGO_PKG_VERSION"))
        .rules(known.descriptors())
        .build();
    let accepted = BTreeMap::from([("accepted".to_owned(), Value::from(told.accepted()))]);
    let folder = message("the folder that the check ran in");
    let root = ArtifactLocation::builder().description(folder).build();
    let run = Run::builder()
        .tool(Tool::builder().driver(driver).build())
        .column_kind(Value::from("unicodeCodePoints"))
        .original_uri_base_ids(BTreeMap::from([(ROOT.to_owned(), root)]))
        .invocations(vec![invocation(told)])
        .results(results.collect::<Vec<_>>())
        .properties(PropertyBag::builder().additional_properties(accepted).build())
        .build();
    let log = Sarif::builder().schema(SCHEMA).version(Value::from("2.1.0")).runs(vec![run]).build();
    // Keys are texts and numbers are finite, so there is nothing to fail.
    serde_json::to_string_pretty(&log).map_or_else(|error| format!("\"{error}\""), |text| text + "\n")
}

/// How the check ended, with the files that could not be read.
fn invocation(told: &Told<'_>) -> Invocation {
    let notifications: Vec<_> = told.problems.iter().map(notification).collect();
    Invocation::builder()
        .execution_successful(told.problems.is_empty())
        .exit_code(i64::from(told.exit().code()))
        .tool_execution_notifications(notifications)
        .build()
}

fn notification(problem: &Failure) -> Notification {
    let text = match problem.advice() {
        Some(advice) => format!("{problem}; {advice}"),
        None => problem.to_string(),
    };
    let location = |file: &std::path::Path| {
        let file = artifact(&relative(&file.display().to_string()));
        let file = PhysicalLocation::builder().artifact_location(file).build();
        Location::builder().physical_location(file).build()
    };
    let locations: Vec<_> = problem.file_name().map(location).into_iter().collect();
    Notification::builder().message(message(&text)).level(Value::from("error")).locations(locations).build()
}

fn message(text: &str) -> Message {
    Message::builder().text(text).build()
}

/// A file, by its path from the root if inside.
fn artifact(file: &str) -> ArtifactLocation {
    let path: String = file.bytes().map(encoded).collect();
    match path.starts_with('/') {
        true => ArtifactLocation::builder().uri(format!("file://{path}")).build(),
        false => ArtifactLocation::builder().uri(path).uri_base_id(ROOT).build(),
    }
}

/// A byte in the path of a URI; a plain colon would turn the text before it into a scheme.
fn encoded(byte: u8) -> String {
    let is_plain = byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=@".contains(&byte);
    if is_plain { char::from(byte).to_string() } else { format!("%{byte:02X}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_those_of_uris() {
        let inside = artifact("a b/%c:ö.cu");
        assert_eq!(inside.uri.as_deref(), Some("a%20b/%25c%3A%C3%B6.cu"));
        assert_eq!(inside.uri_base_id.as_deref(), Some(ROOT));
        let outside = artifact("/a/b.cu");
        assert_eq!((outside.uri.as_deref(), outside.uri_base_id), (Some("file:///a/b.cu"), None));
    }
}
