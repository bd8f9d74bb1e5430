//! Every row of the operation registry, with random types and attributes, reads back as it was printed.

use spec::syntax::op::Op;

use crate::generate;
use crate::random::Random;

#[test]
fn every_operation_reads_back() {
    for op in Op::ALL.iter().copied().filter(|op| !op.terminates()) {
        let mut random = Random::new(op as u64);
        for _ in 0..20 {
            let module = generate::module(op, &mut random);
            let text = spec::print::module(&module);
            match spec::parse::module(&text) {
                Ok(again) => {
                    assert!(again == module, "reads back as something else:\n{text}\n{again:?}\n{module:?}")
                }
                Err(problem) => panic!("{} ({:?}):\n{text}", problem.message, text.get(problem.at.offset..)),
            }
        }
    }
}
