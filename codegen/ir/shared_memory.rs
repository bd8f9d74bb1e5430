//! An allocator for the shared memory of a block. Layout conversions use two small regions in turns, so that none waits for the readers of
//! the previous one. A large region follows.

/// Which regions some thread may still read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SharedRegions {
    read: [bool; 3],
    /// The most recent region.
    last: usize,
    /// How many were taken.
    taken: u32,
    /// Bytes in front of the large region, reserved for other purposes.
    reserved: u64,
}

/// The regions, and how much of shared memory they need.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SharedMemory {
    regions: SharedRegions,
    /// Bytes between the small regions and all else that are never given back.
    fixed: u64,
    bytes: u64,
}

impl SharedMemory {
    /// Bytes of a small region.
    pub(crate) const SMALL: u64 = 1 << 10;

    /// The bytes of the small regions, which come first.
    pub(crate) const FRONT: u64 = 2 * Self::SMALL;

    /// Keeps bytes behind the small regions: some for good, and some until [`SharedMemory::give_back`].
    pub(crate) fn reserve(&mut self, fixed: u64, reserved: u64) {
        (self.fixed, self.regions.reserved) = (fixed, reserved);
        self.bytes = self.bytes.max(Self::FRONT + fixed + reserved);
    }

    /// Gives the reserved bytes back, which some thread may still read.
    pub(crate) fn give_back(&mut self) {
        self.regions.reserved = 0;
        self.regions.read[2] = true;
    }

    /// The number of bytes that all allocations need.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The readers known at this point of the code.
    pub(crate) fn regions(&self) -> SharedRegions {
        self.regions
    }

    /// Restores the known readers.
    pub(crate) fn restore(&mut self, regions: SharedRegions) {
        self.regions = regions;
    }

    /// All threads were at a barrier: nobody reads anything.
    pub(crate) fn synchronize(&mut self) {
        self.regions.read = [false; 3];
    }

    /// Control arrives from several places: somebody may read anything.
    pub(crate) fn forget(&mut self) {
        self.regions.read = [true; 3];
    }

    /// The region that was allocated last is read from here on.
    pub(crate) fn mark_read(&mut self) {
        self.regions.read[self.regions.last] = true;
    }

    /// What was known before some code, if that allocated nothing; the code need not have run.
    pub(crate) fn recall_unless_allocated(&mut self, before: SharedRegions) {
        if self.regions.taken == before.taken {
            self.regions.read = before.read;
        }
    }

    /// Whether an allocation of so many bytes has to wait for readers at a barrier.
    pub(crate) fn must_wait(&self, bytes: u64) -> bool {
        self.regions.read[self.region_for(bytes)]
    }

    /// Allocates bytes and returns their offset. The region is chosen by who reads now.
    pub(crate) fn allocate(&mut self, region: Region, bytes: u64) -> u64 {
        self.regions.last = region.0;
        self.regions.taken += 1;
        let offset = match region.0 {
            0 | 1 => Self::SMALL * u64::from(region.0 == 1),
            _ => Self::FRONT + self.fixed + self.regions.reserved,
        };
        self.bytes = self.bytes.max(offset + bytes.next_multiple_of(16));
        offset
    }

    /// The region that so many bytes go to.
    pub(crate) fn choose(&self, bytes: u64) -> Region {
        Region(self.region_for(bytes))
    }

    fn region_for(&self, bytes: u64) -> usize {
        if bytes > Self::SMALL { 2 } else { usize::from(self.regions.read[0]) }
    }
}

/// A region of shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Region(usize);
