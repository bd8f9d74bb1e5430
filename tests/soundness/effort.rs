//! How much is tried: every day a sample, and more where variables of the environment ask for it.

use std::env;

/// How much is tried.
pub(crate) struct Effort {
    /// The number of generated kernels.
    pub(crate) kernels: usize,
    /// Launches with which a proof is tried, about.
    pub(crate) launches: usize,
    /// Of the contracts of the corpus, one in so many is tried.
    pub(crate) corpus: usize,
    /// The sampling rate for refuting, or completing, kernels that the verifier alone does not prove.
    pub(crate) refuted: usize,
    /// Of the kernels of the corpus, one in so many has its contract inferred.
    pub(crate) inferred: usize,
    /// The verifier's time per obligation, if not its default.
    pub(crate) seconds: Option<f64>,
}

/// The extent of `SOUNDNESS=full`, which takes 544 s for the generated kernels alone, in a release build on two shared processors.
pub(crate) const FULL: Effort =
    Effort { kernels: 500, launches: 10_000, corpus: 1, refuted: 1, inferred: 1, seconds: None };

/// The extent of `SLOW=1`.
const LONG: Effort =
    Effort { kernels: 60, launches: 40, corpus: 3, refuted: 4, inferred: 24, seconds: Some(1.0) };

/// What is tried every day: of the contracts of the corpus a fortieth, a fifth of the inferred ones, and of generated kernels a tenth. `tests/corpus.rs` holds the verdicts of all.
const DAILY: Effort = Effort { corpus: 120, kernels: 6, inferred: 120, ..LONG };

impl Effort {
    /// The extent requested by the environment.
    pub(crate) fn wanted() -> Self {
        let base = match env::var("SOUNDNESS").as_deref() {
            Ok("full") => FULL,
            Ok(other) => panic!("SOUNDNESS is `full` or not set, and not `{other}`"),
            Err(_) if env::var_os("SLOW").is_some() => LONG,
            Err(_) => DAILY,
        };
        let Effort { kernels, launches, corpus, refuted, inferred, seconds } = base;
        let (kernels, launches) = (number("KERNELS", kernels), number("LAUNCHES", launches));
        let corpus = number("CONTRACTS", corpus);
        let (refuted, inferred) = (number("REFUTED", refuted), number("INFERRED", inferred));
        Effort { kernels, launches, corpus, refuted, inferred, seconds }
    }
}

/// A number that a variable of the environment may replace.
pub(crate) fn number(name: &str, usual: usize) -> usize {
    env::var(name).map_or(usual, |text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}
