//! Tokens as barriers: threads of a block wait for each other at barriers, and tokens know how many there were.

use spec::syntax::kernel::ValueId;

use crate::ir::builder::Builder;
use crate::ir::value::Token;

impl Builder<'_> {
    /// A barrier if an access has to wait for one that another thread may have made: all for writes, some for reads too.
    pub(crate) fn wait_for(&mut self, token: Option<ValueId>, for_reads: bool) {
        let token = token.map_or(Token::default(), |token| self.token(token));
        // A token says one more than the barriers in front of the access: it is pending while no barrier came since.
        let pending = |seen: u32| seen > self.barriers();
        if pending(token.write) || for_reads && pending(token.read) {
            self.barrier();
        }
    }

    /// The token of a new access, from the token that the access waited for.
    pub(crate) fn token_after_access(&self, token: Option<ValueId>, writes: bool) -> Token {
        let before = token.map_or(Token::default(), |token| self.token(token));
        let now = self.barriers() + 1;
        let own = if writes { Token { read: 0, write: now } } else { Token { read: now, write: 0 } };
        before.join(own)
    }

    /// A token that waits for every access before the next barrier.
    pub(crate) fn token_of_anything(&self) -> Token {
        let now = self.barriers() + 1;
        Token { read: now, write: if self.facts().writes_memory() { now } else { 0 } }
    }
}
