//! The text of an element.

use driver::scalar;
use driver::signature::Signature;
use interp::{ArrayOf, SeenElement, Stepper};
use spec::syntax::count::usize_from_u32;
use spec::syntax::launch::{Argument, Launch};
use spec::syntax::types::{Element, Scalar};

use crate::subject::Subject;

/// An element of a type.
pub(crate) fn shown(subject: &Subject, here: &Stepper<'_>, element: SeenElement, ty: Element) -> String {
    match (element, ty) {
        (SeenElement::Undetermined, _) => "?".to_owned(),
        (SeenElement::Bits(bits), Element::Scalar(Scalar::I1)) => (bits != 0).to_string(),
        (SeenElement::Bits(bits), Element::Scalar(scalar)) => scalar::show(scalar, bits, false),
        (SeenElement::Bits(bits), Element::Pointer(_)) => format!("{bits:#x}"),
        (SeenElement::Pointer { array, offset, overflowed }, ty) => {
            let scalar = ty.pointee().or_else(|| ty.scalar());
            let to = match array.map(|array| (array, offset)).or_else(|| here.resolve(offset)) {
                Some((array, offset)) => format!("&{}", location(subject, here, array, offset, scalar)),
                None => format!("{offset:#x}"),
            };
            if overflowed { format!("{to} overflowed") } else { to }
        }
    }
}

/// A place of memory: the array, and the element there.
pub(crate) fn location(
    subject: &Subject,
    here: &Stepper<'_>,
    array: usize,
    offset: i64,
    element: Option<Scalar>,
) -> String {
    let name = array_name(subject, here, array);
    let width = element.map_or(1, Scalar::bytes).cast_signed();
    if offset.rem_euclid(width) == 0 {
        format!("{name}[{}]", offset.div_euclid(width))
    } else {
        format!("{name} + {offset} bytes")
    }
}

/// The displayed name of an array.
pub(crate) fn array_name(subject: &Subject, here: &Stepper<'_>, array: usize) -> String {
    match here.array_of(array) {
        Some(ArrayOf::Buffer(buffer)) => parameter_of(&subject.launch, &subject.signature, buffer)
            .map_or_else(
                || format!("buffer {buffer}"),
                |position| subject.signature.name(position).to_owned(),
            ),
        Some(ArrayOf::Global(position)) => {
            let global = subject.kernel.globals.get(position);
            global.map_or_else(|| "a global".to_owned(), |global| format!("@{}", global.name))
        }
        Some(ArrayOf::Block(value)) => subject.kernel.name(value),
        None => format!("array {array}"),
    }
}

/// The first parameter that points into a buffer.
pub(crate) fn parameter_of(launch: &Launch, signature: &Signature, buffer: usize) -> Option<usize> {
    let points =
        |argument: &Argument| matches!(argument, Argument::Pointer { buffer: own, .. } if *own == buffer);
    let position = launch.arguments.iter().position(points)?;
    (position < signature.0.len()).then_some(position)
}

/// The index of an element that is counted in row-major order.
pub(crate) fn index_of(lane: usize, shape: &[u32]) -> Vec<usize> {
    let mut rest = lane;
    let along = |extent: &u32| {
        let extent = usize_from_u32(*extent).max(1);
        let at = rest % extent;
        rest /= extent;
        at
    };
    let mut index: Vec<usize> = shape.iter().rev().map(along).collect();
    index.reverse();
    index
}

/// Elements by their indices: `[3, 0:8]` for a block of the tile, else the first few as a list.
pub(crate) fn indices(lanes: &[usize], shape: &[u32]) -> String {
    const NAMED: usize = 4;
    if shape.is_empty() {
        return String::new();
    }
    let all: Vec<Vec<usize>> = lanes.iter().map(|lane| index_of(*lane, shape)).collect();
    let ends = |axis: usize| {
        let along = || all.iter().map(|index| index[axis]);
        (along().min().unwrap_or(0), along().max().unwrap_or(0))
    };
    let ends: Vec<_> = (0..shape.len()).map(ends).collect();
    let size: usize = ends.iter().map(|(least, most)| most - least + 1).product();
    let part = |(least, most): &(usize, usize)| {
        if least == most { least.to_string() } else { format!("{least}:{}", most + 1) }
    };
    if size == lanes.len() {
        return format!("[{}]", ends.iter().map(part).collect::<Vec<_>>().join(", "));
    }
    let one = |index: &Vec<usize>| {
        format!("[{}]", index.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
    };
    let more = if all.len() > NAMED { format!(" and {} more", all.len() - NAMED) } else { String::new() };
    format!("{}{more}", all.iter().take(NAMED).map(one).collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::indices;

    #[test]
    fn elements_are_named_as_blocks() {
        assert_eq!(indices(&[0, 1, 2, 3], &[2, 4]), "[0, 0:4]");
        assert_eq!(indices(&[1, 5], &[2, 4]), "[0:2, 1]");
        assert_eq!(indices(&[0, 5], &[2, 4]), "[0, 0] [1, 1]");
        assert_eq!(indices(&[0], &[]), "");
        assert_eq!(indices(&[0, 2, 4, 6, 9], &[16]), "[0] [2] [4] [6] and 1 more");
    }
}
