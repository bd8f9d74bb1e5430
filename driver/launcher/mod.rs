//! Descriptions of launches: everything that a host program needs in order to launch the code of a proved kernel. The versions of the code, the
//! conditions of each, the arguments in order, and tensor maps, all as formulas of the kernel's parameters.
//!
//! A description is written as JSON (`docs/launch.schema.json`) or as a C header that needs only `cuda.h`.

mod c;
mod json;
mod maps;
mod model;
mod types;
mod variants;

use codegen::{Number, Options, Target};
use spec::contract::Bound;
use spec::problem::Unsupported;
use spec::proof::Proved;
use spec::syntax::contract::{Expr, GRID, binary};

pub use self::model::Launcher;
use crate::certify::guard::conditions::Writer;
use crate::certify::guard::lengths::{Lengths, Number as Formula};
use crate::certify::guard::names::Names;

impl<'a> Launcher<'a> {
    /// Compiles all versions of a proved kernel's code.
    ///
    /// # Errors
    /// The first operation that has no code.
    pub fn new(proved: &'a Proved, target: Target, options: Options) -> Result<Self, Unsupported> {
        let bound = proved.bound();
        let names = Names::new(&bound);
        let folded = spec::fold::kernel(proved.kernel());
        let writer = Writer { bound: &bound, folded: &folded, names: &names };
        let conditions = writer.conditions(proved);
        let variants = variants::all(proved, (target, options), &writer)?;
        Ok(Launcher { proved, target, bound, names, conditions, variants })
    }

    /// The description as JSON.
    pub fn json(&self) -> String {
        json::text(self)
    }

    /// The description as a C header.
    pub fn c_header(&self) -> String {
        c::text(self)
    }
}

/// A number of a tensor map in the author's words: a formula of the parameters, or `None` if the number has no formula.
pub fn number_in_words(proved: &Proved, number: &Number) -> Option<String> {
    let value = match number {
        Number::Known(known) => return Some(known.to_string()),
        Number::Value(value) => *value,
    };
    let bound = proved.bound();
    let folded = spec::fold::kernel(proved.kernel());
    Lengths::new(&bound, &folded).signed(value).map(|formula| in_words(&bound, &formula).to_string())
}

fn in_words(bound: &Bound<'_>, formula: &Formula) -> Expr {
    match formula {
        Formula::Known(known) => Expr::Number(*known),
        Formula::Parameter(position) => Expr::Name(bound.argument_name(*position).to_owned()),
        Formula::Grid(axis) => Expr::Name(GRID[*axis].to_owned()),
        Formula::Of(op, a, b) => binary(*op, in_words(bound, a), in_words(bound, b)),
    }
}
