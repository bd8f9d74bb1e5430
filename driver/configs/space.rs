//! Where configurations come from: `TILE=16..256,STAGES=2,4` names all combinations, a script of Python lists them.

use std::path::Path;

use serde_json::Value as Json;

use super::{Configuration, HINTS, MOST, Value};
use crate::compile;
use crate::failure::Failure;

/// The configurations that the words of `--configs` name.
///
/// # Errors
/// Words that name none, a script that cannot be read, or more than anybody looks at.
pub fn read(words: &str, seconds: Option<u64>) -> Result<Vec<Configuration>, Failure> {
    let is_script = Path::new(words).extension().is_some_and(|end| end == "py");
    let all = if is_script { of_script(Path::new(words), None, seconds)? } else { parse(words)? };
    checked(all, words)
}

/// The configurations that an autotuner of a Python file has for a kernel.
///
/// # Errors
/// A file that cannot be read, a kernel without an autotuner, or more configurations than anybody looks at.
pub fn read_tuner(file: &Path, kernel: &str, seconds: Option<u64>) -> Result<Vec<Configuration>, Failure> {
    checked(of_script(file, Some(kernel), seconds)?, &format!("(of {kernel})"))
}

/// The configurations, if they can all be checked.
fn checked(all: Vec<Configuration>, words: &str) -> Result<Vec<Configuration>, Failure> {
    if all.is_empty() {
        return Err(Failure::usage(format!("--configs {words}: there is no configuration")));
    }
    if all.len() > MOST {
        let message =
            format!("--configs {words}: {} configurations, and at most {MOST} are checked", all.len());
        return Err(Failure::usage(message).help("name fewer values, or list those that matter in a script"));
    }
    for (name, value) in all.iter().flat_map(|one| one.constants(&HINTS)) {
        if matches!(value, Value::Word(_)) {
            let message = format!(
                "--configs {words}: {name} is `{value}`, and a constant is a number or a truth value"
            );
            return Err(Failure::usage(message).help(format!("words are for hints: {}", HINTS.join(", "))));
        }
    }
    Ok(all)
}

/// All combinations of the values of `A=1,2,B=16..256`: of `16..256` the powers of two.
///
/// # Errors
/// Words that are no list of names with values.
pub fn parse(words: &str) -> Result<Vec<Configuration>, Failure> {
    let wrong = |part: &str| {
        Failure::usage(format!("--configs {words}: `{part}` is neither a name with values nor a value"))
            .help("write TILE=16,32,64 or TILE=16..256 (powers of two), several with a comma between, or name a script")
    };
    let mut axes: Vec<(String, Vec<Value>)> = Vec::new();
    for part in words.split(',').map(str::trim) {
        let (name, values) =
            part.split_once('=').map_or((None, part), |(name, values)| (Some(name.trim()), values));
        if let Some(name) = name {
            let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            let known = axes.iter().any(|(known, _)| known == name);
            if name.is_empty()
                || known
                || !name.chars().all(is_name)
                || name.starts_with(|c: char| c.is_ascii_digit())
            {
                return Err(wrong(part));
            }
            axes.push((name.to_owned(), Vec::new()));
        }
        let (_, known) = axes.last_mut().ok_or_else(|| wrong(part))?;
        known.extend(values_of(values.trim()).ok_or_else(|| wrong(part))?);
    }
    let mut all = vec![Configuration::default()];
    for (name, values) in &axes {
        if all.len().saturating_mul(values.len()) > MOST {
            return Err(Failure::usage(format!("--configs {words}: more than {MOST} configurations")));
        }
        let with = |one: &Configuration, value: &Value| {
            Configuration(one.0.iter().cloned().chain([(name.clone(), value.clone())]).collect())
        };
        all = all.iter().flat_map(|one| values.iter().map(move |value| with(one, value))).collect();
    }
    Ok(all)
}

/// `16`, `true` or `16..256`.
fn values_of(text: &str) -> Option<Vec<Value>> {
    if let Some((from, to)) = text.split_once("..") {
        let (from, to): (i64, i64) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        let doubled = |last: &i64| last.checked_mul(2).filter(|next| *next <= to);
        let all: Vec<Value> =
            std::iter::successors(Some(from).filter(|from| (1..=to).contains(from)), doubled)
                .map(Value::Number)
                .collect();
        return (!all.is_empty()).then_some(all);
    }
    if let Ok(number) = text.parse() {
        return Some(vec![Value::Number(number)]);
    }
    text.parse().ok().map(|truth| vec![Value::Truth(truth)])
}

/// What a script lists, read by the author's interpreter.
fn of_script(file: &Path, kernel: Option<&str>, seconds: Option<u64>) -> Result<Vec<Configuration>, Failure> {
    let text = compile::read_search(file, kernel, seconds)?;
    let wrong = |why: &str| {
        Failure::usage(format!("{}: {why}", file.display())).help(
            "it has `configs`, a list such as [{\"TILE\": 64}], or a function `search` that returns one",
        )
    };
    let json: Json = serde_json::from_str(&text)
        .map_err(|error| wrong(&format!("its configurations cannot be read: {error}")))?;
    if let Some(error) = json.get("error").and_then(Json::as_str) {
        return Err(wrong(error));
    }
    let listed =
        json.get("configs").and_then(Json::as_array).ok_or_else(|| wrong("it left no configurations"))?;
    listed
        .iter()
        .map(|one| of_pairs(one).ok_or_else(|| wrong(&format!("{one} is no configuration"))))
        .collect()
}

fn of_pairs(pairs: &Json) -> Option<Configuration> {
    let value = |json: &Json| match json {
        Json::Bool(truth) => Some(Value::Truth(*truth)),
        Json::Number(number) => number.as_i64().map(Value::Number),
        Json::String(word) => Some(Value::Word(word.clone())),
        Json::Null | Json::Array(_) | Json::Object(_) => None,
    };
    let pair = |pair: &Json| Some((pair.get(0)?.as_str()?.to_owned(), value(pair.get(1)?)?));
    pairs.as_array()?.iter().map(pair).collect::<Option<Vec<_>>>().map(Configuration)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &str) -> Vec<String> {
        parse(words).map(|all| all.iter().map(ToString::to_string).collect()).unwrap_or_default()
    }

    #[test]
    fn values_are_combined() {
        assert_eq!(said("TILE=16..64"), ["TILE=16", "TILE=32", "TILE=64"]);
        assert_eq!(said("T=16,32,S=2,3"), ["T=16 S=2", "T=16 S=3", "T=32 S=2", "T=32 S=3"]);
        assert_eq!(said("T=48..200,X=true"), ["T=48 X=true", "T=96 X=true", "T=192 X=true"]);
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for words in ["", "16", "T=", "T=x", "T=64..16", "T=0..4", "T=1,T=2", "1T=2", "T=1,,2", "T==1"] {
            assert!(parse(words).is_err(), "{words}");
        }
        let many: Vec<String> = (0..13).map(|at| format!("A{at}=1,2")).collect();
        assert!(parse(&many.join(",")).is_err());
    }

    #[test]
    fn hints_mean_nothing() {
        let all = parse("T=16,32,num_ctas=1,2").expect("it is a list");
        assert!(!all[0].means_the_same(&all[1], &[]), "a constant that has the name of a hint");
        assert!(all[0].means_the_same(&all[1], &HINTS) && !all[0].means_the_same(&all[2], &HINTS));
    }
}
