//! Elements of arrays of integers that launches pass, as far as they are known: indices into other arrays, each once or not.

use std::collections::BTreeSet;

use spec::syntax::array;
use spec::syntax::contract::{Binary, Expr, binary};
use spec::syntax::kernel::Module;
use verify::Clause;

use super::facts::Facts;
use crate::check::infer::TileIndex;
use crate::compile::LaunchedAt;
use crate::files::launch_file::bytes_of;
use crate::scalar;

/// What an array of integers holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Held {
    least: i128,
    most: i128,
    /// Whether there are several elements, and no two are equal.
    are_distinct: bool,
}

impl Held {
    /// By parameter, the elements of the arrays of a launch.
    pub(super) fn of_launch(module: &Module, launch: &LaunchedAt) -> Vec<Option<Self>> {
        let Some(kernel) = module.kernels.first() else { return Vec::new() };
        let arguments = launch.arguments.iter().zip(&kernel.params);
        arguments
            .map(|(argument, param)| {
                let element = kernel.tile(*param).element.pointee().filter(|element| element.is_integer())?;
                let bytes = bytes_of(argument.contents.as_deref()?).ok()?;
                let values = array::elements(element, &bytes).into_iter();
                Held::of(&values.map(|bits| scalar::integer(element, bits, false)).collect::<Vec<_>>())
            })
            .collect()
    }

    fn of(values: &[i128]) -> Option<Self> {
        let (least, most) = (*values.iter().min()?, *values.iter().max()?);
        let different: BTreeSet<&i128> = values.iter().collect();
        Some(Held { least, most, are_distinct: values.len() > 1 && different.len() == values.len() })
    }
}

impl Facts<'_> {
    /// What each array of an index holds in every launch: numbers of tiles of the axis that it indexes.
    pub(super) fn find_indices(&self) -> Vec<Clause> {
        let mut found: Vec<Clause> = Vec::new();
        for axis in self.axes.iter().filter(|axis| matches!(axis.index, TileIndex::Value(_))) {
            let Some(parameter) = axis.indexed_by else { continue };
            let value = || Expr::Name("value".to_owned());
            let count = self.count(axis.extent, axis.tile);
            let is_inside = self.samples.iter().all(|sample| {
                let held = sample.held.get(parameter).copied().flatten();
                let extent = sample.numbers.get(axis.extent).copied().flatten();
                held.zip(extent).is_some_and(|(held, extent)| {
                    held.least >= 0
                        && held.most
                            < extent.div_euclid(axis.tile.into())
                                + i128::from(extent % i128::from(axis.tile) != 0)
                })
            });
            let natural = binary(Binary::Le, Expr::Number(0), value());
            let holds = binary(Binary::And, natural, binary(Binary::Lt, value(), count));
            let name = self.bound.argument_name(parameter).to_owned();
            let clause = Clause::Contents { parameter, name, holds };
            if is_inside && !found.contains(&clause) {
                found.push(clause);
            }
        }
        found
    }

    /// The arrays of indices that have no two equal elements in any launch.
    pub(super) fn find_distinct(&self) -> Vec<Clause> {
        let indices: BTreeSet<usize> = self.axes.iter().filter_map(|axis| axis.indexed_by).collect();
        let are_distinct = |parameter: &usize| {
            let held = |sample: &super::Sample| sample.held.get(*parameter).copied().flatten();
            self.samples.iter().all(|sample| held(sample).is_some_and(|held| held.are_distinct))
        };
        let named = |parameter: usize| Clause::Distinct {
            parameter,
            name: self.bound.argument_name(parameter).to_owned(),
            among: None,
        };
        indices.into_iter().filter(are_distinct).map(named).collect()
    }
}
