//! Mistakes put into the verifier on purpose, each consulted at the one place that it concerns: only to test that the
//! tests find such a mistake. Nothing but tests sets one.

/// A mistake.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// The stores of one kernel are taken to cover those of the other.
    OneSideWrites,
    /// What a loop carries is equal at every place that an iteration looks at, if it is at the place of the iteration before.
    PlacesMove,
    /// A load gives what was in memory at launch, whatever the kernel has stored before.
    ReadsOfWritten,
    /// Operands of every operation may change places.
    AnyOrder,
    /// Elements at other places of an array are equal.
    AnyElement,
    /// What loops carry stays equal if it is so at first.
    IterationsUnchecked,
    /// An array that may differ outside of what the caller owns is the same everywhere.
    OutsideIsShared,
    /// No result of integer arithmetic is ever brought back to its width.
    NothingWraps,
    /// Two lanes of one store count as one lane.
    OneLaneOfStore,
    /// Two racing accesses are taken to have the same lane.
    OneLaneOfRace,
    /// What holds on one path is believed on all.
    FactLeavesPath,
    /// The bounds of a sum are believed where the sum is used, and not where its terms are defined.
    SumAtUse,
    /// A prefix of a scan has elements at every lane, also at one that the tile does not have.
    ScanLaneAtUse,
    /// The invariants of a carried tile hold at every lane, also at one that the tile does not have.
    CarriedLaneAtUse,
    /// A join of memory stored with two types has the first type.
    FragmentWidth,
    /// An index below a view's index space counts as its first.
    NoLowerEnd,
    /// Tiles of two partitions are taken for disjoint whatever the partitions are.
    AnyGeometry,
    /// What is assumed is a fact, and need not hold.
    AssumptionIsFact,
    /// What is suggested for the head of a loop is not checked where iterations end.
    UncheckedLoop,
    /// An array of the block has one address in all blocks.
    BlocksShareAddresses,
    /// Every array of a list is as large as any.
    ListedArraysAreLarge,
    /// All arrays of a list have the numbers of its first.
    ListedArraysAreAlike,
    /// What is stored to arrays of lists is stored to nothing that may overlap them.
    ListedArraysAreUnwritten,
    /// No array of a list overlaps a buffer of which a clause is supposed of what is stored.
    ListsOverlapNothing,
    /// A pointer for which one number is a word of a table leads to arrays of that list alone.
    WordsLeadToListsAlone,
    /// The arrays of a list are aligned as an assumption about any place in one of them says, wherever that stands.
    ListsAreAlignedAnywhere,
    /// What the contract says of memory at launch is believed of memory that is written.
    ContentsOfWritten,
    /// Relations between elements at launch are believed of elements that are stored later.
    RelationsOfWritten,
    /// No load is taken to find what its own block has stored.
    NeverStale,
    /// Whatever is stored to a buffer keeps what the contract says of its contents.
    AlwaysKept,
    /// A loop adds once to what is in memory, however many iterations add to it.
    UpdatesOnce,
    /// A store that has steps like those of a load has written all that the load reads.
    AnyLaneWritten,
    /// What is stored between a store and a load of one array of the block is not looked at.
    StoredBetween,
    /// A store is taken to keep all older fragments of the array, except those that begin at the same byte.
    OverlapKept,
    /// What one side of a branch stores to an array of the block is not looked at behind it.
    BranchForgotten,
    /// No loop stores to an array of the block.
    LoopStoresNothing,
    /// A token that waits for an operation's latest run counts as one that waits for all runs.
    LatestIsAll,
    /// A choice between tokens that a loop makes in every round counts as made once.
    ForkInLoop,
    /// Accesses of one place are one access, whatever their masks are.
    AnyMaskIsOne,
    /// Lanes under a mask are not checked.
    MaskUnchecked,
    /// Every buffer is aligned to 256 bytes.
    AlignmentKnown,
    /// Buffers never overlap, whatever the contract says.
    AliasIgnored,
    /// Strong accesses never race, whatever their scopes and sizes are.
    StrongIsEnough,
    /// Whatever a release and an acquire may order, they order.
    AlwaysHandedOver,
    /// What an undetermined condition chooses is determined.
    ChoiceForgets,
    /// Results of reductions and scans count as determined for every element.
    CombinedForgets,
    /// A product counts as determined if its accumulator is.
    ProductForgets,
    /// Control always comes behind a `for`.
    LoopAlwaysEnds,
    /// The identity of a minimum is never its result, also where all elements are NaN.
    ChoosesPastNan,
    /// A chosen float equals one of its operands even with flushed subnormals.
    ChoosesPastFlush,
    /// No float of a narrow type is infinite.
    NoNarrowInfinity,
    /// A quotient of what has no bound has one.
    UnboundedIsBound,
    /// A number that got a name on one path has it on all.
    NameLeavesPath,
    /// A quotient times its divisor is no more than the dividend, also where it was rounded up.
    CeilingIsFloor,
    /// A loop that begins at the number of the block has one residue class of its steps, however many blocks there are.
    MoreBlocksThanSteps,
    /// A digit that lower ones make up for is equal in two equal numbers.
    DigitsOverlap,
    /// What is kept of quotients, remainders and tile indices need not be proved.
    CutUnproved,
    /// A lock that several lanes or rounds give back is given back once.
    GivenBackOften,
    /// A lock that is taken in one round of a loop is had in all of them.
    TurnsAreOne,
    /// Any block that gives a lock back counts as its holder.
    AnyoneGivesBack,
    /// Two blocks that have taken locks have taken the same.
    AllLocksAreOne,
    /// What stands behind an exchange in the text waits for it.
    LockNeedsNoToken,
    /// A lock is given back behind all that stands before that in the text.
    GivenBackTooSoon,
    /// A lock that is given back by a relaxed access is given back by a release.
    GivenBackQuietly,
    /// Two blocks that have counted have counted in the same place.
    AllCountsAreOne,
    /// Nothing writes to a counter but those who count.
    OnlyTicketsWrite,
    /// Whatever a block has counted, it is the last.
    AnyCountIsLast,
    /// A block counts behind all that stands before that in the text.
    CountedTooSoon,
    /// The last block hears of the others, also where it does not acquire.
    LastHearsAnyhow,
    /// What was read is nothing that memory held at launch.
    NothingAtLaunch,
    /// A release waits for all that stands before it in the text.
    SaidTooSoon,
    /// Any block that released the value counts as the sender of the message.
    AnybodysMessage,
    /// A block that would write an element is taken to be in the grid.
    EveryBlockIsThere,
    /// The iteration and the lane that would write an element are taken to be there.
    EveryIterationIsThere,
    /// A lane that would write an element is taken to be under no mask.
    MaskIsTrue,
    /// Of the rows of which the greatest element is taken, none is wholly masked.
    RowsAreNeverMasked,
    /// An `approx` quotient is near to the exact one for divisors of any magnitude.
    ApproximatesAnyDivisor,
    /// Two kernels that load one byte as different types get the same number.
    SameBytesSameValue,
    /// Any write to a flag is taken to end the wait.
    AnythingIsSet,
    /// A flag is set in time by a block of any number.
    LaterBlocksSet,
    /// What is known of a block that waits for a flag is believed of the block that sets it.
    SettersAreWaiters,
    /// Any block that might set a flag is taken to set it.
    SettersAlwaysSet,
    /// The greater of two tiles is the first of them.
    GreatestStays,
    /// Every `for` has an iteration.
    LoopsAreEntered,
    /// Each iteration leaves all of what is no less than a part of it.
    PartsAreKept,
    /// What the contract says of floats at launch is believed of arrays that the kernel writes.
    NothingIsOverwritten,
    /// What the contract says of one argument that is a float is believed of all.
    OneBoundsAll,
    /// A sum that a loop carries is taken for one of its terms.
    SumsDoNotGrow,
    /// A tile that a loop adds is taken for another one in each iteration.
    TilesAreOthers,
    /// Whatever a sum is divided by is taken for the number of its elements.
    AnythingCounts,
    /// A number that a loop carries is taken for a ranking though it may stay what it is.
    StayingIsGoing,
    /// A loop that tries to take a lock goes on only where it has not got it.
    TryingIsWaiting,
    /// A lock that is waited for is free at launch.
    LocksAreFree,
    /// Whatever is written to the place of a lock, it says that the lock is free.
    AnythingIsFree,
    /// Every holder of a lock is taken to reach its release.
    HoldersMayLeave,
    /// Whoever has a lock may wait for another before it is given back.
    HoldersMayWait,
    /// What an author says goes down in every iteration of a loop does.
    RankingIsBelieved,
    /// The lanes of one write are taken to be at different elements.
    LanesWriteOnce,
}

impl Flaw {
    /// All of them.
    #[doc(hidden)]
    pub const ALL: &[Flaw] = &[
        Flaw::NothingWraps,
        Flaw::OneLaneOfStore,
        Flaw::OneLaneOfRace,
        Flaw::FactLeavesPath,
        Flaw::SumAtUse,
        Flaw::ScanLaneAtUse,
        Flaw::CarriedLaneAtUse,
        Flaw::FragmentWidth,
        Flaw::NoLowerEnd,
        Flaw::AnyGeometry,
        Flaw::AssumptionIsFact,
        Flaw::UncheckedLoop,
        Flaw::BlocksShareAddresses,
        Flaw::ListedArraysAreLarge,
        Flaw::ListedArraysAreAlike,
        Flaw::ListedArraysAreUnwritten,
        Flaw::ListsOverlapNothing,
        Flaw::WordsLeadToListsAlone,
        Flaw::ListsAreAlignedAnywhere,
        Flaw::ContentsOfWritten,
        Flaw::RelationsOfWritten,
        Flaw::NeverStale,
        Flaw::AlwaysKept,
        Flaw::UpdatesOnce,
        Flaw::AnyLaneWritten,
        Flaw::StoredBetween,
        Flaw::OverlapKept,
        Flaw::BranchForgotten,
        Flaw::LoopStoresNothing,
        Flaw::LatestIsAll,
        Flaw::ForkInLoop,
        Flaw::AnyMaskIsOne,
        Flaw::MaskUnchecked,
        Flaw::AlignmentKnown,
        Flaw::AliasIgnored,
        Flaw::StrongIsEnough,
        Flaw::AlwaysHandedOver,
        Flaw::ChoiceForgets,
        Flaw::CombinedForgets,
        Flaw::ProductForgets,
        Flaw::LoopAlwaysEnds,
        Flaw::ChoosesPastNan,
        Flaw::ChoosesPastFlush,
        Flaw::NoNarrowInfinity,
        Flaw::UnboundedIsBound,
        Flaw::NameLeavesPath,
        Flaw::CeilingIsFloor,
        Flaw::MoreBlocksThanSteps,
        Flaw::CutUnproved,
        Flaw::DigitsOverlap,
        Flaw::GivenBackOften,
        Flaw::TurnsAreOne,
        Flaw::AnyoneGivesBack,
        Flaw::AllLocksAreOne,
        Flaw::LockNeedsNoToken,
        Flaw::GivenBackTooSoon,
        Flaw::GivenBackQuietly,
        Flaw::AllCountsAreOne,
        Flaw::OnlyTicketsWrite,
        Flaw::AnyCountIsLast,
        Flaw::CountedTooSoon,
        Flaw::LastHearsAnyhow,
        Flaw::NothingAtLaunch,
        Flaw::SaidTooSoon,
        Flaw::AnybodysMessage,
    ];
}
