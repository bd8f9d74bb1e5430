//! The treatment of a disagreement: it becomes a file of the corpus, with the truth about the kernel.

use spec::syntax::contract::Contract;

use crate::kept::{self, Kept};
use crate::subject::Subject;
use crate::trial::Disagreement;

/// Writes the kernel with the launch to `corpus/found`; gives what is wrong, in a line, with the path.
pub(crate) fn keep(subject: &Subject, contract: &Contract, disagreement: &Disagreement) -> String {
    let kept = Kept { name: &subject.name, kernel: &subject.kernel, contract };
    let (what, directives) = match disagreement {
        Disagreement::Breaks(example) => (
            "is proved, and a launch breaks a rule".to_owned(),
            kept.directives(example, kept::With::Numbers),
        ),
        Disagreement::NoReplay(why, example) => (
            format!("is refuted by a launch of which {}, but {why}", example.violation.rule),
            kept.directives(example, kept::With::Numbers),
        ),
        Disagreement::Meets(launch) => {
            let (numbers, grid) = (kept.numbers(launch), launch.grid);
            let what = format!("has a launch, with {numbers}grid={grid:?}, and it is said that it has none");
            (what, String::new())
        }
    };
    kept.write(&what, &directives)
}
