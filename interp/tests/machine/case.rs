//! A kernel with a launch, built in a line or two, and what comes of it.

use std::collections::BTreeMap;

use interp::{Options, Outcome, Stop, measure, run};
use spec::parse::module;
use spec::problem::Violation;
use spec::syntax::launch::{Argument, Buffer, Launch};
use spec::valid::Valid;

/// Elements of memory.
pub(crate) trait Bytes: Copy {
    fn bytes(self) -> Vec<u8>;
    fn of(bytes: &[u8]) -> Self;
}

macro_rules! bytes {
    ($($word:ty),*) => { $(
        impl Bytes for $word {
            fn bytes(self) -> Vec<u8> {
                self.to_le_bytes().to_vec()
            }
            fn of(bytes: &[u8]) -> Self {
                <$word>::from_le_bytes(bytes.try_into().unwrap())
            }
        }
    )* };
}

bytes!(u8, u16, u32, u64, i32, i64, f32, f64);

/// A kernel and its launch.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) text: String,
    /// The kernel of the text; the first without a name.
    pub(crate) kernel: Option<String>,
    pub(crate) launch: Launch,
    pub(crate) options: Options,
}

/// One block, no arguments yet.
pub(crate) fn case(text: &str) -> Case {
    let launch = Launch { grid: [1; 3], arguments: Vec::new(), buffers: Vec::new(), blocks: None };
    Case { text: text.to_owned(), kernel: None, launch, options: Options::default() }
}

impl Case {
    pub(crate) fn grid(mut self, x: u32, y: u32) -> Self {
        self.launch.grid = [x, y, 1];
        self
    }

    pub(crate) fn buffer(mut self, buffer: Buffer) -> Self {
        let position = self.launch.buffers.len();
        self.launch.buffers.push(buffer);
        self.launch.arguments.push(Argument::Pointer { buffer: position, offset: 0 });
        self
    }

    /// A pointer to these elements.
    pub(crate) fn input<T: Bytes>(self, elements: &[T]) -> Self {
        let bytes: Vec<u8> = elements.iter().flat_map(|element| element.bytes()).collect();
        let contents = BTreeMap::from([(0, bytes.clone())]);
        self.buffer(Buffer { bytes: bytes.len() as u64, alignment: 16, uninit: false, contents })
    }

    /// A pointer to so many bytes that nobody wrote.
    pub(crate) fn output(self, bytes: u64) -> Self {
        self.buffer(Buffer { bytes, alignment: 16, uninit: true, contents: BTreeMap::new() })
    }

    pub(crate) fn scalar(mut self, bits: u64) -> Self {
        self.launch.arguments.push(Argument::Scalar(bits));
        self
    }

    pub(crate) fn with(mut self, change: impl FnOnce(&mut Case)) -> Self {
        change(&mut self);
        self
    }

    pub(crate) fn try_run(&self) -> Result<Outcome, Stop> {
        let module =
            module(&self.text).unwrap_or_else(|problem| panic!("{}: {:?}", problem.message, problem.at));
        let named =
            |name: &String| module.kernels.iter().find(|kernel| kernel.name == *name).expect("it is there");
        let kernel = self.kernel.as_ref().map_or(&module.kernels[0], named);
        let kernel = Valid::new(kernel.clone()).unwrap_or_else(|problem| panic!("{problem}"));
        let ended = run(&kernel, &self.launch, &self.options);
        // Irrelevant numbers are left out if only rules are checked.
        let measured = measure(&kernel, &self.launch, &self.options).and_then(|measured| measured.ended);
        assert_eq!(measured.as_ref().err(), ended.as_ref().err(), "without what decides nothing");
        ended
    }

    #[track_caller]
    pub(crate) fn run(&self) -> Outcome {
        self.try_run().unwrap_or_else(|stop| panic!("{stop}: {stop:?}"))
    }

    /// The elements of a buffer after the run.
    #[track_caller]
    pub(crate) fn gives<T: Bytes>(&self, buffer: usize) -> Vec<T> {
        elements(&self.run(), buffer)
    }

    #[track_caller]
    pub(crate) fn broken(&self) -> Violation {
        match self.try_run() {
            Err(Stop::Violation(violation)) => *violation,
            other => panic!("no rule is broken: {other:?}"),
        }
    }

    /// The dotted code of the broken rule, and the offending lane.
    #[track_caller]
    pub(crate) fn rule(&self) -> (&'static str, Option<Vec<u32>>) {
        let violation = self.broken();
        (violation.rule.code(), violation.party.lane)
    }
}

/// The elements of a buffer.
pub(crate) fn elements<T: Bytes>(outcome: &Outcome, buffer: usize) -> Vec<T> {
    let contents = &outcome.buffers[buffer];
    contents.bytes(0..contents.len()).chunks_exact(size_of::<T>()).map(T::of).collect()
}

/// Where a phrase of a text stands, as places count.
pub(crate) fn line_of(text: &str, offset: usize) -> &str {
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or_default().trim()
}
