//! A tested pair: two kernels of a file, with the truth about them.

use driver::check::Options;
use driver::check::equiv::{Answer, Asked, Compared, Comparison, compare, is_proved};
use driver::load::{Flags, Source, find_contract};
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Module;
use verify::{Flaw, Rewrites};

use crate::harness::directive::{ExpectedAnswer, Task};
use crate::harness::files;

/// Two kernels.
#[derive(Clone)]
pub(crate) struct Pair {
    /// The place.
    pub(crate) name: String,
    /// The file of each.
    pub(crate) modules: [Module; 2],
    /// Their names.
    pub(crate) kernels: [String; 2],
    /// The question.
    pub(crate) asked: Asked,
    /// The truth.
    pub(crate) answer: ExpectedAnswer,
    /// The reason why it is not found yet.
    pub(crate) but: Option<String>,
}

/// The pairs of the corpus.
pub(crate) fn pairs() -> Vec<Pair> {
    let mut found = Vec::new();
    for file in files() {
        let Ok(module) = &file.module else { continue };
        for case in file.cases.iter().flatten() {
            let Task::Equiv { other, vary, allow, answer, but } = &case.task else { continue };
            let has = |rewrite: &str| allow.iter().any(|word| word == rewrite);
            let rewrites = Rewrites { contraction: has("contraction"), reassociation: has("reassociation") };
            found.push(Pair {
                name: format!("corpus/{}:{}", file.path, case.line),
                modules: [module.clone(), module.clone()],
                kernels: [case.kernel.clone().expect("a pair has kernels"), other.clone()],
                asked: Asked { vary: vary.clone(), rewrites },
                answer: *answer,
                but: but.clone(),
            });
        }
    }
    found
}

impl Pair {
    /// The reversed pair.
    pub(crate) fn turned(mut self) -> Self {
        self.modules.reverse();
        self.kernels.reverse();
        self
    }

    fn with<R>(&self, work: impl FnOnce([&Compared<'_>; 2]) -> R) -> Result<R, String> {
        let source = Source::new(&self.name, "");
        let contract = |at: usize| -> Result<Contract, String> {
            let module = &self.modules[at];
            let kernel = module.kernels.iter().find(|kernel| kernel.name == self.kernels[at]);
            let kernel = kernel.ok_or_else(|| format!("there is no @{}", self.kernels[at]))?;
            find_contract(module, kernel, &Flags::default()).map_err(|problem| problem.message)
        };
        let contracts = [contract(0)?, contract(1)?];
        let side = |at: usize| {
            let module = &self.modules[at];
            let kernel = module.kernels.iter().find(|kernel| kernel.name == self.kernels[at]);
            kernel.map(|kernel| Compared { source: &source, module, kernel, contract: &contracts[at] })
        };
        let (one, other) = (side(0).ok_or("no kernel")?, side(1).ok_or("no kernel")?);
        Ok(work([&one, &other]))
    }

    /// The tool's answer.
    pub(crate) fn comparison(&self) -> Result<Comparison, String> {
        self.with(|[one, other]| compare(one, other, &self.asked, &Options::default()))?
            .map_err(|failure| failure.to_string())
    }

    /// The tool's answer, with the reason.
    pub(crate) fn compare(&self) -> Result<(ExpectedAnswer, String), String> {
        Ok(match self.comparison()?.answer {
            Answer::Equivalent => (ExpectedAnswer::Equivalent, String::new()),
            Answer::Different(found) => (ExpectedAnswer::Different, format!("{:?}", found.element)),
            Answer::Unknown(why) => (ExpectedAnswer::Unknown, why),
        })
    }

    /// Whether a proof alone says that the two are equivalent.
    pub(crate) fn is_proved(&self, flaw: Option<Flaw>) -> bool {
        self.with(|[one, other]| is_proved(one, other, &self.asked, flaw))
            .is_ok_and(|proved| proved.is_ok_and(|proved| proved))
    }
}
