//! Matrix products as formulas.

use crate::ops::mma;

use super::domain::Prose;
use super::phrase::Phrase;
use super::reading::Reading;
use super::tiles::{list, names};

/// The sum of the products, with what stands behind each factor.
fn sum(behind: [&str; 2]) -> String {
    let (lhs, rhs) = mma::factors(&names::<2>('i'), &Phrase::new_name("k"));
    format!("Σₖ lhs[{}]{}·rhs[{}]{}", list(&lhs), behind[0], list(&rhs), behind[1])
}

/// `mmaf`
pub(super) fn floats() -> Reading {
    Reading::free(format!("acc[i₀, i₁] + {}", sum(["", ""])))
}

/// `mmai`
pub(super) fn integers() -> Reading {
    let mut prose = Prose::default();
    let (acc, products) = (Phrase::new_name("acc[i₀, i₁]"), Phrase::new_name(sum(["", ""])));
    let result = mma::mmai(&mut prose, &acc, &products);
    Reading::new(&result.phrase, prose)
}

/// `mmaf_scaled`, with blocks of S₀ terms.
pub(super) fn scaled() -> Reading {
    let mut prose = Prose::default();
    mma::scaled(&mut prose, &Phrase::new_name("scale < 0"));
    let block = mma::block(&Phrase::new_name("k"), super::symbols::TILE[0]);
    let [lhs, rhs] = [format!("·left[i₀, {block}]"), format!("·right[{block}, i₁]")];
    let formula = format!("acc[i₀, i₁] + {}", sum([&lhs, &rhs]));
    Reading { formula, ..Reading::new(&block, prose) }
}
