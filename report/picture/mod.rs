//! Pictures of violations: the array cut into tiles, or a strip of elements, in plain text.

mod axis;
mod drawing;
mod grid;
mod legend;
mod strip;

use spec::problem::{Scene, Violation};
use spec::rules::Rule;

use self::legend::{PAGE, Room};

pub use self::drawing::Drawing;
#[cfg(feature = "solver")]
pub(crate) use self::grid::as_signed;

/// Draws a violation as text, if it has something to draw. `name` is the displayed name of the memory.
pub fn draw(violation: &Violation, name: &str) -> Option<String> {
    drawing(violation, name).map(|drawing| drawing.text())
}

/// Draws a violation without the words above the picture, in about `lines` lines of at most `columns` characters.
#[cfg(feature = "solver")]
pub(crate) fn draw_within(violation: &Violation, lines: usize, columns: usize) -> Option<String> {
    let room = Room { lines, columns: columns.min(PAGE.columns) };
    let drawing = draw_all(violation, "", room)?;
    Some(Drawing { heading: Vec::new(), ..drawing }.text())
}

/// Draws a violation, if it has something to draw. `name` is the displayed name of the memory.
pub fn drawing(violation: &Violation, name: &str) -> Option<Drawing> {
    draw_all(violation, name, PAGE)
}

fn draw_all(violation: &Violation, name: &str, room: Room) -> Option<Drawing> {
    let scene = violation.scene.as_ref()?;
    let is_race = matches!(violation.rule, Rule::RaceBlock | Rule::RaceLane | Rule::RaceToken);
    let access = Access {
        shared: violation.other.is_some() || is_race,
        // An access that breaks another rule leaves out missing elements.
        masked: !matches!(violation.rule, Rule::IndexSpace | Rule::TileInside),
        lane: violation.party.lane.as_deref(),
    };
    Some(draw_scene(scene, name, access, room))
}

/// The access of a scene.
#[derive(Debug, Clone, Copy, Default)]
struct Access<'a> {
    /// Whether two sides touch the elements of a strip.
    shared: bool,
    /// Whether elements of a tile outside of the array are left out.
    masked: bool,
    /// The element of a tile to blame.
    lane: Option<&'a [u32]>,
}

/// Draws a scene.
fn draw_scene(scene: &Scene, name: &str, access: Access<'_>, room: Room) -> Drawing {
    let Access { shared, masked, lane } = access;
    match scene {
        Scene::Tile { extents, tile, steps, index, dim_map } => {
            grid::draw(grid::View { extents, tile, steps, index, dim_map, lane, masked }, name, room)
        }
        Scene::Elements { len, touched, blamed } => {
            let strip = strip::Strip { len: *len, touched, blamed: blamed.filter(|_| shared) };
            strip::draw(strip, name, shared, room.columns)
        }
    }
}

#[cfg(test)]
mod tests;
