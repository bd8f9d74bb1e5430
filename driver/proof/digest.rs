//! Digests: of a kernel, of the rules, of a proof file.

use sha2::{Digest, Sha256};
use spec::prose::block;
use spec::rules::Rule;
use spec::syntax::op::Op;

/// The digest of a text, as the files have it.
pub(crate) fn of(text: &str) -> String {
    let bytes = Sha256::digest(text.as_bytes());
    let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    format!("sha256:{digits}")
}

/// The digest of everything that the definitions say: every rule, and every operation's formulas and requirements.
pub(super) fn of_rules() -> String {
    let rules = Rule::ALL.iter().map(|rule| format!("{rule}\n{}", block::rule(*rule)));
    let operations = Op::ALL.iter().map(|op| format!("{}\n{}", op.mnemonic(), block::operation(*op)));
    of(&rules.chain(operations).collect::<String>())
}
