//! A guard as a C++ header. Everything stands in a namespace of the kernel, so several guards and any program can be compiled together.
//! Macros of the program with equal names are suspended.

use super::guarded::{Guarded, quoted};
use super::spell::Words;
use crate::cache::digest_of;

const WORDS: Words = Words { and: "&&", or: "||", large_literals: false };

/// Digits of the digest that distinguishes the texts of guards.
const DIGITS: usize = 12;

/// Names of the header that programs are likely to have as macros. Other names end in an underscore.
const NAMES: [&str; 7] = ["N", "Z", "div", "mod", "cdiv", "least", "greatest"];

/// Division rounds down. Numbers of a launch are below 2^64, so products of three of them and a constant need wider integers on the host; a
/// guard refuses results that do not fit.
const PRELUDE: &str = "\
__extension__ typedef __int128 Z;
struct N {
  Z value_; bool exact_;
  N(Z v_, bool e_ = true) : value_(v_), exact_(e_) {}
};
inline N operator+(N a_, N b_) { Z r_; bool o_ = __builtin_add_overflow(a_.value_, b_.value_, &r_); return N(r_, a_.exact_ && b_.exact_ && !o_); }
inline N operator-(N a_, N b_) { Z r_; bool o_ = __builtin_sub_overflow(a_.value_, b_.value_, &r_); return N(r_, a_.exact_ && b_.exact_ && !o_); }
inline N operator*(N a_, N b_) { Z r_; bool o_ = __builtin_mul_overflow(a_.value_, b_.value_, &r_); return N(r_, a_.exact_ && b_.exact_ && !o_); }
inline N div(N a_, N b_) {
  if (b_.value_ == 0 || b_.value_ == -1) return b_.value_ == 0 ? N(0, false) : N(0, b_.exact_) - a_;
  Z q_ = a_.value_ / b_.value_;
  if (a_.value_ % b_.value_ != 0 && (a_.value_ < 0) != (b_.value_ < 0)) --q_;
  return N(q_, a_.exact_ && b_.exact_);
}
inline N mod(N a_, N b_) { return a_ - div(a_, b_) * b_; }
inline N cdiv(N a_, N b_) { return N(0) - div(N(0) - a_, b_); }
inline N least(N a_, N b_) { return N(a_.value_ < b_.value_ ? a_.value_ : b_.value_, a_.exact_ && b_.exact_); }
inline N greatest(N a_, N b_) { return N(a_.value_ < b_.value_ ? b_.value_ : a_.value_, a_.exact_ && b_.exact_); }
inline bool operator==(N a_, N b_) { return a_.exact_ && b_.exact_ && a_.value_ == b_.value_; }
inline bool operator!=(N a_, N b_) { return a_.exact_ && b_.exact_ && a_.value_ != b_.value_; }
inline bool operator<(N a_, N b_) { return a_.exact_ && b_.exact_ && a_.value_ < b_.value_; }
inline bool operator<=(N a_, N b_) { return a_.exact_ && b_.exact_ && a_.value_ <= b_.value_; }
inline bool operator>(N a_, N b_) { return b_ < a_; }
inline bool operator>=(N a_, N b_) { return b_ <= a_; }

";

pub(super) fn text(guarded: &Guarded<'_>) -> String {
    let symbol = guarded.symbol();
    let parameters: Vec<String> = guarded.names.parameters.iter().map(|name| format!("Z {name}")).collect();
    let mut body = format!("namespace tileproof_guard_{symbol} {{\n{PRELUDE}");
    body.push_str(&format!("inline const char* broken_clause_of_{symbol}({})\n{{\n", parameters.join(", ")));
    for condition in guarded.conditions {
        let holds = WORDS.spell(&condition.holds);
        body.push_str(&format!("  if (!{holds}) return {};\n", quoted(&condition.clause)));
    }
    body.push_str(&format!("  return nullptr;\n}}\n}}  // namespace tileproof_guard_{symbol}\n"));
    let aside = |what: &str| NAMES.iter().map(|name| format!("#pragma {what}_macro(\"{name}\")\n")).collect();
    let (push, pop): (String, String) = (aside("push"), aside("pop"));
    let undefine: String = NAMES.iter().map(|name| format!("#undef {name}\n")).collect();
    // Two different guards of one name do not compile together: neither hides the other.
    let digest = digest_of(body.as_bytes());
    let macro_name = format!("TILEPROOF_GUARD_{symbol}_{}", &digest[..DIGITS]);
    format!(
        "{}// Call tileproof_guard_{symbol}::broken_clause_of_{symbol}.\n#ifndef {macro_name}\n#define {macro_name}\n\
         {push}{undefine}{body}{pop}#endif  // {macro_name}\n",
        guarded.comments("//")
    )
}
