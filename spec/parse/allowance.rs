//! Comments that accept a finding: `tileproof: allow RULE, because …`.

use super::grammar::{Rule, parse};
use super::guard::Comment;
use crate::problem::IllFormed;
use crate::rules;
use crate::syntax::kernel::Allowance;
use crate::syntax::span::Place;

/// The accepted rule of a comment `tileproof: allow RULE, because …`; `None` for any other comment.
///
/// The comment belongs to the kernel around it, or to the next kernel.
pub(super) fn in_comment(comment: &Comment<'_>) -> Result<Option<Allowance>, IllFormed> {
    let Some(said) = comment.text.trim_start().strip_prefix("tileproof:") else { return Ok(None) };
    let at = Place { offset: comment.offset, len: comment.text.trim_end().len(), source: None };
    let moved = |problem: IllFormed| IllFormed { at: at.clone(), ..problem };
    let accepted = parse_allowance(said).map_err(moved)?;
    Ok(Some(Allowance { at, ..accepted }))
}

/// `allow RULE, because …`
pub(super) fn parse_allowance(text: &str) -> Result<Allowance, IllFormed> {
    let at = Place { offset: 0, len: text.len(), source: None };
    let wrong = |message: String, help: &str| {
        let (at, help) = (at.clone(), Some(help.to_owned()));
        IllFormed { message, at, help }
    };
    let help = "a comment accepts a finding, `allow RULE, because …`; contracts are blocks here";
    let pairs = parse(Rule::allowance, text.trim()).map_err(|problem| wrong(problem.message, help))?;
    let mut parts = pairs.flat_map(|pair| pair.into_inner()).map(|pair| pair.as_str().trim().to_owned());
    let (rule, because) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    if rules::Rule::from_code(&rule).is_none() {
        let help = "the rules are named by their codes, such as view.index.space";
        return Err(wrong(format!("there is no rule `{rule}`"), help));
    }
    Ok(Allowance { rule, because, at })
}

/// The kernel of a comment: the enclosing kernel, or the next kernel. `entries` lists kernels and contracts with their ends.
pub(super) fn find_owner(allowance: &Allowance, entries: &[(usize, String)]) -> Result<String, IllFormed> {
    let next = entries.partition_point(|(end, _)| *end <= allowance.at.offset);
    entries.get(next).map(|(_, name)| name.clone()).ok_or_else(|| IllFormed {
        message: "no kernel follows, so nothing is accepted here".to_owned(),
        at: allowance.at.clone(),
        help: Some("write it inside or above the kernel that it is about".to_owned()),
    })
}
