//! Writes cases as files of the corpus: a kernel, its contract, and a run with the results.

use spec::syntax::format;
use spec::syntax::types::Scalar;

use super::super::agreement::{interpreted, valid};
use super::super::factors::Rows;
use super::super::pipeline::Case;

impl Case {
    /// A kernel of this name with the launch and the matrices that a seed draws.
    pub(super) fn as_run(&self, name: &str, seed: u64) -> String {
        let (matrices, buffers) = (self.matrices(), self.buffers(seed));
        let strides: Vec<i32> = match self.rows {
            Rows::Known => Vec::new(),
            Rows::Launched(_) => {
                matrices.iter().map(|(ty, extents)| self.rows.stride(extents[1], ty).cast_signed()).collect()
            }
        };
        let text = self.text();
        let left = interpreted(&valid(&text), &buffers, &strides, self.grid());
        let count = |at: usize| buffers[at].len() / bytes(matrices[at].0);
        let sizes = (0..3).map(|at| format!("  buffer p{at} : {}[{}]\n", matrices[at].0, count(at)));
        let equal = strides.iter().enumerate().map(|(at, stride)| format!("s{at} == {stride}"));
        let equal: Vec<String> = equal.collect();
        let requires =
            if equal.is_empty() { String::new() } else { format!("  requires = {}\n", equal.join(", ")) };
        let [x, y, _] = self.grid();
        let arrays = (0..3).map(|at| {
            format!(" p{at}={}[{}]:[{}]", matrices[at].0, count(at), elements(matrices[at].0, &buffers[at]))
        });
        let numbers = strides.iter().enumerate().map(|(at, stride)| format!(" s{at}={stride}"));
        format!(
            "contract @{name} {{ closed\n  grid = ({x}, {y})\n{requires}{}}}\n//@ run @{name} grid={x}x{y}{}{} => p2=[{}]\n{}",
            sizes.collect::<String>(),
            arrays.collect::<String>(),
            numbers.collect::<String>(),
            elements(matrices[2].0, &left[2]),
            text.replace("@k(", &format!("@{name}(")),
        )
    }
}

fn scalar(ty: &str) -> Scalar {
    Scalar::from_name(ty).unwrap_or_else(|| panic!("{ty}"))
}

fn bytes(ty: &str) -> usize {
    usize::try_from(scalar(ty).bytes()).expect("a few")
}

/// The elements of some bytes, as a run has them.
fn elements(ty: &str, memory: &[u8]) -> String {
    let scalar = scalar(ty);
    let words = memory.chunks_exact(bytes(ty)).map(|word| {
        let mut raw = [0; 8];
        raw[..word.len()].copy_from_slice(word);
        let raw = u64::from_le_bytes(raw);
        if ty.starts_with('i') {
            let unused = 64 - scalar.bits();
            ((raw << unused).cast_signed() >> unused).to_string()
        } else {
            format::value(raw, scalar).expect("a float").to_string()
        }
    });
    words.collect::<Vec<_>>().join(", ")
}
