//! Elements of an allocation: a strip, with the ones that an access touches, inside and past the ends.

use std::collections::BTreeMap;

use super::axis::{Axis, Borders, Cell, ruler};
use super::drawing::Drawing;
use super::legend::legend;

/// How far the strip stands from the left.
const MARGIN: usize = 4;

/// An allocation with the elements that an access touches.
#[derive(Debug, Clone, Copy)]
pub(super) struct Strip<'a> {
    /// Elements of the allocation.
    pub(super) len: u64,
    /// The touched elements.
    pub(super) touched: &'a [i64],
    /// The element to blame.
    pub(super) blamed: Option<i64>,
}

/// Draws an allocation. With `shared`, an element that is named twice is marked; otherwise each is marked once.
pub(super) fn draw(strip: Strip<'_>, name: &str, shared: bool, width: usize) -> Drawing {
    let len = i128::from(strip.len);
    let blamed = strip.blamed.map(i128::from);
    let mut counts: BTreeMap<i128, usize> = BTreeMap::new();
    for element in strip.touched {
        *counts.entry(i128::from(*element)).or_default() += 1;
    }
    if !shared {
        counts.values_mut().for_each(|count| *count = 1);
    }
    let axis = axis(len, &counts, blamed);
    let cells = axis.cells(width - MARGIN - 1, |_| 2);

    let mark = |cell: Cell| match cell {
        Cell::Border(_) => '|',
        Cell::Gap(..) => '…',
        Cell::At(position) => match counts.get(&position) {
            Some(_) if !(0..len).contains(&position) => 'X',
            Some(1) if blamed == Some(position) => '!',
            Some(1) => '#',
            Some(_) => '2',
            None if (0..len).contains(&position) => '.',
            None => ' ',
        },
    };
    let strip: String = cells.iter().flat_map(|cell| [mark(*cell), ' ']).collect();
    let edge = edge(&cells, len);
    let ruler = Some(numbers(&cells, &counts, width)).filter(|line| !line.is_empty());
    let row = format!("{:MARGIN$}{}", "", strip.trim_end());
    let rows = [edge.clone(), row, edge].into_iter().filter(|line| !line.is_empty()).collect();
    Drawing {
        heading: vec![heading(len, &counts, name)],
        ruler,
        rows,
        legend: legend(|mark| strip.contains(mark)),
    }
}

fn axis(len: i128, counts: &BTreeMap<i128, usize>, blamed: Option<i128>) -> Axis {
    let first = counts.keys().next().copied();
    let last = counts.keys().next_back().copied();
    let outside = counts.keys().find(|at| !(0..len).contains(at)).copied();
    let twice = counts.iter().find(|(_, count)| **count > 1).map(|(at, _)| *at);
    let ends = [first, last, outside, twice, blamed, Some(len - 1), Some(len)];
    let anchors = ends.into_iter().flatten().collect();
    Axis {
        low: first.unwrap_or(0).min(0),
        high: last.map_or(len, |last| len.max(last + 1)),
        borders: Borders::Ends(0, len),
        anchors,
    }
}

fn heading(len: i128, counts: &BTreeMap<i128, usize>, name: &str) -> String {
    let elements = |count: i128| format!("{count} element{}", if count == 1 { "" } else { "s" });
    let (Some(first), Some(last)) = (counts.keys().next(), counts.keys().next_back()) else {
        return format!("{name} has {}", elements(len));
    };
    let touched = match counts.len() {
        1 => format!("element {first}"),
        count if i128::from(driver::convert::count(count)) == last - first + 1 => {
            format!("elements {first} to {last}")
        }
        count => format!("{count} elements from {first} to {last}"),
    };
    format!("{name} has {}; the access touches {touched}", elements(len))
}

/// The numbers of the first touched element, the first one past the end, and of those after gaps.
fn numbers(cells: &[Cell], counts: &BTreeMap<i128, usize>, width: usize) -> String {
    let is_touched = |cell: Cell| matches!(cell, Cell::At(at) if counts.contains_key(&at));
    let mut columns = Vec::new();
    let mut before = None;
    for (place, cell) in cells.iter().enumerate() {
        if let Cell::At(position) = cell
            && (before.is_none_or(|before| {
                !matches!(before, Cell::At(_)) || is_touched(before) != is_touched(*cell)
            }))
        {
            columns.push((MARGIN + 2 * place, *position));
        }
        before = Some(*cell);
    }
    let first = counts.keys().next().copied();
    ruler(&columns, first.as_slice(), width)
}

/// The upper and the lower edge of the allocation.
fn edge(cells: &[Cell], len: i128) -> String {
    let place = |at: i128| cells.iter().position(|cell| *cell == Cell::Border(at));
    match (place(0), place(len)) {
        (Some(first), Some(last)) if first < last => {
            let dashes = "-".repeat(2 * (last - first) - 1);
            format!("{:width$}+{dashes}+", "", width = MARGIN + 2 * first)
        }
        (Some(_) | None, Some(_) | None) => String::new(),
    }
}
