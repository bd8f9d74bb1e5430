//! A slice in words: the elements of each step, their values, and the step that made them.

use interp::{ArrayOf, Carried, Fault, How, Of, SeenElement, SliceStep, Stepper};
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::types::{Element, Scalar};

use crate::run::moves::Debugger;
use crate::show::element::{array_name, indices, shown};

/// The most elements of a value that are named.
const NAMED: usize = 6;

/// The words for [`How::Known`].
pub(crate) const KNOWN: &str = "as above";

/// One step of a slice in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Node {
    /// The value of the elements; none of memory.
    pub(crate) value: Option<ValueId>,
    /// The elements and their values.
    pub(crate) head: String,
    /// The step that computed these lines, and the place of the step.
    pub(crate) how: String,
    pub(crate) children: Vec<Node>,
}

impl<'k> Debugger<'k> {
    /// A slice in words.
    pub(crate) fn words(&self, node: &interp::Node<'k>) -> Node {
        let children = node.children.iter().map(|child| self.words(child)).collect();
        let (value, head, how) = match &node.of {
            Of::Value(value, lanes) => {
                (Some(*value), self.value_words(&node.here, *value, lanes), self.step_words(&node.how))
            }
            Of::Stored(by) => {
                let place = self.place(&node.here, by);
                (None, format!("stored by {} at {place}", by.op.mnemonic()), String::new())
            }
            Of::Skipped(op, lanes) => {
                let (head, how) = self.skipped(&node.here, op, lanes);
                (None, head, how)
            }
            Of::Memory { array, offsets, bytes, element, is_written } => {
                let (head, how) = self.memory(&node.here, *array, offsets, (*bytes, *element));
                (None, head, if *is_written { String::new() } else { how })
            }
        };
        Node { value, head, how, children }
    }

    /// Elements of a value, and their contents.
    fn value_words(&self, here: &Stepper<'k>, value: ValueId, lanes: &[usize]) -> String {
        let name = self.program.name(value);
        if let Some(interp::Seen::View(view)) = here.value(value) {
            let extents: Vec<_> = view.extents.iter().map(ToString::to_string).collect();
            return format!("{name}, of extents ({})", extents.join(", "));
        }
        let Some(tile) = here.tile(value) else { return name };
        let element = |lane: &usize| shown(self.subject, here, tile.element(*lane), tile.ty().element);
        let mut words: Vec<String> = lanes.iter().take(NAMED).map(element).collect();
        words.dedup();
        let more = if lanes.len() > NAMED { " …" } else { "" };
        format!("{name}{} = {}{more}", indices(lanes, &tile.ty().shape), words.join(" "))
    }

    fn step_words(&self, how: &How<'k>) -> String {
        match how {
            How::Argument => "an argument of the launch".to_owned(),
            How::Known => KNOWN.to_owned(),
            How::Cut => "…".to_owned(),
            How::Start => String::new(),
            How::By(there, op, step) => {
                let place = self.place(there, op);
                let mnemonic = op.op.mnemonic();
                match step {
                    SliceStep::Read | SliceStep::Computed(None) => format!("{mnemonic} at {place}"),
                    SliceStep::Computed(Some(Fault::Nan)) => {
                        format!("{mnemonic} at {place}: a NaN of operands that are none")
                    }
                    SliceStep::Computed(Some(Fault::Undetermined)) => {
                        format!("{mnemonic} at {place}: undetermined from here on")
                    }
                    SliceStep::Carried(carried) => {
                        let words = match carried {
                            Carried::Branch => "the result of the branch".to_owned(),
                            Carried::Loop => "the result of the loop".to_owned(),
                            Carried::Counted => "counted by the loop".to_owned(),
                            Carried::Into => "carried into the loop".to_owned(),
                            Carried::From(round) => format!("carried on from round {round}"),
                            Carried::Other => mnemonic.to_owned(),
                        };
                        format!("{words} at {place}")
                    }
                }
            }
        }
    }

    /// Lanes that a load did not read.
    fn skipped(&self, there: &Stepper<'k>, op: &Operation, lanes: &[usize]) -> (String, String) {
        let kernel = self.program.kernel;
        let shape = op
            .results
            .first()
            .and_then(|result| kernel.ty(*result).tile())
            .map_or(&[][..], |tile| &tile.shape);
        let which = indices(lanes, shape);
        let view = op.operands.first().and_then(|operand| kernel.ty(*operand).tiled());
        let (why, padding) = match view {
            Some(view) => ("lies outside of the tensor".to_owned(), view.padding.is_some()),
            None => {
                let (mask, padding) = kernel.mask_and_padding(op);
                let mask = mask.map_or("a mask".to_owned(), |mask| self.program.name(mask));
                (format!("is false in {mask}"), padding.is_some())
            }
        };
        let of = op.results.first().map_or(String::new(), |result| self.program.name(*result));
        let what = if padding { "padding" } else { "undetermined, since the load has no padding" };
        let at = self.program.source.position(&op.at);
        let step = there.position();
        let how = format!("{what}, from {}:{} (step {step})", at.file, at.line);
        (format!("{of}{which} is not read: it {why}"), how)
    }

    /// Elements of memory as the launch has them.
    fn memory(
        &self,
        there: &Stepper<'k>,
        array: usize,
        offsets: &[i64],
        (bytes, scalar): (u64, Option<Scalar>),
    ) -> (String, String) {
        let subject = self.subject;
        let name = array_name(subject, there, array);
        let places: Vec<usize> = offsets
            .iter()
            .filter_map(|offset| usize::try_from(offset.div_euclid(bytes.cast_signed())).ok())
            .collect();
        let value = offsets.first().and_then(|offset| value_at(there, array, *offset, bytes));
        let value = value.zip(scalar).map(|(value, scalar)| {
            let more = if offsets.len() > 1 { " …" } else { "" };
            format!(" = {}{more}", shown(subject, there, value, Element::Scalar(scalar)))
        });
        let how = match (there.array_of(array), value.as_deref()) {
            (Some(ArrayOf::Global(_)), _) => "as the module has it",
            (Some(ArrayOf::Block(_)), _) | (_, Some(" = ?" | " = ? …")) => "which nobody has written",
            (Some(ArrayOf::Buffer(_)) | None, _) => "as the launch has it",
        };
        (format!("{name}{}{}", indices(&places, &[u32::MAX]), value.unwrap_or_default()), how.to_owned())
    }

    /// The place of an operation, and its step.
    fn place(&self, there: &Stepper<'k>, op: &Operation) -> String {
        let at = self.program.source.position(&op.at);
        let (step, [x, y, z]) = (there.position(), there.block());
        let block = if there.block() == self.now().block() {
            String::new()
        } else {
            format!(" of block ({x}, {y}, {z})")
        };
        let round = there.inside().iter().rev().find_map(|inside| inside.round);
        let round = round.map_or(String::new(), |round| format!(", round {round}"));
        format!("{}:{} (step {step}{block}{round})", at.file, at.line)
    }
}

/// The element at a place of memory.
fn value_at(there: &Stepper<'_>, array: usize, offset: i64, bytes: u64) -> Option<SeenElement> {
    let contents = there.contents(array)?;
    let start = u64::try_from(offset).ok()?;
    let range = start..start.checked_add(bytes).filter(|end| *end <= contents.len())?;
    if contents.undetermined(range.clone()).contains(&true) {
        return Some(SeenElement::Undetermined);
    }
    let word = contents.bytes(range).iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
    Some(SeenElement::Bits(word))
}
