//! A recorded run with snapshots of its state: every earlier state can be recreated (as in Feldman and Brown, "IGOR: a system for
//! program debugging via reversible execution", PADD 1988). Old snapshots lie at even distances, which double as the run grows.
//! Before the current position, snapshots lie at distances of powers of two, so that further steps back are fast.

use spec::memory::strength::Manner;
use spec::syntax::count::usize_from_u64;
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::launch::Launch;

use spec::valid::Valid;

use crate::machine::outcome::{Options, Stop};
use crate::stepper::seen::Accesses;
use crate::stepper::steps::Stepper;

/// How many operations apart copies lie at first.
const APART: u64 = 64;

/// The most and the fewest copies.
const COPIES: (u64, u64) = (8, 128);

/// Bytes of tiles that copies may hold, about.
const BYTES: u64 = 1 << 28;

/// How a run ends.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// All blocks have run.
    Finished,
    /// The next operation cannot run.
    Stopped(Stop),
}

/// An operation that wrote to memory.
pub struct Write {
    /// The number of operations before the write.
    pub position: u64,
    /// The written elements.
    pub accesses: Accesses,
}

/// A run in time.
pub struct History<'k> {
    now: Stepper<'k>,
    /// At even distances, from the beginning on.
    far: Vec<Stepper<'k>>,
    /// Snapshots just before the current position in the past.
    near: Vec<Stepper<'k>>,
    apart: u64,
    most: usize,
    /// The end of the run, once reached.
    end: Option<(u64, End)>,
    /// Writes to memory, up to `seen`.
    writes: Vec<Write>,
    /// The operations on memory, up to `seen`, by their positions.
    touches: Vec<u64>,
    /// Starts of blocks, up to `seen`.
    starts: Vec<(u64, [u32; 3])>,
    /// How far the run has been followed.
    seen: u64,
    /// Whether somebody asks for an end of a long way.
    is_interrupted: fn() -> bool,
}

impl<'k> History<'k> {
    /// Stands before the first operation of a launch; `is_interrupted` ends a long [`History::go_to`].
    ///
    /// # Errors
    /// The launch does not fit the kernel, or its arrays reach a limit.
    pub fn new(
        kernel: &'k Valid,
        launch: &'k Launch,
        options: &'k Options,
        is_interrupted: fn() -> bool,
    ) -> Result<Self, Stop> {
        let now = Stepper::new(kernel, launch, options)?;
        let most = (BYTES / bytes_of(kernel).max(1)).clamp(COPIES.0, COPIES.1);
        let starts = vec![(0, now.block())];
        Ok(History {
            far: vec![now.clone()],
            near: Vec::new(),
            now,
            apart: APART,
            most: usize_from_u64(most),
            end: None,
            writes: Vec::new(),
            touches: Vec::new(),
            starts,
            seen: 0,
            is_interrupted,
        })
    }

    /// The current state.
    pub const fn now(&self) -> &Stepper<'k> {
        &self.now
    }

    /// How many operations have run.
    pub const fn position(&self) -> u64 {
        self.now.position()
    }

    /// The end of the run, if reached.
    pub fn ended(&self) -> Option<&End> {
        self.end.as_ref().filter(|(at, _)| *at == self.position()).map(|(_, end)| end)
    }

    /// What wrote to memory before a position, the last first.
    pub fn writes_before(&self, position: u64) -> impl Iterator<Item = &Write> {
        let count = self.writes.partition_point(|write| write.position < position);
        self.writes[..count].iter().rev()
    }

    /// Operations on memory before a position, the last first.
    pub fn touches_before(&self, position: u64) -> impl Iterator<Item = u64> {
        let count = self.touches.partition_point(|at| *at < position);
        self.touches[..count].iter().rev().copied()
    }

    /// The start of a block, if reached.
    pub fn start_of(&self, block: [u32; 3]) -> Option<u64> {
        self.starts.iter().find(|(_, own)| *own == block).map(|(at, _)| *at)
    }

    /// Runs the next operation; returns whether it ran.
    pub fn forward(&mut self) -> bool {
        if self.ended().is_some() {
            return false;
        }
        let Some(op) = self.now.operation() else {
            self.end = Some((self.position(), End::Finished));
            return false;
        };
        let position = self.position();
        let is_new = position >= self.seen;
        if is_new {
            self.note_access(op, position);
        }
        let begun = self.now.begun();
        if let Err(stop) = self.now.step() {
            self.end = Some((position, End::Stopped(stop)));
            self.now = self.visit(position);
            return false;
        }
        if is_new {
            self.seen = position + 1;
            if self.now.begun() > begun {
                self.starts.push((position + 1, self.now.block()));
            }
            self.keep();
        }
        true
    }

    /// Notes what an operation is about to do to memory.
    fn note_access(&mut self, op: &Operation, position: u64) {
        let Some(Manner { writes, .. }) = Manner::of(op) else { return };
        self.touches.push(position);
        // What cannot be accessed is not, and ends the run.
        if writes && let Some(Ok(accesses)) = self.now.accesses(op) {
            self.writes.push(Write { position, accesses });
        }
    }

    /// Keeps a copy if the last copy is far enough back.
    fn keep(&mut self) {
        let last = self.far.last().map_or(0, Stepper::position);
        if self.now.position() < last + self.apart {
            return;
        }
        self.far.push(self.now.clone());
        if self.far.len() > self.most {
            self.apart *= 2;
            let mut number = 0;
            self.far.retain(|_| {
                number += 1;
                number % 2 == 1
            });
        }
    }

    /// The state at a position that the run has been at.
    pub fn visit(&self, position: u64) -> Stepper<'k> {
        let mut there = self.nearest(position).clone();
        while there.position() < position && there.step().is_ok() {}
        there
    }

    /// The last copy at a position or before it.
    fn nearest(&self, position: u64) -> &Stepper<'k> {
        let before = |copies: &[Stepper<'k>]| -> Option<usize> {
            let found = copies.iter().enumerate().filter(|(_, copy)| copy.position() <= position);
            found.max_by_key(|(_, copy)| copy.position()).map(|(at, _)| at)
        };
        let far = before(&self.far).map(|at| &self.far[at]);
        let near = before(&self.near).map(|at| &self.near[at]);
        let found = [far, near].into_iter().flatten().max_by_key(|copy| copy.position());
        found.unwrap_or(&self.far[0])
    }

    /// The position of the last copy before a position; 0 at the start.
    pub fn copy_before(&self, position: u64) -> u64 {
        let positions = self.far.iter().map(Stepper::position).filter(|at| *at < position);
        positions.max().unwrap_or(0)
    }

    /// Goes to a position; forwards as far as the run goes.
    pub fn go_to(&mut self, position: u64) {
        if position >= self.position() {
            while self.position() < position && !(self.is_interrupted)() && self.forward() {}
            return;
        }
        self.near.retain(|copy| copy.position() <= position);
        let mut there = self.nearest(position).clone();
        while there.position() < position {
            let left = position - there.position();
            if left.is_power_of_two() && self.near.len() < self.most {
                self.near.push(there.clone());
            }
            if there.step().is_err() {
                break;
            }
        }
        self.now = there;
    }
}

/// Bytes that the values of a kernel take, all together.
fn bytes_of(kernel: &Kernel) -> u64 {
    let tile = |value: &spec::syntax::kernel::Value| {
        let tile = value.ty.tile()?;
        Some(u64::try_from(tile.len()).ok()?.saturating_mul(8))
    };
    kernel.values.iter().map(|value| tile(value).unwrap_or(64)).sum()
}
