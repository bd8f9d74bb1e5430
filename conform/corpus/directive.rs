//! Directives: one line of a corpus file with a true statement about a kernel; the file is long because it has one grammar
//! with its tests.

use spec::rules::Rule;

/// A directive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The text without `//@`.
    pub text: String,
    /// The kernel, without `@`; none speaks of the file.
    pub kernel: Option<String>,
    /// The task.
    pub task: Task,
}

/// The task of a directive, with its expected outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Prove or refute, with clauses instead of the contract's.
    Check {
        /// The clauses in braces.
        clauses: Vec<String>,
        /// The verdict.
        verdict: ExpectedVerdict,
        /// The reason why the verifier cannot show the statement yet: `but unknown: …`.
        but: Option<String>,
    },
    /// Decide a property, with clauses instead of the contract's.
    Ensure {
        /// The property.
        property: String,
        /// The clauses in braces.
        clauses: Vec<String>,
        /// The true outcome.
        outcome: ExpectedOutcomeOfProperty,
        /// The reason why the verifier cannot show the statement yet: `but unknown: …`.
        but: Option<String>,
    },
    /// Compare with another kernel of the file.
    Equiv {
        /// The second kernel, without `@`.
        other: String,
        /// The varied arguments.
        vary: Vec<String>,
        /// The formulas that count as equal.
        allow: Vec<String>,
        /// The true answer.
        answer: ExpectedAnswer,
        /// The reason of a missed answer: `but unknown: …`.
        but: Option<String>,
    },
    /// Find the weakest contract under which the kernel is defined.
    Infer {
        /// The expected result.
        result: ExpectedContract,
        /// The reason of a missed answer: `but unknown: …`.
        but: Option<String>,
    },
    /// Run one launch.
    Run {
        /// Blocks along x, y and z.
        grid: [u32; 3],
        /// The argument of each parameter.
        arguments: Vec<(String, String)>,
        /// Whether the blocks run in their own order; else in any.
        in_order: bool,
        /// The expected result.
        result: ExpectedOutcome,
    },
    /// Find all outcomes of one launch.
    Explore {
        /// Blocks along x, y and z.
        grid: [u32; 3],
        /// The argument of each parameter.
        arguments: Vec<(String, String)>,
        /// The expected outcomes.
        result: ExpectedExploration,
    },
}

/// The verdict of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedVerdict {
    /// Every launch is defined.
    Proved,
    /// Every launch is defined under inferred clauses.
    Conditional,
    /// A conditional proof with a likely bug: a typical launch breaks the rule.
    LikelyBug(Rule),
    /// The kernel has a proof, possibly conditional, and no likely bug.
    Unsuspicious,
    /// Neither was shown.
    Unknown,
    /// The kernel uses an unsupported feature.
    Unsupported,
    /// The file breaks a rule of form.
    IllFormed,
    /// Some launch breaks the rule.
    Undefined(Rule, Vec<(String, i128)>),
}

/// The expected answer for a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedOutcomeOfProperty {
    /// Every launch has the property.
    Proved,
    /// Some launch lacks the property.
    Violated,
    /// Neither is shown.
    Unknown,
    /// The property is empty, or names something missing.
    IllFormed,
}

/// The expected comparison of two kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedAnswer {
    /// Both kernels give equal results for every launch.
    Equivalent,
    /// Some launch gives different results.
    Different,
    /// Neither is shown.
    Unknown,
}

/// The expected result of inference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedContract {
    /// Every launch is defined that keeps these clauses, in a contract's words; without clauses, every launch.
    Clauses(Vec<String>),
    /// No defined launch reaches the broken rule.
    Undefined(Rule),
    /// The templates cannot express the contract, with the reason.
    Unknown(String),
}

/// How a run ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedOutcome {
    /// The launch ends with these elements.
    Leaves(Vec<ExpectedBuffer>),
    /// By breaking the rule.
    Breaks(Rule),
}

/// The expected contents of one buffer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedBuffer {
    /// The buffer.
    pub name: String,
    /// Whether the elements are a device's, of which the interpreter's may differ as far as accuracies permit.
    pub near: bool,
    /// The elements.
    pub elements: Vec<String>,
}

/// The expected outcomes of a launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExpectedExploration {
    /// These and no others, as far as the names go: reads (`f`, `1:old`) and elements of buffers (`x[0]`) with values.
    Outcomes(Vec<Vec<(String, String)>>),
    /// The launch breaks only this rule.
    Breaks(Rule),
}

impl Directive {
    /// The rule that the directive expects to be broken.
    pub fn rule(&self) -> Option<Rule> {
        match &self.task {
            Task::Check { verdict: ExpectedVerdict::Undefined(rule, _), .. } => Some(*rule),
            Task::Run { result: ExpectedOutcome::Breaks(rule), .. } => Some(*rule),
            Task::Infer { result: ExpectedContract::Undefined(rule), .. } => Some(*rule),
            Task::Explore { result: ExpectedExploration::Breaks(rule), .. } => Some(*rule),
            Task::Check { .. }
            | Task::Ensure { .. }
            | Task::Equiv { .. }
            | Task::Infer { .. }
            | Task::Run { .. }
            | Task::Explore { .. } => None,
        }
    }
}

/// Parses the directive on a line, if any.
pub fn parse(line: usize, text: &str) -> Option<Result<Directive, String>> {
    let text = text.trim().strip_prefix("//@")?.trim();
    Some(parse_directive(line, text).map_err(|why| format!("{line}: {text}: {why}")))
}

fn parse_directive(line: usize, text: &str) -> Result<Directive, String> {
    let (left, right) = text.split_once("=>").ok_or("no `=>`")?;
    let (left, right) = (left.trim(), right.trim());
    let (verb, rest) = left.split_once(' ').unwrap_or((left, ""));
    let (kernel, rest) = match rest.trim().strip_prefix('@') {
        Some(rest) => {
            let end = rest.find(' ').unwrap_or(rest.len());
            (Some(rest[..end].to_owned()), rest[end..].trim())
        }
        None => (None, rest.trim()),
    };
    let task = match verb {
        "check" => {
            let (right, but) = split_but(right);
            Task::Check { clauses: parse_clauses(rest)?, verdict: parse_verdict(right)?, but }
        }
        "ensures" => {
            let (right, but) = split_but(right);
            let (property, clauses) = rest
                .split_once('{')
                .map_or((rest, ""), |(property, _)| (property.trim(), &rest[property.len()..]));
            let (property, clauses) = (property.to_owned(), parse_clauses(clauses)?);
            Task::Ensure { property, clauses, outcome: parse_outcome(right)?, but }
        }
        "equiv" => {
            let (right, but) = split_but(right);
            parse_equiv(rest, right, but)?
        }
        "infer" if rest.is_empty() && kernel.is_some() => {
            let (right, but) = split_but(right);
            Task::Infer { result: parse_inferred(right)?, but }
        }
        "infer" => return Err("`infer` has a kernel and nothing else".to_owned()),
        "run" => parse_run(rest, right)?,
        "explore" => {
            let LaunchText { grid, arguments } = parse_launch(rest)?;
            Task::Explore { grid, arguments, result: parse_explored(right)? }
        }
        verb => return Err(format!("`{verb}` is no directive")),
    };
    Ok(Directive { line, text: text.to_owned(), kernel, task })
}

/// Splits off `but unknown: why`.
fn split_but(right: &str) -> (&str, Option<String>) {
    match right.split_once(" but unknown: ") {
        Some((right, but)) => (right, Some(but.to_owned())),
        None => (right, None),
    }
}

fn parse_inferred(text: &str) -> Result<ExpectedContract, String> {
    if text == "proved" {
        return Ok(ExpectedContract::Clauses(Vec::new()));
    }
    if let Some(clauses) = text.strip_prefix("proved if ") {
        let clauses: Vec<_> = clauses.split(';').map(|clause| clause.trim().to_owned()).collect();
        let empty = clauses.iter().any(String::is_empty);
        return if empty {
            Err("an empty clause".to_owned())
        } else {
            Ok(ExpectedContract::Clauses(clauses))
        };
    }
    if let Some(code) = text.strip_prefix("undefined ") {
        return Ok(ExpectedContract::Undefined(parse_rule(code)?));
    }
    match text.strip_prefix("unknown: ") {
        Some(why) => Ok(ExpectedContract::Unknown(why.to_owned())),
        None => Err(format!("`{text}` is nothing that can be inferred")),
    }
}

fn parse_clauses(text: &str) -> Result<Vec<String>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
    let inner = inner.ok_or("clauses stand in braces")?;
    Ok(inner.split(';').map(|clause| clause.trim().to_owned()).collect())
}

fn parse_verdict(text: &str) -> Result<ExpectedVerdict, String> {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (word, rest) {
        ("proved", "") => Ok(ExpectedVerdict::Proved),
        ("conditional", "") => Ok(ExpectedVerdict::Conditional),
        ("not", "suspicious") => Ok(ExpectedVerdict::Unsuspicious),
        ("likely", rest) => match rest.strip_prefix("bug ") {
            Some(code) => Ok(ExpectedVerdict::LikelyBug(parse_rule(code)?)),
            None => Err(format!("`{text}` is no verdict")),
        },
        ("unknown", "") => Ok(ExpectedVerdict::Unknown),
        ("unsupported", "") => Ok(ExpectedVerdict::Unsupported),
        ("ill-formed", "") => Ok(ExpectedVerdict::IllFormed),
        ("undefined", rest) => {
            let (code, with) = rest.split_once(" with ").unwrap_or((rest, ""));
            let pair = |word: &str| {
                let (name, number) = word.split_once('=').ok_or("`with` has name=number")?;
                let number = number.parse().map_err(|_| format!("{number} is no number"))?;
                Ok((name.to_owned(), number))
            };
            let with = with.split_whitespace().map(pair).collect::<Result<_, String>>()?;
            Ok(ExpectedVerdict::Undefined(parse_rule(code)?, with))
        }
        (word, _) => Err(format!("`{word}` is no verdict")),
    }
}

/// `@other vary M allow contraction`
fn parse_equiv(rest: &str, right: &str, but: Option<String>) -> Result<Task, String> {
    let mut words = rest.split_whitespace();
    let other = words.next().and_then(|word| word.strip_prefix('@')).ok_or("`equiv` has two kernels")?;
    let (mut vary, mut allow) = (Vec::new(), Vec::new());
    while let Some(word) = words.next() {
        let listed = words.next().ok_or_else(|| format!("`{word}` of what?"))?;
        let listed = listed.split(',').map(str::to_owned);
        match word {
            "vary" => vary.extend(listed),
            "allow" => allow.extend(listed),
            _ => return Err(format!("`{word}` is neither `vary` nor `allow`")),
        }
    }
    let answer = match right {
        "equivalent" => ExpectedAnswer::Equivalent,
        "different" => ExpectedAnswer::Different,
        "unknown" => ExpectedAnswer::Unknown,
        _ => return Err(format!("`{right}` is no answer")),
    };
    Ok(Task::Equiv { other: other.to_owned(), vary, allow, answer, but })
}

fn parse_outcome(text: &str) -> Result<ExpectedOutcomeOfProperty, String> {
    match text {
        "proved" => Ok(ExpectedOutcomeOfProperty::Proved),
        "violated" => Ok(ExpectedOutcomeOfProperty::Violated),
        "unknown" => Ok(ExpectedOutcomeOfProperty::Unknown),
        "ill-formed" => Ok(ExpectedOutcomeOfProperty::IllFormed),
        other => Err(format!("`{other}` is nothing that becomes of a property")),
    }
}

fn parse_rule(code: &str) -> Result<Rule, String> {
    Rule::from_code(code.trim()).ok_or_else(|| format!("`{code}` is no rule"))
}

fn parse_run(left: &str, right: &str) -> Result<Task, String> {
    let LaunchText { grid, mut arguments } = parse_launch(left)?;
    let order = arguments.iter().position(|(name, _)| name == "order").map(|at| arguments.remove(at).1);
    let in_order = match order.as_deref() {
        Some("xyz") => true,
        Some(other) => return Err(format!("`{other}` is no order of blocks")),
        None => false,
    };
    let result = match right.strip_prefix("undefined ") {
        Some(code) => ExpectedOutcome::Breaks(parse_rule(code)?),
        None => {
            let lists = parse_assignments(&right.replace("~[", "~=["))?;
            let lists = lists.iter().map(|(name, list)| parse_buffer(name, list));
            ExpectedOutcome::Leaves(lists.collect::<Result<_, String>>()?)
        }
    };
    Ok(Task::Run { grid, arguments, in_order, result })
}

fn parse_explored(text: &str) -> Result<ExpectedExploration, String> {
    if let Some(code) = text.strip_prefix("undefined ") {
        return Ok(ExpectedExploration::Breaks(parse_rule(code)?));
    }
    Ok(ExpectedExploration::Outcomes(
        parse_clauses(text)?.iter().map(|one| parse_assignments(one)).collect::<Result<_, _>>()?,
    ))
}

/// A grid, and what each parameter is given.
struct LaunchText {
    grid: [u32; 3],
    arguments: Vec<(String, String)>,
}

fn parse_launch(text: &str) -> Result<LaunchText, String> {
    let mut arguments = parse_assignments(text)?;
    let place = arguments.iter().position(|(name, _)| name == "grid").ok_or("no grid")?;
    let (_, extents) = arguments.remove(place);
    let mut grid = [1; 3];
    let extents: Vec<_> = extents.split('x').collect();
    if extents.len() > grid.len() {
        return Err("a grid has three axes".to_owned());
    }
    for (axis, extent) in grid.iter_mut().zip(extents) {
        *axis = extent.parse().map_err(|_| format!("{extent} is no extent"))?;
    }
    Ok(LaunchText { grid, arguments })
}

/// `r=[a, b]`, or `r~[a, b]` as `r~=[a, b]`.
fn parse_buffer(name: &str, list: &str) -> Result<ExpectedBuffer, String> {
    let (name, near) = match name.strip_suffix('~') {
        Some(name) => (name.to_owned(), true),
        None => (name.to_owned(), false),
    };
    Ok(ExpectedBuffer { name, near, elements: parse_elements(list)? })
}

/// Splits `name=value name=[a, b]` at the spaces outside brackets.
fn parse_assignments(text: &str) -> Result<Vec<(String, String)>, String> {
    let mut depth = 0;
    let words = text.split(|c: char| {
        depth += i32::from(matches!(c, '[' | '(')) - i32::from(matches!(c, ']' | ')'));
        c == ' ' && depth == 0
    });
    let pair = |word: &str| {
        let (name, value) = word.split_once('=').ok_or_else(|| format!("`{word}` is no name=value"))?;
        Ok((name.to_owned(), value.to_owned()))
    };
    words.filter(|word| !word.is_empty()).map(pair).collect()
}

/// The elements of `[a, b, c]`.
pub fn parse_elements(list: &str) -> Result<Vec<String>, String> {
    let inner = list.strip_prefix('[').and_then(|list| list.strip_suffix(']'));
    let inner = inner.ok_or_else(|| format!("`{list}` is no list"))?;
    Ok(inner.split(',').map(|element| element.trim().to_owned()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives_are_read() {
        let case = |text| parse(7, text).expect("a directive").expect("a right one");
        let check =
            case("//@ check @k { grid = (n / 2) ; align a : 4 } => undefined view.stride with n=-1 grid=2");
        let verdict =
            ExpectedVerdict::Undefined(Rule::ViewStride, vec![("n".to_owned(), -1), ("grid".to_owned(), 2)]);
        let clauses = vec!["grid = (n / 2)".to_owned(), "align a : 4".to_owned()];
        assert_eq!(check.task, Task::Check { clauses, verdict, but: None });
        assert_eq!(check.kernel.as_deref(), Some("k"));
        let run = case("//@ run @k grid=2x3 a=f32[2]:[1, nan] n=5 => a=[?, 2] b~[0, nan]");
        let Task::Run { grid, arguments, result, in_order: false } = run.task else {
            panic!("{run:?} is a run")
        };
        assert_eq!((grid, arguments.len()), ([2, 3, 1], 2));
        let ordered = case("//@ run @k grid=2 order=xyz n=5 => undefined race.block");
        assert!(matches!(ordered.task, Task::Run { in_order: true, .. }), "{ordered:?}");
        let list = |name: &str, near: bool, elements: &[&str]| {
            let elements = elements.iter().map(|e| (*e).to_owned()).collect();
            ExpectedBuffer { name: name.to_owned(), near, elements }
        };
        assert_eq!(
            result,
            ExpectedOutcome::Leaves(vec![list("a", false, &["?", "2"]), list("b", true, &["0", "nan"])])
        );
        let infer = case("//@ infer @k => proved if grid.x <= n; buffer a : f32[n] but unknown: a reason");
        let clauses = vec!["grid.x <= n".to_owned(), "buffer a : f32[n]".to_owned()];
        let result = ExpectedContract::Clauses(clauses);
        assert_eq!(infer.task, Task::Infer { result, but: Some("a reason".to_owned()) });
        assert_eq!(case("//@ infer @k => undefined view.stride").rule(), Some(Rule::ViewStride));
        assert!(parse(1, "//@ infer @k { grid = (1) } => proved").is_some_and(|case| case.is_err()));
        assert_eq!(parse(1, "// a comment"), None);
        assert!(parse(1, "//@ check @k").is_some_and(|case| case.is_err()));
        assert!(parse(1, "//@ run @k => a=[1]").is_some_and(|case| case.is_err()));
    }
}
