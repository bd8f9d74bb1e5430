//! A tile of a view: the array cut into tiles, as the documents draw it.

use super::axis::{Axis, Borders, Cell, ruler};
use super::drawing::Drawing;
use super::legend::{Room, legend, listed};

/// What a picture of a tile needs to know.
#[derive(Debug, Clone, Copy)]
pub(super) struct View<'a> {
    /// Extents of the array.
    pub(super) extents: &'a [u64],
    /// Extents of the tile, by tile axis.
    pub(super) tile: &'a [u32],
    /// How many elements apart tiles begin, by tile axis.
    pub(super) steps: &'a [u64],
    /// The tile, by tile axis.
    pub(super) index: &'a [u64],
    /// Tile axis `d` runs along array axis `dim_map[d]`.
    pub(super) dim_map: &'a [usize],
    /// The element of the tile that is to blame, by tile axis.
    pub(super) lane: Option<&'a [u32]>,
    /// Whether elements outside of the array are left out.
    pub(super) masked: bool,
}

/// One axis of the array: its extent, the tile's extent, the distance between tiles, the tile's start, and the
/// offending element's position.
#[derive(Debug, Clone, Copy)]
struct Span {
    extent: i128,
    tile: i128,
    step: i128,
    start: i128,
    blamed: Option<i128>,
}

impl Span {
    /// The axis of a picture without this axis.
    const NONE: Span = Span { extent: 1, tile: 1, step: 1, start: 0, blamed: None };

    /// The cut of a picture without this axis.
    fn level(self) -> i128 {
        self.blamed.unwrap_or(self.start)
    }

    fn in_array(self, position: i128) -> bool {
        (0..self.extent).contains(&position)
    }

    fn in_tile(self, position: i128) -> bool {
        (self.start..self.start + self.tile).contains(&position)
    }

    fn is_inside(self) -> bool {
        self.start >= 0 && self.start + self.tile <= self.extent
    }

    /// Whether the axis is cut without gaps and overlaps, so that every tile can be drawn.
    fn is_cut(self) -> bool {
        self.step == self.tile
    }

    /// Whether the tile that holds the position starts inside the array; where tiles overlap or leave gaps, whether the
    /// position does.
    fn in_index_space(self, position: i128) -> bool {
        self.in_array(if self.is_cut() { position.div_euclid(self.tile) * self.tile } else { position })
    }

    /// Whether some position of the cell is in the array, and whether some is in the tile.
    fn holds(self, cell: Cell) -> (bool, bool) {
        let (Cell::Border(first) | Cell::At(first) | Cell::Gap(first, _)) = cell;
        let last = if let Cell::Gap(_, last) = cell { last } else { first };
        let overlaps = |from: i128, to: i128| first.max(from) <= last.min(to - 1);
        (overlaps(0, self.extent), overlaps(self.start, self.start + self.tile))
    }

    fn axis(self) -> Axis {
        let tiles = (self.extent + self.tile - 1).div_euclid(self.tile);
        let end = self.start + self.tile;
        let mut anchors = vec![self.start, end - 1, self.extent - 1];
        anchors.extend(self.in_tile(self.extent).then_some(self.extent));
        anchors.extend(self.blamed);
        let (last, borders) = if self.is_cut() {
            (tiles * self.tile, Borders::Every(self.tile))
        } else {
            (self.extent, Borders::Ends(self.start, end))
        };
        Axis { low: self.start.min(0), high: end.max(last), borders, anchors }
    }
}

/// The minimum lines of a grid that show a tile crossing the array's end.
const LEAST: usize = 4;

/// Draws the view in about as many lines as there is room for.
pub(super) fn draw(view: View<'_>, name: &str, room: Room) -> Drawing {
    let spans = spans(view);
    let (row, column) = drawn_axes(&spans);
    let none = Span { blamed: view.lane.map(|_| 0), ..Span::NONE };
    let at = |axis: Option<usize>| axis.map_or(none, |axis| spans[axis]);
    let sheet = Sheet {
        rows: at(row),
        columns: at(column),
        slice_inside: spans
            .iter()
            .enumerate()
            .all(|(axis, span)| Some(axis) == row || Some(axis) == column || span.in_array(span.level())),
        labelled: row.is_some(),
        masked: view.masked,
    };

    let mut lines = heading(view, &spans, name);
    let fixed = (0..spans.len()).filter(|axis| Some(*axis) != row && Some(*axis) != column);
    let slice: Vec<_> = fixed.map(|axis| format!("{} along axis {axis}", spans[axis].level())).collect();
    if let (Some(row), Some(column), false) = (row, column, slice.is_empty()) {
        lines.push(format!("drawn: axis {row} down, axis {column} across, at position {}", slice.join(", ")));
    }
    let height = room.lines.saturating_sub(lines.len() + 2).max(LEAST);
    sheet.draw(Room { lines: height, ..room }, lines)
}

/// The spans, by array axis.
fn spans(view: View<'_>) -> Vec<Span> {
    let mut spans: Vec<_> =
        view.extents.iter().map(|e| Span { extent: i128::from(*e), ..Span::NONE }).collect();
    for (axis, along) in view.dim_map.iter().enumerate() {
        if let (Some(span), Some(size), Some(step), Some(index)) =
            (spans.get_mut(*along), view.tile.get(axis), view.steps.get(axis), view.index.get(axis))
        {
            span.tile = i128::from(*size).max(1);
            span.step = i128::from(*step).max(1);
            span.start = as_signed(*index, span.step, span.extent) * span.step;
            // A row of a gather/scatter view is its own tile, and its lane only selects the row.
            let lane = view.lane.and_then(|lane| lane.get(axis));
            span.blamed = lane.map(|lane| span.start + i128::from(*lane).min(span.tile - 1));
        }
    }
    spans
}

/// Indices are read as natural numbers. One from 2³¹ or 2⁶³ on that leaves the array is most likely a negative number
/// in the author's mind, and is drawn as one.
pub(crate) fn as_signed(index: u64, step: i128, extent: i128) -> i128 {
    let outside = i128::from(index) * step >= extent;
    match u32::try_from(index) {
        Ok(narrow) if outside => narrow.cast_signed().into(),
        Err(_) if outside => index.cast_signed().into(),
        Ok(_) | Err(_) => index.into(),
    }
}

/// Which array axes run down and across: the last two, or the first that the tile leaves and the last.
fn drawn_axes(spans: &[Span]) -> (Option<usize>, Option<usize>) {
    let rank = spans.len();
    let column = rank.checked_sub(1);
    let outside = (0..rank.saturating_sub(2)).find(|axis| !spans[*axis].is_inside());
    (outside.or(rank.checked_sub(2)), column)
}

/// A description of the picture.
fn heading(view: View<'_>, spans: &[Span], name: &str) -> Vec<String> {
    if spans.is_empty() {
        return vec![format!("{name} is a single element")];
    }
    let index = view.dim_map.iter().filter_map(|axis| spans.get(*axis));
    let index = listed(index.map(|span| span.start.div_euclid(span.step)), ", ");
    let first = listed(spans.iter().map(|s| s.start), ", ");
    let last = listed(spans.iter().map(|s| s.start + s.tile - 1), ", ");
    let is_identity = view.dim_map.iter().copied().eq(0..spans.len());
    let along = listed(view.dim_map.iter().map(|axis| i128::from(driver::convert::count(*axis))), ", ");
    let mapped =
        if is_identity { String::new() } else { format!("; its axes run along array axes ({along})") };
    let steps = listed(view.steps.iter().map(|step| i128::from(*step)), " × ");
    let begin = if spans.iter().all(|span| span.is_cut()) {
        String::new()
    } else {
        format!(" that begin every {steps}")
    };
    vec![
        format!(
            "{name} has {} elements, cut into tiles of {}{begin}",
            listed(spans.iter().map(|s| s.extent), " × "),
            listed(view.tile.iter().map(|t| i128::from(*t)), " × ")
        ),
        format!("tile ({index}) covers ({first}) to ({last}){mapped}"),
    ]
}

/// Two axes of an array.
struct Sheet {
    rows: Span,
    columns: Span,
    /// Whether the other axes' positions are inside the array.
    slice_inside: bool,
    labelled: bool,
    masked: bool,
}

impl Sheet {
    /// The grid within the room, with its legend.
    fn draw(&self, room: Room, heading: Vec<String>) -> Drawing {
        let rows = self.rows.axis().cells(room.lines - 1, |_| 1);
        let margin = if self.labelled { self.margin(&rows) } else { 4 };
        let across = self.columns.axis().cells(room.columns - margin - 1, |_| 2);

        let lines = rows.iter().map(|row| self.line(*row, &across, margin)).collect();
        let marks = || rows.iter().flat_map(|row| across.iter().map(|column| self.mark(*row, *column)));
        let legend = legend(|mark| marks().any(|used| used == mark));
        Drawing { heading, ruler: Some(self.ruler(&across, margin, room.columns)), rows: lines, legend }
    }

    fn margin(&self, rows: &[Cell]) -> usize {
        let label = |row: &Cell| if let Cell::At(position) = row { position.to_string().len() } else { 1 };
        3 + rows.iter().map(label).max().unwrap_or(1)
    }

    /// The numbers of the first column of each tile, after each gap, and where the tile leaves the array.
    fn ruler(&self, across: &[Cell], margin: usize, width: usize) -> String {
        let Span { extent, start, .. } = self.columns;
        let leaves = self.columns.in_tile(extent).then_some(extent);
        let mut columns = Vec::new();
        for (place, pair) in across.windows(2).enumerate() {
            if let [before, Cell::At(position)] = pair
                && (!matches!(before, Cell::At(_)) || leaves == Some(*position))
            {
                columns.push((margin + 2 * (place + 1), *position));
            }
        }
        ruler(&columns, &[start, leaves.unwrap_or(start)], width)
    }

    fn line(&self, row: Cell, across: &[Cell], margin: usize) -> String {
        let label = match row {
            Cell::At(position) if self.labelled => position.to_string(),
            Cell::Gap(..) => "…".to_owned(),
            Cell::At(_) | Cell::Border(_) => String::new(),
        };
        let mut line = format!("{label:>width$} ", width = margin - 1);
        for (place, column) in across.iter().enumerate() {
            let mark = self.mark(row, *column);
            let border = matches!(row, Cell::Border(_));
            let next = across.get(place + 1);
            let joined = border && mark != ' ' && next.is_some_and(|next| self.mark(row, *next) != ' ');
            let filler = if joined && self.is_edge(row, *column, next) { '-' } else { ' ' };
            line.extend([mark, filler]);
        }
        line.trim_end().to_owned()
    }

    /// Whether a horizontal border runs on from one column to the next.
    fn is_edge(&self, row: Cell, column: Cell, next: Option<&Cell>) -> bool {
        let solid = |cell: Cell| !matches!(cell, Cell::Border(_)) && self.mark(row, cell) == '-';
        solid(column) || next.is_some_and(|next| solid(*next))
    }

    /// The character at a row and a column.
    fn mark(&self, row: Cell, column: Cell) -> char {
        match (row, column) {
            (Cell::Border(r), Cell::Border(c)) => {
                let corners = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)];
                if corners.iter().any(|(r, c)| self.is_drawn(*r, *c)) { '+' } else { ' ' }
            }
            (Cell::Border(r), Cell::At(c) | Cell::Gap(c, _)) => {
                if self.is_drawn(r - 1, c) || self.is_drawn(r, c) { '-' } else { ' ' }
            }
            (Cell::At(r) | Cell::Gap(r, _), Cell::Border(c)) => {
                if self.is_drawn(r, c - 1) || self.is_drawn(r, c) { '|' } else { ' ' }
            }
            (Cell::At(r), Cell::At(c)) => self.element(r, c),
            (Cell::Gap(..), Cell::At(_) | Cell::Gap(..)) | (Cell::At(_), Cell::Gap(..)) => {
                let (row_in_array, row_in_tile) = self.rows.holds(row);
                let (column_in_array, column_in_tile) = self.columns.holds(column);
                let in_array = self.slice_inside && row_in_array && column_in_array;
                if in_array || row_in_tile && column_in_tile { '…' } else { ' ' }
            }
        }
    }

    /// Whether the tile of the element is drawn: it lies in the index space, or is the accessed tile.
    fn is_drawn(&self, row: i128, column: i128) -> bool {
        let accessed = self.rows.in_tile(row) && self.columns.in_tile(column);
        let there = self.rows.in_index_space(row) && self.columns.in_index_space(column);
        accessed || there && self.slice_inside
    }

    fn element(&self, row: i128, column: i128) -> char {
        let in_array = self.slice_inside && self.rows.in_array(row) && self.columns.in_array(column);
        let blamed = self.rows.blamed == Some(row) && self.columns.blamed == Some(column);
        match (in_array, self.rows.in_tile(row) && self.columns.in_tile(column)) {
            (true, true) if blamed => '!',
            (true, true) => '#',
            (false, true) if !self.masked => 'X',
            (true, false) => '.',
            (false, true | false) => ' ',
        }
    }
}
