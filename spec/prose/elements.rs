//! Element-wise operations as formulas over their operands' names.

use crate::domain::Domain;
use crate::syntax::attributes::Attributes;
use crate::syntax::op::{Elementwise, Float, Int, Number, Truth, Wide};

use super::domain::{Prose, Word};
use super::phrase::Phrase;
use super::reading::Reading;
use super::symbols::{OPERAND_BITS, RESULT_BITS};

/// Applies an element function to names.
pub(super) struct Reader<'a> {
    pub(super) attributes: &'a Attributes,
}

fn word(name: &str) -> Word {
    Word { phrase: Phrase::new_name(name), bits: OPERAND_BITS }
}

impl Reader<'_> {
    fn read<T>(&self, f: impl FnOnce(&mut Prose, &Attributes) -> T, phrase: fn(T) -> Phrase) -> Reading {
        let mut prose = Prose::default();
        let result = f(&mut prose, self.attributes);
        Reading::new(&phrase(result), prose)
    }
}

impl Elementwise for Reader<'_> {
    type Domain = Prose;
    type Output = Reading;

    fn int1(self, f: impl Fn(&mut Prose, &Attributes, &Word) -> Int<Self>) -> Reading {
        self.read(|d, at| f(d, at, &word("operand")), |word| word.phrase)
    }

    fn int2(self, f: impl Fn(&mut Prose, &Attributes, &Word, &Word) -> Int<Self>) -> Reading {
        self.read(|d, at| f(d, at, &word("lhs"), &word("rhs")), |word| word.phrase)
    }

    fn int_compare(self, f: impl Fn(&mut Prose, &Attributes, &Word, &Word) -> Truth<Self>) -> Reading {
        self.read(|d, at| f(d, at, &word("lhs"), &word("rhs")), |phrase| phrase)
    }

    fn extend(
        self,
        f: impl Fn(&mut Prose, &Attributes, u32, &Number<Self>, &Number<Self>) -> Int<Self>,
    ) -> Reading {
        let (signed, unsigned) = readings();
        self.read(|d, at| f(d, at, RESULT_BITS, &signed, &unsigned), |word| word.phrase)
    }

    fn truncate(self, f: impl Fn(&mut Prose, &Attributes, u32, &Word) -> Int<Self>) -> Reading {
        self.read(|d, at| f(d, at, RESULT_BITS, &word("operand")), |word| word.phrase)
    }

    fn float1(self, f: impl Fn(&mut Prose, &Attributes, &Phrase) -> Float<Self>) -> Reading {
        self.read(|d, at| f(d, at, &Phrase::new_name("operand")), |phrase| phrase)
    }

    fn float2(self, f: impl Fn(&mut Prose, &Attributes, &Phrase, &Phrase) -> Float<Self>) -> Reading {
        let (lhs, rhs) = (Phrase::new_name("lhs"), Phrase::new_name("rhs"));
        self.read(|d, at| f(d, at, &lhs, &rhs), |phrase| phrase)
    }

    fn float_power(
        self,
        f: impl Fn(&mut Prose, &Attributes, &Phrase, &Number<Self>) -> Float<Self>,
    ) -> Reading {
        let (base, exponent) = (Phrase::new_name("lhs"), Phrase::new_name("rhs").marked("ₛ"));
        self.read(|d, at| f(d, at, &base, &exponent), |phrase| phrase)
    }

    fn float3(
        self,
        f: impl Fn(&mut Prose, &Attributes, &Phrase, &Phrase, &Phrase) -> Float<Self>,
    ) -> Reading {
        let (lhs, rhs, addend) = (Phrase::new_name("lhs"), Phrase::new_name("rhs"), Phrase::new_name("acc"));
        self.read(|d, at| f(d, at, &lhs, &rhs, &addend), |phrase| phrase)
    }

    fn float_compare(self, f: impl Fn(&mut Prose, &Attributes, &Phrase, &Phrase) -> Truth<Self>) -> Reading {
        let (lhs, rhs) = (Phrase::new_name("lhs"), Phrase::new_name("rhs"));
        self.read(|d, at| f(d, at, &lhs, &rhs), |phrase| phrase)
    }

    fn int_to_float(
        self,
        f: impl Fn(&mut Prose, &Attributes, &Number<Self>, &Number<Self>) -> Float<Self>,
    ) -> Reading {
        let (signed, unsigned) = readings();
        self.read(|d, at| f(d, at, &signed, &unsigned), |phrase| phrase)
    }

    fn float_to_float(self, f: impl Fn(&mut Prose, &Attributes, &Wide<Self>) -> Float<Self>) -> Reading {
        self.read(|d, at| f(d, at, &Phrase::new_name("operand")), |phrase| phrase)
    }

    fn float_to_int(self, f: impl Fn(&mut Prose, &Attributes, u32, &Wide<Self>) -> Int<Self>) -> Reading {
        self.read(|d, at| f(d, at, RESULT_BITS, &Phrase::new_name("operand")), |word| word.phrase)
    }
}

/// The operand, read as signed and as unsigned.
fn readings() -> (<Prose as Domain>::Number, <Prose as Domain>::Number) {
    let operand = Phrase::new_name("operand");
    (operand.marked("ₛ"), operand.marked("ᵤ"))
}
