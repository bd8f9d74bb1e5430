//! The algebra of layouts, on random ones.

use proptest::prelude::*;

use super::*;

const THREADS: usize = 6;

/// Layouts of tiles of 2⁸ elements in which no bit of a thread's number is taken twice.
fn layouts() -> impl Strategy<Value = Layout> {
    prop::collection::vec(0..3u8, 8).prop_flat_map(|kinds| {
        Just((0..THREADS).collect::<Vec<usize>>()).prop_shuffle().prop_map(move |threads| {
            let mut threads = threads.into_iter();
            let bits = kinds.iter().map(|kind| match kind {
                0 => BitSource::Broadcast,
                1 => BitSource::Register,
                _ => threads.next().map_or(BitSource::Register, BitSource::Thread),
            });
            Layout { bits: bits.collect() }
        })
    })
}

proptest! {
    #[test]
    fn warps_keep_what_they_have(a in layouts(), b in layouts(), stay in 0usize..4) {
        prop_assert!(!a.has_same_warps_as(&a, THREADS) || a.has_same_warps_as(&a.with_warps_of(&a, THREADS, 0..0).unwrap(), THREADS));
        let Some(moved) = a.with_warps_of(&b, THREADS, 0..stay) else { return Ok(()) };
        prop_assert!(b.has_same_warps_as(&moved, THREADS));
        let lane = |place: &BitSource| matches!(place, BitSource::Thread(thread) if *thread < LANE_BITS);
        for (bit, (old, new)) in a.bits.iter().zip(&moved.bits).enumerate() {
            let stays = bit < stay && *old == BitSource::Register || *old == BitSource::Broadcast || lane(old);
            prop_assert!(!stays || old == new, "lanes and runs stay where they are");
            prop_assert!(lane(old) || !lane(new));
        }
    }

    #[test]
    fn in_a_join_all_matters_that_matters_in_one(a in layouts(), b in layouts()) {
        let joined = a.join(&b, THREADS);
        for bit in 0..8 {
            let matters = a.bits[bit] != BitSource::Broadcast || b.bits[bit] != BitSource::Broadcast;
            prop_assert_eq!(joined.bits[bit] != BitSource::Broadcast, matters);
        }
        prop_assert!(a.can_serve_as(&joined), "the first stays where it is");
        let mut threads: Vec<usize> = joined.thread_bits().map(|(thread, _)| thread).collect();
        let count = threads.len();
        threads.sort_unstable();
        threads.dedup();
        prop_assert_eq!(threads.len(), count, "no bit of a thread's number is taken twice");
        prop_assert!(threads.iter().all(|thread| *thread < THREADS));
    }

    #[test]
    fn registers_and_indices_are_inverse(layout in layouts()) {
        for register in 0..layout.registers() {
            prop_assert_eq!(layout.register_of(layout.index_of(register)), register);
        }
    }
}
