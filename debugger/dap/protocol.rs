//! What is in messages, in the words of the protocol.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// A request of the client's.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub(super) struct Request {
    pub(super) seq: i64,
    pub(super) command: String,
    #[serde(default)]
    pub(super) arguments: Value,
}

/// How the client counts lines and columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Counting {
    pub(super) lines_start_at1: bool,
    pub(super) columns_start_at1: bool,
}

impl Default for Counting {
    fn default() -> Self {
        Counting { lines_start_at1: true, columns_start_at1: true }
    }
}

/// A word of a configuration; editors write an empty word for an unfilled field.
fn read_filled<'de, D: Deserializer<'de>>(given: D) -> Result<Option<String>, D::Error> {
    Ok(Option::<String>::deserialize(given)?.filter(|word| !word.is_empty()))
}

/// The arguments of a launch.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LaunchArguments {
    /// The file of the kernel; the command line's file by default.
    #[serde(deserialize_with = "read_filled")]
    pub program: Option<String>,
    /// The kernel, if the file has several.
    #[serde(deserialize_with = "read_filled")]
    pub kernel: Option<String>,
    /// A file of contracts.
    #[serde(deserialize_with = "read_filled")]
    pub contract: Option<String>,
    /// A launch, such as `N=1000,grid=8`.
    #[serde(deserialize_with = "read_filled")]
    pub at: Option<String>,
    /// Promises about every launch.
    pub requires: Vec<String>,
    /// Blocks along x, y and z.
    pub grid: Option<String>,
    /// Arguments as for `tileproof run`, such as `N=500`.
    pub args: Vec<String>,
    /// A launch file, such as a counterexample.
    pub launch: Option<String>,
    /// Whether to halt before the first operation; it is so if nothing is said.
    pub stop_on_entry: Option<bool>,
}

/// Lines to stop at.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct SetBreakpoints {
    pub(super) source: Source,
    pub(super) breakpoints: Vec<AskedLine>,
}

/// A line to stop at.
#[derive(Debug, Clone, Deserialize)]
pub(super) struct AskedLine {
    pub(super) line: usize,
}

/// The stop conditions besides lines.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct SetFilters {
    pub(super) filters: Vec<String>,
}

/// A file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Source {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) path: Option<String>,
    /// Above 0 where the text is asked of us.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) source_reference: Option<i64>,
}

/// Which children of a tree are asked for.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct VariablesArguments {
    pub(super) variables_reference: usize,
    pub(super) start: Option<u64>,
    pub(super) count: Option<u64>,
}

/// The arguments of an evaluation.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct EvaluateArguments {
    pub(super) expression: String,
    pub(super) context: Option<String>,
}

/// How far a step goes.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub(super) struct StepArguments {
    pub(super) granularity: Option<String>,
}

impl StepArguments {
    /// Whether one operation is meant, rather than a line.
    pub(super) fn is_operation(&self) -> bool {
        self.granularity.as_deref() == Some("instruction")
    }
}

/// A line to stop at.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Breakpoint {
    pub(super) verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) message: Option<String>,
}

/// A position of a run, or of a call leading there.
#[derive(Debug, Clone, Serialize)]
pub(super) struct StackFrame {
    pub(super) id: usize,
    pub(super) name: String,
    pub(super) source: Source,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A group of values.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Scope {
    pub(super) name: &'static str,
    pub(super) variables_reference: usize,
    pub(super) expensive: bool,
}

/// A value, possibly a tree.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) value: String,
    #[serde(rename = "type")]
    pub(super) ty: String,
    pub(super) variables_reference: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) indexed_variables: Option<u64>,
}
