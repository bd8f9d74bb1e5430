//! Scopes: which values an operation may use.

use spec::syntax::kernel::{Block, Kernel, ValueId};

/// The values that each operation sees, by its number: the parameters of the kernel, then the earliest first.
pub(crate) fn visible(kernel: &Kernel) -> Vec<Vec<ValueId>> {
    fn walk(block: &Block, scope: &mut Vec<ValueId>, found: &mut Vec<Vec<ValueId>>) {
        let outside = scope.len();
        scope.extend(&block.params);
        for op in &block.ops {
            found.push(scope.clone());
            op.regions.iter().for_each(|region| walk(region, scope, found));
            scope.extend(&op.results);
        }
        scope.truncate(outside);
    }
    let mut found = Vec::new();
    walk(&kernel.body, &mut kernel.params.clone(), &mut found);
    found
}
