//! The comparison, by hand.

use driver::accuracy::Reading;
use spec::syntax::array;

use super::*;

const ONE: u64 = 0x3f80_0000;
const NAN: u64 = 0x7fc0_0000;

fn left(values: &[Option<u64>], room: Result<Tolerance, String>) -> Left {
    Left { pointer: 0, values: values.to_vec(), room, readings: Vec::new(), magnitudes: None }
}

fn agrees(left: &Left, found: &[Option<u64>]) -> bool {
    left.compare("o", Scalar::F32, found) == Compared::Agrees
}

#[test]
fn exact_results_differ_by_a_bit() {
    let one = left(&[Some(ONE), Some(NAN)], Ok(Tolerance::None));
    assert!(agrees(&one, &[Some(ONE), Some(NAN)]));
    assert!(agrees(&one, &[Some(ONE), Some(0xffc0_0001)]), "any NaN is NaN");
    let Compared::Differs(difference) = one.compare("o", Scalar::F32, &[Some(ONE + 1), Some(NAN)]) else {
        panic!("a bit is wrong")
    };
    assert_eq!((difference.index, difference.count), (0, 1));
    assert_eq!(difference.expected, "1 (0x3f800000)");
    assert_eq!(difference.found, "1.0000001 (0x3f800001)");
    assert!(!agrees(&one, &[Some(ONE), Some(ONE)]), "a number is no NaN");
    assert!(!agrees(&one, &[None, Some(NAN)]), "an undetermined element is no 1");
    assert!(!agrees(&one, &[Some(ONE)]), "an element is missing");
    assert!(!agrees(&left(&[Some(0)], Ok(Tolerance::None)), &[Some(1 << 31)]), "-0 is not 0");
}

#[test]
fn elements_that_do_not_count_are_not_looked_at() {
    let some = left(&[None, Some(ONE)], Ok(Tolerance::None));
    assert!(agrees(&some, &[None, Some(ONE)]));
    assert!(agrees(&some, &[Some(5), Some(ONE)]));
    assert!(!agrees(&some, &[Some(5), Some(5)]));
}

#[test]
fn the_room_is_around_the_readings() {
    let ulps = left(&[Some(ONE)], Ok(Tolerance::Ulps(2.0)));
    assert!(agrees(&ulps, &[Some(ONE + 2)]));
    assert!(!agrees(&ulps, &[Some(ONE + 3)]));
    let two = Left {
        readings: vec![(Reading::Plain, vec![ONE + 4]), (Reading::Contracted, vec![ONE + 100])],
        ..ulps
    };
    assert!(agrees(&two, &[Some(ONE + 6)]) && agrees(&two, &[Some(ONE + 98)]));
    assert!(!agrees(&two, &[Some(ONE + 1)]), "near the value and not near a reading");
    assert!(agrees(&two, &[Some(ONE)]), "the value itself is right");
    assert!(!two.is_within_its_room(Scalar::F32));
    assert!(Left { values: vec![Some(ONE + 5)], ..two }.is_within_its_room(Scalar::F32));
    let terms = Tolerance::Terms { factor: 0.125, beside: 0.0, rounded: false };
    let sum = Left { magnitudes: Some(vec![0x4080_0000]), ..left(&[Some(ONE)], Ok(terms)) };
    assert!(agrees(&sum, &[Some(0x3fc0_0000)]), "1.5 is half of 4/4 away");
    assert!(!agrees(&sum, &[Some(0x3fc0_0001)]));
}

#[test]
fn without_a_rule_nothing_is_decided() {
    let unknown = left(&[Some(ONE), Some(ONE)], Err("no rule".to_owned()));
    assert!(agrees(&unknown, &[Some(ONE), Some(ONE)]));
    let seen = unknown.compare("o", Scalar::F32, &[Some(ONE), Some(ONE + 1)]);
    assert!(matches!(seen, Compared::Undecided(Difference { index: 1, .. }, why) if why == "no rule"));
}

#[test]
fn integers_have_no_room() {
    let any = left(&[Some(7)], Ok(Tolerance::Any));
    assert_eq!(any.compare("o", Scalar::I8, &[Some(7)]), Compared::Agrees);
    assert!(matches!(any.compare("o", Scalar::I8, &[Some(6)]), Compared::Differs(_)));
}

#[test]
fn elements_and_bytes_are_each_other() {
    for (element, width) in [(Scalar::I1, 1), (Scalar::Bf16, 2), (Scalar::F32, 4), (Scalar::I64, 8)] {
        let all: Vec<u64> = (1..5).collect();
        let raw = array::bytes(element, all.clone());
        assert_eq!(raw.len(), 4 * width);
        assert_eq!(array::elements(element, &raw), all);
    }
}
