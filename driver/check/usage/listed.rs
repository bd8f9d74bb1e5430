//! A list of arrays as a launch passes it.

use crate::compile::LaunchedArgument;

/// The extents of an array, and its strides.
pub(super) type Numbers = (Vec<u64>, Vec<u64>);

/// A list of a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Listed {
    /// The parameter of the table.
    pub(super) parameter: usize,
    /// The element type.
    pub(super) element: String,
    /// The extents and strides of each array.
    pub(super) arrays: Vec<Numbers>,
    /// Whether nobody has written some of the arrays.
    pub(super) is_empty: bool,
}

impl Listed {
    /// The lists of a launch.
    pub(super) fn of_launch(arguments: &[LaunchedArgument]) -> Vec<Self> {
        let lists = arguments.iter().enumerate().filter(|(_, one)| !one.arrays.is_empty());
        lists
            .map(|(parameter, one)| Listed {
                parameter,
                element: one.element.clone().unwrap_or_default(),
                arrays: one.arrays.iter().map(|array| (array.shape.clone(), array.strides.clone())).collect(),
                is_empty: one.arrays.iter().any(|array| array.uninit),
            })
            .collect()
    }

    /// Whether the elements of every array are contiguous.
    pub(super) fn is_contiguous(&self) -> bool {
        self.arrays.iter().all(|(shape, strides)| {
            let mut dense = 1;
            shape.iter().zip(strides).rev().all(|(extent, stride)| {
                let fits = *stride == dense || *extent == 1;
                dense *= (*extent).max(1);
                fits
            })
        })
    }
}
