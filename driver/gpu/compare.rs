//! What a GPU left beside what the interpreter leaves: element by element, under the table of accuracies.

use interp::Contents;
use spec::syntax::array;
use spec::syntax::count::usize_from_u64;

use crate::accuracy::{ElementRef, Pointee, Reference, Tolerance};
use crate::scalar;

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub enum Compared {
    /// Every element is permitted by the rules.
    Permitted {
        /// How many elements were compared.
        elements: u64,
        /// The number of elements that differ from the interpreter's in some bit.
        rounded: u64,
    },
    /// An element is not.
    Differs(Difference),
    /// An element differs, and no rule says how far it may.
    Open(Difference, String),
}

/// The first differing element.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The buffer of the launch.
    pub buffer: usize,
    /// Its number, counted from the buffer's start.
    pub index: u64,
    /// The GPU's element.
    gpu: u64,
    /// What the interpreter leaves; of several readings the kernel's own.
    own: u64,
    /// The place and type of the element.
    spot: ElementRef,
    /// How far the two may be apart.
    room: Result<Tolerance, String>,
}

impl Difference {
    /// In a sentence; `name` is what people call the buffer.
    pub fn describe(&self, name: &str) -> String {
        let element = self.spot.element;
        let show = |bits| format!("{} ({bits:#x})", scalar::show(element, bits, false));
        let permitted = match &self.room {
            Ok(room) => format!("permitted: {room}"),
            Err(reason) => reason.clone(),
        };
        let (gpu, own) = (show(self.gpu), show(self.own));
        format!("{name}[{}] is {gpu} on the GPU and {own} in the interpreter; {permitted}", self.index)
    }
}

/// The number of bytes compared at once as long as they are equal.
const CHUNK: u64 = 1 << 16;

/// Compares all arrays of pointers. What is undetermined to the interpreter may be anything on the GPU.
pub fn compare(reference: &Reference, pointees: &[Pointee], own: &[Contents], gpu: &[Vec<u8>]) -> Compared {
    let (mut elements, mut rounded) = (0, 0);
    let mut open = None;
    for Pointee { buffer, element } in pointees {
        let (contents, bytes) = (&own[*buffer], &gpu[*buffer]);
        let size = element.bytes();
        let step = CHUNK / size * size;
        for from in (0..contents.len() / size * size).step_by(usize_from_u64(step)) {
            let to = (from + step).min(contents.len() / size * size);
            elements += element.count_in(to - from);
            let range = usize_from_u64(from)..usize_from_u64(to);
            if contents.bytes(from..to) == bytes[range.clone()] {
                continue;
            }
            for (index, gpu) in (element.count_in(from)..).zip(array::elements(*element, &bytes[range])) {
                let spot = ElementRef::new(*buffer, *element, index);
                match classify(reference, spot, gpu) {
                    Class::Same => {}
                    Class::Permitted => rounded += 1,
                    Class::Differs(own) => {
                        let difference =
                            Difference { buffer: *buffer, index, gpu, own, spot, room: reference.room() };
                        match reference.room() {
                            Ok(_) => return Compared::Differs(difference),
                            Err(reason) => drop(open.get_or_insert((difference, reason))),
                        }
                    }
                }
            }
        }
    }
    match open {
        Some((difference, reason)) => Compared::Open(difference, reason),
        None => Compared::Permitted { elements, rounded },
    }
}

/// The class of an element.
enum Class {
    /// The interpreter's value, or the interpreter leaves it undetermined.
    Same,
    /// Another permitted value.
    Permitted,
    /// A forbidden value; the interpreter's value is given.
    Differs(u64),
}

fn classify(reference: &Reference, spot: ElementRef, gpu: u64) -> Class {
    let mut first = None;
    for own in reference.own(spot) {
        let Some(own) = own else { return Class::Same };
        if own == gpu && first.is_none() {
            return Class::Same;
        }
        if reference.admits(spot, gpu, own) == Ok(true) {
            return Class::Permitted;
        }
        first.get_or_insert(own);
    }
    first.map_or(Class::Same, Class::Differs)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use spec::syntax::launch::{Argument, Buffer, Launch};
    use spec::syntax::types::Scalar;
    use spec::valid::Valid;

    use super::*;

    /// Five elements, of which the kernel writes four; what the GPU is said to have left of the four.
    fn compared(operations: &str, gpu: [f32; 4]) -> Compared {
        let text = format!(
            "entry @k(%a: tile<ptr<f32>>, %r: tile<ptr<f32>>) {{
              %zero = constant <i32: 0> : tile<i32>
              %from = make_tensor_view %a, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
              %to = make_tensor_view %r, shape = [4], strides = [1] : tensor_view<4xf32, strides=[1]>
              %source = make_partition_view %from : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
              %target = make_partition_view %to : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>
              %x, %read = load_view_tko weak %source[%zero] inbounds = [true] : partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> tile<4xf32>, token
              {operations}
              %done = store_view_tko weak %y, %target[%zero] inbounds = [true] : tile<4xf32>, partition_view<tile=(4), tensor_view<4xf32, strides=[1]>>, tile<i32> -> token
              return
            }}"
        );
        let module = spec::parse::module(&text).expect("it parses");
        let kernel = Valid::new(module.kernels[0].clone()).expect("it is valid");
        let bytes = |values: &[f32]| values.iter().flat_map(|value| value.to_le_bytes()).collect::<Vec<u8>>();
        let input = bytes(&[1.0, 2.0, 3.0, 4.0]);
        let buffer = |len, contents: Vec<u8>| Buffer {
            bytes: len,
            alignment: 256,
            uninit: true,
            contents: BTreeMap::from([(0, contents)]),
        };
        let pointer = |buffer| Argument::Pointer { buffer, offset: 0 };
        let launch = Launch {
            grid: [1, 1, 1],
            arguments: vec![pointer(0), pointer(1)],
            buffers: vec![buffer(16, input.clone()), buffer(20, Vec::new())],
            blocks: None,
        };
        let outcome = interp::run(&kernel, &launch, &interp::Options::default()).expect("it runs");
        let pointees = [0, 1].map(|buffer| Pointee { buffer, element: Scalar::F32 });
        let own = outcome.buffers.clone();
        let reference = Reference::new(&kernel, &launch, &pointees, outcome.buffers).expect("a reference");
        // The fifth element is undetermined: any GPU result is right.
        let left = [bytes(&gpu), vec![0xa5; 4]].concat();
        compare(&reference, &pointees, &own, &[input, left])
    }

    #[test]
    fn what_is_exact_must_be_the_same() {
        let double = "%y = addf %x, %x rounding<nearest_even> : tile<4xf32>";
        let same = Compared::Permitted { elements: 9, rounded: 0 };
        assert_eq!(compared(double, [2.0, 4.0, 6.0, 8.0]), same);
        let Compared::Differs(difference) = compared(double, [2.0, 4.0, 6.000_000_5, 8.0]) else {
            panic!("it differs");
        };
        assert_eq!(
            difference.describe("r"),
            "r[2] is 6.0000005 (0x40c00001) on the GPU and 6 (0x40c00000) in the interpreter; permitted: the same bits"
        );
    }

    #[test]
    fn what_is_not_exact_may_differ_as_far_as_its_row_says() {
        let root = "%y = rsqrt %x : tile<4xf32>";
        let near = [1.0, 0.707_106_9, 0.577_350_3, 0.5];
        assert!(matches!(compared(root, near), Compared::Permitted { elements: 9, .. }));
        let far = [1.0, 0.707_107_9, 0.577_350_3, 0.5];
        assert!(matches!(compared(root, far), Compared::Differs(Difference { index: 1, .. })));
        let twice = "%z = rsqrt %x : tile<4xf32>\n%y = rsqrt %z : tile<4xf32>";
        let Compared::Open(difference, reason) = compared(twice, [1.0, 1.3, 1.3, 1.4]) else {
            panic!("nothing is known");
        };
        assert_eq!(reason, "no rule says how the errors of rsqrt and rsqrt combine");
        assert_eq!(difference.index, 1);
    }
}
