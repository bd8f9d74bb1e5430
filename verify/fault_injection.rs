//! Deliberate faults in the verifier, each consulted at a single place, to test that the tests find such mistakes.
//! Only tests inject a fault.

/// A mistake.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// The stores of one kernel are taken to cover those of the other.
    OneSideWrites,
    /// A carried value is equal at every place read by an iteration if it is equal at the place of the previous iteration.
    PlacesMove,
    /// A load returns the launch contents, whatever the kernel has stored before.
    ReadsOfWritten,
    /// Operands of every operation may change places.
    AnyOrder,
    /// Elements at other places of an array are equal.
    AnyElement,
    /// Carried values of loops stay equal if they are equal at first.
    IterationsUnchecked,
    /// An array that may differ outside of the caller's part is equal everywhere.
    OutsideIsShared,
    /// No result of integer arithmetic is ever brought back to its width.
    NothingWraps,
    /// Two lanes of one store count as one lane.
    OneLaneOfStore,
    /// Two racing accesses are taken to have the same lane.
    OneLaneOfRace,
    /// A fact of one path is believed on all paths.
    FactLeavesPath,
    /// The bounds of a sum are believed at its use instead of at the definitions of its terms.
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
    /// Suggestions for the head of a loop are not checked at the ends of iterations.
    UncheckedLoop,
    /// An array of the block has one address in all blocks.
    BlocksShareAddresses,
    /// Every array of a list is as large as any.
    ListedArraysAreLarge,
    /// All arrays of a list have the numbers of its first.
    ListedArraysAreAlike,
    /// Stores to arrays of lists leave overlapping arrays unchanged.
    ListedArraysAreUnwritten,
    /// No array of a list overlaps a buffer of which a clause is supposed of what is stored.
    ListsOverlapNothing,
    /// A pointer with one number from a table leads only to arrays of the list.
    WordsLeadToListsAlone,
    /// The arrays of a list are aligned like an assumption about any place in an array.
    ListsAreAlignedAnywhere,
    /// The contract's clauses about launch contents are believed of written memory.
    ContentsOfWritten,
    /// Relations between elements at launch are believed of elements that are stored later.
    RelationsOfWritten,
    /// No load is taken to find a store of its own block.
    NeverStale,
    /// Every store keeps the contract's clauses about contents.
    AlwaysKept,
    /// A loop adds once to memory, for any number of iterations.
    UpdatesOnce,
    /// A store with the steps of a load has written all elements of the load.
    AnyLaneWritten,
    /// A store is taken to keep all older fragments of the array, except those that begin at the same byte.
    OverlapKept,
    /// Stores on one side of a branch to an array of the block are forgotten behind the branch.
    BranchForgotten,
    /// No loop stores to an array of the block.
    LoopStoresNothing,
    /// A token that waits for an operation's latest run counts as one that waits for all runs.
    LatestIsAll,
    /// A choice between tokens that a loop makes in every round counts as made once.
    ForkInLoop,
    /// A `for` that stands in no loop has an iteration.
    LoopIterates,
    /// The code of Triton's compiler that orders accesses runs in every launch.
    CodeAlwaysRuns,
    /// One thread makes all lanes of accesses with one layout.
    OneThreadForAll,
    /// Accesses to one place are one access, whatever their masks.
    AnyMaskIsOne,
    /// Lanes under a mask are not checked.
    MaskUnchecked,
    /// Every buffer is aligned to 256 bytes.
    AlignmentKnown,
    /// Buffers never overlap, despite the contract.
    AliasIgnored,
    /// Strong accesses never race, whatever their scopes and sizes are.
    StrongIsEnough,
    /// A release and an acquire order everything they may order.
    AlwaysHandedOver,
    /// A choice by an undetermined condition is determined.
    ChoiceForgets,
    /// Results of reductions and scans count as determined for every element.
    CombinedForgets,
    /// A product counts as determined if its accumulator is.
    ProductForgets,
    /// Control always comes behind a `for`.
    LoopAlwaysEnds,
    /// The identity of a minimum is never its result, even if all elements are NaN.
    ChoosesPastNan,
    /// A chosen float equals one of its operands even with flushed subnormals.
    ChoosesPastFlush,
    /// No float of a narrow type is infinite.
    NoNarrowInfinity,
    /// A quotient of an unbounded number is bounded.
    UnboundedIsBound,
    /// A name of a number on one path is valid on all paths.
    NameLeavesPath,
    /// A quotient times its divisor is at most the dividend, even if rounded up.
    CeilingIsFloor,
    /// A loop that starts at the block's number has one residue class of its steps, for any number of blocks.
    MoreBlocksThanSteps,
    /// A digit that lower ones make up for is equal in two equal numbers.
    DigitsOverlap,
    /// The digits of two places in unknown strides are not apart.
    DigitsAreClose,
    /// Parts of a sum are never negative.
    TermsAreNatural,
    /// A choice in the offset of an access has its second case.
    ChoiceUndecided,
    /// What is kept of quotients, remainders and tile indices need not be proved.
    CutUnproved,
    /// A lock that several lanes or rounds give back is given back once.
    GivenBackOften,
    /// A lock taken in one iteration of a loop is held in all iterations.
    TurnsAreOne,
    /// Any block that releases a lock counts as its holder.
    AnyoneGivesBack,
    /// Two blocks with locks hold the same lock.
    AllLocksAreOne,
    /// Operations behind an exchange in the text wait for it.
    LockNeedsNoToken,
    /// A lock is released behind all earlier operations in the text.
    GivenBackTooSoon,
    /// A lock that is given back by a relaxed access is given back by a release.
    GivenBackQuietly,
    /// Two counting blocks count in the same place.
    AllCountsAreOne,
    /// Only counting operations write to a counter.
    OnlyTicketsWrite,
    /// Any count makes a block the last.
    AnyCountIsLast,
    /// A block counts behind all earlier operations in the text.
    CountedTooSoon,
    /// The last block observes the others even without an acquire.
    LastHearsAnyhow,
    /// A read value is never the launch contents.
    NothingAtLaunch,
    /// A release waits for all earlier operations in the text.
    SaidTooSoon,
    /// Any block that released the value counts as the sender of the message.
    AnybodysMessage,
    /// A block that would write an element is taken to be in the grid.
    EveryBlockIsThere,
    /// The iteration and the lane that would write an element are taken to exist.
    EveryIterationIsThere,
    /// A lane that would write an element is taken to be under no mask.
    MaskIsTrue,
    /// Of the rows of which the greatest element is taken, none is wholly masked.
    RowsAreNeverMasked,
    /// An `approx` quotient is near to the exact one for divisors of any magnitude.
    ApproximatesAnyDivisor,
    /// Two kernels that load one byte as different types get equal numbers.
    SameBytesSameValue,
    /// Any write to a flag is taken to end the wait.
    AnythingIsSet,
    /// A flag is set in time by a block of any number.
    LaterBlocksSet,
    /// Facts about a block that waits for a flag are believed of the block that sets the flag.
    SettersAreWaiters,
    /// Any block that may set a flag is taken to set it.
    SettersAlwaysSet,
    /// The greater of two tiles is the first of them.
    GreatestStays,
    /// Every `for` has an iteration.
    LoopsAreEntered,
    /// Each iteration keeps the whole of a value instead of a part.
    PartsAreKept,
    /// The contract's bounds of floats at launch are believed of arrays that the kernel writes.
    NothingIsOverwritten,
    /// The contract's bounds of one float argument are believed of all.
    OneBoundsAll,
    /// A carried sum is taken for one of its terms.
    SumsDoNotGrow,
    /// A tile that a loop adds is taken to differ in each iteration.
    TilesAreOthers,
    /// Any divisor of a sum is taken for the number of its elements.
    AnythingCounts,
    /// A carried number is taken for a ranking although it may stay equal.
    StayingIsGoing,
    /// A loop that tries to take a lock continues only without the lock.
    TryingIsWaiting,
    /// A lock that is waited for is free at launch.
    LocksAreFree,
    /// Every write to the place of a lock makes it free.
    AnythingIsFree,
    /// Every holder of a lock is taken to reach its release.
    HoldersMayLeave,
    /// The holder of a lock may wait for another lock before the release.
    HoldersMayWait,
    /// What an author says goes down in every iteration of a loop does.
    RankingIsBelieved,
    /// The lanes of one write are taken to be at different elements.
    LanesWriteOnce,
}

impl Flaw {
    /// All faults.
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
        Flaw::OverlapKept,
        Flaw::BranchForgotten,
        Flaw::LoopStoresNothing,
        Flaw::LatestIsAll,
        Flaw::ForkInLoop,
        Flaw::LoopIterates,
        Flaw::CodeAlwaysRuns,
        Flaw::OneThreadForAll,
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
        Flaw::DigitsAreClose,
        Flaw::TermsAreNatural,
        Flaw::ChoiceUndecided,
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
