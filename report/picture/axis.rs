//! One axis of a picture: drawn positions, borders, and omissions.

use driver::convert::count;

/// The content of one place along an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// A border in front of the position.
    Border(i128),
    /// The position.
    At(i128),
    /// Positions left out, from the first to the last.
    Gap(i128, i128),
}

/// The positions of borders.
#[derive(Debug, Clone, Copy)]
pub(super) enum Borders {
    /// In front of every multiple.
    Every(i128),
    /// In front of both positions.
    Ends(i128, i128),
}

/// An axis from `low` up to, and without, `high`.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    /// The first position.
    pub(super) low: i128,
    /// The position after the last.
    pub(super) high: i128,
    /// The positions of borders.
    pub(super) borders: Borders,
    /// Positions to draw before any others, with their neighbours.
    pub(super) anchors: Vec<i128>,
}

impl Axis {
    /// As much of the axis as costs at most `budget`.
    pub(super) fn cells(&self, budget: usize, cost: impl Fn(Cell) -> usize) -> Vec<Cell> {
        let radii = (0..=i128::from(count(budget))).rev();
        let fitting = radii
            .map(|radius| self.within(radius))
            .find(|cells| cells.iter().map(|cell| cost(*cell)).sum::<usize>() <= budget);
        fitting.unwrap_or_else(|| self.within(0))
    }

    /// The positions at most `radius` from an anchor, with borders between them and gaps where some are left out.
    fn within(&self, radius: i128) -> Vec<Cell> {
        let mut cells = Vec::new();
        let mut next = self.low;
        for (first, last) in self.runs(radius) {
            if next < first {
                cells.push(Cell::Gap(next, first - 1));
            }
            for position in first..=last {
                if self.has_border(position) && cells.last() != Some(&Cell::Border(position)) {
                    cells.push(Cell::Border(position));
                }
                cells.push(Cell::At(position));
            }
            next = last + 1;
            if self.has_border(next) {
                cells.push(Cell::Border(next));
            }
        }
        if next < self.high {
            cells.push(Cell::Gap(next, self.high - 1));
        }
        cells
    }

    /// Runs of drawn positions, in order and apart; a single position is never left out alone.
    fn runs(&self, radius: i128) -> Vec<(i128, i128)> {
        let clip = |position: i128| position.clamp(self.low, (self.high - 1).max(self.low));
        let around = |(anchor, radius): (i128, i128)| (clip(anchor - radius), clip(anchor + radius));
        let first = (self.low, radius.min(1));
        let mut wanted: Vec<_> =
            self.anchors.iter().map(|a| (*a, radius)).chain([first]).map(around).collect();
        wanted.sort_unstable();

        let mut runs: Vec<(i128, i128)> = Vec::new();
        for (from, to) in wanted {
            match runs.last_mut() {
                Some(run) if from <= run.1 + 2 => run.1 = run.1.max(to),
                Some(_) | None => runs.push((from, to)),
            }
        }
        if self.low == self.high { Vec::new() } else { runs }
    }

    fn has_border(&self, position: i128) -> bool {
        match self.borders {
            Borders::Every(period) => position.rem_euclid(period) == 0,
            Borders::Ends(first, last) => position == first || position == last,
        }
    }
}

/// Writes the numbers of some positions over the columns where they stand, the important ones first; a number that has
/// no room is left out.
pub(super) fn ruler(columns: &[(usize, i128)], important: &[i128], width: usize) -> String {
    let mut line = vec![' '; width];
    let (first, then): (Vec<_>, Vec<_>) = columns.iter().partition(|(_, at)| important.contains(at));
    for (column, position) in first.into_iter().chain(then) {
        let number = position.to_string();
        let end = column + number.len();
        let room = column.saturating_sub(1)..(end + 1).min(width);
        if end <= width && line[room].iter().all(|c| *c == ' ') {
            line.splice(column..end, number.chars());
        }
    }
    line.into_iter().collect::<String>().trim_end().to_owned()
}
