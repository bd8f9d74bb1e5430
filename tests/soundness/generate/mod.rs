//! Generated kernels, with contracts that are right, or somewhere off by 1.
//!
//! A kernel consists of pieces. Each makes some accesses and adds the necessary clauses to the contract. Occasionally a number, a mask, a
//! token or a clause gets a mistake. Choices come from a byte sequence, generated and shrunk by proptest.

mod array;
mod choices;
mod draft;
mod families;
mod formats;
mod index;
mod pieces;
mod place;

pub(crate) use self::choices::Choices;
use self::draft::{CAREFUL, CARELESS, Draft};
use self::index::{Count, Index};
use self::pieces::views::TILES;

/// How deep pieces stand in one another.
const DEPTH: usize = 2;

/// The text of a kernel with a mixture of everything, from these choices.
pub(crate) fn any(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, |draft| {
        draft.launch();
        draft.kernel();
    })
}

/// Of one about ways out of loops and branches, and control that never comes back.
pub(crate) fn ways_out(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::ways_out)
}

/// Kernels about NaN and extreme floats, and indices computed from them.
pub(crate) fn odd_floats(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::odd_floats)
}

/// Of one whose contract has numbers of up to 64 bits, their products and quotients.
pub(crate) fn large_numbers(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::large_numbers)
}

/// Kernels about blocks that visit tiles in groups.
pub(crate) fn grouped_orders(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::grouped_orders)
}

/// Kernels about places in a mixed radix.
pub(crate) fn digits(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::digits)
}

/// Kernels about counters in memory.
pub(crate) fn counters(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::counters)
}

/// Kernels about blocks that take tiles in turn.
pub(crate) fn persistent_loops(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::persistent_loops)
}

/// Kernels about related elements of a buffer.
pub(crate) fn related_contents(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::related_contents)
}

/// Kernels about values of a region used behind it.
pub(crate) fn yielded_values(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::yielded_values)
}

/// Of one about bytes of the block that are stored and read at several widths.
pub(crate) fn local_widths(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::local_widths)
}

/// Kernels about lists of arrays with possible overlaps.
pub(crate) fn listed_arrays(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::listed_arrays)
}

/// Of one about arrays of the block.
pub(crate) fn local_memory(name: &str, bytes: &[u8]) -> String {
    text(name, bytes, Draft::local_memory)
}

fn text(name: &str, bytes: &[u8], write: impl FnOnce(&mut Draft)) -> String {
    let mut draft = Draft::new(Choices::new(bytes));
    write(&mut draft);
    draft.finish(name)
}

impl Draft {
    /// The grid, with the block's place in it.
    fn launch(&mut self) {
        let kind = self.choices.below(5);
        if kind == 0 {
            self.grid.push("1".to_owned());
            return;
        }
        let mut counts = Vec::new();
        if kind == 1 {
            counts.push(Count::Fixed(self.choices.one(&[2, 3, 5])));
        } else {
            let axes = if kind == 4 { 2 } else { 1 };
            for _ in 0..axes {
                let size = self.param("n", "tile<i32>");
                let least = self.near(1);
                self.clause(format!("requires = {size} >= {least}"));
                if self.choices.flip() {
                    let most = self.choices.one(&[40, 32, 1000]);
                    self.clause(format!("requires = {size} <= {most}"));
                }
                counts.push(Count::Tiles(size, self.choices.one(TILES)));
            }
        }
        let names = ["bx", "by", "bz"].map(|hint| format!("%{}", self.fresh(hint)));
        self.line(&format!("{} = get_tile_block_id : tile<i32>", names.join(", ")));
        for (count, value) in counts.into_iter().zip(names) {
            let extra = if self.choices.rarely(16) { " + 1" } else { "" };
            self.grid.push(format!("{}{extra}", count.clause()));
            self.blocks.push(Index { value, count });
        }
    }

    /// A piece or a few. In four kernels of five, one piece is careless.
    fn kernel(&mut self) {
        let count = 1 + self.choices.below(3);
        let careless = if self.choices.below(5) == 0 { count } else { self.choices.below(count) };
        for piece in 0..count {
            self.odds = if piece == careless { CARELESS } else { CAREFUL };
            self.piece(DEPTH);
        }
    }

    /// A piece, which may have pieces inside.
    pub(super) fn piece(&mut self, depth: usize) {
        match self.choices.below(if depth == 0 { 32 } else { 41 }) {
            0 | 1 => self.store_element(),
            2 | 3 => self.copy_tile(),
            4 | 5 => self.copy_elements(),
            6 => self.sum_tile(),
            7 => self.store_plane(),
            8 => self.choose_array(),
            9 if self.choices.flip() => self.meet(),
            9 => self.count_all(),
            10 | 11 => self.gather(),
            12 | 13 => self.computed_index(),
            14 => self.promised(),
            15 => self.narrow_index(),
            16 => self.assumption(),
            17 => self.store_and_load(),
            18 => self.loop_of_stores(),
            19 => self.two_tilings(),
            20 => self.branch_on_memory(),
            21..=23 => self.rare(),
            24 => self.scatter(),
            25 => self.combined(),
            26 => self.product(),
            27 => self.parts(),
            28 => self.array_of_the_module(),
            29 => self.stepping(),
            30 => self.named_rows(),
            31 => self.updates(),
            32 | 33 => self.branch(depth - 1),
            34 | 35 => self.counted_loop(depth - 1),
            36 => self.open_loop(depth - 1),
            37 => self.strided_loop(depth - 1),
            _ => self.joined(),
        }
    }

    /// Pieces with little outside.
    fn rare(&mut self) {
        match self.choices.below(7) {
            0 => self.promised(),
            1 => self.odd_loop(),
            6 => self.message(),
            2 => self.odd_rows(),
            3 => self.odd_stride(),
            4 => self.far_offset(),
            _ => self.far_view(),
        }
    }

    /// Pieces about joins of control flow.
    fn joined(&mut self) {
        match self.choices.below(3) {
            0 => self.joined_index(),
            1 => self.carried_index(),
            _ => self.early_return(),
        }
    }
}
