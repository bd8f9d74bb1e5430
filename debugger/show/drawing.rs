//! Elements in rows and columns. What does not fit is cut, and said to be.

use spec::syntax::count::u64_from_usize;

/// The most rows and columns of a drawing without a requested part.
pub(crate) const ROWS: usize = 16;
pub(crate) const COLUMNS: usize = 8;

/// A table of elements: rows by their labels, and the columns' labels.
pub(crate) struct Table {
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<(String, Vec<String>)>,
}

impl Table {
    /// The table as lines, every column as wide as its widest element.
    pub(crate) fn lines(&self) -> Vec<String> {
        let width = |text: &String| text.chars().count();
        let label = self.rows.iter().map(|(label, _)| width(label)).max().unwrap_or(0);
        let column = |at: usize| {
            let cells = self.rows.iter().filter_map(|(_, cells)| cells.get(at)).map(width);
            cells.chain(self.columns.get(at).map(width)).max().unwrap_or(0)
        };
        let count = self.rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..count).map(column).collect();
        let line = |first: &str, cells: &[String]| {
            let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("  {cell:>width$}"));
            format!("  {first:>label$}{}", cells.collect::<String>()).trim_end().to_owned()
        };
        let head = (!self.columns.is_empty()).then(|| line("", &self.columns));
        head.into_iter().chain(self.rows.iter().map(|(label, cells)| line(label, cells))).collect()
    }
}

/// Elements of a part of a tile: by axis the places that are asked for, and the element at an index. Planes of the last two axes
/// are drawn in turn.
pub(crate) fn draw(
    parts: &[std::ops::Range<u64>],
    cut: bool,
    element: &dyn Fn(&[u64]) -> String,
) -> Vec<String> {
    let (outer, plane) = parts.split_at(parts.len().saturating_sub(2));
    let mut lines = Vec::new();
    let mut left = if cut { ROWS } else { usize::MAX };
    for before in all_indices(outer) {
        if left == 0 {
            lines.push("  … (more planes; ask for a part)".to_owned());
            break;
        }
        if !outer.is_empty() {
            let index: Vec<_> = before.iter().map(ToString::to_string).collect();
            lines.push(format!("  [{}, :, :]", index.join(", ")));
        }
        let drawn = draw_plane(&before, plane, cut, element);
        left = left.saturating_sub(drawn.len());
        lines.extend(drawn);
    }
    lines
}

fn draw_plane(
    before: &[u64],
    plane: &[std::ops::Range<u64>],
    cut: bool,
    element: &dyn Fn(&[u64]) -> String,
) -> Vec<String> {
    let at = |rest: &[u64]| element(&[before, rest].concat());
    match plane {
        [] => vec![format!("  {}", at(&[]))],
        // One axis goes on from line to line.
        [along] => {
            let columns = if along.end - along.start <= 16 { 16 } else { 8 };
            let most = if cut { 64 } else { u64::MAX };
            let shown = along.start..along.end.min(along.start.saturating_add(most));
            let starts = shown.clone().step_by(columns);
            let row = |start: u64| {
                let end = shown.end.min(start + u64_from_usize(columns));
                (format!("[{start}]"), (start..end).map(|k| at(&[k])).collect())
            };
            let mut lines = Table { columns: Vec::new(), rows: starts.map(row).collect() }.lines();
            if shown.end < along.end {
                lines.push(format!("  … ({} more; ask for a part)", along.end - shown.end));
            }
            lines
        }
        [rows, columns, ..] => {
            let (shown_rows, more_rows) = shortened(rows, if cut { ROWS } else { usize::MAX });
            let (shown_columns, more_columns) = shortened(columns, if cut { COLUMNS } else { usize::MAX });
            let row = |y: u64| {
                let cells = shown_columns.clone().map(|x| at(&[y, x]));
                (y.to_string(), cells.chain(more_columns.then(|| "…".to_owned())).collect())
            };
            let heads = shown_columns.clone().map(|x| x.to_string()).collect();
            let mut lines = Table { columns: heads, rows: shown_rows.map(row).collect() }.lines();
            if more_rows {
                lines.push("  …".to_owned());
            }
            lines
        }
    }
}

/// The first places of some, and whether there are more.
fn shortened(places: &std::ops::Range<u64>, most: usize) -> (std::ops::Range<u64>, bool) {
    let end = places.start.saturating_add(u64_from_usize(most)).min(places.end);
    (places.start..end, end < places.end)
}

/// Every index over some axes, in row-major order; a single empty one without axes.
fn all_indices(parts: &[std::ops::Range<u64>]) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
    match parts.split_first() {
        None => Box::new(std::iter::once(Vec::new())),
        Some((first, rest)) => Box::new(
            first
                .clone()
                .flat_map(move |at| all_indices(rest).map(move |behind| [vec![at], behind].concat())),
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::draw;

    #[test]
    fn a_tile_of_two_axes_has_rows_and_columns() {
        let element = |index: &[u64]| (index[0] * 10 + index[1]).to_string();
        assert_eq!(
            draw(&[0..2, 9..12], true, &element),
            ["      9  10  11", "  0   9  10  11", "  1  19  20  21"]
        );
    }

    #[test]
    fn large_tiles_are_cut() {
        let element = |index: &[u64]| index.iter().sum::<u64>().to_string();
        let lines = draw(&[0..64, 0..64], true, &element);
        assert_eq!(lines.len(), 18);
        assert!(lines[1].ends_with('…') && lines[17].ends_with('…'), "{lines:?}");
        assert_eq!(
            draw(std::slice::from_ref(&(0..1000)), true, &element).last().expect("a line"),
            "  … (936 more; ask for a part)"
        );
        assert_eq!(
            draw(&[0..2, 0..1, 0..1], true, &element),
            ["  [0, :, :]", "     0", "  0  0", "  [1, :, :]", "     0", "  0  1"]
        );
        assert_eq!(draw(&[], true, &|_| "7".to_owned()), ["  7"]);
    }
}
