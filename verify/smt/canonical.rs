//! Queries with canonical names, and their answers. Queries that differ only in names are asked once, across all checks of a kernel
//! (Visser, Geldenhuys and Dwyer, "Green: Reducing, Reusing and Recycling Constraints in Program Analysis", FSE 2012). A key is the whole
//! query, so equal keys have equal answers.

use std::sync::{Arc, Mutex, PoisonError};

use crate::smt::answer::Answer;
use crate::smt::model::Model;
use crate::terms::{Atom, AtomId, BoolVar, Num, Truth, TruthNode, Var};
use rustc_hash::FxHashMap;
use spec::syntax::count::u64_from_usize;

/// Questions of more words are not kept.
const LONGEST: usize = 1 << 15;

/// The most words that are kept of all questions.
const MOST: usize = 1 << 24;

/// The way of a query, which affects whether z3 gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The incremental solver with its earlier queries.
    Incremental,
    /// A fresh solver.
    Afresh,
}

/// The answers to questions about one kernel. Copies share the answers.
#[derive(Debug, Clone, Default)]
pub struct Answers(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    words: usize,
    answers: FxHashMap<Box<[u64]>, Known>,
}

/// The known answer of a query.
#[derive(Debug, Clone, Default)]
struct Known {
    /// The answer, with values of the unknowns if there were some, in the order of the question.
    settled: Option<(Answer, Option<Unknowns>)>,
    /// The most steps after which z3 gave up, in each way.
    given_up: [u32; 2],
}

#[derive(Debug, Clone)]
struct Unknowns {
    nums: Vec<Option<i128>>,
    bools: Vec<Option<bool>>,
}

impl Answers {
    /// The answer to an earlier query; z3 giving up with as many steps counts as an answer.
    pub(crate) fn recall(
        &self,
        question: &Question,
        way: Way,
        steps: u32,
    ) -> Option<(Answer, Option<Model>)> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.answers.get(&*question.words)?;
        match &known.settled {
            Some((answer, values)) => Some((*answer, values.as_ref().map(|values| question.model(values)))),
            None => (known.given_up[way.place()] >= steps).then_some((Answer::Unknown, None)),
        }
    }

    /// Keeps an answer.
    pub(crate) fn keep(
        &self,
        question: Question,
        way: Way,
        steps: u32,
        answer: Answer,
        model: Option<&Model>,
    ) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = kept.answers.contains_key(&*question.words);
        let length = question.words.len();
        if length > LONGEST || !is_known && kept.words + length > MOST {
            return;
        }
        if !is_known {
            kept.words += length;
        }
        let values = model.map(|model| question.values(model));
        let known = kept.answers.entry(question.words.into()).or_default();
        match answer {
            Answer::Unknown => {
                let most = &mut known.given_up[way.place()];
                *most = steps.max(*most);
            }
            Answer::Impossible | Answer::Possible => known.settled = Some((answer, values)),
        }
    }
}

impl Way {
    const fn place(self) -> usize {
        match self {
            Way::Incremental => 0,
            Way::Afresh => 1,
        }
    }
}

/// A query, with unknowns numbered in order of appearance.
#[derive(Debug, Default)]
pub(crate) struct Question {
    words: Vec<u64>,
    nums: Vec<Var>,
    bools: Vec<BoolVar>,
    seen_atoms: FxHashMap<AtomId, usize>,
    seen_nums: FxHashMap<Num, usize>,
    seen_truths: FxHashMap<Truth, usize>,
}

/// The mark of a repeated term.
const AGAIN: u64 = 0;

impl Question {
    /// Whether facts and a formula can be true together.
    pub(crate) fn of<'t>(facts: impl Iterator<Item = &'t Truth>, formula: &Truth) -> Self {
        let mut question = Question::default();
        facts.for_each(|fact| question.truth(fact));
        question.truth(formula);
        question
    }

    /// The length in words.
    pub(crate) fn length(&self) -> usize {
        self.words.len()
    }

    fn model(&self, values: &Unknowns) -> Model {
        let nums = self.nums.iter().zip(&values.nums);
        let bools = self.bools.iter().zip(&values.bools);
        Model {
            nums: nums.filter_map(|(var, value)| Some((*var, (*value)?))).collect(),
            bools: bools.filter_map(|(var, value)| Some((*var, (*value)?))).collect(),
        }
    }

    fn values(&self, model: &Model) -> Unknowns {
        Unknowns {
            nums: self.nums.iter().map(|var| model.nums.get(var).copied()).collect(),
            bools: self.bools.iter().map(|var| model.bools.get(var).copied()).collect(),
        }
    }

    fn word(&mut self, word: usize) {
        self.words.push(u64_from_usize(word));
    }

    fn number(&mut self, number: i128) {
        let bytes = number.to_le_bytes();
        let (low, high) = bytes.split_at(8);
        for half in [low, high] {
            self.words.push(half.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }

    /// Writes a term, or a reference to its first occurrence.
    fn again(&mut self, seen: Option<usize>) -> bool {
        if let Some(place) = seen {
            self.words.push(AGAIN);
            self.word(place);
        }
        seen.is_some()
    }

    fn truth(&mut self, truth: &Truth) {
        let place = self.seen_truths.len();
        if self.again(self.seen_truths.get(truth).copied()) {
            return;
        }
        self.seen_truths.insert(*truth, place);
        match truth.node() {
            TruthNode::Constant(value) => self.words.extend([1, u64::from(value)]),
            TruthNode::Var(var) => {
                self.words.push(2);
                self.bools.push(var);
            }
            TruthNode::AtMostZero(num) => {
                self.words.push(3);
                self.num(&num);
            }
            TruthNode::Zero(num) => {
                self.words.push(4);
                self.num(&num);
            }
            TruthNode::Not(inner) => {
                self.words.push(5);
                self.truth(&inner);
            }
            TruthNode::And(parts) => self.parts(6, &parts),
            TruthNode::Or(parts) => self.parts(7, &parts),
        }
    }

    fn parts(&mut self, kind: u64, parts: &[Truth]) {
        self.words.push(kind);
        self.word(parts.len());
        parts.iter().for_each(|part| self.truth(part));
    }

    fn num(&mut self, num: &Num) {
        let place = self.seen_nums.len();
        if self.again(self.seen_nums.get(num).copied()) {
            return;
        }
        self.seen_nums.insert(*num, place);
        let terms = num.terms();
        self.word(1 + terms.len());
        for (monomial, coefficient) in terms.iter() {
            self.number(*coefficient);
            self.word(monomial.len());
            monomial.iter().for_each(|atom| self.atom(*atom));
        }
    }

    fn atom(&mut self, id: AtomId) {
        let place = self.seen_atoms.len();
        if self.again(self.seen_atoms.get(&id).copied()) {
            return;
        }
        self.seen_atoms.insert(id, place);
        match id.atom() {
            Atom::Var(var) => {
                self.words.push(1);
                let num = Num::var(var);
                self.number(num.lo());
                self.number(num.hi());
                self.nums.push(var);
            }
            Atom::Div(a, b) => self.both(2, &a, &b),
            Atom::Mod(a, b) => self.both(3, &a, &b),
            Atom::Product(a, b) => self.both(4, &a, &b),
            Atom::Ite(condition, a, b) => {
                self.words.push(5);
                self.truth(&condition);
                self.num(&a);
                self.num(&b);
            }
        }
    }

    fn both(&mut self, kind: u64, a: &Num, b: &Num) {
        self.words.push(kind);
        self.num(a);
        self.num(b);
    }
}

#[cfg(test)]
mod tests {
    use spec::domain::{Bool as _, Number};

    use super::*;

    fn question(facts: &[Truth], formula: &Truth) -> Question {
        Question::of(facts.iter(), formula)
    }

    fn pair(high: i128) -> (Num, Num) {
        (Num::fresh("a", 0, high), Num::fresh("b", 0, 9))
    }

    #[test]
    fn names_are_no_part_of_a_question() {
        let asked = |(x, y): (Num, Num)| question(&[x.mul(&y).at_most(&Num::constant(5))], &y.less(&x));
        assert_eq!(asked(pair(7)).words, asked(pair(7)).words);
    }

    #[test]
    fn all_else_is() {
        let (x, y) = pair(7);
        let (wide, other) = pair(8);
        let number = Num::constant;
        let any = Truth::fresh();
        let formulas = [
            x.less(&y),
            wide.less(&other),
            x.at_most(&y),
            x.less(&y.add(&number(1))).not(),
            x.mul(&number(2)).less(&y),
            x.mul(&x).less(&y),
            x.mul(&y).less(&y),
            x.div_floor(&y).less(&number(3)),
            x.rem_floor(&y).less(&number(3)),
            x.equals(&y),
            x.equals(&y).not(),
            any,
            any.not(),
            any.and(&x.less(&y)),
            any.or(&x.less(&y)),
            Num::choose(&any, &x.mul(&x), &y).less(&number(3)),
            Num::choose(&any, &y.mul(&y), &x).less(&number(3)),
        ];
        for (at, one) in formulas.iter().enumerate() {
            for (place, another) in formulas.iter().enumerate() {
                assert_eq!(
                    question(&[], one).words == question(&[], another).words,
                    at == place,
                    "{at} {place}"
                );
            }
        }
        // The unknown of a range fact.
        let zero = number(0);
        let known = |fact: Truth| question(&[fact], &x.add(&number(1)).mul(&y).less(&y.mul(&y))).words;
        assert_ne!(known(x.equals(&zero)), known(y.equals(&zero)));
    }

    #[test]
    fn an_answer_has_values_of_the_unknowns_that_are_asked_about() {
        let answers = Answers::default();
        let asked = |(x, y): &(Num, Num)| question(&[], &x.mul(y).equals(&Num::constant(6)));
        let (first, second) = (pair(7), pair(7));
        let (earlier, later) = (asked(&first), asked(&second));
        let (one, two) = (later.nums[0], later.nums[1]);
        let model = Model { nums: earlier.nums.iter().copied().zip([2, 3]).collect(), ..Model::default() };
        answers.keep(earlier, Way::Afresh, 10, Answer::Possible, Some(&model));
        let (answer, model) = answers.recall(&later, Way::Incremental, 1).expect("it was asked");
        assert_eq!(answer, Answer::Possible);
        assert_eq!(model.expect("it has values").nums, FxHashMap::from_iter([(one, 2), (two, 3)]));
    }

    #[test]
    fn what_was_given_up_is_asked_again_with_more_steps() {
        let answers = Answers::default();
        let (x, y) = pair(7);
        let asked = || question(&[], &x.less(&y));
        answers.keep(asked(), Way::Afresh, 10, Answer::Unknown, None);
        assert!(answers.recall(&asked(), Way::Afresh, 10).is_some());
        assert!(answers.recall(&asked(), Way::Afresh, 11).is_none());
        assert!(answers.recall(&asked(), Way::Incremental, 10).is_none());
    }
}
