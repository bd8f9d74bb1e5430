//! The lines of the batch protocol.

use std::collections::BTreeMap;

use driver::files::npy::{as_in_file, as_in_memory};
use driver::files::{bytes_of, hex};
use serde::{Deserialize, Serialize};
use spec::rules::Rule;
use spec::syntax::array;

use crate::case::{Case, Expected};
use crate::corpus::prepare::Pointer;
use crate::run::Ending;

/// The schema in the first line of each side.
pub(super) const SCHEMA: &str = "tileproof.batch/1";

/// The maximum number of pending cases of a process.
pub(super) const MOST_IN_FLIGHT: usize = 64;

/// The most characters kept of a process's message.
const MOST_SAID: usize = 300;

/// The first line to a process.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Start {
    pub(super) schema: String,
    /// The folder of the suite.
    pub(super) root: String,
}

/// The first line of a process.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hello {
    pub(super) schema: String,
    /// The number of cases that may be pending.
    #[serde(default = "one")]
    pub(super) in_flight: usize,
    /// The order of answers.
    #[serde(default)]
    pub(super) order: AnswerOrder,
}

/// The order of a process's answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AnswerOrder {
    /// The order of the questions.
    #[default]
    Asked,
    /// Any.
    Any,
}

const fn one() -> usize {
    1
}

/// A case that a process is to run.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Question {
    pub(super) id: u64,
    /// Its name: the file is `cases/NAME/case.json` in the folder of the suite.
    pub(super) case: String,
}

/// An answer to a case: one of `left`, `undefined`, `skip` and `failed`.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Answer {
    pub(super) id: u64,
    /// The final contents of the case's buffers, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<BTreeMap<String, String>>,
    /// The broken rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undefined: Option<String>,
    /// The reason for a skipped case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    skip: Option<String>,
    /// The reason for a failed case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
    /// Whether the process ends behind this line, and another is to go on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) ends: bool,
}

impl Answer {
    /// How a case ended, as an answer.
    pub(super) fn of(id: u64, case: &Case, ending: Ending) -> Self {
        let mut answer = Answer { id, ..Answer::default() };
        match ending {
            Ending::Breaks(rule) => answer.undefined = Some(rule),
            Ending::Skipped(why) => answer.skip = Some(why),
            Ending::Failed(why) | Ending::Lost(why) => answer.failed = Some(why),
            Ending::Leaves(found) => {
                let of = |(pointer, elements): (&Pointer, Vec<Option<u64>>)| {
                    let bits = elements.into_iter().map(|element| element.unwrap_or(0));
                    let bytes = array::bytes(pointer.element, bits);
                    let file = as_in_file(pointer.element, pointer.shape.iter().product(), &bytes);
                    (pointer.name.clone(), hex(&file))
                };
                answer.left = Some(left(case).zip(found).map(of).collect());
            }
        }
        answer
    }

    /// How the case ended; what no answer can say is lost.
    pub(super) fn ending(self, case: &Case) -> Ending {
        match (self.left, self.undefined, self.skip, self.failed) {
            (Some(buffers), None, None, None) => match elements(case, &buffers) {
                Ok(all) => Ending::Leaves(all),
                Err(why) => Ending::Lost(format!("the answer is wrong: {why}")),
            },
            (None, Some(code), None, None) if Rule::from_code(&code).is_none() => {
                Ending::Lost(format!("the answer is wrong: `{}` is no rule", said(&code)))
            }
            (None, Some(code), None, None) => Ending::Breaks(code),
            (None, None, Some(why), None) => Ending::Skipped(said(&why)),
            (None, None, None, Some(why)) => Ending::Failed(said(&why)),
            (_, _, _, _) => Ending::Lost(
                "wrong answer: exactly one key of `left`, `undefined`, `skip` and `failed` is needed"
                    .to_owned(),
            ),
        }
    }
}

/// The buffers of a case.
fn left(case: &Case) -> impl Iterator<Item = &Pointer> {
    let lists = match &case.expected {
        Expected::Breaks(_) => &[][..],
        Expected::Leaves(lists) => lists,
    };
    lists.iter().map(|left| &case.prepared.pointers[left.pointer])
}

/// The elements of every buffer that the case speaks of.
fn elements(case: &Case, buffers: &BTreeMap<String, String>) -> Result<Vec<Vec<Option<u64>>>, String> {
    if let Some(other) = buffers.keys().find(|name| !left(case).any(|pointer| pointer.name == **name)) {
        return Err(format!("the case does not speak of a buffer `{}`", said(other)));
    }
    let of = |pointer: &Pointer| {
        let name = &pointer.name;
        let text = buffers.get(name).ok_or_else(|| format!("`{name}` is missing"))?;
        let bytes = bytes_of(text).map_err(|why| format!("`{name}`: {}", said(&why)))?;
        let count = pointer.shape.iter().product::<u64>();
        let wanted = count.saturating_mul(pointer.element.bytes());
        if driver::convert::count(bytes.len()) != wanted {
            return Err(format!("`{name}` has {} bytes, not {wanted}", bytes.len()));
        }
        let bytes = as_in_memory(pointer.element, bytes).map_err(|why| format!("`{name}` has {why}"))?;
        let all = array::elements(pointer.element, &bytes).into_iter().map(Some);
        Ok(all.take(driver::convert::index(count)).collect())
    };
    left(case).map(of).collect()
}

/// How long an answer about a case can be.
pub(super) fn longest(case: &Case) -> usize {
    let digits = |pointer: &Pointer| {
        let count = pointer.shape.iter().product::<u64>();
        driver::convert::index(count.saturating_mul(pointer.element.bytes()).saturating_mul(2))
    };
    left(case).map(digits).fold(1 << 16, usize::saturating_add)
}

/// A message of a process, shortened to one line.
pub(super) fn said(text: &str) -> String {
    let one_line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    match one_line.char_indices().nth(MOST_SAID) {
        Some((at, _)) => format!("{}…", &one_line[..at]),
        None => one_line,
    }
}
