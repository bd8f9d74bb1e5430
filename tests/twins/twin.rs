//! Twins: drawn, and run before anybody checks them.

use std::sync::Arc;

use driver::check::report::Counterexample;
use interp::{Options, Stop};
use spec::syntax::kernel::Kernel;
use spec::valid::Valid;

use crate::edits::visible;
use crate::edits::{changed, operations};
use crate::launches::Draw;
use crate::subjects::Subject;
use crate::watched::About;
use crate::{condition, harm, spots, watched};

/// The number of launches of one kernel.
const LAUNCHES: usize = 24;

/// How often a twin is drawn until one breaks a rule.
const ATTEMPTS: usize = 60;

/// A kernel that breaks a rule, in contrast to the original.
pub(crate) struct Twin {
    /// The place, the time and the manner of the lie.
    pub(crate) what: String,
    /// The subject of the condition.
    pub(crate) about: About,
    /// The kernel.
    pub(crate) kernel: Arc<Kernel>,
    /// The launch, and the rule that the twin breaks in it.
    pub(crate) example: Counterexample,
}

/// A twin of a kernel; none where no launch ends, or none that is drawn breaks a rule.
pub(crate) fn draw(subject: &Subject, draw: &mut Draw) -> Option<Twin> {
    let launches = subject.trials(LAUNCHES).ending();
    let kernel = &*subject.kernel;
    let (blocks, scopes, ops) = (spots::blocks(kernel), visible(kernel), operations(kernel));
    for _ in 0..ATTEMPTS {
        let number = spots::draw(&blocks, draw).number;
        let scope = &scopes[number];
        let watched = watched::draw(kernel, scope, draw);
        let states = watched::states(kernel, number, &watched, &launches);
        if states.is_empty() {
            continue;
        }
        let state = draw.one(&states);
        let tried = launches[state.launch];
        let condition = condition::draw(kernel, &watched, (&states, state), draw);
        let mut harm = String::new();
        let twin = changed(kernel, number, |draft| {
            let holds = condition.emit(kernel, draft);
            harm = draft.only_if(holds, |draft| harm::emit(kernel, scope, &tried.launch, draft, draw));
        });
        let twin = Arc::new(twin);
        // Elements that share a byte have no pointers, and what is short no large index.
        let Ok(valid) = Valid::new(twin.clone()) else { continue };
        let options = Options { fuel: tried.fuel(), ..Options::default() };
        if let Err(Stop::Violation(violation)) = interp::run(&valid, &tried.launch, &options) {
            let before = ops[number].op.mnemonic();
            let what = format!("before {number} {before}, if {}: {harm}", condition.text(kernel));
            let example = Counterexample::new(tried.launch.clone(), *violation);
            return Some(Twin { what, about: condition.about(kernel), kernel: twin, example });
        }
    }
    None
}
