//! Values at the current position, in short form.

use interp::{Seen, SeenTile};
use spec::syntax::kernel::ValueId;
use spec::syntax::types::Type;

use crate::run::moves::Debugger;
use crate::show::element::shown;

/// The most elements that are shown in short.
const SHOWN: usize = 4;

/// A defined value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Local {
    pub(crate) value_id: ValueId,
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) ty: String,
}

impl Debugger<'_> {
    /// The values that the next operation may use, but for tokens.
    pub(crate) fn locals(&self) -> Vec<Local> {
        let values = self.now().in_scope();
        let visible = values.into_iter().filter(|value| *self.program.kernel.ty(*value) != Type::Token);
        visible.filter_map(|value| self.local(value)).collect()
    }

    /// A value in short.
    pub(crate) fn local(&self, value: ValueId) -> Option<Local> {
        let name = self.program.name(value);
        let short = match self.now().value(value)? {
            Seen::Tile(tile) => self.short(tile),
            Seen::Token => "a token".to_owned(),
            Seen::View(view) => self.view(value, &view),
        };
        Some(Local { value_id: value, name, value: short, ty: self.program.kernel.ty(value).to_string() })
    }

    /// A tile in short: the type and the first elements.
    fn short(&self, tile: SeenTile<'_>) -> String {
        let (len, ty) = (tile.ty().len(), tile.ty());
        let element = |lane: usize| shown(self.subject, self.now(), tile.element(lane), ty.element);
        if len == 1 && ty.shape.is_empty() {
            return element(0);
        }
        let first: Vec<String> = (0..len.min(SHOWN)).map(element).collect();
        let more = if len > SHOWN { " …" } else { "" };
        format!("{ty} {}{more}", first.join(" "))
    }
}
