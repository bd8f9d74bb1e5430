//! A line of results: how a case ended, with enough to compare it again.

use std::collections::BTreeMap;

use driver::accuracy::Tolerance;
use serde::{Deserialize, Serialize};
use spec::syntax::types::Scalar;

use crate::case::digest::of_left;
use crate::case::{Case, Expected, Left};
use crate::run::Ending;

/// How a case ended.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ResultLine {
    /// The name.
    pub(super) case: String,
    /// The verdict.
    pub(super) verdict: String,
    /// The digest of the resulting elements that count; every NaN equals an expected NaN.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    left: Option<String>,
    /// By buffer and index, the bits of unexpected elements in hexadecimal; `?` if undetermined.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    differs: BTreeMap<String, BTreeMap<usize, String>>,
    /// The broken rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    undefined: Option<String>,
    /// The reason for a skipped case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    skipped: Option<String>,
    /// The reason for a failed case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failed: Option<String>,
    /// The reason for an unknown outcome.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

impl ResultLine {
    /// The line of a case that ended so.
    pub(super) fn new(name: &str, verdict: &str, case: Option<&Case>, ending: &Ending) -> Self {
        let (name, verdict) = (name.to_owned(), verdict.to_owned());
        let mut line = ResultLine { case: name, verdict, ..ResultLine::default() };
        match ending {
            Ending::Breaks(rule) => line.undefined = Some(rule.clone()),
            Ending::Skipped(why) => line.skipped = Some(why.clone()),
            Ending::Failed(why) => line.failed = Some(why.clone()),
            Ending::Lost(why) => line.error = Some(why.clone()),
            Ending::Leaves(found) => {
                let Some(case) = case else { return line };
                for (left, found) in lists(case).iter().zip(found) {
                    let differs = differing(left, element(case, left), found);
                    if !differs.is_empty() {
                        line.differs.insert(buffer(case, left).to_owned(), differs);
                    }
                }
                // Written results can be read.
                line.left = line.elements(case).ok().map(|all| digest(case, &all));
            }
        }
        line
    }

    /// How the case ended.
    ///
    /// # Errors
    /// The line does not say, or contradicts itself.
    pub(super) fn ending(&self, case: &Case) -> Result<Ending, String> {
        if self.left.is_none() && !self.differs.is_empty() {
            return Err("it has `differs` without `left`".to_owned());
        }
        match (&self.left, &self.undefined, &self.skipped, &self.failed, &self.error) {
            (Some(known), None, None, None, None) => {
                let all = self.elements(case)?;
                match digest(case, &all) == *known {
                    true => Ok(Ending::Leaves(all)),
                    false => {
                        Err("`left` is not the digest of the expected result with the elements of `differs`"
                            .to_owned())
                    }
                }
            }
            (None, Some(rule), None, None, None) => Ok(Ending::Breaks(rule.clone())),
            (None, None, Some(why), None, None) => Ok(Ending::Skipped(why.clone())),
            (None, None, None, Some(why), None) => Ok(Ending::Failed(why.clone())),
            (None, None, None, None, Some(why)) => Ok(Ending::Lost(why.clone())),
            (_, _, _, _, _) => {
                Err("a line has exactly one key of `left`, `undefined`, `skipped`, `failed` and `error`"
                    .to_owned())
            }
        }
    }

    /// The expected elements, except the differing ones; undetermined where they do not count.
    fn elements(&self, case: &Case) -> Result<Vec<Vec<Option<u64>>>, String> {
        let lists = lists(case);
        let is_known = |name: &&String| lists.iter().any(|left| buffer(case, left) == name.as_str());
        if let Some(name) = self.differs.keys().find(|name| !is_known(name)) {
            return Err(format!("the case does not speak of a buffer `{name}`"));
        }
        let of = |left: &Left| {
            let name = buffer(case, left);
            let mut all = left.values.clone();
            for (at, bits) in self.differs.get(name).into_iter().flatten() {
                let wrong = || format!("`{name}` has no element {at} that counts and can be {bits}");
                let bits = match bits.as_str() {
                    "?" => None,
                    bits => Some(u64::from_str_radix(bits, 16).map_err(|_| wrong())?),
                };
                let fits = bits.is_none_or(|bits| fits(element(case, left), bits));
                match all.get_mut(*at) {
                    Some(value @ Some(_)) if fits => *value = bits,
                    Some(_) | None => return Err(wrong()),
                }
            }
            Ok(all)
        };
        lists.iter().map(of).collect()
    }
}

/// Whether these bits are an element in memory: a one-bit element has a whole byte.
fn fits(element: Scalar, bits: u64) -> bool {
    let width = if element.in_a_byte() == 1 { element.bytes() * 8 } else { u64::from(element.bits()) };
    width >= 64 || bits >> width == 0
}

fn lists(case: &Case) -> &[Left] {
    match &case.expected {
        Expected::Breaks(_) => &[],
        Expected::Leaves(lists) => lists,
    }
}

fn buffer<'c>(case: &'c Case, left: &Left) -> &'c str {
    &case.prepared.pointers[left.pointer].name
}

fn element(case: &Case, left: &Left) -> Scalar {
    case.prepared.pointers[left.pointer].element
}

/// The relevant elements with unexpected values.
fn differing(left: &Left, element: Scalar, found: &[Option<u64>]) -> BTreeMap<usize, String> {
    let mut differs = BTreeMap::new();
    for (at, wanted) in left.values.iter().enumerate() {
        let Some(wanted) = *wanted else { continue };
        match found.get(at).copied().flatten() {
            Some(bits) if Tolerance::None.admits(element, bits, wanted, 0) => {}
            Some(bits) => {
                differs.insert(at, format!("{bits:x}"));
            }
            None => {
                differs.insert(at, "?".to_owned());
            }
        }
    }
    differs
}

fn digest(case: &Case, all: &[Vec<Option<u64>>]) -> String {
    let named = lists(case).iter().zip(all).map(|(left, all)| (buffer(case, left), all.clone()));
    of_left(&named.collect::<Vec<_>>())
}
