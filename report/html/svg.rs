//! A picture as SVG: what stands at a column and a row of the text is a box, a border or a word there.

use std::fmt::Write;

use driver::convert::count;

use crate::junit::escaped;
use crate::picture::Drawing;

/// How wide a column is, and how high a row.
const CELL: (u64, u64) = (9, 19);

/// The class of each mark's boxes.
const MARKS: [(char, &str); 5] = [('#', "in"), ('!', "blame"), ('X', "out"), ('2', "twice"), ('.', "free")];

/// The picture, with its text as the title.
pub(super) fn draw(drawing: &Drawing) -> String {
    let width = drawing.rows.iter().chain(&drawing.ruler).map(|row| row.chars().count()).max().unwrap_or(0);
    let top = u64::from(drawing.ruler.is_some());
    let (width, height) = (count(width) * CELL.0, (count(drawing.rows.len()) + top) * CELL.1);
    let title = escaped(&drawing.heading.join("; "));
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
         aria-label=\"{title}\"><title>{title}</title>\n"
    );
    for (column, word) in drawing.ruler.as_deref().map(words).unwrap_or_default() {
        write_word(&mut svg, column, 0, &word);
    }
    let rows: Vec<Vec<char>> = drawing.rows.iter().map(|row| row.chars().collect()).collect();
    for (number, row) in rows.iter().enumerate() {
        let y = (count(number) + top) * CELL.1;
        let label = label(row);
        if label > 0 {
            write_word(&mut svg, 0, y, &row[..label].iter().collect::<String>());
        }
        for (column, c) in row.iter().enumerate().skip(label) {
            let is_joined = |other: Option<&Vec<char>>| {
                other.and_then(|row| row.get(column)).is_some_and(|c| matches!(c, '|' | '+'))
            };
            let is_line = |column: Option<usize>| column.and_then(|at| row.get(at)) == Some(&'-');
            let around = Around {
                above: number.checked_sub(1).is_some_and(|above| is_joined(rows.get(above))),
                below: is_joined(rows.get(number + 1)),
                left: is_line(column.checked_sub(1)),
                right: is_line(Some(column + 1)),
            };
            write_cell(&mut svg, *c, (count(column) * CELL.0, y), &around);
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The legend of the marks.
pub(super) fn legend(drawing: &Drawing) -> String {
    let mut text = String::new();
    for (mark, meaning) in &drawing.legend {
        let _ = write!(
            text,
            "<span class=\"key\"><b class=\"{}\">{mark}</b> {meaning}</span> ",
            class(*mark).unwrap_or("free")
        );
    }
    text
}

fn class(mark: char) -> Option<&'static str> {
    MARKS.iter().find(|(known, _)| *known == mark).map(|(_, class)| *class)
}

/// How many columns a row's number takes, in front of its first border or mark.
fn label(row: &[char]) -> usize {
    let end = row.iter().position(|c| *c != ' ').unwrap_or(0);
    let len = row[end..].iter().take_while(|c| c.is_ascii_digit() || **c == '-').count();
    let has_digit = row[end..end + len].iter().any(char::is_ascii_digit);
    // A mark that is a digit stands alone, behind a border.
    let is_label = has_digit && row.get(end + len) == Some(&' ') && row[end + len..].contains(&'|');
    if is_label && row.iter().take(end).all(|c| *c == ' ') { end + len } else { 0 }
}

/// Words with their columns.
fn words(line: &str) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    let mut is_inside = false;
    for (column, c) in line.chars().enumerate() {
        match words.last_mut().filter(|_| is_inside) {
            Some((_, word)) if c != ' ' => word.push(c),
            Some(_) | None if c != ' ' => words.push((column, c.to_string())),
            Some(_) | None => {}
        }
        is_inside = c != ' ';
    }
    words
}

fn write_word(svg: &mut String, column: usize, y: u64, word: &str) {
    let indent = word.chars().take_while(|c| *c == ' ').count();
    let (x, y) = (count(column + indent) * CELL.0, y + CELL.1 * 3 / 4);
    // Writing to a string does not fail.
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{}</text>", escaped(word.trim()));
}

/// On which sides of a corner a border stands.
struct Around {
    above: bool,
    below: bool,
    left: bool,
    right: bool,
}

/// One character; a corner connects to adjacent borders.
fn write_cell(svg: &mut String, c: char, (x, y): (u64, u64), around: &Around) {
    let (width, height) = CELL;
    let (middle, half) = (x + width / 2, y + height / 2);
    let mut line = |from: (u64, u64), to: (u64, u64)| {
        let _ = writeln!(svg, "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>", from.0, from.1, to.0, to.1);
    };
    match c {
        ' ' => {}
        '|' => line((middle, y), (middle, y + height)),
        '-' => line((x, half), (x + width, half)),
        '+' => {
            line(
                (if around.left { x } else { middle }, half),
                (if around.right { x + width } else { middle }, half),
            );
            let ends = (if around.above { y } else { half }, if around.below { y + height } else { half });
            line((middle, ends.0), (middle, ends.1));
        }
        c => {
            if let Some(class) = class(c) {
                let _ = writeln!(
                    svg,
                    "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"2\"/>",
                    (middle + 1).saturating_sub(width),
                    y + 1,
                    2 * width - 2,
                    height - 2
                );
            }
            if c != '.' {
                let _ = writeln!(
                    svg,
                    "<text class=\"mark{}\" x=\"{middle}\" y=\"{}\">{c}</text>",
                    if c == 'X' { " out" } else { "" },
                    y + height * 3 / 4
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_number_its_borders_and_its_boxes() {
        let rows = ["    +-----+", " -4 | . X |", "    +-----+"].map(str::to_owned).to_vec();
        let heading = vec!["`a` has <2> elements".to_owned()];
        let legend = vec![('.', "not accessed"), ('X', "accessed, outside")];
        let drawing = Drawing { heading, ruler: Some("      0".to_owned()), rows, legend };
        let svg = draw(&drawing);
        assert_eq!(svg.matches("class=\"free\"").count(), 1);
        assert_eq!(svg.matches("class=\"out\"").count(), 1);
        assert!(svg.contains(">-4</text>") && svg.contains(">0</text>"), "{svg}");
        assert!(svg.contains("&lt;2&gt;") && !svg.contains("<2>"), "{svg}");
        // Ten dashes, two borders, and a corner with two lines at each of four.
        assert_eq!(svg.matches("<line ").count(), 10 + 2 + 8);
        let text = super::legend(&drawing);
        assert!(text.contains("<b class=\"out\">X</b> accessed, outside"), "{text}");
    }

    #[test]
    fn a_digit_that_marks_an_element_is_no_number_of_a_row() {
        let row: Vec<char> = "    | 2 2 |".chars().collect();
        assert_eq!(label(&row), 0);
        let row: Vec<char> = " 10 | . |".chars().collect();
        assert_eq!(label(&row), 3);
    }
}
